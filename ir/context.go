package ir

import (
	"strings"
	"sync"
	"sync/atomic"
)

// Context owns the interned types and attributes of a compilation and the registered
// dialects. Two types (or attributes) of one context are equal exactly when they are the
// same pointer. A context is safe for concurrent use.
type Context struct {
	dialects map[string]*Dialect
	list     []*Dialect

	// AllowUnregistered accepts operations, types and attributes of dialects that are not
	// registered; they keep the generic form.
	AllowUnregistered bool

	// Resources are the blobs of dense_resource attributes.
	Resources Resources

	models   modelTable  // see Attach
	settings map[any]any // values by *Setting

	types     interner
	attrs     interner
	spellings sync.Pool // *Spelling, see Spell
	drivers   sync.Pool // *greedyDriver, see ApplyGreedily

	unregistered sync.Map // operation name → *OpDef
	minor        sync.Map // [2]int{dims, results} → *AffineMapAttr
	segments     struct { // see SegmentAttr
		sync.RWMutex
		m map[uint64]Attribute
	}
	defaults sync.Map                     // *PropDef → Attribute
	symbols  atomic.Pointer[knownSymbols] // see LookupSymbol
	distinct atomic.Int64
	// otherTypes is set when there is a type that is not plain; see storage.
	otherTypes atomic.Bool

	common // frequently used types and attributes
}

// NewContext returns a context that contains the builtin dialect and the given dialects.
func NewContext(dialects ...*Dialect) *Context {
	c := &Context{dialects: make(map[string]*Dialect, len(dialects)+1)}
	c.segments.m = map[uint64]Attribute{}
	c.types.init()
	c.attrs.init()
	c.register(Builtin)
	for _, d := range dialects {
		c.register(d)
	}
	c.common.init(c)
	return c
}

func (c *Context) register(d *Dialect) {
	if c.dialects[d.Name] == nil {
		c.dialects[d.Name] = d
		c.list = append(c.list, d)
		if d.Models != nil {
			c.Attach(d.Models()...)
		}
	}
}

// Dialects lists the registered dialects, builtin first, in order of registration.
func (c *Context) Dialects() []*Dialect { return c.list }

// Dialect returns the registered dialect of that name, or nil.
func (c *Context) Dialect(name string) *Dialect { return c.dialects[name] }

// OpDef returns the definition of a registered operation ("arith.addi"), or nil.
func (c *Context) OpDef(name string) *OpDef {
	d := c.dialects[dialectOf(name)]
	if d == nil {
		return nil
	}
	return d.Op(name)
}

// MustOpDef returns the definition of a kind. It panics when the dialect is not
// registered: code that builds operations must register their dialects.
func (c *Context) MustOpDef(k OpKind) *OpDef { return c.mustOpDefNamed(string(k.Kind())) }

func (c *Context) mustOpDefNamed(name string) *OpDef {
	d := c.OpDef(name)
	if d == nil {
		panic("ir: operation " + name + " is not registered in this context")
	}
	return d
}

// UnregisteredOpDef returns the definition for all operations with an unregistered name.
// It has no constraints and only the generic form.
func (c *Context) UnregisteredOpDef(name string) *OpDef {
	if d, ok := c.unregistered.Load(name); ok {
		return d.(*OpDef)
	}
	name = strings.Clone(name)
	d, _ := c.unregistered.LoadOrStore(name, &OpDef{Kind: Kind(name), name: name, Traits: foreignTraits[name], unregistered: c})
	return d.(*OpDef)
}

// defaultOf returns the value of an absent attribute, or nil.
func (c *Context) defaultOf(d *PropDef) Attribute {
	if d.Default == nil {
		return nil
	}
	if a, ok := c.defaults.Load(d); ok {
		return a.(Attribute)
	}
	a := d.Default(c)
	c.defaults.Store(d, a)
	return a
}

// dialectOf returns the part of a qualified name before the first dot. Names without a
// dot belong to the namespace "" of the builtin dialect.
func dialectOf(name string) string {
	for i := 0; i < len(name); i++ {
		if name[i] == '.' {
			return name[:i]
		}
	}
	return ""
}
