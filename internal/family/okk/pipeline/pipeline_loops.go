package okk

import (
	"fmt"
	"slices"

	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/internal/family/okk/extent"
	"optc/ir"
	"optc/passes"
)

// PipelineLoopsOptions are the options of okk-pipeline-loops.
type PipelineLoopsOptions struct {
	Sized bool `opt:"sized" help:"only kernels with parameters"`
}

// PipelineLoops is okk-pipeline-loops. It lets the two engines work at the same time on
// neighbouring iterations of a loop that stays a loop.
//
//	scf.for %i = %c0 to %n step %c8 {     if 0 < n:
//	  okk.load %x[%i, …] to %t              load part 0 to %in0
//	  okk.eltwise relu %u, %t          →    scf.for %i = %c0 to %n - 8 step %c8
//	  okk.store %u to %y[%i, …]                 iter_args(%in = %in0, %in' = %in1, %out = …) {
//	}                                         okk.parallel {
//	                                            okk.eltwise relu %out, %in
//	                                            if i ≥ 8: okk.store %out' to %y[%i - 8, …]
//	                                            okk.load %x[%i + 8, …] to %in'
//	                                          }
//	                                          scf.yield %in', %in, %out', %out
//	                                        }
//	                                        compute the last part, store the last two
var PipelineLoops = &passes.Pass{
	Name:  "okk-pipeline-loops",
	Title: "Run copies and computations of neighbouring iterations at the same time",
	Doc: `Software pipelining of loops that stay loops. The loop counts from a number, in steps of a number; its body loads or fills
tensors, computes, and stores tensors. While a part is computed, okk.parallel loads the next part and stores the last one. A
tensor that is loaded or stored gets two buffers, or three if it is loaded and stored, and iterations take turns with them. If they do not fit,
two buffers are enough where the store runs beside the first computation and the load beside the last one. The first part is loaded before the loop. The last part is computed, and the last two are
stored, after the loop. A remark gives the reason why a loop with copies is left as it is.`,
	Options:  PipelineLoopsOptions{},
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"arith", "okk", "scf"},
	Needs:    []passes.Condition{{Text: "addresses are not chosen"}},
	Run: onKernel(func(c *passes.Context, m *okk.Machine) (changed bool) {
		if passes.OptionsOf[PipelineLoopsOptions](c).Sized && len(parameters(c.Op)) == 0 {
			return false
		}
		var loops []scf.ForOp
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if loop := ir.As[scf.ForOp](op); loop.Ok() && hasCopies(loop) && !hasParallel(loop) {
				loops = append(loops, loop)
			}
			return ir.Advance
		})
		for _, loop := range loops {
			p := &loopPipeliner{Context: c, machine: m, rw: c.Rewriter(nil), sizes: extent.New(), loop: loop, buffers: map[*ir.Value]*turns{}}
			if err := p.plan(); err != nil {
				c.Report(loop.Operation().Remarkf("is not pipelined: %v", err).WithCode(okk.Codes + "not-pipelined"))
				continue
			}
			p.write()
			changed = true
		}
		return changed
	}),
}

// hasCopies reports whether the iterations of a loop copy, other than in loops of their own.
func hasCopies(loop scf.ForOp) (found bool) {
	ir.Walk(loop.Operation(), func(op *ir.Operation) ir.WalkResult {
		if ir.Is[scf.ForOp](op) && op != loop.Operation() {
			return ir.Skip
		}
		found = found || okk.IsCopyEngine(op)
		return ir.Advance
	})
	return found
}

// hasParallel reports whether a loop, or a loop in it, runs operations at the same time already.
func hasParallel(loop scf.ForOp) (found bool) {
	ir.Walk(loop.Operation(), func(op *ir.Operation) ir.WalkResult {
		found = found || ir.Is[okk.ParallelOp](op)
		return ir.Advance
	})
	return found
}

// stage is a part of an iteration.
type stage int

const (
	loading stage = iota
	computing
	storing
	stages
)

// turns are the buffers of a tensor with which iterations take turns.
type turns struct {
	first, last stage // that use the tensor
	varying     okk.Axes
	buffers     []*ir.Value // before the loop, then as the loop carries them
	// index is the place of the buffers among the values that the loop carries.
	index int
}

// loopPipeliner pipelines a loop.
type loopPipeliner struct {
	*passes.Context
	machine *okk.Machine
	rw      *ir.Rewriter
	sizes   *extent.Sizes
	loop    scf.ForOp
	mode    overlapMode     // together if that fits, else firstLast, unless it is given
	beside  []*ir.Operation // stores that run beside the computations of their own part, other than the last one

	low, step int64
	ops       [stages][]*ir.Operation
	tensors   []*ir.Value // with buffers, in the order of the text
	buffers   map[*ir.Value]*turns
}

