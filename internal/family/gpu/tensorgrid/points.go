package tensorgrid

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/internal/family/nests"
	"optc/ir"
	maps "optc/ir/affine"
	"optc/num"
)

// axis is an axis of a kernel, or axes that all tensors go through as one does.
type axis struct {
	nests.Axis       // axis with the steps of the accesses
	number     int   // number of the axis in the group, or -1
	part       int64 // the points of a thread
}

// points is a kernel in which each thread computes some points of the parallel loops, with loops over the reductions inside.
type points struct {
	*grid
	*body
	parallel []axis // outermost first
	reduced  []axis
	lane     int         // the parallel axis along which each vector of a thread extends, or -1
	lanes    int64       // elements of the vector
	row      int         // the parallel axis along which a thread has several vectors, or -1
	places   []*ir.Value // places of the axes: the first point of the thread, then the loops over reductions
	memories []*ir.Value // memories of the accesses
	known    map[place]*ir.Value
	writer   *regionWriter
	threads  int64 // most threads of a workgroup
}

// place is an access of a row of a thread.
type place struct {
	access int
	row    int64
}

// threads is the number of threads of a workgroup.
const threads = 128

// fewThreads is a number of threads below which a thread computes one point: more threads are
// faster than fewer instructions.
const fewThreads = 1024

