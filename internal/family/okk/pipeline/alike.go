package okk

import (
	"slices"

	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/internal/family/okk/extent"
	"optc/ir"
)

// The rules of layouts, operands and okk.parallel have the same outcome for all sizes if
// something is alike for all of them: the first NPUs, the layouts, the alignment and which
// tensors are apart. Then the outcome for one size is the outcome for all.

// doubt is a property of an operation that may depend on sizes.
type doubt struct {
	about   string
	matters []*ir.Value // the values on which it depends
	unsized bool        // the sizes of allocations do not matter
}

// doubts lists the properties of an operation that are not proven to be alike for all sizes.
func (s *sizeChecker) doubts(op *ir.Operation) (list []doubt) {
	if view, ok := okk.ViewOf(op); ok {
		return s.doubtsOfView(op, view)
	}
	var tensors []*ir.Value
	for _, v := range op.Operands() {
		if isTensor(v) {
			tensors = append(tensors, v)
		}
	}
	row := okk.RowOf(op)
	if row == nil || len(tensors) == 0 {
		return nil
	}
	rules := row.Of(op)
	if s.differentStart(op, tensors) != nil || rules.FirstNPU && slices.ContainsFunc(tensors, s.hasOpenStart) {
		list = append(list, doubt{about: "the first NPUs of its operands", matters: s.channels(tensors)})
	}
	for i, v := range tensors {
		if !s.isAlike(op, i, v) {
			list = append(list, doubt{about: "the layout of '" + s.names(v) + "'", matters: tensors})
		}
		if !s.isWithinLimits(op, v) {
			list = append(list, doubt{about: "the extents of '" + s.names(v) + "'", matters: tensors})
		}
	}
	for i, v := range tensors {
		if rules.SameWidth(i) && v.Type().(*okk.LocalType).Tensor.Width != tensors[0].Type().(*okk.LocalType).Tensor.Width {
			list = append(list, doubt{about: "the widths of its matrices", matters: tensors})
		}
	}
	writes, _ := okk.Accesses(op)
	for _, v := range writes {
		for _, w := range tensors {
			if facts := s.sizes.At(op); !s.isSame(v, w) && !s.isApart(facts, v, w) {
				list = append(list, doubt{about: "whether '" + s.names(v) + "' and '" + s.names(w) + "' share bytes", matters: []*ir.Value{v, w}})
			}
		}
	}
	return list
}

// differentStart returns an operand whose first NPU is not proven to be the first NPU of the
// other operands.
func (s *sizeChecker) differentStart(op *ir.Operation, tensors []*ir.Value) *ir.Value {
	if okk.IsCopyEngine(op) {
		return nil
	}
	var first *ir.Value
	for _, v := range tensors {
		t, ok := v.Type().(*okk.LocalType)
		if !ok {
			continue
		}
		if first == nil {
			first = v
			if t.AnyStart && len(tensors) == 1 {
				return v
			}
			continue
		}
		if !t.AnyStart && !first.Type().(*okk.LocalType).AnyStart {
			continue
		}
		difference := s.sizes.Start(v, s.machine.NPUs).Minus(s.sizes.Start(first, s.machine.NPUs))
		if n, known := s.sizes.Residue(difference, s.machine.NPUs); !known || n != 0 {
			return v
		}
	}
	return nil
}

// hasOpenStart reports whether the first NPU of a tensor may depend on sizes.
func (s *sizeChecker) hasOpenStart(v *ir.Value) bool {
	t, local := v.Type().(*okk.LocalType)
	if !local || !t.AnyStart {
		return false
	}
	_, known := s.sizes.Residue(s.sizes.Start(v, s.machine.NPUs), s.machine.NPUs)
	return !known
}

// channels returns the values from which the first NPUs of tensors are computed.
func (s *sizeChecker) channels(tensors []*ir.Value) (list []*ir.Value) {
	for _, v := range tensors {
		for view, ok := okk.ViewOf(v.DefiningOp()); ok; view, ok = okk.ViewOf(v.DefiningOp()) {
			if view.Part && ir.IsType[*okk.LocalType](v.Type()) && view.Offsets[1].Value != nil {
				list = append(list, view.Offsets[1].Value)
			}
			v = view.Source
		}
		if v.DefiningOp() == nil || !ir.IsAny(v.DefiningOp(), okk.AllocOp{}, okk.SysBufferOp{}) {
			list = append(list, v)
		}
	}
	return list
}

// isAlike reports whether the layout and the strides of an operand that its operation needs are
// the same for all sizes.
func (s *sizeChecker) isAlike(op *ir.Operation, i int, v *ir.Value) bool {
	if t, ok := v.Type().(*okk.SystemType); ok {
		if !t.Follows && t.Open == 0 {
			return true
		}
		return s.sizes.Shape(v)[len(s.sizes.Shape(v))-1].Is(1) || s.sizes.SystemStrides(v)[len(s.sizes.Shape(v))-1].Is(1)
	}
	t := v.Type().(*okk.LocalType)
	if okk.IsCopyEngine(op) {
		return !t.Tensor.Broadcast || t.Settled()
	}
	want, required := okk.RequiredLayout(op, i)
	if !required || t.Settled() && !s.moves(v) || !t.Follows && !t.Settled() && t.Tensor.Layout == want {
		return true
	}
	return s.isPartIn(want, v)
}

