package okk

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/ir"
	"optc/num"
	"optc/passes"
)

// Tile divides a kernel whose tensors do not fit.
//
//	okk.load %x to %t        →   scf.for %i = %c0 to %c40 step %c16 {
//	okk.eltwise relu %t, %t        %m = arith.minui (40 - %i), %c16
//	okk.store %t to %y             %u = okk.alloc sizes(%m)
//	                               okk.load %x[%i, …] to %u
//	                               okk.eltwise relu %u, %u
//	                               okk.store %u to %y[%i, …]
//	                             }
var Tile = &passes.Pass{
	Name:  "okk-tile",
	Title: "Divide kernels whose tensors do not fit into local memory",
	Doc: `A kernel that is marked as tiled is written for whole tensors. If they need more than the memory of an NPU, the
work is divided by a loop over parts: along N, if a batch fits; else batch by batch along C, in multiples of the
number of NPUs, if the operations keep channels apart; else also along H, if they keep rows apart. Two parts fit at
the same time, so that okk-overlap can load one while the other is computed. Tensors that every part needs, such as
weights, are loaded once, before the loop. A remark tells what was chosen.`,
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"arith", "okk", "scf"},
	Run: onKernel(func(c *passes.Context, m *okk.Machine) bool {
		kernel := ir.Cast[okk.KernelOp](c.Op)
		if !kernel.Tiled() {
			return false
		}
		t := &tiler{Context: c, machine: m, rw: c.Rewriter(nil)}
		t.rw.Modify(c.Op, func() { kernel.SetTiled(false) })
		if err := t.tile(); err != nil {
			okkFail(c, c.Op, err)
		}
		return true
	}),
}

// axis is a dimension along which a kernel may be divided.
type axis int

const (
	alongN axis = iota
	alongC
	alongH
)

func (a axis) String() string { return "NCH"[a : a+1] }

// tiler divides a kernel.
type tiler struct {
	*passes.Context
	machine *okk.Machine
	rw      *ir.Rewriter
	ops     []*ir.Operation // that access tensors
}

// tile chooses the sizes of parts and writes the loops.
func (t *tiler) tile() error {
	for op := range t.Op.Body().Ops() {
		switch {
		case okk.RowOf(op) != nil && !slices.ContainsFunc(op.OperandList(), isViewed):
			t.ops = append(t.ops, op)
		case !ir.IsAny(op, okk.SysBufferOp{}, okk.AllocOp{}, okk.DeallocOp{}, arith.ConstantOp{}):
			return diag.Errorf("not-tiled", "cannot be divided, because '%s' is no operation on whole tensors", op.Name())
		}
	}
	whole := division{}
	need, err := t.bytes(whole)
	if err != nil || need <= t.machine.NPUBytes {
		return err
	}
	d, reasons := t.choose()
	if d == nil {
		return diag.Errorf("not-tiled", "needs %d bytes of every NPU, which has %d, and cannot be divided: %s", need, t.machine.NPUBytes, strings.Join(reasons, "; "))
	}
	part, err := t.bytes(d)
	if err != nil {
		return err
	}
	var text []string
	for _, s := range d {
		text = append(text, fmt.Sprintf("along %s in parts of %d of %d", s.axis, s.size, s.whole))
	}
	t.Report(t.Op.Remarkf("tensors need %d bytes of every NPU, which has %d: divided %s, with two parts in %d bytes", need, t.machine.NPUBytes, strings.Join(text, " and "), part))
	t.write(d)
	return nil
}

func isViewed(v *ir.Value) bool { return v.DefiningOp() == nil || okk.IsView(v.DefiningOp()) }

// isTileable reports whether a tensor has neither a place nor strides nor a mode of its own.
func isTileable(v *ir.Value) bool {
	x, ok := v.Type().(*okk.LocalType)
	if !ok {
		return v.Type().(*okk.SystemType).Tensor.Mode == okk.N1
	}
	_, placed := okk.AddressOf(v)
	return !placed && x.Tensor.Layout != okk.Strided && !x.Resolved && x.Open == 0 && x.Tensor.Mode == okk.N1
}

// split is a dimension of the tensors with the size of a part.
type split struct {
	axis        axis
	whole, size int64
	parted      map[*ir.Value]bool // the tensors and buffers that are divided
}

// division lists the dimensions along which a kernel is divided, outer ones first.
type division []*split

