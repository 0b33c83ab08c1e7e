package standard

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/memref"
	"optc/dialect/tensor"
	"optc/ir"
	maps "optc/ir/affine"
	"optc/passes"
)

// UnitExtentsOptions are the options of FoldUnitExtents.
type UnitExtentsOptions struct {
	Slices bool `opt:"use-rank-reducing-slices" help:"Generate rank-reducing slices instead of reassociative reshapes"`
}

// FoldUnitExtents removes loops and dimensions of extent 1.
//
//	%0 = linalg.generic {…, iterator_types = ["parallel", "parallel"]}   →   %c = tensor.collapse_shape %x [[0, 1]] : tensor<1x5xf32> into tensor<5xf32>
//	       ins(%x : tensor<1x5xf32>) outs(%y : tensor<1x5xf32>) …            %d = tensor.collapse_shape %y [[0, 1]] : tensor<1x5xf32> into tensor<5xf32>
//	                                                                         %1 = linalg.generic {…, iterator_types = ["parallel"]}
//	                                                                                ins(%c : tensor<5xf32>) outs(%d : tensor<5xf32>) …
//	                                                                         %0 = tensor.expand_shape %1 [[0, 1]] output_shape [1, 5] : tensor<5xf32> into tensor<1x5xf32>
var FoldUnitExtents = &passes.Pass{
	Name:  "linalg-fold-unit-extent-dims",
	Title: "Remove unit-extent dimension in Linalg ops on tensors",
	Class: "LinalgFoldUnitExtentDimsPass",
	Doc: `A loop of linalg.generic that runs once is removed with the dimensions of the operands that it visits. Operands lose these dimensions by
tensor.collapse_shape or memref.collapse_shape, and results get them back by tensor.expand_shape. With use-rank-reducing-slices,
tensor.extract_slice, memref.subview and tensor.insert_slice do the same. tensor.pad loses dimensions of extent 1 that are not padded.

    %0 = linalg.generic {indexing_maps = [(d0, d1) -> (d0, d1), (d0, d1) -> (d0, d1)], iterator_types = ["parallel", "parallel"]}
           ins(%x : tensor<1x5xf32>) outs(%y : tensor<1x5xf32>) { … }
    →
    %c = tensor.collapse_shape %x [[0, 1]] : tensor<1x5xf32> into tensor<5xf32>
    %d = tensor.collapse_shape %y [[0, 1]] : tensor<1x5xf32> into tensor<5xf32>
    %1 = linalg.generic {indexing_maps = [(d0) -> (d0), (d0) -> (d0)], iterator_types = ["parallel"]}
           ins(%c : tensor<5xf32>) outs(%d : tensor<5xf32>) { … }
    %0 = tensor.expand_shape %1 [[0, 1]] output_shape [1, 5] : tensor<5xf32> into tensor<1x5xf32>

Then slices with dimensions of extent 1 become slices without these dimensions and a reshape. If the region of a linalg.generic
without reductions reads the old elements of an output, they become an input. Reshapes, slices of empty tensors and fills are simplified.
Tensors with an encoding and memrefs with a layout keep their dimensions.`,
	Options:  UnitExtentsOptions{},
	Dialects: []string{"affine", "linalg", "memref", "tensor"},
	Run: func(c *passes.Context) (bool, error) {
		d := unitDropper{slices: passes.OptionsOf[UnitExtentsOptions](c).Slices}
		changed := passes.WalkPatterns(c, []*ir.Pattern{
			{Name: "drop-unit-dims", Root: linalg.GenericOp{}, Rewrite: d.generic},
			{Name: "drop-pad-unit-dims", Root: tensor.PadOp{}, Rewrite: d.pad},
		})
		return passes.ApplyPatterns(c, d.cleanup()) || changed, nil
	},
}

// unitDropper removes dimensions of extent 1, by slices or by reshapes.
type unitDropper struct{ slices bool }

// withoutUnits is an operand without dimensions of extent 1.
type withoutUnits struct {
	shape   []int64
	groups  [][]int64 // the dimensions of the operand for each dimension of shape
	indices []maps.Expr
}

