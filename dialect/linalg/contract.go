package linalg

import (
	"fmt"
	"slices"

	"optc/ir"
	"optc/ir/affine"
)

// product is an operation that adds products of two operands, with maps that the text may change.
type product struct {
	name, summary string
	nest          string // as in a row, "" if there are no usual maps
	// verify checks the maps; it is not called if they are the usual maps.
	verify func(op *ir.Operation, maps, usual []affine.Map) *ir.Diagnostic
}

var products = []product{
	{name: "matmul", summary: "matrix product", nest: "mnK | m K, K n, m n", verify: verifyMatmul},
	{name: "batch_matmul", summary: "matrix products of a batch", nest: "bmnK | b m K, b K n, b m n", verify: verifyBatchMatmul},
	{name: "batch_reduce_matmul", summary: "sum of the matrix products of a batch", nest: "BmnK | B m K, B K n, m n", verify: verifyBatchMatmul},
	{name: "contract", summary: "sum of products over any loops", verify: verifyContract},
}

// usual returns the maps that the text omits, with the roles of their loops; nil if there are none.
func (t *product) usual() ([]affine.Map, []Iterator) {
	if t.nest == "" {
		return nil, nil
	}
	s := (&row{name: t.name, nest: t.nest}).read()
	return s.plain, s.iterators
}

func productOps() (defs []*ir.OpDef) {
	for i := range products {
		defs = append(defs, products[i].def())
	}
	return defs
}

func (t *product) def() *ir.OpDef {
	usual, iterators := t.usual()
	maps := ir.PropDef{Name: indexingMaps, Type: ir.AffineMapArrayAttr}
	if usual != nil {
		maps.Optional = true
		maps.Default = func(c *ir.Context) ir.Attribute { return c.AffineMaps(usual) }
	}
	form := "`indexing_maps` `=` maps "
	if usual != nil {
		form = "(`indexing_maps` `=` maps)? "
	}
	mapsOf := func(op *ir.Operation) []affine.Map {
		if a := op.Attr(indexingMaps); a != nil {
			return ir.ReadMaps(a)
		}
		return usual
	}
	d := &ir.OpDef{
		Kind: ir.Kind("linalg." + t.name), Summary: t.summary,
		Description: "Adds products of elements of two operands to the output. The operands are first converted to the type of the output; cast says whether integers are signed. indexing_maps can transpose and broadcast operands.",
		Attrs:       []ir.PropDef{maps, castAttr()},
		Form:        form + namedForm,
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if maps := mapsOf(op); !slices.EqualFunc(maps, usual, affine.Map.Equal) {
				return t.verify(op, maps, usual)
			}
			return nil
		},
		Parse: func(p ir.OpParser, st *ir.OpState) {
			given := parseMaps(p)
			switch {
			case !p.Ok():
				return
			case given != nil:
				st.SetProp(indexingMaps, given)
			case usual != nil:
				st.SetProp(indexingMaps, p.Context().AffineMaps(usual))
			default:
				p.Errorf("expected 'indexing_maps' attribute")
				return
			}
			parseNamed(p, st, 3, func(b *body) *ir.Value { return t.build(b, st.Prop("cast")) })
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			if a := op.Attr(indexingMaps); a != nil && !slices.EqualFunc(ir.ReadMaps(a), usual, affine.Map.Equal) {
				printMaps(p, a)
			}
			printNamed(p, op, indexingMaps)
		},
		VerifyRegions: verifyContraction,
		Examples:      []string{t.example()},
	}
	d = structured(d, &Loops{
		Maps: mapsOf,
		Iterators: func(op *ir.Operation) []Iterator {
			if iterators != nil {
				return iterators
			}
			return iteratorsOfOutput(mapsOf(op))
		},
		Build: func(b *body, op *ir.Operation) *ir.Value { return t.build(b, op.Attr("cast")) },
	})
	return d
}

func (t *product) build(b *body, cast ir.Attribute) *ir.Value {
	b.unsigned = cast != nil && cast == ir.Attribute(typeFn.Of(b.Context(), 1))
	return mac(b)
}

// iteratorsOfOutput: loops that are not in the map of the output reduce.
func iteratorsOfOutput(maps []affine.Map) []Iterator {
	if len(maps) == 0 {
		return nil
	}
	out := maps[len(maps)-1]
	list := slices.Repeat([]Iterator{Reduction}, out.NumDims)
	for i := range out.Results {
		if d, ok := out.DimPosition(i); ok {
			list[d] = Parallel
		}
	}
	return list
}

