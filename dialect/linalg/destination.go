package linalg

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/affine"
	"optc/num"
)

// The operations of this file have a result for each output that is a tensor, and their text does
// not list the results.

var tensorOrMemRef = &ir.TypeConstraint{
	Summary: "memref of any type values or ranked tensor of any type values", Class: ir.ShapedClass,
	Check: isIndexed,
}

func initAt(i int) func(*ir.Operation) (lo, hi int) {
	return func(*ir.Operation) (lo, hi int) { return i, i + 1 }
}

func nameResults(name string) func(op *ir.Operation, set func(*ir.Value, string)) {
	return func(op *ir.Operation, set func(*ir.Value, string)) {
		if op.NumResults() > 0 {
			set(op.Result(0), name)
		}
	}
}

func mapOp() *ir.OpDef {
	return loopNest(&ir.OpDef{
		Kind: "linalg.map", New: ir.ByHand, Summary: "function of the elements of any number of inputs",
		Description: "Each element of the output is what the region yields for the elements of the inputs with the same index. The short form names the only operation of the region.",
		Operands:    []ir.ValueDef{{Name: "inputs", Type: tensorOrMemRef, Kind: ir.Variadic}, {Name: "init", Type: tensorOrMemRef}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyTensor, Kind: ir.Variadic}},
		Regions:     []ir.RegionDef{{Name: "mapper", SingleBlock: true}},
		Form:        "(`{` op attr-dict `}`)? (`ins` `(` $inputs `:` type($inputs) `)`)? `outs` `(` $init `:` type($init) `)` attr-dict (`(` %x `:` type, … `)` $mapper)?",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			short := parseShort(p)
			t := parseParts(p, st, false)
			parseResults(st, t)
			p.AttrDict(st)
			parseBody(p, st, t, short, func(args []*ir.Value) []*ir.Value { return args[:len(args)-1] })
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			args := op.Body().Args()
			short := shortForm(op, args[:max(len(args)-1, 0)])
			printShort(p, short)
			printParts(p, op)
			p.AttrDict(op)
			printBody(p, op, short)
		},
		ResultNames:   nameResults("mapped"),
		BlockArgNames: argNames("init"),
		Verify:        verifyMap,
		Examples: []string{`func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.map { arith.addf } ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%y : tensor<4xf32>)
  return %0 : tensor<4xf32>
}`},
	}, &Loops{
		Maps: func(op *ir.Operation) []affine.Map { return identities(op) },
		Iterators: func(op *ir.Operation) []Iterator {
			return make([]Iterator, rankOf(op.Operand(op.NumOperands()-1)))
		},
	}, func(op *ir.Operation) (lo, hi int) { return op.NumOperands() - 1, op.NumOperands() })
}

const dimensions = "dimensions"

