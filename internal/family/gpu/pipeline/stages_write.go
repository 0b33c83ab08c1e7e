package gpu

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/memref"
	"optc/dialect/nvgpu"
	"optc/dialect/scf"
	"optc/dialect/ub"
	"optc/ir"
)

// stageWriter rewrites a loop that stages tiles.
type stageWriter struct {
	*staging
	rw      *ir.Rewriter
	arenas  map[*ir.Operation]*ir.Value // the memory of all buffers that replace an allocation
	low     *ir.Value
	high    *ir.Value
	step    *ir.Value
	read    *ir.Value // the number of the buffer that an iteration reads
	next    *ir.Value // the number of the buffer into which it copies
	token   *ir.Value // of the latest group of copies
	repeats bool      // the loop itself may be executed several times
}

// write pipelines the loop, with a number of buffers of each tile.
func (s *staging) write(rw *ir.Rewriter, buffers int64) {
	s.buffers = buffers
	if !s.async {
		s.buffers = 2
	}
	loop := s.loop.Operation()
	w := &stageWriter{staging: s, rw: rw, arenas: map[*ir.Operation]*ir.Value{}, low: s.loop.LowerBound(), high: s.loop.UpperBound(), step: s.loop.Step()}
	for at := loop.Parent(); at != nil && !at.Has(ir.IsolatedFromAbove); at = at.Parent() {
		w.repeats = w.repeats || repeats(at)
	}
	rw.Before(loop).Loc = loop.Loc()
	w.makeArenas()
	if w.repeats { // other threads may still read the buffers
		gpu.NewBarrier(rw)
	}
	for ahead := range s.buffers - 1 {
		at := w.iteration(ahead)
		for _, g := range s.groups {
			w.fill(g, at, ahead)
		}
	}
	w.waitForTile()
	w.carry()
	for _, g := range s.groups {
		w.stage(g)
	}
	w.rw.Before(w.loop.Body().Back())
	w.waitForTile()
	w.clean()
	w.shareMemory()
}

// shareMemory places a barrier behind the loop if buffers of workgroup memory follow, so that they can share the bytes of the tiles.
func (w *stageWriter) shareMemory() {
	for op := w.loop.Operation().Next(); op != nil; op = op.Next() {
		switch alloc := ir.As[memref.AllocOp](op); {
		case ir.Is[gpu.BarrierOp](op):
			return
		case alloc.Ok() && gpu.SpaceOf(alloc.Memref().Type().(*ir.MemRefType)) == gpu.Workgroup:
			w.rw.After(w.loop.Operation())
			gpu.NewBarrier(w.rw)
			return
		}
	}
}

// iteration returns the counter of an iteration.
func (w *stageWriter) iteration(n int64) *ir.Value {
	low, lowKnown := ir.ConstantInt(w.low)
	step, stepKnown := ir.ConstantInt(w.step)
	switch {
	case n == 0:
		return w.low
	case lowKnown && stepKnown:
		return w.constant(low.Int64() + n*step.Int64())
	}
	return arith.NewAddI(w.rw, w.low, arith.NewMulI(w.rw, w.step, w.constant(n)).Result()).Result()
}

// constant returns a number of the type of the loop's counter.
func (w *stageWriter) constant(n int64) *ir.Value {
	return arith.ConstantInt(w.rw, w.step.Type(), n)
}

// makeArenas makes the memory of the buffers.
func (w *stageWriter) makeArenas() {
	for _, g := range w.groups {
		for _, alloc := range g.buffers {
			t := gpu.WorkgroupMemory([]int64{w.buffers * stageBytes(alloc)}, w.rw.Context().Integer(8))
			w.arenas[alloc] = memref.NewAlloc(w.rw, t, nil, nil, nil).Memref()
		}
	}
}

// buffer returns one of the buffers that replace an allocation.
func (w *stageWriter) buffer(alloc *ir.Operation, number *ir.Value) *ir.Value {
	shift := arith.NewMulI(w.rw, number, arith.ConstantIndex(w.rw, stageBytes(alloc))).Result()
	return memref.NewView(w.rw, alloc.Result(0).Type(), w.arenas[alloc], shift, nil).Result()
}

