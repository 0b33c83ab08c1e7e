package prove

import (
	"fmt"
	"strings"

	"optc/diag"
	"optc/dialect/cf"
	"optc/dialect/memref"
	"optc/dialect/vector"
	"optc/ir"
	"optc/sim"
)

// Effect is an effect of a program that is visible from outside.
type Effect struct {
	Name   string
	Values []sim.Value // values that it makes visible
	Types  []ir.Type
	// MayEnd is set if the program may stop after it.
	MayEnd bool
}

// World is memory visible from outside.
type World struct {
	Name   string
	Global bool
	Memory *sim.MemRef // memory of the numbers, beginning with the first
	state  *outside
}

// outside gives the elements of a memory numbers from outside when the elements are first used.
type outside struct {
	s      *Symbols
	name   string
	memory *sim.MemRef
	known  map[int64]bool // elements that have, or had, a number
	busy   bool
	note   func(element int64, write bool)
}

// Watch implements sim.Watcher.
func (o *outside) Watch(addr int64, size, n int, write bool) *diag.Error {
	if o.busy {
		return nil
	}
	each := int64(sim.ElementBytes(o.memory.Elem))
	for k := (addr - o.memory.Mem.Base) / each; k*each < addr-o.memory.Mem.Base+int64(size*n); k++ {
		if err := o.know(k); err != nil {
			return err
		}
		if o.note != nil {
			o.note(k, write)
		}
	}
	return nil
}

// know gives an element its number from outside.
func (o *outside) know(k int64) *diag.Error {
	if o.known[k] {
		return nil
	}
	o.known[k], o.busy = true, true
	defer func() { o.busy = false }()
	each := sim.ElementBytes(o.memory.Elem)
	return o.memory.Mem.Store(o.memory.Mem.Base+k*int64(each), each, o.s.Input(ElementName(o.name, k), o.memory.Elem))
}

// knowAll gives all elements their numbers.
func (o *outside) knowAll() *diag.Error {
	for k := range o.length() {
		if err := o.know(k); err != nil {
			return err
		}
	}
	return nil
}

func (o *outside) length() int64 {
	return o.memory.Mem.Size() / int64(sim.ElementBytes(o.memory.Elem))
}

// ElementName is the name of an element of a memory from outside.
func ElementName(name string, k int64) string { return fmt.Sprintf("%s[%d]", name, k) }

// Known returns the elements that were used.
func (w *World) Known() map[int64]bool { return w.state.known }

// Element returns one element.
func (w *World) Element(k int64) *sim.Vector {
	m := *w.Memory
	m.Base, m.Offset, m.Sizes, m.Strides = m.Mem.Base, k, []int64{1}, []int64{1}
	return m.Elements()
}

// ErrStopped ends a run that the program stops itself.
var ErrStopped = diag.Errorf("assert", "the program stops")

// See adds memory visible from outside to the world of a run. Its elements have numbers from
// outside; a lazy memory gets them when its elements are first used. note, if not nil, is called
// for each access.
func (s *Symbols) See(name string, m *sim.MemRef, lazy bool, note func(element int64, write bool)) error {
	if _, ok := m.Elem.(*ir.VectorType); ok || sim.IsWide(m.Elem) {
		return diag.Errorf("symbol", "there are no terms for memory with elements of type %s", m.Elem)
	}
	m.Mem.HoldSymbols()
	o := &outside{s: s, name: name, memory: m, known: map[int64]bool{}, note: note}
	s.world = append(s.world, World{Name: name, Memory: m, state: o})
	if !lazy {
		if err := o.knowAll(); err != nil {
			return err
		}
	}
	if lazy || note != nil {
		m.Mem.Watcher = o
	}
	return nil
}

// KnowAll gives all elements of the world their numbers, because they are seen as a whole.
func (s *Symbols) KnowAll() error {
	for _, w := range s.world {
		if err := w.state.knowAll(); err != nil {
			return err
		}
	}
	return nil
}

// Ended returns the effects of a run.
func (s *Symbols) Ended() (defined []Condition, effects []Effect, world []World) {
	return s.defined, s.effects, s.world
}

func (s *Symbols) print(f *sim.Frame, in *sim.Instr) error {
	op := ir.Cast[vector.PrintOp](in.Op)
	e := Effect{Name: fmt.Sprintf("vector.print %v", op.Punctuation())}
	if text := op.StringLiteral(); text != nil {
		e.Name += " " + text.Value
	}
	if source := op.Source(); source != nil {
		e.Name += fmt.Sprintf(" %s", source.Type())
		e.Values, e.Types = []sim.Value{snapshot(f.Value(in, source))}, []ir.Type{source.Type()}
	}
	s.effects = append(s.effects, e)
	return nil
}

// snapshot copies a value that may change.
func snapshot(v sim.Value) sim.Value {
	if m := v.MemRef(); m != nil {
		return sim.Value{Ref: m.Elements()}
	}
	if x := v.Vector(); x != nil {
		return sim.Value{Ref: x.Clone()}
	}
	return v
}

