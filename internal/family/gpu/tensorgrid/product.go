package tensorgrid

import (
	"slices"
	"strings"

	"optc/dialect/affine"
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/internal/family/nests"
	"optc/ir"
	maps "optc/ir/affine"
	"optc/num"
)

// intrinsics lists the matrix instructions that products use, by family of chips and type of the factors. All
// add in f32.
var intrinsics = []struct{ chips, elem, name string }{
	{"sm_80 sm_90", "f16", "NV_MMA_SYNC_F32_16x8x16_F16"},
	{"sm_80 sm_90", "bf16", "NV_MMA_SYNC_F32_16x8x16_BF16"},
	{"gfx90a gfx942", "f16", "MFMA_F32_16x16x16_F16"},
	{"gfx1100", "f16", "WMMAR3_F32_16x16x16_F16"},
}

// Points of a tile of a workgroup: rows and columns of the result, and of each step of the sum.
const (
	mostRows  = 64
	mostInner = 32
)

// matrices is a kernel that multiplies matrices by matrix instructions, a tile of the result in each workgroup.
type matrices struct {
	*grid
	*nests.Product
	mma        *ireegpu.MMA
	tile       [3]int64 // rows, columns, sum
	subgroups  [2]int64 // along rows and columns
	views      [3]*value
	start      *value    // the initial elements of the result
	rowTile    *ir.Value // the first row of the tile
	columnTile *ir.Value
	batches    []*ir.Value
}

// intrinsicFor returns the matrix instruction for a product, or nil.
func (m *maker) intrinsicFor(n *nests.Nest) *ireegpu.MMA {
	if n.Inputs != 2 {
		return nil
	}
	left, right, out := n.Operands[0].Elem, n.Operands[1].Elem, n.Outputs()[0].Elem
	if left != right || out != m.Context().F32() && out != left {
		return nil
	}
	for _, i := range intrinsics {
		if left.String() == i.elem && slices.Contains(strings.Fields(i.chips), string(m.machine.Chip)) {
			if mma, err := ireegpu.MMAOf(m.Context(), i.name, false); err == nil {
				return mma
			}
		}
	}
	return nil
}

// multiply writes a kernel for a product of matrices, or returns false if the matrices are small, or their
// elements have no matrix instruction.
func (m *maker) multiply(n *nests.Nest, operands []*value, result *value) bool {
	mma := m.intrinsicFor(n)
	if mma == nil {
		return false
	}
	p := nests.ProductOf(n, operands, result)
	if p == nil || p.Rows.Extent < mma.M || p.Cols.Extent < mma.N || p.Inner.Extent < mma.K {
		return false
	}
	k := &matrices{Product: p, mma: mma, views: [3]*value{operands[p.Operands[0]], operands[p.Operands[1]], result}, start: operands[n.Inputs]}
	if !k.fitsStart() {
		return false
	}
	for i, axes := range k.sides() {
		if axes[0].Steps[i] != 1 && axes[1].Steps[i] != 1 {
			return false
		}
	}
	extent := func(n, least, most int64) int64 {
		for ; most > least && most/2 >= n; most /= 2 {
		}
		return max(most, least)
	}
	k.tile = [3]int64{extent(p.Rows.Extent, mma.M, mostRows), extent(p.Cols.Extent, mma.N, mostRows), extent(p.Inner.Extent, mma.K, mostInner)}
	k.subgroups = [2]int64{min(2, k.tile[0]/mma.M), min(2, k.tile[1]/mma.N)}
	k.grid = m.newGrid(n.Op.Name())
	k.write()
	return true
}

// fitsStart reports whether the initial elements of the result are a number, one for each column, or a tensor
// like the result.
func (k *matrices) fitsStart() bool {
	v, out := k.start, k.views[2]
	switch {
	case v.Splat != nil:
		return true
	case len(v.Shape) != 2 || k.Operands[0] != 0 || len(k.Batches) > 0:
		return v.IsGapless() && out.IsGapless()
	}
	return v.Strides[1] == 1 && (v.Strides[0] == 0 || v.IsGapless())
}

// sides returns the axes of the left matrix, the right one and the result.
func (k *matrices) sides() [3][2]nests.Axis {
	return [3][2]nests.Axis{{k.Rows, k.Inner}, {k.Inner, k.Cols}, {k.Rows, k.Cols}}
}

// extents returns the extents of the tile of a matrix.
func (k *matrices) extents(i int) []int64 {
	return [][]int64{{k.tile[0], k.tile[2]}, {k.tile[2], k.tile[1]}, {k.tile[0], k.tile[1]}}[i]
}

// isWhole reports for both dimensions of a matrix whether tiles divide it.
func (k *matrices) isWhole(i int) []bool {
	axes, tile := k.sides()[i], k.extents(i)
	return []bool{axes[0].Extent%tile[0] == 0, axes[1].Extent%tile[1] == 0}
}

