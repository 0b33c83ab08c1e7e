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
// of them add in f32.
var intrinsics = []struct{ chips, elem, name string }{
	{"sm_80 sm_86 sm_89 sm_90 sm_100 sm_120", "f16", "NV_MMA_SYNC_F32_16x8x16_F16"},
	{"sm_80 sm_86 sm_89 sm_90 sm_100 sm_120", "bf16", "NV_MMA_SYNC_F32_16x8x16_BF16"},
	{"gfx90a gfx942 gfx950", "f16", "MFMA_F32_16x16x16_F16"},
	{"gfx1100", "f16", "WMMAR3_F32_16x16x16_F16"},
	{"gfx1200 gfx1201", "f16", "WMMAR4_F32_16x16x16_F16"},
}

// Points of a workgroup's tile: rows and columns of the result, and of each step of the sum.
const (
	mostRows  = 64
	mostInner = 32
)

// matrices is a kernel that multiplies matrices by matrix instructions, a tile of the result in each workgroup. The stages
// after the product compute elements of the tile.
type matrices struct {
	*grid
	*body
	*nests.Product
	mma        *ireegpu.MMA
	tile       [3]int64  // rows, columns, sum
	subgroups  [2]int64  // along rows and columns
	factors    [2]int    // the numbers of the accesses to the left matrix and the right one
	rowTile    *ir.Value // the first row of the workgroup's tile
	columnTile *ir.Value
	batches    []*ir.Value
	writer     *regionWriter
}

// sideSteps is the number of an axis's steps that precede the steps of the accesses: the steps of both inputs of the nest, and of
// its result.
const sideSteps = 3

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
		if left.String() == i.elem && slices.Contains(strings.Fields(i.chips), m.machine.Chip.String()) {
			if mma, err := ireegpu.MMAOf(m.Context(), i.name, false); err == nil {
				return mma
			}
		}
	}
	return nil
}

// isProduct reports whether a kernel multiplies by matrix instructions.
func (m *maker) isProduct(g *group) bool {
	return m.matricesOf(newBody(g, func(*buffer) bool { return false })) != nil
}

// matricesOf returns a kernel that multiplies by matrix instructions, or nil if the matrices are small, if their
// elements have no matrix instruction, or if a tensor has no form in tiles.
func (m *maker) matricesOf(b *body) *matrices {
	first := b.stages[0]
	if first.nest == nil {
		return nil
	}
	mma := m.intrinsicFor(first.nest)
	if mma == nil || first.reads[0] < 0 || first.reads[1] < 0 {
		return nil
	}
	result, begin := first.resultSteps(0)
	steps := slices.Concat([][]int64{b.accesses[first.reads[0]].steps, b.accesses[first.reads[1]].steps, b.along(0, result)}, b.accessSteps())
	plain := func(list []axis) (axes []nests.Axis) {
		for _, a := range list {
			axes = append(axes, a.Axis)
		}
		return axes
	}
	p := nests.ProductOfAxes(first.nest, plain(b.axes(false, steps)), plain(b.axes(true, steps)), [3]int64{0, 0, begin})
	if p == nil || p.Rows.Extent < mma.M || p.Cols.Extent < mma.N || p.Inner.Extent < mma.K {
		return nil
	}
	k := &matrices{body: b, Product: p, mma: mma}
	for i, operand := range p.Operands {
		k.factors[i] = first.reads[operand]
		if axes := k.sides(i); k.step(axes[0], k.factors[i]) != 1 && k.step(axes[1], k.factors[i]) != 1 {
			return nil
		}
	}
	if !k.hasTiles() {
		return nil
	}
	extent := func(n, least, most int64) int64 {
		for ; most > least && most/2 >= n; most /= 2 {
		}
		return max(most, least)
	}
	k.tile = [3]int64{extent(p.Rows.Extent, mma.M, mostRows), extent(p.Cols.Extent, mma.N, mostRows), extent(p.Inner.Extent, mma.K, mostInner)}
	k.chooseSubgroups()
	return k
}

// chooseSubgroups chooses the subgroups for a tile.
func (k *matrices) chooseSubgroups() {
	k.subgroups = [2]int64{min(2, max(k.tile[0]/k.mma.M, 1)), min(2, max(k.tile[1]/k.mma.N, 1))}
}

// tiles returns the number of tiles along columns, rows and batches.
func (k *matrices) tiles() (columns, rows, batches int64) {
	batches = 1
	for _, a := range k.Batches {
		batches *= a.Extent
	}
	return num.CeilDiv(k.Cols.Extent, k.tile[1]), num.CeilDiv(k.Rows.Extent, k.tile[0]), batches
}