func (s *Symbols) assert(f *sim.Frame, in *sim.Instr) error {
	op := ir.Cast[cf.AssertOp](in.Op)
	v := f.Value(in, op.Arg())
	if v.IsPoison() {
		return sim.ErrPoison
	}
	if sim.IsSymbol(v.Bits) {
		n, err := s.number(v.Bits, sim.Number{Width: 1})
		if err != nil {
			return err
		}
		v.Bits = n
	}
	if v.Bits != 0 {
		return nil
	}
	s.effects = append(s.effects, Effect{Name: "cf.assert " + op.Msg(), MayEnd: true})
	return ErrStopped
}

// call calls an unknown function: it sees the memory of the world and may change it, and its
// results are new.
func (s *Symbols) call(f *sim.Frame, in *sim.Instr, callee *ir.SymbolRefAttr) error {
	e := Effect{Name: fmt.Sprintf("func.call %s", callee), MayEnd: true}
	if err := s.KnowAll(); err != nil {
		return err
	}
	for i, v := range f.Args(in) {
		if m := v.MemRef(); m != nil {
			place := PlaceOf(s.world, m)
			if place == "" {
				return diag.Errorf("symbol", "passes memory of its own to a function without a body")
			}
			e.Name += fmt.Sprintf(" of %s", place)
		}
		if v.MemRef() == nil && v.Vector() == nil && v.Ref != nil && !v.IsPoison() && !sim.IsWide(in.Op.Operand(i).Type()) {
			return diag.Errorf("symbol", "passes a value of type %s to a function without a body", in.Op.Operand(i).Type())
		}
		e.Values, e.Types = append(e.Values, snapshot(v)), append(e.Types, in.Op.Operand(i).Type())
	}
	for i := range s.world {
		w := &s.world[i]
		e.Name += " with " + w.Name
		e.Values, e.Types = append(e.Values, sim.Value{Ref: w.all()}), append(e.Types, w.Memory.Elem)
	}
	s.effects = append(s.effects, e)
	s.calls++
	for _, w := range s.world {
		if err := w.state.change(fmt.Sprintf("%s after call %d", w.Name, s.calls)); err != nil {
			return err
		}
	}
	for i, r := range in.Op.Results() {
		t := r.Type()
		name := fmt.Sprintf("result %d of call %d", i, s.calls)
		switch shaped := t.(type) {
		case *ir.VectorType:
			x := sim.VectorLike(shaped)
			for k := range x.Len() {
				x.SetBits(k, s.Input(fmt.Sprintf("%s[%d]", name, k), shaped.Elem))
			}
			f.Set(in, i, sim.Value{Ref: x})
		case *ir.IntegerType, *ir.IndexType, *ir.FloatType:
			f.Set(in, i, s.InputValue(name, t))
		default:
			return diag.Errorf("symbol", "gets a value of type %s from a function without a body", t)
		}
	}
	return nil
}

func (s *Symbols) sees(m *sim.MemRef) bool { return PlaceOf(s.world, m) != "" }

// PlaceOf names a part of the memory visible from outside: its first byte, its extents and its
// strides. The name is empty for other memory.
func PlaceOf(world []World, m *sim.MemRef) string {
	for _, w := range world {
		if w.Memory.Mem == m.Mem {
			return PlaceIn(w.Name, m)
		}
	}
	return ""
}

// PlaceIn names a part of a memory.
func PlaceIn(name string, m *sim.MemRef) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s from byte %d", name, m.Base-m.Mem.Base+m.Offset*int64(sim.ElementBytes(m.Elem)))
	for d, n := range m.Sizes {
		if fmt.Fprintf(&text, ", %d", n); n > 1 {
			fmt.Fprintf(&text, " by %d", m.Strides[d])
		}
	}
	return text.String()
}

// Input is a number from outside: a variable, or, in an execution with numbers, the number that
// Numbers gives for it.
func (s *Symbols) Input(name string, t ir.Type) uint64 {
	x := uint64(s.Variable(name+" "+ir.ElementOrSelf(t).String(), NumberOf(t)))
	if s.Numbers == nil {
		return x
	}
	return s.Numbers(x, ir.ElementOrSelf(t))
}

// change gives all elements new numbers from outside.
func (o *outside) change(name string) *diag.Error {
	o.busy = true
	defer func() { o.busy = false }()
	each := sim.ElementBytes(o.memory.Elem)
	for k := range o.length() {
		if err := o.memory.Mem.Store(o.memory.Mem.Base+k*int64(each), each, o.s.Input(ElementName(name, k), o.memory.Elem)); err != nil {
			return err
		}
	}
	return nil
}

// all returns all elements.
func (w *World) all() *sim.Vector {
	m := *w.Memory
	m.Base, m.Offset, m.Sizes, m.Strides = m.Mem.Base, 0, []int64{w.state.length()}, []int64{1}
	return m.Elements()
}

// meet makes the memory of a global that is not constant a part of the world: its contents come
// from outside.
func (s *Symbols) meet(f *sim.Frame, in *sim.Instr) error {
	ref := ir.Cast[memref.GetGlobalOp](in.Op).Name()
	g := ir.As[memref.GlobalOp](f.Lookup(in.Op, ref))
	m := f.At(in.ResultSlot(0)).MemRef()
	if g.Constant() || m == nil || s.sees(m) {
		return nil
	}
	if err := s.See("global "+ref.String(), m, false, nil); err != nil {
		return err
	}
	s.world[len(s.world)-1].Global = true
	return nil
}
