package gpu

import (
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/memref"
	"optc/dialect/poplar"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/passes"
)

// LowerTransfersOptions are the options of gpu-lower-transfers.
type LowerTransfersOptions struct {
	Align int64 `opt:"align" help:"bytes of which the addresses of arguments are multiples, unless llvm.align gives another number"`
}

// LowerTransfers is gpu-lower-transfers.
var LowerTransfers = &passes.Pass{
	Name:  "gpu-lower-transfers",
	Title: "Lower masked, partial and permuted transfers to accesses with a branch per row",
	Doc: `Takes vector.transfer_read, transfer_write, maskedload and maskedstore of memrefs, loads
and stores of vectors of several dimensions, and operations of other dialects that move a vector to
or from a box of memory, apart into rows. A row whose elements are all on is one access. Otherwise its elements are accessed one
by one without a branch for each: an element that is off reads, or writes again, the first
element of the row that is on.

    %v = vector.maskedload %m[%i], %mask, %pad : …, vector<2xf32>
    →
    %all = arith.andi %mask[0], %mask[1]
    %v = scf.if %all { vector.load %m[%i] } else {
      %any = arith.ori %mask[0], %mask[1]
      scf.if %any { loads, and the padding where the mask is off } else { %pad }
    }`,
	Options:  LowerTransfersOptions{Align: gpu.WidestAccess},
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"arith", "memref", "scf", "vector"},
	Run: func(c *passes.Context) (changed bool, err error) {
		facts, err := narrowFacts(c)
		if err != nil {
			return false, err
		}
		changed = facts != nil
		var list []*ir.Operation
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if a, ok := ir.MoveOf(op); ok && needsRows(op, &a) {
				list = append(list, op)
			}
			return ir.Advance
		})
		rw := c.Rewriter(nil)
		for op := range passes.Each(c, list) {
			rw.Before(op).Loc = op.Loc()
			changed = lowerTransfer(rw, op, facts) || changed
		}
		return changed, nil
	},
}

// narrowFacts returns the facts about alignment, or nil where they are irrelevant: without a chip,
// and on a chip that accesses rows of any alignment at once.
func narrowFacts(c *passes.Context) (*aligner, error) {
	m, err := kernel.MachineOf(c.Op)
	switch {
	case err != nil:
		return nil, c.Op.OpError("", err)
	case m == nil || !m.IsNVIDIA() || ireecodegen.TranslationOf(c.Op) == nil:
		return nil, nil
	}
	return alignerOf(c, passes.OptionsOf[LowerTransfersOptions](c).Align)
}

// rows are the rows of a transfer between a vector and a memref.
type rows struct {
	rw     *ir.Rewriter
	vector *ir.VectorType
	along  []int     // dimension of the memref for each dimension of the vector, or -1
	access ir.Access // access of the vector
	whole  bool      // a row is contiguous
	facts  *aligner  // nil if the chip accesses a row of any alignment at once
}

// isNarrow reports whether a whole row is accessed element by element.
func (r *rows) isNarrow(x *row) bool {
	if !r.whole {
		return true
	}
	if r.facts == nil {
		return false
	}
	element := int64(ir.ElementBytes(r.vector.Elem))
	return min(r.facts.address(r.access.Memory, r.place(r.element(x.at, 0))), lowestBit(r.width()*element)) <= element
}

// lowerTransfer replaces a transfer, and reports whether it did.
func lowerTransfer(rw *ir.Rewriter, op *ir.Operation, facts *aligner) bool {
	a, _ := ir.MoveOf(op)
	r := &rows{rw: rw, facts: facts, access: a, vector: a.VectorType(), along: a.Along()}
	t := a.MemRef()
	if t == nil || r.vector.AnyScalable() || ir.IsType[*ir.VectorType](t.Elem) || a.Kind == ir.Read && !a.TouchesAll() && a.Padding == nil {
		return false
	}
	strides, _, known := t.StridesAndOffset()
	r.whole = known && len(r.along) > 0 && r.along[len(r.along)-1] == len(t.Dims)-1 && strides[len(t.Dims)-1] == 1 && !isPacked(t.Elem)
	if a.Kind == ir.Write {
		r.store(a.Moved)
		rw.Replace(op)
		return true
	}
	rw.Replace(op, r.load())
	return true
}

// isPacked reports whether a vector stores several elements of type t in a byte, while a memref
// stores one.
func isPacked(t ir.Type) bool { return ir.IntWidth(t)%8 != 0 }

// needsRows reports whether op moves a vector to or from a box of memory in another way than a load or store of a row, which
// upstream lowers. Upstream does not lower several dimensions, and for packed elements its code would access single bits.
func needsRows(op *ir.Operation, a *ir.Access) bool {
	v := a.VectorType()
	if v == nil || !a.IsPlaced() {
		return false
	}
	if ir.IsAny(op, vector.LoadOp{}, vector.StoreOp{}) {
		return len(v.Dims) > 1 || len(v.Dims) == 1 && isPacked(v.Elem)
	}
	return true
}

