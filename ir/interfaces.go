package ir

import (
	"maps"
	"strings"
	"sync"
	"sync/atomic"
)

// Interface is a behaviour that operations, types or attributes of any dialect may have,
// and that generic code uses. T is the form of an implementation: usually a function, or
// a struct of functions. The package that owns the behaviour declares a key:
//
//	package ranges
//
//	type Rule func(op *ir.Operation, operands []Interval) []Interval
//
//	var Inference = ir.NewInterface[Rule]("result ranges")
//
// A dialect implements the interface in its definitions:
//
//	Implements: []ir.Implementation{ranges.Inference.By(addRange)},
//
// and generic code asks without knowing the dialect:
//
//	if rule, ok := ranges.Inference.Of(op); ok {
//		results = rule(op, operands)
//	}
//
// # External models
//
// A Model implements an interface for an operation, type or attribute of another
// dialect, as external models do in MLIR:
//
//	var models = []ir.Model{
//		ir.ModelOf(arith.AddI, costs.Cost.By(oneCycle)),
//		ir.NodeModel("!okk.tensor", costs.Size.By(bytesOfTensor)),
//	}
//
// Models belong to a context. A dialect adds them to every context that contains it
// (Dialect.Models), a pass to every context in which it runs (passes.Pass.Models), and
// Context.Attach attaches them directly. The implementation in a definition takes precedence over
// an attached model, and a model that was attached earlier over later ones.
type Interface[T any] struct{ key interfaceKey }

// interfaceKey identifies an interface by its address.
type interfaceKey struct {
	name string
	// modelled is set once any context has a model for the interface. As long as no context has a
	// model of the interface, an operation without the interface need not look up its context.
	modelled atomic.Bool
}

// NewInterface returns a new interface. The name identifies it in messages and help.
func NewInterface[T any](name string) *Interface[T] {
	return &Interface[T]{interfaceKey{name: name}}
}

// String returns the name of the interface.
func (i *Interface[T]) String() string { return i.key.name }

// Implementation is an implementation of an interface; see Interface.By.
type Implementation struct {
	of    *interfaceKey
	value any // a boxed[T]
}

// boxed holds an implementation, so that finding it is a comparison of types even if T is
// a Go interface.
type boxed[T any] struct{ value T }

// By returns v as an implementation of the interface, for the field Implements of a
// definition and for models.
func (i *Interface[T]) By(v T) Implementation {
	return Implementation{of: &i.key, value: boxed[T]{v}}
}

// Definition is an *OpDef, a *TypeDef, an *AttrDef or a *TermDef.
type Definition interface{ implementations() []Implementation }

func (d *OpDef) implementations() []Implementation   { return d.Implements }
func (d *TypeDef) implementations() []Implementation { return d.Implements }
func (d *AttrDef) implementations() []Implementation { return d.Implements }
func (d *TermDef) implementations() []Implementation { return d.Implements }

// Of returns the implementation for an operation; ok is false if there is none, or if the
// operation is nil.
func (i *Interface[T]) Of(op *Operation) (v T, ok bool) {
	if op == nil {
		return v, false
	}
	if v, ok = i.among(op.def.Implements); ok || !i.key.modelled.Load() {
		return v, ok
	}
	return i.model(op.knownContext(), op.def.name)
}

// Has reports whether the operation is not nil and implements the interface.
func (i *Interface[T]) Has(op *Operation) bool {
	_, ok := i.Of(op)
	return ok
}

// OfNode returns the implementation for a type or an attribute.
func (i *Interface[T]) OfNode(n Node) (v T, ok bool) {
	name, dialect, mnemonic := nodeName(n)
	if d := n.Context().Dialect(dialect); d != nil {
		if def := d.node(n, mnemonic); def != nil {
			if v, ok = i.among(def.implementations()); ok {
				return v, true
			}
		}
	}
	if name == "" || !i.key.modelled.Load() {
		return v, false
	}
	return i.model(n.Context(), name)
}

// In returns the implementation in a definition, ignoring models.
func (i *Interface[T]) In(d Definition) (v T, ok bool) { return i.among(d.implementations()) }