func reduce() *ir.OpDef {
	sorted := *ir.DenseI64ArrayAttr
	sorted.Summary = "i64 dense array attribute should be in increasing order"
	sorted.Stores = ir.DenseI64ArrayAttr.Check
	sorted.Check = func(a ir.Attribute) bool {
		if !ir.DenseI64ArrayAttr.Check(a) {
			return false
		}
		dims := ir.ReadSharedInts(a)
		for i := 1; i < len(dims); i++ {
			if dims[i] <= dims[i-1] {
				return false
			}
		}
		return true
	}
	return loopNest(&ir.OpDef{
		Kind: "linalg.reduce", New: ir.ByHand, Summary: "reduction of some dimensions",
		Description: "Combines the elements along the dimensions with the outputs by the region, which gets an element of each input and the value so far of each output. In the short form, the value so far is the first operand.",
		Operands: []ir.ValueDef{
			{Name: "inputs", Type: tensorOrMemRef, Kind: ir.Variadic}, {Name: "inits", Type: tensorOrMemRef, Kind: ir.Variadic},
		},
		Results: []ir.ValueDef{{Name: "results", Type: ir.AnyTensor, Kind: ir.Variadic}},
		Attrs:   []ir.PropDef{{Name: dimensions, Type: &sorted}},
		Regions: []ir.RegionDef{{Name: "combiner", SingleBlock: true}},
		Traits:  ir.SameVariadicOperandSize,
		Form:    "(`{` op attr-dict `}`)? `ins` `(` $inputs `:` type($inputs) `)` `outs` `(` $inits `:` type($inits) `)` `dimensions` `=` `[` $dimensions `]` attr-dict (`(` %x `:` type, … `)` $combiner)?",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			short := parseShort(p)
			t := parseParts(p, st, false)
			parseResults(st, t)
			parseList(p, st, dimensions)
			p.AttrDict(st)
			parseBody(p, st, t, short, func(args []*ir.Value) []*ir.Value {
				last := len(args) - 1
				return append([]*ir.Value{args[last]}, args[:last]...)
			})
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			args := op.Body().Args()
			var short *ir.Operation
			if n := len(args); n == 2 {
				short = shortForm(op, []*ir.Value{args[1], args[0]})
			}
			printShort(p, short)
			printParts(p, op)
			printList(p, dimensions, ir.Cast[ReduceOp](op).Dimensions())
			p.AttrDict(op, dimensions)
			printBody(p, op, short)
		},
		ResultNames: func(op *ir.Operation, set func(*ir.Value, string)) {
			if op.NumResults() > 0 {
				set(op.Result(0), "reduced")
			}
		},
		BlockArgNames: argNames("init"),
		Verify:        verifyReduce,
		Examples: []string{`func.func @f(%x: tensor<4x8xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%y : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}`},
	}, &Loops{
		Maps: func(op *ir.Operation) []affine.Map {
			reduceOp := ir.Cast[ReduceOp](op)
			rank := rankOf(op.Operand(0))
			out := affine.NewMap(rank, 0, keptDims(rank, reduceOp.Dimensions())...)
			maps := slices.Repeat([]affine.Map{affine.Identity(rank)}, len(reduceOp.Inputs()))
			return append(maps, slices.Repeat([]affine.Map{out}, len(reduceOp.Inits()))...)
		},
		Iterators: func(op *ir.Operation) []Iterator {
			list := make([]Iterator, rankOf(op.Operand(0)))
			for _, d := range ir.Cast[ReduceOp](op).Dimensions() {
				if d >= 0 && d < int64(len(list)) {
					list[d] = Reduction
				}
			}
			return list
		},
	}, func(op *ir.Operation) (lo, hi int) { return op.NumOperands() / 2, op.NumOperands() })
}

// keptDims returns the loops that are not in dims.
func keptDims(rank int, dims []int64) (kept []affine.Expr) {
	for d := range rank {
		if !slices.Contains(dims, int64(d)) {
			kept = append(kept, affine.Dim(d))
		}
	}
	return kept
}

// moving is the definition of an operation that moves elements.
func moving(d *ir.OpDef, list, result string, inputMap func(op *ir.Operation, rank int) affine.Map) *ir.OpDef {
	d.New = ir.ByHand
	d.Operands = []ir.ValueDef{{Name: "input", Type: tensorOrMemRef}, {Name: "init", Type: tensorOrMemRef}}
	d.Results = []ir.ValueDef{{Name: "result", Type: ir.AnyTensor, Kind: ir.Variadic}}
	d.Attrs = []ir.PropDef{{Name: list, Type: ir.DenseI64ArrayAttr}}
	d.Regions = []ir.RegionDef{{Name: "region", SingleBlock: true}}
	d.Form = "`ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)` `" + list + "` `=` `[` $" + list + " `]` attr-dict"
	d.ResultNames = nameResults(result)
	d.Parse = func(p ir.OpParser, st *ir.OpState) {
		t := parseParts(p, st, false)
		parseResults(st, t)
		parseList(p, st, list)
		p.AttrDict(st)
		if !p.Ok() {
			return
		}
		b := p.Builder()
		st.Regions = append(st.Regions, regionOf(b, st.Loc, func(block *ir.Block) {
			for _, v := range st.Operands {
				b.Arena().AddArg(block, elementOf(v.Type()), v.Location())
			}
			if block.NumArgs() > 0 {
				NewYield(b, block.Args()[:1])
			}
		}))
	}
	d.Print = func(p *ir.Printer, op *ir.Operation) {
		printParts(p, op)
		printList(p, list, ir.ReadSharedInts(op.Attr(list)))
		p.AttrDict(op, list)
	}
	return loopNest(d, &Loops{
		Maps: func(op *ir.Operation) []affine.Map {
			rank := rankOf(op.Operand(1))
			return []affine.Map{inputMap(op, rank), affine.Identity(rank)}
		},
		Iterators: func(op *ir.Operation) []Iterator { return make([]Iterator, rankOf(op.Operand(1))) },
		Build:     func(b *body, _ *ir.Operation) *ir.Value { return b.args[0] },
	}, initAt(1))
}

