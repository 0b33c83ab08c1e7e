package bufferize

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/bufferization"
	"optc/dialect/tensor"
	"optc/dialect/vector"
	"optc/ir"
)

// insertion is an operation that writes a source into a part of a destination.
type insertion struct {
	source, dest *ir.OpOperand
	part         *part // nil: all of it
}

// part is a part of a tensor.
type part struct {
	of                      *ir.Value
	offsets, sizes, strides []ir.Mixed
}

// insertionOf returns the insertion that an operation does; ok is false if it does none.
func insertionOf(op *ir.Operation) (in insertion, ok bool) {
	switch {
	case ir.Is[tensor.InsertSliceOp](op):
		x := ir.Cast[tensor.InsertSliceOp](op)
		in = insertion{x.SourceMutable(), x.DestMutable(), &part{of: x.Dest(), offsets: x.MixedOffsets(), sizes: x.MixedSizes(), strides: x.MixedStrides()}}
	case ir.Is[tensor.ParallelInsertSliceOp](op):
		x := ir.Cast[tensor.ParallelInsertSliceOp](op)
		in = insertion{x.SourceMutable(), x.DestMutable(), &part{of: x.Dest(), offsets: x.MixedOffsets(), sizes: x.MixedSizes(), strides: x.MixedStrides()}}
	case ir.Is[bufferization.MaterializeInDestinationOp](op):
		x := ir.Cast[bufferization.MaterializeInDestinationOp](op)
		in = insertion{source: x.SourceMutable(), dest: x.DestMutable()}
	case ir.Is[vector.TransferWriteOp](op):
		t, _ := vector.AsTransfer(op)
		if !t.OnTensor() {
			return in, false
		}
		w := ir.Cast[vector.TransferWriteOp](op)
		in = insertion{w.ValueToStoreMutable(), w.BaseMutable(), transferred(t)}
	default:
		return in, false
	}
	return in, true
}

// transferred returns the part of a tensor that a transfer accesses.
func transferred(t vector.Transfer) *part {
	rank := len(t.BaseType().Shape())
	p := &part{of: t.Base(), sizes: slices.Repeat([]ir.Mixed{{Const: 1}}, rank), strides: slices.Repeat([]ir.Mixed{{Const: 1}}, rank)}
	for _, v := range t.Indices() {
		p.offsets = append(p.offsets, ir.Mixed{Value: v})
	}
	for k, e := range t.Map().Results {
		if d, isDim := e.IsDim(); isDim {
			p.sizes[d] = ir.Mixed{Const: t.VectorType().Dims[k]}
		}
	}
	return p
}

// areSeparate reports whether a write does not disturb a read because of the parts of a tensor that they access, as in
//
//	%0 = tensor.extract_slice %t[%a][%n][1]
//	%1 = linalg.fill ins(%c) outs(%0)          // overwrites the elements that the insertion replaces
//	%2 = tensor.insert_slice %1 into %t[%a][%n][1]
func (s *state) areSeparate(read, write *ir.OpOperand) bool {
	if in, ok := insertionOf(read.Owner()); ok {
		if read == in.dest && s.comesFrom(write.Value(), in) || read == in.source && write == in.dest && s.comesFrom(read.Value(), in) {
			return true
		}
	}
	in, ok := insertionOf(write.Owner())
	return ok && write == in.dest && isTensor(in.source.Value().Type()) && s.areEqual(read.Value(), in.source.Value()) && s.comesFrom(in.source.Value(), in)
}

// comesFrom reports whether a value is stored in the part of a tensor that an insertion writes.
func (s *state) comesFrom(v *ir.Value, in insertion) bool {
	matches := func(v *ir.Value) bool {
		if in.part == nil {
			return s.areEqual(in.dest.Value(), v)
		}
		x := ir.DefiningOp[tensor.ExtractSliceOp](v)
		return x.Ok() && s.areEqual(in.part.of, x.Source()) &&
			in.part.equals(&part{of: x.Source(), offsets: x.MixedOffsets(), sizes: x.MixedSizes(), strides: x.MixedStrides()})
	}
	found := s.trace(v, matches, tracing{leaves: true})
	return !slices.ContainsFunc(found, func(v *ir.Value) bool { return !matches(v) })
}

