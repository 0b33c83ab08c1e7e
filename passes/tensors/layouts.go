package tensors

import (
	"slices"

	fn "optc/dialect/func"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/revision"
	"optc/dialect/linalg"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/num"
	"optc/passes"
)

// loweringConfig is the attribute that specifies how an operation is divided.
const loweringConfig = "lowering_config"

// ConfigureLayouts is vectorext-configure-layouts.
var ConfigureLayouts = &passes.Pass{
	Name:    "vectorext-configure-layouts",
	Aliases: []string{"iree-llvmgpu-configure-tensor-layouts"},
	Title:   "Give tensors the layouts that their operations are configured for",
	Doc: `Reads the attribute lowering_config of structured operations and inserts
iree_vector_ext.to_layout around them. Three configurations are known:

- #iree_gpu.lowering_config with mma_kind: the operands and the result of a contraction get the
  layouts of the matrix intrinsic, divided among subgroups by subgroup_basis;
- #iree_gpu.lowering_config with subgroup_basis, lane_basis and thread: the loops are divided among
  subgroups and lanes, with the elements of a thread last;
- #iree_gpu.derived_thread_config: the results are divided among all threads of the workgroup, in runs of
  128 bits.

    %0 = linalg.copy {lowering_config = #iree_gpu.derived_thread_config} ins(%x : tensor<16x16x16xf16>) outs(%y : tensor<16x16x16xf16>) -> tensor<16x16x16xf16>
    →
    %0 = linalg.copy …
    %1 = iree_vector_ext.to_layout %0 to layout(#iree_vector_ext.nested_layout<…, batch_tile = [8, 1, 1], …, thread_tile = [2, 16, 2], element_tile = [1, 1, 8], …>)

Extents that a tile does not divide are rounded up; vectors are masked there later. A dynamic
extent needs a bound, such as affine.min.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"iree_vector_ext"},
	Run:      runConfigureLayouts,
}

func runConfigureLayouts(c *passes.Context) (changed bool, err error) {
	var found []*ir.Operation
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if linalg.Structured.Has(op) && op.Attr(loweringConfig) != nil {
			found = append(found, op)
		}
		return ir.Advance
	})
	if len(found) == 0 {
		return false, nil
	}
	translation := ireecodegen.TranslationOf(c.Op)
	if translation == nil || len(translation.WorkgroupSize) == 0 {
		d := c.Op.Errorf("unable to query workgroup_size information from entry point")
		return false, d.Note(c.Op.Loc(), "write attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>}")
	}
	threads := int64(1)
	for _, n := range translation.WorkgroupSize {
		threads *= n
	}
	b := newBounds(c)
	for op := range passes.Each(c, found) {
		k := &configuration{op: op, rw: c.Rewriter(nil), maps: linalg.MapsOf(op), threads: threads}
		if d := k.configure(b); d != nil {
			return changed, d
		}
		changed = true
	}
	return changed, nil
}

// configuration is an operation whose operands and results get layouts.
type configuration struct {
	op      *ir.Operation
	rw      *ir.Rewriter
	maps    []affine.Map
	threads int64 // threads of the workgroup
	bounds  []int64
}

func (k *configuration) configure(b *bounds) *ir.Diagnostic {
	if !linalg.IsOnTensors(k.op) {
		return k.op.Errorf("expected tensors, but got buffers, which have no layouts")
	}
	for i, v := range k.op.Operands() {
		if _, ok := loopsOf(k.maps[i]); !ok || linalg.IsScalar(v.Type()) && i >= k.op.NumOperands()-k.op.NumResults() {
			return k.op.Errorf("expected each dimension of operand %d to run along a loop of its own, but got %s", i, k.maps[i])
		}
	}
	var ok bool
	if k.bounds, ok = b.ofLoops(k.op); !ok {
		return k.op.Errorf("cannot set layouts on a dynamically shaped iteration space without bounds")
	}
	switch config := k.op.Attr(loweringConfig).(type) {
	case *ireegpu.Promotion:
		if config.IsThreadConfig() {
			return k.derived()
		}
	case *ireegpu.LoweringConfig:
		if m := config.MMAKind(); m != nil {
			return k.intrinsic(config, m)
		}
		return k.basis(config)
	}
	return k.op.Errorf("expected lowering_config to be #iree_gpu.lowering_config or #iree_gpu.derived_thread_config, but got %s", k.op.Attr(loweringConfig))
}

// lay inserts conversions of the results, and with operands also of these, to the layouts of their
// dimensions. It also requests the copies in shared memory that config lists, if config is not nil.
func (k *configuration) lay(config *ireegpu.LoweringConfig, mma ir.Attribute, layouts func(i int) *vectorext.NestedLayout) {
	first := k.op.NumOperands() - k.op.NumResults()
	k.rw.Before(k.op).Loc = k.op.Loc()
	for i, v := range k.op.Operands() {
		if config == nil || linalg.IsScalar(v.Type()) {
			continue
		}
		laid := vectorext.NewToLayout(k.rw, v, layouts(i))
		laid.SetSharedMemoryConversion(config.Promotions(k.op.NumOperands())[i])
		laid.SetMMAKind(mma)
		k.rw.Modify(k.op, func() { k.op.OpOperand(i).Set(laid.Output()) })
	}
	k.rw.After(k.op)
	for i, r := range k.op.Results() {
		laid := vectorext.NewToLayout(k.rw, r, layouts(first+i))
		laid.SetMMAKind(mma)
		k.rw.ReplaceUses(r, laid.Output())
		k.rw.Modify(laid.Operation(), func() { laid.InputMutable().Set(r) })
	}
}

// divide divides counts by sizes, rounded up; a size of 0 means 1.
func divide(counts, sizes []int64) (rest, divisors []int64) {
	rest, divisors = slices.Clone(counts), slices.Repeat([]int64{1}, len(counts))
	for i, n := range sizes {
		if i < len(rest) && n > 1 {
			divisors[i] = n
			rest[i] = num.CeilDiv(rest[i], n)
		}
	}
	return rest, divisors
}

func ones(n int) []int64 { return slices.Repeat([]int64{1}, n) }

// layout returns the attribute of a layout of the loops.
func (k *configuration) layout(l vectorext.LayoutLists) (*vectorext.NestedLayout, *ir.Diagnostic) {
	a, err := vectorext.NewLayout(k.rw.Context(), l)
	if err != nil {
		return nil, k.op.Errorf("%s", err)
	}
	return a, nil
}

// derived divides the loops among all threads of the workgroup (getDerivedThreadLayout, IREE).
func (k *configuration) derived() *ir.Diagnostic {
	n := len(k.bounds)
	if n == 0 || k.op.NumResults() == 0 {
		return k.op.Errorf("cannot build derived thread layout")
	}
	element := k.runOfThread(128 / max(1, int64(8*ir.ElementBytes(ir.ElementOrSelf(k.op.Result(0).Type())))))
	batch, thread, strides := slices.Clone(k.bounds), ones(n), make([]int64, n)
	for d := range batch {
		if batch[d]%element[d] != 0 {
			return k.op.Errorf("cannot build derived thread layout: %d elements of a thread do not divide the extent %d of dim %d", element[d], batch[d], d)
		}
		batch[d] /= element[d]
	}
	left, stride := k.threads, int64(1)
	for d := n - 1; d >= 0; d-- {
		switch {
		case left%batch[d] == 0:
			thread[d] = batch[d]
		case batch[d]%left == 0:
			thread[d] = left
		default:
			return k.op.Errorf("cannot build derived thread layout: %d threads and the extent %d of dim %d do not divide each other", left, batch[d], d)
		}
		strides[d] = stride
		batch[d] /= thread[d]
		stride *= thread[d]
		left /= thread[d]
	}
	l, d := k.layout(vectorext.LayoutLists{
		SubgroupTile: ones(n), BatchTile: batch, OuterTile: ones(n), ThreadTile: thread, ElementTile: element,
		SubgroupStrides: make([]int64, n), ThreadStrides: strides,
	})
	if d != nil {
		return d
	}
	k.lay(nil, nil, func(i int) *vectorext.NestedLayout { return l.Apply(k.maps[i]) })
	return nil
}

// runOfThread returns the elements that a thread holds along each loop: a run of at most size elements in
// the last loops (getVectorTileSizesFromLoopRanges, IREE). Extents that are only bounds count as
// dynamic there.
func (k *configuration) runOfThread(size int64) []int64 {
	tile, last := ones(len(k.bounds)), len(k.bounds)-1
	trips, static := int64(1), true
	for d, e := range loopExtents(k.op, k.maps) {
		trips *= k.bounds[d]
		static = static && e.size != ir.Dynamic
	}
	reduced := func() []int64 {
		for d, it := range linalg.IteratorsOf(k.op) {
			if it == linalg.Reduction {
				tile[d] = 1
			}
		}
		return tile
	}
	if !static || trips%k.threads != 0 {
		tile[last] = min(size, k.bounds[last])
		return reduced()
	}
	size = min(size, trips/k.threads)
	if k.bounds[last]%size != 0 && size%k.bounds[last] != 0 {
		return tile
	}
	tile[last] = min(k.bounds[last], size)
	for d, rest := last-1, size/k.bounds[last]; d >= 0 && rest > 0 && rest%k.bounds[d] == 0; d-- {
		tile[d] = k.bounds[d]
		rest /= k.bounds[d]
	}
	return reduced()
}

// basis divides the loops by the lists of a configuration.
func (k *configuration) basis(config *ireegpu.LoweringConfig) *ir.Diagnostic {
	n := len(k.bounds)
	subgroups, ok := config.Basis("subgroup_basis", n)
	if !ok {
		return k.op.Errorf("could not find a subgroup basis from lowering config")
	}
	lanes, ok := config.Basis("lane_basis", n)
	if !ok {
		return k.op.Errorf("could not find a lane basis from lowering config")
	}
	element, _ := config.Ints("thread")
	l := vectorext.LayoutLists{OuterTile: ones(n)}
	l.SubgroupTile, l.SubgroupStrides = subgroups.Sizes()
	l.ThreadTile, l.ThreadStrides = lanes.Sizes()
	rest, _ := divide(k.bounds, l.SubgroupTile)
	rest, _ = divide(rest, l.ThreadTile)
	l.BatchTile, l.ElementTile = divide(rest, element)
	layout, d := k.layout(l)
	if d != nil {
		return d
	}
	k.lay(config, nil, func(i int) *vectorext.NestedLayout { return layout.Apply(k.maps[i]) })
	return nil
}

// intrinsic divides the loops of a contraction so that a matrix instruction computes it.
func (k *configuration) intrinsic(config *ireegpu.LoweringConfig, m *ireegpu.MMA) *ir.Diagnostic {
	n := len(k.bounds)
	if !linalg.IsContraction(k.op) {
		return k.op.Errorf("unable to set intrinsic layouts: expected a contraction, which #iree_gpu.lowering_config with mma_kind divides")
	}
	subgroups, ok := config.Basis("subgroup_basis", n)
	if !ok {
		return k.op.Errorf("could not find a subgroup basis from lowering config")
	}
	inner, missing := k.matrixLoops(m.Blocks > 1)
	if missing != "" {
		return k.op.Errorf("expected a loop %s for %s, but found none", missing, m)
	}
	sizes, strides := subgroups.Sizes()
	batch, _ := divide(k.bounds, sizes)
	instruction := ones(n)
	for i, extent := range []int64{m.Blocks, m.M, m.N, m.K} {
		if d := inner[i]; d >= 0 {
			instruction[d] = extent
		}
	}
	batch, _ = divide(batch, instruction)
	var layouts [3]*vectorext.NestedLayout
	for operand, along := range [3][3]int{{inner[0], inner[1], inner[3]}, {inner[0], inner[3], inner[2]}, {inner[0], inner[1], inner[2]}} {
		p, ok := m.BlockPart(operand)
		if !ok {
			return k.op.Errorf("the layouts of %s are not known", m)
		}
		l := vectorext.LayoutLists{
			SubgroupTile: sizes, SubgroupStrides: strides, BatchTile: batch,
			OuterTile: ones(n), ThreadTile: ones(n), ThreadStrides: make([]int64, n), ElementTile: ones(n),
		}
		for i, d := range along {
			if d >= 0 {
				l.OuterTile[d], l.ThreadTile[d], l.ThreadStrides[d], l.ElementTile[d] = p.Outer[i], p.Thread[i], p.ThreadStrides[i], p.Element[i]
			}
		}
		layout, d := k.layout(l)
		if d != nil {
			return d
		}
		layouts[operand] = layout.Apply(k.maps[operand])
	}
	var kind ir.Attribute
	if revision.Of(k.rw.Context()) == revision.Seed {
		kind = m
	}
	k.lay(config, kind, func(i int) *vectorext.NestedLayout { return layouts[i] })
	return nil
}

// matrixLoops returns the innermost loops of the batch, of the rows, of the columns and of the sum. The
// first is -1 if it is not wanted. missing names a loop that does not exist.
func (k *configuration) matrixLoops(batched bool) (inner [4]int, missing string) {
	inner = [4]int{-1, -1, -1, -1}
	for d := range k.bounds {
		var uses [3]bool
		for i := range uses {
			_, uses[i] = k.maps[i].ResultPosition(d)
		}
		switch uses {
		case [3]bool{true, true, true}:
			if batched {
				inner[0] = d
			}
		case [3]bool{true, false, true}:
			inner[1] = d
		case [3]bool{false, true, true}:
			inner[2] = d
		case [3]bool{true, true, false}:
			inner[3] = d
		}
	}
	for i, name := range []string{"of the batch", "of rows", "of columns", "of the sum"} {
		if inner[i] < 0 && (i > 0 || batched) {
			return inner, name
		}
	}
	return inner, ""
}