func transpose() *ir.OpDef {
	return moving(&ir.OpDef{
		Kind: "linalg.transpose", Summary: "permutation of dimensions",
		Description: "Dimension i of the output is dimension permutation[i] of the input.",
		Verify:      verifyTranspose,
		Fold:        foldTranspose,
		Patterns:    transposePatterns,
		Examples: []string{`func.func @f(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%y : tensor<8x4xf32>) permutation = [1, 0]
  return %0 : tensor<8x4xf32>
}`},
	}, "permutation", "transposed", func(op *ir.Operation, rank int) affine.Map {
		inverse := make([]affine.Expr, rank)
		for i, d := range ir.Cast[TransposeOp](op).Permutation() {
			inverse[d] = affine.Dim(i)
		}
		return affine.NewMap(rank, 0, inverse...)
	})
}

func broadcast() *ir.OpDef {
	return moving(&ir.OpDef{
		Kind: "linalg.broadcast", Summary: "repetition along new dimensions",
		Description: "The output has the dimensions of the input and those in dimensions, along which its elements are equal.",
		Verify:      verifyBroadcast,
		Patterns:    []*ir.Pattern{eraseIdentity(BroadcastOp{}), {Name: "fold-broadcasts", Root: BroadcastOp{}, Rewrite: foldBroadcasts}},
		Examples: []string{`func.func @f(%x: tensor<4xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.broadcast ins(%x : tensor<4xf32>) outs(%y : tensor<4x8xf32>) dimensions = [1]
  return %0 : tensor<4x8xf32>
}`},
	}, dimensions, "broadcasted", func(op *ir.Operation, rank int) affine.Map {
		return affine.NewMap(rank, 0, keptDims(rank, ir.Cast[BroadcastOp](op).Dimensions())...)
	})
}

// parseList reads name = [1, 2].
func parseList(p ir.OpParser, st *ir.OpState, name string) {
	p.Keyword(name)
	p.Expect("=")
	dims := []int64{}
	p.ListIn("[]", "", func() { dims = append(dims, p.Integer()) })
	st.SetProp(name, p.Context().DenseI64Array(dims))
}

func printList(p *ir.Printer, name string, dims []int64) {
	p.Str(" ").Str(name).Str(" = [")
	for i, d := range dims {
		if i > 0 {
			p.Str(", ")
		}
		p.Int(d)
	}
	p.Str("] ")
}

// payload is the operation in the short form of a region.
type payload struct {
	def   *ir.OpDef
	attrs *ir.OpState // its attributes
}

// parseShort reads { op attributes }; nil if there is none.
func parseShort(p ir.OpParser) *payload {
	if !p.Accept("{") {
		return nil
	}
	name := p.AnyKeyword("bare identifier or keyword")
	if !p.Ok() {
		return nil
	}
	def := p.Context().OpDef(name)
	if def == nil {
		def = p.Context().UnregisteredOpDef(name)
	}
	st := &ir.OpState{Def: def}
	p.AttrDict(st)
	p.Expect("}")
	return &payload{def, st}
}