// generic removes the loops of extent 1 of a linalg.generic (dropUnitDims upstream).
func (d unitDropper) generic(op *ir.Operation, rw *ir.Rewriter) bool {
	ms := linalg.MapsOf(op)
	loops := keptLoops(op, ms)
	if loops == nil {
		return false
	}
	by, n := make([]maps.Expr, len(loops)), 0
	var iterators []linalg.Iterator
	for i, kept := range loops {
		if by[i] = maps.Const(0); kept {
			by[i] = maps.Dim(n)
			n++
			iterators = append(iterators, linalg.IteratorsOf(op)[i])
		}
	}
	operands, fresh, same := make([]withoutUnits, len(ms)), make([]maps.Map, len(ms)), true
	for i, m := range ms {
		operands[i] = removeUnits(op.Operand(i), m, loops, by)
		fresh[i] = maps.NewMap(n, 0, operands[i].indices...)
		same = same && fresh[i].Equal(m)
		if len(operands[i].indices) < len(m.Results) && !collapsible(op.Operand(i).Type()) {
			return false
		}
	}
	if same || !boundsKnown(fresh) {
		return false
	}
	values := make([]*ir.Value, len(ms))
	for i, v := range op.Operands() {
		if values[i] = v; len(operands[i].indices) < len(ms[i].Results) {
			values[i] = d.collapse(rw, v, operands[i].shape, operands[i].groups)
		}
	}
	inputs := len(linalg.InputsOf(op))
	generic := linalg.NewGeneric(rw, values[:inputs], values[inputs:], fresh, iterators).Operation()
	rw.Modify(generic, func() { generic.Region(0).TakeBody(op.Region(0)) })
	after := rw.Save()
	renumberIndices(rw, generic, by)
	rw.Restore(after)
	results := generic.ResultList()
	for k, v := range results {
		if i := inputs + k; len(operands[i].indices) < len(ms[i].Results) {
			results[k] = d.expand(rw, v, op.Operand(i), operands[i].groups)
		}
	}
	rw.Replace(op, results...)
	return true
}

// keptLoops reports for each loop whether it is kept, because its extent is not known to be 1. The list is nil if the operands do not
// give the extents of all loops, or there are no loops.
func keptLoops(op *ir.Operation, ms []maps.Map) []bool {
	var all maps.Map
	var extents []int64
	for i, m := range ms {
		all.NumDims = m.NumDims
		all.Results = append(all.Results, m.Results...)
		if s, shaped := op.Operand(i).Type().(ir.ShapedType); shaped && len(m.Results) > 0 {
			extents = append(extents, s.Shape()...)
		}
	}
	inverse, known := maps.InversePermutation(all)
	if !known || all.NumDims == 0 {
		return nil
	}
	loops := make([]bool, all.NumDims)
	for i := range loops {
		at, _ := inverse.DimPosition(i)
		loops[i] = extents[at] != 1
	}
	return loops
}

// collapsible reports whether an operand of a type may lose dimensions.
func collapsible(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.MemRefType:
		return t.HasIdentityLayout()
	case *ir.TensorType:
		return t.Encoding == nil
	}
	return false
}

// removeUnits removes the dimensions of extent 1 of an operand whose index is 0. Each unit dimension is put into the group of the
// dimension before it, or, at the beginning, of the dimension after it.
func removeUnits(v *ir.Value, m maps.Map, loops []bool, by []maps.Expr) (w withoutUnits) {
	shaped, _ := v.Type().(ir.ShapedType)
	var first []int64
	for i, e := range m.Results {
		index := e.ReplaceDims(by)
		if zero, isConst := index.IsConst(); isConst && zero == 0 && shaped.Shape()[i] == 1 {
			if last := len(w.groups) - 1; last >= 0 {
				w.groups[last] = append(w.groups[last], int64(i))
			} else {
				first = append(first, int64(i))
			}
			continue
		}
		w.indices = append(w.indices, index)
		w.shape = append(w.shape, shaped.Shape()[i])
		w.groups = append(w.groups, append(first, int64(i)))
		first = nil
	}
	return w
}

