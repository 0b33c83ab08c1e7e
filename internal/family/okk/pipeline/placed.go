package okk

import (
	"slices"

	"optc/dialect/okk"
	"optc/ir"
)

// placed is a tensor at its address, for certain sizes.
type placed struct {
	base   *ir.Value   // the allocation or buffer that holds it
	local  *okk.Tensor // nil in system memory
	system okk.System
	typ    ir.Type
	op     *ir.Operation // that defines it, or the view that has no such place
	err    error
}

func (p placed) address() int64 {
	if p.local != nil {
		return p.local.Address
	}
	return p.system.Base
}

// tensor returns a tensor at the place that it has for the numbers of the follower.
func (f *follower) tensor(v *ir.Value) placed {
	if p, known := f.tensors[v]; known {
		return p
	}
	op := v.DefiningOp()
	if op == nil || op.NumRegions() > 0 {
		f.unknown = true
		return placed{}
	}
	p := placed{base: v, op: op}
	var source placed
	view, isView := okk.ViewOf(op)
	if isView {
		if source = f.tensor(view.Source); source.err != nil || f.unknown {
			return source
		}
		p.base = source.base
	}
	address, _ := okk.AddressOf(v)
	switch t := v.Type().(type) {
	case *okk.SystemType:
		p.system, p.err = f.inSystem(v, view, t, source.system, address)
		p.typ = okk.SystemOf(t.Context(), p.system, t.Space)
	case *okk.LocalType:
		chosen := t
		if isView {
			chosen, address, p.err = f.shown(op, view, t, source.local)
		} else {
			chosen = t.Sized(f.shape(v))
		}
		if p.err == nil {
			p.typ = chosen
			p.local, p.err = chosen.At(f.machine, address)
		}
	}
	return p
}

// inSystem returns a buffer or a part of a tensor in system memory.
func (f *follower) inSystem(v *ir.Value, view okk.View, t *okk.SystemType, source okk.System, address int64) (okk.System, error) {
	s := t.Tensor.Sized(f.shape(v))
	switch {
	case view.Order != nil:
		return okk.Permuted(source, view.Order), nil
	case view.Strided:
		return okk.Restrided(source, view.First, t)
	case view.Source != nil && view.Same():
		return okk.Viewed(source, t)
	case view.Part:
		if t.Follows {
			s = followed(s, source)
		}
		part, err := okk.PartOf(source, f.offsets(view), okk.SystemOf(t.Context(), s, t.Space))
		if err != nil {
			return s, err
		}
		return *part, nil
	}
	if t.Follows { // a matrix without gaps
		s.RowStride = s.Cols
	}
	s.Base = address
	return s, nil
}

// followed returns a part of a tensor in system memory with the strides of the whole.
func followed(part, whole okk.System) okk.System {
	strides := whole.UnitStrides()
	if part.RowStride = whole.RowStride; part.Rows == 0 {
		part.Strides = &strides
	}
	return part
}

// offsets returns the offsets of a slice as numbers.
func (f *follower) offsets(view okk.View) []ir.Mixed {
	list := slices.Clone(view.Offsets)
	for i, o := range list {
		list[i] = ir.Mixed{Const: f.sizes.OfMixed(o).Evaluate(f.number)}
	}
	return list
}

// shown returns the type and the address of a view in local memory.
func (f *follower) shown(op *ir.Operation, view okk.View, t *okk.LocalType, source *okk.Tensor) (*okk.LocalType, int64, error) {
	shape := f.shape(op.Result(0))
	var shown *okk.Tensor
	var err error
	switch {
	case view.Part:
		var offsets okk.Dims
		for d, o := range f.offsets(view) {
			offsets[d] = o.Const
		}
		shown, err = source.Slice(offsets, okk.DimsOf(shape))
	case view.Repeats:
		shown, err = source.Repeat(okk.Dims(shape))
	default:
		shown, err = okk.Shown(f.machine, op, source, t)
	}
	if err != nil {
		return nil, 0, err
	}
	chosen := viewType(t.Sized(shape), shown)
	x, err := chosen.At(f.machine, shown.Address)
	if err == nil && !x.Equivalent(shown.Geometry) {
		err = okk.WrongStrides(x, shown)
	}
	return chosen, shown.Address, err
}

// viewType returns the type of a view with its sizes: its strides and its first NPU follow from
// the place of the viewed elements, where the type leaves them open.
func viewType(t *okk.LocalType, shown *okk.Tensor) *okk.LocalType {
	if !t.Follows && !t.AnyStart {
		return t
	}
	part := shown.Type
	if part.Layout, part.Strides = t.Tensor.Layout, (okk.Dims{}); t.Follows {
		part.Layout, part.Strides = okk.Strided, shown.Canonical()
	}
	return okk.Local(t.Context(), part, shown.Start)
}