// moves reports whether the address of a tensor depends on the offsets of a slice.
func (s *sizeChecker) moves(v *ir.Value) bool {
	for view, ok := okk.ViewOf(v.DefiningOp()); ok; view, ok = okk.ViewOf(v.DefiningOp()) {
		for _, o := range view.Offsets {
			if _, known := s.sizes.OfMixed(o).Constant(); !known {
				return true
			}
		}
		v = view.Source
	}
	first, _ := okk.Carried(v)
	return first != nil && s.moves(first)
}

// isPartIn reports whether a part of a tensor in an aligned or compact layout is in that layout
// too: it has whole features, of a single batch or of all channels.
func (s *sizeChecker) isPartIn(l okk.Layout, v *ir.Value) bool {
	view, _ := okk.ViewOf(v.DefiningOp())
	if !view.Part {
		return false
	}
	from, ok := view.Source.Type().(*okk.LocalType)
	if !ok || from.Follows || from.AnyStart || l == okk.Matrix || from.Tensor.Layout != l || from.Tensor.Broadcast || from.Tensor.UnitBytes() < 4 {
		return false
	}
	whole, part, offsets := s.sizes.Shape(view.Source), s.sizes.Shape(v), view.Offsets
	begins := !slices.ContainsFunc(offsets, func(o ir.Mixed) bool { return !o.IsConst(0) })
	if begins && part[0].Is(1) && whole[3].Equal(part[3]) && from.Tensor.Shape[1] <= s.machine.NPUs && from.Start == 0 {
		return true // no stride but that of rows has an effect
	}
	for _, d := range []int{2, 3} {
		if !offsets[d].IsConst(0) || !whole[d].Equal(part[d]) {
			return false
		}
	}
	return part[0].Is(1) || offsets[1].IsConst(0) && whole[1].Equal(part[1])
}

// isWithinLimits reports whether the extents of an operand are proven not to exceed the limits
// of the machine.
func (s *sizeChecker) isWithinLimits(op *ir.Operation, v *ir.Value) bool {
	facts, m := s.sizes.At(op), s.machine
	shape := s.sizes.Shape(v)
	limits := []int64{m.BatchMax, m.ChanMax, m.DimMax, m.DimMax}
	switch t, local := v.Type().(*okk.LocalType); {
	case okk.IsCopyEngine(op):
		return len(shape) != 2 || facts.AtMost(shape[1], m.MatrixColsMax)
	case !local || okk.RowOf(op).Movement.Repacks():
		return true
	case len(shape) == 2:
		w := max(t.Tensor.Width, 1)
		return facts.AtMost(shape[0], m.BatchMax) && w <= m.DimMax && facts.AtMost(shape[1], min(m.ChanMax, 1<<31/w)*w)
	case t.Tensor.Mode != okk.N1:
		return true // whose extents are numbers
	}
	for d, n := range shape {
		if !facts.AtMost(n, limits[d]) {
			return false
		}
	}
	return true
}

// doubtsOfView lists the properties of a view that are not proven to be alike for all sizes.
func (s *sizeChecker) doubtsOfView(op *ir.Operation, view okk.View) []doubt {
	place := []doubt{{about: "where it begins", matters: []*ir.Value{op.Result(0)}}}
	from, local := view.Source.Type().(*okk.LocalType)
	switch {
	case !local:
		if view.Part && !s.hasWholeUnits(op, view, view.Source.Type().(*okk.SystemType).Tensor.Mode) {
			return place
		}
	case view.Same():
		if from.AnyStart {
			return place
		}
	case view.Part:
		if !s.hasWholeUnits(op, view, from.Tensor.Mode) {
			return place
		}
		unit := from.Tensor.UnitBytes()
		if unit%4 == 0 {
			break
		}
		for d, o := range view.Offsets {
			if n := s.sizes.OfMixed(o); !n.Is(0) && !(isNumber(n) && from.Settled()) && !s.isWholeWords(from, d, n.Times(unit)) {
				return place
			}
		}
	}
	return nil
}

// hasWholeUnits reports whether the batches of a part certainly begin and end at units of a mode.
func (s *sizeChecker) hasWholeUnits(op *ir.Operation, view okk.View, mode okk.Mode) bool {
	pack, first := mode.Pack(), s.sizes.OfMixed(view.Offsets[0])
	if pack == 1 {
		return true
	}
	extents, _ := okk.Extents(op.Result(0).Type())
	rest, known := s.sizes.Residue(first, pack)
	return known && rest == 0 && (extents[0]%pack == 0 || isNumber(first))
}

func isNumber(s extent.Size) bool {
	_, known := s.Constant()
	return known
}

