package cpp

import (
	"fmt"

	"optc/dialect/amdgpu"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/nvgpu"
	"optc/ir"
)

// laneForms are the forms of operations that query the position of a thread or synchronize threads.
var laneForms = []form{
	of(func(w *writer, op gpu.ThreadIDOp) {
		w.define(op.Result(), word("threadIdx."+op.Dimension().String()))
	}),
	of(func(w *writer, op gpu.BlockIDOp) {
		w.define(op.Result(), word("blockIdx."+op.Dimension().String()))
	}),
	of((*writer).globalID),
	of(func(w *writer, op gpu.BlockDimOp) {
		w.values[op.Result()] = &value{expr: integer(w.kernel.Block[op.Dimension()])}
	}),
	of(func(w *writer, op gpu.GridDimOp) {
		w.values[op.Result()] = &value{expr: integer(w.kernel.Grid[op.Dimension()])}
	}),
	of(func(w *writer, op gpu.LaneIDOp) {
		w.define(op.Result(), w.lane())
	}),
	of(func(w *writer, op gpu.SubgroupIDOp) {
		w.define(op.Result(), expr{fmt.Sprintf("%s / %d", w.linearThread().in(precProduct), w.kernel.Subgroup), precProduct})
	}),
	of(func(w *writer, op gpu.BarrierOp) {
		w.line("__syncthreads();")
	}),
	of((*writer).shuffle),
	of(func(w *writer, op nvgpu.MmaSyncOp) {
		shape := op.MmaShape()
		w.multiply(op.Operation(), "mma_sync", [3]int64{shape[0], shape[1], shape[2]}, ireegpu.MMASync, 32, op.MatrixA(), op.MatrixB(), op.MatrixC())
	}),
	of(func(w *writer, op nvgpu.LdMatrixOp) {
		if op.NumTiles() != 4 || ir.ElementBytes(ir.ElementOrSelf(op.Res().Type())) != 2 {
			w.refuse(op.Operation(), "matrix.h reads four matrices of elements of 16 bits")
			return
		}
		w.matrices = true
		to := w.array(op.Res())
		w.line("load_matrices<%t>(%s, %s);", op.Transpose(), to.pointer(0), w.address(op.SrcMemref(), op.Indices()))
	}),
	of(func(w *writer, op nvgpu.AsyncCopyOp) {
		if op.SrcElements() != nil {
			w.refuse(op.Operation(), "copies.h copies all elements")
			return
		}
		w.copies = true
		w.line("copy_async<%d, %t>(%s, %s);", op.Bytes(), op.BypassL1(), w.address(op.Dst(), op.DstIndices()), w.address(op.Src(), op.SrcIndices()))
	}),
	of(func(w *writer, op nvgpu.AsyncCreateGroupOp) {
		w.copies = true
		w.line("end_group();")
	}),
	of(func(w *writer, op nvgpu.AsyncWaitOp) {
		w.copies = true
		w.line("wait_groups<%d>();", op.Left())
	}),
	of(func(w *writer, op amdgpu.MFMAOp) {
		if op.Blocks() != 1 {
			w.refuse(op.Operation(), "matrix instructions of several blocks have no form")
			return
		}
		w.multiply(op.Operation(), "mfma", [3]int64{op.M(), op.N(), op.K()}, ireegpu.MFMA, 64, op.SourceA(), op.SourceB(), op.DestC())
	}),
}

// globalID writes the number of the thread in the grid.
func (w *writer) globalID(op gpu.GlobalIDOp) {
	block := word(fmt.Sprintf("blockIdx.%s", op.Dimension()))
	if !w.fits(op.Result()) {
		block = callOf("int64_t", block)
	}
	first := sumOrProduct(block, "*", integer(w.kernel.Block[op.Dimension()]), precProduct)
	w.define(op.Result(), sumOrProduct(first, "+", word(fmt.Sprintf("threadIdx.%s", op.Dimension())), precSum))
}

