package okk

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/internal/family/okk/extent"
	"optc/ir"
)

// isWithin reports whether an operation is another one or is inside of it.
func isWithin(op, outer *ir.Operation) bool {
	for ; op != nil; op = op.Parent() {
		if op == outer {
			return true
		}
	}
	return false
}

// write replaces the loop: by the first loads, a loop whose iterations work on three parts, and the
// rest of the last two parts.
func (p *loopPipeliner) write() {
	loop := p.loop.Operation()
	p.rw.Before(loop).Loc = loop.Loc()
	var carried []*ir.Value
	for _, v := range p.tensors {
		p.buffers[v].index = len(carried)
		carried = append(carried, p.makeBuffers(v)...)
	}
	low, high := p.loop.LowerBound(), p.loop.UpperBound()
	count := p.sizes.Of(high).Add(-p.low)
	p.when(count, low, func() {
		p.emit(low, carried, current, p.ops[loading]...)
		steady := scf.NewFor(p.rw, low, arith.NewSubI(p.rw, high, p.loop.Step()).Result(), p.loop.Step(), carried)
		types := append([]ir.Type{low.Type()}, ir.TypesOf(carried)...)
		body := p.rw.NewBlock(steady.Region(), types, loop.Loc())
		p.name(body.Args())
		end := p.inBlock(body, func() { p.steady(body.Args()[0], body.Args()[1:]) })
		end.SetOperands(p.turned(body.Args()[1:]))
		p.rw.After(steady.Operation())
		p.finish(count, steady.Results())
	})
	p.rw.Erase(loop)
}

// name gives the index and the buffers that the loop carries names.
func (p *loopPipeliner) name(args []*ir.Value) {
	args[0].SetNameHint(p.loop.Region().Front().Args()[0].NameHint())
	for _, v := range p.tensors {
		t := p.buffers[v]
		for i := range t.buffers {
			args[1+t.index+i].SetNameHint(v.NameHint() + []string{"_now", "_next", "_last"}[i])
		}
	}
}

// when writes code that runs if a size is at least 1: the difference of the upper bound and a
// number that a value holds.
func (p *loopPipeliner) when(size extent.Size, low *ir.Value, code func()) {
	if p.sizes.At(p.loop.Operation()).AtLeast(size, 1) {
		code()
		return
	}
	condition := arith.NewCmpI(p.rw, arith.SLT, low, p.loop.UpperBound()).Result()
	p.inside(condition, code)
}

// inside writes code that runs if a condition holds.
func (p *loopPipeliner) inside(condition *ir.Value, code func()) {
	decision := scf.NewIf(p.rw, condition)
	p.inBlock(p.rw.NewBlock(decision.ThenRegion(), nil, p.rw.Loc), code)
	p.rw.After(decision.Operation())
}

// inBlock writes code into a new block and ends it with scf.yield.
func (p *loopPipeliner) inBlock(b *ir.Block, code func()) *ir.Operation {
	p.rw.AtEnd(b)
	end := scf.NewYield(p.rw).Operation()
	p.rw.Before(end)
	code()
	return end
}

// makeBuffers makes the buffers of a tensor; a tensor from outside of the loop is one of them.
func (p *loopPipeliner) makeBuffers(v *ir.Value) []*ir.Value {
	t := p.buffers[v]
	typ := v.Type().(*okk.LocalType)
	extents, _ := okk.Extents(typ)
	var sizes []*ir.Value
	given := ir.Cast[okk.AllocOp](v.DefiningOp()).Sizes()
	for d := range extents {
		if !typ.Open.Has(d) {
			continue
		}
		if !t.varying.Has(d) {
			sizes = append(sizes, given[0])
		}
		given = given[1:]
	}
	if t.varying != 0 {
		typ = typ.Parted(extents, typ.Open&^t.varying)
	}
	for i := range t.buffers {
		if i == 0 && !isWithin(v.DefiningOp(), p.loop.Operation()) {
			t.buffers[i] = v
			continue
		}
		t.buffers[i] = okk.NewAlloc(p.rw, typ, sizes).Result()
		t.buffers[i].SetNameHint(v.NameHint())
	}
	return t.buffers
}

