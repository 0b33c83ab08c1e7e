package vector

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
	"optc/sim"
)

var transferAttrs = []ir.PropDef{
	{Name: permutationMap, Type: ir.AffineMapConstraint, Doc: "base dimension of each vector dimension"},
	{Name: inBounds, Type: ir.BoolArrayAttr, Doc: "vector dimensions that stay inside the base"},
}

func transferRead() *ir.OpDef {
	return &ir.OpDef{
		Kind:       "vector.transfer_read",
		Implements: accessesMemory(accessOfTransfer, sim.Moves("base", "padding"), simplifyTransfer),
		New:        []string{"vector", "base", "indices", "padding", "mask", "permutation_map", "in_bounds"},
		Summary:    "read a vector from memory or a tensor",
		Description: `Reads a rectangular part of the base that begins at the indices. permutation_map
specifies which base dimension runs along each vector dimension; a dimension with
the constant 0 is broadcast. Elements that are out of bounds, or off in the mask,
get the value of the padding. The default of permutation_map is the minor
identity.`,
		Operands: []ir.ValueDef{
			{Name: "base", Type: ir.AnyShaped},
			{Name: "indices", Type: ir.IndexConstraint, Kind: ir.Variadic},
			{Name: "padding", Type: ir.AnyType},
			{Name: "mask", Type: rankedMask, Kind: ir.Optional},
		},
		Results:      []ir.ValueDef{{Name: "vector", Type: anyVector}},
		Attrs:        transferAttrs,
		Traits:       ir.AttrSizedOperandSegments,
		Interfaces:   ir.Interfaces{DestStyle: &ir.DestStyle{Inits: func(*ir.Operation) (lo, hi int) { return 0, 0 }}},
		Form:         "$base `[` $indices `]` `,` $padding (`,` $mask)? attr-dict `:` type($base) `,` type($vector)",
		Parse:        parseTransferRead,
		Print:        printTransfer,
		Verify:       verifyTransferRead,
		Effects:      func(op *ir.Operation) []ir.Effect { return transferEffects(op, ir.Read) },
		Speculatable: transferSpeculatable,
		Fold:         foldTransferRead,
		Patterns:     transferReadPatterns,
		Examples: []string{`func.func @f(%a: memref<?x?xf32>, %i: index, %pad: f32, %m: vector<4xi1>) {
  %0 = vector.transfer_read %a[%i, %i], %pad, %m {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %a[%i, %i], %pad {permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : memref<?x?xf32>, vector<4x8xf32>
  return
}`},
	}
}

func transferWrite() *ir.OpDef {
	return &ir.OpDef{
		Kind:       "vector.transfer_write",
		Implements: accessesMemory(accessOfTransfer, sim.Moves("valueToStore", "base"), simplifyTransfer),
		New:        ir.ByHand,
		Summary:    "write a vector to memory or a tensor",
		Description: `Writes a rectangular part of the base that begins at the indices, with a
permutation_map like vector.transfer_read but without broadcasts. Elements out of
bounds, or off in the mask, are not written. A tensor base is a value: the result
is the tensor with the vector in it.`,
		Operands: []ir.ValueDef{
			{Name: "valueToStore", Type: anyVector},
			{Name: "base", Type: ir.AnyShaped},
			{Name: "indices", Type: ir.IndexConstraint, Kind: ir.Variadic},
			{Name: "mask", Type: rankedMask, Kind: ir.Optional},
		},
		Results:      []ir.ValueDef{{Name: "result", Type: ir.AnyRankedTensor, Kind: ir.Optional}},
		Attrs:        transferAttrs,
		Traits:       ir.AttrSizedOperandSegments,
		Interfaces:   ir.Interfaces{DestStyle: &ir.DestStyle{Inits: func(*ir.Operation) (lo, hi int) { return 1, 2 }}},
		Form:         "$valueToStore `,` $base `[` $indices `]` (`,` $mask)? attr-dict `:` type($valueToStore) `,` type($base)",
		Parse:        parseTransferWrite,
		Print:        printTransfer,
		Verify:       verifyTransferWrite,
		Effects:      func(op *ir.Operation) []ir.Effect { return transferEffects(op, ir.Write) },
		Speculatable: transferSpeculatable,
		Fold:         foldTransferWrite,
		Patterns:     transferWritePatterns,
		Examples: []string{`func.func @f(%v: vector<4xf32>, %a: tensor<?x?xf32>, %i: index) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %a[%i, %i] : vector<4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}`},
	}
}

func transferEffects(op *ir.Operation, kind ir.EffectKinds) []ir.Effect {
	t := Transfer{op}
	if _, ok := t.Base().Type().(*ir.MemRefType); ok {
		return []ir.Effect{{Kind: kind, Value: t.Base()}}
	}
	return nil
}

func transferSpeculatable(op *ir.Operation) ir.Speculatability {
	if (Transfer{op}).OnTensor() {
		return ir.Speculatable
	}
	return ir.NotSpeculatable
}

// transferParse holds the parts that the textual forms of both transfers share.
type transferParse struct {
	p        ir.OpParser
	st       *ir.OpState
	mask     ir.Unresolved
	hasMask  bool
	typesPos int
	base     ir.ShapedType
	vector   *ir.VectorType
	perm     affine.Map
}

