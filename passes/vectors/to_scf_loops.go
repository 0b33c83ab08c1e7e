package vectors

import (
	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/dialect/vector"
	"optc/ir"
)

// inProgress marks the transfers whose vector is in a buffer, as upstream.
const inProgress = "__vector_to_scf_lowering__"

// prepare moves the vector of a transfer into a buffer on the stack, and its mask into another.
//
//	%v = vector.transfer_read %m[%i, %j], %p : memref<?x?xf32>, vector<2x4xf32>
//	→ %b = memref.alloca() : memref<vector<2x4xf32>>
//	  %x = vector.transfer_read %m[%i, %j], %p {__vector_to_scf_lowering__} : memref<?x?xf32>, vector<2x4xf32>
//	  memref.store %x, %b[] : memref<vector<2x4xf32>>
//	  %v = memref.load %b[] : memref<vector<2x4xf32>>
func (l *transferLoop) prepare() bool {
	if l.Attr(inProgress) != nil || !l.divides() {
		return false
	}
	scope := l.Enclosing(func(op *ir.Operation) bool { return op.Has(ir.AutomaticAllocationScope) })
	if scope == nil || scope.NumRegions() != 1 {
		return false
	}
	rw := l.rw
	saved := rw.Save()
	rw.AtStart(scope.Region(0).Front())
	buffer := onStack(rw, l.VectorType())
	var maskBuffer *ir.Value
	if l.Mask() != nil {
		maskBuffer = onStack(rw, l.Mask().Type())
	}
	rw.Restore(saved)
	var mask *ir.Value
	if maskBuffer != nil {
		memref.NewStore(rw, l.Mask(), maskBuffer)
		mask = memref.NewLoad(rw, maskBuffer).Result()
	}
	mark := func(op *ir.Operation) {
		op.SetAttr(inProgress, rw.Context().Unit())
		if mask != nil {
			t, _ := vector.AsTransfer(op)
			t.SetMask(mask)
		}
	}
	if l.IsRead() {
		read := rw.Clone(l.Operation, nil)
		mark(read)
		memref.NewStore(rw, read.Result(0), buffer)
		rw.Replace(l.Operation, memref.NewLoad(rw, buffer).Result())
		return true
	}
	memref.NewStore(rw, l.Vector(), buffer)
	v := memref.NewLoad(rw, buffer).Result()
	rw.Modify(l.Operation, func() {
		ir.Cast[vector.TransferWriteOp](l.Operation).ValueToStoreMutable().Set(v)
		mark(l.Operation)
	})
	return true
}

func onStack(rw *ir.Rewriter, t ir.Type) *ir.Value {
	return memref.NewAlloca(rw, ir.MemRef(nil, t, nil, nil), nil, nil, nil).Memref()
}