// choose finds the sizes of parts.
func (t *tiler) choose() (d division, reasons []string) {
	for _, a := range []axis{alongN, alongC, alongH} {
		parted, whole, err := t.parted(a)
		if err != nil {
			reasons = append(reasons, fmt.Sprintf("along %s, %v", a, err))
			continue
		}
		if whole == 1 {
			continue
		}
		if err := t.sharedFirst(parted); err != nil {
			reasons = append(reasons, fmt.Sprintf("along %s, %v", a, err))
			continue
		}
		s := &split{axis: a, whole: whole, parted: parted}
		d = append(d, s)
		step := int64(1)
		if a == alongC {
			step = t.machine.NPUs
		}
		for s.size = (whole - 1) / step * step; s.size > step && !t.fits(d); s.size -= step {
			if over := s.size / step / 2; over > 8 { // far from a size that fits
				half := s.size
				s.size = over * step
				if t.fits(d) {
					s.size = half
				} else {
					s.size += step
				}
			}
		}
		if s.size = max(s.size, min(step, whole)); t.fits(d) {
			// As many parts, of sizes that are as equal as possible.
			parts := num.CeilDiv(whole, s.size)
			s.size = num.CeilDiv(num.CeilDiv(whole, parts), step) * step
			return d, nil
		}
		if s.size == whole {
			d = d[:len(d)-1]
		}
	}
	return nil, append(reasons, "the smallest parts do not fit")
}

// sharedFirst checks that the tensors that all parts need can be made before the first part.
func (t *tiler) sharedFirst(parted map[*ir.Value]bool) error {
	used := map[*ir.Value]bool{}
	for _, op := range t.ops {
		inner := slices.ContainsFunc(op.OperandList(), func(v *ir.Value) bool { return parted[v] })
		writes, reads := okk.Accesses(op)
		for _, v := range writes {
			if !inner && used[v] {
				return fmt.Errorf("'%s' changes while parts are computed", okk.NameOf(v))
			}
		}
		for _, v := range reads {
			used[v] = used[v] || inner && !parted[v]
		}
	}
	return nil
}

func (t *tiler) fits(d division) bool {
	need, err := t.bytes(d)
	return err == nil && need <= t.machine.NPUBytes
}

// bytes returns the memory of an NPU that a kernel needs: for two parts of each divided tensor,
// and for one of the others.
func (t *tiler) bytes(d division) (sum int64, err error) {
	for op := range t.Op.Body().Ops() {
		if !ir.Is[okk.AllocOp](op) {
			continue
		}
		v := op.Result(0)
		size, err := reservedBytes(t.machine, v, partType(v, d))
		if err != nil {
			return 0, err
		}
		if isParted(v, d) {
			size *= 2
		}
		sum += size
	}
	return sum, nil
}

// reservedBytes returns the memory of an NPU that an allocation needs with a type, of which the
// layout may be open.
func reservedBytes(m *okk.Machine, v *ir.Value, t *okk.LocalType) (size int64, err error) {
	tensor := t.Tensor
	switch {
	case !t.Auto:
	case tensor.Layout == okk.Matrix:
		if tensor.Width, err = m.MatrixWidth(okk.Lanes, tensor.Cols, tensor.DType, t.Start); err != nil {
			return 0, err
		}
	case wantsCompact(v):
		tensor.Layout = okk.Compact
	default:
		tensor.Layout = okk.Aligned
	}
	g, err := tensor.Geometry(m, t.Start)
	return (g.Reserved + m.Align - 1) / m.Align * m.Align, err
}

func isParted(v *ir.Value, d division) bool {
	return slices.ContainsFunc(d, func(s *split) bool { return s.parted[v] })
}

// partShape returns the shape of a part, and the dimensions in which the last part is smaller.
func partShape(v *ir.Value, d division) (shape []int64, open okk.Axes) {
	whole, _ := okk.Extents(v.Type())
	shape = slices.Clone(whole)
	for _, s := range d {
		if s.parted[v] {
			shape[s.axis] = s.size
			if s.whole%s.size != 0 {
				open |= 1 << s.axis
			}
		}
	}
	return shape, open
}

func partType(v *ir.Value, d division) *okk.LocalType {
	shape, open := partShape(v, d)
	return v.Type().(*okk.LocalType).Parted(shape, open)
}

