package okk

import (
	"math"

	"optc/dialect/okk"
	"optc/ir"
)

// positions calls f with the index of every output element. For each place of the kernel
// it calls at with the place in the kernel and in the input, except for places in the
// padding.
type positions struct {
	okk.Window
	h, w int64 // extents of the input
}

// each visits the places of the kernel whose upper left corner belongs to an output element.
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

func windowOf(op *ir.Operation, input *elements) *positions {
	return &positions{okk.WindowOf(op), input.shape[2], input.shape[3]}
}

// outputs calls f for every element of an output with its index and coordinates.
func outputs(dst *elements, f func(i, n, c, h, w int64)) {
	s := dst.shape
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

// convolve executes okk.conv2d.
func (a *arithmetic) convolve(op *ir.Operation, args []*elements) {
	dst, in, weight := args[0], args[1], args[2]
	p := windowOf(op, in)
	inputs, outs := in.shape[1], dst.shape[1]
	outputs(dst, func(i, n, o, h, w int64) {
		var sum uint64
		if okk.ResultAdd(op) {
			sum = dst.bits[i]
		}
		for c := range inputs {
			p.each(h, w, func(kh, kw, ih, iw int64) {
				x := in.bits[((n*inputs+c)*p.h+ih)*p.w+iw]
				k := weight.bits[((c*outs+o)*p.Kernel[0]+kh)*p.Kernel[1]+kw]
				sum = a.add(sum, a.mul(x, k))
			})
		}
		if len(args) > 3 {
			sum = a.add(sum, args[3].bits[o])
		}
		dst.bits[i] = sum
	})
}

// convolveChannels executes okk.depthwise2d.
func (a *arithmetic) convolveChannels(op *ir.Operation, args []*elements) {
	dst, in, weight := args[0], args[1], args[2]
	p := windowOf(op, in)
	outputs(dst, func(i, n, c, h, w int64) {
		var sum uint64
		p.each(h, w, func(kh, kw, ih, iw int64) {
			x := in.bits[((n*in.shape[1]+c)*p.h+ih)*p.w+iw]
			sum = a.add(sum, a.mul(x, weight.bits[(c*p.Kernel[0]+kh)*p.Kernel[1]+kw]))
		})
		if len(args) > 3 {
			sum = a.add(sum, args[3].bits[c])
		}
		dst.bits[i] = sum
	})
}

// pool executes okk.pool2d.
func (a *arithmetic) pool(op *ir.Operation, args []*elements) {
	dst, in := args[0], args[1]
	p := windowOf(op, in)
	maximum, divide := a.eltwise("max"), a.eltwise("div")
	average := ir.Cast[okk.PoolOp](op).KindAttr() == okk.Average
	outputs(dst, func(i, n, c, h, w int64) {
		sum, most := uint64(0), bitsOf(float32(math.Inf(-1)))
		p.each(h, w, func(_, _, ih, iw int64) {
			x := in.bits[((n*in.shape[1]+c)*p.h+ih)*p.w+iw]
			if average {
				sum = a.add(sum, x)
			} else {
				most = maximum(0, x, most)
			}
		})
		dst.bits[i] = most
		if average {
			dst.bits[i] = divide(0, sum, bitsOf(float32(p.Kernel[0]*p.Kernel[1])))
		}
	})
}