// example is a function with the operation.
func (t *product) example() string {
	types := map[string][3]string{
		"matmul": {"4x8", "8x16", "4x16"}, "batch_matmul": {"2x4x8", "2x8x16", "2x4x16"},
		"batch_reduce_matmul": {"2x4x8", "2x8x16", "4x16"}, "contract": {"4x8", "16x8", "4x16"},
	}[t.name]
	a, b, c := "tensor<"+types[0]+"xf32>", "tensor<"+types[1]+"xf32>", "tensor<"+types[2]+"xf32>"
	maps := ""
	if t.nest == "" {
		maps = " indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]"
	}
	return fmt.Sprintf("func.func @f(%%a: %s, %%b: %s, %%c: %s) -> %s {\n  %%0 = linalg.%s%s ins(%%a, %%b : %s, %s) outs(%%c : %s) -> %s\n  return %%0 : %s\n}",
		a, b, c, c, t.name, maps, a, b, c, c, c)
}

// within reports whether the results of a map are among those of another.
func within(m, of affine.Map) bool {
	return !slices.ContainsFunc(m.Results, func(e affine.Expr) bool {
		return !slices.ContainsFunc(of.Results, e.Equal)
	})
}

// verifyMatmul follows MatmulOp::verify.
func verifyMatmul(op *ir.Operation, maps, usual []affine.Map) *ir.Diagnostic {
	for i := range min(2, len(maps)) {
		switch m := maps[i]; {
		case !within(m, usual[i]):
			return op.Errorf("Unexpected dim expression in map result.")
		case len(m.Results) < len(usual[i].Results) && (len(m.Results) == 0 || !m.Results[0].IsFunctionOfDim(m.NumDims-1)):
			return op.Errorf("Invalid broadcast requested, should be (d2).")
		}
	}
	return nil
}

// verifyBatchMatmul follows BatchMatmulOp::verify and BatchReduceMatmulOp::verify.
func verifyBatchMatmul(op *ir.Operation, maps, usual []affine.Map) *ir.Diagnostic {
	if len(maps) != 3 {
		return op.Errorf("Indexing_map attribute must have 3 affine maps.")
	}
	for i, m := range maps[:2] {
		switch n := len(m.Results); {
		case !within(m, usual[i]):
			return op.Errorf("Unexpected result dim expression (outside the set of default result dims).")
		case n > 3:
			return op.Errorf("no. of result dim expressions exceeds 3.")
		case n < 3 && !isBatchBroadcast(m, i == 0):
			return op.Errorf("Invalid broadcast requested.")
		case n == 3 && !m.Results[0].IsFunctionOfDim(0):
			return op.Errorf("Invalid batch dimension expression.")
		}
	}
	out, want := maps[2], usual[2]
	if len(out.Results) != len(want.Results) {
		return op.Errorf("expects %d dims, but got (%d).", len(want.Results), len(out.Results))
	}
	for i, e := range out.Results {
		if d, _ := want.DimPosition(i); !e.IsFunctionOfDim(d) {
			return op.Errorf("Invalid output map result dimension.")
		}
	}
	return nil
}

// isBatchBroadcast reports whether a map of fewer than three results may broadcast an operand.
func isBatchBroadcast(m affine.Map, lhs bool) bool {
	const batch, row, column, sum = 0, 1, 2, 3
	uses := func(i, d int) bool { return m.Results[i].IsFunctionOfDim(d) }
	switch {
	case len(m.Results) == 1:
		return uses(0, sum)
	case len(m.Results) != 2:
		return false
	case lhs:
		return (uses(0, batch) || uses(0, row)) && uses(1, sum)
	}
	return uses(0, batch) && uses(1, sum) || uses(0, sum) && uses(1, column)
}

