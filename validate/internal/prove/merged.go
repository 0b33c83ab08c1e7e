package prove

import (
	"errors"
	"slices"

	"optc/dialect/memref"
	"optc/ir"
	"optc/sim"
	"optc/validate/internal/prove/sat"
)

// maxMerged bounds the numbers for each of which an operation is executed.
const maxMerged = 64

// cases are the numbers that the indices of an operation may have.
type cases struct {
	terms   []uint64
	kinds   []sim.Number
	numbers [][]uint64 // by term
	count   int        // number of all combinations
}

// casesOf returns the numbers that the indices of an operation may have, and reports whether there are any, and
// not too many.
func (s *Symbols) casesOf(f *sim.Frame, in *sim.Instr) (c cases, ok bool) {
	c.terms, c.kinds = s.indexTerms(f, in)
	c.count = 1
	for i, t := range c.terms {
		list := s.domain(t, c.kinds[i])
		if c.numbers, c.count = append(c.numbers, list), c.count*len(list); c.count == 0 || c.count > maxMerged {
			return c, false
		}
	}
	return c, len(c.terms) > 0
}

// caseAt returns the condition of a case, and the numbers of its terms.
func (s *Symbols) caseAt(c cases, k int) (condition uint64, point map[uint64]uint64) {
	condition, point = 1, map[uint64]uint64{}
	for i, t := range c.terms {
		v := c.numbers[i][k%len(c.numbers[i])]
		k /= len(c.numbers[i])
		point[t] = v
		condition = s.both(condition, uint64(s.Apply(equality(c.kinds[i]), s.representative(t, c.kinds[i]), v)))
	}
	return condition, point
}

// merged returns the meaning of an operation that only reads: it is executed for each of the
// numbers that its indices may have, and the indices then choose among the results.
func (s *Symbols) merged(exact sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		if err := s.keepInside(f, in); err != nil {
			return err
		}
		c, ok := s.casesOf(f, in)
		if !ok {
			return exact(f, in)
		}
		kept := f.Args(in)
		restore := func() {
			for i, v := range kept {
				*f.At(in.OperandSlot(i)) = v
			}
		}
		defer restore()
		var result sim.Value
		kind := NumberOf(in.Op.Result(0).Type())
		for k := range c.count {
			condition, point := s.caseAt(c, k)
			restore()
			for i, v := range kept {
				*f.At(in.OperandSlot(i)) = substituted(v, point)
			}
			var r sim.Value
			err := exact(f, in)
			if err == nil {
				r = *f.At(in.ResultSlot(0))
				result, err = s.join(condition, r, result, k, kind)
			}
			if err != nil { // for some numbers it is not defined: use one path for each
				restore()
				return exact(f, in)
			}
		}
		f.Set(in, 0, result)
		return nil
	}
}

// mergedStore returns the meaning of memref.store: each element that it may write gets the stored number if
// the index has the element's number, and keeps its old number otherwise.
func (s *Symbols) mergedStore(exact sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		if err := s.keepInside(f, in); err != nil {
			return err
		}
		store := ir.Cast[memref.StoreOp](in.Op)
		v, m := f.Value(in, store.Value()), f.Value(in, store.Memref()).MemRef()
		c, ok := s.casesOf(f, in)
		if !ok || v.Ref != nil || m == nil {
			return exact(f, in)
		}
		kind := NumberOf(m.Elem)
		elements, numbers, written := make([][]int64, c.count), make([]sim.Value, c.count), map[int64]bool{}
		for k := range c.count {
			condition, point := s.caseAt(c, k)
			for _, i := range f.Values(in, store.Indices()) {
				elements[k] = append(elements[k], int64(substituted(i, point).Bits))
			}
			old, err := m.Load(elements[k])
			if err != nil || old.Ref != nil { // an element that has no number: one path for each
				return exact(f, in)
			}
			addr, err := m.Addr(elements[k])
			if err != nil || written[addr] { // strides may give two indices the same element
				return exact(f, in)
			}
			written[addr] = true
			numbers[k] = sim.Int(s.choose(condition, v.Bits, old.Bits, kind))
		}
		for k, element := range elements {
			if err := m.Store(element, numbers[k]); err != nil {
				return err
			}
		}
		return nil
	}
}

var errApart = errors.New("results that cannot be joined")