// parseBody reads the region, or builds it of the short form. choose returns the operands of the
// operation in the short form among the arguments of the region.
func parseBody(p ir.OpParser, st *ir.OpState, t parts, short *payload, choose func(args []*ir.Value) []*ir.Value) {
	if short == nil {
		args := p.Arguments("()", true)
		st.Regions = append(st.Regions, p.Region(args, false))
		return
	}
	if !p.Ok() {
		return
	}
	if len(t.outputs) == 0 {
		st.Regions = append(st.Regions, &ir.Region{})
		return
	}
	b := p.Builder()
	st.Regions = append(st.Regions, regionOf(b, st.Loc, func(block *ir.Block) {
		for _, t := range t.types() {
			b.Arena().AddArg(block, elementOf(t), ir.LocationOf(p.Context().UnknownLoc()))
		}
		op := short.attrs
		op.Operands = choose(block.Args())
		op.ResultTypes = block.ArgTypes()[block.NumArgs()-1:]
		NewYield(b, b.Create(op).ResultList())
	}))
}

// shortForm returns the operation of a region that the short form can express: it has the given
// operands, and its results are yielded; nil if there is none.
func shortForm(op *ir.Operation, operands []*ir.Value) *ir.Operation {
	first := op.Body().Front()
	if first == nil || first.Next() == nil || first.Next() != op.Body().Back() || !ir.Is[YieldOp](first.Next()) {
		return nil
	}
	if len(operands) == 0 || first.NumRegions() > 0 || !slices.Equal(first.OperandList(), operands) ||
		!slices.Equal(first.Next().OperandList(), first.ResultList()) || first.Next().Discardable().Len() > 0 {
		return nil
	}
	return first
}

// printShort prints the operation of a short form, without flags of floats that are the default.
func printShort(p *ir.Printer, op *ir.Operation) {
	if op == nil {
		return
	}
	p.Str(" { ").Str(op.Name())
	var elided []string
	for _, e := range op.AllAttrs() {
		if a, ok := e.Value.(*arith.FastMathAttr); ok && a.Flags == 0 {
			elided = append(elided, e.Name)
			break
		}
	}
	p.AttrDict(op, elided...)
	p.Str(" }")
}

// printBody prints a region that has no short form, on its own line.
func printBody(p *ir.Printer, op, short *ir.Operation) {
	if short != nil {
		return
	}
	p.Indent(1)
	p.Newline().Str("(")
	for i, a := range op.Body().Args() {
		if i > 0 {
			p.Str(", ")
		}
		p.RegionArgument(a, nil, false)
	}
	p.Str(") ").Region(op.Region(0), false, true)
	p.Indent(-1)
}

// list renders numbers as upstream's messages do.
func list(vs []int64) string {
	texts := make([]string, len(vs))
	for i, v := range vs {
		texts[i] = fmt.Sprint(v)
	}
	return strings.Join(texts, ", ")
}

func shapeOf(v *ir.Value) []int64 { return v.Type().(ir.ShapedType).Shape() }

func verifyMap(op *ir.Operation) *ir.Diagnostic {
	mapOp := ir.Cast[MapOp](op)
	args := op.Body().ArgTypes()
	if len(mapOp.Inputs())+1 != len(args) {
		return op.Errorf("expects number of operands to match the arity of mapper, but got: %d and %d", len(mapOp.Inputs())+1, len(args))
	}
	for i, v := range mapOp.Inputs() {
		if e := elementOf(v.Type()); e != args[i] {
			return op.Errorf("expected element type of input '%s' to match bbArg type '%s'", e, args[i])
		}
	}
	out := shapeOf(mapOp.Init())
	for _, v := range mapOp.Inputs() {
		if !slices.Equal(shapeOf(v), out) {
			return op.Errorf("expected shape of input (%s) to match shape of output (%s)", list(shapeOf(v)), list(out))
		}
	}
	return nil
}

