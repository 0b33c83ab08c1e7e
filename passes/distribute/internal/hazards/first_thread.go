package hazards

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/scf"
	"optc/ir"
	"optc/layout/threads"
	"optc/passes/distribute/internal/core"
)

// firstPlan finds the operations that only the first thread executes: writes of scalars and of
// vectors that no anchor divides, and the operations that only these writes need. The memory then
// changes once, as in the code for whole vectors, and not once per thread.
//
//	%x = memref.load %m[]              scf.if %first {
//	%y = arith.addi %x, %one     →       %x = memref.load %m[]
//	memref.store %y, %m[]                %y = arith.addi %x, %one
//	                                     memref.store %y, %m[] }
type firstPlan struct {
	*core.Nested
	packed *core.Packed
	known  *threads.Divergence
	kept   map[*ir.Operation]bool // writes that every thread executes
	groups map[*ir.Operation]*firstGroup
	order  []*firstGroup
}

// firstGroup is a list of operations of a block that the first thread executes one after another,
// at the place of the last of them. The last operation is a write.
type firstGroup struct{ ops []*ir.Operation }

// releasable reports whether the group only writes and does not read, so that every thread may
// execute it.
func (g *firstGroup) releasable() bool {
	return !slices.ContainsFunc(g.ops, func(op *ir.Operation) bool { return !writesOnly(op) && !ir.IsMemoryEffectFree(op) })
}

// writesOnly reports whether op writes memory and has no other effect.
func writesOnly(op *ir.Operation) bool { return ir.OnlyHasEffects(op, ir.Write) }

func newFirstPlan(d *core.Nested, p *core.Packed, known *threads.Divergence) *firstPlan {
	return &firstPlan{Nested: d, packed: p, known: known, kept: map[*ir.Operation]bool{}}
}

// find makes the plan.
func (p *firstPlan) find(root *ir.Operation) {
	p.groups, p.order = map[*ir.Operation]*firstGroup{}, nil
	p.Pass.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if core.IsMasking(op) {
			return ir.Skip
		}
		for r := range op.Regions() {
			for b := range r.Blocks() {
				p.findIn(b)
			}
		}
		return ir.Advance
	})
}

// findIn groups the writes of a block. A write joins the preceding group if no other operation
// between them accesses memory.
func (p *firstPlan) findIn(b *ir.Block) {
	var g *firstGroup
	var since []*ir.Operation   // operations that touch memory since the last write of g
	var changes []*ir.Operation // all operations of the block that may change memory
	for op := range b.Ops() {
		if !p.isFirst(op) {
			if !ir.IsMemoryEffectFree(op) {
				since = append(since, op)
				if !p.isPlainRead(op) {
					changes = append(changes, op)
				}
			}
			continue
		}
		joined := &firstGroup{}
		if g != nil {
			joined.ops = slices.Clone(g.ops)
		}
		joined.add(op)
		p.addNeeds(joined, changes)
		if g == nil || !joined.hasAll(since) {
			g = &firstGroup{}
			p.order = append(p.order, g)
			joined = &firstGroup{ops: []*ir.Operation{op}}
			p.addNeeds(joined, changes)
		}
		g.ops = joined.ops
		for _, op := range g.ops {
			p.groups[op] = g
		}
		since, changes = nil, append(changes, op)
	}
}

func (g *firstGroup) has(op *ir.Operation) bool { return slices.Contains(g.ops, op) }

func (g *firstGroup) hasAll(ops []*ir.Operation) bool {
	return !slices.ContainsFunc(ops, func(op *ir.Operation) bool { return !g.has(op) })
}

// add adds an operation in the order of the block.
func (g *firstGroup) add(op *ir.Operation) {
	i := len(g.ops)
	for i > 0 && op.IsBefore(g.ops[i-1]) {
		i--
	}
	g.ops = slices.Insert(g.ops, i, op)
}

