package distribute

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"optc/dialect/affine"
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/iree/ireemap"
	"optc/dialect/iree/revision"
	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/threads"
	"optc/passes"
	"optc/passes/distribute/internal/barriers"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/exchange"
	"optc/passes/distribute/internal/hazards"
	"optc/passes/distribute/internal/sectors"
	"optc/passes/distribute/internal/sums"
	"optc/passes/distribute/internal/threadcode"
	"optc/passes/distribute/internal/uniform"
	"optc/passes/layouts"
)

// DistributeOptions are the options of vectorext-distribute-nested-layout.
type DistributeOptions struct {
	SubgroupSize  int64   `opt:"subgroup-size" help:"threads of a subgroup; 0 takes the workers of the target inside a poplar.compute and 64 elsewhere"`
	WorkgroupSize []int64 `opt:"workgroup-size" help:"threads of a workgroup in x, y and z; empty when unknown"`
	Explain       bool    `opt:"explain" help:"report in remarks how each change of layout is done, its cost and the ways that were not taken, and the sectors of global memory that transfers, gathers, scatters and map_stores touch"`
	Chip          string  `opt:"chip" help:"GPU to distribute for, such as gfx942 or sm_80: lanes exchange elements of up to 32 bits in registers, on AMD's chips of any width"`
	Barriers      string  `opt:"barriers" help:"what becomes of accesses of different threads to the same memory without a gpu.barrier between them: require makes them an error, insert inserts a barrier, trust reports a remark" values:"require,insert,trust"`
	Reassociate   bool    `opt:"reassociate" help:"change the order of sums: what the iterations of a loop add over lanes is added over lanes once, after the loop"`
	Partial       bool    `opt:"partial" help:"keep operations that cannot be distributed between casts, with a remark that gives the reason, instead of an error"`
}

// SetChip gives a chip to the steps that distribute for a GPU and name none.
func SetChip(p *passes.Pipeline, chip string) {
	for inst := range p.Instances {
		if o, ok := passes.InstanceOptions[DistributeOptions](inst); ok {
			o.Chip = cmp.Or(o.Chip, chip)
		}
		if o, ok := passes.InstanceOptions[OrderSumsOptions](inst); ok {
			o.Chip = cmp.Or(o.Chip, chip)
		}
	}
}

// In returns the options for a function: the function's translation_info fills in the sizes that o
// leaves open, and the chip is the module's chip unless o names one.
func (o *DistributeOptions) In(f *ir.Operation) *DistributeOptions {
	in := *o
	in.Chip = cmp.Or(o.Chip, string(gpu.ChipOf(f)))
	if t := ireecodegen.TranslationOf(f); t != nil {
		if len(o.WorkgroupSize) == 0 {
			in.WorkgroupSize = t.WorkgroupSize
		}
		in.SubgroupSize = cmp.Or(o.SubgroupSize, t.SubgroupSize)
	}
	return &in
}

// check returns an error if no workgroup fits the options.
func (o *DistributeOptions) check(op *ir.Operation) error {
	if o.SubgroupSize < 0 {
		return negativeSubgroup(op, o.SubgroupSize)
	}
	if !gpu.Chip(o.Chip).Known() {
		return unknownChip(op, o.Chip)
	}
	if n := len(o.WorkgroupSize); n > 3 {
		return op.Errorf("expected workgroup-size to have at most 3 extents, x, y and z, but got %d", n)
	}
	for d, n := range o.WorkgroupSize {
		if n < 1 {
			return op.Errorf("expected workgroup-size to be at least 1 in %s, but got %d", gpu.Dimension(d), n)
		}
	}
	if _, ok := ir.NumElements(o.WorkgroupSize); !ok {
		return op.Errorf("expected workgroup-size to be less than 2^63 threads, but got %s", strings.Trim(strings.ReplaceAll(fmt.Sprint(o.WorkgroupSize), " ", " x "), "[]"))
	}
	return nil
}

func negativeSubgroup(op *ir.Operation, n int64) *ir.Diagnostic {
	return op.Errorf("expected subgroup-size to be at least 0, but got %d", n)
}

func unknownChip(op *ir.Operation, name string) *ir.Diagnostic {
	return op.Errorf("expected chip to be a GPU such as gfx942 or sm_80, but got '%s'", name)
}