// write writes the kernel.
func (k *matrices) write() {
	at := k.Save()
	defer k.Restore(at)
	batches := int64(1)
	var extents []ir.Mixed
	for _, a := range k.Batches {
		batches *= a.Extent
		extents = append(extents, ir.Mixed{Const: a.Extent})
	}
	columns, rows := num.CeilDiv(k.Cols.Extent, k.tile[1]), num.CeilDiv(k.Rows.Extent, k.tile[0])
	k.launch([]int64{k.subgroups[0] * k.subgroups[1] * k.mma.Lanes, 1, 1}, []int64{columns, rows, batches})
	k.AtEnd(k.op.Body())
	fn.NewReturn(k)
	k.Before(k.op.Body().Back())
	times := func(v *ir.Value, n int64) *ir.Value {
		return affine.NewApply(k, maps.NewMap(1, 0, maps.Dim(0).Mul(maps.Const(n))), []*ir.Value{v}).Result()
	}
	k.columnTile = times(gpu.NewBlockID(k, 0, columns).Result(), k.tile[1])
	k.rowTile = times(gpu.NewBlockID(k, 1, rows).Result(), k.tile[0])
	if len(extents) > 0 {
		k.batches = affine.NewDelinearizeIndex(k, gpu.NewBlockID(k, 2, batches).Result(), extents).Operation().ResultList()
	}
	left, right, out := k.matrix(0, k.views[0], false), k.matrix(1, k.views[1], false), k.matrix(2, k.views[2], true)
	f32 := k.Context().F32()
	t := ir.Vector(k.extents(2), f32)
	first := k.initial()
	if k.views[2].Elem != f32 {
		first = arith.NewExtF(k, t, first).Out()
	}
	acc := vectorext.NewToLayout(k, first, k.instructionLayout(ireegpu.Acc)).Output()
	loop := scf.NewFor(k, arith.ConstantIndex(k, 0), arith.ConstantIndex(k, k.Inner.Extent), arith.ConstantIndex(k, k.tile[2]), []*ir.Value{acc})
	args := k.NewBlock(loop.Region(), []ir.Type{k.Context().Index(), t}, k.Loc).Args()
	a := k.read(0, left, k.rowTile, args[0])
	b := k.read(1, right, args[0], k.columnTile)
	m, n, d := maps.Dim(0), maps.Dim(1), maps.Dim(2)
	contract := vector.NewContract(k, a, b, args[1], []maps.Map{maps.NewMap(3, 0, m, d), maps.NewMap(3, 0, d, n), maps.NewMap(3, 0, m, n)},
		[]vector.IteratorType{vector.Parallel, vector.Parallel, vector.Reduced}, vector.KindOfWord("add"))
	ireegpu.SetIntrinsic(contract.Operation(), k.mma)
	scf.NewYield(k, contract.Result())
	k.After(loop.Operation())
	sum := loop.Operation().Result(0)
	if elem := k.views[2].Elem; elem != f32 {
		sum = arith.NewTruncF(k, ir.Vector(k.extents(2), elem), sum).Out()
	}
	vector.NewTransferWrite(k, sum, out, []*ir.Value{k.rowTile, k.columnTile}, nil, maps.Identity(2), k.isWhole(2))
}

// initial returns the initial elements of the tile.
func (k *matrices) initial() *ir.Value {
	elem := k.views[2].Elem
	t := ir.Vector(k.extents(2), elem)
	if k.start.Splat != nil {
		return vector.NewBroadcast(k, t, arith.NewConstant(k, k.start.Splat).Result()).Vector()
	}
	at, perm, whole := []*ir.Value{k.rowTile, k.columnTile}, maps.Identity(2), k.isWhole(2)
	var from *ir.Value
	if k.start.Strides[0] == 0 && len(k.start.Shape) == 2 { // an element for each column
		at, perm, whole[0] = at[1:], maps.NewMap(1, 0, maps.Const(0), maps.Dim(0)), true
		row := []int64{k.Cols.Extent}
		t := ir.MemRef(row, elem, nil, nil)
		if k.start.First != 0 {
			t = ir.MemRef(row, elem, k.Context().StridedLayout(k.start.First, []int64{1}), nil)
		}
		from = memref.NewReinterpretCast(k, t, k.memory(k.start.Buffer, false), []ir.Mixed{{Const: k.start.First}}, []ir.Mixed{{Const: row[0]}}, []ir.Mixed{{Const: 1}}).Result()
	} else {
		from = k.matrix(2, k.start, false)
	}
	return vector.NewTransferRead(k, t, from, at, arith.NewConstant(k, nests.ZeroOf(elem)).Result(), nil, perm, whole).Vector()
}