// verifyContract follows ContractOp::verify.
func verifyContract(op *ir.Operation, maps, _ []affine.Map) *ir.Diagnostic {
	if len(maps) == 0 {
		return op.PlainErrorf("'indexing_maps' do not specify a contracting dimension")
	}
	loops := maps[0].NumDims
	inputs, output := make([]int, loops), make([]int, loops)
	for i, m := range maps[:min(len(maps), op.NumOperands(), 3)] {
		if m.NumDims != loops {
			return op.PlainErrorf("iteration spaces of provided affine_maps differ")
		}
		if !m.IsProjectedPermutation(false) {
			return op.PlainErrorf("provided affine_map is not a projected permutation")
		}
		if s, shaped := op.Operand(i).Type().(ir.ShapedType); shaped {
			if len(s.Shape()) != len(m.Results) {
				return op.PlainErrorf("ranks of shaped operand and results of corresponding affine_map differ")
			}
		} else if len(m.Results) != 0 {
			return op.PlainErrorf("affine_map specifies shaped access while operand has non-shaped type")
		}
		for _, d := range m.ResultDims() {
			if i < 2 {
				inputs[d]++
			} else {
				output[d]++
			}
		}
	}
	contracts := false
	for d := range loops {
		contracts = contracts || inputs[d] == 2 && output[d] == 0
		switch {
		case inputs[d] == 0 && output[d] == 0:
			return op.PlainErrorf("iteration space dim at index %d not used to access any operand", d)
		case inputs[d] == 1 && output[d] != 1:
			return op.PlainErrorf("iteration space dim at index %d is neither a contracting dim nor of parallel iteration type", d)
		}
	}
	if !contracts {
		return op.PlainErrorf("'indexing_maps' do not specify a contracting dimension")
	}
	return nil
}

func elementwise() *ir.OpDef {
	mapsOf := func(op *ir.Operation) []affine.Map {
		if a := op.Attr(indexingMaps); a != nil {
			return ir.ReadMaps(a)
		}
		return identities(op)
	}
	return structured(&ir.OpDef{
		Kind: "linalg.elementwise", Summary: "function of elements, chosen by an attribute",
		Description: "Applies a function of one, two or three numbers to the elements of its operands. indexing_maps can transpose and broadcast operands.",
		Attrs: []ir.PropDef{
			{Name: "kind", Type: elementwiseKind.constraint},
			{Name: indexingMaps, Type: ir.AffineMapArrayAttr, Optional: true, Default: func(c *ir.Context) ir.Attribute { return c.AffineMaps(nil) }},
		},
		Form:  "`kind` `=` word (`indexing_maps` `=` maps)? " + namedForm,
		Parse: parseElementwise,
		Print: func(p *ir.Printer, op *ir.Operation) {
			p.Str(" kind=").Attr(op.Attr("kind"))
			if a := op.Attr(indexingMaps); a != nil && !slices.EqualFunc(ir.ReadMaps(a), identities(op), affine.Map.Equal) {
				printMaps(p, a)
			}
			printNamed(p, op, "kind", indexingMaps)
		},
		Examples: []string{`func.func @f(%x: tensor<4x8xf32>, %b: tensor<8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>] ins(%x, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}`},
	}, &Loops{
		Maps: mapsOf,
		Iterators: func(op *ir.Operation) []Iterator {
			return make([]Iterator, rankOf(op.Operand(op.NumOperands()-1)))
		},
		Build: func(b *body, op *ir.Operation) *ir.Value { return callKind(b, op.Attr("kind")) },
	})
}

// identities are the usual maps of linalg.elementwise.
func identities(op *ir.Operation) []affine.Map {
	return slices.Repeat([]affine.Map{affine.Identity(rankOf(op.Operand(op.NumOperands() - 1)))}, op.NumOperands())
}

func callKind(b *body, a ir.Attribute) *ir.Value {
	i, _ := elementwiseKind.ValueOf(a)
	k := kinds[i]
	return k.build(b, b.args[:k.arity])
}

func parseElementwise(p ir.OpParser, st *ir.OpState) {
	p.Keyword("kind")
	p.Expect("=")
	a := p.Attr(nil)
	if !p.Ok() {
		return
	}
	i, ok := elementwiseKind.ValueOf(a)
	if !ok {
		p.Errorf("expected ElementwiseKind attribute")
		return
	}
	st.SetProp("kind", a)
	given := parseMaps(p)
	if !p.Ok() {
		return
	}
	k := kinds[i]
	t := parseNamed(p, st, k.arity+1, func(b *body) *ir.Value { return callKind(b, a) })
	if !p.Ok() {
		p.AlsoErrorAt(p.Pos(), "unable to parse elemwise op")
		return
	}
	if given == nil {
		rank := 0
		if s, shaped := t.outputs[len(t.outputs)-1].(ir.ShapedType); shaped {
			rank = len(s.Shape())
		}
		given = p.Context().AffineMaps(slices.Repeat([]affine.Map{affine.Identity(rank)}, k.arity+1))
	}
	st.SetProp(indexingMaps, given)
}
