package okk

import (
	"errors"
	"maps"
	"slices"

	"optc/dialect/okk"
	"optc/ir"
	"optc/num"
	"optc/passes"
)

// AllocateOptions are the options of okk-allocate.
type AllocateOptions struct {
	Policy    string `opt:"policy" values:"linear,reuse,bank" help:"linear: one after the other; reuse: the same bytes for tensors that are not in use together; bank: also apart from the banks of operands of one operation"`
	ExactNPUs bool   `opt:"exact-npus" help:"tensors that use no common NPU may share offsets"`
}

// Allocate gives buffers, tensors and views their addresses.
//
//	okk.alloc : T                        →   okk.alloc at 512 : T
//	okk.slice %t[1, 0, 0, 0] : T to U    →   okk.slice %t[1, 0, 0, 0] at 640 : T to U
var Allocate = &passes.Pass{
	Name:  "okk-allocate",
	Title: "Choose the addresses of buffers and tensors",
	Doc: `A tensor occupies the same range of offsets in all NPUs, from its first use to its
last. The range begins at a multiple of the alignment unit if the tensor's layout requires that. A tensor that a loop
uses is in use during the whole loop. The range is large enough for the largest sizes. Written addresses are kept, and are placed first.

* linear: in the order of the text, nothing is used twice
* reuse: the largest first, then the one that is used first, at the lowest offset that is free during its life
* bank: as reuse, if possible in banks that no other operand of the same operation touches, nor, in
  okk.parallel, an operand of a copy that one of an operation touches

Buffers in system memory are placed one after the other in their space, at
multiples of 128.`,
	Options:  AllocateOptions{Policy: "reuse"},
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"okk"},
	Needs:    []passes.Condition{{Text: "layouts are chosen"}},
	Run: onLaidOutKernel("okk-allocate", func(c *passes.Context, m *okk.Machine) bool {
		return allocate(c, m, *passes.OptionsOf[AllocateOptions](c))
	}),
}

// allocate chooses the addresses of buffers, tensors and views.
func allocate(c *passes.Context, m *okk.Machine, o AllocateOptions) (changed bool) {
	a := &okkAllocator{Context: c, rw: c.Rewriter(nil), machine: m}
	a.buffers()
	a.tensors(o)
	a.views()
	return a.changed
}

type okkAllocator struct {
	*passes.Context
	rw      *ir.Rewriter
	machine *okk.Machine
	changed bool
}

func (a *okkAllocator) place(op *ir.Operation, address int64) {
	if old, known := okk.AddressOf(op.Result(0)); !known || old != address {
		okk.SetAddress(a.rw, op, address)
		a.changed = true
	}
}

// systemAlign is the alignment in bytes of buffers in system memory.
const systemAlign = 128

// buffers places the buffers in system memory, around those that have addresses.
func (a *okkAllocator) buffers() {
	type taken struct{ lo, hi int64 }
	fixed := map[string][]taken{}
	var open []*ir.Operation
	a.Walk(a.Op, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[okk.SysBufferOp](op) {
			space := op.Result(0).Type().(*okk.SystemType).Space
			if at, known := okk.AddressOf(op.Result(0)); known {
				fixed[space] = append(fixed[space], taken{at, at + okk.BufferBytes(op)})
			} else {
				open = append(open, op)
			}
		}
		return ir.Advance
	})
	next := map[string]int64{}
	for op := range passes.Each(a.Context, open) {
		name := op.Result(0).Type().(*okk.SystemType).Space
		space, err := a.machine.Space(name)
		if err != nil {
			okkFail(a.Context, op, err)
			continue
		}
		at, ok := next[name]
		if !ok {
			at = space.Base
		}
		size := okk.BufferBytes(op)
		at = (at + systemAlign - 1) / systemAlign * systemAlign
		for moved := true; moved; {
			moved = false
			for _, f := range fixed[name] {
				if at < f.hi && f.lo < at+size {
					at, moved = (f.hi+systemAlign-1)/systemAlign*systemAlign, true
				}
			}
		}
		if size > space.Bytes-(at-space.Base) {
			a.Report(op.Errorf("needs %d bytes, but the memory '%s' has %d left", size, space.Name, max(0, space.Base+space.Bytes-at)).WithCode(okk.Codes + "sys-range"))
			continue
		}
		next[name] = at + size
		a.place(op, at)
	}
}