// renumberIndices adapts linalg.index to the numbers of the remaining loops; the index of a removed loop is 0.
func renumberIndices(rw *ir.Rewriter, generic *ir.Operation, by []maps.Expr) {
	ir.WalkPost(generic, func(op *ir.Operation) ir.WalkResult {
		index := ir.As[linalg.IndexOp](op)
		if !index.Ok() || nestOf(op) != generic {
			return ir.Advance
		}
		rw.Before(op).Loc = op.Loc()
		if loop, kept := by[index.Dim()].IsDim(); !kept {
			rw.Replace(op, arith.ConstantIndex(rw, 0))
		} else if int64(loop) != index.Dim() {
			rw.Replace(op, linalg.NewIndex(rw, int64(loop)).Result())
		}
		return ir.Advance
	})
	rw.Loc = generic.Loc()
}

// nestOf returns the structured operation whose loops a linalg.index counts.
func nestOf(index *ir.Operation) *ir.Operation {
	op := index.Parent()
	for op != nil && !linalg.Structured.Has(op) {
		op = op.Parent()
	}
	return op
}

// zeroOnes returns the offsets and strides of a slice that begins at the origin.
func zeroOnes(rank int) (offsets, strides []ir.Mixed) {
	return make([]ir.Mixed, rank), slices.Repeat([]ir.Mixed{{Const: 1}}, rank)
}

// collapse gives a value a shape without dimensions of extent 1.
func (d unitDropper) collapse(rw *ir.Rewriter, v *ir.Value, shape []int64, groups [][]int64) *ir.Value {
	switch t := v.Type().(type) {
	case *ir.MemRefType:
		if !d.slices {
			return memref.NewCollapseShape(rw, ir.MemRef(shape, t.Elem, nil, t.Space), v, groups).Result()
		}
		return viewWithoutUnits(rw, v, shape)
	case *ir.TensorType:
		if !d.slices {
			return tensor.NewCollapseShape(rw, ir.Tensor(shape, t.Elem, nil), v, groups).Result()
		}
		offsets, strides := zeroOnes(len(t.Dims))
		sizes, f := tensor.MixedSizes(rw, v), rw.OrFold()
		return f.Value(tensor.NewExtractSlice(f, ir.Tensor(shape, t.Elem, nil), v, offsets, sizes, strides))
	}
	return nil
}

// viewWithoutUnits views a memref without a layout in a shape without dimensions of extent 1.
func viewWithoutUnits(rw *ir.Rewriter, v *ir.Value, shape []int64) *ir.Value {
	t := v.Type().(*ir.MemRefType)
	f := rw.OrFold()
	offsets, ones := zeroOnes(len(t.Dims))
	sizes := ir.MergeMixed(t.Dims, nil)
	for i, n := range t.Dims {
		if n == ir.Dynamic {
			sizes[i] = ir.Mixed{Value: f.Value(memref.NewDim(f, v, arith.ConstantIndex(rw, int64(i))))}
		}
	}
	strides, _, _ := t.StridesAndOffset()
	var kept []int64
	for i, n := range t.Dims {
		if k := len(kept); k < len(shape) && shape[k] == n {
			kept = append(kept, strides[i])
		}
	}
	view := ir.MemRef(shape, t.Elem, rw.Context().StridedLayout(0, kept), t.Space)
	return f.Value(memref.NewSubView(f, view, v, offsets, sizes, ones))
}

// expand reshapes a value to the shape of the tensor like, which has additional dimensions of extent 1.
func (d unitDropper) expand(rw *ir.Rewriter, v, like *ir.Value, groups [][]int64) *ir.Value {
	t := like.Type().(*ir.TensorType)
	if !d.slices {
		return expandShape(rw, t, v, groups)
	}
	offsets, strides := zeroOnes(len(t.Dims))
	sizes, f := tensor.MixedSizes(rw, like), rw.OrFold()
	return f.Value(tensor.NewInsertSlice(f, v, like, offsets, sizes, strides))
}