// plan divides the body into stages, and finds the tensors that need buffers.
func (p *loopPipeliner) plan() error {
	low, known := p.sizes.Of(p.loop.LowerBound()).Constant()
	step, both := p.sizes.Of(p.loop.Step()).Constant()
	switch {
	case !known || !both || step < 1:
		return fmt.Errorf("it does not count from a number in steps of a number")
	case len(p.loop.InitArgs()) > 0:
		return fmt.Errorf("it carries values")
	}
	p.low, p.step = low, step
	if high, known := p.sizes.Of(p.loop.UpperBound()).Constant(); known && high <= low+step {
		return fmt.Errorf("it has less than two iterations")
	}
	for op := range p.loop.Region().Front().Ops() {
		at, err := p.stageOf(op)
		if err != nil {
			return err
		}
		if at < stages {
			p.ops[at] = append(p.ops[at], op)
		}
	}
	if len(p.ops[computing]) == 0 {
		return fmt.Errorf("it computes nothing")
	}
	if err := p.order(); err != nil {
		return err
	}
	if err := p.system(); err != nil {
		return err
	}
	for _, m := range []overlapMode{together, firstLast, loadsAlone} {
		if p.mode != together && p.mode != m {
			continue
		}
		p.takeTurns(m)
		if err := p.fit(); err == nil || m == loadsAlone || p.mode == m && m != together {
			return err
		}
	}
	return nil
}

// stageOf is the function of that name for the operations of the loop.
func (p *loopPipeliner) stageOf(op *ir.Operation) (stage, error) {
	if slices.Contains(p.beside, op) {
		return computing, nil
	}
	return stageOf(op)
}

// stageOf returns the stage of an operation of the body; stages for an operation that computes
// sizes, or shows or makes a tensor.
func stageOf(op *ir.Operation) (stage, error) {
	switch {
	case ir.IsAny(op, okk.LoadOp{}) || ir.Is[okk.FillOp](op) && ir.IsType[*okk.LocalType](ir.Cast[okk.FillOp](op).Destination().Type()):
		return loading, nil
	case ir.Is[okk.StoreOp](op):
		return storing, nil
	case ir.Is[scf.IfOp](op):
		return stageOfBranch(op)
	case extent.IsSize(op) || okk.IsView(op) || ir.IsAny(op, okk.AllocOp{}, okk.DeallocOp{}, scf.YieldOp{}):
		return stages, nil
	case op.Def().Owner() != okk.Dialect || okk.IsCopyEngine(op) || op.NumRegions() > 0 && !ir.Is[okk.ComputeOp](op) || len(okk.Touched(op)) == 0:
		return 0, fmt.Errorf("its body has '%s'", op.Name())
	}
	return computing, nil
}

// stageOfBranch returns the stage of a decision: the one of its operations.
func stageOfBranch(op *ir.Operation) (stage, error) {
	decision := ir.Cast[scf.IfOp](op)
	if !decision.ElseRegion().Empty() || op.NumResults() > 0 {
		return 0, fmt.Errorf("its body has a decision with two branches")
	}
	at := stages
	for inner := range decision.ThenRegion().Front().Ops() {
		next, err := stageOf(inner)
		switch {
		case err != nil:
			return 0, err
		case next == stages && !ir.Is[scf.YieldOp](inner) || next != stages && at != stages && next != at:
			return 0, fmt.Errorf("its body has a decision about different kinds of operations")
		case next != stages:
			at = next
		}
	}
	return at, nil
}

// accessesIn returns the tensors that an operation, or the operations of a decision, write and read.
func accessesIn(op *ir.Operation) (writes, reads []*ir.Value) {
	if !ir.Is[scf.IfOp](op) {
		return okk.Accesses(op)
	}
	for inner := range ir.Cast[scf.IfOp](op).ThenRegion().Front().Ops() {
		w, r := accessesIn(inner)
		writes, reads = append(writes, w...), append(reads, r...)
	}
	return writes, reads
}

