package vectors

import (
	"fmt"
	"slices"
	"sync"

	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/ir/ranges"
	"optc/passes"
)

// affineTransfers replaces transfers whose indices are linear in the coordinates of the
// vector by transfers without index vectors:
//
//	%i = arith.constant dense<[14, 12, 10, 8]> : vector<4xindex>
//	%r = iree_vector_ext.transfer_gather %m[%o] [%i : vector<4xindex>], %pad … : memref<64xf32>, vector<4xf32>
//	→ %s = affine.apply affine_map<(d0) -> (d0 + 8)>(%o)
//	  %b = memref.subview %m[%s] [4] [2] : memref<64xf32> to memref<4xf32, strided<[2], offset: ?>>
//	  %v = vector.transfer_read %b[%c0], %pad {in_bounds = [true]} : memref<4xf32, …>, vector<4xf32>
//	  %r = vector.shuffle %v, %v [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
//
// All lanes of a gather without a mask are inside of the memory, and so is the box that they fill.
// With a mask the box may be partly outside. Masked transfers of the box are made nevertheless;
// views of the box are made only if ranges show that it is inside.
type affineTransfers struct{ ranges valueRanges }

func (a *affineTransfers) patterns() []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "read-affine-gather", Root: vectorext.TransferGatherOp{}, Rewrite: a.rewrite},
		{Name: "write-affine-scatter", Root: vectorext.TransferScatterOp{}, Rewrite: a.rewrite},
	}
}

func (a *affineTransfers) rewrite(op *ir.Operation, rw *ir.Rewriter) bool {
	t, _ := vectorext.AsTransfer(op)
	p, reason := a.plan(t)
	if reason != "" {
		return false
	}
	p.rw = rw
	if t.IsGather() {
		rw.Replace(op, p.read())
		return true
	}
	if written := p.write(); op.NumResults() > 0 {
		rw.Replace(op, written)
	} else {
		rw.Erase(op)
	}
	return true
}

// explain reports the transfers that keep index vectors.
func (a *affineTransfers) explain(c *passes.Context) {
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if t, ok := vectorext.AsTransfer(op); ok {
			if _, reason := a.plan(t); reason != "" {
				c.Report(op.Remarkf("keeps its index vectors: %s", reason))
			}
		}
		return ir.Advance
	})
}

// rangesOf returns the ranges of scalars in an operation, which are computed on first
// use.
func rangesOf(root *ir.Operation) valueRanges {
	known := sync.OnceValue(func() *ranges.Analysis { return ranges.Analyze(root, nil) })
	return func(v *ir.Value) (lo, hi int64) {
		if r, ok := known().Known(v); ok {
			return r.Lo, r.Hi
		}
		return anyRange(v)
	}
}

// run is a dimension of the vector that is read or written instead: either digits that
// together count the elements along a dimension of the memory, or a digit that is
// broadcast.
type run struct {
	digits []int // the most significant first
	size   int64
	along  int // the dimension of the memory, or -1
}

// maskUse specifies how the mask of a transfer is applied to the transfer that replaces it; 0 if
// there is no mask.
type maskUse int

const (
	// maskedTransfer: the new transfer has the mask.
	maskedTransfer maskUse = iota + 1
	// selectAfterwards: all elements are read, and padding is selected where the mask is off.
	selectAfterwards
)

// transferPlan is a transfer without index vectors that does the same.
type transferPlan struct {
	vectorext.Transfer
	linearIndices
	rw       *ir.Rewriter
	runs     []run
	reversed []bool // per digit: it counts down
	view     viewPlan
	mask     maskUse
	kept     []int // the digits that the mask of the new transfer has
}

// plan decides how to replace a transfer; if that is not possible, reason describes why.
func (a *affineTransfers) plan(t vectorext.Transfer) (p *transferPlan, reason string) {
	vec := t.VectorType()
	switch {
	case len(vec.Dims) == 0 || vec.AnyScalable():
		return nil, "the vector has no static extents"
	case elementsOf(vec.Dims) > maxElements:
		return nil, fmt.Sprintf("the vector has more than %d elements", maxElements)
	case !t.Unified() && slices.Contains(t.InBounds(), false):
		return nil, "it may be out of bounds"
	}
	fs := newIndexForms(a.ranges)
	forms, offsets := make([]*indexForm, len(t.IndexVecs())), make([]*indexForm, len(t.Offsets()))
	for i, v := range t.IndexVecs() {
		f, ok := fs.of(v)
		if !ok {
			return nil, opaqueIndex(i, fs.opaque)
		}
		forms[i] = f
	}
	for k, v := range t.Offsets() {
		offsets[k] = scalarForm(v)
		if c, ok := formOfConstant(ir.ConstantValue(v)); ok {
			offsets[k] = c
		}
	}
	l, nonlinear, ok := linearize(vec.Dims, memoryIndices(vec.Dims, t.BaseMap(), t.VectorMaps(), forms, offsets))
	if !ok {
		return nil, fmt.Sprintf("the index along dimension %d is not linear in the coordinates of the vector", nonlinear)
	}
	p = &transferPlan{Transfer: t, linearIndices: l}
	if !t.IsGather() && slices.ContainsFunc(l.digits, digit.isBroadcast) {
		return nil, "several lanes write the same element"
	}
	if reason := p.planMemory(); reason != "" {
		return nil, reason
	}
	return p, p.planMask(a.ranges)
}

// opaqueIndex describes why an index vector has no form.
func opaqueIndex(i int, v *ir.Value) string {
	switch def := v.DefiningOp(); {
	case def == nil:
		return fmt.Sprintf("index vector %d depends on an argument of a block", i)
	default:
		return fmt.Sprintf("index vector %d depends on a vector of '%s' that is not affine in the coordinates", i, def.Name())
	}
}

