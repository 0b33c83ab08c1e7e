package linalg

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
	"optc/sim"
)

// rowLength is the largest number of elements that a region computes at a time.
const rowLength = 256

// rowForm describes a region whose operations can compute rows of elements: element-wise operations
// on numbers of at most 64 bits, constants and indices.
type rowForm struct {
	indices []int64     // the loops of the linalg.index operations, in order
	outside []*ir.Value // values from outside of the region
}

// rowFormOf returns nil if the region has no form on rows.
func rowFormOf(op *ir.Operation) *rowForm {
	if !op.Region(0).HasOneBlock() {
		return nil
	}
	form, body := &rowForm{}, op.Body()
	for _, t := range body.ArgTypes() {
		if !isNumber(t) {
			return nil
		}
	}
	for o := range body.Ops() {
		for _, v := range o.Results() {
			if !isNumber(v.Type()) {
				return nil
			}
		}
		for _, v := range o.Operands() {
			if v.ParentBlock() != body && !slices.Contains(form.outside, v) {
				if !isNumber(v.Type()) {
					return nil
				}
				form.outside = append(form.outside, v)
			}
		}
		switch i := ir.As[IndexOp](o); {
		case i.Ok():
			form.indices = append(form.indices, i.Dim())
		case ir.Is[YieldOp](o), o.Has(ir.Elementwise) && o.NumRegions() == 0, ir.Is[arith.ConstantOp](o):
		default:
			return nil
		}
	}
	return form
}

// isNumber reports whether a type is of numbers of at most 64 bits.
func isNumber(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType:
		return sim.Width(t) <= 64
	}
	return false
}

// lift returns an operation whose region computes rows: its arguments are the arguments of the
// region of op, then the indices and the values from outside, each as a vector.
func (form *rowForm) lift(op *ir.Operation, length int64) *ir.Operation {
	c := ir.ContextOf(op)
	row := func(t ir.Type) ir.Type { return ir.Vector([]int64{length}, t) }
	r := &ir.Region{}
	b := ir.NewBuilder(c)
	b.Loc = op.Loc()
	block := b.NewBlock(r, nil, op.Loc())
	value := map[*ir.Value]*ir.Value{}
	for _, a := range op.Body().Args() {
		value[a] = block.AddArg(row(a.Type()), op.Loc())
	}
	for o := range op.Body().Ops() {
		if ir.Is[IndexOp](o) {
			value[o.Result(0)] = block.AddArg(row(c.Index()), op.Loc())
		}
	}
	for _, v := range form.outside {
		value[v] = block.AddArg(row(v.Type()), op.Loc())
	}
	for o := range op.Body().Ops() {
		if ir.Is[IndexOp](o) {
			continue
		}
		b.Loc = o.Loc()
		if constant := ir.As[arith.ConstantOp](o); constant.Ok() {
			t := row(o.Result(0).Type()).(ir.ShapedType)
			value[o.Result(0)] = arith.NewConstant(b, arith.Splat(t, constant.Value())).Result()
			continue
		}
		st := &ir.OpState{Def: o.Def(), Dict: o.Discardable(), Loc: o.Loc()}
		for i := range o.Def().AttrNames() {
			if a := o.Prop(i); a != nil {
				st.SetPropAt(i, a)
			}
		}
		for _, v := range o.Operands() {
			st.Operands = append(st.Operands, value[v])
		}
		for _, v := range o.Results() {
			st.ResultTypes = append(st.ResultTypes, row(v.Type()))
		}
		lifted := b.Create(st)
		for i, v := range o.Results() {
			value[v] = lifted.Result(i)
		}
	}
	b.Loc = op.Loc()
	return ir.NewBuilder(c).Create(&ir.OpState{Def: c.UnregisteredOpDef("linalg.rows"), Loc: op.Loc(), Regions: []*ir.Region{r}})
}

// runRows runs a nest on rows along its innermost loop.
func (n *nest) runRows(f *sim.Frame, in *sim.Instr) error {
	loops := n.order()
	inner := -1
	if len(loops) > 0 && n.iterators[loops[len(loops)-1]] == Parallel {
		inner = loops[len(loops)-1]
		loops = loops[:len(loops)-1]
	}
	count := int64(1)
	if inner >= 0 {
		count = n.extents[inner]
	}
	length := int64(1)
	for length < min(count, rowLength) {
		length *= 2
	}
	lifted := n.lifted[length]
	if lifted == nil {
		lifted = n.rows.lift(in.Op, length)
		n.lifted[length] = lifted
	}
	args, err := n.rowArguments(f, lifted)
	if err != nil {
		return err
	}
	extents := make([]int64, len(loops))
	for i, d := range loops {
		extents[i] = n.extents[d]
	}
	point := make([]int64, len(n.iterators))
	return f.Lanes(extents, func(_ int, at []int64) error {
		for i, d := range loops {
			point[d] = at[i]
		}
		for first := int64(0); first < count; first += length {
			if inner >= 0 {
				point[inner] = first
			}
			if err := n.runRow(f, lifted, args, point, inner, min(length, count-first)); err != nil {
				return err
			}
		}
		return nil
	})
}

