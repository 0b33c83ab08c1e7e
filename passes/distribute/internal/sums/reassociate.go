package sums

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
	"optc/passes/distribute/internal/core"
)

// sumOverLanes is a sum over the iterations of a loop; each iteration adds a sum over lanes.
type sumOverLanes struct {
	loop     scf.ForOp
	index    int             // index of the carried value
	add      *ir.Operation   // carried value + sum over lanes
	term     int             // operand of add that is the sum over lanes
	elements []*ir.Value     // before they are added over lanes, in row-major order
	reduces  []*ir.Operation // reductions of one element, the last first
	all      []*ir.Operation // reductions of all elements
}

// MoveSumsOut moves the sums over lanes of each iteration of a loop after the loop, where one sum
// is enough: in the loop a thread carries the sum of its own elements. This changes the order in
// which elements are summed.
//
//	%r = scf.for … iter_args(%acc = %init) {            %p = scf.for … iter_args(%acc = %zero) {
//	  %s = gpu.subgroup_reduce add %x                     %n = arith.addf %x, %acc
//	  %n = arith.addf %s, %acc                      →     scf.yield %n
//	  scf.yield %n                                      }
//	}                                                   %s = gpu.subgroup_reduce add %p
//	                                                    %r = arith.addf %s, %init
func MoveSumsOut(d *core.Nested, root *ir.Operation) {
	var sums []sumOverLanes
	d.Pass.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		if loop := ir.As[scf.ForOp](op); loop.Ok() {
			for i := range loop.Results() {
				if s, ok := sumOverLanesOf(loop, i); ok {
					sums = append(sums, s)
				}
			}
		}
		return ir.Advance
	})
	for _, s := range sums {
		moveOut(d, s)
	}
	if len(sums) == 0 {
		return
	}
	clean := func() {
		ir.ApplyGreedily(d.Pass, d.Pass.IR, root.Region(0), ir.NewPatternSet(), ir.DefaultGreedyConfig())
	}
	clean()
	for _, s := range sums {
		for _, r := range s.all {
			if r.Unused() {
				d.RW.Erase(r)
			}
		}
	}
	clean()
}

// sumOverLanesOf returns the sum over lanes that computes the i-th carried value of a loop, if there is one.
func sumOverLanesOf(loop scf.ForOp, i int) (s sumOverLanes, ok bool) {
	body := loop.Region().Front()
	carried, yield := body.Arg(i+1), body.Back()
	add := yield.Operand(i).DefiningOp()
	if add == nil || add.Block() != body || !ir.IsAny(add, arith.AddFOp{}, arith.AddIOp{}) ||
		!carried.HasOneUse() || carried.FirstUse().Owner() != add || !add.Result(0).HasOneUse() {
		return s, false
	}
	s = sumOverLanes{loop: loop, index: i, add: add, term: 1 - carried.FirstUse().Index()}
	for _, x := range vector.ElementsOf(add.Operand(s.term)) {
		var reduces []*ir.Operation
		for {
			r := ir.As[gpu.SubgroupReduceOp](x.DefiningOp())
			if !r.Ok() || r.OpAttr() != gpu.ReductionOfWord("add") {
				break
			}
			reduces = append(reduces, r.Operation())
			x = r.Value()
		}
		if len(reduces) == 0 || s.reduces != nil && !slices.EqualFunc(reduces, s.reduces, sameCluster) {
			return s, false
		}
		s.elements, s.reduces, s.all = append(s.elements, x), reduces, append(s.all, reduces...)
	}
	return s, len(s.elements) > 0
}

func sameCluster(a, b *ir.Operation) bool {
	r, s := ir.Cast[gpu.SubgroupReduceOp](a), ir.Cast[gpu.SubgroupReduceOp](b)
	return r.ClusterSize() == s.ClusterSize() && r.ClusterStride() == s.ClusterStride()
}

func moveOut(d *core.Nested, s sumOverLanes) {
	result, init := s.loop.Results()[s.index], s.loop.InitArgs()[s.index]
	t := result.Type()
	var users []*ir.OpOperand
	for u := result.FirstUse(); u != nil; u = u.Next() {
		users = append(users, u)
	}
	op := s.loop.Operation()
	d.RW.Before(op).Loc = op.Loc()
	zero := d.Constant(vector.Add.Identity(t))
	d.RW.Modify(op, func() { s.loop.InitArgMutable(s.index).Set(zero) })
	d.RW.Before(s.add)
	own := ofElements(d, s.elements, t)
	d.RW.Modify(s.add, func() { s.add.SetOperand(s.term, own) })

	d.RW.After(op)
	var sums []*ir.Value
	for _, x := range elements(d, result) {
		for _, r := range slices.Backward(s.reduces) {
			c := ir.Cast[gpu.SubgroupReduceOp](r)
			x = gpu.NewSubgroupReduce(d.RW, c.OpAttr(), x, c.ClusterSize(), c.ClusterStride()).Result()
		}
		sums = append(sums, x)
	}
	total := vector.Add.Combine(d.RW, ofElements(d, sums, t), init)
	for _, u := range users {
		d.RW.Modify(u.Owner(), func() { u.Set(total) })
	}
}

// elements returns the elements of a value.
func elements(d *core.Nested, v *ir.Value) (list []*ir.Value) {
	t, isVector := v.Type().(*ir.VectorType)
	if !isVector {
		return []*ir.Value{v}
	}
	for at := range core.PositionsIn(t.Dims) {
		list = append(list, vector.NewExtract(d.RW, v, slices.Clone(at)...).Result())
	}
	return list
}

// ofElements makes a value of a type from its elements.
func ofElements(d *core.Nested, elements []*ir.Value, t ir.Type) *ir.Value {
	v, isVector := t.(*ir.VectorType)
	if !isVector {
		return elements[0]
	}
	return d.VectorOf(elements, v.Dims)
}
