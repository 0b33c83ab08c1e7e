package vectors

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/dialect/vector"
	"optc/ir"
)

// elements replaces a transfer of rank 1 by loads or stores of elements, unless the elements are neighbours in memory.
//
//	vector.transfer_write %v, %m[%i, %j] {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<?x?xf32>
//	→ scf.for %k = %c0 to %c4 step %c1 {
//	    %ik = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%k)[%i]
//	    %x = vector.extract %v[%k] : f32 from vector<4xf32>
//	    memref.store %x, %m[%ik, %j] : memref<?x?xf32>
//	  }
func (l *transferLoop) elements() bool {
	m, onMemRef := l.BaseType().(*ir.MemRefType)
	t := l.VectorType()
	if l.Rank() == 0 || !onMemRef || len(t.Dims) != 1 || l.Map().IsMinorIdentity() && hasUnitStride(m) {
		return false
	}
	rw := l.rw
	lower, upper := arith.ConstantIndex(rw, 0), arith.ConstantIndex(rw, t.Dims[0])
	if t.AnyScalable() {
		scale := vector.NewVScale(rw).Res()
		upper = arith.NewMulI(rw, upper, scale).Result()
	}
	step := arith.ConstantIndex(rw, 1)
	var inits []*ir.Value
	if l.IsRead() {
		inits = []*ir.Value{vector.NewBroadcast(rw, t, l.Padding()).Vector()}
	}
	l.replace(count(rw, lower, upper, step, inits, func(i *ir.Value, carried []*ir.Value) []*ir.Value {
		indices := l.indicesOf(i)
		return l.guarded(i, ir.TypesOf(carried), func() []*ir.Value {
			if l.IsRead() {
				x := memref.NewLoad(rw, l.Base(), indices...).Result()
				return []*ir.Value{vector.NewInsertMixed(rw, x, carried[0], ir.MixedValues([]*ir.Value{i})).Result()}
			}
			memref.NewStore(rw, vector.NewExtractAt(rw, l.Vector(), i).Result(), l.Base(), indices...)
			return nil
		}, func() []*ir.Value { return carried })
	}))
	return true
}

// hasUnitStride reports whether neighbours along the last dimension are neighbours in memory.
func hasUnitStride(m *ir.MemRefType) bool {
	strides, _, ok := m.StridesAndOffset()
	return ok && (len(strides) == 0 || strides[len(strides)-1] == 1)
}

// writeTransposed replaces a write of a transposed vector whose first dimension is scalable by a loop along that dimension.
//
//	%t = vector.transpose %v, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
//	vector.transfer_write %t, %m[%i, %j] {in_bounds = [true, true]} : vector<[4]x2xf32>, memref<?x?xf32>
//	→ %0 = vector.extract %v[0] : vector<[4]xf32> from vector<2x[4]xf32>
//	  %1 = vector.extract %v[1] : vector<[4]xf32> from vector<2x[4]xf32>
//	  scf.for %k = %c0 to %n step %c1 {
//	    %ik = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%k)[%i]
//	    %2 = vector.extract %0[%k] : f32 from vector<[4]xf32>
//	    %3 = vector.extract %1[%k] : f32 from vector<[4]xf32>
//	    %4 = vector.from_elements %2, %3 : vector<2xf32>
//	    vector.transfer_write %4, %m[%ik, %j] {in_bounds = [true]} : vector<2xf32>, memref<?x?xf32>
//	  }
func (l *transferLoop) writeTransposed() bool {
	t := l.VectorType()
	transpose := ir.DefiningOp[vector.TransposeOp](l.Vector())
	if !l.lowersBase() || len(t.Dims) != 2 || !t.IsScalable(0) || t.IsScalable(1) || !l.Map().IsIdentity() || !l.InBounds()[0] ||
		!transpose.Ok() || !slices.Equal(transpose.Permutation(), []int64{1, 0}) {
		return false
	}
	rw := l.rw
	multiple := scaledBy(rw)
	sizes, ok := maskSizes(l.Mask(), multiple)
	if !ok {
		return false
	}
	var slicesOf []*ir.Value
	for i := range t.Dims[1] {
		slicesOf = append(slicesOf, vector.NewExtract(rw, transpose.Vector(), i).Result())
	}
	lower := arith.ConstantIndex(rw, 0)
	var upper *ir.Value
	if l.Mask() == nil {
		upper = multiple(t.Dims[0])
	} else {
		upper = valueOfMixed(rw, sizes[0])
	}
	step := arith.ConstantIndex(rw, 1)
	part := partType(t)
	var mask *ir.Value
	if l.Mask() != nil {
		mask = vector.NewCreateMask(rw, ir.Vector(part.Dims, rw.Context().I1()), []*ir.Value{valueOfMixed(rw, sizes[1])}).Result()
	}
	var inits []*ir.Value
	if l.OnTensor() {
		inits = []*ir.Value{l.Base()}
	}
	l.replace(count(rw, lower, upper, step, inits, func(i *ir.Value, carried []*ir.Value) []*ir.Value {
		indices, base := l.indicesOf(i), l.Base()
		if len(carried) > 0 {
			base = carried[0]
		}
		var list []*ir.Value
		for _, s := range slicesOf {
			list = append(list, vector.NewExtractAt(rw, s, i).Result())
		}
		v := vector.NewFromElements(rw, part, list).Dest()
		m, _ := vector.MinorIdentityMap(l.BaseType(), part)
		return resultsOf(vector.NewTransferWrite(rw, v, base, indices, mask, m.Map, l.restInBounds()).Operation())
	}))
	return true
}

// scaledBy returns a function that builds multiples of vector.vscale, which is built once.
func scaledBy(rw *ir.Rewriter) func(n int64) *ir.Value {
	var scale *ir.Value
	return func(n int64) *ir.Value {
		if scale == nil {
			scale = vector.NewVScale(rw).Res()
		}
		return arith.NewMulI(rw, scale, arith.ConstantIndex(rw, n)).Result()
	}
}

// maskSizes returns the extents of the rectangle in which a mask is on, nil without a mask; ok is false if the mask is not known
// to be a rectangle.
func maskSizes(mask *ir.Value, multiple func(n int64) *ir.Value) (sizes []ir.Mixed, ok bool) {
	if mask == nil {
		return nil, true
	}
	if c := ir.DefiningOp[vector.CreateMaskOp](mask); c.Ok() {
		return ir.MixedValues(c.Operands()), true
	}
	c := ir.DefiningOp[vector.ConstantMaskOp](mask)
	if !c.Ok() {
		return nil, false
	}
	for d, n := range c.MaskDimSizes() {
		if mask.Type().(*ir.VectorType).IsScalable(d) {
			sizes = append(sizes, ir.Mixed{Value: multiple(n)})
		} else {
			sizes = append(sizes, ir.Mixed{Const: n})
		}
	}
	return sizes, true
}

func valueOfMixed(rw *ir.Rewriter, m ir.Mixed) *ir.Value {
	if m.Value != nil {
		return m.Value
	}
	return arith.ConstantIndex(rw, m.Const)
}