// order checks that an iteration may be divided into stages: that it uses each tensor in one stage
// after the other, and that a tensor which several stages use is written as a whole first.
func (p *loopPipeliner) order() error {
	begun := map[*ir.Value]stage{}
	onlyIf := map[*ir.Value]*ir.Value{} // the condition of the first use
	use := func(op *ir.Operation, at stage, v *ir.Value, write bool) error {
		base := okk.Base(v)
		if ir.IsType[*okk.SystemType](v.Type()) {
			return nil
		}
		if first, _ := okk.Carried(base); first != nil {
			return fmt.Errorf("'%s' is one of several tensors", okk.NameOf(base))
		}
		last, used := begun[base]
		begun[base] = max(last, at)
		t := p.buffers[base]
		switch {
		case used && at < last:
			return fmt.Errorf("'%s' is used by '%s' after it is computed or stored", okk.NameOf(base), op.Name())
		case !used:
			whole := write && v == base && !slices.Contains(readsOf(op), v)
			onlyIf[base] = conditionOf(op)
			p.buffers[base] = &turns{first: at, last: at}
			if !whole {
				p.buffers[base].buffers = []*ir.Value{base} // keeps its contents
			}
			p.tensors = append(p.tensors, base)
		default:
			t.last = at
		}
		if c := onlyIf[base]; c != nil && c != conditionOf(op) && !p.keepsTurn(base) && (t.first != computing || t.last != computing) {
			return fmt.Errorf("'%s' is not written in every iteration that uses it", okk.NameOf(base))
		}
		return nil
	}
	for op := range p.loop.Region().Front().Ops() {
		at, _ := p.stageOf(op)
		if at == stages {
			continue
		}
		writes, reads := accessesIn(op)
		for _, v := range reads {
			if err := use(op, at, v, false); err != nil {
				return err
			}
		}
		for _, v := range writes {
			if err := use(op, at, v, true); err != nil {
				return err
			}
		}
	}
	return p.choose()
}

func readsOf(op *ir.Operation) []*ir.Value {
	_, reads := accessesIn(op)
	return reads
}

// conditionOf returns the condition of a decision; nil for another operation.
func conditionOf(op *ir.Operation) *ir.Value {
	if decision := ir.As[scf.IfOp](op); decision.Ok() {
		return decision.Condition()
	}
	return nil
}

// choose keeps the tensors that need buffers.
func (p *loopPipeliner) choose() error {
	var kept []*ir.Value
	for _, v := range p.tensors {
		t := p.buffers[v]
		if p.keepsTurn(v) {
			delete(p.buffers, v)
			continue
		}
		alloc := v.DefiningOp()
		_, placed := okk.AddressOf(v)
		inside := alloc.Block() == p.loop.Region().Front()
		keeps := t.buffers != nil
		written := slices.ContainsFunc(p.ops[loading], func(op *ir.Operation) bool { return slices.Contains(basesWritten(op), v) }) ||
			slices.ContainsFunc(p.ops[computing], func(op *ir.Operation) bool { return slices.Contains(basesWritten(op), v) })
		if !written || t.first == t.last && t.first == computing {
			delete(p.buffers, v) // it is only read, or only computed with
			continue
		}
		switch {
		case keeps:
			return fmt.Errorf("'%s' keeps values from one iteration to the next", okk.NameOf(v))
		case placed:
			return fmt.Errorf("'%s' has an address", okk.NameOf(v))
		case !inside && usedOutside(v, p.loop.Operation()):
			return fmt.Errorf("'%s' is used outside of the loop", okk.NameOf(v))
		}
		if err := p.varying(v, t); err != nil {
			return err
		}
		kept = append(kept, v)
	}
	p.tensors = kept
	return nil
}

// keepsTurn reports whether all iterations use one buffer of a tensor, which they compute and store one after the
// other.
func (p *loopPipeliner) keepsTurn(v *ir.Value) bool {
	return p.mode == loadsAlone && p.buffers[v] != nil && p.buffers[v].first == computing && !isWithin(v.DefiningOp(), p.loop.Operation())
}

// takeTurns gives the tensors as many buffers as their iterations need.
func (p *loopPipeliner) takeTurns(m overlapMode) {
	p.mode = m
	for _, v := range p.tensors {
		t := p.buffers[v]
		s := span{first: t.first, last: t.last, computes: len(p.ops[computing])}
		t.buffers = make([]*ir.Value, s.buffers(m))
	}
}

func basesWritten(op *ir.Operation) (bases []*ir.Value) {
	writes, _ := accessesIn(op)
	for _, v := range writes {
		bases = append(bases, okk.Base(v))
	}
	return bases
}

// usedOutside reports whether operations outside of a loop use a tensor, other than ending its
// life.
func usedOutside(v *ir.Value, loop *ir.Operation) bool {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if !ir.Is[okk.DeallocOp](u.Owner()) && !isWithin(u.Owner(), loop) {
			return true
		}
	}
	return false
}

// varying finds the dimensions of a tensor that differ between iterations. Such a tensor becomes a
// part of a buffer of the largest size.
func (p *loopPipeliner) varying(v *ir.Value, t *turns) error {
	alloc := ir.Cast[okk.AllocOp](v.DefiningOp())
	typ := v.Type().(*okk.LocalType)
	sizes := alloc.Sizes()
	extents, _ := okk.Extents(typ)
	for d := range extents {
		if !typ.Open.Has(d) {
			continue
		}
		if isWithin(definingOp(sizes[0]), p.loop.Operation()) {
			t.varying |= 1 << d
		}
		sizes = sizes[1:]
	}
	return turnsDiffer(p.machine, v, typ, t.varying, slices.Concat(p.ops[:]...))
}

