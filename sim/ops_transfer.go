package sim

import (
	"optc/diag"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/num"
)

// transferOps are the operations that move whole vectors between memory and
// values: vector.transfer_* and the gathers and scatters of iree_vector_ext.
func transferOps(t Table) {
	t[vector.TransferRead.Kind] = transferRead
	t[vector.TransferWrite.Kind] = transferWrite
	t[vectorext.TransferGather.Kind] = gather
	t[vectorext.TransferScatter.Kind] = scatter
	t[vectorext.ArgCompare.Kind] = argCompare
	t[vectorext.Yield.Kind] = Leave
}

// container is what a transfer reads and writes: a memref, or a tensor value.
type container interface {
	extents() []int64
	load(index []int64) (Value, *diag.Error)
	store(index []int64, v Value) *diag.Error
}

func (r *MemRef) extents() []int64                     { return r.Sizes }
func (r *MemRef) load(i []int64) (Value, *diag.Error)  { return r.Load(i) }
func (r *MemRef) store(i []int64, v Value) *diag.Error { return r.Store(i, v) }
func (v *Vector) extents() []int64                     { return v.Shape }
func (v *Vector) load(i []int64) (Value, *diag.Error)  { return v.At(v.linear(i)), nil }
func (v *Vector) store(i []int64, x Value) *diag.Error { v.Set(v.linear(i), x); return nil }

// linear returns the row-major position of an index, which must be in bounds.
func (v *Vector) linear(index []int64) int {
	at := int64(0)
	for d, i := range index {
		at = at*v.Shape[d] + i
	}
	return int(at)
}

// asContainer returns v as something to transfer from.
func asContainer(v Value) (container, *diag.Error) {
	if c, ok := v.Ref.(container); ok {
		return c, nil
	}
	return nil, diag.Errorf("poison", "transfer of a poison value")
}

// asTarget returns v as something to transfer to: a copy of a tensor, because tensors are
// values.
func asTarget(v Value) (container, *diag.Error) {
	if x := v.Vector(); x != nil {
		return x.Clone(), nil
	}
	return asContainer(v)
}

// lanes calls visit for every index of a shape in row-major order, until the run
// ends; the index slice is reused.
func (m *Machine) lanes(shape []int64, visit func(lane int, index []int64) error) error {
	n, _ := ir.NumElements(shape)
	index := make([]int64, len(shape))
	for lane := range int(n) {
		if err := m.worked(1); err != nil {
			return err
		}
		if err := visit(lane, index); err != nil {
			return err
		}
		for d := len(index) - 1; d >= 0; d-- {
			if index[d]++; index[d] < shape[d] {
				break
			}
			index[d] = 0
		}
	}
	return nil
}

// access describes a transfer: where lane d lands, and how it is guarded.
type access struct {
	shape []int64 // of the vector
	// place computes the memory index of a lane.
	place func(lane, at []int64) error
	// guarded dims of memory may be out of bounds; there reads give padding and
	// writes do nothing. nil guards none.
	guarded []bool
	mask    *Vector
	maskAt  []int // vector dimension of each mask dimension
	// poisoned says that the mask is poison as a whole.
	poisoned bool
	at       []int64
}

// each calls visit for each lane that is neither masked off nor out of bounds in a
// guarded dimension; the others get skip.
func (a *access) each(f *Frame, extents []int64, visit func(lane int, at []int64) error, skip func(lane int)) error {
	if a.poisoned {
		return ErrPoison
	}
	a.at = make([]int64, len(extents))
	return f.lanes(a.shape, func(lane int, index []int64) error {
		if a.mask != nil {
			m := 0
			for q, d := range a.maskAt {
				m = m*int(a.mask.Shape[q]) + int(index[d])
			}
			if len(a.maskAt) == 0 {
				m = 0
			}
			if a.mask.IsUndef(m) {
				return ErrPoison
			}
			if a.mask.Elems[m] == 0 {
				skip(lane)
				return nil
			}
		}
		if err := a.place(index, a.at); err != nil {
			return err
		}
		for k, i := range a.at {
			if a.guarded != nil && a.guarded[k] && (i < 0 || i >= extents[k]) {
				skip(lane)
				return nil
			}
		}
		return visit(lane, a.at)
	})
}

func (a *access) read(f *Frame, from container, out *Vector, padding Value) error {
	return a.each(f, from.extents(), func(lane int, at []int64) error {
		if m, ok := from.(*Vector); ok && !inside(m.Shape, at) {
			return diag.Errorf("out-of-bounds", "index [%s] is outside the extents [%s]", num.JoinInts(at), num.JoinInts(m.Shape))
		}
		v, err := from.load(at)
		if err != nil {
			return err
		}
		setLane(out, lane, v)
		return nil
	}, func(lane int) { setLane(out, lane, padding) })
}

