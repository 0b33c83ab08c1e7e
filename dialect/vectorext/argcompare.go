package vectorext

import (
	"slices"

	"optc/ir"
	"optc/num"
	"optc/sim"
)

func argCompare() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "iree_vector_ext.arg_compare",
		Summary: "reduce one dimension to the winning value and its index",
		Description: `Reduces a dimension with a comparator, which returns true when its first argument
wins. The results are the winner's value and index. Without explicit indices the
index is the position along the dimension, plus index_base if given.`,
		Operands: []ir.ValueDef{
			{Name: "input_value", Type: ir.AnyVector},
			{Name: "input_index", Type: ir.AnyVector, Kind: ir.Optional},
			{Name: "init_value", Type: ir.AnyVector},
			{Name: "init_index", Type: ir.AnyVector},
			{Name: "index_base", Type: ir.IndexConstraint, Kind: ir.Optional},
		},
		Results: []ir.ValueDef{
			{Name: "result_value", Type: ir.AnyVector},
			{Name: "result_index", Type: ir.AnyVector},
		},
		Attrs:      []ir.PropDef{{Name: dimensionAttr, Type: ir.I64Attr}},
		Regions:    []ir.RegionDef{{Name: "region", SingleBlock: true}},
		Traits:     ir.Pure | ir.AttrSizedOperandSegments | ir.SingleBlock | ir.ImplicitTerminator,
		Interfaces: ir.Interfaces{Terminator: YieldOp{}},
		Constraints: []ir.Constraint{
			ir.AllMatch{Names: []string{"input_value", "init_value"}, Text: "element type", Of: func(t ir.Type) any { return ir.ElementOrSelf(t) }},
			ir.AllTypesMatch{"init_value", "result_value"},
			ir.AllTypesMatch{"init_index", "result_index"},
		},
		Form:          "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input_value (`,` $input_index)? `:` types `)` `inits` `(` $init_value `,` $init_index `:` types `)` (`index_base` `(` $index_base `:` type($index_base) `)`)? $region `->` type($result_value) `,` type($result_index)",
		Parse:         parseArgCompare,
		Print:         printArgCompare,
		Verify:        verifyArgCompare,
		VerifyRegions: verifyComparator,
		Implements:    []ir.Implementation{argCompareFlow},
		Examples: []string{
			`func.func @f(%a: vector<4x32xf32>, %iv: vector<4xf32>, %ii: vector<4xi32>, %b: index) -> (vector<4xf32>, vector<4xi32>) {
  %v, %i = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<4x32xf32>) inits(%iv, %ii : vector<4xf32>, vector<4xi32>) index_base(%b : index) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<4xf32>, vector<4xi32>
  return %v, %i : vector<4xf32>, vector<4xi32>
}`,
		},
	}
}

func parseArgCompare(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	p.AttrDict(st)
	p.Keyword("dimension")
	p.Expect("(")
	st.SetProp(dimensionAttr, c.I64Attr(p.Integer()))
	p.Expect(")")
	ins := parseClause(p, st, "ins")
	inits := parseClause(p, st, "inits")
	base := 0
	if p.PeekKeyword("index_base") {
		base = parseClause(p, st, "index_base")
	}
	if ins < 1 || ins > 2 || inits != 2 || base > 1 {
		p.Errorf("expected 1 or 2 inputs, 2 inits and at most 1 index base, but got %d, %d and %d", ins, inits, base)
		return
	}
	st.SetSegments(c, 1, ins-1, 1, 1, base)
	body := p.Region(nil, false)
	if p.Ok() {
		ir.EnsureTerminator(p.Builder(), body, YieldOp{}, st.Loc)
	}
	st.Regions = append(st.Regions, body)
	p.Expect("->")
	st.ResultTypes = p.Types()
}

// parseClause reads word(%a, … : types) and returns the number of operands.
func parseClause(p ir.OpParser, st *ir.OpState, word string) int {
	p.Keyword(word)
	p.Expect("(")
	pos := p.Pos()
	operands := p.Operands("")
	p.Expect(":")
	p.ResolveAll(st, operands, p.Types(), pos)
	p.Expect(")")
	return len(operands)
}