// linearThread returns the number of the thread in its workgroup.
func (w *writer) linearThread() expr {
	x, y := w.kernel.Block[0], w.kernel.Block[1]
	switch {
	case w.kernel.Block[2] > 1:
		return expr{fmt.Sprintf("threadIdx.x + %d * (threadIdx.y + %d * threadIdx.z)", x, y), precSum}
	case y > 1:
		return expr{fmt.Sprintf("threadIdx.x + %d * threadIdx.y", x), precSum}
	}
	return word("threadIdx.x")
}

// lane returns the number of the thread in its subgroup.
func (w *writer) lane() expr {
	return expr{fmt.Sprintf("%s %% %d", w.linearThread().in(precProduct), w.kernel.Subgroup), precProduct}
}

// shuffle writes an exchange of numbers of 32 bits in a whole subgroup.
func (w *writer) shuffle(op gpu.ShuffleOp) {
	if n, ok := ir.ConstantInt(op.Width()); !ok || n.Int64() != w.kernel.Subgroup {
		w.refuse(w.at, "lanes exchange numbers in the whole subgroup of %d lanes", w.kernel.Subgroup)
		return
	}
	if !op.ShuffleResult().Unused() {
		w.define(op.ShuffleResult(), callOf("shuffle_"+shuffleNames[op.Mode()], w.scalar(op.Value()), w.scalar(op.Offset())))
	}
	if op.Valid().Unused() {
		return
	}
	source := w.scalar(op.Offset())
	if sign := laneOperators[op.Mode()]; sign != "" {
		source = expr{w.lane().in(precUnary) + sign + source.in(precUnary), precBits}
	}
	w.define(op.Valid(), binary(callOf("unsigned", source), "<", w.lanesOfSubgroup(), precLess))
}

// lanesOfSubgroup returns the number of lanes of the thread's subgroup: the last one of a
// workgroup may have fewer than the others.
func (w *writer) lanesOfSubgroup() expr {
	all := integer(w.kernel.Subgroup)
	threads := w.kernel.Block[0] * w.kernel.Block[1] * w.kernel.Block[2]
	rest := threads % w.kernel.Subgroup
	switch {
	case rest == 0:
		return all
	case threads < w.kernel.Subgroup:
		return integer(rest)
	}
	whole := binary(w.linearThread(), "<", integer(threads-rest), precLess)
	return expr{fmt.Sprintf("%s ? %s : %d", whole.text, all.text, rest), precChoice}
}

// laneOperators holds the operators that compute the other lane from the lane itself and the offset.
var laneOperators = map[gpu.ShuffleMode]string{gpu.ShuffleXor: " ^ ", gpu.ShuffleUp: " - ", gpu.ShuffleDown: " + "}

var shuffleNames = map[gpu.ShuffleMode]string{gpu.ShuffleXor: "xor", gpu.ShuffleUp: "up", gpu.ShuffleDown: "down", gpu.ShuffleIdx: "lane"}

// multiply writes a matrix instruction, which a subgroup executes together.
func (w *writer) multiply(op *ir.Operation, family string, shape [3]int64, layout ireegpu.Family, lanes int64, a, b, c *ir.Value) {
	v := op.Result(0)
	name := fmt.Sprintf("%s_%dx%dx%d", family, shape[0], shape[1], shape[2])
	types := [2]string{typeName(ir.ElementOrSelf(a.Type())), typeName(ir.ElementOrSelf(v.Type()))}
	if !matrixFunctions[name+" "+types[0]+" "+types[1]] || !isArray(a.Type()) || !isArray(b.Type()) || !isArray(v.Type()) {
		w.refuse(op, "matrix.h has no function for this matrix instruction")
		return
	}
	w.matrices = true
	x, y, z := w.stored(a), w.stored(b), w.stored(c)
	to := w.array(v)
	w.line("%s(%s, %s, %s, %s);", name, to.pointer(0), x.pointer(0), y.pointer(0), z.pointer(0))
}

// matrixFunctions holds the matrix instructions of gpu.h: the name, the type of the factors and
// the type of the sums.
var matrixFunctions = map[string]bool{"mma_sync_16x8x16 f16 float": true, "mfma_16x16x16 f16 float": true}
