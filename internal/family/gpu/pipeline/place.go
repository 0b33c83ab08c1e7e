package gpu

import (
	"cmp"
	"fmt"
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/memref"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/passes"
)

// PlaceMemory is gpu-place-memory.
var PlaceMemory = &passes.Pass{
	Name:  "gpu-place-memory",
	Title: "Place the buffers of workgroup memory in one arena",
	Doc: `Replaces the allocations in workgroup memory by views of one buffer of bytes. Every
buffer begins at a multiple of 16 bytes, which is as wide as an access can be. Operations that
free a buffer go. Two buffers
share bytes if one is used only before the other and a barrier separates the uses, in every
iteration of the loops around both. An error reports a kernel that needs more memory than its
chip has, with the place and the size of each buffer.

    %a = memref.alloc() : memref<8x2xf32, #gpu.address_space<workgroup>>
    →
    %arena = memref.alloc() : memref<64xi8, #gpu.address_space<workgroup>>
    %a = memref.view %arena[%c0][] : … to memref<8x2xf32, #gpu.address_space<workgroup>>`,
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "memref"},
	Run:      runPlaceMemory,
}

// memoryAlign is the alignment in bytes of every buffer in workgroup memory.
const memoryAlign = 16

func runPlaceMemory(c *passes.Context) (bool, error) {
	if ireecodegen.TranslationOf(c.Op) == nil {
		return false, nil
	}
	m, err := machineOf(c.Op)
	if err != nil {
		return false, err
	}
	order := orderOf(c.Op)
	buffers, err := buffersOf(c, order)
	if err != nil || len(buffers) == 0 {
		return false, err
	}
	size := placeBuffers(buffers, order)
	if size > m.WorkgroupBytes {
		return false, tooLarge(c.Op, m, buffers, size)
	}
	rw := c.Rewriter(nil)
	rw.AtStart(c.Op.Body()).Loc = c.Op.Loc()
	arena := memref.NewAlloc(rw, gpu.WorkgroupMemory([]int64{size}, c.IR.Integer(8)), nil, nil, nil).Memref()
	for _, b := range buffers {
		eraseDeallocs(rw, b.op.Result(0))
		rw.Before(b.op).Loc = b.op.Loc()
		view := memref.NewView(rw, b.op.Result(0).Type(), arena, arith.ConstantIndex(rw, b.at), nil)
		rw.Replace(b.op, view.Operation().Result(0))
	}
	return true, nil
}

// eraseDeallocs erases the operations that free a buffer, because the arena needs none.
func eraseDeallocs(rw *ir.Rewriter, buffer *ir.Value) {
	for use := buffer.FirstUse(); use != nil; {
		op := use.Owner()
		use = use.Next()
		if ir.Is[memref.DeallocOp](op) {
			rw.Erase(op)
		}
	}
}

// buffer is an allocation in workgroup memory.
type buffer struct {
	op          *ir.Operation
	first, last int // the operations that use it first and last, by number
	size, at    int64
}

// buffersOf lists the allocations of a function in workgroup memory, in the order of the text.
func buffersOf(c *passes.Context, order *order) (list []*buffer, err error) {
	ir.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		alloc := ir.As[memref.AllocOp](op)
		if !alloc.Ok() {
			return ir.Advance
		}
		t := alloc.Memref().Type().(*ir.MemRefType)
		if gpu.SpaceOf(t) != gpu.Workgroup {
			return ir.Advance
		}
		n, static := ir.NumElements(t.Dims)
		width := int64(ir.ElementBytes(t.Elem))
		if vt, ok := t.Elem.(*ir.VectorType); ok {
			k, fixed := ir.NumElements(vt.Dims)
			static, width = static && fixed && !vt.AnyScalable(), k*int64(ir.ElementBytes(vt.Elem))
		}
		if !static || len(t.Dims) > 0 && slices.Contains(t.Dims, ir.Dynamic) || t.Layout != nil {
			err = op.Errorf("needs a size that is known, in row-major order, to be placed in workgroup memory, but its type is %s", t).WithCode("gpu.memory")
			return ir.Interrupt
		}
		b := &buffer{op: op, size: n * width}
		b.first, b.last = order.uses(op)
		list = append(list, b)
		return ir.Advance
	})
	return list, err
}

// placeBuffers places every buffer at the lowest offset that is free of buffers with which it
// cannot share bytes, larger buffers first, and returns the bytes that all of them need together.
func placeBuffers(buffers []*buffer, order *order) (total int64) {
	sorted := slices.Clone(buffers)
	slices.SortStableFunc(sorted, func(a, b *buffer) int { return cmp.Compare(b.size, a.size) })
	for i, b := range sorted {
		for moved := true; moved; {
			moved = false
			for _, other := range sorted[:i] {
				if b.at < other.at+other.size && other.at < b.at+b.size && !order.apart(b, other) {
					b.at = (other.at + other.size + memoryAlign - 1) / memoryAlign * memoryAlign
					moved = true
				}
			}
		}
		total = max(total, b.at+b.size)
	}
	return (total + memoryAlign - 1) / memoryAlign * memoryAlign
}

// tooLarge is the error about a kernel that needs more workgroup memory than its chip has.
func tooLarge(f *ir.Operation, m *kernel.Machine, buffers []*buffer, size int64) error {
	d := f.Errorf("needs %d bytes of workgroup memory, but a kernel for %s may use %d", size, m.Chip, m.WorkgroupBytes).WithCode("gpu.memory")
	for _, b := range buffers {
		d.Note(b.op.Loc(), "%s takes %d bytes, [%d, %d)", fmt.Sprint(b.op.Result(0).Type()), b.size, b.at, b.at+b.size)
	}
	return d
}
