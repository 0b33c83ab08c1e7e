package vector

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
	"optc/sim"
)

func contract() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "vector.contract",
		New:     []string{"lhs", "rhs", "acc", "indexing_maps", "iterator_types", "kind", "result=acc"},
		Summary: "generalized matrix product",
		Description: `For each element of the result, combines the accumulator with the products of lhs
and rhs over all values of the reduction iterators. The indexing maps specify
which iterator runs along each dimension of lhs, rhs and accumulator.`,
		Implements: []ir.Implementation{sim.Moves()},
		Operands:   []ir.ValueDef{{Name: "lhs", Type: rankedVector}, {Name: "rhs", Type: rankedVector}, {Name: "acc", Type: ir.AnyType}},
		Results:    []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Attrs: []ir.PropDef{
			{Name: indexingMaps, Type: ir.ArrayConstraint, Go: ir.GoMaps},
			{Name: iteratorTypesAttr, Type: iteratorTypesConstraint},
			kindDef(true),
		},
		Traits: ir.Pure,
		Constraints: []ir.Constraint{
			ir.Predicate{Sentence: "lhs and rhs have same element type", Holds: func(op *ir.Operation) bool {
				contract := ir.Cast[ContractOp](op)
				return vectorOf(contract.Lhs()).Elem == vectorOf(contract.Rhs()).Elem
			}},
			sameElements("third operand acc and result have same element type", ir.Method(ContractOp.Acc), ir.Method(ContractOp.Result)),
		},
		Form:     "`{` `indexing_maps` `=` $indexing_maps `,` `iterator_types` `=` $iterator_types `,` `kind` `=` $kind `}` $lhs `,` $rhs `,` $acc attr-dict `:` type($lhs) `,` type($rhs) `into` type($acc)",
		Parse:    parseContract,
		Print:    printContract,
		Verify:   verifyContract,
		Patterns: contractPatterns(),
		Examples: []string{`func.func @f(%a: vector<4x3xf32>, %b: vector<3x7xf32>, %c: vector<4x7xf32>) -> vector<4x7xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
  return %0 : vector<4x7xf32>
}`},
	}
}

func parseContract(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	a := p.Attr(nil)
	dict, ok := a.(*ir.DictAttr)
	if p.Ok() && !ok {
		p.ErrorAt(pos, "invalid kind of attribute specified")
	}
	lhs := p.Operand()
	p.Expect(",")
	rhs := p.Operand()
	p.Expect(",")
	acc := p.Operand()
	var masks []ir.Unresolved
	for p.Ok() && p.Accept(",") {
		masks = append(masks, p.Operand())
	}
	p.AttrDict(st)
	p.Expect(":")
	typesPos := p.Pos()
	types := p.Types()
	p.Keyword("into")
	result := p.Type()
	if !p.Ok() {
		return
	}
	if len(types) < 2 { // upstream ignores further types
		p.ErrorAt(typesPos, "expected 2 types, but got %d", len(types))
		return
	}
	p.Resolve(st, types[0], lhs)
	p.Resolve(st, types[1], rhs)
	p.Resolve(st, result, acc)
	st.ResultTypes = []ir.Type{result}
	for _, e := range dict.Entries {
		st.SetAttr(e.Name, e.Value)
	}
	iterators, ok := st.Prop(iteratorTypesAttr).(*ir.ArrayAttr)
	if !ok {
		p.ErrorAt(pos, "expected \"iterator_types\" array attribute")
		return
	}
	setIteratorTypes(p, st, iterators, pos)
	resolveMasks(p, st, masks, types)
}

// resolveMasks reads the masks of an older textual form. The verifier refuses two masks
// as upstream does: masks belong to vector.mask.
func resolveMasks(p ir.OpParser, st *ir.OpState, masks []ir.Unresolved, types []ir.Type) {
	if len(masks) != 0 && len(masks) != 2 {
		p.ErrorAt(namePos(st), "expected zero or exactly 2 vector mask operands")
		return
	}
	for i, m := range masks {
		t, ok := types[i].(*ir.VectorType)
		if !ok {
			p.ErrorAt(namePos(st), "expected vector types of masked operands")
			return
		}
		p.Resolve(st, ir.ScalableVector(t.Dims, t.Scalable, p.Context().I1()), m)
	}
}

