package memref

import "optc/ir"

func isMemRef(t ir.Type) bool {
	_, ok := t.(*ir.MemRefType)
	return ok
}

// Constraints; the summaries are upstream's (CommonTypeConstraints.td).
var (
	stridedMemRef = &ir.TypeConstraint{Summary: "strided memref of any type values", Class: ir.MemRefClass, Check: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && m.IsStrided()
	}}
	stridedMemRef0 = &ir.TypeConstraint{Summary: "strided memref of any type values of rank 0", Class: ir.MemRefClass, Check: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && len(m.Dims) == 0 && m.IsStrided()
	}}
	staticMemRef = &ir.TypeConstraint{Summary: "statically shaped memref of any type values", Class: ir.MemRefClass, Check: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && ir.HasStaticShape(m)
	}}
	nonScalarMemRef = &ir.TypeConstraint{
		Summary: "unranked.memref of any type values or non-0-ranked.memref of any type values",
		Check: func(t ir.Type) bool {
			if m, ok := t.(*ir.MemRefType); ok {
				return len(m.Dims) > 0
			}
			_, ok := t.(*ir.UnrankedMemRefType)
			return ok
		},
	}
	atomicElement = ir.AnyOf(ir.AnySignlessInteger, ir.AnyFloat)
	atomicMemRef  = memRefOf("memref of "+atomicElement.Summary+" values", -1, atomicElement.Check)

	memRef1D      = memRefOf("1D memref of any type values", 1, ir.AnyType.Check)
	byteBuffer    = memRefOf("1D memref of 8-bit signless integer values", 1, ir.I8Constraint.Check)
	shapeMemRef   = memRefOf("1D memref of signless integer or index values", 1, ir.AnyOf(ir.AnySignlessInteger, ir.IndexConstraint).Check)
	alignmentAttr = &ir.AttrConstraint{
		Summary:   "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
		Check:     func(a ir.Attribute) bool { n := ir.IntOr(a, 0); return ir.I64Attr.Check(a) && n > 0 && n&(n-1) == 0 },
		Stores:    ir.I64Attr.Stores,
		ValueType: ir.I64Attr.ValueType,
	}
)

// memRefOf accepts ranked memrefs with the given rank (-1: any) and element type.
func memRefOf(summary string, rank int, elem func(ir.Type) bool) *ir.TypeConstraint {
	return &ir.TypeConstraint{Summary: summary, Class: ir.MemRefClass, Check: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && (rank < 0 || len(m.Dims) == rank) && elem(m.Elem)
	}}
}

// typeOf returns the type of a value that is a ranked memref according to the
// declaration.
func typeOf(v *ir.Value) *ir.MemRefType { return v.Type().(*ir.MemRefType) }

// elementOf is the element type of a memref, for relations between operands and results
// of an operation.
func elementOf(t ir.Type) ir.Type {
	if m, ok := t.(*ir.MemRefType); ok {
		return m.Elem
	}
	return nil
}

func alignmentDef() ir.PropDef {
	return ir.PropDef{Name: alignment, Type: alignmentAttr, Optional: true, Doc: "bytes"}
}
