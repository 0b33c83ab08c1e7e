package sim

import (
	"maps"

	"optc/ir"
)

// Table maps kinds of operations to their meanings. A dialect provides the table of its
// operations; see ir.Dialect.Meaning.
type Table map[ir.Kind]Func

// Executes reports whether the table has a meaning for an operation.
func (t Table) Executes(k ir.Kind) bool { return t[k] != nil }

// Join returns a table with the entries of some tables.
func Join(tables ...Table) Table {
	all := Table{}
	for _, t := range tables {
		maps.Copy(all, t)
	}
	return all
}

// QuickForm returns a faster form of the exact meaning of an operation. The quick form
// leaves rare and wrong cases to the exact meaning.
type QuickForm func(exact Func) Func

// Meanings is a table of a dialect with further functions for a machine. All fields except the
// table are optional.
type Meanings struct {
	Table // the exact meanings
	Quick map[ir.Kind]QuickForm
	// Reads reports whether an operation of the dialect no longer needs its operands after it has run:
	// it copies elements of vectors and keeps no vector. nil: this holds for operations with the trait
	// Elementwise.
	Reads func(op *ir.Operation) bool
	// Arguments returns the arguments that the body of a function gets in addition to the arguments of
	// its caller, such as buffers.
	Arguments func(m *Machine, fn *ir.Operation) ([]Value, error)
	// Undefined lists the inputs for which operations of the dialect have no defined result.
	Undefined []Undefined
}

// meaningsOf returns the meanings of the dialect of an operation.
func meaningsOf(op *ir.Operation) (m Meanings) {
	if d := op.Def().Owner(); d != nil {
		switch of := d.Meanings().(type) {
		case *Meanings:
			m = *of
		case Table:
			m.Table = of
		}
	}
	return m
}

// meaning returns the meaning of an operation from the table of the machine or otherwise
// from its dialect, or nil.
func (m *Machine) meaning(op *ir.Operation) Func {
	fn := m.table[op.Kind()]
	var d Meanings
	if fn == nil {
		d = meaningsOf(op)
		fn = d.Table[op.Kind()]
	}
	if m.Symbols != nil {
		return m.Symbols.Meaning(op, m.guarded(op, fn))
	}
	if quick := d.Quick[op.Kind()]; quick != nil && !m.Exact {
		return quick(fn)
	}
	return fn
}

// copiesOperands reports whether an operation keeps no vector of its operands when it has run.
func copiesOperands(op *ir.Operation) bool {
	if reads := meaningsOf(op).Reads; reads != nil {
		return reads(op)
	}
	return op.Has(ir.Elementwise)
}

// State returns the state that the meanings of a dialect keep between operations, in a
// machine and its forks; it is initially a zero T. T is a type of the dialect.
func State[T any](m *Machine) *T {
	key := any((*T)(nil))
	s, ok := m.states[key].(*T)
	if !ok {
		s = new(T)
		m.states[key] = s
	}
	return s
}
