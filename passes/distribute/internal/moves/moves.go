package moves

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/flow"
	"optc/layout/threads"
	"optc/passes"
)

// RuleOf returns the rule by which an operation is distributed, or nil. An operation without its own rule that only moves a
// vector between a box of memory and registers is distributed as a transfer.
func RuleOf(op *ir.Operation) *threads.Rule {
	if rule := threads.RuleOf(op); rule != nil {
		return rule
	}
	if a, ok := ir.MoveOf(op); ok && a.IsPlaced() && passes.IsVectorValue(a.Moved) {
		return moving
	}
	return nil
}

// moving distributes plain and masked loads and stores like the transfer that moves the same elements.
//
//	vector.load %m[%i, %j]           →  vector.transfer_read %m[%i, %j], %poison {in_bounds = [true]}
//	vector.store %v, %m[%i, %j]      →  vector.transfer_write %v, %m[%i, %j] {in_bounds = [true]}
//	vector.maskedload %m[%i], %k, %v →  %r = vector.transfer_read %m[%i], %poison, %k {in_bounds = [true]}
//	                                    arith.select %k, %r, %v
var moving = &threads.Rule{Distribute: func(d threads.Distributor, op *ir.Operation) {
	a, _ := ir.MoveOf(op)
	if t := a.MemRef(); t != nil && ir.IsType[*ir.VectorType](t.Elem) {
		d.Leave("is not distributed: the elements of the memory are vectors")
		return
	}
	l := d.Layout(a.Moved)
	have, want := []flow.Layout{}, []flow.Layout{}
	agree := func(v *ir.Value, l flow.Layout) { have, want = append(have, d.Layout(v)), append(want, l) }
	var ofMask flow.Layout
	if a.Mask != nil {
		ofMask = l.Apply(a.MaskMap)
		agree(a.Mask, ofMask)
	}
	replaced := a.Padding != nil && passes.IsVectorValue(a.Padding)
	if replaced {
		agree(a.Padding, l)
	}
	if !d.Agree(have, want) {
		return
	}
	if replaced && (len(a.Guarded) > 0 || a.Mask == nil || !a.MaskMap.IsIdentity()) {
		d.Leave("is not distributed: elements of a vector take the place of elements that no mask of the same shape turns off")
		return
	}
	rw, perm, bounds := d.Rewriter(), permutationOf(&a), boundsOf(&a)
	if a.Kind == ir.Write {
		write := vector.NewTransferWrite(rw, a.Moved, a.Memory, a.Indices, a.Mask, perm, bounds).Operation()
		operands := make([]flow.Layout, write.NumOperands())
		if a.Mask != nil {
			operands[len(operands)-1] = ofMask
		}
		operands[0] = l
		d.Enqueue(write, operands, nil)
		rw.Erase(op)
		return
	}
	padding := a.Padding
	if padding == nil || replaced {
		padding = ub.NewPoison(rw, ir.ElementOrSelf(a.Memory.Type())).Result()
	}
	read := vector.NewTransferRead(rw, a.Moved.Type(), a.Memory, a.Indices, padding, a.Mask, perm, bounds)
	operands := make([]flow.Layout, read.Operation().NumOperands())
	if a.Mask != nil {
		operands[len(operands)-1] = ofMask
	}
	d.Enqueue(read.Operation(), operands, []flow.Layout{l})
	if !replaced {
		rw.Replace(op, read.Vector())
		return
	}
	chosen := arith.NewSelect(rw, a.Mask, read.Vector(), a.Padding)
	d.Enqueue(chosen.Operation(), []flow.Layout{l, l, l}, []flow.Layout{l})
	rw.Replace(op, chosen.Result())
}}

// permutationOf returns the permutation map of the transfer that touches the same elements as an access.
func permutationOf(a *ir.Access) affine.Map {
	results := make([]affine.Expr, a.Map.NumDims)
	for d, k := range a.Along() {
		results[d] = affine.Const(0)
		if k >= 0 {
			results[d] = affine.Dim(k)
		}
	}
	return affine.NewMap(len(a.Indices), 0, results...)
}

// boundsOf returns which dimensions of the vector stay inside of the memory.
func boundsOf(a *ir.Access) []bool {
	bounds := make([]bool, a.Map.NumDims)
	for d, k := range a.Along() {
		bounds[d] = !slices.Contains(a.Guarded, k)
	}
	return bounds
}
