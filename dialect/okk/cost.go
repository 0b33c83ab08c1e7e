package okk

import "optc/num"

// Figures of the estimate of cycles. Neither manual nor model has times; these figures are of the
// right order for BM1684.
const (
	StartCycles = 32 // to start an operation
	CopyBytes   = 64 // that the copy engine moves in a cycle
)

// CopyCycles returns the cycles in which the copy engine moves a number of bytes.
func CopyCycles(bytes int64) int64 { return StartCycles + num.CeilDiv(bytes, CopyBytes) }

// Units is the number of alignment units that the busiest NPU of a machine handles for a tensor.
func (g Geometry) Units(m *Machine) int64 {
	plane := num.CeilDiv(g.Packed[2]*g.Packed[3]*g.Unit, m.Align)
	return g.Packed[0] * num.CeilDiv(g.Packed[1], m.NPUs) * plane
}

// ComputeCycles returns the cycles in which the compute engine makes a tensor, each element of a number of
// products, from operands that share no bank.
func (g Geometry) ComputeCycles(m *Machine, products int64) int64 {
	return StartCycles + g.Units(m)*products
}