// Distribute is vectorext-distribute-nested-layout.
var Distribute = &passes.Pass{
	Name:    "vectorext-distribute-nested-layout",
	Aliases: []string{"iree-llvmgpu-vector-distribute"},
	Title:   "Distribute vectors with a nested layout over threads",
	Doc: `Finds the layout of every vector that is connected to an
iree_vector_ext.to_layout, and rewrites the operations on such vectors to work on
the part of one thread, a vector of shape batch x outer x element. In a func.func the
thread is the flat id of gpu.thread_id x, y and z as far as workgroup-size has extents;
in a poplar.compute it is the worker. The function's translation_info, if it has one,
gives the sizes that the options do not give.

    %a = vector.transfer_read %m[%c0], %pad : memref<96xf32>, vector<96xf32>
    %b = iree_vector_ext.to_layout %a to layout(#nested) : vector<96xf32>

with #nested = six threads of four elements, four batches, becomes four reads of
vector<4xf32> at affine.linearize_index [%thread, …].

Reductions, contractions, scans and arg_compare combine first the elements of a thread,
then the lanes of a subgroup (reductions, scans and shuffles of gpu and iree_gpu), then
the subgroups through workgroup memory. A contraction with iree.gpu.mma becomes matrix
instructions. A change of layout reorders the elements of each thread if no element
changes threads. If elements move within subgroups only, and no more shuffles than
memory accesses are needed, it uses shuffles. Otherwise it goes through workgroup memory.
With the option explain, a remark reports the choice and its cost, and another the
sectors of global memory that a transfer, gather or scatter touches. An element that is extracted is sent
from the lane that holds it to all others, or through workgroup memory to other
subgroups. Workers of a tile
cannot exchange values: operations that need an exchange cannot be distributed there.

Two threads may access the same memory in any order. It is an error if one of them
changes memory that the other uses, without a gpu.barrier for that memory between them:
memory that is written in one layout and read in another, or that all threads read and
one writes. With barriers=insert a barrier is inserted instead, and barriers=trust
reports a remark. Accesses through views of a buffer are compared, each with the 64
before it. Different arguments of a function are taken to be different buffers. A write
that no anchor divides is executed by the first thread, with what only this write needs.

With the option reassociate, a loop that adds a sum over lanes in every iteration carries
the sum of each thread's own elements, and the lanes are added once after the loop.

Threads must agree on a vector that they share: an operand that differs between them,
and a write that only some of them reach, are errors. The check of check-uniformity
ends the pass.

Vectors in an #iree_map.pack_layout are read and written, with masks, broadcast,
transposed, cast to other shapes, reduced, contracted and computed with element by
element. Operations that have rules for nested layouts only, such as scans and gathers,
are distributed in a nested layout that resembles the pack_layout: a dimension is spread
in the same way if its digits are subgroups, values, threads and values, in this order;
otherwise every thread holds the whole dimension. A function may have layouts of both
kinds.

Operations that no anchor reaches are not distributed, and all threads compute them. If
an anchor reaches an operation that cannot be distributed, this is an error that names
the operation, its layouts and the missing rule. With the option partial, it is a remark,
and the operation is kept between casts to_simd and to_simt. With --compat it is kept
without a remark, as in the project that is followed.`,
	Options:  DistributeOptions{},
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"affine", "amdgpu", "arith", "gpu", "iree_gpu", "iree_vector_ext", "math", "memref", "nvgpu", "scf", "ub", "vector"},
	Models:   Models,
	Run:      runDistribute,
}

func runDistribute(c *passes.Context) (changed bool, err error) {
	o := passes.OptionsOf[DistributeOptions](c).In(c.Op)
	if err := o.check(c.Op); err != nil {
		return false, err
	}
	if ir.Is[fn.FuncOp](c.Op) {
		changed = distributeIn(c, c.Op, o, gpuThreads(o))
		if revision.Of(c.IR) == revision.Release {
			uniform.CheckMeetings(c, c.Op, threads.Shape{Subgroup: cmp.Or(o.SubgroupSize, defaultSubgroup), Workgroup: o.WorkgroupSize})
		}
		return changed, nil
	}
	for _, op := range passes.OpsIn(c.Op, poplar.ComputeOp{}) {
		t, missing := poplar.RequiredTarget(op, c.Op)
		if missing != nil {
			return changed, missing
		}
		changed = distributeIn(c, op, o, workerThreads(c, op, t.Workers)) || changed
	}
	return changed, nil
}

// threadGroup is the group of threads that get the parts of vectors.
type threadGroup struct {
	id       func(rw *ir.Rewriter) *ir.Value // the flat thread id, built at the start of the code
	subgroup int64                           // threads of a subgroup
	one      bool                            // there is exactly one subgroup
	have     string                          // what was found, for messages
	hint     string                          // why there are no more, or ""
}

// gpuThreads are the threads of a workgroup.
func gpuThreads(o *DistributeOptions) threadGroup {
	return threadGroup{
		id:       func(rw *ir.Rewriter) *ir.Value { return flatID(rw, o.WorkgroupSize) },
		subgroup: defaultSubgroup,
	}
}

// flatID numbers the threads of a workgroup, x fastest. Without extents in y and z
// that is gpu.thread_id x.
//
//	workgroup-size=8,4,2  →  affine.linearize_index disjoint [%z, %y, %x] by (2, 4, 8)
func flatID(rw *ir.Rewriter, workgroup []int64) *ir.Value {
	bounds := [3]int64{}
	copy(bounds[:], workgroup)
	id := func(d gpu.Dimension) *ir.Value { return gpu.NewThreadID(rw, d, bounds[d]).Result() }
	if n, _ := ir.NumElements(workgroup[min(1, len(workgroup)):]); n == 1 {
		return id(gpu.X)
	}
	var ids []*ir.Value
	var basis []int64
	for d, n := range slices.Backward(workgroup) {
		ids, basis = append(ids, id(gpu.Dimension(d))), append(basis, n)
	}
	return affine.NewLinearizeIndex(rw, ids, ir.MergeMixed(basis, nil), true).LinearIndex()
}