// fill copies tiles into the buffers with a number, before the loop, if the loop has the iteration of the tiles.
func (w *stageWriter) fill(g *stagedGroup, at *ir.Value, number int64) {
	copies := func() { w.copyTiles(g, at, arith.ConstantIndex(w.rw, number)) }
	low, lowKnown := ir.ConstantInt(at)
	high, highKnown := ir.ConstantInt(w.high)
	switch {
	case lowKnown && highKnown && low.Int64() < high.Int64():
		copies()
	case w.async && w.token == nil: // a group needs a token, also if the loop has no iteration
		branch := scf.NewIf(w.rw, w.within(at), nvgpu.Token(w.rw.Context()))
		w.rw.NewBlock(branch.ThenRegion(), nil, w.rw.Loc)
		copies()
		scf.NewYield(w.rw, w.token)
		w.rw.NewBlock(branch.ElseRegion(), nil, w.rw.Loc)
		scf.NewYield(w.rw, nvgpu.NewAsyncCreateGroup(w.rw).AsyncToken())
		w.rw.After(branch.Operation())
		w.token = branch.Results()[0]
	default:
		before := w.token
		w.inside(scf.NewIf(w.rw, w.within(at)), copies)
		w.token = before
	}
	w.endGroup()
}

// within returns whether the loop has an iteration with a counter.
func (w *stageWriter) within(at *ir.Value) *ir.Value {
	less := arith.SLT
	if w.loop.UnsignedCmp() {
		less = arith.ULT
	}
	return arith.NewCmpI(w.rw, less, at, w.high).Result()
}

// inside writes code into a branch without results.
func (w *stageWriter) inside(branch scf.IfOp, code func()) {
	w.rw.NewBlock(branch.ThenRegion(), nil, w.rw.Loc)
	code()
	scf.NewYield(w.rw)
	w.rw.After(branch.Operation())
}

// need writes an operation of the body, with what it needs from the body, for the iteration to which m maps the counter.
func (w *stageWriter) need(v *ir.Value, m *ir.Mapping) {
	def := v.DefiningOp()
	if def == nil || def.Block() != w.loop.Body() || m.Value(v) != v {
		return
	}
	visitAllOperands(def, func(v *ir.Value) bool {
		w.need(v, m)
		return true
	})
	w.rw.Clone(def, m)
}

// mapping returns the values of an iteration that writes a numbered buffer.
func (w *stageWriter) mapping(g *stagedGroup, at, number *ir.Value) *ir.Mapping {
	m := &ir.Mapping{}
	m.Map(w.loop.InductionVar(), at)
	for _, alloc := range g.buffers {
		m.Map(alloc.Result(0), w.buffer(alloc, number))
	}
	return m
}

// copyTiles writes the copies of an iteration into numbered buffers.
func (w *stageWriter) copyTiles(g *stagedGroup, at, number *ir.Value) {
	w.writeTiles(g, w.mapping(g, at, number))
}

// writeTiles writes the copies of an iteration with what they need, except for the values that m has.
func (w *stageWriter) writeTiles(g *stagedGroup, m *ir.Mapping) {
	for _, write := range g.writes {
		visitAllOperands(write, func(v *ir.Value) bool {
			w.need(v, m)
			return true
		})
		written := w.rw.Clone(write, m)
		if !w.async {
			continue
		}
		copies := writesIn(written)
		for i, op := range writesIn(write) {
			tile := w.tiles[op]
			w.rw.Before(copies[i])
			token := tile.write(w.rw, m)
			if copies[i] == written {
				w.token = token
				w.rw.After(written)
			}
			w.rw.Erase(copies[i])
		}
		if len(copies) > 0 && copies[0] != written {
			w.rw.After(written)
		}
	}
}

// endGroup ends a group of copies.
func (w *stageWriter) endGroup() {
	if w.async {
		w.token = nvgpu.NewAsyncCreateGroup(w.rw, w.token).AsyncToken()
	}
}

// waitForTile waits for the earliest of the groups of copies that may be incomplete: the copies of all other groups of n - 1 iterations go on.
func (w *stageWriter) waitForTile() {
	if w.async {
		nvgpu.NewAsyncWait(w.rw, w.token, (w.buffers-1)*int64(len(w.groups))-1)
	}
}