// checkRegion requires the region of a nest to consist of operations on numbers.
func checkRegion(n *nests.Nest) (d *ir.Diagnostic) {
	ir.Walk(n.Op, func(op *ir.Operation) ir.WalkResult {
		for _, v := range op.Results() {
			if op != n.Op && (ir.AnyTensor.Check(v.Type()) || ir.IsType[*ir.MemRefType](v.Type())) {
				d = n.Op.Errorf("computes '%s', which has no form in the kernel of an operation", op.Name()).WithCode("tensors.form").Note(op.Loc(), "the operation is here")
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
	return d
}

// joinAxes joins axes that all accesses go through as one axis does, unless a region uses their indices.
func (p *points) joinAxes(list []axis) []axis {
	if p.usesIndices() {
		return slices.DeleteFunc(list, func(a axis) bool { return a.Extent == 1 })
	}
	var plain []nests.Axis
	for _, a := range list {
		plain = append(plain, a.Axis)
	}
	list = list[:0]
	for _, a := range nests.JoinAxes(plain) {
		list = append(list, axis{Axis: a, number: -1, part: 1})
	}
	return list
}

// choose decides which points a thread computes, as far as a plan leaves it open.
func (p *points) choose(pins *pinned, m *maker) *ir.Diagnostic {
	steps := p.accessSteps()
	p.parallel, p.reduced = p.joinAxes(p.axes(false, steps)), p.joinAxes(p.axes(true, steps))
	p.lane, p.lanes, p.row = -1, 1, -1
	total := int64(1)
	for _, a := range p.parallel {
		total *= a.Extent
	}
	vector, d := pins.number(vectorEntry, p.chosenVector(total))
	if d == nil {
		d = p.setVector(pins, vector)
	}
	if d != nil {
		return d
	}
	total /= p.lanes
	rows, d := pins.number(rowsEntry, p.chosenRows(total))
	if d == nil {
		d = p.setRows(pins, rows)
	}
	if d != nil {
		return d
	}
	subgroup := m.machine.Subgroups[0]
	if p.threads, d = pins.number(threadsEntry, threads); d != nil {
		return d
	}
	if p.threads < 1 || p.threads%subgroup != 0 || p.threads > m.machine.MaxThreads {
		return pins.fail("'%s = %d', but a workgroup has a multiple of %d threads, at most %d", threadsEntry, p.threads, subgroup, m.machine.MaxThreads)
	}
	points := total / p.rows()
	p.threads = min(num.CeilDiv(points, subgroup)*subgroup, p.threads)
	return nil
}

// width returns the bytes of the largest element.
func (p *points) width() int64 {
	width := int64(1)
	for _, a := range p.accesses {
		width = max(width, int64(ir.ElementBytes(a.view.Elem)))
	}
	return width
}

// canVectorize reports whether a thread may compute n neighbours.
func (p *points) canVectorize(n int64) bool {
	last := len(p.parallel) - 1
	return last >= 0 && p.isVectorizable() && p.neighbours(last) && p.parallel[last].Extent%n == 0
}

// chosenVector returns the number of neighbours that a thread computes without a plan.
func (p *points) chosenVector(total int64) int64 {
	widest := int64(gpu.WidestAccess)
	if len(p.reduced) > 0 {
		widest *= 2 // a wider tile has more results for each element that is read
	}
	for _, n := range []int64{16, 8, 4, 2} {
		if n*p.width() <= widest && p.canVectorize(n) && total/n >= fewThreads {
			return n
		}
	}
	return 1
}

// setVector makes a thread compute n neighbours.
func (p *points) setVector(pins *pinned, n int64) *ir.Diagnostic {
	last := len(p.parallel) - 1
	switch {
	case n == 1:
		return nil
	case n < 1 || n&(n-1) != 0 || n*p.width() > widestVector:
		return pins.fail("'%s = %d', but a thread computes 1, 2, 4, 8 or more neighbours, of at most %d bytes", vectorEntry, n, widestVector)
	case !p.canVectorize(1):
		return pins.fail("'%s = %d', but a thread computes one element, as results are no neighbours or the region does not work on vectors", vectorEntry, n)
	case !p.canVectorize(n):
		return pins.fail("'%s = %d', which does not divide the %d neighbours", vectorEntry, n, p.parallel[last].Extent)
	}
	p.lane, p.lanes, p.parallel[last].part = last, n, n
	return nil
}

// rowAxis returns the innermost axis along which a thread may compute n vectors, or -1.
func (p *points) rowAxis(n int64) int {
	for i := len(p.parallel) - 1; i >= 0; i-- {
		if i != p.lane && p.parallel[i].Extent%n == 0 {
			return i
		}
	}
	return -1
}

// chosenRows returns the number of vectors that a thread computes without a plan.
func (p *points) chosenRows(total int64) int64 {
	if len(p.reduced) == 0 {
		return 1
	}
	for i := len(p.parallel) - 1; i >= 0; i-- {
		for _, n := range []int64{4, 2} {
			if i != p.lane && p.parallel[i].Extent%n == 0 && total/n >= fewThreads && p.rowAxis(n) == i {
				return n
			}
		}
	}
	return 1
}

// setRows makes a thread compute n vectors.
func (p *points) setRows(pins *pinned, n int64) *ir.Diagnostic {
	switch {
	case n == 1:
		return nil
	case n < 1 || n > mostRowsOfThread:
		return pins.fail("'%s = %d', but a thread computes 1 to %d vectors", rowsEntry, n, mostRowsOfThread)
	case len(p.reduced) == 0:
		return pins.fail("'%s = %d', but a thread computes one vector without a reduction, in which vectors share elements", rowsEntry, n)
	}
	i := p.rowAxis(n)
	if i < 0 {
		return pins.fail("'%s = %d', which divides no loop beside the neighbours", rowsEntry, n)
	}
	p.row, p.parallel[i].part = i, n
	return nil
}

// mostRowsOfThread bounds the vectors of a thread.
const mostRowsOfThread = 16

// launchSizes is kernelForm.
func (p *points) launchSizes() (workgroups, threads int64) {
	return num.CeilDiv(p.count(), p.threads), p.threads
}

// count returns the number of threads that compute elements.
func (p *points) count() int64 {
	total := int64(1)
	for _, a := range p.parallel {
		total *= a.Extent / a.part
	}
	return total
}

// neighbours reports whether all results have neighbours along a parallel axis.
func (p *points) neighbours(axis int) bool {
	for i, a := range p.accesses {
		if a.write && p.parallel[axis].Steps[i] != 1 {
			return false
		}
	}
	return true
}

// rows returns the number of vectors of a thread.
func (p *points) rows() int64 {
	if p.row < 0 {
		return 1
	}
	return p.parallel[p.row].part
}

// write is kernelForm.
func (p *points) write(g *grid) {
	p.grid = g
	p.writer = &regionWriter{Builder: p.Builder}
	if p.lane >= 0 {
		p.writer.shape = []int64{p.lanes}
	}
	var extents []ir.Mixed
	for _, a := range p.parallel {
		extents = append(extents, ir.Mixed{Const: a.Extent / a.part})
	}
	total, block := p.count(), p.threads
	at := p.Save()
	defer p.Restore(at)
	p.launch([]int64{block, 1, 1}, []int64{num.CeilDiv(total, block), 1, 1})
	p.AtEnd(p.op.Body())
	fn.NewReturn(p)
	p.Before(p.op.Body().Back())
	for _, a := range p.accesses {
		p.memories = append(p.memories, p.flat(a.view.Buffer, a.write))
	}
	d0, d1 := maps.Dim(0), maps.Dim(1)
	id := affine.NewApply(p, maps.NewMap(2, 0, d0.Mul(maps.Const(block)).Add(d1)), []*ir.Value{
		gpu.NewBlockID(p, 0, num.CeilDiv(total, block)).Result(), gpu.NewThreadID(p, 0, block).Result(),
	}).Result()
	if total%block != 0 {
		inside := arith.NewCmpI(p, arith.ULT, id, arith.ConstantIndex(p, total)).Result()
		choice := scf.NewIf(p, inside)
		p.NewBlock(choice.ThenRegion(), nil, p.Loc)
		scf.NewYield(p)
		p.Before(choice.ThenRegion().Front().Back())
	}
	if len(extents) > 0 {
		for i, digit := range affine.NewDelinearizeIndex(p, id, extents).Operation().ResultList() {
			p.places = append(p.places, affine.NewApply(p, maps.NewMap(1, 0, d0.Mul(maps.Const(p.parallel[i].part))), []*ir.Value{digit}).Result())
		}
	}
	p.compute()
}

// launch sets the sizes of the workgroup and of the grid.
func (g *grid) launch(workgroup, grid []int64) {
	ireecodegen.SetWorkgroup(g.op, workgroup, g.machine.Subgroups[0])
	gpu.SetGrid(g.op, grid)
}

// flat returns the elements of a buffer as a memref of one dimension.
func (g *grid) flat(b *buffer, write bool) *ir.Value {
	v := g.memory(b, write)
	if len(b.shape) == 1 {
		return v
	}
	n, _ := ir.NumElements(b.shape)
	t := ir.MemRef([]int64{n}, b.elem, nil, nil)
	return memref.NewReinterpretCast(g, t, v, []ir.Mixed{{}}, []ir.Mixed{{Const: n}}, []ir.Mixed{{Const: 1}}).Result()
}

// compute writes the loops over the reductions, and the stages after them, and stores the results.
func (p *points) compute() {
	rows := p.rows()
	first := p.stages[0]
	var carried []*ir.Value // the initial elements: by row, then by output
	outputs := 0
	if first.nest != nil {
		outputs = len(first.results)
		for r := range rows {
			for o := range outputs {
				carried = append(carried, p.initial(first, o, r))
			}
		}
	}
	var loops []scf.ForOp
	for _, a := range p.reduced {
		loop := scf.NewFor(p, arith.ConstantIndex(p, 0), arith.ConstantIndex(p, a.Extent), arith.ConstantIndex(p, 1), withoutNil(carried))
		args := p.NewBlock(loop.Region(), append([]ir.Type{p.Context().Index()}, ir.TypesOf(withoutNil(carried))...), p.Loc).Args()
		p.places = append(p.places, args[0])
		carried = replaceValues(carried, args[1:])
		loops = append(loops, loop)
	}
	p.known = map[place]*ir.Value{}
	var next []*ir.Value
	for r := range rows {
		next = append(next, p.stage(first, r, carried[int(r)*outputs:][:outputs])...)
	}
	for i := len(loops) - 1; i >= 0; i-- {
		scf.NewYield(p, next...)
		p.After(loops[i].Operation())
		next = loops[i].Operation().ResultList()
	}
	for values := range slices.Chunk(next, len(first.results)) {
		first.values = append(first.values, values)
	}
	if len(loops) > 0 {
		p.known = map[place]*ir.Value{} // elements of iterations
	}
	for _, s := range p.stages[1:] {
		p.Loc = s.loc
		for r := range rows {
			var state []*ir.Value
			for o := range s.results {
				if s.nest != nil {
					state = append(state, p.initial(s, o, r))
				}
			}
			s.values = append(s.values, p.stage(s, r, state))
		}
	}
	for _, s := range p.stages {
		p.store(s)
	}
}

// withoutNil returns the values that are not nil.
func withoutNil(list []*ir.Value) []*ir.Value {
	return slices.DeleteFunc(slices.Clone(list), func(v *ir.Value) bool { return v == nil })
}

// replaceValues returns a list whose values that are not nil are replaced in order.
func replaceValues(list, by []*ir.Value) []*ir.Value {
	list = slices.Clone(list)
	for i, v := range list {
		if v != nil {
			list[i], by = by[0], by[1:]
		}
	}
	return list
}