// unpack replaces a transfer whose vector is in a buffer by a loop over the first dimension.
//
//	%x = vector.transfer_read %m[%i, %j], %p {__vector_to_scf_lowering__} : memref<?x?xf32>, vector<2x4xf32>
//	memref.store %x, %b[] : memref<vector<2x4xf32>>
//	→ %r = vector.type_cast %b : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
//	  scf.for %k = %c0 to %c2 step %c1 {
//	    %ik = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%k)[%i]
//	    %x = vector.transfer_read %m[%ik, %j], %p : memref<?x?xf32>, vector<4xf32>
//	    memref.store %x, %r[%k] : memref<2xvector<4xf32>>
//	  }
func (l *transferLoop) unpack() bool {
	v := l.VectorType()
	if l.Attr(inProgress) == nil || len(v.Dims) == 0 || v.IsScalable(0) || v.Elem != l.BaseType().ElementType() {
		return false
	}
	b, ok := l.buffered()
	if !ok {
		return false
	}
	rw := l.rw
	rows := vector.NewTypeCast(rw, unpacked(b.memory), b.memory).Result()
	var masks memoryPlace
	if l.Mask() != nil {
		masks = placeLoaded(l.Mask())
		if l.keepsMask() && !l.isBroadcast() {
			masks.memory = vector.NewTypeCast(rw, unpacked(masks.memory), masks.memory).Result()
		}
	}
	dims := rows.Type().(*ir.MemRefType).Dims
	lower, upper, step := arith.ConstantIndex(rw, 0), arith.ConstantIndex(rw, dims[len(dims)-1]), arith.ConstantIndex(rw, 1)
	var inits []*ir.Value
	if !l.IsRead() && l.OnTensor() {
		inits = []*ir.Value{l.Base()}
	}
	results := count(rw, lower, upper, step, inits, func(i *ir.Value, carried []*ir.Value) []*ir.Value {
		at := append(b.indices[:len(b.indices):len(b.indices)], i)
		maskOf := func() *ir.Value {
			if !l.keepsMask() {
				return nil
			}
			indices := masks.indices
			if !l.isBroadcast() {
				indices = append(indices[:len(indices):len(indices)], i)
			}
			return memref.NewLoad(rw, masks.memory, indices...).Result()
		}
		return l.guarded(i, ir.TypesOf(carried), func() []*ir.Value {
			if l.IsRead() {
				indices, mask := l.indicesOf(i), maskOf()
				part := vector.NewTransferRead(rw, partType(l.VectorType()), l.Base(), indices, l.Padding(), mask, l.restMap(), l.restInBounds())
				l.markRest(part.Operation())
				memref.NewStore(rw, part.Vector(), rows, at...)
				return nil
			}
			indices, base := l.indicesOf(i), l.Base()
			if len(carried) > 0 {
				base = carried[0]
			}
			v, mask := memref.NewLoad(rw, rows, at...).Result(), maskOf()
			part := vector.NewTransferWrite(rw, v, base, indices, mask, l.restMap(), l.restInBounds())
			l.markRest(part.Operation())
			return resultsOf(part.Operation())
		}, func() []*ir.Value {
			if l.IsRead() {
				memref.NewStore(rw, vector.NewBroadcast(rw, partType(l.VectorType()), l.Padding()).Vector(), rows, at...)
			}
			return carried
		})
	})
	if l.IsRead() {
		store, _ := l.stored()
		rw.Erase(store.Operation())
		rw.Erase(l.Operation)
		return true
	}
	l.replace(results)
	return true
}

// markRest marks a part that is divided again.
func (l *transferLoop) markRest(part *ir.Operation) {
	if len(l.VectorType().Dims)-1 > int(l.TargetRank) {
		part.SetAttr(inProgress, l.rw.Context().Unit())
	}
}

func resultsOf(op *ir.Operation) (list []*ir.Value) {
	for _, r := range op.Results() {
		list = append(list, r)
	}
	return list
}

// memoryPlace is an element of a buffer.
type memoryPlace struct {
	memory  *ir.Value
	indices []*ir.Value
}

// buffered returns the place of the vector in its buffer: a read is stored there, and the vector of a write is loaded from there.
// ok is false if the attribute was given to another operation.
func (l *transferLoop) buffered() (p memoryPlace, ok bool) {
	if l.Mask() != nil && placeLoaded(l.Mask()).memory == nil {
		return p, false
	}
	if !l.IsRead() {
		p = placeLoaded(l.Vector())
		return p, p.memory != nil
	}
	store, ok := l.stored()
	if !ok {
		return p, false
	}
	return memoryPlace{store.Memref(), store.Indices()}, true
}

// stored returns the operation that stores the vector of a read, its only use.
func (l *transferLoop) stored() (memref.StoreOp, bool) {
	v := l.Vector()
	if !v.HasOneUse() {
		return memref.StoreOp{}, false
	}
	store := ir.As[memref.StoreOp](v.FirstUse().Owner())
	return store, store.Ok() && store.Value() == v
}

// placeLoaded returns the place that a value is loaded from.
func placeLoaded(v *ir.Value) memoryPlace {
	load := ir.DefiningOp[memref.LoadOp](v)
	if !load.Ok() {
		return memoryPlace{}
	}
	return memoryPlace{load.Memref(), load.Indices()}
}

// unpacked returns the type of a buffer of vectors whose first dimension is a dimension of the memory: memref<9xvector<5x6xf32>>
// becomes memref<9x5xvector<6xf32>>.
func unpacked(buffer *ir.Value) *ir.MemRefType {
	m := buffer.Type().(*ir.MemRefType)
	v := m.Elem.(*ir.VectorType)
	return ir.MemRef(append(m.Dims[:len(m.Dims):len(m.Dims)], v.Dims[0]), partType(v), nil, nil)
}
