package ptx

import (
	"slices"

	"fmt"

	"optc/dialect/gpu"
	"optc/dialect/nvgpu"
	"optc/ir"
	"optc/ir/ranges"
)

// laneForms are the forms of operations that query the position of a thread or synchronize threads.
var laneForms = []form{
	of(func(w *writer, op gpu.ThreadIDOp) {
		w.setIndex(op.Result(), w.special("%tid", op.Dimension(), w.kernel.Block[op.Dimension()]))
	}),
	of(func(w *writer, op gpu.BlockIDOp) {
		w.setIndex(op.Result(), w.special("%ctaid", op.Dimension(), w.kernel.Grid[op.Dimension()]))
	}),
	of(func(w *writer, op gpu.GlobalIDOp) {
		d := op.Dimension()
		w.setIndex(op.Result(), w.special("%tid", d, w.kernel.Block[d]).plus(w.special("%ctaid", d, w.kernel.Grid[d]), w.kernel.Block[d]))
	}),
	of(func(w *writer, op gpu.BlockDimOp) {
		w.setIndex(op.Result(), constantSum(w.kernel.Block[op.Dimension()]))
	}),
	of(func(w *writer, op gpu.GridDimOp) {
		w.setIndex(op.Result(), constantSum(w.kernel.Grid[op.Dimension()]))
	}),
	of(func(w *writer, op gpu.LaneIDOp) {
		_, lane := w.divided(w.linearThread(), w.kernel.Subgroup)
		w.setIndex(op.Result(), lane)
	}),
	of(func(w *writer, op gpu.SubgroupIDOp) {
		subgroup, _ := w.divided(w.linearThread(), w.kernel.Subgroup)
		w.setIndex(op.Result(), subgroup)
	}),
	of(func(w *writer, op gpu.BarrierOp) {
		w.effect(&instruction{op: "bar.sync", from: []group{one(constant(word, 0))}, effect: writes})
	}),
	of((*writer).shuffle),
	of((*writer).multiply),
	of((*writer).loadMatrices),
	of((*writer).copyAsync),
	of(func(w *writer, op nvgpu.AsyncCreateGroupOp) {
		w.values[op.AsyncToken()] = []element{}
		w.effect(&instruction{op: "cp.async.commit_group", effect: writes})
	}),
	of(func(w *writer, op nvgpu.AsyncWaitOp) {
		w.effect(&instruction{op: "cp.async.wait_group", from: []group{one(constant(word, uint64(op.Left())))}, effect: writes})
	}),
}

// special returns a position along a dimension that has n positions.
func (w *writer) special(name string, d gpu.Dimension, n int64) *sum {
	if n == 1 {
		return constantSum(0)
	}
	o := w.compute("mov.u32", []class{word}, named(name+"."+d.String()))[0]
	return sumOf(bound(o, ranges.Interval{Lo: 0, Hi: n - 1}))
}

// linearThread returns the number of the thread in its workgroup.
func (w *writer) linearThread() *sum {
	total, weight := constantSum(0), int64(1)
	for d, n := range w.kernel.Block {
		total = total.plus(w.special("%tid", gpu.Dimension(d), n), weight)
		weight *= n
	}
	return total
}

// shuffleModes holds the modes of shfl.sync, and the bits of its last operand other than the width:
// the first lane of the range for up, the last lane for the other modes (PTX ISA, "shfl.sync").
var shuffleModes = map[gpu.ShuffleMode]struct {
	name string
	last int64
}{gpu.ShuffleXor: {"bfly", 31}, gpu.ShuffleUp: {"up", 0}, gpu.ShuffleDown: {"down", 31}, gpu.ShuffleIdx: {"idx", 31}}

// lanes is the number of lanes of a subgroup.
const lanes = 32

// shuffle writes an exchange of numbers of 32 bits.
func (w *writer) shuffle(op gpu.ShuffleOp) {
	n, ok := ir.ConstantInt(op.Width())
	number := w.numberOf(op.Value())
	if width := n.Int64(); !ok || width < 1 || width > lanes || width&(width-1) != 0 || number.class != word || number.width != 32 {
		w.refuse(w.op, "lanes exchange numbers of 32 bits in subgroups of up to %d lanes", lanes)
		return
	}
	mode := shuffleModes[op.Mode()]
	clamp := (lanes-n.Int64())<<8 | mode.last&(n.Int64()-1)
	in := &instruction{op: "shfl.sync." + mode.name + ".b32", effect: reads, from: []group{
		one(w.inRegister(w.operand(op.Value()))), one(w.operand(op.Offset())), one(constant(word, uint64(clamp))), one(constant(word, ^uint64(0))),
	}}
	w.result(word, in)
	if !op.Valid().Unused() {
		w.result(predicate, in)
		w.set(op.Valid(), in.to[1])
	} else {
		w.set(op.Valid(), constant(predicate, 1))
	}
	w.effect(in)
	w.set(op.ShuffleResult(), in.to[0])
}

