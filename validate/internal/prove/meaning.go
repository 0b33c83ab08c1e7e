package prove

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/cf"
	fn "optc/dialect/func"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/tensor"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/sim"
)

// Meaning implements sim.Symbols: it covers operations that choose by a term, and operations whose
// effects are visible from outside.
func (s *Symbols) Meaning(op *ir.Operation, exact sim.Func) sim.Func {
	if ofWide(op) {
		return refuseWide
	}
	if !op.Has(ir.Elementwise) && len(flagsOf(op)) > 0 {
		return func(*sim.Frame, *sim.Instr) error {
			return diag.Errorf("symbol", "combines numbers with permissions of fast math")
		}
	}
	if bytes := promisedAlignment(op); bytes > 1 { // the promise is about the index, not about all that it may be
		return s.aligned(bytes, exact)
	}
	if op.Has(ir.ConstantLike) {
		exact = onlyNumbers(exact)
	}
	if of := meanings[op.Kind()]; of != nil {
		return of(s, op, exact)
	}
	return exact
}

// meanings are the meanings of operations that choose by a term, or whose effects are visible from outside. exact is the meaning
// for numbers.
var meanings map[ir.Kind]func(s *Symbols, op *ir.Operation, exact sim.Func) sim.Func

func init() { // the meanings execute operations
	merged := func(s *Symbols, _ *ir.Operation, exact sim.Func) sim.Func { return s.merged(exact) }
	meanings = map[ir.Kind]func(s *Symbols, op *ir.Operation, exact sim.Func) sim.Func{
		memref.LoadOp{}.Kind(): merged, vector.LoadOp{}.Kind(): merged, vector.TransferReadOp{}.Kind(): merged,
		tensor.ExtractOp{}.Kind(): merged, vectorext.TransferGatherOp{}.Kind(): merged,
		memref.StoreOp{}.Kind(): func(s *Symbols, _ *ir.Operation, exact sim.Func) sim.Func { return s.mergedStore(exact) },
		arith.SelectOp{}.Kind(): func(s *Symbols, _ *ir.Operation, _ sim.Func) sim.Func { return s.runSelect },
		vector.PrintOp{}.Kind(): func(s *Symbols, _ *ir.Operation, _ sim.Func) sim.Func { return s.print },
		cf.AssertOp{}.Kind():    func(s *Symbols, _ *ir.Operation, _ sim.Func) sim.Func { return s.assert },
		memref.ExtractAlignedPointerAsIndexOp{}.Kind(): func(*Symbols, *ir.Operation, sim.Func) sim.Func {
			return func(*sim.Frame, *sim.Instr) error {
				return diag.Errorf("symbol", "gives an address, which is not known")
			}
		},
		fn.CallOp{}.Kind(): func(s *Symbols, op *ir.Operation, exact sim.Func) sim.Func {
			name := ir.Cast[fn.CallOp](op).Callee()
			return func(f *sim.Frame, in *sim.Instr) error {
				if callee := f.Lookup(in.Op, name); callee != nil && (callee.NumRegions() == 0 || callee.Region(0).Empty()) {
					return s.call(f, in, name)
				}
				return exact(f, in)
			}
		},
		memref.GetGlobalOp{}.Kind(): func(s *Symbols, _ *ir.Operation, exact sim.Func) sim.Func {
			return func(f *sim.Frame, in *sim.Instr) error {
				if err := exact(f, in); err != nil {
					return err
				}
				return s.meet(f, in)
			}
		},
	}
}

// hasMemory reports whether an operation has an operand in memory.
func hasMemory(op *ir.Operation) bool {
	for _, v := range op.Operands() {
		if _, ok := v.Type().(*ir.MemRefType); ok {
			return true
		}
	}
	return false
}