// last returns the write at which the group is executed.
func (g *firstGroup) last() *ir.Operation { return g.ops[len(g.ops)-1] }

// addNeeds adds the operations whose results only the group uses, and that may be executed at its
// place: no operation in between changes the memory that they read.
func (p *firstPlan) addNeeds(g *firstGroup, changes []*ir.Operation) {
	for i := len(g.ops) - 1; i >= 0; i-- {
		for _, v := range g.ops[i].Operands() {
			op := v.DefiningOp()
			if op == nil || op.Block() != g.last().Block() || g.has(op) || len(g.ops) >= maxGroup || !p.mayJoin(op, g) {
				continue
			}
			late := slices.ContainsFunc(changes, func(c *ir.Operation) bool { return op.IsBefore(c) && !g.has(c) })
			if ir.IsMemoryEffectFree(op) || !late {
				g.add(op)
				i++ // the operations of the group, beginning with i, moved
			}
		}
	}
}

// maxGroup bounds the operations of a group.
const maxGroup = 256

// mayJoin reports whether only the group uses op's results, and op has no effects but reads.
func (p *firstPlan) mayJoin(op *ir.Operation, g *firstGroup) bool {
	if op.NumRegions() > 0 || op.Has(ir.ConstantLike) || p.isDivided(op) || !p.isPlainRead(op) && !ir.IsMemoryEffectFree(op) {
		return false
	}
	for _, r := range op.Results() {
		for u := r.FirstUse(); u != nil; u = u.Next() {
			if !g.has(u.Owner()) {
				return false
			}
		}
	}
	return true
}

// isDivided reports whether op is distributed.
func (p *firstPlan) isDivided(op *ir.Operation) bool {
	return p.Divides(op) || p.packed.Divides(op)
}

// isFirst reports whether op writes shared memory in the same way in every thread.
func (p *firstPlan) isFirst(op *ir.Operation) bool {
	inner := op
	if core.IsMasking(op) {
		inner = op.Region(0).Front().Front()
	} else if op.NumRegions() > 0 {
		return false
	}
	if p.kept[op] || p.isDivided(inner) || !op.Unused() || op.IsTerminator() || !p.agreed(op) {
		return false
	}
	writes := false
	known := ir.VisitEffects(inner, func(e ir.Effect) bool {
		if e.Kind&(ir.Allocate|ir.Free) != 0 {
			writes = false
			return false
		}
		if e.Kind == ir.Write && ir.IsMemory(e.Value) {
			writes = writes || slices.ContainsFunc(ir.MemoryRoots(e.Value), func(root *ir.Value) bool { return threads.SharedBy(root) != threads.Thread })
		}
		return true
	})
	return known && writes
}

// agreed reports whether all threads of a workgroup arrive at op with the same operands.
func (p *firstPlan) agreed(op *ir.Operation) bool {
	return p.known.Control(op).Covers(threads.Workgroup) && !slices.ContainsFunc(op.OperandList(), func(v *ir.Value) bool {
		return !p.known.Of(v).Covers(threads.Workgroup)
	})
}

// isPlainRead reports whether op reads memory, has no other effect, and is not distributed.
func (p *firstPlan) isPlainRead(op *ir.Operation) bool {
	return op.NumRegions() == 0 && !p.isDivided(op) && ir.OnlyHasEffects(op, ir.Read)
}

// apply moves each group under a guard.
func (p *firstPlan) apply() {
	for _, g := range p.order {
		at := g.last()
		p.RW.Before(at).Loc = at.Loc()
		first := arith.NewCmpI(p.RW, arith.EQ, p.ThreadID, p.Index(0)).Result()
		guard := scf.NewIf(p.RW, first)
		inside := p.RW.NewBlock(guard.ThenRegion(), nil, at.Loc())
		for _, op := range g.ops {
			p.RW.Modify(op, func() { op.MoveToEnd(inside) })
		}
		scf.NewYield(p.RW)
	}
}