func (a *access) write(f *Frame, to container, v *Vector) error {
	return a.each(f, to.extents(), func(lane int, at []int64) error {
		if m, ok := to.(*Vector); ok && !inside(m.Shape, at) {
			return diag.Errorf("out-of-bounds", "index [%s] is outside the extents [%s]", num.JoinInts(at), num.JoinInts(m.Shape))
		}
		return asError(to.store(at, v.At(lane)))
	}, func(int) {})
}

func inside(shape, at []int64) bool {
	for k, i := range at {
		if i < 0 || i >= shape[k] {
			return false
		}
	}
	return true
}

// setLane stores a scalar, or a vector element of a memref of vectors, as lane.
func setLane(out *Vector, lane int, v Value) {
	x := v.Vector()
	if x == nil {
		out.Set(lane, v)
		return
	}
	for i := range x.Elems {
		out.Set(lane*len(x.Elems)+i, x.At(i))
	}
}

// transferAccess builds the access of a vector.transfer_*.
func (f *Frame) transferAccess(in *Instr, t vector.Transfer) (*access, error) {
	offsets, err := f.indices(in, t.Indices())
	if err != nil {
		return nil, err
	}
	perm, inBounds, mask := t.Map(), t.InBounds(), f.Value(in, t.Mask())
	a := &access{shape: t.VectorType().Dims[:len(perm.Results)], guarded: make([]bool, perm.NumDims), mask: f.bothMasks(in, mask.Vector()), poisoned: mask.IsPoison()}
	dims := make([]int, len(perm.Results)) // memory dimension of each vector dimension, -1: broadcast
	for r, e := range perm.Results {
		dims[r] = -1
		if k, ok := e.IsDim(); ok {
			dims[r] = k
			a.guarded[k] = !inBounds[r]
		}
	}
	a.place = func(lane, at []int64) error {
		copy(at, offsets)
		for r, k := range dims {
			if k >= 0 {
				at[k] += lane[r]
			}
		}
		return nil
	}
	if a.mask != nil {
		inverse, ok := affine.InversePermutation(affine.CompressUnusedDims(perm))
		if !ok {
			return nil, diag.Errorf("unsupported", "permutation map %s has no inverse", perm)
		}
		a.maskAt = plainDims(inverse)
	}
	return a, nil
}

func plainDims(m affine.Map) []int {
	ds := make([]int, len(m.Results))
	for i, e := range m.Results {
		ds[i], _ = e.IsDim()
	}
	return ds
}

func transferRead(f *Frame, in *Instr) error {
	t, _ := vector.AsTransfer(in.Op)
	a, err := f.transferAccess(in, t)
	if err != nil {
		return err
	}
	return f.readFrom(in, a, t.VectorType(), f.Value(in, t.Base()), f.Value(in, t.Padding()))
}

func transferWrite(f *Frame, in *Instr) error {
	t, _ := vector.AsTransfer(in.Op)
	a, err := f.transferAccess(in, t)
	if err != nil {
		return err
	}
	return f.writeTo(in, a, f.Value(in, t.Vector()), f.Value(in, t.Base()))
}

