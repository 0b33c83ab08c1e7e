package vectors

import (
	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/tensor"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
)

// ToSCFOptions are the options of ToSCF.
type ToSCFOptions struct {
	FullUnroll    bool   `opt:"full-unroll" help:"Perform full unrolling when converting vector transfers to SCF"`
	TargetRank    uint32 `opt:"target-rank" help:"Target vector rank to which transfer ops should be lowered"`
	LowerTensors  bool   `opt:"lower-tensors" help:"Lower transfer ops that operate on tensors"`
	LowerScalable bool   `opt:"lower-scalable" help:"Add scalable vector specific lowerings (that introduce loops)"`
}

// ToSCF replaces transfers by loops over transfers of lower rank.
//
//	%v = vector.transfer_read %m[%i, %j], %p : memref<?x?xf32>, vector<2x4xf32>
//	→
//	%b = memref.alloca() : memref<vector<2x4xf32>>
//	%r = vector.type_cast %b : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
//	scf.for %k = %c0 to %c2 step %c1 {
//	  …
//	  %x = vector.transfer_read %m[%ik, %j], %p : memref<?x?xf32>, vector<4xf32>
//	  memref.store %x, %r[%k] : memref<2xvector<4xf32>>
//	}
//	%v = memref.load %b[] : memref<vector<2x4xf32>>
var ToSCF = &passes.Pass{
	Name:  "convert-vector-to-scf",
	Title: "Lower the operations from the vector dialect into the SCF dialect",
	Class: "ConvertVectorToSCF",
	Doc: `Replaces vector.transfer_read and vector.transfer_write by loops over transfers of lower rank, until the rank is target-rank.
The vector is in a buffer on the stack; with full-unroll there are no loops and no buffer. Permutations become vector.transpose
and broadcasts vector.broadcast. With target-rank=1, transfers of rank 1 along other dimensions than the last, or with
another stride than 1, become loads and stores of elements. Accesses outside of the bounds and masks become scf.if.
vector.print of a vector becomes loops that print elements.

    %v = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
    →
    %b = memref.alloca() : memref<vector<2x4xf32>>
    %r = vector.type_cast %b : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
    scf.for %k = %c0 to %c2 step %c1 {
      %ik = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%k)[%i]
      %x = vector.transfer_read %m[%ik, %j], %p {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
      memref.store %x, %r[%k] : memref<2xvector<4xf32>>
    }
    %v = memref.load %b[] : memref<vector<2x4xf32>>

Transfers on tensors are lowered with lower-tensors, and with lower-scalable a write of a transposed scalable vector becomes
a loop. Transfers inside of vector.mask, of memory of vectors, and along other scalable dimensions are kept.`,
	Options:  ToSCFOptions{TargetRank: 1},
	Dialects: []string{"affine", "arith", "memref", "scf", "tensor", "vector"},
	Run: func(c *passes.Context) (bool, error) {
		changed := passes.ApplyPatterns(c, transferMapPatterns())
		o := passes.OptionsOf[ToSCFOptions](c)
		return passes.ApplyPatterns(c, o.patterns()) || changed, nil
	},
}

func (o *ToSCFOptions) patterns() []*ir.Pattern {
	var ps []*ir.Pattern
	both := func(name string, rewrite func(l *transferLoop) bool) {
		for _, root := range []ir.OpKind{vector.TransferReadOp{}, vector.TransferWriteOp{}} {
			ps = append(ps, transferLoopPattern(o, name, root, rewrite))
		}
	}
	if o.FullUnroll {
		both("unroll", (*transferLoop).unroll)
	} else {
		both("prepare", (*transferLoop).prepare)
		both("unpack", (*transferLoop).unpack)
	}
	if o.LowerScalable {
		ps = append(ps, transferLoopPattern(o, "scalable-transpose", vector.TransferWriteOp{}, (*transferLoop).writeTransposed))
	}
	if o.TargetRank == 1 {
		both("elements", (*transferLoop).elements)
	}
	return append(ps, &ir.Pattern{Name: "print", Root: vector.PrintOp{}, Rewrite: printElements})
}

// transferLoop is a transfer that is replaced, with the place where its parts are built.
type transferLoop struct {
	vector.Transfer
	*ToSCFOptions
	rw *ir.Rewriter
}

func transferLoopPattern(o *ToSCFOptions, name string, root ir.OpKind, rewrite func(l *transferLoop) bool) *ir.Pattern {
	return &ir.Pattern{Name: name + "-" + root.Kind().String(), Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		t, _ := vector.AsTransfer(op)
		return !isMasked(op) && rewrite(&transferLoop{t, o, rw})
	}}
}

// isMasked reports whether an operation is inside of a vector.mask, which holds only one operation.
func isMasked(op *ir.Operation) bool { return ir.Is[vector.MaskOp](op.Parent()) }

// divides reports whether the transfer becomes transfers of its first dimension's elements.
func (l *transferLoop) divides() bool {
	v := l.VectorType()
	return len(v.Dims) > int(l.TargetRank) && !v.IsScalable(0) && l.lowersBase() && v.Elem == l.BaseType().ElementType()
}

// lowersBase reports whether transfers of this kind of base are lowered.
func (l *transferLoop) lowersBase() bool { return !l.OnTensor() || l.LowerTensors }

