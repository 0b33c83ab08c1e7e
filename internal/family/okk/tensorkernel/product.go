package tensorkernel

import (
	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/ir"
)

// product is a product of matrices, or of several pairs of them.
type product struct {
	*nests.Product
	left, right, out *value
}

// productOf reads a nest as products of matrices, or returns nil if it is none, or if the chip has no form for it.
func productOf(n *nests.Nest, operands []*value, result *value) *product {
	of := nests.ProductOf(n, operands, result)
	if of == nil {
		return nil
	}
	p := &product{Product: of, left: operands[of.Operands[0]], right: operands[of.Operands[1]], out: result}
	if p.count() > mostProducts || p.Cols.Extent > 1 && p.Cols.Steps[2] != 1 || p.Rows.Extent > 1 && p.Rows.Steps[2] < p.Cols.Extent {
		return nil
	}
	return p
}

// mostProducts bounds the products of matrices of an operation.
const mostProducts = 256

func (p *product) count() int64 {
	count := int64(1)
	for _, a := range p.Batches {
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
	next(p.Batches, p.Firsts)
}

// multiplyOne writes a product of two matrices.
func (m *maker) multiplyOne(p *product, firsts [3]int64, start *value) {
	left := m.loadMatrix(p.left.Buffer, p.Rows, p.Inner, 0, firsts[0])
	right := m.loadMatrix(p.right.Buffer, p.Inner, p.Cols, 1, firsts[1])
	out := m.matrix(p.Rows.Extent, p.Cols.Extent)
	zero := start.Splat != nil && start.Splat == m.Context().FloatAttrOf(m.Context().F32(), 0)
	switch {
	case zero:
	case start.Splat != nil:
		okk.NewSet(m, out, start.Splat)
	default:
		whole := m.gapless(start)
		okk.NewLoad(m, m.showMatrix(whole.Buffer, p.Rows.Extent, p.Cols.Extent, p.stride(), firsts[2]+whole.First), out)
	}
	okk.NewMatmul(m, out, left, right, nil).SetResultAdd(!zero)
	okk.NewStore(m, out, m.showMatrix(p.out.Buffer, p.Rows.Extent, p.Cols.Extent, p.stride(), firsts[2]))
}

// stride returns the distance of the rows of the result.
func (p *product) stride() int64 {
	if p.Rows.Extent == 1 {
		return p.Cols.Extent
	}
	return p.Rows.Steps[2]
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
