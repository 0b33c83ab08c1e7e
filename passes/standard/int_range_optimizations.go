package standard

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/poplar"
	"optc/dialect/vector"
	"optc/ir"
	"optc/passes"
)

// IntRangeOptimizations is int-range-optimizations.
var IntRangeOptimizations = &passes.Pass{
	Name:  "int-range-optimizations",
	Title: "Do optimizations based on integer range analysis",
	Doc: `Finds between which bounds integers lie, from the ids of threads and workers and the
bounds of loops, and removes what follows from that: comparisons that always hold, minima
and maxima of which one operand is always the result, digits of an index that are 0,
bounds of masks that take in the whole vector, transfers whose mask is always off, and
the guards of transfers that stay inside of memory.

    %d:2 = affine.delinearize_index %worker into (6) : index, index   // of six workers
    %c = arith.cmpi eq, %d#0, %c0                                     → true
    … %d#1 …                                                          → … %worker …`,
	Anchor:   []ir.OpKind{fn.Func, poplar.VertexKind},
	Dialects: []string{"affine", "arith"},
	Run:      runIntRanges,
}

func runIntRanges(c *passes.Context) (changed bool, err error) {
	s := &rangeSimplifier{rs: findRanges(c, c.Op), rw: c.Rewriter(nil)}
	var ops []*ir.Operation
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		ops = append(ops, op)
		return ir.Advance
	})
	for op := range passes.Each(c, ops) {
		s.rw.Before(op).Loc = op.Loc()
		changed = s.simplify(op) || changed
	}
	return changed, nil
}

type rangeSimplifier struct {
	rs intRanges
	rw *ir.Rewriter
}

func (s *rangeSimplifier) simplify(op *ir.Operation) bool {
	switch {
	case affine.DelinearizeIndex.Is(op):
		return s.shrink(op)
	case vector.CreateMask.Is(op):
		return s.clampMask(op)
	case ir.IsAny(op, arith.RemUI, arith.RemSI):
		if a, b := s.rs.of(arith.RemUI.Lhs(op)), s.rs.of(arith.RemUI.Rhs(op)); a.lo >= 0 && a.hi < b.lo {
			s.rw.Replace(op, arith.RemUI.Lhs(op))
			return true
		}
	case ir.IsAny(op, arith.MinSI, arith.MaxSI):
		a, b := arith.MinSI.Lhs(op), arith.MinSI.Rhs(op)
		if r, q := s.rs.signed(a), s.rs.signed(b); (r.hi <= q.lo || q.hi <= r.lo) && !s.rs.of(op.Result(0)).isSingle() {
			if (r.hi <= q.lo) != arith.MinSI.Is(op) {
				a = b
			}
			s.rw.Replace(op, a)
			return true
		}
	}
	if t, ok := vector.AsTransfer(op); ok {
		return s.maskedOff(t) || s.inBounds(t)
	}
	return s.makeConstant(op)
}

// makeConstant replaces an operation that has one possible result.
func (s *rangeSimplifier) makeConstant(op *ir.Operation) bool {
	if op.NumResults() != 1 || op.Has(ir.ConstantLike) || !ir.IsPure(op) {
		return false
	}
	r, ok := s.rs[op.Result(0)]
	if !ok || !r.isSingle() {
		return false
	}
	s.rw.Replace(op, s.constant(op.Result(0).Type(), r.lo))
	return true
}

func (s *rangeSimplifier) constant(t ir.Type, v int64) *ir.Value {
	c := s.rw.Context()
	if t == ir.Type(c.I1()) {
		return arith.Constant.Build(s.rw, c.Bool(v != 0))
	}
	return arith.Constant.Build(s.rw, c.Int(t, v))
}

