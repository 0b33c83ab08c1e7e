package vector

import (
	"optc/diag"
	"optc/num"
	"optc/sim"
)

func loadVector(f *sim.Frame, in *sim.Instr) error {
	idx, err := f.Indices(in, Load.Indices(in.Op))
	if err != nil {
		return err
	}
	return f.LoadVector(in, Load.Base(in.Op), idx)
}

func storeVector(f *sim.Frame, in *sim.Instr) error {
	idx, err := f.Indices(in, Store.Indices(in.Op))
	if err != nil {
		return err
	}
	return f.StoreVector(in, Store.ValueToStore(in.Op), Store.Base(in.Op), idx)
}

// runMaskedLoad executes vector.maskedload, and vector.expandload, which reads
// consecutive elements into the lanes that the mask selects.
func runMaskedLoad(f *sim.Frame, in *sim.Instr) error {
	idx, err := f.Indices(in, MaskedLoad.Indices(in.Op))
	if err != nil {
		return err
	}
	m, pass := f.Vector(in, MaskedLoad.Mask(in.Op)), f.Vector(in, MaskedLoad.PassThru(in.Op))
	out := pass.Clone()
	a := sim.Trailing(out.Shape, idx, m)
	if ExpandLoad.Is(in.Op) {
		compact(a)
	}
	r, err := f.MemRef(in, MaskedLoad.Base(in.Op))
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
	idx, err := f.Indices(in, MaskedStore.Indices(in.Op))
	if err != nil {
		return err
	}
	m, v := f.Vector(in, MaskedStore.Mask(in.Op)), f.Vector(in, MaskedStore.ValueToStore(in.Op))
	a := sim.Trailing(v.Shape, idx, m)
	if CompressStore.Is(in.Op) {
		compact(a)
	}
	r, err := f.MemRef(in, MaskedStore.Base(in.Op))
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
		err := place(first, at)
		at[len(at)-1] += next
		next++
		return err
	}
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
		at[len(at)-1] += sim.Signed(indices.Elem, indices.Elems[k])
		return nil
	}
	for d := range indices.Shape {
		a.MaskAt = append(a.MaskAt, d)
	}
	return a
}

func gatherVector(f *sim.Frame, in *sim.Instr) error {
	k := Gather
	idx, err := f.Indices(in, k.Offsets(in.Op))
	if err != nil {
		return err
	}
	out := f.Vector(in, k.PassThru(in.Op)).Clone()
	a := picked(idx, f.Vector(in, k.Indices(in.Op)), bothMasks(f, in, f.Vector(in, k.Mask(in.Op))))
	from, e := sim.AsContainer(f.Value(in, k.Base(in.Op)))
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
	k := Scatter
	idx, err := f.Indices(in, k.Offsets(in.Op))
	if err != nil {
		return err
	}
	a := picked(idx, f.Vector(in, k.Indices(in.Op)), f.Vector(in, k.Mask(in.Op)))
	return f.WriteTo(in, a, sim.Value{Ref: f.Vector(in, k.ValueToStore(in.Op))}, f.Value(in, k.Base(in.Op)))
}

// enclosingMask returns the mask of the vector.mask around an operation, or nil.
func enclosingMask(f *sim.Frame, in *sim.Instr) *sim.Vector {
	p := in.Op.Parent()
	if !Mask.Is(p) {
		return nil
	}
	return f.Outer(Mask.Mask(p)).Vector()
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
	for i := range both.Elems {
		if around.IsUndef(i) {
			both.SetUndef(i)
		}
		both.Elems[i] &= around.Elems[i]
	}
	return both
}
