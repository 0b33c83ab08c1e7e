package poplar

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"optc/dialect/scf"
	"optc/ir"
)

// inside is ir.HasParent for operations that may also be nested, at any depth, in loops and
// conditions inside one of these parents.
type inside []ir.OpKind

func (m inside) Doc() string { return ir.HasParent(m).Doc() + ", around any loops and conditions" }

func (m inside) Check(op *ir.Operation) *ir.Diagnostic {
	top := op
	for ir.IsAny(top.Parent(), ForOp{}, scf.IfOp{}) {
		top = top.Parent()
	}
	if ir.IsAny(top.Parent(), m...) {
		return nil
	}
	return ir.HasParent(m).Check(op)
}

// inLoops requires a loop to be where graphs have operations.
var inLoops = slices.Concat(inGraph, inside{MapByUseOp{}}, inProgram)

func loopOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:    "poplar.for",
			New:     []string{},
			Summary: "the same operations for each number of a range",
			Description: `Is expanded, by poplar-expand-loops or in a poplar.each_tile by
poplar-expand-tiles, to its body once for each number from the first bound to before
the second. The bounds are numbers that are known then: integers, or affine expressions
of indices and tiles. In the body, the index may be part of every number that is written
behind a word (from %i * 8 to %i * 8 + 8, on %i), of names ("w"[%i]) and of the values of
plain fields. Indices may also be computed by operations of arith, and taken from tables by
tensor.extract; scf.if makes operations only where its condition holds. A loop with results ends in poplar.yield; the views that the iterations
yield are concatenated along a dimension. A loop of no iterations has no results.`,
			Operands: []ir.ValueDef{indices()},
			Results:  []ir.ValueDef{{Name: "results", Type: tensorConstraint, Kind: ir.Variadic}},
			Attrs: []ir.PropDef{
				indexNumber("lower"), indexNumber("upper"),
				{Name: "step", Type: integerAttr, Optional: true, Absent: 1},
				{Name: "dim", Type: integerAttr, Optional: true, Absent: 0},
			},
			Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock | ir.SymbolTable,
			Constraints: []ir.Constraint{inLoops, hasNumbers{"lower", "upper"}},
			Form:        "%i `=` $lower `to` $upper (`step` $step)? (`concat` `dim` $dim)? attr-dict-with-keyword $body",
			Parse:       parseFor,
			Print:       printFor,
			Verify:      verifyFor,
			BlockArgNames: func(r *ir.Region, set func(v *ir.Value, name string)) {
				if r.Front().NumArgs() > 0 {
					set(r.Front().Arg(0), "i")
				}
			},
			Examples: []string{
				`poplar.vertex @"demo::Scale" worker external {
  poplar.field @x : !poplar.inout<vec<f16>>
  poplar.field @row : ui32
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  poplar.for %i = 0 to 4 {
    %row = poplar.index %x %i dim 0
    poplar.set_tile_mapping %row on %i * 2 + 1
  }
  %odd = poplar.for %i = 1 to 4 step 2 concat dim 0 {
    %row = poplar.slice %x from %i to %i + 1 dim 0
    poplar.yield %row : !poplar.tensor<1x64xf16>
  }
  poplar.compute_set @scale {
    poplar.for %i = 0 to 4 {
      %row = poplar.index %x %i dim 0
      %v = poplar.add_vertex @"demo::Scale" on %i * 2 + 1
      poplar.connect %v @x to %row
      poplar.set %v @row = %i
    }
  }
}`,
			},
		},
		{
			Kind:        "poplar.yield",
			Summary:     "views that an iteration of a loop adds to the loop's results",
			Operands:    []ir.ValueDef{{Name: "views", Type: tensorConstraint, Kind: ir.Variadic}},
			Traits:      ir.Terminator,
			Constraints: []ir.Constraint{ir.HasParent{ForOp{}}},
			Assembly:    "$views attr-dict `:` type($views)",
			Examples: []string{`poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  %r = poplar.for %i = 0 to 2 concat dim 1 {
    %c = poplar.slice %x from %i * 32 to %i * 32 + 8 dim 1
    poplar.yield %c : !poplar.tensor<4x8xf16>
  }
}`},
		},
		{
			Kind:    "poplar.tile_range",
			Summary: "the indices of a dimension that are on a tile",
			Description: `Inside of a poplar.each_tile, returns the first index and the index after the
last one. The tile must have all elements of these indices and no others; a tile without
elements has the range from 0 to 0. With the range, a tile gets a part of another tensor, or the
part of a neighbour. For example, poplar.slice %padded from %lo to %hi + 2 dim 0 has the rows of
the tile and one row more at each side, if %padded has a row more at each end.`,
			Operands:    []ir.ValueDef{tensorOperand("tensor"), indices()},
			Attrs:       append(integers("dim"), indexNumber("tile")),
			Results:     []ir.ValueDef{{Name: "lower", Type: ir.IndexConstraint}, {Name: "upper", Type: ir.IndexConstraint}},
			Constraints: []ir.Constraint{inside{EachTileOp{}}, hasNumbers{"tile"}},
			Assembly:    "$tensor `dim` $dim `on` custom<Index>($indices, $tile) attr-dict",
			Custom:      map[string]ir.CustomDirective{"Index": indexDirective},
			Infer: func(c *ir.Context, _ *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
				return []ir.Type{c.Index(), c.Index()}, nil
			},
			Verify: verifyTileRange,
			ResultNames: func(op *ir.Operation, set func(v *ir.Value, name string)) {
				set(op.Result(0), "lo")
				set(op.Result(1), "hi")
			},
			Examples: []string{`poplar.vertex @"demo::Blur" worker external {
  poplar.field @x : !poplar.in<vec<f16>>
  poplar.field @y : !poplar.out<vec<f16>>
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<18x64xf16>
  %y = poplar.variable "y" : !poplar.tensor<16x64xf16>
  poplar.map_linear %x
  poplar.map_linear %y min 64 grain 64
  poplar.compute_set @blur {
    poplar.each_tile (%ys, %tile) of (%y) {
      %lo, %hi = poplar.tile_range %y dim 0 on %tile
      %rows = poplar.slice %x from %lo to %hi + 2 dim 0
      %v = poplar.add_vertex @"demo::Blur" on %tile
      poplar.connect %v @x to %rows
      poplar.connect %v @y to %ys
    }
  }
}`},
		},
	}
}

