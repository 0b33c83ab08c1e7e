package distribute

import (
	"iter"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
)

// spread is a layout with its unit map, and the radices in which a thread finds the digits of
// its subgroup and of its thread id.
type spread struct {
	*vectorext.NestedLayout
	units              *layout.Map  // element → (thread, position in the thread's part)
	dims               []layout.Dim // the digits of every vector dimension
	subgroups, threads layout.Radix
}

// spread returns the spread of a layout for which spreads returned true.
func (d *distributor) spread(l *vectorext.NestedLayout) *spread { return d.spreadOf[l] }

// spreads reports whether threads can tell their parts of a vector in the layout apart; if not,
// it leaves op.
func (d *distributor) spreads(op *ir.Operation, l *vectorext.NestedLayout) bool {
	if d.spreadOf[l] != nil {
		return true
	}
	s, err := newSpread(l)
	if err != nil {
		d.leaveWhole(op, "is not distributed: subgroup or thread tiles of %s tell no threads apart", l.Stripped())
		d.reasons[op].Note(op.Loc(), "%v", err)
		return false
	}
	d.spreadOf[l] = s
	return true
}

// tellsParts reports whether the layouts of op distribute its vectors, so that each
// thread can compute which elements it holds; if not, it leaves op undistributed.
func (d *distributor) tellsParts(op *ir.Operation, sig signature) bool {
	for _, l := range slices.Concat(sig.operands, sig.results) {
		if l != nil && !d.spreads(op, l) {
			return false
		}
	}
	return true
}

func newSpread(l *vectorext.NestedLayout) (*spread, error) {
	units, err := l.UnitMap(0, 0)
	if err != nil {
		return nil, err
	}
	digits, _ := units.Digits()
	s := &spread{NestedLayout: l, units: units, dims: digits.Dims}
	s.subgroups, _ = layout.NewRadix(l.SubgroupTile, l.SubgroupStrides)
	s.threads, _ = layout.NewRadix(l.ThreadTile, l.ThreadStrides)
	return s, nil
}

// threadDigits are the virtual subgroup and thread ids of a layout, per dimension.
type threadDigits struct{ subgroup, thread []*ir.Value }

// ids splits the thread id along a layout:
//
//	%s:3 = affine.delinearize_index %tid into (S..., W)
//	%t:3 = affine.delinearize_index %tid into (T...)
func (d *distributor) ids(s *spread) threadDigits {
	return threadDigits{d.digits(s.subgroups, d.subgroup), d.digits(s.threads)}
}

// digits splits the thread id in a radix whose lowest digits are below, least
// significant last, and returns the digits that the radix was made for.
func (d *distributor) digits(r layout.Radix, below ...int64) []*ir.Value {
	results := d.delinearize(d.threadID, append(basisOf(r), below...), false)
	out := make([]*ir.Value, len(r.At))
	for i, p := range r.At {
		out[i] = results[len(r.Sizes)-p]
	}
	return out
}

// basisOf returns the sizes of a radix in the order of affine.delinearize_index,
// most significant first. Result 0 of the operation is the quotient above the radix, and
// result len(r.Sizes)-p is the digit at position p.
func basisOf(r layout.Radix) []int64 {
	basis := slices.Clone(r.Sizes)
	slices.Reverse(basis)
	return basis
}

// firstCopy builds the condition under which a thread is the first of the threads that hold
// the same elements: every digit of the thread id that belongs to no dimension must be 0.
// ok is false, and op is left, if the digits of subgroups and threads overlap.
func (d *distributor) firstCopy(op *ir.Operation, l *vectorext.NestedLayout) (cond *ir.Value, ok bool) {
	if !d.tellsThreads(op, l) {
		return nil, false
	}
	radix, _ := l.ThreadRadix(d.subgroup)
	return d.firstOf(radix), true
}