// readFrom runs a read of a vector.
func (f *Frame) readFrom(in *Instr, a *access, t *ir.VectorType, base, padding Value) error {
	from, e := asContainer(base)
	if e != nil {
		return e
	}
	out := VectorLike(t)
	if err := a.read(f, from, out, padding); err != nil {
		return err
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

// writeTo runs a write and sets the result if the base is a tensor.
func (f *Frame) writeTo(in *Instr, a *access, vec, base Value) error {
	to, e := asTarget(base)
	if e != nil {
		return e
	}
	v := vec.Vector()
	if v == nil {
		return ErrPoison
	}
	if err := a.write(f, to, v); err != nil {
		return err
	}
	f.SetAll(in, []Value{{Ref: to}})
	return nil
}

// gatherAccess builds the access of a transfer_gather or transfer_scatter.
func (f *Frame) gatherAccess(in *Instr, t vectorext.Transfer) (*access, error) {
	offsets, err := f.indices(in, t.Offsets())
	if err != nil {
		return nil, err
	}
	vecs, mask := f.Values(in, t.IndexVecs()), f.Value(in, t.Mask())
	a := &access{shape: t.VectorType().Dims, mask: mask.Vector(), poisoned: mask.IsPoison()}
	if !t.Unified() {
		f.slicedAccess(a, t, offsets, vecs)
		return a, nil
	}
	maps := t.Maps()
	index := make([]func(lane []int64) (int64, error), len(vecs))
	for k, v := range vecs {
		index[k] = lookup(v, plainDims(maps[1+k]))
	}
	base := maps[0].Results
	a.place = func(lane, at []int64) error {
		copy(at, offsets)
		for k, e := range base {
			if d, ok := e.IsDim(); ok {
				at[k] += lane[d]
			} else if s, ok := e.IsSymbol(); ok {
				i, err := index[s](lane)
				if err != nil {
					return err
				}
				at[k] += i
			}
		}
		return nil
	}
	if a.mask != nil {
		a.maskAt = plainDims(maps[len(maps)-1])
	}
	return a, nil
}

// lookup returns a reader of an index operand at the given dimensions of a point.
func lookup(v Value, dims []int) func(point []int64) (int64, error) {
	x := v.Vector()
	if x == nil {
		return func([]int64) (int64, error) {
			if v.IsPoison() {
				return 0, ErrPoison
			}
			return int64(v.Bits), nil
		}
	}
	return func(point []int64) (int64, error) {
		i := 0
		for q, d := range dims {
			i = i*int(x.Shape[q]) + int(point[d])
		}
		if x.IsUndef(i) {
			return 0, ErrPoison
		}
		return int64(x.Elems[i]), nil
	}
}

// slicedAccess is the per-dimension form: the lane selects a point of the slice,
// whose coordinates are memory dimensions.
func (f *Frame) slicedAccess(a *access, t vectorext.Transfer, offsets []int64, vecs []Value) {
	perm, maps, indexed := t.PermutationMap(), t.IndexedMaps(), t.Indexed()
	a.shape = a.shape[:len(perm.Results)] // behind them are the dimensions of a vector element
	inBounds := t.InBounds()
	a.guarded = make([]bool, perm.NumDims)
	for r, e := range perm.Results {
		if k, ok := e.IsDim(); ok {
			a.guarded[k] = !inBounds[r]
		}
	}
	index := make([]func([]int64) (int64, error), perm.NumDims)
	next := 0
	for k, yes := range indexed {
		if yes {
			index[k] = lookup(vecs[next], plainDims(maps[next]))
			next++
		}
	}
	point := make([]int64, perm.NumDims)
	a.place = func(lane, at []int64) error {
		clear(point)
		for r, e := range perm.Results {
			if k, ok := e.IsDim(); ok {
				point[k] = lane[r]
			}
		}
		for k := range at {
			at[k] = offsets[k] + point[k]
			if index[k] != nil {
				i, err := index[k](point)
				if err != nil {
					return err
				}
				at[k] = offsets[k] + i
			}
		}
		return nil
	}
	if a.mask != nil {
		if inverse, ok := affine.InversePermutation(affine.CompressUnusedDims(perm)); ok {
			a.maskAt = plainDims(inverse)
		}
	}
}

func gather(f *Frame, in *Instr) error {
	t, _ := vectorext.AsTransfer(in.Op)
	a, err := f.gatherAccess(in, t)
	if err != nil {
		return err
	}
	return f.readFrom(in, a, t.VectorType(), f.Value(in, t.Base()), f.Value(in, t.Padding()))
}

func scatter(f *Frame, in *Instr) error {
	t, _ := vectorext.AsTransfer(in.Op)
	a, err := f.gatherAccess(in, t)
	if err != nil {
		return err
	}
	return f.writeTo(in, a, f.Value(in, t.Vector()), f.Value(in, t.Base()))
}

// argCompare runs arg_compare: the comparator returns true when its first
// argument, the candidate, wins over the best so far.
func argCompare(f *Frame, in *Instr) error {
	k := vectorext.ArgCompare
	input := f.vector(in, k.InputValue(in.Op))
	best, bestAt := f.vector(in, k.InitValue(in.Op)).Clone(), f.vector(in, k.InitIndex(in.Op)).Clone()
	var explicit *Vector
	if v := k.InputIndex(in.Op); v != nil {
		explicit = f.vector(in, v)
	}
	base := f.Value(in, k.IndexBase(in.Op))
	if base.IsPoison() {
		return ErrPoison
	}
	dim := int(vectorext.ArgCompare.Dimension(in.Op))
	err := f.lanes(input.Shape, func(lane int, index []int64) error {
		out := 0
		for d, i := range index {
			if d != dim {
				out = out*int(input.Shape[d]) + int(i)
			}
		}
		wins, err := f.Region(in, 0, []Value{input.At(lane), best.At(out)})
		if err != nil {
			return err
		}
		if wins[0].IsPoison() {
			return ErrPoison
		}
		if wins[0].Bits == 0 {
			return nil
		}
		best.Set(out, input.At(lane))
		if explicit != nil {
			bestAt.Set(out, explicit.At(lane))
		} else {
			bestAt.Set(out, Int(mask(bestAt.Elem, uint64(index[dim])+base.Bits)))
		}
		return nil
	})
	if err != nil {
		return err
	}
	f.SetAll(in, []Value{{Ref: best}, {Ref: bestAt}})
	return nil
}