func parseFor(p ir.OpParser, st *ir.OpState) {
	index := p.Argument(false)
	index.Type = p.Context().Index()
	p.Expect("=")
	lower, used := parseNumber(p, nil)
	p.Keyword("to")
	upper, used := parseNumber(p, used)
	if !p.Ok() {
		return
	}
	st.SetProp("lower", lower)
	st.SetProp("upper", upper)
	p.ResolveEach(st, p.Context().Index(), used)
	if p.AcceptKeyword("step") {
		st.SetProp("step", parseInteger(p))
	}
	concatenates := p.AcceptKeyword("concat")
	if concatenates {
		p.Keyword("dim")
		st.SetProp("dim", parseInteger(p))
	}
	p.AttrDictWithKeyword(st)
	body := parseBody(p, []ir.Argument{index}, false)
	st.Regions = append(st.Regions, body)
	if !p.Ok() || !concatenates {
		return
	}
	if yield := ir.As[YieldOp](body.Front().Back()); yield.Ok() {
		iterations := int64(ir.Dynamic)
		if lo, ok := lower.(*ir.IntegerAttr); ok {
			if hi, ok := upper.(*ir.IntegerAttr); ok {
				iterations = Iterations(lo.Int64(), hi.Int64(), ir.IntOr(st.Prop("step"), 1))
			}
		}
		for _, v := range yield.Views() {
			st.ResultTypes = append(st.ResultTypes, concatType(v, ir.IntOr(st.Prop("dim"), 0), iterations))
		}
	}
}

// concatType returns the type of the views of all iterations along a dimension.
func concatType(view *ir.Value, dim, iterations int64) ir.Type {
	t, ok := view.Type().(*TensorType)
	if !ok || dim < 0 || dim >= int64(len(t.Shape)) {
		return view.Type() // which the verifier reports
	}
	shape := slices.Clone(t.Shape)
	if shape[dim] != ir.Dynamic && 0 <= iterations && iterations <= MaxIterations {
		shape[dim] *= iterations
	} else {
		shape[dim] = ir.Dynamic
	}
	return TensorOf(t.Context(), shape, t.Elem)
}

// MaxIterations bounds the iterations of all loops of a graph.
const MaxIterations = 1 << 22

// Iterations returns the number of iterations of a loop.
func Iterations(lower, upper, step int64) int64 {
	if step <= 0 || upper <= lower {
		return 0
	}
	return int64(min((uint64(upper-lower)-1)/uint64(step)+1, math.MaxInt64))
}

func printFor(p *ir.Printer, op *ir.Operation) {
	used := IndicesOf(op)
	p.Str(" ").Operand(op.Body().Arg(0)).Str(" = ")
	printNumber(p, op.Attr("lower"), used)
	p.Str(" to ")
	printNumber(p, op.Attr("upper"), used)
	if step := op.Attr("step"); step != nil {
		p.Str(" step ").AttrWithoutType(step)
	}
	if dim := op.Attr("dim"); dim != nil {
		p.Str(" concat dim ").AttrWithoutType(dim)
	}
	p.AttrDictWithKeyword(op, "lower", "upper", "step", "dim").Str(" ").Region(op.Region(0), false, true)
}