// join returns a if a condition holds, otherwise b; for k = 0 it returns a.
func (s *Symbols) join(c uint64, a, b sim.Value, k int, n sim.Number) (sim.Value, error) {
	x, y := a.Vector(), b.Vector()
	switch {
	case a.IsPoison() || a.MemRef() != nil || x == nil && a.Ref != nil:
		return a, errApart
	case k == 0 && x == nil:
		return a, nil
	case k == 0:
		return sim.Value{Ref: x.Clone()}, nil
	case x == nil:
		return sim.Int(s.choose(c, a.Bits, b.Bits, n)), nil
	}
	out := sim.NewVector(x.Shape, x.Elem)
	for i := range x.Len() {
		if x.IsUndef(i) || y.IsUndef(i) {
			return a, errApart
		}
		out.SetBits(i, s.choose(c, x.Bits(i), y.Bits(i), n))
	}
	return sim.Value{Ref: out}, nil
}

func (s *Symbols) both(a, b uint64) uint64 {
	if a == 1 {
		return b
	}
	return uint64(s.Apply(binary("and", sim.Number{Width: 1}, Lattice, true), a, b))
}

// indexTerms returns the terms among the operands of an operation that are indices and have
// no number on this path.
func (s *Symbols) indexTerms(f *sim.Frame, in *sim.Instr) (terms []uint64, kinds []sim.Number) {
	for i, v := range f.Args(in) {
		kind := NumberOf(in.Op.Operand(i).Type())
		if v.MemRef() != nil || kind.Kind != nil || kind.Width == 1 || sim.OnlyMoves(in.Op, i) {
			continue
		}
		list := []uint64{v.Bits}
		if x := v.Vector(); x != nil {
			list = x.AllBits()
		}
		for _, t := range list {
			if _, known := s.numbers[t]; sim.IsSymbol(t) && !known && !slices.Contains(terms, t) {
				terms, kinds = append(terms, t), append(kinds, kind)
			}
		}
	}
	return terms, kinds
}

// substituted replaces terms by numbers.
func substituted(v sim.Value, numbers map[uint64]uint64) sim.Value {
	x := v.Vector()
	if n, ok := numbers[v.Bits]; ok && v.Ref == nil {
		return sim.Int(n)
	}
	if x == nil {
		return v
	}
	out := x.Clone()
	for i := range x.Len() {
		if n, ok := numbers[x.Bits(i)]; ok {
			out.SetBits(i, n)
		}
	}
	return sim.Value{Ref: out}
}

// representative returns the first index term that has the same number on this path.
func (s *Symbols) representative(t uint64, kind sim.Number) uint64 {
	if u, ok := s.same[t]; ok {
		return u
	}
	s.same[t] = t
	for _, u := range s.indices {
		a, b := s.Bits.word(t, kind), s.Bits.word(u, kind)
		if len(a.bits) == len(b.bits) && s.Bits.ask(append(s.holds, s.Bits.equal(a.bits, b.bits).Not())...) == sat.Impossible {
			s.same[t] = u
			return u
		}
	}
	s.indices = append(s.indices, t)
	return t
}

// domain returns the numbers that a term may have on this path, or nil if there are many.
func (s *Symbols) domain(t uint64, kind sim.Number) []uint64 {
	if s.mayBePoison(t) {
		return nil
	}
	if d, ok := s.domains[t]; ok && d.holds == len(s.holds) {
		return d.numbers
	}
	w := s.Bits.word(t, kind)
	list, found := s.domainByOthers(t, w)
	if n := s.Terms.below(t); !found && n <= maxMerged {
		list, found = s.Bits.valuesBy(w.bits, w.bits, firstNumbers(n), s.holds)
	}
	if !found {
		list = s.Bits.valuesOf(w.bits, s.holds, maxMerged)
		s.searched = append(s.searched, t)
	}
	s.domains[t] = domain{w.bits, list, len(s.holds)}
	return list
}

// domainByOthers returns the numbers that a term may have, if they follow from the numbers that it had with
// fewer choices, or from the numbers of another term: addresses of a row follow from the number of the row.
func (s *Symbols) domainByOthers(t uint64, w word) (list []uint64, found bool) {
	const tried = 4
	for k, u := range append([]uint64{t}, s.searched[max(0, len(s.searched)-tried):]...) {
		d := s.domains[u]
		if k > 0 && u == t || d.numbers == nil {
			continue
		}
		if list, found = s.Bits.valuesBy(w.bits, d.bits, d.numbers, s.holds); found && len(list) > 0 {
			return list, true
		}
	}
	return nil, false
}