// shrink leaves out the digits of an index that are always 0.
//
//	%d:3 = affine.delinearize_index %x into (8, 4), with %x below 4  →  0, 0, %x
func (s *rangeSimplifier) shrink(op *ir.Operation) bool {
	k := affine.DelinearizeIndex
	digits, basis := k.MultiIndex(op), k.StaticBasis(op)
	x := s.rs.of(k.LinearIndex(op))
	keep, span := 0, int64(1)
	for keep < len(basis) && !x.within(span) {
		n := basis[len(basis)-1-keep]
		if n == ir.Dynamic {
			return false
		}
		var ok bool
		if span, ok = mulExact(span, n); !ok {
			return false
		}
		keep++
	}
	if !x.within(span) || keep == len(digits) {
		return false
	}
	var kept []*ir.Value
	switch keep {
	case 0:
	case 1:
		kept = []*ir.Value{k.LinearIndex(op)}
	default:
		kept = k.Build(s.rw, k.LinearIndex(op), ir.MergeMixed(basis[len(basis)-keep:], nil))
		for i, v := range kept {
			s.rs[v] = s.rs.of(digits[len(digits)-keep+i])
		}
	}
	out := make([]*ir.Value, 0, len(digits))
	for range len(digits) - keep {
		out = append(out, s.constant(s.rw.Context().Index(), 0))
	}
	s.rw.Replace(op, append(out, kept...)...)
	return true
}

// clampMask makes bounds constant that turn on all of a dimension or nothing.
func (s *rangeSimplifier) clampMask(op *ir.Operation) bool {
	t := vector.CreateMask.Result(op).Type().(*ir.VectorType)
	changed := false
	for i, u := range vector.CreateMask.Operands(op) {
		if len(t.Dims) == 0 || t.IsScalable(i) || ir.ConstantValue(u) != nil {
			continue
		}
		var to int64
		switch r := s.rs.of(u); {
		case r.lo >= t.Dims[i]:
			to = t.Dims[i]
		case r.hi <= 0:
			to = 0
		default:
			continue
		}
		bound := s.constant(u.Type(), to)
		s.rw.Modify(op, func() { op.SetOperand(i, bound) })
		changed = true
	}
	return changed
}

// maskedOff removes a transfer whose mask is always off.
//
//	vector.transfer_read %m[%i], %pad, %mask  →  vector.broadcast %pad
//	vector.transfer_write %v, %m[%i], %mask   →
func (s *rangeSimplifier) maskedOff(t vector.Transfer) bool {
	if mask := t.Mask(); mask == nil || !s.isOff(mask) {
		return false
	}
	switch op := t.Operation; {
	case vector.TransferRead.Is(op):
		s.rw.Replace(op, vector.Broadcast.Build(s.rw, t.VectorType(), vector.TransferRead.Padding(op)))
	case op.NumResults() > 0:
		s.rw.Replace(op, t.Base())
	default:
		s.rw.Erase(op)
	}
	return true
}

// isOff reports whether no element of a mask is ever on.
func (s *rangeSimplifier) isOff(mask *ir.Value) bool {
	if k, ok := ir.ConstantValue(mask).(*ir.DenseAttr); ok {
		return k.Splat && k.Raw[0] == 0
	}
	def := vector.CreateMask.DefiningOp(mask)
	return def != nil && slices.ContainsFunc(vector.CreateMask.Operands(def), func(u *ir.Value) bool { return s.rs.of(u).hi <= 0 })
}

// inBounds marks the dimensions of a transfer that always stay inside of memory.
func (s *rangeSimplifier) inBounds(t vector.Transfer) bool {
	base, ok := t.BaseType().(*ir.MemRefType)
	if !ok {
		return false
	}
	inside, v := t.InBounds(), t.VectorType()
	changed := false
	for r, e := range t.Map().Results {
		d, isDim := e.IsDim()
		if inside[r] || !isDim || base.Dims[d] == ir.Dynamic || v.IsScalable(r) {
			continue
		}
		if at := s.rs.of(t.Indices()[d]); at.lo >= 0 && at.hi <= base.Dims[d]-v.Dims[r] {
			inside[r], changed = true, true
		}
	}
	if changed {
		s.rw.Modify(t.Operation, func() { t.SetInBounds(inside) })
	}
	return changed
}