// tail reads the mask, the attributes and the two types, and completes the attributes;
// baseType is the number of the base's type.
func (x *transferParse) tail(baseType int) bool {
	p := x.p
	if x.hasMask = p.Accept(","); x.hasMask {
		x.mask = p.Operand()
	}
	p.AttrDict(x.st)
	x.typesPos = p.Pos()
	p.Expect(":")
	types := p.Types()
	if !p.Ok() {
		return false
	}
	if len(types) != 2 {
		return x.fail("requires two types")
	}
	if baseType == 0 {
		return x.setBase(types[0]) && x.setVector(types[1]) && x.completeAttrs()
	}
	return x.setVector(types[0]) && x.setBase(types[1]) && x.completeAttrs()
}

func (x *transferParse) fail(msg string) bool {
	x.p.ErrorAt(x.typesPos, "%s", msg)
	return false
}

func (x *transferParse) setBase(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.MemRefType:
		x.base = t
	case *ir.TensorType:
		x.base = t
	default:
		return x.fail("requires memref or ranked tensor type")
	}
	return true
}

func (x *transferParse) setVector(t ir.Type) (ok bool) {
	if x.vector, ok = t.(*ir.VectorType); !ok {
		return x.fail("requires vector type")
	}
	return true
}

// completeAttrs sets the permutation map and in_bounds where the text omits them.
func (x *transferParse) completeAttrs() bool {
	c := x.p.Context()
	if a, ok := x.st.Prop(permutationMap).(*ir.AffineMapAttr); ok {
		x.perm = a.Map
	} else if a, ok := MinorIdentityMap(x.base, x.vector); ok {
		x.perm = a.Map
		x.st.SetProp(permutationMap, a)
	} else {
		return x.fail("expected a custom permutation_map when rank(source) != rank(destination)")
	}
	if x.st.Prop(inBounds) == nil {
		x.st.SetProp(inBounds, c.BoolArray(make([]bool, len(x.perm.Results))))
	}
	return true
}

// resolveMask adds the mask, whose type follows from vector and map, and returns the
// number of masks.
func (x *transferParse) resolveMask() (n int) {
	if !x.hasMask || !x.p.Ok() {
		return
	}
	if _, ok := x.base.ElementType().(*ir.VectorType); ok {
		x.p.ErrorAt(x.mask.Pos, "does not support masks with vector element type")
		return
	}
	if len(x.vector.Dims) != len(x.perm.Results) {
		x.fail("expected the same rank for the vector and the results of the permutation map")
		return
	}
	t := TransferMaskType(x.vector, x.perm)
	if t == nil {
		x.fail("expected a projected permutation_map to infer the mask type")
		return
	}
	x.p.Resolve(x.st, t, x.mask)
	return 1
}

func parseTransferRead(p ir.OpParser, st *ir.OpState) {
	x := transferParse{p: p, st: st}
	base := p.Operand()
	indices := p.Operands("[]")
	if comma := p.Pos(); !p.Accept(",") {
		p.Expect(",")
		p.HintAt(comma, "elements out of bounds get the padding: vector.transfer_read %%base[%%i], %%padding : memref<…>, vector<…>")
	}
	padding := p.Operand()
	if !x.tail(0) {
		return
	}
	st.Operands = append(st.Operands, p.Value(base, x.base))
	p.ResolveEach(st, p.Context().Index(), indices)
	st.Operands = append(st.Operands, p.Value(padding, x.base.ElementType()))
	st.SetSegments(p.Context(), 1, len(indices), 1, x.resolveMask())
	st.ResultTypes = append(st.ResultTypes, x.vector)
}

func parseTransferWrite(p ir.OpParser, st *ir.OpState) {
	x := transferParse{p: p, st: st}
	value := p.Operand()
	p.Expect(",")
	base := p.Operand()
	indices := p.Operands("[]")
	if !x.tail(1) {
		return
	}
	st.Operands = append(st.Operands, p.Value(value, x.vector), p.Value(base, x.base))
	p.ResolveEach(st, p.Context().Index(), indices)
	st.SetSegments(p.Context(), 1, 1, len(indices), x.resolveMask())
	if _, ok := x.base.(*ir.TensorType); ok {
		st.ResultTypes = append(st.ResultTypes, x.base)
	}
}

func printTransfer(p *ir.Printer, op *ir.Operation) {
	t := Transfer{op}
	p.Str(" ")
	if !t.IsRead() {
		p.Operand(t.Vector()).Str(", ")
	}
	p.Operand(t.Base()).Str("[").OperandGroup(op, t.indicesGroup()).Str("]")
	if t.IsRead() {
		p.Str(", ").Operand(t.Padding())
	}
	if m := t.Mask(); m != nil {
		p.Str(", ").Operand(m)
	}
	p.AttrDict(op, t.implied()...).Str(" : ")
	if t.IsRead() {
		p.Type(t.BaseType()).Str(", ").Type(t.VectorType())
	} else {
		p.Type(t.VectorType()).Str(", ").Type(t.BaseType())
	}
}

// impliedAttrs is the set of attributes that the text leaves out: the segment sizes, a
// minor identity as permutation map, and an in_bounds that is false everywhere.
var impliedAttrs = [4][]string{
	{"operandSegmentSizes"},
	{"operandSegmentSizes", permutationMap},
	{"operandSegmentSizes", inBounds},
	{"operandSegmentSizes", permutationMap, inBounds},
}

// implied lists the attributes that the text leaves out.
func (t Transfer) implied() []string {
	i := 0
	if t.Map().IsMinorIdentity() {
		i |= 1
	}
	if !t.anyInBounds() {
		i |= 2
	}
	return impliedAttrs[i]
}

// anyInBounds reports whether some dimension is known to stay inside the base.
func (t Transfer) anyInBounds() bool {
	a := ir.Get[*ir.ArrayAttr](t.Operation, inBounds)
	return a != nil && slices.Contains(a.Elems, ir.Attribute(a.Context().Bool(true)))
}
