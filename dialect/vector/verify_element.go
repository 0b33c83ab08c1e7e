package vector

import (
	"slices"

	"optc/ir"
)

// poisonIndex is the position that selects poison (kPoisonIndex upstream).
const poisonIndex = -1

// isValidIndex reports whether i is poison or below n.
func isValidIndex(i, n int64) bool { return poisonIndex <= i && i < n }

func countDynamic(pos []int64) int {
	n := 0
	for _, p := range pos {
		if p == ir.Dynamic {
			n++
		}
	}
	return n
}

// innerType returns the type of the part of a vector that remains when its leading n
// dimensions are fixed: the element type if no dimension remains.
func innerType(t *ir.VectorType, n int) ir.Type {
	if n == len(t.Dims) {
		return t.Elem
	}
	return ir.ScalableVector(t.Dims[n:], scalableDims(t)[n:], t.Elem)
}

func inferExtract(_ *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
	pos, _ := ir.Int64s(st.Prop(staticPosition))
	t := vectorOf(st.Operands[0])
	return []ir.Type{innerType(t, min(len(pos), len(t.Dims)))}, nil
}

// verifyExtractResult checks the result type; an extract of a single element may also
// yield a vector with one element.
func verifyExtractResult(op *ir.Operation) *ir.Diagnostic {
	extract := ir.Cast[ExtractOp](op)
	t := vectorOf(extract.Source())
	want, got := innerType(t, min(len(extract.StaticPosition()), len(t.Dims))), extract.Result().Type()
	one := func(v, elem ir.Type) bool {
		t, ok := v.(*ir.VectorType)
		return ok && slices.Equal(t.Dims, []int64{1}) && t.Elem == elem
	}
	if want == got || one(want, got) || one(got, want) {
		return nil
	}
	return op.Errorf("inferred type(s) '%s' are incompatible with return type(s) of operation '%s'", want, got)
}

func verifyExtract(op *ir.Operation) *ir.Diagnostic {
	extract := ir.Cast[ExtractOp](op)
	if t := vectorOf(extract.Result()); t != nil && len(t.Dims) == 0 {
		return op.PlainErrorf("expected a scalar instead of a 0-d vector as the result type")
	}
	src, pos := vectorOf(extract.Source()), extract.StaticPosition()
	if countDynamic(pos) != op.NumOperands()-1 {
		return op.Errorf("mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- this can only happen due to an incorrect fold/rewrite")
	}
	if len(pos) > len(src.Dims) {
		return op.Errorf("expected position attribute of rank no greater than vector rank")
	}
	for i, p := range pos {
		if p != ir.Dynamic && !isValidIndex(p, src.Dims[i]) {
			return op.Errorf("expected position attribute #%d to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)", i+1)
		}
	}
	return nil
}

func verifyInsert(op *ir.Operation) *ir.Diagnostic {
	insert := ir.Cast[InsertOp](op)
	src, dst, pos := vectorOf(insert.ValueToStore()), vectorOf(insert.Dest()), insert.StaticPosition()
	switch {
	case src != nil && len(src.Dims) == 0:
		return op.PlainErrorf("expected a scalar instead of a 0-d vector as the source operand")
	case len(pos) > len(dst.Dims):
		return op.Errorf("expected position attribute of rank no greater than dest vector rank")
	case src != nil && len(src.Dims)+len(pos) != len(dst.Dims):
		return op.Errorf("expected position attribute rank + source rank to match dest vector rank")
	case src == nil && len(pos) != len(dst.Dims):
		return op.Errorf("expected position attribute rank to match the dest vector rank")
	case countDynamic(pos) != op.NumOperands()-2:
		// Upstream accepts this and crashes when it prints the operation.
		return op.Errorf("mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- this can only happen due to an incorrect fold/rewrite")
	}
	for i, p := range pos {
		if p != ir.Dynamic && !isValidIndex(p, dst.Dims[i]) {
			return op.Errorf("expected position attribute #%d to be a non-negative integer smaller than the corresponding dest vector dimension", i+1)
		}
	}
	return nil
}

