package tensors

import (
	"optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
	maps "optc/ir/affine"
	"optc/ir/ranges"
)

// extent is an extent of a loop, which is an extent of an operand.
type extent struct {
	operand *ir.Value
	dim     int
	size    int64 // or Dynamic
}

// loopExtents returns the extents of the loops of a structured operation. Several dimensions may run along
// a loop: the first with a known size counts, or else the first. A loop without any has no operand.
func loopExtents(op *ir.Operation, of []maps.Map) []extent {
	list := make([]extent, len(linalg.IteratorsOf(op)))
	for i, m := range of {
		v := op.Operand(i)
		for r := range m.Results {
			d, ok := m.DimPosition(r)
			if !ok {
				continue
			}
			size := v.Type().(ir.ShapedType).Shape()[r]
			if e := &list[d]; e.operand == nil || e.size == ir.Dynamic && size != ir.Dynamic {
				*e = extent{v, r, size}
			}
		}
	}
	return list
}

// dimOf returns an extent of a tensor as a value.
func dimOf(rw *ir.Rewriter, v *ir.Value, d int) *ir.Value {
	f, at := rw.OrFold(), arith.ConstantIndex(rw, int64(d))
	return f.Value(tensor.NewDim(f, v, at))
}

// bounds are the upper bounds of sizes in a function.
type bounds struct {
	known  *ranges.Analysis
	dims   map[dimension]bound
	values map[*ir.Value]maps.Interval
}

// dimension is a dimension of a tensor.
type dimension struct {
	of *ir.Value
	d  int
}

// bound is an upper bound; ok is false if there is none.
type bound struct {
	n  int64
	ok bool
}

// deepest is the number of operations through which the bound of an index is followed.
const deepest = 32

// ofLoops returns the sizes of the loops of a structured operation, or bounds of dynamic sizes; ok
// is false if a loop has no bound.
func (b *bounds) ofLoops(op *ir.Operation) (sizes []int64, ok bool) {
	of := linalg.MapsOf(op)
	for d, e := range loopExtents(op, of) {
		if e.operand == nil {
			return nil, false
		}
		n, ok := e.size, e.size != ir.Dynamic
		for i, m := range of {
			for r := range m.Results {
				if at, isDim := m.DimPosition(r); !ok && isDim && at == d {
					n, ok = b.ofDim(op.Operand(i), r)
				}
			}
		}
		if !ok {
			return nil, false
		}
		sizes = append(sizes, n)
	}
	return sizes, true
}

// ofShape returns bounds of the extents of a tensor.
func (b *bounds) ofShape(v *ir.Value) (sizes []int64, ok bool) {
	for d := range v.Type().(ir.ShapedType).Shape() {
		n, ok := b.ofDim(v, d)
		if !ok {
			return nil, false
		}
		sizes = append(sizes, n)
	}
	return sizes, true
}

// ofShapeOrNil is ofShape, nil if an extent has no bound.
func (b *bounds) ofShapeOrNil(v *ir.Value) []int64 {
	sizes, ok := b.ofShape(v)
	if !ok {
		return nil
	}
	return sizes
}

// ofDim returns an upper bound of an extent of a tensor.
func (b *bounds) ofDim(v *ir.Value, d int) (n int64, ok bool) {
	var passed []dimension
	r, found := bound{}, false
	for !found {
		r, found = b.dims[dimension{v, d}]
		if found {
			break
		}
		passed = append(passed, dimension{v, d})
		if n := v.Type().(ir.ShapedType).Shape()[d]; n != ir.Dynamic {
			r, found = bound{n, true}, true
			break
		}
		size, from := sizeOf(v, d)
		if from == nil {
			if size != nil {
				i := b.interval(size, 0)
				r = bound{i.Upper, i.HasUpper && i.Upper > 0}
			}
			break
		}
		v = from
	}
	for _, at := range passed {
		b.dims[at] = r
	}
	return r.n, r.ok
}

// sizeOf returns the value of a dynamic extent, or the tensor that has the same extent; neither if it
// is not known.
func sizeOf(v *ir.Value, d int) (size, from *ir.Value) {
	op := v.DefiningOp()
	if op == nil {
		return nil, nil
	}
	if empty := ir.As[tensor.EmptyOp](op); empty.Ok() {
		return ir.MergeMixed(v.Type().(ir.ShapedType).Shape(), empty.DynamicSizes())[d].Value, nil
	}
	if slice := ir.As[tensor.ExtractSliceOp](op); slice.Ok() {
		return keptSize(slice, d), nil
	}
	if style := op.Def().Interfaces.DestStyle; style != nil {
		lo, _ := style.Inits(op)
		return nil, op.Operand(lo + v.Index())
	}
	return nil, nil
}

// keptSize returns the size of dimension d of a slice, which may have lost dimensions of extent 1.
func keptSize(slice tensor.ExtractSliceOp, d int) *ir.Value {
	sizes, dropped := slice.MixedSizes(), slice.DroppedDims()
	for i, m := range sizes {
		switch {
		case dropped[i]:
		case d == 0:
			return m.Value
		default:
			d--
		}
	}
	return nil
}

// interval returns the known bounds of an index; depth is the number of operations that were followed.
func (b *bounds) interval(v *ir.Value, depth int) (r maps.Interval) {
	if known, ok := b.values[v]; ok {
		return known
	}
	if known, ok := b.known.Known(v); ok {
		full, _ := ranges.Full(v.Type())
		return maps.Interval{Lower: known.Lo, HasLower: known.Lo > full.Lo, Upper: known.Hi, HasUpper: known.Hi < full.Hi}
	}
	op := v.DefiningOp()
	if op == nil || depth == deepest {
		return r
	}
	switch least, apply := ir.As[affine.MinOp](op), ir.As[affine.ApplyOp](op); {
	case least.Ok():
		for _, e := range b.results(least.Map(), op, depth) {
			if e.HasUpper && (!r.HasUpper || e.Upper < r.Upper) {
				r.Upper, r.HasUpper = e.Upper, true
			}
		}
	case apply.Ok():
		r = b.results(apply.Map(), op, depth)[0]
	case ir.Is[tensor.DimOp](op):
		r.HasLower = true // 0
	}
	b.values[v] = r
	return r
}

// results returns the known bounds of the results of a map that is applied to the operands of an operation.
func (b *bounds) results(m maps.Map, op *ir.Operation, depth int) (list []maps.Interval) {
	inputs := make([]maps.Interval, op.NumOperands())
	for i, v := range op.Operands() {
		inputs[i] = b.interval(v, depth+1)
	}
	for _, e := range m.Results {
		list = append(list, e.Bounds(m.NumDims, m.NumSymbols, inputs))
	}
	return list
}
