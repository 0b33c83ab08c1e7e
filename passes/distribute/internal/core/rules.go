package core

import (
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/threads"
)

// nestedRule distributes an operation on vectors in nested layouts, packedRule an
// operation on vectors in layouts of iree_map.
type (
	nestedRule func(d *Nested, op *ir.Operation, sig NestedSignature)
	packedRule func(d *Packed, op *ir.Operation, sig PackedSignature)
)

// PerKind returns a rule that differs by the kind of layouts.
func PerKind(nested nestedRule, packed packedRule) *threads.Rule {
	return &threads.Rule{Distribute: func(d threads.Distributor, op *ir.Operation) {
		switch d := d.(type) {
		case *Nested:
			nested(d, op, d.signatures[op])
		case *Packed:
			packed(d, op, d.signatures[op])
		}
	}}
}

// PerThread returns a rule that uses which elements the thread holds, so that the layouts
// must distinguish threads. If packed is nil, the operation is always distributed in
// nested layouts.
func PerThread(nested nestedRule, packed packedRule) *threads.Rule {
	tellsNested := func(d *Nested, op *ir.Operation, sig NestedSignature) {
		if d.TellsParts(op, sig) {
			nested(d, op, sig)
		}
	}
	if packed == nil {
		return PerKind(tellsNested, (*Packed).InNested)
	}
	return PerKind(tellsNested, func(d *Packed, op *ir.Operation, sig PackedSignature) {
		if d.TellsParts(op, sig) {
			packed(d, op, sig)
		}
	})
}

// ByRuns returns a rule for operations on runs of elements (file vector_runs.go of layouts), for all kinds
// of layouts.
func ByRuns(rule func(d Distributor, op *ir.Operation)) *threads.Rule {
	return &threads.Rule{Distribute: func(d threads.Distributor, op *ir.Operation) { rule(d.(Distributor), op) }}
}

// Distributor is a distributor of any kind of layouts.
type Distributor interface {
	threads.Distributor
	// InOrder returns the part of an operand with one dimension for each dimension of the whole vector,
	// with the elements in the order of the whole vector.
	InOrder(v *ir.Value) *ir.Value
	// AsPart brings a vector, whose elements are in order, into the order of the part of v.
	AsPart(ordered, v *ir.Value) *ir.Value
	// Distribution returns the layout of an operand or a result of the current operation.
	Distribution(v *ir.Value) vectorext.Distribution
	// Common returns the distributor that builds code of threads for all kinds of layouts.
	Common() *Nested
}

// Distribution implements Distributor.
func (d *Parts[L]) Distribution(v *ir.Value) vectorext.Distribution { return d.OwnLayout(v) }

// Common implements Distributor.
func (d *Nested) Common() *Nested { return d }

// Common implements Distributor.
func (d *Packed) Common() *Nested { return d.Base }

// InOrder implements Distributor.
func (d *Nested) InOrder(v *ir.Value) *ir.Value {
	l := d.OwnLayout(v)
	return d.UnpackedPart(d.PartOf(v, l), l)
}

// AsPart implements Distributor.
func (d *Nested) AsPart(ordered, v *ir.Value) *ir.Value {
	l := d.OwnLayout(v)
	return d.PackedPart(d.ShapeCast(ordered, l.DistributedUnpackedShape()), l)
}

// InOrder implements Distributor.
func (d *Packed) InOrder(v *ir.Value) *ir.Value {
	l := d.OwnLayout(v)
	shape := make([]int64, l.Rank())
	for dim := range shape {
		shape[dim], _ = ir.NumElements(l.Mode(dim).Values())
	}
	return d.ShapeCast(d.PartOf(v, l), shape)
}

// AsPart implements Distributor.
func (d *Packed) AsPart(ordered, v *ir.Value) *ir.Value {
	return d.ShapeCast(ordered, d.OwnLayout(v).DistributedShape())
}
