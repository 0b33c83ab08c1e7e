package layouts

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/bufferization"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/revision"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
)

// PromoteVectors is vectorext-promote-vectors.
var PromoteVectors = &passes.Pass{
	Name:    "vectorext-promote-vectors",
	Aliases: []string{"iree-codegen-gpu-vector-alloc"},
	Title:   "Send vectors through shared memory where their layout changes threads",
	Doc: `Where a to_layout gives elements to other threads, or shared_memory_conversion asks
for it, the vector is written to a tensor in workgroup memory and read from it:

    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %t = bufferization.alloc_tensor() {memory_space = #gpu.address_space<workgroup>} : tensor<8x32xf16, …>
    %w = vector.transfer_write %x, %t[%c0, %c0] …
    %b = iree_gpu.value_barrier %w : tensor<8x32xf16, …>
    %r = vector.transfer_read %b[%c0, %c0], %poison …
    %l = iree_vector_ext.to_layout %r to layout(#new)

Reads and gathers that vectorext-print-promotions reports as
#iree_gpu.derived_thread_config are done in a layout in which every thread of the
workgroup copies an equal part of 128 bits at a time, if that divides the vector;
the size of the workgroup comes from the attribute translation_info of the function.
With --compat=seed only the to_layout operations with shared_memory_conversion are
rewritten.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "bufferization", "gpu", "iree_gpu", "iree_vector_ext", "ub", "vector"},
	Models:   Models,
	Run: func(c *passes.Context) (bool, error) {
		p := &promoter{c: c, rw: c.Rewriter(nil)}
		return p.run()
	},
}

// promoter rewrites a function (IREE GPUVectorAlloc.cpp).
type promoter struct {
	c       *passes.Context
	rw      *ir.Rewriter
	changed bool
}

func (p *promoter) run() (changed bool, err error) {
	var converted []*ir.Operation // operations whose operand is passed through memory
	if revision.Of(p.c.IR) != revision.Seed {
		p.changed = passes.ApplyPatterns(p.c, []*ir.Pattern{{Name: "unstretch-broadcast", Root: vector.BroadcastOp{}, Rewrite: unstretchBroadcast}})
	}
	for _, op := range p.anchors() {
		switch ir.Cast[vectorext.ToLayoutOp](op).SharedMemoryConversion().(type) {
		case nil, *ireegpu.Promotion:
		case *ir.UnitAttr:
			if revision.Of(p.c.IR) == revision.Today {
				p.c.Report(notPromotion(op))
			} else {
				converted = append(converted, op)
			}
		default:
			p.c.Report(notPromotion(op))
		}
	}
	if p.c.Failed() {
		return p.changed, nil
	}
	if revision.Of(p.c.IR) != revision.Seed {
		converted = append(converted, p.promoteReads(converted)...)
	}
	if p.c.Failed() {
		return p.changed, nil
	}
	for _, op := range converted {
		toLayout := ir.Cast[vectorext.ToLayoutOp](op)
		v := toLayout.Input()
		if v.Type().(*ir.VectorType).AnyScalable() {
			p.c.Report(op.Errorf("cannot go through shared memory: %s has a scalable dimension", v.Type()))
			continue
		}
		p.rw.Before(op)
		p.rw.Loc = op.Loc()
		read := p.throughMemory(v)
		p.rw.Modify(op, func() {
			toLayout.InputMutable().Set(read)
			toLayout.SetSharedMemoryConversion(nil)
		})
		p.changed = true
	}
	return p.changed, nil
}

func notPromotion(op *ir.Operation) *ir.Diagnostic {
	return op.Errorf("shared_memory_conversion attribute must implement IREE::GPU::PromotionAttr")
}

// anchors returns the to_layout operations on vectors, in order.
func (p *promoter) anchors() (list []*ir.Operation) {
	p.c.Walk(p.c.Op, func(op *ir.Operation) ir.WalkResult {
		if toLayout := ir.As[vectorext.ToLayoutOp](op); toLayout.Ok() && passes.IsVectorValue(toLayout.Input()) {
			list = append(list, op)
		}
		return ir.Advance
	})
	return list
}

// promoteReads copies promoted reads to shared memory and returns the to_layout
// operations, including known, whose layout moves elements to other threads.
func (p *promoter) promoteReads(known []*ir.Operation) (converted []*ir.Operation) {
	wishes := analyzePromotions(p.c, p.c.Op)
	for _, op := range p.anchors() {
		toLayout := ir.Cast[vectorext.ToLayoutOp](op)
		if !slices.Contains(known, op) && toLayout.SharedMemoryConversion() != nil {
			p.rw.Modify(op, func() { toLayout.SetSharedMemoryConversion(nil) })
			p.changed = true
		}
	}
	layouts := AnalyzeLayouts[*vectorext.NestedLayout](p.c, p.c.Op, p.rw, nil)
	for _, op := range p.anchors() {
		toLayoutOp := ir.Cast[vectorext.ToLayoutOp](op)
		from, to := layouts[toLayoutOp.Input()], layouts[toLayoutOp.Output()]
		if from != nil && to != nil && from.NeedsMemory(to) && !slices.Contains(known, op) {
			converted = append(converted, op)
		}
	}
	var reads []*ir.Operation
	p.c.Walk(p.c.Op, func(op *ir.Operation) ir.WalkResult {
		if ir.IsAny(op, vector.TransferReadOp{}, vector.GatherOp{}) {
			w := wishes[op.Result(0)]
			if a, ok := w.wish.(*ireegpu.Promotion); ok && !w.contradicts && a.IsThreadConfig() {
				reads = append(reads, op)
			}
		}
		return ir.Advance
	})
	for _, op := range reads {
		p.promoteRead(op, layouts[op.Result(0)])
	}
	return converted
}

// promoteRead performs a read in a layout of equal parts, writes it to shared memory and
// replaces it in its users by a read from there.
func (p *promoter) promoteRead(op *ir.Operation, l *vectorext.NestedLayout) {
	translation := ireecodegen.TranslationOf(p.c.Op)
	if translation == nil || translation.WorkgroupSize == nil {
		p.c.Report(op.Errorf("unable to query workgroup_size information").
			Note(p.c.Op.Loc(), "the function has no translation_info with a workgroup_size"))
		return
	}
	if l == nil {
		p.c.Report(op.Errorf("missing layout for promoted read-like op"))
		return
	}
	v := op.Result(0)
	threads, _ := ir.NumElements(translation.WorkgroupSize)
	copied, d := vectorext.CopyLayout(p.c.IR, l.UndistributedShape(), threads, v.Type().(*ir.VectorType).Elem)
	if d != nil {
		p.c.Report(op.Errorf("failed to derive layout for promoted read-like op").Note(op.Loc(), "%s", d.Msg))
		return
	}
	p.rw.After(op)
	p.rw.Loc = op.Loc()
	laid := vectorext.NewToLayout(p.rw, v, copied).Output()
	read := p.throughMemory(laid)
	p.rw.ReplaceUses(v, read)
	p.rw.Modify(laid.DefiningOp(), func() { ir.Cast[vectorext.ToLayoutOp](laid.DefiningOp()).InputMutable().Set(v) })
	p.changed = true
}

// throughMemory writes a vector to workgroup memory and reads it again at the insertion
// point. A barrier at the start of the block orders the write after the reads of the
// previous iteration.
func (p *promoter) throughMemory(v *ir.Value) *ir.Value {
	rw := p.rw
	here := *rw.Builder
	gpu.NewBarrier(rw.AtStart(here.Block()), gpu.Workgroup)
	*rw.Builder = here
	t := v.Type().(*ir.VectorType)
	space := gpu.WorkgroupMemory(t.Dims, t.Elem).Space
	zeros := slices.Repeat([]*ir.Value{arith.ConstantIndex(rw.Builder, 0)}, len(t.Dims))
	perm, inBounds := rw.Context().MinorIdentity(len(t.Dims), len(t.Dims)).Map, slices.Repeat([]bool{true}, len(t.Dims))
	tensor := bufferization.NewAllocTensor(rw, ir.Tensor(t.Dims, t.Elem, space), space).Result()
	write := vector.NewTransferWrite(rw, v, tensor, zeros, nil, perm, inBounds)
	written := ireegpu.NewValueBarrier(rw, write.Result()).Results()[0]
	return vector.NewTransferRead(rw, t, written, zeros, ub.NewPoison(rw, t.Elem).Result(), nil, perm, inBounds).Vector()
}

// unstretchBroadcast turns dimensions that are stretched from 1 into leading dimensions, if a
// leading dimension of extent 1 is free.
//
//	vector.broadcast %a : vector<4x1xf32> to vector<1x4x8xf32>
//	→ %b = vector.broadcast %a : vector<4x1xf32> to vector<8x4x1xf32>
//	  vector.transpose %b, [2, 1, 0] : vector<8x4x1xf32> to vector<1x4x8xf32>
func unstretchBroadcast(op *ir.Operation, rw *ir.Rewriter) bool {
	broadcast := ir.Cast[vector.BroadcastOp](op)
	src, ok := broadcast.Source().Type().(*ir.VectorType)
	dst := broadcast.Vector().Type().(*ir.VectorType)
	if !ok || dst.AnyScalable() {
		return false
	}
	added := len(dst.Dims) - len(src.Dims)
	dims, perm := slices.Clone(dst.Dims), make([]int64, len(dst.Dims))
	for d := range perm {
		perm[d] = int64(d)
	}
	free := 0
	for d, n := range src.Dims {
		at := added + d
		if n != 1 || dst.Dims[at] == 1 {
			continue
		}
		for free < added && dst.Dims[free] != 1 {
			free++
		}
		if free == added {
			return false
		}
		dims[free], dims[at] = dims[at], dims[free]
		perm[free], perm[at] = perm[at], perm[free]
		free++
	}
	if slices.IsSorted(perm) { // nothing grows
		return false
	}
	wide := vector.NewBroadcast(rw, ir.Vector(dims, dst.Elem), broadcast.Source()).Vector()
	rw.Replace(op, vector.NewTranspose(rw, wide, perm).Result())
	return true
}
