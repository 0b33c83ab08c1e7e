package gpu

import (
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/iree/ireelinalgext"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
)

// LowerElements is gpu-lower-elements.
var LowerElements = &passes.Pass{
	Name:  "gpu-lower-elements",
	Title: "Lower gathers, scatters and map_store to accesses of elements",
	Doc: `Takes iree_vector_ext.transfer_gather and transfer_scatter, vector.scatter, and
iree_linalg_ext.map_store, of memrefs apart into an access per element, with a branch where
a mask or the mapping may leave the element out. Drops iree_codegen.swizzle_hint, with a
remark: the memory keeps its order.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "memref", "scf", "vector"},
	Run: func(c *passes.Context) (changed bool, err error) {
		var list []*ir.Operation
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			_, maps := op.Typed().(ireelinalgext.MapStoring)
			if _, moves := vectorext.AsTransfer(op); moves || maps || ir.IsAny(op, vector.ScatterOp{}, ireecodegen.SwizzleHintOp{}) {
				list = append(list, op)
			}
			return ir.Advance
		})
		e := &elements{rw: c.Rewriter(nil)}
		for op := range passes.Each(c, list) {
			e.rw.Before(op).Loc = op.Loc()
			if t, moves := vectorext.AsTransfer(op); moves {
				changed = e.transfer(t) || changed
			} else if scatter := ir.As[vector.ScatterOp](op); scatter.Ok() {
				changed = e.scatter(scatter) || changed
			} else if hint := ir.As[ireecodegen.SwizzleHintOp](op); hint.Ok() {
				d := op.Errorf("is dropped: the memory keeps its order")
				d.Severity = ir.Remark
				c.Report(d)
				e.rw.Replace(op, hint.Operand())
				changed = true
			} else {
				changed = e.mapStore(op) || changed
			}
		}
		return changed, nil
	},
}

// elements takes operations apart into accesses of elements.
type elements struct{ rw *ir.Rewriter }

func (e *elements) index(v int64) *ir.Value { return arith.ConstantIndex(e.rw, v) }

// at extracts the element of v at the dimensions that a map selects of a position.
func (e *elements) at(v *ir.Value, position []int64, m affine.Map) *ir.Value {
	t, ok := v.Type().(*ir.VectorType)
	if !ok {
		return v
	}
	var at []int64
	for _, x := range m.Results {
		i := int64(0)
		if d, isDim := x.IsDim(); isDim {
			i = position[d]
		}
		at = append(at, i)
	}
	for len(at) < len(t.Dims) {
		at = append(at, 0)
	}
	return vector.NewExtract(e.rw, v, at...).Result()
}

// transfer replaces a gather or a scatter.
func (e *elements) transfer(t vectorext.Transfer) bool {
	m, ok := t.Base().Type().(*ir.MemRefType)
	if !ok || t.VectorType().AnyScalable() || ir.IsType[*ir.VectorType](m.Elem) {
		return false
	}
	shape := t.VectorType().Dims
	if !t.IsGather() {
		eachPosition(shape, func(at []int64) {
			place := e.place(t, at)
			e.storeIf(e.isOn(t, at, place), vector.NewExtract(e.rw, t.Vector(), at...).Result(), t.Base(), place)
		})
		e.rw.Replace(t.Operation)
		return true
	}
	var list []*ir.Value
	eachPosition(shape, func(at []int64) {
		place := e.place(t, at)
		on := e.isOn(t, at, place)
		if on == nil {
			list = append(list, memref.NewLoad(e.rw, t.Base(), place...).Result())
			return
		}
		choice := scf.NewIf(e.rw, on, t.VectorType().Elem)
		after := e.rw.Save()
		e.rw.NewBlock(choice.ThenRegion(), nil, t.Loc())
		scf.NewYield(e.rw, memref.NewLoad(e.rw, t.Base(), place...).Result())
		e.rw.NewBlock(choice.ElseRegion(), nil, t.Loc())
		scf.NewYield(e.rw, t.Padding())
		e.rw.Restore(after)
		list = append(list, choice.Results()[0])
	})
	e.rw.Replace(t.Operation, vector.NewFromElements(e.rw, t.VectorType(), list).Dest())
	return true
}

// place returns the indices in the memref of an element of a transfer.
func (e *elements) place(t vectorext.Transfer, position []int64) (out []*ir.Value) {
	base, maps := t.BaseMap(), t.VectorMaps()
	for k, offset := range t.Offsets() {
		x := base.Results[k]
		if d, isDim := x.IsDim(); isDim && position[d] > 0 {
			offset = arith.NewAddI(e.rw, offset, e.index(position[d])).Result()
		} else if s, isSymbol := x.IsSymbol(); isSymbol {
			i := e.at(t.IndexVecs()[s], position, maps[s])
			if !ir.IsType[*ir.IndexType](i.Type()) {
				i = arith.NewIndexCast(e.rw, e.rw.Context().Index(), i).Out()
			}
			offset = arith.NewAddI(e.rw, offset, i).Result()
		}
		out = append(out, offset)
	}
	return out
}

// isOn returns the condition under which an element at a place is transferred, or nil if it
// always is.
func (e *elements) isOn(t vectorext.Transfer, position []int64, place []*ir.Value) (on *ir.Value) {
	if t.Mask() != nil {
		on = e.at(t.Mask(), position, t.MaskMap())
	}
	if t.Unified() {
		return on
	}
	inside := t.InBounds()
	for r, x := range t.PermutationMap().Results {
		k, ok := x.IsDim()
		if !ok || inside[r] {
			continue
		}
		var limit *ir.Value
		if n := t.BaseType().Shape()[k]; n != ir.Dynamic {
			limit = e.index(n)
		} else {
			limit = memref.NewDim(e.rw, t.Base(), e.index(int64(k))).Result()
		}
		within := arith.NewCmpI(e.rw, arith.ULT, place[k], limit).Result()
		if on == nil {
			on = within
		} else {
			on = arith.NewAndI(e.rw, on, within).Result()
		}
	}
	return on
}

// storeIf stores an element under a condition, or always if that is nil.
func (e *elements) storeIf(on, v, base *ir.Value, place []*ir.Value) {
	if on == nil {
		memref.NewStore(e.rw, v, base, place...)
		return
	}
	choice := scf.NewIf(e.rw, on)
	after := e.rw.Save()
	e.rw.NewBlock(choice.ThenRegion(), nil, choice.Operation().Loc())
	memref.NewStore(e.rw, v, base, place...)
	scf.NewYield(e.rw)
	e.rw.Restore(after)
}

// scatter replaces a vector.scatter, whose later elements overwrite earlier ones.
func (e *elements) scatter(op vector.ScatterOp) bool {
	t := op.ValueToStore().Type().(*ir.VectorType)
	if _, ok := op.Base().Type().(*ir.MemRefType); !ok || t.AnyScalable() {
		return false
	}
	last := len(op.Offsets()) - 1
	eachPosition(t.Dims, func(at []int64) {
		place := slices.Clone(op.Offsets())
		i := vector.NewExtract(e.rw, op.Indices(), at...).Result()
		if !ir.IsType[*ir.IndexType](i.Type()) {
			i = arith.NewIndexCast(e.rw, e.rw.Context().Index(), i).Out()
		}
		place[last] = arith.NewAddI(e.rw, place[last], i).Result()
		on := vector.NewExtract(e.rw, op.Mask(), at...).Result()
		e.storeIf(on, vector.NewExtract(e.rw, op.ValueToStore(), at...).Result(), op.Base(), place)
	})
	e.rw.Replace(op.Operation())
	return true
}

// mapStore replaces a store whose region computes the place of every element.
func (e *elements) mapStore(op *ir.Operation) bool {
	store := op.Typed().(ireelinalgext.MapStoring)
	t, isVector := store.Input().Type().(*ir.VectorType)
	if _, ok := store.Output().Type().(*ir.MemRefType); !ok || !isVector || t.AnyScalable() {
		return false
	}
	body := op.Body()
	eachPosition(t.Dims, func(at []int64) {
		m := &ir.Mapping{}
		for i, v := range at {
			m.Map(body.Arg(i), e.index(v))
		}
		for o := range body.Ops() {
			if o != body.Back() {
				e.rw.Clone(o, m)
			}
		}
		var yielded []*ir.Value
		for _, v := range body.Back().Operands() {
			yielded = append(yielded, m.Value(v))
		}
		last := len(yielded) - 1
		e.storeIf(yielded[last], vector.NewExtract(e.rw, store.Input(), at...).Result(), store.Output(), yielded[:last])
	})
	e.rw.Replace(op)
	return true
}