// promisedAlignment returns the alignment in bytes that an operation promises of an address in
// its operands, or 0.
func promisedAlignment(op *ir.Operation) int64 {
	if !hasMemory(op) {
		return 0
	}
	switch op := op.Typed().(type) {
	case interface{ Alignment() int64 }:
		return op.Alignment()
	case interface{ Alignment() ir.Attribute }:
		if bytes, ok := op.Alignment().(*ir.IntegerAttr); ok {
			return bytes.Value.Int64()
		}
	}
	return 0
}

// aligned returns the meaning of an operation that promises the alignment of an address: an unknown
// condition on the place.
func (s *Symbols) aligned(bytes int64, exact sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		promise := &Function{Name: fmt.Sprintf("aligned %d", bytes), Do: "aligned", Result: sim.Number{Width: 1}}
		var at []uint64
		for i, v := range f.Args(in) {
			m := v.MemRef()
			_, isIndex := in.Op.Operand(i).Type().(*ir.IndexType)
			switch {
			case m != nil:
				place := PlaceOf(s.world, m)
				if place == "" {
					return diag.Errorf("symbol", "promises an alignment of memory of its own")
				}
				promise.Name += " " + place
			case isIndex && v.Ref == nil:
				at, promise.Operands = append(at, v.Bits), append(promise.Operands, sim.Number{Width: 64})
			}
		}
		s.require(uint64(s.Apply(promise, at...)))
		return exact(f, in)
	}
}

// onlyNumbers returns the meaning of constants, none of which may look like a term.
func onlyNumbers(exact sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		if err := exact(f, in); err != nil {
			return err
		}
		if sim.HoldsSymbol(*f.At(in.ResultSlot(0))) {
			return diag.Errorf("symbol", "is a number that looks like a term of a proof")
		}
		return nil
	}
}

// runSelect chooses element by element, or between whole values if the condition is a scalar.
func (s *Symbols) runSelect(f *sim.Frame, in *sim.Instr) error {
	op := ir.Cast[arith.SelectOp](in.Op)
	n := NumberOf(op.Result().Type())
	cond, yes, no := f.Value(in, op.Condition()), f.Value(in, op.TrueValue()), f.Value(in, op.FalseValue())
	choose := func(c, a, b sim.Value) sim.Value {
		if number, ok := s.numbers[c.Bits]; ok && c.Ref == nil {
			c.Bits = number
		}
		switch {
		case c.IsPoison():
			return sim.Poison
		case !sim.IsSymbol(c.Bits) && c.Bits != 0:
			return a
		case !sim.IsSymbol(c.Bits):
			return b
		case a.IsPoison() && b.IsPoison():
			return sim.Poison
		case a.IsPoison(): // any value may replace poison
			return s.orPoison(c.Bits, b, n, false)
		case b.IsPoison():
			return s.orPoison(c.Bits, a, n, true)
		}
		return sim.Int(s.choose(c.Bits, s.TermOf(a), s.TermOf(b), n))
	}
	if cond.IsPoison() {
		f.Set(in, 0, sim.Poison)
		return nil
	}
	conditions := cond.Vector()
	if conditions == nil && sim.IsSymbol(cond.Bits) && (yes.MemRef() != nil || no.MemRef() != nil) {
		c, err := s.number(cond.Bits, sim.Number{Width: 1})
		if err != nil {
			return err
		}
		cond = sim.Int(c)
	}
	if conditions == nil && !sim.IsSymbol(cond.Bits) { // one of two values as a whole
		f.Set(in, 0, choose(cond, yes, no))
		return nil
	}
	x, y := yes.Vector(), no.Vector()
	switch op.Result().Type().(type) {
	case *ir.VectorType:
		x, y = f.Vector(in, op.TrueValue()), f.Vector(in, op.FalseValue())
	case *ir.TensorType:
		if x == nil || y == nil {
			return diag.Errorf("symbol", "chooses between a tensor and poison")
		}
	default:
		f.Set(in, 0, choose(cond, yes, no))
		return nil
	}
	if err := sim.SameExtents(x, y, conditions); err != nil {
		return err
	}
	out := sim.NewVector(x.Shape, x.Elem)
	for i := range out.Len() {
		c := cond
		if conditions != nil {
			c = conditions.At(i)
		}
		out.Set(i, choose(c, x.At(i), y.At(i)))
	}
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}

