package vectorext

import (
	"slices"

	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
)

// indexList is the second bracket of a transfer: either None or an operand per memory
// dimension, or a list of operands followed by their types.
type indexList struct {
	operands []ir.Unresolved
	types    []ir.Type
	indexed  []bool // an entry per item; false for None
}

// parseIndexList reads [None, %v: type] as well as [%v, %w : type, type]. A list with a
// single operand has the same text in both forms.
func parseIndexList(p ir.OpParser) (l indexList) {
	if !p.Accept("[") {
		return l
	}
	for p.Ok() && !p.Accept("]") {
		pending := 0
		switch {
		case p.AcceptKeyword("None"):
			l.indexed = append(l.indexed, false)
		default:
			for {
				u, ok := p.OptionalOperand()
				if !ok {
					p.Errorf("Expected `none` or `operand : type`")
					return l
				}
				l.operands = append(l.operands, u)
				l.indexed = append(l.indexed, true)
				pending++
				if !p.Accept(",") {
					break
				}
			}
			p.Expect(":")
			for i := 0; i < pending && p.Ok(); i++ {
				if i > 0 {
					p.Expect(",")
				}
				l.types = append(l.types, p.Type())
			}
		}
		p.Accept(",")
	}
	return l
}

// parseTail reads the part that gather and scatter share, from the offsets to the
// attribute dictionary.
type transferTail struct {
	offsets    []ir.Unresolved
	indices    indexList
	extra      []ir.Unresolved // padding and mask, or mask
	afterIndex int
}

func parseTransferTail(p ir.OpParser, st *ir.OpState) (t transferTail) {
	t.offsets = p.Operands("[]")
	t.indices = parseIndexList(p)
	for p.Accept(",") {
		t.extra = append(t.extra, p.Operand())
	}
	p.AttrDict(st)
	p.Expect(":")
	t.afterIndex = p.Pos()
	return t
}

func parseGather(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	base := p.Operand()
	t := parseTransferTail(p, st)
	types := p.Types()
	if !p.Ok() {
		return
	}
	if n := len(t.extra); n < 1 || n > 2 {
		p.ErrorAt(t.afterIndex, "expected a padding value and at most one mask, but got %d operands", n)
		return
	}
	unified := st.Prop(indexingMaps) != nil
	hasMask := len(t.extra) == 2
	want := 2
	if unified && hasMask {
		want = 3
	}
	if len(types) != want {
		p.ErrorAt(t.afterIndex, "expected %d types", want)
		return
	}
	shaped, ok := types[0].(ir.ShapedType)
	if !ok || !shaped.HasRank() || isVector(shaped) {
		p.ErrorAt(t.afterIndex, "requires memref or ranked tensor type")
		return
	}
	vec, ok := types[1].(*ir.VectorType)
	if !ok {
		p.ErrorAt(t.afterIndex, "requires vector type")
		return
	}
	var mask ir.Type
	if !unified {
		if mask = perDimensionDefaults(p, st, t, shaped, vec, hasMask); !p.Ok() {
			return
		}
	} else if hasMask {
		mask = types[2]
	}
	p.Resolve(st, shaped, base)
	p.ResolveEach(st, c.Index(), t.offsets)
	p.ResolveAll(st, t.indices.operands, t.indices.types, t.afterIndex)
	p.Resolve(st, shaped.ElementType(), t.extra[0])
	if hasMask {
		p.Resolve(st, mask, t.extra[1])
	}
	st.SetSegments(c, 1, len(t.offsets), len(t.indices.operands), 1, len(t.extra)-1)
	st.ResultTypes = []ir.Type{vec}
}

