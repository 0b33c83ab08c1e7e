package okk

import (
	"math"

	"optc/ir"
)

// product computes okk.mm and okk.mm_transposed.
func (a *Arithmetic) product(op *ir.Operation, args []*Elements) error {
	dst, left, right := args[0], args[1], args[2]
	rows, inner, cols := dst.Shape[1], left.Shape[3], dst.Shape[3]
	row, column := cols, int64(1) // distances of elements of the right factor
	if ir.Is[MMTransposedOp](op) {
		row, column = 1, inner
	}
	adds := resultAdd(op)
	terms := make([]float64, inner)
	for i := range rows {
		for j := range cols {
			at := i*cols + j
			bits := make([]uint64, 0, 2*inner+1)
			for k := range inner {
				bits = append(bits, left.Bits[i*inner+k], right.Bits[k*row+j*column])
			}
			sum := float32(0)
			if adds {
				bits = append(bits, dst.Bits[at])
				sum = float(a.Numbers.flushed(dst.Bits[at]))
			}
			if unknown, ok := a.unknown("mm", bits...); ok {
				dst.Bits[at] = unknown
				continue
			}
			for k := range terms {
				x, y := a.Numbers.flushedAs(left.DType, bits[2*k]), a.Numbers.flushedAs(left.DType, bits[2*k+1])
				terms[k] = float64(float32(number(left.DType, x) * number(left.DType, y)))
			}
			sum = a.Numbers.sum(sum, terms)
			dst.Bits[at] = a.Numbers.flushedAs(dst.DType, roundings[0].float(dst.DType, float64(float(a.Numbers.flushed(bitsOf(sum))))))
		}
	}
	return nil
}

// sum adds products to a number, as many at once as the chip does.
func (n *Numbers) sum(sum float32, terms []float64) float32 {
	group := 1
	if n != nil {
		group = max(n.Group, 1)
	}
	for len(terms) > 0 {
		some := terms[:min(group, len(terms))]
		terms = terms[len(some):]
		sum += float32(alignedSum(some))
	}
	return sum
}

// alignedDigits is the number of binary digits, from the first one of the largest of numbers that are added at once, that the
// chip adds. It drops the rest of each number. As measured on the vendor's functional model of BM1684X.
const alignedDigits = 25

// alignedSum adds numbers at once. Infinities of one sign count more than a NaN.
func alignedSum(terms []float64) (sum float64) {
	endless, none := 0.0, 0.0
	most := math.MinInt
	for _, x := range terms {
		_, exponent := math.Frexp(x)
		switch {
		case math.IsInf(x, 0):
			endless += x
		case x != x:
			none = x
		case x != 0:
			most = max(most, exponent)
		}
	}
	switch {
	case endless != 0: // also a NaN, of infinities of both signs
		return endless
	case none != 0:
		return none
	}
	if most == math.MinInt {
		return 0
	}
	unit := math.Ldexp(1, most-alignedDigits)
	for _, x := range terms {
		sum += math.Trunc(x / unit)
	}
	return sum * unit
}