// choose returns one of two numbers.
func (s *Symbols) choose(c, a, b uint64, n sim.Number) uint64 {
	if a == b && !s.mayBePoison(c) {
		return a
	}
	choice := &Function{Name: "select " + spellNumber(n), Do: "select", Operands: []sim.Number{{Width: 1}, n, n}, Result: n}
	return uint64(s.Apply(choice, c, a, b))
}

// orPoison returns a number that is poison unless condition c has the wanted value.
func (s *Symbols) orPoison(c uint64, v sim.Value, n sim.Number, want bool) sim.Value {
	word := "poison unless"
	if !want {
		word = "poison if"
	}
	f := &Function{Name: word + " " + spellNumber(n), Do: word, Operands: []sim.Number{{Width: 1}, n}, Result: n}
	return sim.Int(uint64(s.Apply(f, c, s.TermOf(v))))
}

// accessOf returns the access of an operation to elements of one memory or tensor at places that its indices alone
// determine; a mask or a bound may leave elements out.
func accessOf(op *ir.Operation) (a ir.Access, ok bool) {
	list := ir.AccessesOf(op)
	if len(list) != 1 || !list[0].IsPlaced() {
		return a, false
	}
	return list[0], true
}

// extentsOf returns the extents of a value.
func extentsOf(v sim.Value) []int64 {
	if m := v.MemRef(); m != nil {
		return m.Sizes
	}
	if x := v.Vector(); x != nil {
		return x.Shape
	}
	return nil
}

// keepInside chooses whether the indices of an operation are inside of its operand.
func (s *Symbols) keepInside(f *sim.Frame, in *sim.Instr) error {
	access, ok := accessOf(in.Op)
	if !ok || !access.TouchesAll() {
		return nil
	}
	extents := extentsOf(f.Value(in, access.Memory))
	for d, v := range f.Values(in, access.Indices) {
		if d < len(extents) && v.Ref == nil && sim.IsSymbol(v.Bits) {
			if err := s.insideOf(v.Bits, extents[d]); err != nil {
				return err
			}
		}
	}
	return nil
}

// insideOf chooses whether an index is inside of an extent.
func (s *Symbols) insideOf(index uint64, extent int64) error {
	kind := sim.Number{Width: 64}
	if n, ok := s.numbers[index]; ok {
		if n < uint64(extent) {
			return nil
		}
		return errUndefined
	}
	if yes, _, err := s.decide(uint64(s.Apply(inside(kind), index, uint64(extent))), 0); err != nil || yes {
		return err
	}
	return errUndefined
}

// maxTrips bounds the iterations of a loop whose number depends on the inputs.
const maxTrips = 17

// ErrLeftOut ends a path that a proof leaves out, which its verdict says.
var ErrLeftOut = errors.New("the path is left out")

// Number implements sim.Symbols.
func (s *Symbols) Number(f *sim.Frame, in *sim.Instr, operand int, x uint64) (uint64, error) {
	kind := NumberOf(in.Op.Operand(operand).Type())
	if kind.Kind != nil || kind.Width > 64 {
		return 0, diag.Errorf("symbol", "needs the number that operand %d is, which depends on the inputs", operand)
	}
	if n, ok := s.numbers[x]; ok {
		return n, nil
	}
	if s.mayBePoison(x) && ir.IsPure(in.Op) && !in.Op.IsTerminator() {
		return 0, diag.Errorf("symbol", "needs a number that may be poison")
	}
	alone := !isReadAgain(in.Op, operand)
	if alone {
		if choose := choices[in.Op.Kind()]; choose != nil {
			if n, chosen, err := choose(s, f, in, operand, x, kind); chosen {
				return n, err
			}
		}
	}
	if err := s.keepInside(f, in); err != nil {
		return 0, err
	}
	if alone {
		if n, far, err := s.near(f, in, operand, x); far || err != nil {
			return n, err
		}
	}
	return s.number(x, kind)
}

