package okk

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/lower"
	"optc/passes"
)

// TileOptions are the options of okk-tile.
type TileOptions struct {
	Overlap bool `opt:"overlap" help:"run copies of a part at the same time as computations of other parts; divide a kernel that fits, too, if that is faster"`
	Explain bool `opt:"explain" help:"list other divisions with their estimates"`
	Costs   bool `opt:"costs" help:"give the first operation of each section its division as the attribute okk.plan, with the cost as okk.cost, and divide nothing"`
	Others  int  `opt:"others" help:"with costs, list at most that many other divisions in the attribute okk.others, the cheapest first"`
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
	Doc: `A kernel that is marked as tiled is written for whole tensors. Operations that have no tensor in common and follow each other are
divided one after the other. If their tensors need more than the memory of an NPU, the
work is divided by loops over parts. Parts are taken along batches, channels in multiples of the number of NPUs, rows of tensors, rows
and columns of matrices, and sums. The description of each operation (okk.Row) lists the axes that are allowed. Parts of windows have the rows that the window reaches, and
padding at the edges of the tensor. Parts of a sum are added up in the destination. Tensors that every part needs,
such as weights, are loaded once, before the loop. Where not even a batch fits, pools that reduce all rows get them in parts: the rows are visited once for each
pool that depends on an earlier one, and once for the results. A maximum stays the same; an average is the sum of the parts' averages times 1 over
their number.

The division with the fewest estimated cycles is chosen. The estimate assumes that copies of a part run at the same time as computations of
other parts, if the memory has room for several buffers, which parts use in turn. A tensor that is loaded or stored needs two buffers, a tensor that is
loaded, changed and stored needs three; a tensor has one buffer where two do not fit. With overlap, the pass itself writes the loop in this way, and divides a
kernel that fits, too, if that is faster. A remark names the chosen division; with explain, it lists other divisions.

The first operation of a kernel, or of one of its sections, may have the division as the attribute okk.plan, which stays:

    okk.load %x to %t {okk.plan = {along = ["H", "C"], outer = 1, overlap = "together", sizes = array<i64: 28, 64>}}

Along each axis in along, the parts have the size at the same position in sizes. Each of the first axes, outer in number, has a loop around the loop of the parts. The copies of a part
overlap with computations of other parts: all (together), the first and the last (first-last), loads only (loads), or none.`,
	Options:  TileOptions{},
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"arith", "okk", "scf"},
	Run: onKernel(func(c *passes.Context, m *okk.Machine) bool {
		kernel := ir.Cast[okk.KernelOp](c.Op)
		if !kernel.Tiled() {
			return false
		}
		t := &tiler{
			Context: c, machine: m, rw: c.Rewriter(nil), options: *passes.OptionsOf[TileOptions](c), kernel: c.Op,
			sizes: map[reservedKey]int64{}, layouts: map[reservedKey]okk.Geometry{},
		}
		if !t.options.Costs {
			t.rw.Modify(c.Op, func() { kernel.SetTiled(false) })
		}
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
	ops     []*ir.Operation // of a section that access or show tensors
	axes    *axes
	sizes   map[reservedKey]int64 // bytes of tensors of a type, as far as they are known
	layouts map[reservedKey]okk.Geometry
	kernel  *ir.Operation
	alone   bool  // there is a single section, the kernel
	reduces bool  // pools that reduce all rows are divided along the rows
	held    int64 // bytes of tensors that outlive the section and are not its own
	tries   bool  // the kernel is a copy, on which a division is tried
}

// tile divides the sections of the kernel, one after the other. A section that cannot be divided is an error if it is
// the only one; otherwise its tensors may still fit when they share memory.
func (t *tiler) tile() error {
	for op := range t.Op.Body().Ops() {
		view, isView := okk.ViewOf(op)
		switch {
		case okk.RowOf(op) != nil || isView && view.Repeats:
			t.ops = append(t.ops, op)
		case !ir.IsAny(op, okk.SysBufferOp{}, okk.AllocOp{}, okk.DeallocOp{}, okk.RestrideOp{}, arith.ConstantOp{}):
			return diag.Errorf("not-tiled", "cannot be divided, because '%s' is no operation on whole tensors", op.Name())
		}
	}
	list := sections(t.ops)
	t.alone = len(list) == 1
	for _, section := range list {
		t.ops = section
		t.sizes, t.layouts = map[reservedKey]int64{}, map[reservedKey]okk.Geometry{}
		if err := t.tileSection(); err != nil && t.alone {
			return err
		} else if err != nil {
			t.Report(section[0].Remarkf("cannot be divided with the operations on its tensors: %v", err).WithCode(okk.Codes + "not-tiled"))
		}
	}
	return nil
}

// sections divides operations into groups that have no local tensor in common and follow each other.
func sections(ops []*ir.Operation) (list [][]*ir.Operation) {
	last := map[*ir.Value]int{} // the last operation that uses a tensor
	tensors := func(op *ir.Operation, visit func(v *ir.Value)) {
		for _, v := range append(op.OperandList(), op.ResultList()...) {
			if ir.IsType[*okk.LocalType](v.Type()) {
				visit(okk.Base(v))
			}
		}
	}
	for i, op := range ops {
		tensors(op, func(v *ir.Value) { last[v] = i })
	}
	end := -1 // the last operation of the section
	for i, op := range ops {
		if i > end {
			list = append(list, nil)
		}
		list[len(list)-1] = append(list[len(list)-1], op)
		tensors(op, func(v *ir.Value) { end = max(end, last[v]) })
		end = max(end, i)
	}
	return list
}

// tileSection chooses the sizes of the parts of a section and writes its loops.
func (t *tiler) tileSection() error {
	t.axes = findAxes(t.machine, t.ops, false)
	pinned, err := t.pinned()
	if err != nil {
		return err
	}
	whole := &candidate{division: division{mode: oneAfterOne}, placed: make([]level, len(t.ops)), parts: 1}
	need, known := t.need(&whole.division, whole.placed)
	limit := t.overLimit(&whole.division)
	if known {
		whole.bytes, whole.cost = need, t.cost(&whole.division, whole.placed, t.clashing(&whole.division, whole.placed))
	}
	fits := known && need <= t.machine.NPUBytes && limit == ""
	if fits && !t.options.Overlap && pinned == nil {
		t.describe(whole, nil)
		return nil
	}
	list, reasons := t.axes.divisible()
	best, others := pinned, []*candidate(nil)
	if pinned == nil || t.options.Costs {
		best, others = t.choose(list)
	}
	if pinned != nil {
		if best != nil {
			others = slices.DeleteFunc(append([]*candidate{best}, others...), func(c *candidate) bool { return t.planOf(c) == t.planOf(pinned) })
		}
		best = pinned
	}
	switch {
	case best == nil && (fits || !known) || best != nil && len(best.splits) == 0:
		t.describe(whole, nil)
		return nil // which other passes report if it does not fit
	case best == nil:
		err := t.tilePasses(need)
		if err == nil {
			return nil
		}
		if limit != "" {
			return diag.Errorf("not-tiled", "%s, and cannot be divided: %s", limit, strings.Join(append(reasons, "the smallest parts do not fit"), "; "))
		}
		reasons = append(reasons, fmt.Sprintf("in several passes, %v", err))
		return diag.Errorf("not-tiled", "needs %d bytes of every NPU, which has %d, and cannot be divided: %s", need, t.machine.NPUBytes, strings.Join(append(reasons, "the smallest parts do not fit"), "; "))
	case t.options.Costs:
		t.describe(best, others)
		return nil
	}
	t.report(whole, best, others, fits, limit)
	t.rw.Modify(t.ops[0], func() { t.ops[0].SetAttr(PlanName, nil) })
	return t.write(best)
}

// allocations lists the allocations of the tensors of a section.
func (t *tiler) allocations() (list []*ir.Operation) {
	seen := map[*ir.Operation]bool{}
	for _, op := range t.ops {
		for _, v := range op.Operands() {
			if !ir.IsType[*okk.LocalType](v.Type()) {
				continue
			}
			if alloc := okk.Base(v).DefiningOp(); ir.Is[okk.AllocOp](alloc) && !seen[alloc] {
				seen[alloc] = true
				list = append(list, alloc)
			}
		}
	}
	return list
}

// describe gives the first operation of a section what a division costs, and the best of the others.
func (t *tiler) describe(c *candidate, others []*candidate) {
	if !t.options.Costs {
		return
	}
	cost := &nests.Cost{Plan: c.String(), Over: numParts.Count(int(c.parts)), Compute: c.cost, Memory: c.bytes, Exchange: t.copies()}
	for _, op := range t.ops {
		if at, err := stageOf(op); err == nil && at == loading {
			cost.Operands = append(cost.Operands, okk.NameOf(ir.Cast[okk.LoadOp](op).Source())+" is loaded")
		}
	}
	if len(others) > 0 {
		cost.Other, cost.More = others[0].String(), others[0].cost-c.cost
	}
	t.rw.Modify(t.ops[0], func() {
		t.ops[0].SetAttr(CostName, cost.Attr(t.rw.Context()))
		t.ops[0].SetAttr(PlanName, t.planOf(c))
		if t.options.Others > 0 {
			var plans []ir.Attribute
			for _, o := range others[:min(t.options.Others, len(others))] {
				plans = append(plans, t.planOf(o))
			}
			t.ops[0].SetAttr(OthersName, t.rw.Context().Array(plans))
		}
	})
}

// copies estimates the cycles of all copies of a section.
func (t *tiler) copies() (sum int64) {
	for _, op := range t.ops {
		if row := okk.RowOf(op); row != nil && row.Engine == okk.CopyEngine {
			sum += t.cycles(op, nil)
		}
	}
	return sum
}

var numParts = lower.Noun{One: "part", Many: "parts"}

// report tells what was chosen. The text limit is the limit that the whole tensors exceed; "" if there is none.
func (t *tiler) report(whole, best *candidate, others []*candidate, fits bool, limit string) {
	how := fmt.Sprintf("with %s, in %d bytes; about %d cycles", best.mode, best.bytes, best.cost)
	var remark *ir.Diagnostic
	at, what := t.Op, "tensors "
	if !t.alone {
		at, what = t.ops[0], "and the operations on its tensors "
	}
	switch {
	case limit != "":
		remark = at.Remarkf("%s: divided %s, %s", limit, best, how)
	case whole.bytes == 0:
		remark = at.Remarkf("%sdo not fit into the %d bytes of an NPU: divided %s, %s", what, t.machine.NPUBytes, best, how)
	case fits:
		if what = "is faster"; !t.alone {
			what = "and the operations on its tensors are faster"
		}
		remark = at.Remarkf("%s in parts: divided %s, %s instead of %d", what, best, how, whole.cost)
	default:
		remark = at.Remarkf("%sneed %d bytes of every NPU, which has %d: divided %s, %s", what, whole.bytes, t.machine.NPUBytes, best, how)
	}
	if t.options.Explain {
		for _, c := range others[:min(len(others), 8)] {
			remark.Note(at.Loc(), "%s, with %s: %d bytes, about %d cycles", c, c.mode, c.bytes, c.cost)
		}
		if slices.ContainsFunc(t.ops, reducesRows) {
			if plans, err := t.passPlans(); err == nil {
				plans[0].list(remark, at)
			}
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