// role is the part on which an operation of the loop works.
type role int

const (
	current role = iota
	next
	previous
)

// bufferFor returns the buffer of a tensor with the part of a role, among the values that the loop
// carries: the current one, the next one and, if there are three, the previous one.
func (p *loopPipeliner) bufferFor(v *ir.Value, carried []*ir.Value, r role) *ir.Value {
	t := p.buffers[v]
	list := carried[t.index:][:len(t.buffers)]
	switch r {
	case next:
		return list[1]
	case previous:
		return list[len(list)-1]
	}
	return list[0]
}

// turned returns the values that the next iteration carries: each buffer moves up.
func (p *loopPipeliner) turned(carried []*ir.Value) (list []*ir.Value) {
	for _, v := range p.tensors {
		t := p.buffers[v]
		buffers := carried[t.index:][:len(t.buffers)]
		list = append(list, buffers[1:]...)
		list = append(list, buffers[0])
	}
	return list
}

// steady writes an iteration: it computes a part, stores the last one and loads the next one.
func (p *loopPipeliner) steady(index *ir.Value, carried []*ir.Value) {
	first := arith.ConstantIndex(p.rw, p.low+p.step)
	after := arith.NewAddI(p.rw, index, p.loop.Step()).Result()
	if p.mode == loadsAlone {
		p.compute(index, carried, nil, func() { p.emit(after, carried, next, p.ops[loading]...) })
		p.emit(index, carried, current, p.ops[storing]...)
		return
	}
	stores := func() {
		if len(p.ops[storing]) == 0 {
			return
		}
		p.inside(arith.NewCmpI(p.rw, arith.SGE, index, first).Result(), func() {
			before := arith.NewSubI(p.rw, index, p.loop.Step()).Result()
			p.emit(before, carried, previous, p.ops[storing]...)
		})
	}
	p.compute(index, carried, stores, func() { p.emit(after, carried, next, p.ops[loading]...) })
}

// compute writes the computations of a part together with stores and loads; or, if the buffers for that
// do not fit, the first one with stores, and the last one with loads.
func (p *loopPipeliner) compute(index *ir.Value, carried []*ir.Value, stores, loads func()) {
	last := len(p.ops[computing]) - 1
	var mapping ir.Mapping
	if p.mode != firstLast && (stores != nil && len(p.ops[storing]) > 0 || loads != nil && len(p.ops[loading]) > 0) {
		for _, op := range p.ops[computing] {
			p.prepare(&mapping, index, carried, current, op)
		}
		parallel := okk.NewParallel(p.rw)
		p.rw.AtEnd(parallel.Body().Front())
		p.emitIn(&mapping, index, carried, current, p.ops[computing]...)
		for _, write := range []func(){stores, loads} {
			if write != nil {
				write()
			}
		}
		p.rw.After(parallel.Operation())
		return
	}
	for i, op := range p.ops[computing] {
		var copies []func()
		if i == 0 && stores != nil && len(p.ops[storing]) > 0 {
			copies = append(copies, stores)
		}
		if i == last && loads != nil && len(p.ops[loading]) > 0 {
			copies = append(copies, loads)
		}
		if len(copies) == 0 {
			p.emitIn(&mapping, index, carried, current, op)
			continue
		}
		p.prepare(&mapping, index, carried, current, op)
		parallel := okk.NewParallel(p.rw)
		p.rw.AtEnd(parallel.Body().Front())
		p.emitIn(&mapping, index, carried, current, op)
		for _, write := range copies {
			write()
		}
		p.rw.After(parallel.Operation())
	}
}

