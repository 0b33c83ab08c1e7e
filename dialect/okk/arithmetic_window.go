package okk

import (
	"math"

	"optc/ir"
	"optc/sim"
)

// positions are the places of a kernel in the input of a window.
type positions struct {
	Window
	h, w int64 // extents of the input
}

// each visits the places of the kernel whose upper left corner belongs to an output element: with
// the place in the kernel and in the input, except for places in the padding.
func (p *positions) each(oh, ow int64, at func(kh, kw, ih, iw int64)) {
	for kh := range p.Kernel[0] {
		ih := oh*p.Stride[0] + kh*p.Dilation[0] - p.Top
		if ih < 0 || ih >= p.h {
			continue
		}
		for kw := range p.Kernel[1] {
			if iw := ow*p.Stride[1] + kw*p.Dilation[1] - p.Left; iw >= 0 && iw < p.w {
				at(kh, kw, ih, iw)
			}
		}
	}
}

func (a *Arithmetic) positionsOf(op *ir.Operation, input *Elements) *positions {
	p := &positions{WindowOf(op), input.Shape[2], input.Shape[3]}
	p.Top += a.Top
	return p
}

// outputs calls f for every element of an output with its index and coordinates.
func outputs(dst *Elements, f func(i, n, c, h, w int64)) {
	s := dst.Shape
	i := int64(0)
	for n := range s[0] {
		for c := range s[1] {
			for h := range s[2] {
				for w := range s[3] {
					f(i, n, c, h, w)
					i++
				}
			}
		}
	}
}

// convolve computes okk.conv2d.
func (a *Arithmetic) convolve(op *ir.Operation, args []*Elements) error {
	dst, in, weight := args[0], args[1], args[2]
	p := a.positionsOf(op, in)
	inputs, outs := in.Shape[1], dst.Shape[1]
	adds := resultAdd(op)
	outputs(dst, func(i, n, o, h, w int64) {
		var sum uint64
		if adds {
			sum = dst.Bits[i]
		}
		for c := range inputs {
			p.each(h, w, func(kh, kw, ih, iw int64) {
				x := in.Bits[((n*inputs+c)*p.h+ih)*p.w+iw]
				k := weight.Bits[((c*outs+o)*p.Kernel[0]+kh)*p.Kernel[1]+kw]
				sum = a.add(sum, a.mul(x, k))
			})
		}
		if len(args) > 3 {
			sum = a.add(sum, args[3].Bits[o])
		}
		dst.Bits[i] = sum
	})
	return nil
}

// convolveChannels computes okk.depthwise2d.
func (a *Arithmetic) convolveChannels(op *ir.Operation, args []*Elements) error {
	dst, in, weight := args[0], args[1], args[2]
	p := a.positionsOf(op, in)
	outputs(dst, func(i, n, c, h, w int64) {
		var sum uint64
		p.each(h, w, func(kh, kw, ih, iw int64) {
			x := in.Bits[((n*in.Shape[1]+c)*p.h+ih)*p.w+iw]
			sum = a.add(sum, a.mul(x, weight.Bits[(c*p.Kernel[0]+kh)*p.Kernel[1]+kw]))
		})
		if len(args) > 3 {
			sum = a.add(sum, args[3].Bits[c])
		}
		dst.Bits[i] = sum
	})
	return nil
}

// averaged returns a number that an average of n numbers adds up. The chip multiplies each number by 1 / n, which
// is 0 for a number below n · 2^-126.
func (a *Arithmetic) averaged(x uint64, n int64) uint64 {
	if a.Numbers == nil || a.Symbols != nil && sim.IsSymbol(x) {
		return x
	}
	if small := float(x) / float32(n); a.Numbers.flushed(bitsOf(small)) != bitsOf(small) {
		return 0
	}
	return x
}

// overflows reports whether a sum is no number although the average, whose parts the chip divides before it adds
// them, may be one.
func (a *Arithmetic) overflows(sum uint64) bool {
	return a.Numbers != nil && (a.Symbols == nil || !sim.IsSymbol(sum)) && math.IsInf(float64(float(sum)), 0)
}

// pool computes okk.pool2d.
func (a *Arithmetic) pool(op *ir.Operation, args []*Elements) error {
	dst, in := args[0], args[1]
	p := a.positionsOf(op, in)
	maximum, divide := FunctionOf(Eltwise, "max"), FunctionOf(Eltwise, "div")
	average := ir.Cast[PoolOp](op).KindAttr() == Average
	outputs(dst, func(i, n, c, h, w int64) {
		sum, parts, most := uint64(0), float32(0), a.Numbers.lowest()
		p.each(h, w, func(_, _, ih, iw int64) {
			x := in.Bits[((n*in.Shape[1]+c)*p.h+ih)*p.w+iw]
			if average {
				sum = a.add(sum, a.averaged(x, p.Kernel[0]*p.Kernel[1]))
				parts += float(x) / float32(p.Kernel[0]*p.Kernel[1])
			} else {
				most = a.apply(maximum, 0, x, most)
			}
		})
		dst.Bits[i] = most
		if average && a.overflows(sum) {
			dst.Bits[i] = bitsOf(parts)
		} else if average {
			dst.Bits[i] = a.apply(divide, 0, sum, bitsOf(float32(p.Kernel[0]*p.Kernel[1])))
		}
	})
	return nil
}