// workerThreads are the workers of a tile, or the only worker that runs a vertex which is
// not a MultiVertex.
func workerThreads(c *passes.Context, op *ir.Operation, workers int) threadGroup {
	worker := poplar.ComputeOf(op).Worker()
	if worker == nil {
		return threadGroup{
			id: func(rw *ir.Rewriter) *ir.Value {
				return arith.ConstantIndex(rw, 0)
			},
			subgroup: 1, one: true, have: "one worker runs the vertex",
			hint: oneWorker(op),
		}
	}
	return threadGroup{
		id:       func(*ir.Rewriter) *ir.Value { return worker },
		subgroup: int64(workers), one: true, have: fmt.Sprintf("the tile has %d workers", workers),
	}
}

// oneWorker returns the reason why a single worker runs a vertex that all could run, or
// "".
func oneWorker(op *ir.Operation) string {
	if v := ir.Enclosing[poplar.VertexOp](op).Operation(); v == nil || poplar.VertexOf(v).Codelet().Kind != vertex.Multi {
		return ""
	}
	return "the vertex is 'multi', but its code does not ask for the number of the worker: poplar.compute (…) worker(%w : index)"
}

// distributeIn distributes the code of op.
func distributeIn(c *passes.Context, op *ir.Operation, o *DistributeOptions, th threadGroup) bool {
	if o.SubgroupSize > 0 {
		th.subgroup = o.SubgroupSize
	}
	anchors, fits := checkLayouts(c, op, o, th)
	if anchors == (layoutKinds{}) && hasPointWrite(c, op, threads.Shape{Workgroup: o.WorkgroupSize, Subgroup: max(th.subgroup, 1)}) {
		anchors.nested = true // vectors of rank 0 have a layout without anchors
	}
	if anchors == (layoutKinds{}) || !fits {
		return false
	}
	rw := c.Rewriter(nil)
	rw.AtStart(op.Body()).Loc = op.Loc()
	d := core.NewNested(c, rw, threadcode.Group{ThreadID: th.id(rw), Subgroup: th.subgroup, Workgroup: o.WorkgroupSize, Alone: th.one, Chip: gpu.Chip(o.Chip)})
	d.Explains = o.Explain
	dissolveMasks(d, op)
	p := core.NewPacked(d)
	if anchors.nested {
		d.PlanWork(op, layouts.ForOthers[*vectorext.NestedLayout, *ireemap.PackLayout](c, op))
	}
	if anchors.packed {
		p.PlanWork(op)
	}
	sectors.ExplainIndexed(d, op, p)
	if revision.Of(c.IR) == revision.Release {
		known := threads.FindDivergence(op, d.Shape(), c.Ended)
		if !uniform.AgreeTogether(d, p, known) {
			return true
		}
		hazards.OrderAccesses(d, op, p, known, hazards.Policy(cmp.Or(o.Barriers, string(hazards.RequireBarriers))))
	}
	d.DistributeQueue()
	if anchors.packed {
		p.DistributeQueue()
		d.DistributeQueue()
		exchange.ConvertParts(d, p, op)
		maps.Copy(d.Reasons, p.Reasons)
	}
	nameParts(c, op)
	takeTiles(rw, op)
	ir.ApplyGreedily(c, c.IR, op.Region(0), ir.NewPatternSet(), ir.DefaultGreedyConfig())
	if o.Reassociate {
		sums.MoveSumsOut(d, op)
	}
	if revision.Of(c.IR) == revision.Release {
		barriers.Settle(d, op)
	}
	if o.Partial || revision.Of(c.IR) == revision.Release {
		reportLeft(d, op, o.Partial)
	}
	return true
}

// hasPointWrite reports whether all threads reach an operation in root that writes a vector
// of rank 0 to memory. A write that only some threads reach has its guard already, and a
// branch on a constant is the guard that distribution puts around a write of all threads.
func hasPointWrite(c *passes.Context, root *ir.Operation, t threads.Shape) bool {
	var writes []*ir.Operation
	c.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if w := ir.As[vector.TransferWriteOp](op); w.Ok() && core.OnMemRef(w.Base()) {
			if v, ok := w.ValueToStore().Type().(*ir.VectorType); ok && len(v.Dims) == 0 {
				writes = append(writes, op)
			}
		}
		return ir.Advance
	})
	if len(writes) == 0 {
		return false
	}
	known := threads.FindDivergence(root, t, c.Ended)
	return slices.ContainsFunc(writes, func(op *ir.Operation) bool {
		guard := ir.As[scf.IfOp](op.Parent())
		return known.Control(op).Covers(threads.Workgroup) && !(guard.Ok() && ir.ConstantValue(guard.Condition()) != nil)
	})
}

// nameParts gives the parts of threads the names of the whole vectors.
func nameParts(c *passes.Context, root *ir.Operation) {
	c.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if toSIMD := ir.As[vectorext.ToSIMDOp](op); toSIMD.Ok() {
			toSIMD.Input().TakeName(op.Result(0))
		}
		return ir.Advance
	})
}