// setIteratorTypes replaces the words of the text by attributes.
func setIteratorTypes(p ir.OpParser, st *ir.OpState, words *ir.ArrayAttr, pos int) {
	types := []ir.Attribute{}
	for _, e := range words.Elems {
		w, ok := e.(*ir.StringAttr)
		if !ok {
			continue
		}
		i := slices.Index(iteratorTypes.Words, w.Value)
		if i < 0 {
			p.ErrorAt(pos, "unexpected iterator_type (%s)", w.Value)
			return
		}
		types = append(types, iteratorTypes.Of(p.Context(), i))
	}
	st.SetProp(iteratorTypesAttr, p.Context().Array(types))
}

func printContract(p *ir.Printer, op *ir.Operation) {
	c := p.Context()
	words := make([]ir.Attribute, 0, 4)
	contract := ir.Cast[ContractOp](op)
	for _, t := range contract.IteratorTypes() {
		words = append(words, c.Str(t.String()))
	}
	p.Str(" ").Attr(c.Dict([]ir.NamedAttr{
		{Name: indexingMaps, Value: op.Attr(indexingMaps)},
		{Name: iteratorTypesAttr, Value: c.Array(words)},
		{Name: kindName, Value: op.Attr(kindName)},
	}))
	p.Str(" ").Operands(op.OperandList()).AttrDict(op, indexingMaps, iteratorTypesAttr, kindName)
	p.Str(" : ").Type(contract.Lhs().Type()).Str(", ").Type(contract.Rhs().Type()).Str(" into ").Type(contract.Result().Type())
}

// dimPairs returns the pairs of dimensions of lhs and rhs along which the same iterator,
// of type t, runs.
func dimPairs(maps []affine.Map, iterators []IteratorType, t IteratorType) (pairs [][2]int) {
	for i, it := range iterators {
		if it != t {
			continue
		}
		l, inLHS := maps[0].ResultPosition(i)
		r, inRHS := maps[1].ResultPosition(i)
		if inLHS && inRHS {
			pairs = append(pairs, [2]int{l, r})
		}
	}
	return pairs
}

func verifyContract(op *ir.Operation) *ir.Diagnostic {
	contract := ir.Cast[ContractOp](op)
	lhs, rhs := vectorOf(contract.Lhs()), vectorOf(contract.Rhs())
	if t, ok := lhs.Elem.(*ir.IntegerType); ok && t.Signedness != ir.Signless {
		return op.Errorf("only supports signless integer types")
	}
	maps, iterators := contract.IndexingMaps(), contract.IteratorTypes()
	if len(maps) != 3 {
		return op.Errorf("expected an indexing map for each vector operand")
	}
	for i, m := range maps {
		if d := verifyContractMap(op, i, m, len(iterators)); d != nil {
			return d
		}
	}
	reduced, batch := dimPairs(maps, iterators, Reduced), dimPairs(maps, iterators, Parallel)
	agree := func(pairs [][2]int) bool {
		for _, p := range pairs {
			if lhs.Dims[p[0]] != rhs.Dims[p[1]] {
				return false
			}
		}
		return true
	}
	switch {
	case len(reduced) == 0:
		return op.Errorf("expected at least one contracting dimension pair")
	case !agree(reduced):
		return op.Errorf("invalid contracting dimension map")
	case !agree(batch):
		return op.Errorf("invalid batch dimension map")
	}
	if d := verifyContractResult(op, maps, len(reduced)); d != nil {
		return d
	}
	t := contract.Result().Type()
	if v := vectorOf(contract.Result()); v != nil {
		t = v.Elem
	}
	if !CombiningKind(op).supports(t) {
		return op.Errorf("unsupported contraction type")
	}
	if slices.Contains(affine.UnusedDims(maps[0], maps[1]), true) {
		all := affine.NewMap(len(iterators), 0, slices.Concat(maps[0].Results, maps[1].Results, maps[2].Results)...)
		return op.Errorf("invalid indexing maps are non-invertible: (%s)", all)
	}
	return nil
}

