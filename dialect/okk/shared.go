package okk

import (
	"cmp"
	"fmt"
	"slices"

	"optc/layout"
)

// Bytes is a range of offsets in one NPU.
type Bytes struct {
	NPU    int
	Lo, Hi int64
}

// Reserves returns the range of offsets that the tensor reserves in every NPU.
func (x *Tensor) Reserves() (lo, hi int64) { return x.Offset, x.Offset + x.Reserved }

// Used lists the bytes of units, dummies included, sorted by NPU and offset, with
// adjacent ranges joined.
func (x *Tensor) Used() []Bytes { return usedRanges(x.Units()) }

func usedRanges(units *layout.Map) (list []Bytes) {
	for r := range units.Runs() {
		list = append(list, Bytes{r.Unit, r.Offset, r.Offset + r.Len*units.Width()})
	}
	return joinRanges(list)
}

// joinRanges sorts ranges and joins adjacent and overlapping ones.
func joinRanges(list []Bytes) []Bytes {
	slices.SortFunc(list, func(a, b Bytes) int { return cmp.Or(cmp.Compare(a.NPU, b.NPU), cmp.Compare(a.Lo, b.Lo)) })
	out := list[:0]
	for _, b := range list {
		if n := len(out); n > 0 && out[n-1].NPU == b.NPU && b.Lo <= out[n-1].Hi {
			out[n-1].Hi = max(out[n-1].Hi, b.Hi)
			continue
		}
		out = append(out, b)
	}
	return out
}

// apart is a quick check whether the ranges that two tensors reserve are disjoint.
func (x *Tensor) apart(y *Tensor) bool {
	return x.Offset >= y.Offset+y.Reserved || y.Offset >= x.Offset+x.Reserved
}

// Shared finds the first bytes that are in units of both tensors.
func (x *Tensor) Shared(y *Tensor) (Bytes, bool) {
	if x.apart(y) {
		return Bytes{}, false
	}
	return firstShared(x.Used(), y.Used())
}

// firstShared finds the first bytes that are in both of two sorted lists.
func firstShared(a, b []Bytes) (Bytes, bool) {
	for len(a) > 0 && len(b) > 0 {
		switch x, y := a[0], b[0]; {
		case x.NPU < y.NPU || x.NPU == y.NPU && x.Hi <= y.Lo:
			a = a[1:]
		case y.NPU < x.NPU || y.Hi <= x.Lo:
			b = b[1:]
		default:
			return Bytes{x.NPU, max(x.Lo, y.Lo), min(x.Hi, y.Hi)}, true
		}
	}
	return Bytes{}, false
}

// Clobber specifies the bytes that an operation may destroy in addition to the elements
// of the tensor that it writes.
type Clobber uint8

const (
	ClobberNPUs     Clobber = iota // the reserved range of every NPU
	ClobberBlocks                  // the blocks that hold channels, with their padding
	ClobberElements                // nothing: elements and dummies only
)

// Destroys lists the bytes that an operation which writes the tensor may destroy, sorted
// by NPU and offset. NPUs work in lockstep, so free blocks and padding are not safe
// (OKKernel manual, Scatter Features to Different NPUs).
func (x *Tensor) Destroys(c Clobber) []Bytes {
	switch c {
	case ClobberNPUs:
		lo, hi := x.Reserves()
		out := make([]Bytes, x.Machine.NPUs)
		for l := range out {
			out[l] = Bytes{l, lo, hi}
		}
		return out
	case ClobberBlocks:
		return x.blocks()
	}
	return x.Used()
}

// blocks lists the blocks that hold channels. The block of a strided tensor ends with the
// last unit of its feature.
func (x *Tensor) blocks() []Bytes {
	size := x.Strides[1] * x.Unit
	if x.Type.Layout == Strided {
		size = x.Unit * ((x.Packed[2]-1)*x.Strides[2] + (x.Packed[3]-1)*x.Strides[3] + 1)
	}
	var out []Bytes
	for n := range x.Packed[0] {
		for c := range x.Packed[1] {
			npu, row := x.Machine.ChannelPlace(x.Start, c)
			lo := x.Offset + x.Unit*(n*x.Strides[0]+row*x.Strides[1])
			out = append(out, Bytes{int(npu), lo, lo + size})
		}
	}
	return joinRanges(out)
}

// Endangers finds the first bytes of y that a write to x may destroy.
func (x *Tensor) Endangers(y *Tensor, c Clobber) (Bytes, bool) {
	if x.apart(y) {
		return Bytes{}, false
	}
	return firstShared(x.Destroys(c), y.Used())
}

func (b Bytes) String() string { return fmt.Sprintf("NPU %d, bytes [%d, %d)", b.NPU, b.Lo, b.Hi) }

// SystemRange words a range of addresses of system memory.
func SystemRange(lo, hi int64) string { return fmt.Sprintf("system addresses [%d, %d)", lo, hi) }

// Shared finds the first bytes of system memory that are in units of both tensors.
func (s System) Shared(t System) (lo, hi int64, found bool) {
	if s.Base >= t.Base+t.Span() || t.Base >= s.Base+s.Span() {
		return 0, 0, false
	}
	b, found := firstShared(usedRanges(s.Units()), usedRanges(t.Units()))
	return b.Lo, b.Hi, found
}