// loadMatrices writes a read of matrices, which a subgroup executes together.
func (w *writer) loadMatrices(op nvgpu.LdMatrixOp) {
	n, p := w.numberOf(op.Res()), w.pointer(op.SrcMemref())
	if p.space != "shared" || n.bytes() != 2 || !slices.Contains(nvgpu.Matrices, op.NumTiles()) {
		w.refuse(w.op, "an instruction reads 1, 2 or 4 matrices of elements of 16 bits from workgroup memory")
		return
	}
	text := fmt.Sprintf("ldmatrix.sync.aligned.m8n8.x%d", op.NumTiles())
	if op.Transpose() {
		text += ".trans"
	}
	in := &instruction{op: text + ".shared.b16", from: []group{w.address(p, w.offset(op.SrcMemref(), ir.MixedValues(op.Indices())))}, effect: reads, braces: true}
	for range op.NumTiles() {
		w.result(word, in)
	}
	w.effect(in)
	var list []element
	for _, o := range in.to {
		for _, part := range w.unpack(o, n) {
			list = append(list, elementOf(part))
		}
	}
	w.values[op.Res()] = list
}

// copyAsync writes a copy from global to workgroup memory that goes on while the thread computes.
func (w *writer) copyAsync(op nvgpu.AsyncCopyOp) {
	from, to := w.pointer(op.Src()), w.pointer(op.Dst())
	if op.SrcElements() != nil || from.space != "global" || to.space != "shared" {
		w.refuse(w.op, "an instruction copies 4, 8 or 16 bytes from global to workgroup memory")
		return
	}
	w.values[op.AsyncToken()] = []element{}
	cache := "ca"
	if op.BypassL1() {
		cache = "cg"
	}
	target, source := w.address(to, w.offset(op.Dst(), ir.MixedValues(op.DstIndices()))), w.address(from, w.offset(op.Src(), ir.MixedValues(op.SrcIndices())))
	w.effect(&instruction{op: "cp.async." + cache + ".shared.global", from: []group{target, source, one(constant(word, uint64(op.Bytes())))}, effect: writes})
}

// products holds the matrix instructions: m, n and k with the types of the factors and of the sums.
var products = map[string]string{
	"16x8x8 f16 f16":   "m16n8k8.row.col.f16.f16.f16.f16",
	"16x8x8 f16 f32":   "m16n8k8.row.col.f32.f16.f16.f32",
	"16x8x16 f16 f16":  "m16n8k16.row.col.f16.f16.f16.f16",
	"16x8x16 f16 f32":  "m16n8k16.row.col.f32.f16.f16.f32",
	"16x8x8 bf16 f32":  "m16n8k8.row.col.f32.bf16.bf16.f32",
	"16x8x16 bf16 f32": "m16n8k16.row.col.f32.bf16.bf16.f32",
	"16x8x16 i8 i32":   "m16n8k16.row.col.s32.s8.s8.s32",
	"16x8x32 i8 i32":   "m16n8k32.row.col.s32.s8.s8.s32",
	"8x8x4 f64 f64":    "m8n8k4.row.col.f64.f64.f64.f64",
}

// multiply writes a matrix instruction, which a subgroup executes together.
func (w *writer) multiply(op nvgpu.MmaSyncOp) {
	shape := op.MmaShape()
	text := products[fmt.Sprintf("%dx%dx%d %s %s", shape[0], shape[1], shape[2], ir.ElementOrSelf(op.MatrixA().Type()), ir.ElementOrSelf(op.Res().Type()))]
	if text == "" {
		w.refuse(w.op, "there is no matrix instruction for this shape and these types")
		return
	}
	var from []group
	for _, v := range []*ir.Value{op.MatrixA(), op.MatrixB(), op.MatrixC()} {
		from = append(from, several(w.packed(v)))
	}
	in := &instruction{op: "mma.sync.aligned." + text, from: from, effect: reads, braces: true}
	for _, o := range from[2].list {
		w.result(o.class, in)
	}
	w.effect(in)
	n := w.numberOf(op.Res())
	var list []element
	for _, o := range in.to {
		for _, part := range w.unpack(o, n) {
			list = append(list, elementOf(part))
		}
	}
	w.values[op.Res()] = list
}

// packed returns the registers of a part of a matrix; every register holds 32 bits of elements.
func (w *writer) packed(v *ir.Value) (list []operand) {
	n := w.numberOf(v)
	each := max(1, 32/n.width)
	elements := w.elements(v)
	for i := 0; i < len(elements); i += each {
		o := elements[i].operand
		if each > 1 {
			var parts []operand
			for _, e := range elements[i : i+each] {
				parts = append(parts, e.operand)
			}
			o = w.pack(parts, n, word)
		}
		list = append(list, w.inRegister(o))
	}
	return list
}