func (i *Interface[T]) among(list []Implementation) (v T, ok bool) {
	for k := range list {
		if list[k].of == &i.key {
			return list[k].value.(boxed[T]).value, true
		}
	}
	return v, false
}

func (i *Interface[T]) model(c *Context, name string) (v T, ok bool) {
	if c == nil {
		return v, false
	}
	if value := c.models.find(&i.key, name); value != nil {
		return value.(boxed[T]).value, true
	}
	return v, false
}

// Model holds implementations for an operation, type or attribute of another dialect.
type Model struct {
	// Name is the full name: "arith.addi", "!okk.tensor", "#iree_map.pack_map".
	Name       string
	Implements []Implementation
}

// ModelOf returns a model for the operations of a kind.
func ModelOf(k OpKind, list ...Implementation) Model { return Model{k.Kind().String(), list} }

// NodeModel returns a model for a type, "!dialect.mnemonic", or an attribute,
// "#dialect.mnemonic".
func NodeModel(name string, list ...Implementation) Model { return Model{name, list} }

// Attach adds models to the context. Attaching the same models again does nothing. It may
// run concurrently with readers, but code that relies on a model must attach it before it
// starts goroutines.
func (c *Context) Attach(list ...Model) { c.models.attach(list) }

// modelTable holds the models of a context. The published maps never change, so that
// readers need no lock.
type modelTable struct {
	published atomic.Pointer[modelMaps]
	writing   sync.Mutex
}

// modelMaps has a map from full names to implementations for each interface.
type modelMaps map[*interfaceKey]map[string]any

func (t *modelTable) find(of *interfaceKey, name string) any {
	if m := t.published.Load(); m != nil {
		return (*m)[of][name]
	}
	return nil
}

func (t *modelTable) attach(list []Model) {
	t.writing.Lock()
	defer t.writing.Unlock()
	var next modelMaps // a copy of the published maps, made for the first new implementation
	for _, m := range list {
		for _, impl := range m.Implements {
			if t.find(impl.of, m.Name) != nil {
				continue
			}
			if next == nil {
				next = t.clone()
			}
			if next[impl.of] == nil {
				next[impl.of] = map[string]any{}
			}
			if next[impl.of][m.Name] == nil {
				next[impl.of][m.Name] = impl.value
			}
			impl.of.modelled.Store(true)
		}
	}
	if next != nil {
		t.published.Store(&next)
	}
}

// clone returns a copy of the published maps that may change.
func (t *modelTable) clone() modelMaps {
	next := modelMaps{}
	if m := t.published.Load(); m != nil {
		for of, byName := range *m {
			next[of] = maps.Clone(byName)
		}
	}
	return next
}

// knownContext returns the context of the operation: the context mentioned by the
// operation itself, by the nearest operation around it, or by an operation in it; nil if
// there is none.
func (op *Operation) knownContext() *Context {
	for p := op; p != nil; p = p.Parent() {
		if c := p.mentionedContext(); c != nil {
			return c
		}
	}
	return mentionedWithin(op)
}

// node returns the definition of a type or an attribute of the dialect, or nil.
func (d *Dialect) node(n Node, mnemonic string) Definition {
	switch n.(type) {
	case Type:
		if def := d.Type(mnemonic); def != nil {
			return def
		}
	case Attribute:
		if def := d.Attr(mnemonic); def != nil {
			return def
		}
	}
	return nil
}

// nodeName splits the name of a type or an attribute, "!dialect.mnemonic" or
// "#dialect.mnemonic". Types and attributes of the builtin dialect have no such name.
func nodeName(n Node) (name, dialect, mnemonic string) {
	text := n.storage().text
	if text == "" || text[0] != '!' && text[0] != '#' {
		return "", "", ""
	}
	name = text
	if end := strings.IndexAny(text, "< "); end >= 0 {
		name = text[:end]
	}
	dialect, mnemonic, ok := strings.Cut(name[1:], ".")
	if !ok {
		return "", "", ""
	}
	return name, dialect, mnemonic
}