// tensors places the allocations in local memory.
func (a *okkAllocator) tensors(o AllocateOptions) {
	policy := map[string]okk.Policy{"linear": okk.Linear, "reuse": okk.Reuse, "bank": okk.Bank}
	lives := okk.Lives(a.Op)
	names := ir.ValueNames(a.Op)
	var ops []*ir.Operation
	var requests []okk.Request
	number := map[*ir.Value]int{}
	a.Walk(a.Op, func(op *ir.Operation) ir.WalkResult {
		allocOp := ir.As[okk.AllocOp](op)
		if !allocOp.Ok() {
			return ir.Advance
		}
		v := allocOp.Result()
		x := okkTensor(a.machine, v)
		life := lives[v]
		r := okk.Request{
			Name: names(v), Size: x.Reserved, Align: x.Type.PreferredAlignment(a.machine), FirstUse: life.First, LastUse: life.Last,
			Start: x.Start, NPUs: x.NPUsUsed(),
		}
		if _, known := okk.AddressOf(v); known {
			r.Fixed, r.Offset = true, x.Offset
		}
		number[v] = len(ops)
		ops, requests = append(ops, op), append(requests, r)
		return ir.Advance
	})
	alloc := okk.Allocator{Machine: a.machine, Policy: policy[o.Policy], ExactNPUs: o.ExactNPUs}
	if alloc.Policy == okk.Bank {
		cycles := map[[2]int]int64{}
		for _, p := range okkTogether(a.Context, a.Op) {
			for _, v := range okk.Bases(p.a) {
				for _, w := range okk.Bases(p.b) {
					if i, j := number[v], number[w]; i != j {
						cycles[[2]int{min(i, j), max(i, j)}] += a.cycles(p)
					}
				}
			}
		}
		for _, pair := range slices.SortedFunc(maps.Keys(cycles), func(p, q [2]int) int { return slices.Compare(p[:], q[:]) }) {
			alloc.Conflicts = append(alloc.Conflicts, okk.Conflict{A: pair[0], B: pair[1], Cycles: cycles[pair]})
		}
	}
	placed, err := alloc.Allocate(requests)
	if err != nil {
		var failed *okk.AllocError
		if errors.As(err, &failed) {
			okkFail(a.Context, ops[failed.Request], err)
		}
		return
	}
	for i, op := range ops {
		t := op.Result(0).Type().(*okk.LocalType)
		a.place(op, a.machine.Join(t.Start, placed.Offsets[i]))
	}
}

// cycles estimates what a common bank of two tensors costs; 0 if one of them is an operand of a copy.
func (a *okkAllocator) cycles(p okkPair) int64 {
	row := okk.RowOf(p.at)
	if row == nil || row.Movement != okk.NoMovement || !slices.Contains(localBases(p.at), okk.Base(p.a)) {
		return 0
	}
	writes, _ := okk.Accesses(p.at)
	shape, _ := okk.Extents(writes[0].Type())
	elements, _ := ir.NumElements(shape)
	return num.CeilDiv(elements*okk.ElementBytes(writes[0].Type()), a.machine.NPUs*a.machine.Align) * row.Products(p.at)
}

// views writes down where views begin.
func (a *okkAllocator) views() {
	a.Walk(a.Op, func(op *ir.Operation) ir.WalkResult {
		view, ok := okk.ViewOf(op)
		if a.Failed() || !ok {
			return ir.Advance
		}
		source := view.Source
		if !okk.IsSettled(source) || !okk.IsSettled(op.Result(0)) || source.DefiningOp() == nil {
			return ir.Advance
		}
		if t, ok := op.Result(0).Type().(*okk.SystemType); ok {
			s, _ := okk.InSystem(source)
			if !view.Part {
				a.place(op, s.Base+view.First*s.UnitBytes())
				return ir.Advance
			}
			part, err := okk.PartOf(s, view.Offsets, t)
			switch {
			case err != nil:
				okkFail(a.Context, op, err)
			case part != nil:
				a.place(op, part.Base)
			}
			return ir.Advance
		}
		x, _, err := okk.Placed(a.machine, source)
		if err == nil {
			var shown *okk.Tensor
			if shown, err = okk.Shown(a.machine, op, x, op.Result(0).Type().(*okk.LocalType)); err == nil && shown != nil {
				a.place(op, shown.Address)
			}
		}
		if err != nil {
			okkFail(a.Context, op, err)
		}
		return ir.Advance
	})
}

// okkPair is two tensors that operations use at the same time.
type okkPair struct {
	a, b *ir.Value
	at   *ir.Operation // the operation of both, or b's operation
}

// okkTogether lists the pairs of tensors that should not share banks: operands of the
// same computing operation, and in okk.parallel an operand of a copy with an operand of
// such an operation.
func okkTogether(c *passes.Context, kernel *ir.Operation) (pairs []okkPair) {
	touched := func(op *ir.Operation) []*ir.Value {
		var local []*ir.Value
		for _, v := range okk.Touched(op) {
			if _, ok := v.Type().(*okk.LocalType); ok {
				local = append(local, v)
			}
		}
		return local
	}
	c.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[okk.ParallelOp](op) {
			var copied []*ir.Value
			for o := range op.Body().Ops() {
				if okk.IsCopyEngine(o) {
					copied = append(copied, touched(o)...)
				}
			}
			for o := range op.Body().Ops() {
				if okk.IsCopyEngine(o) {
					continue
				}
				for _, v := range touched(o) {
					for _, w := range copied {
						pairs = append(pairs, okkPair{w, v, o})
					}
				}
			}
		}
		if !okk.IsCopyEngine(op) {
			list := touched(op)
			for i, v := range list {
				for _, w := range list[:i] {
					pairs = append(pairs, okkPair{w, v, op})
				}
			}
		}
		return ir.Advance
	})
	return pairs
}

// localBases lists the different tensors of local memory that an operation uses.
func localBases(op *ir.Operation) (list []*ir.Value) {
	for _, v := range okk.Tensors(op) {
		if v = okk.Base(v); ir.IsType[*okk.LocalType](v.Type()) && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}