// launchSizes is kernelForm.
func (k *matrices) launchSizes() (workgroups, threads int64) {
	columns, rows, batches := k.tiles()
	return columns * rows * batches, k.subgroups[0] * k.subgroups[1] * k.mma.Lanes
}

// step returns the step of an access along an axis.
func (k *matrices) step(a nests.Axis, access int) int64 { return a.Steps[sideSteps+access] }

// hasTiles reports whether all tensors other than the factors can be read as tiles: floats that form a row, a
// column, or a matrix with contiguous rows, and whether all regions work on vectors.
func (k *matrices) hasTiles() bool {
	for i, a := range k.accesses {
		if slices.Contains(k.factors[:], i) {
			continue
		}
		row, column := k.step(k.Rows, i), k.step(k.Cols, i)
		isRow := column == 1 && row >= 0
		if a.extracted || !ir.AnyFloat.Check(a.view.Elem) || a.write && (column != 1 || row <= 0) || !a.write && !isRow && (column != 0 || row < 0) {
			return false
		}
	}
	return len(k.stages) == 1 || k.isVectorizable() && !k.usesIndices()
}

// sides returns the axes of the left matrix, the right matrix or the result.
func (k *matrices) sides(i int) [2]nests.Axis {
	return [3][2]nests.Axis{{k.Rows, k.Inner}, {k.Inner, k.Cols}, {k.Rows, k.Cols}}[i]
}

// extents returns the extents of the tile of a matrix.
func (k *matrices) extents(i int) []int64 {
	return [][]int64{{k.tile[0], k.tile[2]}, {k.tile[2], k.tile[1]}, {k.tile[0], k.tile[1]}}[i]
}

// isWhole reports for both dimensions of a matrix whether tiles divide it.
func (k *matrices) isWhole(i int) []bool {
	axes, tile := k.sides(i), k.extents(i)
	return []bool{axes[0].Extent%tile[0] == 0, axes[1].Extent%tile[1] == 0}
}