// turnsDiffer returns an error if a tensor whose parts differ in some dimensions cannot be a part of a buffer of
// the largest size.
func turnsDiffer(m *okk.Machine, v *ir.Value, typ *okk.LocalType, varying okk.Axes, ops []*ir.Operation) error {
	switch {
	case varying&^1 == 0: // with the strides of the largest part
		return nil
	case typ.Tensor.Layout == okk.Matrix:
		return fmt.Errorf("the columns of the matrix '%s' differ between iterations", okk.NameOf(v))
	case typ.Tensor.UnitBytes() < 4:
		return fmt.Errorf("extents of '%s' other than N differ between iterations", okk.NameOf(v))
	case keepsStrides(m, typ, varying):
		return nil
	}
	for _, op := range ops {
		for i, w := range okk.Tensors(op) {
			if _, required := okk.RequiredLayout(op, i); required && okk.Base(w) == v {
				return fmt.Errorf("'%s' needs '%s' in one layout, but extents other than N differ between iterations", op.Name(), okk.NameOf(v))
			}
		}
	}
	return nil
}

// keepsStrides reports whether a part of a tensor from its first element on, smaller in some dimensions, has
// the strides of a separate tensor: the strides that differ have no effect.
func keepsStrides(m *okk.Machine, typ *okk.LocalType, varying okk.Axes) bool {
	shape := typ.Tensor.Shape
	return shape[0] == 1 && !varying.Has(3) && (!varying.Has(2) || shape[1] <= m.NPUs && typ.Start == 0)
}

// definingOp returns the operation that defines a value, or whose block has it as an argument.
func definingOp(v *ir.Value) *ir.Operation {
	if op := v.DefiningOp(); op != nil {
		return op
	}
	return v.OwnerBlock().ParentOp()
}

// system checks that a part may be loaded before the part before it is stored.
func (p *loopPipeliner) system() error {
	s := &sizeChecker{Context: p.Context, machine: p.machine, sizes: p.sizes}
	index := p.sizes.Of(p.loop.Region().Front().Args()[0])
	loaded, stored := partsInSystem(p.ops[loading], false), partsInSystem(p.ops[storing], true)
	for _, from := range loaded {
		for _, to := range stored {
			a, b := s.boxOf(from), s.boxOf(to)
			if a.base != b.base && distinctBuffers(a.base, b.base) || movesWith(s.sizes.At(p.loop.Region().Front().Terminator()), a, b, index, p.step) {
				continue
			}
			return fmt.Errorf("'%s' may be loaded before '%s' is stored, and share bytes", okk.NameOf(from), okk.NameOf(to))
		}
	}
	return nil
}

// partsInSystem lists the parts of system memory that copies write or read.
func partsInSystem(ops []*ir.Operation, written bool) (list []*ir.Value) {
	for _, op := range ops {
		writes, reads := accessesIn(op)
		if written {
			reads = writes
		}
		for _, v := range reads {
			if ir.IsType[*okk.SystemType](v.Type()) {
				list = append(list, v)
			}
		}
	}
	return list
}

// distinctBuffers reports whether two buffers get addresses of their own.
func distinctBuffers(v, w *ir.Value) bool {
	for _, v := range []*ir.Value{v, w} {
		if _, placed := okk.AddressOf(v); placed || !ir.Is[okk.SysBufferOp](v.DefiningOp()) {
			return false
		}
	}
	return true
}

// movesWith reports whether two parts of a buffer move with the index of the loop along a
// dimension, so that parts of different iterations are apart.
func movesWith(facts *extent.Facts, a, b box, index extent.Size, step int64) bool {
	if !a.known || !b.known || a.base != b.base {
		return false
	}
	for d := range a.offsets {
		if a.offsets[d].Equal(b.offsets[d]) && isNumber(a.offsets[d].Minus(index)) && facts.AtMost(a.shape[d], step) && facts.AtMost(b.shape[d], step) {
			return true
		}
	}
	return false
}

// fit checks that the buffers fit into the memory, beside all other tensors.
func (p *loopPipeliner) fit() error {
	need := int64(0)
	var err error
	p.Walk(p.Op, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[okk.AllocOp](op) && err == nil {
			v := op.Result(0)
			var size int64
			size, err = reservedBytes(p.machine, v, v.Type().(*okk.LocalType))
			if t := p.buffers[v]; t != nil {
				size *= int64(len(t.buffers))
			}
			need += size
		}
		return ir.Advance
	})
	if err == nil && need > p.machine.NPUBytes {
		err = fmt.Errorf("its buffers need up to %d bytes of every NPU, which has %d", need, p.machine.NPUBytes)
	}
	return err
}