// isWholeWords reports whether an offset along a dimension moves a part by a multiple of 4 bytes.
func (s *sizeChecker) isWholeWords(t *okk.LocalType, d int, offset extent.Size) bool {
	if (t.Tensor.Layout == okk.Aligned || t.Tensor.Layout == okk.Matrix) && d < 2 {
		return true
	}
	rest, known := s.sizes.Residue(offset.Times(t.Tensor.Strides[d]), 4)
	return t.Settled() && known && rest == 0
}

// box is a part of a tensor: along each dimension it begins at an offset and has an extent.
type box struct {
	base            *ir.Value
	offsets, shape  []extent.Size
	repeated, known bool
}

// boxOf returns a tensor as a part of the tensor that views show.
func (s *sizeChecker) boxOf(v *ir.Value) box {
	view, ok := okk.ViewOf(v.DefiningOp())
	if !ok {
		shape := s.sizes.Shape(v)
		return box{base: v, offsets: make([]extent.Size, len(shape)), shape: shape, known: true}
	}
	b := s.boxOf(view.Source)
	switch {
	case view.Part:
		b.known = b.known && !b.repeated && len(b.offsets) == len(view.Offsets)
		if !b.known {
			break
		}
		for d, o := range view.Offsets {
			b.offsets[d] = b.offsets[d].Plus(s.sizes.OfMixed(o))
		}
		b.shape = s.sizes.Shape(v)
	case view.Repeats:
		b.repeated = true
	default:
		b.known = false
	}
	return b
}

// isSame reports whether two tensors are certainly the same part of a tensor.
func (s *sizeChecker) isSame(v, w *ir.Value) bool {
	if v == w {
		return true
	}
	a, b := s.boxOf(v), s.boxOf(w)
	return a.known && b.known && a.base == b.base && !a.repeated && !b.repeated &&
		slices.EqualFunc(a.offsets, b.offsets, extent.Size.Equal) && slices.EqualFunc(a.shape, b.shape, extent.Size.Equal)
}

// isApart reports whether two tensors certainly share no byte, and are not within the range that
// the other one reserves.
func (s *sizeChecker) isApart(facts *extent.Facts, v, w *ir.Value) bool {
	if ir.IsType[*okk.LocalType](v.Type()) != ir.IsType[*okk.LocalType](w.Type()) {
		return true
	}
	a, b := s.boxOf(v), s.boxOf(w)
	if a.base == b.base {
		if !a.known || !b.known || slices.ContainsFunc(okk.Bases(a.base), sharesBytes) {
			return false
		}
		for d := range a.offsets {
			before := b.offsets[d].Minus(a.offsets[d]).Minus(a.shape[d])
			after := a.offsets[d].Minus(b.offsets[d]).Minus(b.shape[d])
			if facts.AtLeast(before, 0) || facts.AtLeast(after, 0) {
				return true
			}
		}
		return false
	}
	if s.takeTurns(a.base, b.base) {
		return true
	}
	for _, v := range okk.Bases(a.base) {
		for _, w := range okk.Bases(b.base) {
			if v == w || !apartInMemory(v, w) {
				return false
			}
		}
	}
	return true
}

// sharesBytes reports whether the strides of a buffer may give several elements the same bytes.
func sharesBytes(buffer *ir.Value) bool {
	t, ok := buffer.Type().(*okk.SystemType)
	if !ok || t.Follows { // a matrix without gaps
		return false
	}
	_, _, found, err := t.Tensor.Units().Collides()
	return found || err != nil
}

// takeTurns reports whether two values are different ones of the tensors that a loop carries, and
// the loop only exchanges tensors that are apart:
//
//	scf.for … iter_args(%p = %a, %q = %b) { …  scf.yield %q, %p }
func (s *sizeChecker) takeTurns(v, w *ir.Value) bool {
	loop, i, result := carrier(v)
	same, j, both := carrier(w)
	if !loop.Ok() || loop.Operation() != same.Operation() || result != both || i == j {
		return false
	}
	body := loop.Region().Front()
	taken := map[*ir.Value]bool{}
	for i, next := range ir.Cast[scf.YieldOp](body.Terminator()).Results() {
		first := loop.InitArgs()[i]
		if !isTensor(first) {
			continue
		}
		if next.OwnerBlock() != body || next.Index() == 0 || taken[next] {
			return false
		}
		taken[next] = true
		for _, other := range loop.InitArgs()[:i] {
			if isTensor(other) && !s.isApart(s.sizes.At(loop.Operation()), other, first) {
				return false
			}
		}
	}
	return true
}

// carrier returns the loop that carries a value, as an argument of its body or as a result, and
// the number of the value.
func carrier(v *ir.Value) (loop scf.ForOp, i int, result bool) {
	if block := v.OwnerBlock(); block != nil && v.Index() > 0 {
		return ir.As[scf.ForOp](block.ParentOp()), v.Index() - 1, false
	}
	return ir.As[scf.ForOp](v.DefiningOp()), v.Index(), true
}