// finish writes what is left after the loop: the last part is computed, and the last two parts are
// stored.
func (p *loopPipeliner) finish(count extent.Size, carried []*ir.Value) {
	var stores func()
	if len(p.ops[storing]) > 0 && p.mode != loadsAlone {
		stores = func() {
			p.when(count.Add(-p.step), arith.ConstantIndex(p.rw, p.low+p.step), func() {
				p.emit(p.lastIndex(p.step), carried, previous, p.ops[storing]...)
			})
		}
	}
	last := p.lastIndex(0)
	p.ops[computing] = slices.DeleteFunc(p.ops[computing], func(op *ir.Operation) bool { return slices.Contains(p.beside, op) })
	p.compute(last, carried, stores, nil)
	p.emit(last, carried, current, p.ops[storing]...)
}

// lastIndex computes the last index of the loop, or the index some numbers before it:
// low + (high - low - 1 - before) / step · step.
func (p *loopPipeliner) lastIndex(before int64) *ir.Value {
	distance := arith.NewSubI(p.rw, p.loop.UpperBound(), arith.ConstantIndex(p.rw, p.low+1+before)).Result()
	if p.step > 1 {
		steps := arith.NewDivUI(p.rw, distance, p.loop.Step()).Result()
		distance = arith.NewMulI(p.rw, steps, p.loop.Step()).Result()
	}
	if p.low == 0 {
		return distance
	}
	return arith.NewAddI(p.rw, distance, p.loop.LowerBound()).Result()
}

// emit writes operations of the body for an index, on the buffers of a role.
func (p *loopPipeliner) emit(index *ir.Value, carried []*ir.Value, r role, ops ...*ir.Operation) {
	var mapping ir.Mapping
	p.emitIn(&mapping, index, carried, r, ops...)
}

func (p *loopPipeliner) emitIn(m *ir.Mapping, index *ir.Value, carried []*ir.Value, r role, ops ...*ir.Operation) {
	for _, op := range ops {
		p.prepare(m, index, carried, r, op)
		p.rw.Insert(ir.Clone(op, p.rw.Arena(), m))
	}
}

// prepare writes the sizes, views and tensors that an operation of the body uses.
func (p *loopPipeliner) prepare(m *ir.Mapping, index *ir.Value, carried []*ir.Value, r role, op *ir.Operation) {
	p.rw.Loc = op.Loc()
	m.Map(p.loop.Region().Front().Args()[0], index)
	for _, v := range usedBy(op) {
		if m.Value(v) != v {
			continue
		}
		def := v.DefiningOp()
		if t := p.buffers[v]; t != nil {
			m.Map(v, p.partOf(m, index, carried, r, v))
			continue
		}
		if def == nil || !isWithin(def, p.loop.Operation()) {
			if !slices.ContainsFunc(p.tensors, func(w *ir.Value) bool { return okk.Base(v) == w }) {
				continue
			}
		}
		p.prepare(m, index, carried, r, def)
		p.rw.Insert(ir.Clone(def, p.rw.Arena(), m))
	}
}

// usedBy lists the values from outside that an operation, or the operations of a decision, use.
func usedBy(op *ir.Operation) (list []*ir.Value) {
	ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		for _, v := range o.Operands() {
			if def := v.DefiningOp(); def == nil || def == op || !isWithin(def, op) {
				list = append(list, v)
			}
		}
		return ir.Advance
	})
	return list
}

// partOf returns the buffer of a tensor, or the part of it that an iteration uses.
func (p *loopPipeliner) partOf(m *ir.Mapping, index *ir.Value, carried []*ir.Value, r role, v *ir.Value) *ir.Value {
	buffer := p.bufferFor(v, carried, r)
	if p.buffers[v].varying == 0 {
		return buffer
	}
	p.prepare(m, index, carried, r, v.DefiningOp())
	var sizes []*ir.Value
	for _, n := range ir.Cast[okk.AllocOp](v.DefiningOp()).Sizes() {
		sizes = append(sizes, m.Value(n))
	}
	extents, _ := okk.Extents(v.Type())
	part := okk.NewSlice(p.rw, buffer, make([]ir.Mixed, len(extents)), sizes, okk.AutoOf(v.Type().(*okk.LocalType))).Result()
	part.SetNameHint(v.NameHint())
	return part
}