func printArgCompare(p *ir.Printer, op *ir.Operation) {
	p.AttrDict(op, dimensionAttr, "operandSegmentSizes")
	argCompare := ir.Cast[ArgCompareOp](op)
	p.Str(" dimension(").Int(argCompare.Dimension()).Str(")")
	clause := func(word string, operands ...*ir.Value) {
		vs := slices.DeleteFunc(operands, func(v *ir.Value) bool { return v == nil })
		if len(vs) == 0 {
			return
		}
		p.Str(" " + word + "(").Operands(vs).Str(" : ").TypesOf(vs).Str(")")
	}
	clause("ins", argCompare.InputValue(), argCompare.InputIndex())
	clause("inits", argCompare.InitValue(), argCompare.InitIndex())
	clause("index_base", argCompare.IndexBase())
	p.Str(" ").Region(argCompare.Region(), true, true)
	p.Str(" -> ").TypesOf(op.ResultList())
}

func verifyArgCompare(op *ir.Operation) *ir.Diagnostic {
	argCompare := ir.Cast[ArgCompareOp](op)
	input := vectorOf(argCompare.InputValue())
	initValue := vectorOf(argCompare.InitValue())
	initIndex := vectorOf(argCompare.InitIndex())
	rank, dim := int64(len(input.Dims)), argCompare.Dimension()
	if dim < 0 || dim >= rank {
		return op.Errorf("dimension %d is out of range [0, %d)", dim, rank)
	}
	inits := []struct {
		name string
		typ  *ir.VectorType
	}{{"value", initValue}, {"index", initIndex}}
	for _, i := range inits {
		if int64(len(i.typ.Dims)) != rank-1 {
			return op.Errorf("init %s rank (%d) must be input rank - 1 (%d)", i.name, len(i.typ.Dims), rank-1)
		}
	}
	want := slices.Delete(slices.Clone(input.Dims), int(dim), int(dim)+1)
	for _, i := range inits {
		if !slices.Equal(i.typ.Dims, want) {
			return op.Errorf("init %s shape must match input shape with reduction dimension removed. Expected: [%s], but got: [%s]",
				i.name, num.JoinInts(want), num.JoinInts(i.typ.Dims))
		}
	}
	if !isIntOrIndex(initIndex.Elem) {
		return op.Errorf("init index must have integer or index element type, but got '%s'", initIndex.Elem)
	}
	if explicit := argCompare.InputIndex(); explicit != nil {
		index := vectorOf(explicit)
		switch {
		case !slices.Equal(index.Dims, input.Dims):
			return op.Errorf("explicit-index mode: value and index inputs must have the same shape. Value shape: [%s], index shape: [%s]",
				num.JoinInts(input.Dims), num.JoinInts(index.Dims))
		case !isIntOrIndex(index.Elem):
			return op.Errorf("explicit-index mode: index input must have integer or index element type, but got '%s'", index.Elem)
		case index.Elem != initIndex.Elem:
			return op.Errorf("explicit-index mode: input and init index element types must match. Input index type: '%s', init index type: '%s'",
				index.Elem, initIndex.Elem)
		case argCompare.IndexBase() != nil:
			return op.Errorf("index_base must not be used with explicit indices")
		}
	}
	args := op.Body().ArgTypes()
	if len(args) != 2 {
		return op.Errorf("comparator region must have exactly 2 arguments")
	}
	if args[0] != input.Elem || args[1] != input.Elem {
		return op.Errorf("comparator arguments must match input value element type. Expected: '%s', but got: '%s' and '%s'",
			input.Elem, args[0], args[1])
	}
	return nil
}

func verifyComparator(op *ir.Operation) *ir.Diagnostic {
	for inner := range op.Body().Ops() {
		if yield := ir.As[YieldOp](inner); yield.Ok() {
			yielded := yield.Operands()
			if n := len(yielded); n != 1 {
				return inner.Errorf("expected 1 yield operand, but got %d", n)
			}
			if t := yielded[0].Type(); t != ir.Type(t.Context().I1()) {
				return inner.Errorf("expected yield operand to have type i1, but got '%s'", t)
			}
			continue
		}
		if !ir.IsPure(inner) {
			return inner.Errorf("comparator region must contain only pure operations")
		}
	}
	return nil
}

func isIntOrIndex(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		return true
	}
	return false
}

func vectorOf(v *ir.Value) *ir.VectorType { return v.Type().(*ir.VectorType) }

func yield() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "iree_vector_ext.yield",
		Summary:     "result of a comparator region",
		Description: "Ends the comparator of arg_compare; the operand is whether its first argument wins.",
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Constraints: []ir.Constraint{ir.HasParent{ArgCompareOp{}}},
		Assembly:    "attr-dict ($operands^ `:` type($operands))?",
	}
}
