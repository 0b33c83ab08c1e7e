package gpu

import (
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/memref"
	"optc/dialect/poplar"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
)

// LowerElements is gpu-lower-elements.
var LowerElements = &passes.Pass{
	Name:  "gpu-lower-elements",
	Title: "Lower gathers, scatters and map_store to accesses of elements",
	Doc: `Lowers transfer_gather and transfer_scatter with index vectors (iree_vector_ext),
vector.scatter, iree_linalg_ext.map_store, and operations of other dialects that choose
the place of every element, to one access per element of a memref. A branch leaves out
elements that a mask or the mapping excludes. Drops iree_codegen.swizzle_hint, with a
remark: the memory keeps its order.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"arith", "memref", "scf", "vector"},
	Run: func(c *passes.Context) (changed bool, err error) {
		var list []*ir.Operation
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			a, moves := ir.MoveOf(op)
			if ir.Is[ireecodegen.SwizzleHintOp](op) || moves && !ir.Is[vector.GatherOp](op) && (len(a.Chosen) > 0 || a.Body != nil) {
				list = append(list, op)
			}
			return ir.Advance
		})
		e := &elements{rw: c.Rewriter(nil)}
		for op := range passes.Each(c, list) {
			e.rw.Before(op).Loc = op.Loc()
			if hint := ir.As[ireecodegen.SwizzleHintOp](op); hint.Ok() {
				d := op.Errorf("is dropped: the memory keeps its order")
				d.Severity = ir.Remark
				c.Report(d)
				e.rw.Replace(op, hint.Operand())
				changed = true
			} else {
				changed = e.lower(op) || changed
			}
		}
		return changed, nil
	},
}

// elements splits operations into accesses of single elements.
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

// lower replaces a gather, a scatter, or a store whose region computes the place of every element. Later elements overwrite
// earlier ones.
func (e *elements) lower(op *ir.Operation) bool {
	a, _ := ir.MoveOf(op)
	m, t := a.MemRef(), a.VectorType()
	if m == nil || t == nil || t.AnyScalable() || ir.IsType[*ir.VectorType](m.Elem) || a.Packed {
		return false
	}
	if a.Kind == ir.Write {
		eachPosition(t.Dims, func(at []int64) {
			place, on := e.place(&a, at)
			e.storeIf(on, vector.NewExtract(e.rw, a.Moved, at...).Result(), a.Memory, place)
		})
		e.rw.Replace(op)
		return true
	}
	var list []*ir.Value
	eachPosition(t.Dims, func(at []int64) {
		place, on := e.place(&a, at)
		if on == nil {
			list = append(list, memref.NewLoad(e.rw, a.Memory, place...).Result())
			return
		}
		choice := scf.NewIf(e.rw, on, t.Elem)
		after := e.rw.Save()
		e.rw.NewBlock(choice.ThenRegion(), nil, op.Loc())
		scf.NewYield(e.rw, memref.NewLoad(e.rw, a.Memory, place...).Result())
		e.rw.NewBlock(choice.ElseRegion(), nil, op.Loc())
		scf.NewYield(e.rw, e.at(a.Padding, at, affine.Identity(len(at))))
		e.rw.Restore(after)
		list = append(list, choice.Results()[0])
	})
	e.rw.Replace(op, vector.NewFromElements(e.rw, t, list).Dest())
	return true
}

// place returns the indices in the memref of an element of an access, and the condition under which it is accessed, or nil
// if it always is.
func (e *elements) place(a *ir.Access, position []int64) (out []*ir.Value, on *ir.Value) {
	if a.Body != nil {
		out = e.computed(a.Body, position)
		return out[:len(out)-1], out[len(out)-1]
	}
	for k, offset := range a.Indices {
		x := a.Map.Results[k]
		if d, isDim := x.IsDim(); isDim && position[d] > 0 {
			offset = arith.NewAddI(e.rw, offset, e.index(position[d])).Result()
		} else if s, isSymbol := x.IsSymbol(); isSymbol {
			i := e.at(a.Chosen[s].Operand, position, a.Chosen[s].Map)
			if !ir.IsType[*ir.IndexType](i.Type()) {
				i = arith.NewIndexCast(e.rw, e.rw.Context().Index(), i).Out()
			}
			offset = arith.NewAddI(e.rw, offset, i).Result()
		}
		out = append(out, offset)
	}
	if a.Mask != nil {
		on = e.at(a.Mask, position, a.MaskMap)
	}
	for _, k := range a.Guarded {
		within := arith.NewCmpI(e.rw, arith.ULT, out[k], limitOf(e.rw, a, k, e.index)).Result()
		if on == nil {
			on = within
		} else {
			on = arith.NewAndI(e.rw, on, within).Result()
		}
	}
	return out, on
}

// computed returns what the body of an access yields for an element.
func (e *elements) computed(body *ir.Block, position []int64) (yielded []*ir.Value) {
	m := &ir.Mapping{}
	for i, v := range position {
		m.Map(body.Arg(i), e.index(v))
	}
	for o := range body.Ops() {
		if o != body.Back() {
			e.rw.Clone(o, m)
		}
	}
	for _, v := range body.Back().Operands() {
		yielded = append(yielded, m.Value(v))
	}
	return yielded
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

// limitOf returns the extent of the memory of an access along dimension k; index makes constants.
func limitOf(rw *ir.Rewriter, a *ir.Access, k int, index func(n int64) *ir.Value) *ir.Value {
	if n := a.MemRef().Dims[k]; n != ir.Dynamic {
		return index(n)
	}
	return memref.NewDim(rw, a.Memory, index(int64(k))).Result()
}