func verifyReduce(op *ir.Operation) *ir.Diagnostic {
	reduceOp := ir.Cast[ReduceOp](op)
	groups := [][]*ir.Value{reduceOp.Inputs(), reduceOp.Inits()}
	if len(groups[0]) == 0 || len(groups[1]) == 0 {
		return op.Errorf("expected at least one input and one output")
	}
	for g, word := range []string{"input", "output"} {
		for i, v := range groups[g] {
			if !slices.Equal(shapeOf(v), shapeOf(groups[g][0])) {
				return op.Errorf("expects all %[1]ss to have the same shapes. Shape at %[1]s-index %[2]d is not equal to the shape at %[1]s-index 0.", word, i)
			}
		}
	}
	in, out := shapeOf(groups[0][0]), shapeOf(groups[1][0])
	for _, d := range reduceOp.Dimensions() {
		if d < 0 || d >= int64(len(in)) {
			return op.Errorf("dimensions for reduction should be in the range [0, %d].", len(in)-1)
		}
	}
	var kept []int64
	for d, n := range in {
		if !slices.Contains(reduceOp.Dimensions(), int64(d)) {
			kept = append(kept, n)
		}
	}
	if len(kept) != len(out) {
		return op.Errorf("number of dimensions after reduction %d doesn't match the init rank %d", len(kept), len(out))
	}
	if !slices.Equal(kept, out) {
		return op.Errorf("init dimensions [%s] doesn't match input dimensions after reduction [%s]", list(out), list(kept))
	}
	args := op.Body().ArgTypes()
	if len(args) != op.NumOperands() {
		return op.Errorf("mismatching number of operands and block arguments")
	}
	for i, v := range op.Operands() {
		word := "input"
		if i >= len(args)/2 {
			word = "output"
		}
		if e := elementOf(v.Type()); e != args[i] {
			return op.Errorf("%s element type '%s' does not match corresponding block argument type '%s'", word, e, args[i])
		}
	}
	return nil
}

func verifyTranspose(op *ir.Operation) *ir.Diagnostic {
	transposeOp := ir.Cast[TransposeOp](op)
	perm := transposeOp.Permutation()
	if !num.IsPermutation(perm) {
		return op.Errorf("permutation is not valid")
	}
	in, out := shapeOf(transposeOp.Input()), shapeOf(transposeOp.Init())
	switch {
	case len(in) != len(out):
		return op.Errorf("input rank %d does not match init rank %d", len(in), len(out))
	case len(in) != len(perm):
		return op.Errorf("size of permutation %d does not match the argument rank %d", len(perm), len(in))
	}
	for i, d := range perm {
		if in[d] != out[i] {
			return op.Errorf("dim(result, %[1]d) = %[2]d doesn't match dim(input, permutation[%[1]d]) = %[3]d", i, out[i], in[d])
		}
	}
	return nil
}

func verifyBroadcast(op *ir.Operation) *ir.Diagnostic {
	broadcastOp := ir.Cast[BroadcastOp](op)
	dims := broadcastOp.Dimensions()
	in, out := shapeOf(broadcastOp.Input()), shapeOf(broadcastOp.Init())
	if len(in)+len(dims) != len(out) {
		return op.Errorf("input rank plus added dimensions does not match init rank. input rank: %d, dimensions size: %d, init rank: %d", len(in), len(dims), len(out))
	}
	for i, d := range dims {
		if d < 0 || d >= int64(len(out)) {
			return op.Errorf("dimension %d is out of range. expected range: [0, %d], got: %d", i, len(out)-1, d)
		}
	}
	k := 0
	for d, n := range out {
		if slices.Contains(dims, int64(d)) {
			continue
		}
		if k < len(in) && in[k] != n {
			return op.Errorf("input dim %d should match init dim %d. input: %d, init: %d", k, d, in[k], n)
		}
		k++
	}
	return nil
}
