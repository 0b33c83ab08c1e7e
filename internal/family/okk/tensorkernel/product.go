package tensorkernel

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/ir"
)

// product is a product of matrices, or of several pairs of them.
type product struct {
	left, right, out  *value
	firsts            [3]int64 // of the left matrix, the right one and the result
	rows, cols, inner axis
	batches           []axis
}

// productOf reads a nest as products of matrices, or returns nil if it is none.
func productOf(n *nests.Nest, operands []*value, result *value) *product {
	combiner := n.Combiner()
	if combiner == nil || !ir.Is[arith.AddFOp](combiner) || n.Inputs != 2 {
		return nil
	}
	out := n.Outputs()[0].Arg
	i := slices.IndexFunc(combiner.OperandList(), func(v *ir.Value) bool { return v != out })
	times := ir.As[arith.MulFOp](combiner.OperandList()[i].DefiningOp())
	if !times.Ok() || !slices.Contains([]*ir.Value{times.Lhs(), times.Rhs()}, n.Operands[0].Arg) || !slices.Contains([]*ir.Value{times.Lhs(), times.Rhs()}, n.Operands[1].Arg) {
		return nil
	}
	if operands[0].Splat != nil || operands[1].Splat != nil {
		return nil
	}
	_, firsts, list := readers(n, operands, result, n.Inputs)
	var rows, cols, inner, batches []axis
	for l, loop := range n.Loops {
		a, b, o := list[l].Steps[0] != 0, list[l].Steps[1] != 0, list[l].Steps[2] != 0
		switch {
		case loop.Extent == 1:
		case loop.Reduction && a && b:
			inner = append(inner, list[l])
		case a && !b && o:
			rows = append(rows, list[l])
		case !a && b && o:
			cols = append(cols, list[l])
		case a && b && o:
			batches = append(batches, list[l])
		default:
			return nil
		}
	}
	rows, cols, inner, batches = nests.JoinAxes(rows), nests.JoinAxes(cols), nests.JoinAxes(inner), nests.JoinAxes(batches)
	if len(rows) > 1 || len(cols) > 1 || len(inner) > 1 {
		return nil
	}
	one := func(list []axis) axis {
		if len(list) == 0 {
			return unit(3)
		}
		return list[0]
	}
	p := &product{left: operands[0], right: operands[1], out: result, firsts: [3]int64(firsts), rows: one(rows), cols: one(cols), inner: one(inner), batches: batches}
	if p.cols.Extent > 1 && p.cols.Steps[2] != 1 {
		p.transpose()
	}
	if p.count() > mostProducts || p.cols.Extent > 1 && p.cols.Steps[2] != 1 || p.rows.Extent > 1 && p.rows.Steps[2] < p.cols.Extent {
		return nil
	}
	return p
}

// transpose makes a product the transposed product of the transposed matrices.
func (p *product) transpose() {
	p.left, p.right, p.rows, p.cols = p.right, p.left, p.cols, p.rows
	p.firsts[0], p.firsts[1] = p.firsts[1], p.firsts[0]
	swap := func(a axis) axis { return axis{Extent: a.Extent, Steps: []int64{a.Steps[1], a.Steps[0], a.Steps[2]}} }
	p.rows, p.cols, p.inner = swap(p.rows), swap(p.cols), swap(p.inner)
	for i, a := range p.batches {
		p.batches[i] = swap(a)
	}
}

// mostProducts bounds the products of matrices of an operation.
const mostProducts = 256

func (p *product) count() int64 {
	count := int64(1)
	for _, a := range p.batches {
		count *= a.Extent
	}
	return count
}

// multiply writes the products.
func (m *maker) multiply(p *product, start *value) {
	var next func(list []axis, firsts [3]int64)
	next = func(list []axis, firsts [3]int64) {
		if len(list) == 0 {
			m.multiplyOne(p, firsts, start)
			return
		}
		for i := range list[0].Extent {
			at := firsts
			for k, step := range list[0].Steps {
				at[k] += i * step
			}
			next(list[1:], at)
		}
	}
	next(p.batches, p.firsts)
}

// multiplyOne writes a product of two matrices.
func (m *maker) multiplyOne(p *product, firsts [3]int64, start *value) {
	left := m.loadMatrix(p.left.Buffer, p.rows, p.inner, 0, firsts[0])
	right := m.loadMatrix(p.right.Buffer, p.inner, p.cols, 1, firsts[1])
	out := m.matrix(p.rows.Extent, p.cols.Extent)
	zero := start.Splat != nil && start.Splat == m.Context().FloatAttrOf(m.Context().F32(), 0)
	switch {
	case zero:
	case start.Splat != nil:
		okk.NewSet(m, out, start.Splat)
	default:
		whole := m.gapless(start)
		okk.NewLoad(m, m.showMatrix(whole.Buffer, p.rows.Extent, p.cols.Extent, p.stride(), firsts[2]+whole.First), out)
	}
	okk.NewMatmul(m, out, left, right, nil).SetResultAdd(!zero)
	okk.NewStore(m, out, m.showMatrix(p.out.Buffer, p.rows.Extent, p.cols.Extent, p.stride(), firsts[2]))
}

// stride returns the distance of the rows of the result.
func (p *product) stride() int64 {
	if p.rows.Extent == 1 {
		return p.cols.Extent
	}
	return p.rows.Steps[2]
}

// loadMatrix loads a matrix whose rows and columns are axes. tensor is its number in the steps.
func (m *maker) loadMatrix(buffer *ir.Value, rows, cols axis, tensor int, first int64) *ir.Value {
	t := m.matrix(rows.Extent, cols.Extent)
	okk.NewLoad(m, m.matrixOf(buffer, rows, cols, tensor, first), t)
	return t
}

// matrixOf shows a matrix of system memory; if its columns do not follow each other, a copy in which they do.
func (m *maker) matrixOf(buffer *ir.Value, rows, cols axis, tensor int, first int64) *ir.Value {
	stride := rows.Steps[tensor]
	if cols.Extent > 1 && cols.Steps[tensor] != 1 || rows.Extent > 1 && stride < cols.Extent {
		v := &value{Shape: []int64{rows.Extent, cols.Extent}, Buffer: buffer, First: first, Strides: []int64{rows.Steps[tensor], cols.Steps[tensor]}}
		to := m.Made(v.Shape, m.Context().F32())
		m.Copy(to, v)
		return m.showMatrix(to.Buffer, rows.Extent, cols.Extent, cols.Extent, 0)
	}
	if rows.Extent == 1 {
		stride = cols.Extent
	}
	return m.showMatrix(buffer, rows.Extent, cols.Extent, stride, first)
}
