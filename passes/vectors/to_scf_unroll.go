package vectors

import (
	"optc/dialect/arith"
	"optc/dialect/vector"
	"optc/ir"
)

// unroll replaces a transfer by a transfer for each element of the first dimension.
//
//	%v = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
//	→ %w = vector.broadcast %p : f32 to vector<2x4xf32>
//	  %x = vector.transfer_read %m[%i, %j], %p {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
//	  %a = vector.insert %x, %w [0] : vector<4xf32> into vector<2x4xf32>
//	  %k = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%i]
//	  %y = vector.transfer_read %m[%k, %j], %p {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
//	  %v = vector.insert %y, %a [1] : vector<4xf32> into vector<2x4xf32>
func (l *transferLoop) unroll() bool {
	switch {
	case !l.divides():
		return false
	case l.IsRead():
		l.unrollRead()
	default:
		l.unrollWrite()
	}
	return true
}

// unrollRead inserts the parts directly into the vector that the result is inserted into, if that is its only use.
func (l *transferLoop) unrollRead() {
	rw, part := l.rw, partType(l.VectorType())
	var outer vector.InsertOp
	if l.Vector().HasOneUse() {
		outer = ir.As[vector.InsertOp](l.Vector().FirstUse().Owner())
	}
	var v *ir.Value
	var position []ir.Mixed
	if outer.Ok() {
		v, position = outer.Dest(), outer.MixedPosition()
	} else {
		v = vector.NewBroadcast(rw, l.VectorType(), l.Padding()).Vector()
	}
	for i := range l.VectorType().Dims[0] {
		iv := arith.ConstantIndex(rw, i)
		v = l.guarded(iv, []ir.Type{v.Type()}, func() []*ir.Value {
			read := vector.NewTransferRead(rw, part, l.Base(), l.indicesOf(iv), l.Padding(), nil, l.restMap(), l.restInBounds())
			l.setMask(read.Operation(), i)
			x := read.Vector()
			if len(part.Dims) == 0 {
				x = vector.NewExtract(rw, x).Result()
			}
			return []*ir.Value{vector.NewInsertMixed(rw, x, v, append(position[:len(position):len(position)], ir.Mixed{Const: i})).Result()}
		}, func() []*ir.Value { return []*ir.Value{v} })[0]
	}
	if !outer.Ok() {
		rw.Replace(l.Operation, v)
		return
	}
	rw.Replace(outer.Operation(), v)
	rw.Erase(l.Operation)
}

// unrollWrite extracts the parts directly from the vector that the written vector was extracted from, if it was.
func (l *transferLoop) unrollWrite() {
	rw, rank := l.rw, len(l.VectorType().Dims)
	v, base := l.Vector(), l.Base()
	var position []ir.Mixed
	if e := ir.DefiningOp[vector.ExtractOp](v); e.Ok() {
		v, position = e.Source(), e.MixedPosition()
	}
	var types []ir.Type
	if l.OnTensor() {
		types = []ir.Type{base.Type()}
	}
	for i := range l.VectorType().Dims[0] {
		iv := arith.ConstantIndex(rw, i)
		written := l.guarded(iv, types, func() []*ir.Value {
			indices := l.indicesOf(iv)
			x := vector.NewExtractMixed(rw, v, append(position[:len(position):len(position)], ir.Mixed{Const: i})).Result()
			if rank == 1 {
				x = vector.NewBroadcast(rw, ir.Vector(nil, x.Type()), x).Vector()
			}
			write := vector.NewTransferWrite(rw, x, base, indices, nil, l.restMap(), l.restInBounds()).Operation()
			l.setMask(write, i)
			return resultsOf(write)
		}, func() []*ir.Value {
			if l.OnTensor() {
				return []*ir.Value{base}
			}
			return nil
		})
		if l.OnTensor() {
			base = written[0]
		}
	}
	l.replace([]*ir.Value{base})
}

// setMask gives part i its mask. It is built after the part, so that it folds before the part is visited.
func (l *transferLoop) setMask(part *ir.Operation, i int64) {
	if !l.keepsMask() {
		return
	}
	mask := l.Mask()
	if !l.isBroadcast() {
		saved := l.rw.Save()
		l.rw.Before(part)
		mask = vector.NewExtract(l.rw, mask, i).Result()
		l.rw.Restore(saved)
	}
	t, _ := vector.AsTransfer(part)
	t.SetMask(mask)
}