// positions yields the positions of the rows: all dimensions but the last.
func (r *rows) positions(visit func(at []int64)) {
	eachPosition(r.vector.Dims[:max(len(r.vector.Dims)-1, 0)], visit)
}

// eachPosition yields the positions in a shape, the last dimension first.
func eachPosition(shape []int64, visit func(at []int64)) {
	at := make([]int64, len(shape))
	for {
		visit(slices.Clone(at))
		d := len(shape) - 1
		for ; d >= 0; d-- {
			if at[d]++; at[d] < shape[d] {
				break
			}
			at[d] = 0
		}
		if d < 0 {
			return
		}
	}
}

// width returns the number of elements of a row.
func (r *rows) width() int64 {
	if n := len(r.vector.Dims); n > 0 {
		return r.vector.Dims[n-1]
	}
	return 1
}

// element returns the position in the vector of element i of a row.
func (r *rows) element(at []int64, i int64) []int64 {
	if len(r.vector.Dims) == 0 {
		return nil
	}
	return append(slices.Clone(at), i)
}

func (r *rows) index(v int64) *ir.Value { return arith.ConstantIndex(r.rw, v) }

// place returns the indices of an element in the memref.
func (r *rows) place(position []int64) []*ir.Value {
	out := slices.Clone(r.access.Indices)
	for d, m := range r.along {
		if m >= 0 && position[d] > 0 {
			out[m] = arith.NewAddI(r.rw, out[m], r.index(position[d])).Result()
		}
	}
	return out
}

// isOn returns the condition under which an element is accessed, or nil if it always is.
func (r *rows) isOn(position []int64) (on *ir.Value) {
	and := func(c *ir.Value) {
		if on == nil {
			on = c
		} else {
			on = arith.NewAndI(r.rw, on, c).Result()
		}
	}
	if r.access.Mask != nil {
		bit := make([]int64, len(r.access.MaskMap.Results)) // the mask of a vector that repeats one element has one element
		for k, e := range r.access.MaskMap.Results {
			if d, ok := e.IsDim(); ok {
				bit[k] = position[d]
			}
		}
		and(vector.NewExtract(r.rw, r.access.Mask, bit...).Result())
	}
	for d, m := range r.along {
		if !slices.Contains(r.access.Guarded, m) {
			continue
		}
		limit := limitOf(r.rw, &r.access, m, r.index)
		at := r.access.Indices[m]
		if position[d] > 0 {
			at = arith.NewAddI(r.rw, at, r.index(position[d])).Result()
		}
		and(arith.NewCmpI(r.rw, arith.ULT, at, limit).Result())
	}
	return on
}

// row describes a row: the conditions of its elements, nil if all are on, and whether all and
// any are on.
type row struct {
	at       []int64
	on       []*ir.Value
	all, any *ir.Value
}

func (r *rows) row(at []int64) *row {
	x := &row{at: at}
	for i := range r.width() {
		on := r.isOn(r.element(at, i))
		if on == nil {
			return x
		}
		x.on = append(x.on, on)
		if i == 0 {
			x.all, x.any = on, on
		} else {
			x.all = arith.NewAndI(r.rw, x.all, on).Result()
			x.any = arith.NewOrI(r.rw, x.any, on).Result()
		}
	}
	return x
}

// load builds the vector that a read returns.
func (r *rows) load() *ir.Value {
	rank := len(r.vector.Dims)
	if rank == 0 {
		x := r.row(nil)
		return vector.NewBroadcast(r.rw, r.vector, vector.NewExtract(r.rw, r.loadRow(x), 0).Result()).Vector()
	}
	var out *ir.Value
	if rank > 1 {
		out = arith.NewConstant(r.rw, r.rw.Context().Dense(r.vector, make([]byte, ir.ElementBytes(r.vector.Elem)))).Result()
	}
	r.positions(func(at []int64) {
		v := r.loadRow(r.row(at))
		if rank == 1 {
			out = v
		} else {
			out = vector.NewInsert(r.rw, v, out, at...).Result()
		}
	})
	return out
}

// rowType is the type of a row.
func (r *rows) rowType() *ir.VectorType { return ir.Vector([]int64{r.width()}, r.vector.Elem) }

// paddingRow returns the result of a read for a row that is off.
func (r *rows) paddingRow() *ir.Value {
	if _, isVector := r.access.Padding.Type().(*ir.VectorType); isVector {
		return r.access.Padding
	}
	return vector.NewBroadcast(r.rw, r.rowType(), r.access.Padding).Vector()
}