// choices choose a number that an operation needs, among the few that make a difference. chosen is false if the operand is
// not the one that choices is about.
var choices = map[ir.Kind]func(s *Symbols, f *sim.Frame, in *sim.Instr, operand int, x uint64, kind sim.Number) (n uint64, chosen bool, err error){
	scf.ForOp{}.Kind(): func(s *Symbols, f *sim.Frame, in *sim.Instr, operand int, x uint64, kind sim.Number) (n uint64, chosen bool, err error) {
		if operand != 1 {
			return 0, false, nil
		}
		n, err = s.upperBound(f, in, ir.Cast[scf.ForOp](in.Op), x, kind)
		return n, true, err
	},
	vector.CreateMaskOp{}.Kind(): func(s *Symbols, _ *sim.Frame, in *sim.Instr, operand int, x uint64, _ sim.Number) (n uint64, chosen bool, err error) {
		n, err = s.maskSize(x, extentOf(in.Op.Result(0).Type().(*ir.VectorType), operand))
		return n, true, err
	},
	cf.SwitchOp{}.Kind(): func(s *Symbols, _ *sim.Frame, in *sim.Instr, operand int, x uint64, kind sim.Number) (n uint64, chosen bool, err error) {
		if operand != 0 {
			return 0, false, nil
		}
		var cases []uint64
		if values := ir.Cast[cf.SwitchOp](in.Op).CaseValues(); values != nil {
			for i := range values.NumElements() {
				cases = append(cases, sim.RawBits(values.Element(i)))
			}
		}
		n, err = s.caseOf(cases, x, kind)
		return n, true, err
	},
	scf.IndexSwitchOp{}.Kind(): func(s *Symbols, _ *sim.Frame, in *sim.Instr, operand int, x uint64, kind sim.Number) (n uint64, chosen bool, err error) {
		if operand != 0 {
			return 0, false, nil
		}
		var cases []uint64
		for _, c := range ir.Cast[scf.IndexSwitchOp](in.Op).Cases() {
			cases = append(cases, uint64(c))
		}
		n, err = s.caseOf(cases, x, kind)
		return n, true, err
	},
}

// isReadAgain reports whether other operands of an operation or its regions read the value of an
// operand, too. They need the number itself; a number that has the same effect on this operation is
// not enough.
func isReadAgain(op *ir.Operation, operand int) bool {
	for u := op.Operand(operand).FirstUse(); u != nil; u = u.Next() {
		if u.Owner() == op && u.Index() != operand || u.Owner() != op && op.IsAncestorOf(u.Owner()) {
			return true
		}
	}
	return false
}

// near chooses whether an index of an access that may be out of bounds is near the extents; all
// indices further away are equivalent, and the first index after the extent represents them.
func (s *Symbols) near(f *sim.Frame, in *sim.Instr, operand int, x uint64) (number uint64, far bool, err error) {
	access, ok := accessOf(in.Op)
	if !ok || access.TouchesAll() {
		return 0, false, nil
	}
	v := in.Op.Operand(operand)
	d, extents := slices.Index(access.Indices, v), extentsOf(f.Value(in, access.Memory))
	if d < 0 || d >= len(extents) {
		return 0, false, nil
	}
	lanes := int64(1)
	types := slices.Clone(in.Op.ResultTypes())
	for _, o := range in.Op.Operands() {
		types = append(types, o.Type())
	}
	for _, t := range types {
		if t, ok := t.(*ir.VectorType); ok {
			lanes = max(lanes, slices.Max(append(t.Dims, 1)))
		}
	}
	kind := sim.Number{Width: 64}
	s.requireNumber(x, kind)
	moved := uint64(s.Apply(binary("add", kind, IntegerAdd, true), x, uint64(lanes)))
	yes, _, err := s.decide(uint64(s.Apply(inside(kind), moved, uint64(extents[d]+lanes))), 0)
	return uint64(extents[d]), !yes, err
}