// rowArguments returns vectors for the arguments of a lifted region, with the values from outside.
func (n *nest) rowArguments(f *sim.Frame, lifted *ir.Operation) ([]sim.Value, error) {
	var args []sim.Value
	for _, t := range lifted.Body().ArgTypes() {
		args = append(args, sim.Value{Ref: sim.VectorLike(t.(ir.ShapedType))})
	}
	for i := range n.operands {
		if o := &n.operands[i]; o.tensor == nil && o.buffer == nil {
			spread(args[i].Vector(), o.scalar)
		}
	}
	first := len(n.operands) + len(n.rows.indices)
	for i, v := range n.rows.outside {
		spread(args[first+i].Vector(), f.Outer(v))
	}
	return args, nil
}

// spread fills a vector with v.
func spread(to *sim.Vector, v sim.Value) {
	for i := range to.Len() {
		to.Set(i, v)
	}
}

// runRow computes lanes elements of a row that begins at a point. The lanes after the last index
// repeat the last element.
func (n *nest) runRow(f *sim.Frame, lifted *ir.Operation, args []sim.Value, point []int64, inner int, lanes int64) error {
	if err := f.Worked(lanes); err != nil {
		return err
	}
	for i := range n.operands {
		o := &n.operands[i]
		if o.unused || o.tensor == nil && o.buffer == nil {
			continue
		}
		if err := o.loadRow(args[i].Vector(), point, inner, lanes); err != nil {
			return err
		}
	}
	for i, d := range n.rows.indices {
		x := args[len(n.operands)+i].Vector()
		for k := range x.Long {
			x.Long[k] = uint64(point[d])
			if int(d) == inner {
				x.Long[k] += uint64(min(int64(k), lanes-1))
			}
		}
	}
	results, err := f.CallOp(lifted, args)
	if err != nil {
		return err
	}
	for i, v := range results {
		if err := n.operands[n.outputs+i].storeRow(v, point, inner, lanes); err != nil {
			return err
		}
	}
	return nil
}

// place returns the position of the element at a point and the step along a loop.
func (o *operand) place(point []int64, inner int) (at, step int64) {
	at = o.first
	for d, i := range point {
		at += i * o.steps[d]
	}
	if inner >= 0 {
		step = o.steps[inner]
	}
	return at, step
}

func (o *operand) loadRow(to *sim.Vector, point []int64, inner int, lanes int64) error {
	at, step := o.place(point, inner)
	to.Undef = nil
	switch t := o.tensor; {
	case t == nil:
		if err := o.loadBuffer(to, point, inner, lanes); err != nil {
			return err
		}
	case t.Undef != nil:
		for k := range lanes {
			to.Set(int(k), t.At(int(at+k*step)))
		}
	case t.Short != nil && step == 1:
		copy(to.Short, t.Short[at:at+lanes])
	case t.Short != nil:
		for k := range to.Short[:lanes] {
			to.Short[k] = t.Short[at+int64(k)*step]
		}
	default:
		for k := range to.Long[:lanes] {
			to.Long[k] = t.Long[at+int64(k)*step]
		}
	}
	for k := int(lanes); k < to.Len(); k++ {
		to.Set(k, to.At(int(lanes)-1))
	}
	return nil
}

func (o *operand) loadBuffer(to *sim.Vector, point []int64, inner int, lanes int64) error {
	return o.eachLane(point, inner, lanes, func(k int) error {
		v, err := o.buffer.Load(o.index)
		if err != nil {
			return err
		}
		to.Set(k, v)
		return nil
	})
}

// eachLane visits lanes elements of a row of a buffer, with their indices in o.index.
func (o *operand) eachLane(point []int64, inner int, lanes int64, visit func(k int) error) error {
	from := int64(0)
	if inner >= 0 {
		from = point[inner]
		defer func() { point[inner] = from }()
	}
	for k := range lanes {
		if inner >= 0 {
			point[inner] = from + k
		}
		if err := o.locate(point); err != nil {
			return err
		}
		if err := visit(int(k)); err != nil {
			return err
		}
	}
	return nil
}

func (o *operand) storeRow(v sim.Value, point []int64, inner int, lanes int64) error {
	at, step := o.place(point, inner)
	from, t := v.Vector(), o.tensor
	switch {
	case t == nil:
		return o.eachLane(point, inner, lanes, func(k int) error {
			x := sim.Poison
			if from != nil {
				x = from.At(k)
			}
			if err := o.buffer.Store(o.index, x); err != nil {
				return err
			}
			return nil
		})
	case from == nil || from.Undef != nil || t.Undef != nil:
		for k := range lanes {
			x := sim.Poison
			if from != nil {
				x = from.At(int(k))
			}
			t.Set(int(at+k*step), x)
		}
	case t.Short != nil && step == 1:
		copy(t.Short[at:at+lanes], from.Short)
	case t.Short != nil:
		for k := range lanes {
			t.Short[at+k*step] = from.Short[k]
		}
	default:
		for k := range lanes {
			t.Long[at+k*step] = from.Long[k]
		}
	}
	return nil
}