// matrix returns a matrix of a batch as a memref of two dimensions, whose last dimension has neighbours. The
// tensor is the view of the matrix, or has the strides of it.
func (k *matrices) matrix(i int, v *value, write bool) *ir.Value {
	axes := k.sides()[i]
	if k.isTransposed(i) {
		axes[0], axes[1] = axes[1], axes[0]
	}
	var sizes, strides []ir.Mixed
	var extents, steps []int64
	for _, a := range axes {
		step := max(a.Steps[i], 1)
		sizes, strides = append(sizes, ir.Mixed{Const: a.Extent}), append(strides, ir.Mixed{Const: step})
		extents, steps = append(extents, a.Extent), append(steps, step)
	}
	begin := k.Firsts[i] + v.First - k.views[i].First
	first := ir.Mixed{Const: begin}
	if len(k.batches) > 0 {
		sum := maps.Const(begin)
		for d, a := range k.Batches {
			sum = sum.Add(maps.Dim(d).Mul(maps.Const(a.Steps[i])))
		}
		first = ir.Mixed{Const: ir.Dynamic, Value: affine.NewApply(k, maps.NewMap(len(k.batches), 0, sum), k.batches).Result()}
	}
	buffer := v.Buffer
	memory := k.memory(buffer, write)
	t := ir.MemRef(extents, buffer.elem, k.Context().StridedLayout(first.Const, steps), nil)
	if first.Value == nil && first.Const == 0 && slices.Equal(steps, ir.RowMajorStrides(extents)) {
		t = ir.MemRef(extents, buffer.elem, nil, nil)
		if slices.Equal(extents, buffer.shape) {
			return memory
		}
	}
	return memref.NewReinterpretCast(k, t, memory, []ir.Mixed{first}, sizes, strides).Result()
}

// isTransposed reports whether the neighbours of a matrix are along its first axis.
func (k *matrices) isTransposed(i int) bool {
	axes := k.sides()[i]
	return axes[1].Steps[i] != 1 && axes[0].Steps[i] == 1
}

// read reads the tile of a factor: every thread reads neighbours, and the elements go to the lanes of the instruction.
func (k *matrices) read(i int, from, row, column *ir.Value) *ir.Value {
	elem := k.views[i].Elem
	padding := arith.NewConstant(k, nests.ZeroOf(elem)).Result()
	at, perm := []*ir.Value{row, column}, maps.Identity(2)
	if k.isTransposed(i) {
		at, perm = []*ir.Value{column, row}, maps.NewMap(2, 0, maps.Dim(1), maps.Dim(0))
	}
	v := vector.NewTransferRead(k, ir.Vector(k.extents(i), elem), from, at, padding, nil, perm, k.isWhole(i)).Vector()
	if l := k.accessLayout(i); l != nil {
		v = vectorext.NewToLayout(k, v, l).Output()
	}
	return vectorext.NewToLayout(k, v, k.instructionLayout(i)).Output()
}

// accessLayout returns the layout in which each thread reads at most 16 bytes of neighbours, and lanes read
// neighbours of each other; nil if the threads do not divide the tile.
func (k *matrices) accessLayout(i int) *vectorext.NestedLayout {
	tile := k.extents(i)
	d := 1 // the dimension of neighbours
	if k.isTransposed(i) {
		d = 0
	}
	element := min(gpu.WidestAccess/int64(ir.ElementBytes(k.views[i].Elem)), tile[d])
	along := min(tile[d]/element, k.mma.Lanes)
	lines, subgroups := k.mma.Lanes/along, k.subgroups[0]*k.subgroups[1]
	if tile[d]%(element*along) != 0 || tile[1-d]%(lines*subgroups) != 0 {
		return nil
	}
	l := vectorext.LayoutLists{OuterTile: []int64{1, 1}}
	set := func(list *[]int64, along, across int64) {
		*list = make([]int64, 2)
		(*list)[d], (*list)[1-d] = along, across
	}
	set(&l.SubgroupTile, 1, subgroups)
	set(&l.SubgroupStrides, 0, 1)
	set(&l.BatchTile, tile[d]/(element*along), tile[1-d]/(lines*subgroups))
	set(&l.ThreadTile, along, lines)
	set(&l.ThreadStrides, 1, along)
	set(&l.ElementTile, element, 1)
	return k.layout(l)
}

// instructionLayout returns the layout of a matrix for the instruction.
func (k *matrices) instructionLayout(operand int) *vectorext.NestedLayout {
	part, _ := k.mma.Part(operand)
	l := vectorext.LayoutLists{
		OuterTile: part.Outer[:], ThreadTile: part.Thread[:], ThreadStrides: part.ThreadStrides[:], ElementTile: part.Element[:],
	}
	strides := []int64{k.subgroups[1], 1} // along rows and columns of the result
	axes := [][]int{{0, -1}, {-1, 1}, {0, 1}}[operand]
	for d, n := range k.extents(operand) {
		subgroups, stride := int64(1), int64(0)
		if a := axes[d]; a >= 0 && k.subgroups[a] > 1 {
			subgroups, stride = k.subgroups[a], strides[a]
		}
		l.SubgroupTile, l.SubgroupStrides = append(l.SubgroupTile, subgroups), append(l.SubgroupStrides, stride)
		l.BatchTile = append(l.BatchTile, n/(subgroups*part.Outer[d]*part.Thread[d]*part.Element[d]))
	}
	return k.layout(l)
}

// layout makes the attribute of a layout.
func (k *matrices) layout(l vectorext.LayoutLists) *vectorext.NestedLayout {
	a, err := vectorext.NewLayout(k.Context(), l)
	if err != nil {
		panic(err) // the lists have two numbers each
	}
	return a
}