// planMemory chooses the memory, and the box in it, that is transferred.
func (p *transferPlan) planMemory() (reason string) {
	b, ok := p.blockOf()
	if !ok {
		return p.planLinearView()
	}
	p.reversed = b.reversed
	p.view = viewPlan{block: b}
	if slices.ContainsFunc(b.steps, func(s int64) bool { return s > 1 }) {
		p.view.kind = stridedView
		if m, isMemRef := p.BaseType().(*ir.MemRefType); isMemRef && !m.IsStrided() {
			return "the memory has a layout that is not strided"
		}
	}
	for i, d := range p.digits {
		switch k := d.along(); {
		case k < 0:
			p.runs = append(p.runs, run{digits: []int{i}, size: d.size, along: -1})
		case slices.Min(b.digits[k]) == i: // stands for all digits along the dimension
			p.runs = append(p.runs, run{digits: b.digits[k], size: b.sizes[k], along: k})
		}
	}
	p.needRun(len(b.sizes))
	return ""
}

// needRun adds a dimension of extent 1 to a vector without dimensions.
func (p *transferPlan) needRun(memoryRank int) {
	if len(p.runs) == 0 {
		p.runs = []run{{size: 1, along: min(0, memoryRank-1)}}
	}
}

// planLinearView views the memory as a box with a dimension for each digit, whose strides are the
// distances between elements in memory. It is used if the digits along a dimension do not count one
// by one, or if a digit runs along several dimensions.
func (p *transferPlan) planLinearView() (reason string) {
	m, isMemRef := p.BaseType().(*ir.MemRefType)
	if !isMemRef {
		return "the elements are not a box of the tensor"
	}
	strides, offset, ok := m.StridesAndOffset()
	if !ok || offset == ir.Dynamic || slices.Contains(strides, ir.Dynamic) {
		return "the elements are not a box of the memory, whose strides are not known"
	}
	p.reversed = make([]bool, len(p.digits))
	p.view = viewPlan{kind: linearView, strides: strides, offset: offset}
	for i, d := range p.digits {
		distance := p.distance(d)
		if distance == 0 {
			p.runs = append(p.runs, run{digits: []int{i}, size: d.size, along: -1})
			continue
		}
		p.reversed[i] = distance < 0
		p.runs = append(p.runs, run{digits: []int{i}, size: d.size, along: len(p.view.sizes)})
		p.view.sizes = append(p.view.sizes, d.size)
		p.view.steps = append(p.view.steps, magnitude(distance))
	}
	if !p.IsGather() && !separate(p.view.sizes, p.view.steps) {
		return "several lanes may write the same element"
	}
	p.needRun(len(p.view.sizes))
	return ""
}

// distance returns the distance in memory, in elements, of one step of a digit.
func (p *transferPlan) distance(d digit) (n int64) {
	for k, s := range d.steps {
		n += s * p.view.strides[k]
	}
	return n
}

// separate reports whether a box with these sizes and distances visits no element twice:
// sorted by distance, each dimension steps over the dimensions before it.
func separate(sizes, distances []int64) bool {
	order := make([]int, len(sizes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return int(min(1, max(-1, distances[i]-distances[j]))) })
	reach := int64(1)
	for _, i := range order {
		if distances[i] < reach {
			return false
		}
		reach = distances[i] * sizes[i]
	}
	return true
}

// planMask decides how the mask is applied.
func (p *transferPlan) planMask(ranges valueRanges) (reason string) {
	if p.Mask() == nil {
		return ""
	}
	p.mask = maskedTransfer
	inside := p.isInside(ranges)
	if p.view.kind != wholeMemory && !inside {
		return "lanes that are masked off may be outside of the memory"
	}
	masked := map[int]bool{}
	for _, e := range p.MaskMap().Results {
		d, isDim := e.IsDim()
		if !isDim || masked[d] {
			return "a mask of a contiguous transfer cannot express the mask"
		}
		masked[d] = true
	}
	kept := map[int]bool{} // the dimensions of these digits
	for _, r := range p.runs {
		if r.along >= 0 {
			p.kept = append(p.kept, r.digits...)
		}
	}
	slices.Sort(p.kept)
	for _, i := range p.kept {
		kept[p.digits[i].dim] = true
	}
	for i, d := range p.digits {
		if slices.Contains(p.kept, i) || !masked[d.dim] && !kept[d.dim] {
			continue
		}
		p.mask = selectAfterwards // the mask depends on a digit that is broadcast
	}
	if len(p.kept) == 0 {
		p.mask = selectAfterwards
	}
	if p.mask == selectAfterwards && !inside {
		return "the mask depends on a dimension that is broadcast"
	}
	return ""
}

// isInside reports whether ranges show that the box is inside the memory.
func (p *transferPlan) isInside(ranges valueRanges) bool {
	for k, n := range p.BaseType().Shape() {
		lowest := p.lowest(k)
		lo, hi := lowest.exactRange(ranges)
		reach := int64(0)
		for _, d := range p.digits {
			reach += (d.size - 1) * magnitude(d.steps[k])
		}
		if n == ir.Dynamic || lo.IsNegative() || hi.CmpSigned(wideInt(n-1-reach)) > 0 {
			return false
		}
	}
	return true
}

// permutation returns the permutation map of the transfer: its inputs are the dimensions
// of the memory, its results are the runs.
func (p *transferPlan) permutation(memoryRank int) affine.Map {
	m := affine.Map{NumDims: memoryRank}
	for _, r := range p.runs {
		e := affine.Const(0)
		if r.along >= 0 {
			e = affine.Dim(r.along)
		}
		m.Results = append(m.Results, e)
	}
	return m
}