// carry makes the loop carry the numbers of the buffers.
//
//	scf.for … iter_args(%read = 0, %write = n - 1) { …; scf.yield (%read + 1) mod n, %read }
func (w *stageWriter) carry() {
	old := w.loop.Operation()
	i32 := w.rw.Context().Integer(32)
	number := func(n int64) *ir.Value { return arith.ConstantInt(w.rw, i32, n) }
	index := func(v *ir.Value) *ir.Value {
		return arith.NewIndexCast(w.rw, w.rw.Context().Index(), v).Out()
	}
	numbers := []*ir.Value{number(0)}
	if w.buffers > 2 {
		numbers = append(numbers, number(w.buffers-1))
	}
	inits := slices.Concat(w.loop.InitArgs(), numbers)
	loop := ir.Cast[scf.ForOp](w.rw.Like(old, append([]*ir.Value{w.low, w.high, w.step}, inits...), ir.TypesOf(inits)))
	body := w.rw.NewBlock(loop.Region(), append([]ir.Type{w.low.Type()}, ir.TypesOf(inits)...), old.Loc())
	for i, a := range w.loop.Body().Args() {
		body.Arg(i).SetNameHint(a.NameHint())
	}
	n := len(w.loop.InitArgs())
	w.rw.InlineBlock(w.loop.Body(), body, nil, body.Args()[:1+n])
	w.rw.Replace(old, loop.Results()[:n]...)
	w.loop = loop

	w.rw.AtStart(body)
	read, next := body.Arg(1+n), (*ir.Value)(nil)
	var following []*ir.Value
	if w.buffers == 2 {
		next = arith.NewSubI(w.rw, number(1), read).Result()
		following = []*ir.Value{next}
	} else {
		next = body.Arg(2 + n)
		last := arith.NewCmpI(w.rw, arith.EQ, read, number(w.buffers-1)).Result()
		after := arith.NewAddI(w.rw, read, number(1)).Result()
		following = []*ir.Value{arith.NewSelect(w.rw, last, number(0), after).Result(), read}
	}
	w.read, w.next = index(read), index(next)
	end := body.Back()
	w.rw.Modify(end, func() { end.SetOperands(append(end.OperandList(), following...)) })
}

// stage replaces the writes of a group by the copies of a later iteration, after the barrier.
func (w *stageWriter) stage(g *stagedGroup) {
	if g != w.groups[0] {
		w.rw.Before(g.barrier)
		w.waitForTile()
	}
	w.rw.After(g.barrier).Loc = g.writes[0].Loc()
	at := arith.NewAddI(w.rw, w.loop.InductionVar(), arith.NewMulI(w.rw, w.step, w.constant(w.buffers-1)).Result()).Result()
	if w.async {
		before := w.token
		w.inside(scf.NewIf(w.rw, w.within(at)), func() { w.copyTiles(g, at, w.next) })
		w.token = before
		w.endGroup()
		return
	}
	w.holdTiles(g, at)
}

// holdTiles loads the tiles of the next iteration into registers, and writes them at the end of the iteration.
func (w *stageWriter) holdTiles(g *stagedGroup, at *ir.Value) {
	var held []*ir.Value
	for _, write := range g.writes {
		visitAllOperands(write, func(v *ir.Value) bool {
			if def := v.DefiningOp(); def != nil && w.loaded[def] && !slices.Contains(held, v) {
				held = append(held, v)
			}
			return true
		})
	}
	within := w.within(at)
	load := scf.NewIf(w.rw, within, ir.TypesOf(held)...)
	w.rw.NewBlock(load.ThenRegion(), nil, w.rw.Loc)
	m := w.mapping(g, at, w.next)
	var values []*ir.Value
	for _, v := range held {
		w.need(v, m)
		values = append(values, m.Value(v))
	}
	scf.NewYield(w.rw, values...)
	w.rw.NewBlock(load.ElseRegion(), nil, w.rw.Loc)
	values = nil
	for _, v := range held {
		values = append(values, ub.NewPoison(w.rw, v.Type()).Result())
	}
	scf.NewYield(w.rw, values...)

	w.rw.Before(w.loop.Body().Back())
	w.inside(scf.NewIf(w.rw, within), func() {
		m := w.mapping(g, at, w.next)
		for i, v := range held {
			m.Map(v, load.Results()[i])
		}
		w.writeTiles(g, m)
	})
}

// clean removes the copies of the iteration itself, and lets it read its buffers.
func (w *stageWriter) clean() {
	for _, g := range w.groups {
		for _, op := range g.writes {
			w.rw.Erase(op)
		}
		if g.before != nil {
			w.rw.Erase(g.before)
		}
		for _, alloc := range g.buffers {
			eraseDeallocs(w.rw, alloc.Result(0))
			w.rw.After(w.read.DefiningOp()).Loc = alloc.Loc()
			w.rw.Replace(alloc, w.buffer(alloc, w.read))
		}
	}
}