func verifyContractMap(op *ir.Operation, i int, m affine.Map, iterators int) *ir.Diagnostic {
	rank := 0
	if t := vectorOf(op.Operand(i)); t != nil {
		rank = len(t.Dims)
	}
	switch {
	case m.NumSymbols != 0:
		return op.Errorf("expected indexing map %d to have no symbols", i)
	case m.NumDims != iterators:
		return op.Errorf("expected indexing map %d to have %d number of inputs", i, iterators)
	case len(m.Results) != rank:
		return op.Errorf("expected indexing map %d to have %d number of outputs", i, rank)
	case !m.IsProjectedPermutation(false):
		return op.Errorf("expected indexing map %d to be a projected permutation of its inputs", i)
	}
	return nil
}

// verifyContractResult compares the types of accumulator and result with the shape that
// follows from lhs and rhs.
func verifyContractResult(op *ir.Operation, maps []affine.Map, reduced int) *ir.Diagnostic {
	contract := ir.Cast[ContractOp](op)
	lhs, rhs := vectorOf(contract.Lhs()), vectorOf(contract.Rhs())
	acc, res := vectorOf(contract.Acc()), vectorOf(contract.Result())
	if len(lhs.Dims) == reduced && len(rhs.Dims) == reduced {
		if acc != nil || res != nil {
			return op.Errorf("invalid accumulator/result vector shape")
		}
		return nil
	}
	if acc == nil || res == nil {
		return op.Errorf("invalid accumulator/result vector shape")
	}
	if slices.Contains(affine.UnusedDims(maps[0], maps[1]), true) {
		return op.Errorf("expected all dimensions to be either a LHS or a RHS dimension")
	}
	extents, _ := iterationSpace(op)
	dims := make([]int64, len(maps[2].Results))
	for i := range dims {
		d, _ := maps[2].DimPosition(i)
		dims[i] = extents[d]
	}
	if want := ir.ScalableVector(dims, res.Scalable, res.Elem); len(dims) != len(res.Dims) || res != want || acc != want {
		return op.Errorf("invalid accumulator/result vector shape, expected: '%s'", want)
	}
	return nil
}

// iterationSpace returns the extent of each iterator, and which iterators are scalable.
func iterationSpace(op *ir.Operation) (dims []int64, scalable []bool) {
	maps := ir.Cast[ContractOp](op).IndexingMaps()
	dims, scalable = make([]int64, maps[0].NumDims), make([]bool, maps[0].NumDims)
	for o := range 2 {
		t := vectorOf(op.Operand(o))
		for i, n := range t.Dims {
			d, _ := maps[o].DimPosition(i)
			dims[d], scalable[d] = n, t.IsScalable(i)
		}
	}
	return dims, scalable
}