// equals reports whether two parts have the same offsets, sizes and strides.
func (p *part) equals(q *part) bool {
	same := func(a, b []ir.Mixed) bool { return slices.EqualFunc(a, b, sameIndex) }
	return same(p.offsets, q.offsets) && same(p.sizes, q.sizes) && same(p.strides, q.strides)
}

// sameIndex reports whether two indices are known to be the same number.
func sameIndex(a, b ir.Mixed) bool {
	if ir.SameMixed(a, b) {
		return true
	}
	return linearIndex(a).equals(linearIndex(b))
}

// linear is a sum of values with factors, plus a constant.
type linear struct {
	terms  map[*ir.Value]int64
	number int64
}

func (l linear) equals(m linear) bool {
	if l.number != m.number || len(l.terms) != len(m.terms) {
		return false
	}
	for v, f := range l.terms {
		if m.terms[v] != f {
			return false
		}
	}
	return true
}

func (l *linear) add(m linear, factor int64) {
	l.number += m.number * factor
	for v, f := range m.terms {
		if l.terms[v] += f * factor; l.terms[v] == 0 {
			delete(l.terms, v)
		}
	}
}

// linearIndex writes an index as a sum of values that are no sums themselves.
func linearIndex(m ir.Mixed) linear {
	l := linear{terms: map[*ir.Value]int64{}}
	if n, known := m.Constant(); known {
		l.number = n
		return l
	}
	op := m.Value.DefiningOp()
	at := func(i int) linear { return linearIndex(ir.Mixed{Value: op.Operand(i)}) }
	switch {
	case ir.Is[arith.AddIOp](op):
		l.add(at(0), 1)
		l.add(at(1), 1)
	case ir.Is[arith.SubIOp](op):
		l.add(at(0), 1)
		l.add(at(1), -1)
	case ir.Is[affine.ApplyOp](op):
		apply := affine.MapOf(op)
		factors, number, isLinear := apply.Results[0].Linear(apply.NumDims, apply.NumSymbols)
		if !isLinear {
			l.terms[m.Value] = 1
			return l
		}
		l.number = number
		for i, f := range factors {
			if f != 0 {
				l.add(at(i), f)
			}
		}
	case ir.Is[tensor.DimOp](op):
		if extent := knownExtent(ir.Cast[tensor.DimOp](op).Source(), ir.Mixed{Value: ir.Cast[tensor.DimOp](op).Index()}); extent != nil && !ir.SameMixed(*extent, m) {
			return linearIndex(*extent)
		}
		l.terms[m.Value] = 1
	default:
		l.terms[m.Value] = 1
	}
	return l
}

// knownExtent returns extent dim of a tensor as a constant, or as the value that the tensor was made with; nil if it
// is not known.
func knownExtent(v *ir.Value, dim ir.Mixed) *ir.Mixed {
	d, known := dim.Constant()
	t, ranked := v.Type().(*ir.TensorType)
	if !known || !ranked || d < 0 || d >= int64(len(t.Dims)) {
		return nil
	}
	for {
		if t := v.Type().(*ir.TensorType); t.Dims[d] != ir.Dynamic {
			return &ir.Mixed{Const: t.Dims[d]}
		}
		op := v.DefiningOp()
		if op == nil {
			return nil
		}
		switch style := op.Def().Interfaces.DestStyle; {
		case style != nil:
			lo, _ := style.Inits(op)
			v = op.Operand(lo + v.Index())
		case ir.Is[tensor.CastOp](op) && ir.IsType[*ir.TensorType](ir.Cast[tensor.CastOp](op).Source().Type()):
			v = ir.Cast[tensor.CastOp](op).Source()
		case ir.Is[tensor.EmptyOp](op):
			return &ir.MergeMixed(t.Dims, ir.Cast[tensor.EmptyOp](op).DynamicSizes())[d]
		case ir.Is[tensor.ExtractSliceOp](op):
			slice := ir.Cast[tensor.ExtractSliceOp](op)
			var kept []ir.Mixed
			for i, dropped := range droppedDims(slice.StaticSizes(), v.Type().(*ir.TensorType).Dims) {
				if !dropped {
					kept = append(kept, slice.MixedSizes()[i])
				}
			}
			return &kept[d]
		default:
			return nil
		}
	}
}