// parted finds the tensors and buffers that are divided along a dimension, and their extent.
func (t *tiler) parted(a axis) (parted map[*ir.Value]bool, whole int64, err error) {
	groups := map[*ir.Value]*ir.Value{}
	var find func(v *ir.Value) *ir.Value
	find = func(v *ir.Value) *ir.Value {
		if next, known := groups[v]; known && next != v {
			return find(next)
		}
		return v
	}
	forced := map[*ir.Value]bool{} // by representative, later
	type demand struct {
		v      *ir.Value
		parted bool
		op     *ir.Operation
	}
	var demands []demand
	for _, op := range t.ops {
		tensors := op.OperandList()
		divided, alike, ok := okk.RowOf(op).Divided(int(a), len(tensors))
		if !ok {
			return nil, 0, fmt.Errorf("'%s' needs all of its tensors", op.Name())
		}
		if alike {
			for _, v := range tensors[1:] {
				groups[find(v)] = find(tensors[0])
			}
			continue
		}
		for i, v := range tensors {
			demands = append(demands, demand{v, divided[i], op})
		}
	}
	for _, d := range demands {
		r := find(d.v)
		if old, known := forced[r]; known && old != d.parted {
			return nil, 0, fmt.Errorf("'%s' needs all of '%s', which other operations divide", d.op.Name(), okk.NameOf(d.v))
		}
		forced[r] = d.parted
	}
	extent := func(v *ir.Value) int64 {
		shape, _ := okk.Extents(v.Type())
		if int(a) >= len(shape) || len(shape) == 2 && a != alongN {
			return 1
		}
		return shape[a]
	}
	for _, op := range t.ops {
		for _, v := range op.OperandList() {
			if divided, known := forced[find(v)]; !known || divided {
				whole = max(whole, extent(v))
			}
		}
	}
	parted = map[*ir.Value]bool{}
	for _, op := range t.ops {
		for _, v := range op.OperandList() {
			divided, known := forced[find(v)]
			if !known {
				divided = extent(v) == whole
			}
			if divided && whole > 1 && !isTileable(v) {
				return nil, 0, fmt.Errorf("'%s' has a place, strides or a mode of its own", okk.NameOf(v))
			}
			if divided && extent(v) != whole {
				return nil, 0, fmt.Errorf("'%s' has extent %d, not %d", okk.NameOf(v), extent(v), whole)
			}
			if divided {
				parted[v] = true
			} else {
				delete(parted, v)
			}
		}
	}
	return parted, whole, nil
}

// write puts the operations on parts into loops.
func (t *tiler) write(d division) {
	t.rw.Before(t.ops[0]).Loc = t.ops[0].Loc()
	mapping := &ir.Mapping{}
	last := t.ops[len(t.ops)-1]
	var inner []*ir.Operation
	for _, op := range t.ops {
		if slices.ContainsFunc(op.OperandList(), func(v *ir.Value) bool { return isParted(v, d) }) {
			inner = append(inner, op)
		}
	}
	t.rw.After(last).Loc = last.Loc()
	zero := arith.ConstantIndex(t.rw, 0)
	offsets, sizes := map[axis]*ir.Value{}, map[axis]*ir.Value{}
	for _, s := range d {
		step := arith.ConstantIndex(t.rw, s.size)
		whole := arith.ConstantIndex(t.rw, s.whole)
		loop := scf.NewFor(t.rw, zero, whole, step, nil)
		body := t.rw.NewBlock(loop.Region(), []ir.Type{zero.Type()}, t.rw.Loc)
		t.rw.AtEnd(body)
		end := scf.NewYield(t.rw).Operation()
		t.rw.Before(end)
		i := body.Args()[0]
		offsets[s.axis] = i
		if s.whole%s.size != 0 {
			left := arith.NewSubI(t.rw, whole, i).Result()
			sizes[s.axis] = arith.NewMinUI(t.rw, left, step).Result()
		}
	}
	parts := map[*ir.Value]bool{}
	for _, op := range inner {
		t.rw.Loc = op.Loc()
		for _, v := range op.OperandList() {
			if !parts[v] && isParted(v, d) {
				parts[v] = true
				mapping.Map(v, t.part(v, d, offsets, sizes))
			}
		}
		t.rw.Insert(ir.Clone(op, t.rw.Arena(), mapping))
	}
	for _, op := range slices.Backward(inner) {
		t.rw.Erase(op)
	}
	for v := range parts {
		if alloc := v.DefiningOp(); ir.Is[okk.AllocOp](alloc) {
			for v.FirstUse() != nil { // the end of its life
				t.rw.Erase(v.FirstUse().Owner())
			}
			t.rw.Erase(alloc)
		}
	}
}

// part makes the part of a tensor: a smaller tensor, or a slice of a buffer.
func (t *tiler) part(v *ir.Value, d division, offsets, sizes map[axis]*ir.Value) *ir.Value {
	shape, open := partShape(v, d)
	var extents []*ir.Value
	for i := range shape {
		if open.Has(i) {
			extents = append(extents, sizes[axis(i)])
		}
	}
	if x, ok := v.Type().(*okk.LocalType); ok {
		part := okk.NewAlloc(t.rw, x.Parted(shape, open), extents).Result()
		part.SetNameHint(v.NameHint())
		return part
	}
	at := make([]ir.Mixed, len(shape))
	for _, s := range d {
		if s.parted[v] {
			at[s.axis].Value = offsets[s.axis]
		}
	}
	part := okk.NewSlice(t.rw, v, at, extents, v.Type().(*okk.SystemType).Parted(shape, open)).Result()
	part.SetNameHint(v.NameHint() + "_part")
	return part
}