// write is kernelForm.
func (k *matrices) write(g *grid) {
	k.grid = g
	at := k.Save()
	defer k.Restore(at)
	var extents []ir.Mixed
	for _, a := range k.Batches {
		extents = append(extents, ir.Mixed{Const: a.Extent})
	}
	columns, rows, batches := k.tiles()
	_, threads := k.launchSizes()
	k.launch([]int64{threads, 1, 1}, []int64{columns, rows, batches})
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
	left, right := k.factor(0), k.factor(1)
	k.writer = &regionWriter{Builder: k.Builder, shape: k.extents(2)}
	f32 := k.Context().F32()
	elem := k.stages[0].nest.Outputs()[0].Elem
	t := k.writer.vectorOf(f32)
	first := k.operand(k.stages[0], k.stages[0].nest.Inputs)
	if elem != f32 {
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
	if elem != f32 {
		sum = arith.NewTruncF(k, k.writer.vectorOf(elem), sum).Out()
	}
	k.stages[0].values = [][]*ir.Value{{sum}}
	for _, s := range k.stages[1:] {
		k.Loc = s.loc
		s.values = [][]*ir.Value{k.stage(s)}
	}
	for _, s := range k.stages {
		for r, i := range s.writes {
			if i >= 0 {
				vector.NewTransferWrite(k, s.values[0][r], k.matrix(i, k.Rows, k.Cols), []*ir.Value{k.rowTile, k.columnTile}, nil, maps.Identity(2), k.isWhole(2))
			}
		}
	}
}

// stage writes the computation of a stage for the tile, and returns its results.
func (k *matrices) stage(s *stage) []*ir.Value {
	if s.nest == nil {
		return []*ir.Value{k.operand(s, 0)}
	}
	known := map[*ir.Value]*ir.Value{}
	for i, o := range s.nest.Operands {
		if o.Read && s.constants[o.Arg] == nil {
			known[o.Arg] = k.operand(s, i)
		}
	}
	return k.writer.region(s, known, nil, nil)
}

// operand returns the tile of operand i of a stage.
func (k *matrices) operand(s *stage, i int) *ir.Value {
	if from, ok := s.registers[i]; ok {
		return k.stages[from.stage].values[0][from.result]
	}
	access := s.reads[i]
	if access < 0 { // the initial elements
		number := s.operands[i].Splat
		if number == nil {
			number = nests.ZeroOf(s.operands[i].Elem)
		}
		return k.writer.spread(arith.NewConstant(k, number).Result())
	}
	elem := k.accesses[access].view.Elem
	none := nests.Axis{Extent: 1, Steps: make([]int64, len(k.Rows.Steps))}
	zero := arith.ConstantIndex(k, 0)
	var v *ir.Value
	switch padding := arith.NewConstant(k, nests.ZeroOf(elem)).Result(); {
	case k.step(k.Rows, access) == 0 && k.step(k.Cols, access) == 0:
		return k.writer.spread(memref.NewLoad(k, k.matrix(access, none, none), zero, zero).Result())
	case k.step(k.Rows, access) == 0:
		whole := []bool{true, k.isWhole(2)[1]}
		v = vector.NewTransferRead(k, k.writer.vectorOf(elem), k.matrix(access, none, k.Cols), []*ir.Value{zero, k.columnTile}, padding, nil, maps.NewMap(2, 0, maps.Const(0), maps.Dim(1)), whole).Vector()
	case k.step(k.Cols, access) == 0:
		whole := []bool{k.isWhole(2)[0], true}
		v = vector.NewTransferRead(k, k.writer.vectorOf(elem), k.matrix(access, k.Rows, none), []*ir.Value{k.rowTile, zero}, padding, nil, maps.NewMap(2, 0, maps.Dim(0), maps.Const(0)), whole).Vector()
	default:
		v = vector.NewTransferRead(k, k.writer.vectorOf(elem), k.matrix(access, k.Rows, k.Cols), []*ir.Value{k.rowTile, k.columnTile}, padding, nil, maps.Identity(2), k.isWhole(2)).Vector()
	}
	return vectorext.NewToLayout(k, v, k.instructionLayout(ireegpu.Acc)).Output()
}

// factor returns a factor as a memref of two dimensions, whose last dimension has neighbours.
func (k *matrices) factor(i int) *ir.Value {
	axes := k.sides(i)
	if k.isTransposed(i) {
		axes[0], axes[1] = axes[1], axes[0]
	}
	return k.matrix(k.factors[i], axes[0], axes[1])
}

// matrix returns the elements of an access along two axes as a memref of a batch.
func (k *matrices) matrix(access int, rows, columns nests.Axis) *ir.Value {
	var sizes, strides []ir.Mixed
	var extents, steps []int64
	for _, a := range []nests.Axis{rows, columns} {
		step := max(k.step(a, access), 1)
		sizes, strides = append(sizes, ir.Mixed{Const: a.Extent}), append(strides, ir.Mixed{Const: step})
		extents, steps = append(extents, a.Extent), append(steps, step)
	}
	of := &k.accesses[access]
	first := ir.Mixed{Const: of.first}
	if len(k.batches) > 0 {
		sum := maps.Const(of.first)
		for d, a := range k.Batches {
			sum = sum.Add(maps.Dim(d).Mul(maps.Const(k.step(a, access))))
		}
		first = ir.Mixed{Const: ir.Dynamic, Value: affine.NewApply(k, maps.NewMap(len(k.batches), 0, sum), k.batches).Result()}
	}
	buffer := of.view.Buffer
	memory := k.memory(buffer, of.write)
	t := ir.MemRef(extents, buffer.elem, k.Context().StridedLayout(first.Const, steps), nil)
	if first.Value == nil && first.Const == 0 && slices.Equal(steps, ir.RowMajorStrides(extents)) {
		t = ir.MemRef(extents, buffer.elem, nil, nil)
		if slices.Equal(extents, buffer.shape) {
			return memory
		}
	}
	return memref.NewReinterpretCast(k, t, memory, []ir.Mixed{first}, sizes, strides).Result()
}

// isTransposed reports whether the neighbours of a factor are along its first axis.
func (k *matrices) isTransposed(i int) bool {
	axes := k.sides(i)
	return k.step(axes[1], k.factors[i]) != 1 && k.step(axes[0], k.factors[i]) == 1
}

// read reads the tile of a factor: every thread reads neighbours, and the elements go to the lanes of the instruction.
func (k *matrices) read(i int, from, row, column *ir.Value) *ir.Value {
	elem := k.accesses[k.factors[i]].view.Elem
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

// accessLayout returns the layout in which each thread reads at most 16 contiguous bytes, and neighbouring
// lanes read neighbouring pieces; nil if the threads do not divide the tile.
func (k *matrices) accessLayout(i int) *vectorext.NestedLayout {
	tile := k.extents(i)
	d := 1 // the dimension of neighbours
	if k.isTransposed(i) {
		d = 0
	}
	element := min(gpu.WidestAccess/int64(ir.ElementBytes(k.accesses[k.factors[i]].view.Elem)), tile[d])
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