func (r *rows) loadRow(x *row) *ir.Value {
	if x.on == nil {
		return r.loadWhole(x.at)
	}
	off := r.paddingRow()
	if r.width() == 1 {
		return r.choose(x.all, func() *ir.Value { return r.loadWhole(x.at) }, func() *ir.Value { return off })
	}
	elements := func() *ir.Value {
		return r.choose(x.any, func() *ir.Value {
			first := r.firstOn(x)
			var elements []*ir.Value
			for i, on := range x.on {
				at := arith.NewSelect(r.rw, on, r.index(int64(i)), first).Result()
				v := memref.NewLoad(r.rw, r.access.Memory, r.placeAlong(x.at, at)...).Result()
				pad := vector.NewExtract(r.rw, off, int64(i)).Result()
				elements = append(elements, arith.NewSelect(r.rw, on, v, pad).Result())
			}
			return vector.NewFromElements(r.rw, r.rowType(), elements).Dest()
		}, func() *ir.Value { return off })
	}
	if r.isNarrow(x) {
		return elements()
	}
	return r.choose(x.all, func() *ir.Value { return r.loadWhole(x.at) }, elements)
}

// loadWhole loads all elements of a row.
func (r *rows) loadWhole(at []int64) *ir.Value {
	if r.whole {
		return vector.NewLoad(r.rw, r.rowType(), r.access.Memory, r.place(r.element(at, 0))).Result()
	}
	var elements []*ir.Value
	for i := range r.width() {
		elements = append(elements, memref.NewLoad(r.rw, r.access.Memory, r.place(r.element(at, i))...).Result())
	}
	return vector.NewFromElements(r.rw, r.rowType(), elements).Dest()
}

// firstOn returns the position in a row of the first element that is on.
func (r *rows) firstOn(x *row) *ir.Value {
	first := r.index(r.width() - 1)
	for i := len(x.on) - 2; i >= 0; i-- {
		first = arith.NewSelect(r.rw, x.on[i], r.index(int64(i)), first).Result()
	}
	return first
}

// placeAlong returns the indices in the memref of the element of a row at a computed position.
func (r *rows) placeAlong(at []int64, i *ir.Value) []*ir.Value {
	out := r.place(r.element(at, 0))
	if n := len(r.along); n > 0 && r.along[n-1] >= 0 {
		m := r.along[n-1]
		out[m] = arith.NewAddI(r.rw, out[m], i).Result()
	}
	return out
}

// store writes a vector.
func (r *rows) store(v *ir.Value) {
	r.positions(func(at []int64) {
		x := r.row(at)
		element := func(i int64) *ir.Value { return vector.NewExtract(r.rw, v, r.element(at, i)...).Result() }
		if x.on == nil {
			r.storeWhole(v, at)
			return
		}
		if r.width() == 1 {
			r.decide(x.all, func() { r.storeWhole(v, at) }, nil)
			return
		}
		elements := func() {
			r.decide(x.any, func() {
				first, value := r.firstOn(x), element(r.width()-1)
				for i := len(x.on) - 2; i >= 0; i-- {
					value = arith.NewSelect(r.rw, x.on[i], element(int64(i)), value).Result()
				}
				for i, on := range x.on {
					to := arith.NewSelect(r.rw, on, r.index(int64(i)), first).Result()
					memref.NewStore(r.rw, arith.NewSelect(r.rw, on, element(int64(i)), value).Result(), r.access.Memory, r.placeAlong(at, to)...)
				}
			}, nil)
		}
		if r.isNarrow(x) {
			elements()
			return
		}
		r.decide(x.all, func() { r.storeWhole(v, at) }, elements)
	})
}

// storeWhole stores all elements of a row.
func (r *rows) storeWhole(v *ir.Value, at []int64) {
	if r.whole {
		part := v
		if len(at) > 0 {
			part = vector.NewExtract(r.rw, v, at...).Result()
		}
		vector.NewStore(r.rw, part, r.access.Memory, r.place(r.element(at, 0)))
		return
	}
	for i := range r.width() {
		position := r.element(at, i)
		memref.NewStore(r.rw, vector.NewExtract(r.rw, v, position...).Result(), r.access.Memory, r.place(position)...)
	}
}

// choose builds an scf.if with a row as its result.
func (r *rows) choose(condition *ir.Value, then, otherwise func() *ir.Value) *ir.Value {
	op := scf.NewIf(r.rw, condition, r.rowType())
	after := r.rw.Save()
	for i, build := range []func() *ir.Value{then, otherwise} {
		r.rw.NewBlock(op.Operation().Region(i), nil, op.Operation().Loc())
		scf.NewYield(r.rw, build())
	}
	r.rw.Restore(after)
	return op.Results()[0]
}

// decide builds an scf.if without results; otherwise may be nil.
func (r *rows) decide(condition *ir.Value, then, otherwise func()) {
	op := scf.NewIf(r.rw, condition)
	after := r.rw.Save()
	for i, build := range []func(){then, otherwise} {
		if build == nil {
			continue
		}
		r.rw.NewBlock(op.Operation().Region(i), nil, op.Operation().Loc())
		build()
		scf.NewYield(r.rw)
	}
	r.rw.Restore(after)
}