// matchesElements requires as many values as a vector has elements, all of its element
// type.
func matchesElements(vector, elements string, parts func(op *ir.Operation) (*ir.Value, []*ir.Value)) ir.Predicate {
	return ir.Predicate{
		Sentence: "shaped type '" + vector + "' matches '" + elements + "' element count and types",
		Holds: func(op *ir.Operation) bool {
			v, elems := parts(op)
			t := vectorOf(v)
			return int64(len(elems)) == numElements(t) &&
				!slices.ContainsFunc(elems, func(e *ir.Value) bool { return e.Type() != t.Elem })
		},
	}
}

// sameElementTypes requires the named operands and results to have the same element type.
func sameElementTypes(names ...string) ir.AllMatch {
	return ir.AllMatch{Names: names, Text: "element type", Of: func(t ir.Type) any { return ir.ElementOrSelf(t) }}
}

// multipleOf requires pos to be a multiple of the length of a vector.
func multipleOf(what string, pos func(op *ir.Operation) int64, part func(op *ir.Operation) *ir.Value) ir.Predicate {
	return ir.Predicate{Sentence: "position is a multiple of the " + what + " length.", Holds: func(op *ir.Operation) bool {
		return pos(op)%numElements(vectorOf(part(op))) == 0
	}}
}

// parseFromElements reads the elements, whose type is the result's element type.
func parseFromElements(p ir.OpParser, st *ir.OpState) {
	at := p.Pos()
	elements := p.Operands("")
	p.AttrDict(st)
	p.Expect(":")
	v, ok := ir.ParseTypeOf[*ir.VectorType](p, p.Pos(), "builtin.vector")
	if !ok {
		return
	}
	if v.AnyScalable() {
		p.ErrorAt(namePos(st), "'dest' must be %s, but got '%s'", fixedVector.Summary, v)
		return
	}
	p.ResolveAll(st, elements, slices.Repeat([]ir.Type{v.Elem}, int(numElements(v))), at)
	st.ResultTypes = []ir.Type{v}
}

// namePos returns the offset of the name of the operation that is being parsed.
func namePos(st *ir.OpState) int {
	_, pos, _ := st.Loc.Source()
	return pos
}

func inferShuffle(_ *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
	t := vectorOf(st.Operands[0])
	mask, _ := ir.Int64s(st.Prop(maskAttr))
	dims := []int64{max(1, int64(len(mask)))}
	if len(t.Dims) > 0 {
		dims = append(dims, t.Dims[1:]...)
	}
	return []ir.Type{ir.Vector(dims, t.Elem)}, nil
}

func verifyShuffle(op *ir.Operation) *ir.Diagnostic {
	shuffle := ir.Cast[ShuffleOp](op)
	a, b, out := vectorOf(shuffle.V1()), vectorOf(shuffle.V2()), vectorOf(shuffle.Vector())
	scalars := len(a.Dims) == 0 && len(b.Dims) == 0 && len(out.Dims) == 1
	if !scalars && (len(a.Dims) != len(out.Dims) || len(b.Dims) != len(out.Dims)) {
		return op.Errorf("rank mismatch")
	}
	for d := 1; d < len(a.Dims); d++ {
		if out.Dims[d] != a.Dims[d] || a.Dims[d] != b.Dims[d] {
			return op.Errorf("dimension mismatch")
		}
	}
	mask := shuffle.Mask()
	switch {
	case len(mask) == 0:
		return op.Errorf("invalid mask length")
	case int64(len(mask)) != out.Dims[0]:
		return op.Errorf("mask length mismatch")
	}
	n := rowCount(a) + rowCount(b)
	for i, m := range mask {
		if !isValidIndex(m, n) {
			return op.Errorf("mask index #%d out of range", i+1)
		}
	}
	return nil
}

// rowCount returns the extent of the first dimension, 1 for rank 0.
func rowCount(t *ir.VectorType) int64 {
	if len(t.Dims) == 0 {
		return 1
	}
	return t.Dims[0]
}