func outerProduct() *ir.OpDef {
	return &ir.OpDef{
		Kind: "vector.outerproduct", GoName: "OuterProduct",
		New:     []string{"kind", "lhs", "rhs", "acc", "result=acc"},
		Summary: "outer product",
		Description: `Element (i, j) of the result is lhs[i] * rhs[j], combined with the accumulator if
there is one. With a scalar rhs it is lhs[i] * rhs.`,
		Implements: []ir.Implementation{sim.Moves()},
		Operands: []ir.ValueDef{
			{Name: "lhs", Type: rankedVector}, {Name: "rhs", Type: ir.AnyType},
			{Name: "acc", Type: rankedVector, Kind: ir.Optional},
		},
		Results: []ir.ValueDef{{Name: "result", Type: rankedVector}},
		Attrs:   []ir.PropDef{kindDef(true)},
		Traits:  ir.Pure,
		Constraints: []ir.Constraint{
			sameElements("lhs operand and result have same element type", ir.Method(OuterProductOp.Lhs), ir.Method(OuterProductOp.Result)),
			sameElements("rhs operand and result have same element type", ir.Method(OuterProductOp.Rhs), ir.Method(OuterProductOp.Result)),
		},
		Form:  "$lhs `,` $rhs (`,` $acc)? attr-dict `:` type($lhs) `,` type($rhs)",
		Parse: parseOuterProduct,
		Print: func(p *ir.Printer, op *ir.Operation) {
			p.Str(" ").Operands(op.OperandList())
			if op.NumOperands() > 2 {
				p.AttrDict(op)
			}
			outerProduct := ir.Cast[OuterProductOp](op)
			p.Str(" : ").Type(outerProduct.Lhs().Type()).Str(", ").Type(outerProduct.Rhs().Type())
		},
		Verify: verifyOuterProduct,
		Examples: []string{`func.func @f(%a: vector<4xf32>, %b: vector<8xf32>, %c: vector<4x8xf32>) -> vector<4x8xf32> {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
  return %0 : vector<4x8xf32>
}`},
	}
}

func parseOuterProduct(p ir.OpParser, st *ir.OpState) {
	operands := p.Operands("")
	p.AttrDict(st)
	p.Expect(":")
	lhs := p.Type()
	p.Expect(",")
	rhs := p.Type()
	if !p.Ok() {
		return
	}
	l, ok := lhs.(*ir.VectorType)
	switch {
	case len(operands) < 2:
		p.ErrorAt(namePos(st), "expected at least 2 operands")
		return
	case !ok || len(l.Dims) == 0:
		p.ErrorAt(namePos(st), "expected vector type for operand #1")
		return
	}
	dims, scalable := []int64{l.Dims[0]}, []bool{l.IsScalable(0)}
	if r, ok := rhs.(*ir.VectorType); ok && len(r.Dims) > 0 {
		dims, scalable = append(dims, r.Dims[0]), append(scalable, r.IsScalable(0))
	}
	result := ir.ScalableVector(dims, scalable, l.Elem)
	p.Resolve(st, lhs, operands[0])
	p.Resolve(st, rhs, operands[1])
	if len(operands) > 2 {
		p.Resolve(st, result, operands[2])
	}
	st.ResultTypes = []ir.Type{result}
}

func verifyOuterProduct(op *ir.Operation) *ir.Diagnostic {
	outerProduct := ir.Cast[OuterProductOp](op)
	lhs, rhs, res := vectorOf(outerProduct.Lhs()), vectorOf(outerProduct.Rhs()), vectorOf(outerProduct.Result())
	if len(lhs.Dims) != 1 {
		return op.Errorf("expected 1-d vector for operand #1")
	}
	switch {
	case rhs == nil && len(res.Dims) != 1:
		return op.Errorf("expected 1-d vector result")
	case rhs != nil && len(rhs.Dims) != 1:
		return op.Errorf("expected 1-d vector for operand #2")
	case rhs != nil && len(res.Dims) != 2:
		return op.Errorf("expected 2-d vector result")
	case lhs.Dims[0] != res.Dims[0]:
		return op.Errorf("expected #1 operand dim to match result dim #1")
	case rhs != nil && rhs.Dims[0] != res.Dims[1]:
		return op.Errorf("expected #2 operand dim to match result dim #2")
	case rhs != nil && lhs.AnyScalable() && !rhs.AnyScalable():
		return op.Errorf("expected either both or only #2 operand dim to be scalable")
	}
	if acc := outerProduct.Acc(); acc != nil && acc.Type() != ir.Type(res) {
		return op.Errorf("expected operand #3 of same type as result type")
	}
	if !CombiningKind(op).supports(res.Elem) {
		return op.Errorf("unsupported outerproduct type")
	}
	return nil
}

// IndexingMapsAttr returns the attribute of IndexingMaps; contractions with equal maps share it.
func (op ContractOp) IndexingMapsAttr() ir.Attribute { return op.Operation().Attr(indexingMaps) }