// expandShape builds a tensor.expand_shape whose groups have at most one dynamic extent each: the extent of the source divided by
// the other extents.
func expandShape(rw *ir.Rewriter, t *ir.TensorType, src *ir.Value, groups [][]int64) *ir.Value {
	sizes, shape := tensor.MixedSizes(rw, src), ir.MergeMixed(t.Dims, nil)
	for g, group := range groups {
		known, dynamic := int64(1), -1
		for _, i := range group {
			if n := t.Dims[i]; n == ir.Dynamic {
				dynamic = int(i)
			} else {
				known *= n
			}
		}
		if dynamic >= 0 {
			f, by := rw.OrFold(), arith.ConstantIndex(rw, known)
			shape[dynamic] = ir.Mixed{Value: f.Value(arith.NewDivSI(f, sizes[g].Value, by))}
		}
	}
	return tensor.NewExpandShape(rw, t, src, groups, shape).Result()
}

// pad removes dimensions of extent 1 of a tensor.pad that are not padded.
//
//	tensor.pad %x low[0, 1] high[0, 2] { tensor.yield %c } : tensor<1x4xf32> to tensor<1x7xf32>
//	→ %y = tensor.collapse_shape %x [[0, 1]]; %p = tensor.pad %y low[1] high[2] …; tensor.expand_shape %p [[0, 1]]
func (d unitDropper) pad(op *ir.Operation, rw *ir.Rewriter) bool {
	pad := ir.Cast[tensor.PadOp](op)
	from, to := pad.Source().Type().(*ir.TensorType), pad.Result().Type().(*ir.TensorType)
	value := tensor.PaddingOf(op)
	if from.Encoding != nil || to.Encoding != nil || value == nil {
		return false
	}
	isZero := func(m ir.Mixed) bool { n, known := m.Constant(); return known && n == 0 }
	var w withoutUnits
	var low, high, padded []ir.Mixed
	var first []int64
	units := make([]bool, len(from.Dims))
	for i, n := range from.Dims {
		l, h := pad.MixedLow()[i], pad.MixedHigh()[i]
		if units[i] = n == 1 && isZero(l) && isZero(h); units[i] {
			if last := len(w.groups) - 1; last >= 0 {
				w.groups[last] = append(w.groups[last], int64(i))
			} else {
				first = append(first, int64(i))
			}
			continue
		}
		w.shape, w.groups = append(w.shape, n), append(w.groups, append(first, int64(i)))
		low, high, padded = append(low, l), append(high, h), append(padded, ir.Mixed{Const: to.Dims[i]})
		first = nil
	}
	if len(w.shape) == len(from.Dims) {
		return false
	}
	source := d.collapse(rw, pad.Source(), w.shape, w.groups)
	static, _ := ir.SplitMixed(padded)
	result := padWith(rw, ir.Tensor(static, to.Elem, nil), source, low, high, value, pad.Nofold())
	like := pad.Result()
	if d.slices {
		sizes, k := make([]ir.Mixed, len(to.Dims)), 0
		for i := range to.Dims {
			if sizes[i].Const = 1; units[i] {
				continue
			}
			if sizes[i].Const = static[k]; static[k] == ir.Dynamic {
				sizes[i] = ir.Mixed{Value: tensor.Extent(rw, result, k)}
			}
			k++
		}
		like = tensor.EmptyOf(rw, sizes, to.Elem, nil)
	}
	rw.Replace(op, d.expand(rw, result, like, w.groups))
	return true
}

// padWith builds a tensor.pad whose new elements are equal. A constant in the region of the old pad is copied to the new one.
func padWith(rw *ir.Rewriter, t ir.Type, source *ir.Value, low, high []ir.Mixed, value *ir.Value, nofold bool) *ir.Value {
	pad := tensor.NewPad(rw, t, source, low, high)
	if nofold {
		pad.SetNofold(true)
	}
	after := rw.Save()
	indices := make([]ir.Type, len(low))
	for i := range indices {
		indices[i] = rw.Context().Index()
	}
	rw.NewBlock(pad.Region(), indices, rw.Loc)
	if def := value.DefiningOp(); def != nil && ir.Is[tensor.PadOp](def.Parent()) {
		value = rw.Clone(def, nil).Result(0)
	}
	tensor.NewYield(rw, value)
	rw.Restore(after)
	return pad.Result()
}