// isBroadcast reports whether the first dimension of the vector is no dimension of the base.
func (l *transferLoop) isBroadcast() bool { return l.along() < 0 }

// along returns the dimension of the base along which the first dimension of the vector runs, or -1.
func (l *transferLoop) along() int {
	if d, ok := l.Map().DimPosition(0); ok {
		return d
	}
	return -1
}

// maskRank returns the rank of the mask, or 0.
func (l *transferLoop) maskRank() int {
	if l.Mask() == nil {
		return 0
	}
	return len(l.Mask().Type().(*ir.VectorType).Dims)
}

// keepsMask reports whether the parts have masks too: for each part another part of the mask, or the whole mask for a broadcast.
func (l *transferLoop) keepsMask() bool {
	return l.Mask() != nil && (l.isBroadcast() || l.maskRank() > 1)
}

// restMap returns the map of the parts, without the first result.
func (l *transferLoop) restMap() affine.Map { return l.Map().WithResults(l.Map().Results[1:]) }

// restInBounds returns the bounds of the parts.
func (l *transferLoop) restInBounds() []bool { return l.InBounds()[1:] }

// partType returns the type of a vector without its first dimension.
func partType(v *ir.VectorType) *ir.VectorType {
	scalable := make([]bool, len(v.Dims)-1)
	for i := range scalable {
		scalable[i] = v.IsScalable(i + 1)
	}
	return ir.ScalableVector(v.Dims[1:], scalable, v.Elem)
}

// at returns the index of part i along the base.
func (l *transferLoop) at(i *ir.Value) *ir.Value {
	v := affined.Value{Map: affine.NewMap(2, 0, affine.Dim(0).Add(affine.Dim(1))), Operands: []*ir.Value{l.Indices()[l.along()], i}}
	v.Compose()
	return affined.NewApply(l.rw, v.Map, v.Operands).Result()
}

// indicesOf returns the indices of part i.
func (l *transferLoop) indicesOf(i *ir.Value) []*ir.Value {
	indices := l.Indices()
	if d := l.along(); d >= 0 {
		indices[d] = l.at(i)
	}
	return indices
}

// dim returns an extent of the base.
func (l *transferLoop) dim(d int) *ir.Value {
	f, index := l.rw.OrFold(), arith.ConstantIndex(l.rw, int64(d))
	if l.OnTensor() {
		return ir.ValueOf(f, tensor.NewDim(f, l.Base(), index))
	}
	return ir.ValueOf(f, memref.NewDim(f, l.Base(), index))
}

// guarded builds part i with inside, or with outside if the part is out of the bounds or masked off. Both functions return the
// results.
func (l *transferLoop) guarded(i *ir.Value, results []ir.Type, inside, outside func() []*ir.Value) []*ir.Value {
	var condition *ir.Value
	if !l.InBounds()[0] && !l.isBroadcast() {
		extent := l.dim(l.along())
		condition = arith.NewCmpI(l.rw, arith.SGT, extent, l.at(i)).Result()
	}
	if l.maskRank() == 1 && !l.isBroadcast() {
		bit := vector.NewExtractAt(l.rw, l.Mask(), i).Result()
		if condition != nil {
			bit = arith.NewAndI(l.rw, condition, bit).Result()
		}
		condition = bit
	}
	if condition == nil {
		return inside()
	}
	return choose(l.rw, condition, results, inside, outside)
}

// choose builds scf.if. Its regions are filled before it is inserted, so that their operations are first visited in the next iteration.
func choose(rw *ir.Rewriter, condition *ir.Value, results []ir.Type, inside, outside func() []*ir.Value) []*ir.Value {
	regions := []*ir.Region{{}, {}}
	for i, body := range []func() []*ir.Value{inside, outside} {
		fill(rw, regions[i], nil, func([]*ir.Value) []*ir.Value { return body() })
	}
	return ir.Build[scf.IfOp](rw, &ir.OpState{Operands: []*ir.Value{condition}, ResultTypes: results, Regions: regions}).Results()
}

// count builds scf.for from 0 to upper, as choose does.
func count(rw *ir.Rewriter, lower, upper, step *ir.Value, inits []*ir.Value, body func(i *ir.Value, carried []*ir.Value) []*ir.Value) []*ir.Value {
	region := &ir.Region{}
	fill(rw, region, append([]ir.Type{lower.Type()}, ir.TypesOf(inits)...), func(args []*ir.Value) []*ir.Value { return body(args[0], args[1:]) })
	return ir.Build[scf.ForOp](rw, &ir.OpState{
		Operands: append([]*ir.Value{lower, upper, step}, inits...), ResultTypes: ir.TypesOf(inits), Regions: []*ir.Region{region},
	}).Results()
}

// fill builds the block of a region.
func fill(rw *ir.Rewriter, r *ir.Region, types []ir.Type, body func(args []*ir.Value) []*ir.Value) {
	saved := rw.Save()
	defer rw.Restore(saved)
	scf.NewYield(rw, body(rw.NewBlock(r, types, rw.Loc).Args())...)
}

// replace replaces the transfer by results; a write to memory has none.
func (l *transferLoop) replace(results []*ir.Value) {
	if l.NumResults() == 0 {
		l.rw.Erase(l.Operation)
		return
	}
	l.rw.Replace(l.Operation, results...)
}
