package okk

import (
	"fmt"
	"strings"

	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/ir"
	"optc/passes"
)

// TileOptions are the options of okk-tile.
type TileOptions struct {
	Overlap bool `opt:"overlap" help:"run copies of a part at the same time as computations of other parts; divide a kernel that fits, too, if that is faster"`
	Explain bool `opt:"explain" help:"list other divisions with their estimates"`
}

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
work is divided by loops over parts: along batches, channels in multiples of the number of NPUs, rows of tensors, rows
and columns of matrices, and sums, as far as the rows of the operations allow. Parts of windows have the rows that the window reaches, and
padding at the edges of the tensor. Parts of a sum are added up in the destination. Tensors that every part needs,
such as weights, are loaded once, before the loop.

The division with the fewest estimated cycles is chosen. The estimate assumes that copies of a part run beside computations of
others, if the memory has room for the buffers with which parts take turns: two for a tensor that is loaded or stored, three for one that is
loaded, changed and stored, one where two do not fit. With overlap, the loop is written in this way at once, and a kernel that fits is divided too if
that is faster. A remark tells what was chosen; with explain, it lists other divisions.`,
	Options:  TileOptions{},
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"arith", "okk", "scf"},
	Run: onKernel(func(c *passes.Context, m *okk.Machine) bool {
		kernel := ir.Cast[okk.KernelOp](c.Op)
		if !kernel.Tiled() {
			return false
		}
		t := &tiler{
			Context: c, machine: m, rw: c.Rewriter(nil), options: *passes.OptionsOf[TileOptions](c),
			sizes: map[reservedKey]int64{}, layouts: map[reservedKey]okk.Geometry{},
		}
		t.rw.Modify(c.Op, func() { kernel.SetTiled(false) })
		if err := t.tile(); err != nil {
			okkFail(c, c.Op, err)
		}
		return true
	}),
}

// tiler divides a kernel.
type tiler struct {
	*passes.Context
	options TileOptions
	machine *okk.Machine
	rw      *ir.Rewriter
	ops     []*ir.Operation // that access or show tensors
	axes    *axes
	sizes   map[reservedKey]int64 // bytes of tensors of a type, as far as they are known
	layouts map[reservedKey]okk.Geometry
}

// tile chooses the sizes of parts and writes the loops.
func (t *tiler) tile() error {
	for op := range t.Op.Body().Ops() {
		view, isView := okk.ViewOf(op)
		switch {
		case okk.RowOf(op) != nil || isView && view.Repeats:
			t.ops = append(t.ops, op)
		case !ir.IsAny(op, okk.SysBufferOp{}, okk.AllocOp{}, okk.DeallocOp{}, arith.ConstantOp{}):
			return diag.Errorf("not-tiled", "cannot be divided, because '%s' is no operation on whole tensors", op.Name())
		}
	}
	if len(t.ops) == 0 {
		return nil
	}
	t.axes = findAxes(t.machine, t.ops)
	whole := &candidate{division: division{mode: oneAfterOne}, placed: make([]level, len(t.ops)), parts: 1}
	var fits bool
	need, known := t.need(&whole.division, whole.placed)
	if !known {
		return nil // which other passes report
	}
	if fits = need <= t.machine.NPUBytes; fits && !t.options.Overlap {
		return nil
	}
	whole.bytes, whole.cost = need, t.cost(&whole.division, whole.placed)
	list, reasons := t.axes.divisible()
	best, others := t.choose(list)
	switch {
	case best == nil && fits || best != nil && len(best.splits) == 0:
		return nil
	case best == nil:
		return diag.Errorf("not-tiled", "needs %d bytes of every NPU, which has %d, and cannot be divided: %s", need, t.machine.NPUBytes, strings.Join(append(reasons, "the smallest parts do not fit"), "; "))
	}
	t.report(whole, best, others, fits)
	return t.write(best)
}

// report tells what was chosen.
func (t *tiler) report(whole, best *candidate, others []*candidate, fits bool) {
	how := fmt.Sprintf("with %s, in %d bytes; about %d cycles", best.mode, best.bytes, best.cost)
	var remark *ir.Diagnostic
	if fits {
		remark = t.Op.Remarkf("is faster in parts: divided %s, %s instead of %d", best, how, whole.cost)
	} else {
		remark = t.Op.Remarkf("tensors need %d bytes of every NPU, which has %d: divided %s, %s", whole.bytes, t.machine.NPUBytes, best, how)
	}
	if t.options.Explain {
		for _, c := range others[:min(len(others), 8)] {
			remark.Note(t.Op.Loc(), "%s, with %s: %d bytes, about %d cycles", c, c.mode, c.bytes, c.cost)
		}
	}
	t.Report(remark)
}

// reservedBytes returns the memory of an NPU that an allocation needs with a type, of which the
// layout may be open.
func reservedBytes(m *okk.Machine, v *ir.Value, t *okk.LocalType) (size int64, err error) {
	g, err := chosenGeometry(m, v, t)
	return (g.Reserved + m.Align - 1) / m.Align * m.Align, err
}

// chosenGeometry returns the layout that an allocation will have with a type, of which the layout may be open.
func chosenGeometry(m *okk.Machine, v *ir.Value, t *okk.LocalType) (g okk.Geometry, err error) {
	tensor := t.Tensor
	switch {
	case !t.Auto:
	case tensor.Layout == okk.Matrix:
		if tensor.Width, err = m.MatrixWidth(okk.Lanes, tensor.Cols, tensor.DType, t.Start); err != nil {
			return g, err
		}
	case wantsCompact(v):
		tensor.Layout = okk.Compact
	default:
		tensor.Layout = okk.Aligned
	}
	return tensor.Geometry(m, t.Start)
}