// upperBound chooses the number of iterations of a loop, and returns the smallest bound with
// that number.
func (s *Symbols) upperBound(f *sim.Frame, in *sim.Instr, loop scf.ForOp, x uint64, kind sim.Number) (uint64, error) {
	lower, by := f.Value(in, loop.LowerBound()), f.Value(in, loop.Step())
	if lower.Ref != nil || by.Ref != nil {
		return 0, sim.ErrPoison
	}
	step := by.Bits
	if sim.IsSymbol(step) {
		var err error
		if step, err = s.number(step, kind, 1, 2, 4); err != nil {
			return 0, err
		}
	}
	s.requireNumber(x, kind)
	predicate := "sle"
	if loop.UnsignedCmp() {
		predicate = "ule"
	}
	atMost := &Function{Name: predicate + " " + spellNumber(kind), Do: "cmpi " + predicate, Operands: []sim.Number{kind, kind}, Result: sim.Number{Width: 1}}
	for t := range uint64(maxTrips + 1) {
		bound, ok := boundAfter(t, lower.Bits, step, kind.Width, loop.UnsignedCmp())
		if !ok { // no number is larger than the last one before the sum wraps around
			return bound, nil
		}
		yes, _, err := s.decide(uint64(s.Apply(atMost, x, bound)), 0)
		if err != nil || yes {
			return bound, err
		}
	}
	return 0, s.leaveOut(fmt.Sprintf("loops of up to %d iterations", maxTrips))
}

// boundAfter returns lower + t · step as a number of so many bits; if the sum exceeds the largest
// number, it returns the largest number and false.
func boundAfter(t, lower, step uint64, width int, unsigned bool) (uint64, bool) {
	all := ^uint64(0) >> (64 - width)
	most := new(big.Int).SetUint64(all)
	from, by := new(big.Int).SetUint64(lower&all), new(big.Int).SetUint64(step&all)
	if !unsigned {
		most.Rsh(most, 1)
		from.SetInt64(int64(lower<<(64-width)) >> (64 - width))
		by.SetInt64(int64(step<<(64-width)) >> (64 - width))
	}
	if from.Add(from, by.Mul(by, new(big.Int).SetUint64(t))).Cmp(most) > 0 {
		return most.Uint64(), false
	}
	return (lower + t*step) & all, true
}

func (s *Symbols) leaveOut(what string) error {
	if !slices.Contains(s.Assumed, what) {
		s.Assumed = append(s.Assumed, what)
	}
	return ErrLeftOut
}

// extentOf returns an extent of a vector; a vector of rank 0 has one element.
func extentOf(t *ir.VectorType, d int) int64 {
	if len(t.Dims) == 0 {
		return 1
	}
	return t.Dims[d]
}

// maskSize chooses the number of lanes of a mask; a size below 0 is 0, and a size above the
// extent is the extent.
func (s *Symbols) maskSize(x uint64, extent int64) (uint64, error) {
	kind := sim.Number{Width: 64}
	less := &Function{Name: "slt i64", Do: "cmpi slt", Operands: []sim.Number{kind, kind}, Result: sim.Number{Width: 1}}
	if yes, _, err := s.decide(uint64(s.Apply(less, x, 1)), 0); err != nil || yes {
		return 0, err
	}
	if yes, _, err := s.decide(uint64(s.Apply(less, x, uint64(extent))), 0); err != nil || !yes {
		return uint64(extent), err
	}
	return s.number(x, kind)
}

// caseOf chooses one of the cases of a switch, or any number that is not a case.
func (s *Symbols) caseOf(cases []uint64, x uint64, kind sim.Number) (uint64, error) {
	s.requireNumber(x, kind)
	for _, c := range cases {
		if yes, _, err := s.decide(uint64(s.Apply(equality(kind), x, c)), 0); err != nil || yes {
			return c, err
		}
	}
	other := uint64(0)
	for slices.Contains(cases, other) {
		other++
	}
	return other, nil
}