// perDimensionDefaults sets the attributes that the per-dimension form omits and returns
// the inferred type of the mask, if there is one.
func perDimensionDefaults(p ir.OpParser, st *ir.OpState, t transferTail, base ir.ShapedType, vec *ir.VectorType, hasMask bool) ir.Type {
	c := p.Context()
	st.SetProp(indexedAttr, c.BoolArray(t.indices.indexed))
	if st.Prop(indexedMaps) == nil {
		st.SetProp(indexedMaps, c.Array(nil))
	}
	var perm affine.Map
	if a, isMap := st.Prop(permutationMap).(*ir.AffineMapAttr); isMap {
		perm = a.Map
	} else {
		rank, vecRank := len(base.Shape()), len(vec.Dims)
		if e, isVec := base.ElementType().(*ir.VectorType); isVec {
			vecRank -= len(e.Dims)
		}
		if vecRank < 0 || vecRank > rank {
			p.ErrorAt(t.afterIndex, "expected the same rank for the vector and the results of the permutation map")
			return nil
		}
		perm = affine.MinorIdentity(rank, vecRank)
		st.SetProp(permutationMap, c.AffineMap(perm))
	}
	if st.Prop(inBounds) == nil {
		st.SetProp(inBounds, c.BoolArray(make([]bool, len(perm.Results))))
	}
	if !hasMask {
		return nil
	}
	if _, isVec := base.ElementType().(*ir.VectorType); isVec {
		p.ErrorAt(t.afterIndex, "does not support masks with vector element type")
		return nil
	}
	if len(vec.Dims) != len(perm.Results) {
		p.ErrorAt(t.afterIndex, "expected the same rank for the vector and the results of the permutation map")
		return nil
	}
	m := vector.TransferMaskType(vec, perm)
	if m == nil {
		p.ErrorAt(t.afterIndex, "cannot infer the mask type from permutation map %s", perm)
		return nil
	}
	return m
}

func isVector(t ir.Type) bool {
	_, ok := t.(*ir.VectorType)
	return ok
}

func parseScatter(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	vec := p.Operand()
	p.Keyword("into")
	base := p.Operand()
	t := parseTransferTail(p, st)
	types := p.Types()
	results := p.OptionalArrowTypes()
	if len(t.extra) > 1 {
		p.ErrorAt(t.afterIndex, "expected at most one mask, but got %d operands", len(t.extra))
		return
	}
	if want := 2 + len(t.extra); len(types) != want {
		p.ErrorAt(t.afterIndex, "expected %d types", want)
		return
	}
	p.Resolve(st, types[1], base)
	p.Resolve(st, types[0], vec)
	p.ResolveEach(st, c.Index(), t.offsets)
	p.ResolveAll(st, t.indices.operands, t.indices.types, t.afterIndex)
	if len(t.extra) == 1 {
		p.Resolve(st, types[2], t.extra[0])
	}
	st.SetSegments(c, 1, 1, len(t.offsets), len(t.indices.operands), len(t.extra))
	st.ResultTypes = results
}

func printTransfer(p *ir.Printer, op *ir.Operation) {
	t := Transfer{op}
	p.Str(" ")
	if !t.IsGather() {
		p.Operand(t.Vector()).Str(" into ")
	}
	p.Operand(t.Base()).Str("[").Operands(t.Offsets()).Str("]")
	vecs := t.IndexVecs()
	if t.Unified() {
		if len(vecs) > 0 {
			p.Str(" [").Operands(vecs).Str(" : ").TypesOf(vecs).Str("]")
		}
	} else {
		printIndexed(p, t, vecs)
	}
	if t.IsGather() {
		p.Str(", ").Operand(t.Padding())
	}
	if m := t.Mask(); m != nil {
		p.Str(", ").Operand(m)
	}
	p.AttrDict(op, t.elided()...)
	p.Str(" : ")
	if t.IsGather() {
		p.Type(t.Base().Type()).Str(", ").Type(t.VectorType())
	} else {
		p.Type(t.VectorType()).Str(", ").Type(t.Base().Type())
	}
	if m := t.Mask(); m != nil && t.Unified() {
		p.Str(", ").Type(m.Type())
	}
	if t.IsGather() {
		return
	}
	if r := ir.Cast[TransferScatterOp](op).Result(); r != nil {
		p.Str(" -> ").Type(r.Type())
	}
}

// printIndexed prints the bracket of the per-dimension form.
func printIndexed(p *ir.Printer, t Transfer, vecs []*ir.Value) {
	p.Str("[")
	next := 0
	for k, indexed := range t.Indexed() {
		if k > 0 {
			p.Str(", ")
		}
		if !indexed || next >= len(vecs) {
			p.Str("None")
			continue
		}
		p.Operand(vecs[next]).Str(": ").Type(vecs[next].Type())
		next++
	}
	p.Str("]")
}

// elided lists the attributes that the pretty form omits.
func (t Transfer) elided() []string {
	names := []string{"operandSegmentSizes", indexedAttr}
	if t.Unified() {
		return names
	}
	if t.PermutationMap().IsMinorIdentity() {
		names = append(names, permutationMap)
	}
	if !slices.Contains(t.InBounds(), true) {
		names = append(names, inBounds)
	}
	return names
}
