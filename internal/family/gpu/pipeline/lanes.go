package gpu

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/vector"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/passes"
)

// ExpandLanes is gpu-expand-lanes.
var ExpandLanes = &passes.Pass{
	Name:  "gpu-expand-lanes",
	Title: "Expand exchanges between lanes to shuffles of 32 bits",
	Doc: `Replaces the operations by which the lanes of a subgroup exchange values and for which
upstream has no lowering: reductions, scans, ballots, broadcasts, rotations, and shuffles of
numbers that are wider or narrower than 32 bits. The numbers of subgroups become arithmetic on
the numbers of threads. The shuffles that are left have type i32 or f32 and span the whole
subgroup of the chip, whose number of lanes the translation_info of the function gets.

    %s = gpu.subgroup_reduce add %x cluster(size = 4) : (f32) -> f32
    →
    %a, %_ = gpu.shuffle xor %x, 1, 64 : f32
    %b = arith.addf %x, %a : f32
    %c, %_ = gpu.shuffle xor %b, 2, 64 : f32
    %s = arith.addf %b, %c : f32

Layouts may assume subgroups that are wider or narrower than the subgroups of the chip:
clusters of lanes need only be in one subgroup of the chip. Fences of barriers go, because upstream's
barriers fence all memory.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"affine", "arith", "gpu", "iree_codegen"},
	Run:      runExpandLanes,
}

func runExpandLanes(c *passes.Context) (bool, error) {
	t := ireecodegen.TranslationOf(c.Op)
	if t == nil {
		return false, nil
	}
	m, err := machineOf(c.Op)
	if err != nil {
		return false, err
	}
	e := &lanes{c: c, rw: c.Rewriter(nil), machine: m, block: threeSizes(t.WorkgroupSize), assumed: t.SubgroupSize, width: m.Width(t.SubgroupSize)}
	e.rw.AtStart(c.Op.Body()).Loc = c.Op.Loc()
	var list []*ir.Operation
	said := mistakes{}
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if expansions[op.Kind()] != nil {
			list = append(list, op)
		}
		if d := notInstruction(m, op); d != nil {
			said.report(c, op, d)
		}
		return ir.Advance
	})
	if c.Failed() {
		return false, nil
	}
	for op := range passes.Each(c, list) {
		e.rw.Before(op).Loc = op.Loc()
		if d := expansions[op.Kind()](e, op); d != nil {
			c.Report(d)
		}
	}
	e.rw.Modify(c.Op, func() { ireecodegen.SetWorkgroup(c.Op, t.WorkgroupSize, e.width) })
	return true, nil
}

// lanes expands the exchanges between the lanes of a subgroup.
type lanes struct {
	c       *passes.Context
	rw      *ir.Rewriter
	machine *kernel.Machine
	block   []int64 // threads in x, y and z
	assumed int64   // threads of a subgroup that the code assumes
	width   int64   // threads of a subgroup of the chip
}

// expansion replaces an operation.
type expansion func(e *lanes, op *ir.Operation) *ir.Diagnostic

// expansions holds the operations that lanes execute together, and those whose results depend on
// the number of lanes.
var expansions = map[ir.Kind]expansion{
	gpu.SubgroupReduceOp{}.Kind(): func(e *lanes, op *ir.Operation) *ir.Diagnostic {
		return e.reduce(ir.Cast[gpu.SubgroupReduceOp](op))
	},
	ireegpu.SubgroupScanOp{}.Kind(): func(e *lanes, op *ir.Operation) *ir.Diagnostic {
		return e.scan(ir.Cast[ireegpu.SubgroupScanOp](op))
	},
	gpu.BallotOp{}.Kind():  func(e *lanes, op *ir.Operation) *ir.Diagnostic { return e.ballot(ir.Cast[gpu.BallotOp](op)) },
	gpu.ShuffleOp{}.Kind(): func(e *lanes, op *ir.Operation) *ir.Diagnostic { return e.shuffleOp(ir.Cast[gpu.ShuffleOp](op)) },
	gpu.RotateOp{}.Kind():  func(e *lanes, op *ir.Operation) *ir.Diagnostic { return e.rotate(ir.Cast[gpu.RotateOp](op)) },
	gpu.SubgroupBroadcastOp{}.Kind(): func(e *lanes, op *ir.Operation) *ir.Diagnostic {
		return e.broadcast(ir.Cast[gpu.SubgroupBroadcastOp](op))
	},
	gpu.BarrierOp{}.Kind(): func(e *lanes, op *ir.Operation) *ir.Diagnostic {
		if ir.Cast[gpu.BarrierOp](op).AddressSpaces() != nil {
			e.rw.Replace(op)
			gpu.NewBarrier(e.rw)
		}
		return nil
	},
	ireegpu.ValueBarrierOp{}.Kind(): func(e *lanes, op *ir.Operation) *ir.Diagnostic {
		gpu.NewBarrier(e.rw)
		e.rw.Replace(op, ir.Cast[ireegpu.ValueBarrierOp](op).Inputs()...)
		return nil
	},
	gpu.SubgroupIDOp{}.Kind(): func(e *lanes, op *ir.Operation) *ir.Diagnostic {
		e.rw.Replace(op, arith.NewDivUI(e.rw, e.thread(), arith.ConstantIndex(e.rw, e.assumed)).Result())
		return nil
	},
	gpu.NumSubgroupsOp{}.Kind(): func(e *lanes, op *ir.Operation) *ir.Diagnostic {
		threads, _ := ir.NumElements(e.block)
		e.rw.Replace(op, arith.ConstantIndex(e.rw, (threads+e.assumed-1)/e.assumed))
		return nil
	},
	gpu.SubgroupSizeOp{}.Kind(): func(e *lanes, op *ir.Operation) *ir.Diagnostic {
		e.rw.Replace(op, arith.ConstantIndex(e.rw, e.assumed))
		return nil
	},
	gpu.LaneIDOp{}.Kind(): func(e *lanes, op *ir.Operation) *ir.Diagnostic {
		if e.assumed > e.width {
			return e.tooWide(op, e.assumed)
		}
		if e.assumed < e.width {
			id := gpu.NewLaneID(e.rw)
			e.rw.Replace(op, arith.NewRemUI(e.rw, id.Result(), arith.ConstantIndex(e.rw, e.assumed)).Result())
		}
		return nil
	},
}

// tooWide is the error about an exchange over more lanes than the chip's subgroups have.
func (e *lanes) tooWide(op *ir.Operation, lanes int64) *ir.Diagnostic {
	return op.Errorf("exchanges values among %d lanes, but a subgroup of %s has %d", lanes, e.machine.Chip, e.width).WithCode("gpu.lanes").
		Note(e.c.Op.Loc(), "the layouts assume subgroups of %d threads", e.assumed)
}

// i32 builds a constant of 32 bits.
func (e *lanes) i32(v int64) *ir.Value { return arith.ConstantInt(e.rw, e.c.IR.I32(), v) }

// lane builds the number of the lane in its subgroup of the chip.
func (e *lanes) lane() *ir.Value {
	return arith.NewIndexCast(e.rw, e.c.IR.I32(), gpu.NewLaneID(e.rw).Result()).Out()
}

// thread builds the number of the thread in its workgroup.
func (e *lanes) thread() *ir.Value {
	var ids []*ir.Value
	var basis []int64
	for d, n := range slices.Backward(e.block) {
		if n > 1 || d == 0 {
			ids, basis = append(ids, gpu.NewThreadID(e.rw, gpu.Dimension(d), n).Result()), append(basis, n)
		}
	}
	if len(ids) == 1 {
		return ids[0]
	}
	return affine.NewLinearizeIndex(e.rw, ids, ir.MergeMixed(basis, nil), true).LinearIndex()
}

// cluster returns the number of lanes of a cluster and the lanes that it spans. size is 0 for
// the whole subgroup.
func (e *lanes) cluster(op *ir.Operation, size, stride int64) (n, step int64, d *ir.Diagnostic) {
	if size == 0 {
		size, stride = e.assumed, 1
	}
	if span := size * stride; span > min(e.assumed, e.width) {
		return 0, 0, e.tooWide(op, span)
	}
	return size, stride, nil
}

// reduce combines the lanes of a cluster: after step k every lane has the combination of 2^k
// neighbours.
func (e *lanes) reduce(op gpu.SubgroupReduceOp) *ir.Diagnostic {
	v := op.Value()
	if _, isVector := v.Type().(*ir.VectorType); isVector {
		return op.Operation().Errorf("reduces vectors of type '%s', which is not supported: reduce elements", v.Type()).WithCode("gpu.unsupported")
	}
	n, stride, d := e.cluster(op.Operation(), op.ClusterSize(), op.ClusterStride())
	if d != nil {
		return d
	}
	kind := vector.KindOfWord(op.OpAttr().String())
	for by := stride; by < n*stride; by *= 2 {
		other := e.exchange(v, func(part *ir.Value) *ir.Value { return e.shuffle(gpu.ShuffleXor, part, e.i32(by)) })
		v = kind.Combine(e.rw, v, other)
	}
	e.rw.Replace(op.Operation(), v)
	return nil
}

// ballot collects the predicates of the lanes of a subgroup, 32 at a time: every lane contributes
// its own bit, and the bits of all lanes are combined.
func (e *lanes) ballot(op gpu.BallotOp) *ir.Diagnostic {
	if e.assumed > e.width {
		return e.tooWide(op.Operation(), e.assumed)
	}
	t := op.Result().Type()
	lane := arith.NewAndI(e.rw, e.lane(), e.i32(e.assumed-1)).Result()
	one := arith.ConstantInt(e.rw, t, 1)
	at := lane
	if ir.IntWidth(t) == 64 {
		at = arith.NewExtUI(e.rw, t, lane).Out()
	}
	bit := arith.NewShLI(e.rw, one, at).Result()
	bits := arith.NewSelect(e.rw, op.Predicate(), bit, arith.ConstantInt(e.rw, t, 0)).Result()
	for by := int64(1); by < e.assumed; by *= 2 {
		other := e.exchange(bits, func(part *ir.Value) *ir.Value { return e.shuffle(gpu.ShuffleXor, part, e.i32(by)) })
		bits = arith.NewOrI(e.rw, bits, other).Result()
	}
	e.rw.Replace(op.Operation(), bits)
	return nil
}

// shuffleOp replaces a shuffle by a shuffle of the chip's whole subgroup.
func (e *lanes) shuffleOp(op gpu.ShuffleOp) *ir.Diagnostic {
	if width, ok := ir.ConstantInt(op.Width()); !ok || width.Int64() != e.assumed {
		return op.Operation().Errorf("shuffles among other lanes than the subgroup of %d", e.assumed).WithCode("gpu.lanes")
	}
	if e.assumed == e.width && (op.Value().Type() == e.c.IR.I32() || op.Value().Type() == e.c.IR.F32()) {
		return nil
	}
	if !op.Valid().Unused() && e.assumed != e.width {
		return op.Operation().Errorf("asks whether its source takes part, which differs between subgroups of %d and %d lanes", e.assumed, e.width).WithCode("gpu.lanes")
	}
	offset := op.Offset()
	switch op.Mode() {
	case gpu.ShuffleXor:
		if by, known := ir.ConstantInt(offset); e.assumed > e.width && (!known || by.Int64() >= e.width) {
			return e.tooWide(op.Operation(), e.assumed)
		}
	case gpu.ShuffleIdx:
		if e.assumed > e.width {
			return e.tooWide(op.Operation(), e.assumed)
		}
		offset = e.inGroup(offset)
	default:
		if e.assumed != e.width {
			return e.tooWide(op.Operation(), e.assumed)
		}
	}
	v := e.exchange(op.Value(), func(part *ir.Value) *ir.Value { return e.shuffle(op.Mode(), part, offset) })
	valid := op.Valid()
	if !valid.Unused() {
		valid = gpu.NewShuffle(e.rw, op.Mode(), e.i32(0), offset, e.i32(e.width)).Valid()
	}
	e.rw.Replace(op.Operation(), v, valid)
	return nil
}

// inGroup returns the lane of the chip's subgroup for a lane of the subgroup that the code
// assumes, which is a part of it.
func (e *lanes) inGroup(lane *ir.Value) *ir.Value {
	if e.assumed == e.width {
		return lane
	}
	first := arith.NewAndI(e.rw, e.lane(), e.i32(-e.assumed)).Result()
	return arith.NewOrI(e.rw, first, lane).Result()
}

// rotate takes the value of a lane at a fixed distance.
func (e *lanes) rotate(op gpu.RotateOp) *ir.Diagnostic {
	if op.Width() > min(e.assumed, e.width) {
		return e.tooWide(op.Operation(), op.Width())
	}
	lane := e.lane()
	last := e.i32(op.Width() - 1)
	moved := arith.NewAndI(e.rw, arith.NewAddI(e.rw, lane, e.i32(op.Offset())).Result(), last).Result()
	source := arith.NewOrI(e.rw, arith.NewAndI(e.rw, lane, e.i32(-op.Width())).Result(), moved).Result()
	v := e.exchange(op.Value(), func(part *ir.Value) *ir.Value { return e.shuffle(gpu.ShuffleIdx, part, source) })
	e.rw.Replace(op.Operation(), v, arith.ConstantInt(e.rw, e.c.IR.I1(), 1))
	return nil
}

// broadcast takes the value of one lane.
func (e *lanes) broadcast(op gpu.SubgroupBroadcastOp) *ir.Diagnostic {
	if e.assumed > e.width {
		return e.tooWide(op.Operation(), e.assumed)
	}
	lane := op.Lane()
	if lane == nil {
		lane = e.i32(0)
	}
	source := e.inGroup(lane)
	e.rw.Replace(op.Operation(), e.exchange(op.Src(), func(part *ir.Value) *ir.Value { return e.shuffle(gpu.ShuffleIdx, part, source) }))
	return nil
}