func verifyFor(op *ir.Operation) *ir.Diagnostic {
	if args := op.Body().ArgTypes(); len(args) != 1 || args[0] != op.Body().Arg(0).Type().Context().Index() {
		return op.Errorf("expected one argument of type 'index'")
	}
	if step := ir.IntOr(op.Attr("step"), 1); step <= 0 {
		return op.Errorf("expected a step of at least 1, but got %d", step).WithCode(Codes + "loop-size")
	}
	var views []*ir.Value
	if yield := ir.As[YieldOp](op.Body().Back()); yield.Ok() {
		views = yield.Views()
	}
	dim := op.Attr("dim")
	if (dim != nil) != (len(views) > 0) {
		return op.Errorf("expected both 'concat dim' and a last operation '%s', or neither", YieldOp{}.Kind())
	}
	if len(views) != op.NumResults() {
		return op.Errorf("expected a result for each of the %d views of '%s', but got %d", len(views), YieldOp{}.Kind(), op.NumResults())
	}
	for i, v := range views {
		t, got := v.Type().(*TensorType), op.Result(i).Type().(*TensorType)
		if d := ir.IntOr(dim, 0); d < 0 || d >= int64(len(t.Shape)) {
			return op.Errorf("expected a dimension below %d, but got %d", len(t.Shape), d).WithCode(Codes + "dim-range")
		}
		if want := concatType(v, ir.IntOr(dim, 0), ir.Dynamic); !compatible(want.(*TensorType), got) {
			return op.Errorf("expected result type '%s', but got '%s'", want, got).WithCode(Codes + "shape-mismatch")
		}
	}
	return nil
}

// compatible reports whether two types may be types of one tensor.
func compatible(a, b *TensorType) bool {
	return a.Elem == b.Elem && slices.EqualFunc(a.Shape, b.Shape, func(m, n int64) bool {
		return m == n || m == ir.Dynamic || n == ir.Dynamic
	})
}

func verifyTileRange(op *ir.Operation) *ir.Diagnostic {
	tileRange := ir.Cast[TileRangeOp](op)
	if rank := len(tileRange.Tensor().Type().(*TensorType).Shape); tileRange.Dim() < 0 || tileRange.Dim() >= int64(rank) {
		return op.Errorf("expected a dimension below %d, but got %d", rank, tileRange.Dim()).WithCode(Codes + "dim-range")
	}
	if loop := ir.Enclosing[EachTileOp](op).Operation(); loop != nil && isWithin(tileRange.Tensor(), loop) {
		return op.Errorf("expected a tensor from outside of '%s'", EachTileOp{}.Kind()).Note(loop.Loc(), "the loop over tiles is here")
	}
	return nil
}

// isWithin reports whether a value is defined in the regions of an operation.
func isWithin(v *ir.Value, op *ir.Operation) bool {
	at := v.ParentBlock().ParentOp()
	for at != nil && at != op {
		at = at.Parent()
	}
	return at == op
}

// suffixAttr holds the numbers that end a name.
const suffixAttr = "suffix"

// suffixDef is the attribute for operations with a name that may depend on indices.
var suffixDef = ir.PropDef{
	Name: suffixAttr, Type: ir.AffineMapConstraint, Optional: true, Doc: "map of the numbers that the name ends in",
}

// parseIndexedName reads `"name"` or `"name"[%i, …]`.
func parseIndexedName(p ir.OpParser, st *ir.OpState) (used []ir.Unresolved) {
	name := p.QuotedString()
	used = parseSuffix(p, st)
	st.SetProp(nameAttr, p.Context().Str(name))
	return used
}

// parseSuffix reads the indices that a name ends in, [%i, …], if there are any.
func parseSuffix(p ir.OpParser, st *ir.OpState) (used []ir.Unresolved) {
	if !p.Peek("[") {
		return nil
	}
	pos := p.Pos()
	m, dims, symbols := p.AffineMapOfValues("[]")
	if p.Ok() && (len(symbols) > 0 || len(m.Results) == 0) {
		p.ErrorAt(pos, "expected affine expressions of indices")
	}
	if !p.Ok() {
		return nil
	}
	suffix, used := mapOf(nil, dims, m.Results...)
	st.SetProp(suffixAttr, p.Context().AffineMap(suffix))
	return used
}

// suffixDirective is parseSuffix in an assembly format.
var suffixDirective = ir.CustomDirective{
	Form: "(`[` affine expressions of #1 `]`)?",
	Parse: func(p ir.OpParser, st *ir.OpState, args []ir.FormatArg) {
		p.BindOperands(args[0], parseSuffix(p, st)...)
	},
	Print: func(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) { printSuffix(p, op) },
}

// nameDirective is parseIndexedName in an assembly format.
var nameDirective = ir.CustomDirective{
	Form: "#2 (`[` affine expressions of #1 `]`)?",
	Parse: func(p ir.OpParser, st *ir.OpState, args []ir.FormatArg) {
		p.BindOperands(args[0], parseIndexedName(p, st)...)
	},
	Print: func(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) { printIndexedName(p, op) },
}

func printIndexedName(p *ir.Printer, op *ir.Operation) {
	p.Quoted(strAttr(op, nameAttr))
	printSuffix(p, op)
}

func printSuffix(p *ir.Printer, op *ir.Operation) {
	if m, ok := op.Attr(suffixAttr).(*ir.AffineMapAttr); ok {
		p.Str("[").AffineMapOfOperands(m.Map, IndicesOf(op)).Str("]")
	}
}

// SuffixedName returns a name that ends in numbers: w.3.2.
func SuffixedName(name string, numbers []int64) string {
	var b strings.Builder
	b.WriteString(name)
	for _, n := range numbers {
		b.WriteString("." + strconv.FormatInt(n, 10))
	}
	return b.String()
}