// tellsThreads reports whether subgroups and threads have different digits of the thread id; if
// not, it leaves op.
func (d *distributor) tellsThreads(op *ir.Operation, l *vectorext.NestedLayout) bool {
	if _, overlap := l.ThreadRadix(d.subgroup); overlap != nil {
		return d.leaveWhole(op, "is not distributed: subgroup and thread tiles of %s overlap", l.Stripped())
	}
	return true
}

// firstOf is firstCopy for the digits of a radix.
func (d *distributor) firstOf(radix layout.Radix) *ir.Value {
	threads := d.workgroupThreads()
	// With a known workgroup the outermost digit is bounded. The bound must be
	// exact: a smaller workgroup never fills the layout.
	basis := basisOf(radix)
	outer := len(d.workgroup) > 0 && threads%radix.Span == 0
	if outer {
		basis = append([]int64{threads / radix.Span}, basis...)
	}
	digits := d.delinearize(d.threadID, basis, outer)
	c := d.rw.Context()
	cond := d.constant(c.Bool(true))
	for r, digit := range digits {
		if slices.Contains(radix.At, len(radix.Sizes)-r) {
			continue
		}
		cond = arith.NewAndI(d.rw, cond, arith.NewCmpI(d.rw, arith.EQ, digit, d.index(0)).Result()).Result()
	}
	return cond
}

// workgroupThreads returns the number of threads of the workgroup, or 1 if its size is
// not known.
func (d *distributor) workgroupThreads() int64 {
	n, _ := ir.NumElements(d.workgroup)
	return n
}

// Thread implements threads.Distributor.
func (d *distributor) Thread() *ir.Value { return d.threadID }

// FirstHolder implements threads.Distributor.
func (d *distributor) FirstHolder(v *ir.Value) (first *ir.Value, ok bool) {
	return d.firstCopy(d.current, d.ownLayout(v))
}

// tile is a (batch, outer) position of a thread's part; both lists have an entry per
// vector dimension.
type tile struct{ batch, outer []int64 }

// tiles lists the positions in row-major order, batch dimensions slowest.
func tiles(l *vectorext.NestedLayout) []tile {
	rank := l.Rank()
	var out []tile
	for at := range positionsIn(slices.Concat(l.BatchTile, l.OuterTile)) {
		p := slices.Clone(at)
		out = append(out, tile{p[:rank], p[rank:]})
	}
	return out
}

// positionsIn visits the positions of a shape in row-major order; the list is reused.
func positionsIn(shape []int64) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		n, _ := ir.NumElements(shape)
		at := make([]int64, len(shape))
		for range n {
			if !yield(at) {
				return
			}
			for i := len(at) - 1; i >= 0; i-- {
				if at[i]++; at[i] < shape[i] {
					break
				}
				at[i] = 0
			}
		}
	}
}

// offsets returns where the tile begins in the SIMT vector.
func (t tile) offsets() []int64 {
	return slices.Concat(t.batch, t.outer, make([]int64, len(t.batch)))
}

// indices returns the memory indices of a tile: for every vector dimension p that
// runs along a memory dimension k (dims[p] = k)
//
//	idx[k] = affine.linearize_index [subgroup, batch, outer, thread, idx[k]] by (S, B, O, T, E)
//
// which is the coordinate that the digits of the unit map make.
func (d *distributor) indices(t tile, s *spread, ids threadDigits, dims []int, idx []*ir.Value) []*ir.Value {
	out := slices.Clone(idx)
	for p, k := range dims {
		if k < 0 {
			continue
		}
		b, o := d.index(t.batch[p]), d.index(t.outer[p])
		c, isConst := ir.ConstantValue(idx[k]).(*ir.IntegerAttr)
		disjoint := isConst && c.Int64() >= 0 && c.Int64() < s.ElementTile[p]
		out[k] = d.linearize([]*ir.Value{ids.subgroup[p], b, o, ids.thread[p], idx[k]}, s.dims[p].Sizes(), disjoint)
	}
	return out
}
