package vector

import (
	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

func loadVector(f *sim.Frame, in *sim.Instr) error {
	load := ir.Cast[LoadOp](in.Op)
	idx, err := f.Indices(in, load.Indices())
	if err != nil {
		return err
	}
	if err := checkAligned(f, in, load.Base(), idx, load.Alignment()); err != nil {
		return err
	}
	return f.LoadVector(in, load.Base(), idx)
}

// checkAligned returns an error if an element is not where an access promises it.
func checkAligned(f *sim.Frame, in *sim.Instr, base *ir.Value, idx []int64, alignment int64) error {
	if alignment == 0 {
		return nil
	}
	r, err := f.MemRef(in, base)
	if err != nil {
		return err
	}
	addr, bad := r.Addr(idx)
	if bad != nil {
		return bad
	}
	return sim.CheckAligned(addr, alignment)
}

func storeVector(f *sim.Frame, in *sim.Instr) error {
	store := ir.Cast[StoreOp](in.Op)
	idx, err := f.Indices(in, store.Indices())
	if err != nil {
		return err
	}
	if err := checkAligned(f, in, store.Base(), idx, store.Alignment()); err != nil {
		return err
	}
	return f.StoreVector(in, store.ValueToStore(), store.Base(), idx)
}

// runMaskedLoad executes vector.maskedload, and vector.expandload, which reads
// consecutive elements into the lanes that the mask selects.
func runMaskedLoad(f *sim.Frame, in *sim.Instr) error {
	idx, err := f.Indices(in, in.Op.Typed().(MaskedLoading).Indices())
	if err != nil {
		return err
	}
	m, pass := f.Vector(in, in.Op.Typed().(MaskedLoading).Mask()), f.Vector(in, in.Op.Typed().(MaskedLoading).PassThru())
	out := pass.Clone()
	a := sim.Trailing(out.Shape, idx, m)
	if ir.Is[ExpandLoadOp](in.Op) {
		compact(a)
	}
	r, err := f.MemRef(in, in.Op.Typed().(MaskedLoading).Base())
	if err != nil {
		return err
	}
	err = a.Each(f, r.Sizes, func(lane int, at []int64) error {
		v, e := r.Load(at)
		if e != nil {
			return e
		}
		out.Set(lane, v)
		return nil
	}, func(int) {})
	f.Set(in, 0, sim.Value{Ref: out})
	return err
}

func runMaskedStore(f *sim.Frame, in *sim.Instr) error {
	idx, err := f.Indices(in, in.Op.Typed().(MaskedStoring).Indices())
	if err != nil {
		return err
	}
	m, v := f.Vector(in, in.Op.Typed().(MaskedStoring).Mask()), f.Vector(in, in.Op.Typed().(MaskedStoring).ValueToStore())
	a := sim.Trailing(v.Shape, idx, m)
	if ir.Is[CompressStoreOp](in.Op) {
		compact(a)
	}
	r, err := f.MemRef(in, in.Op.Typed().(MaskedStoring).Base())
	if err != nil {
		return err
	}
	return a.Write(f, r, v)
}

// compact makes the selected lanes consecutive in memory.
func compact(a *sim.Access) {
	place, next := a.Place, int64(0)
	first := make([]int64, len(a.Shape))
	a.Place = func(_, at []int64) error {
		if err := place(first, at); err != nil {
			return err
		}
		next++
		return advance(at, next-1)
	}
}

// advance adds n to the last index of an access. Memory of rank 0 has no other element.
func advance(at []int64, n int64) error {
	if len(at) > 0 {
		at[len(at)-1] += n
	} else if n != 0 {
		return diag.Errorf("out-of-bounds", "element [%d] is outside memory of rank 0", n)
	}
	return nil
}

// picked is the access of vector.gather and vector.scatter: the lane's element of the
// index vector is added to the last index.
func picked(base []int64, indices, m *sim.Vector) *sim.Access {
	a := &sim.Access{Shape: indices.Shape, Mask: m}
	strides := sim.Strides(indices.Shape)
	a.Place = func(lane, at []int64) error {
		copy(at, base)
		k := int64(0)
		for d, i := range lane {
			k += strides[d] * i
		}
		if indices.IsUndef(int(k)) {
			return sim.ErrPoison
		}
		return advance(at, sim.Signed(indices.Elem, indices.Bits(int(k))))
	}
	for d := range indices.Shape {
		a.MaskAt = append(a.MaskAt, d)
	}
	return a
}

func gatherVector(f *sim.Frame, in *sim.Instr) error {
	gather := ir.Cast[GatherOp](in.Op)
	idx, err := f.Indices(in, gather.Offsets())
	if err != nil {
		return err
	}
	out := f.Vector(in, gather.PassThru()).Clone()
	a := picked(idx, f.Vector(in, gather.Indices()), bothMasks(f, in, f.Vector(in, gather.Mask())))
	from, e := sim.AsContainer(f.Value(in, gather.Base()))
	if e != nil {
		return e
	}
	err = a.Each(f, from.Extents(), func(lane int, at []int64) error {
		if !sim.Inside(from.Extents(), at) {
			return diag.Errorf("out-of-bounds", "index [%s] is outside the extents [%s]", num.JoinInts(at), num.JoinInts(from.Extents()))
		}
		v, e := from.Load(at)
		if e != nil {
			return e
		}
		out.Set(lane, v)
		return nil
	}, func(int) {})
	f.Set(in, 0, sim.Value{Ref: out})
	return err
}

func scatterVector(f *sim.Frame, in *sim.Instr) error {
	scatter := ir.Cast[ScatterOp](in.Op)
	idx, err := f.Indices(in, scatter.Offsets())
	if err != nil {
		return err
	}
	a := picked(idx, f.Vector(in, scatter.Indices()), f.Vector(in, scatter.Mask()))
	return f.WriteTo(in, a, sim.Value{Ref: f.Vector(in, scatter.ValueToStore())}, f.Value(in, scatter.Base()))
}

// enclosingMask returns the mask of the vector.mask around an operation, or nil.
func enclosingMask(f *sim.Frame, in *sim.Instr) *sim.Vector {
	p := ir.As[MaskOp](in.Op.Parent())
	if !p.Ok() {
		return nil
	}
	return f.Outer(p.Mask()).Vector()
}

// bothMasks returns the mask that is on where both the operation's own mask, if any, and
// the mask of a vector.mask around it are on.
func bothMasks(f *sim.Frame, in *sim.Instr, own *sim.Vector) *sim.Vector {
	around := enclosingMask(f, in)
	switch {
	case around == nil:
		return own
	case own == nil:
		return around
	}
	both := own.Clone()
	for i := range both.Len() {
		if around.IsUndef(i) {
			both.SetUndef(i)
		}
		both.SetBits(i, both.Bits(i)&around.Bits(i))
	}
	return both
}
