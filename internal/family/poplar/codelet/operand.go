package codelet

import (
	"optc/dialect/memref"
	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
	"optc/internal/family/poplar/structured"
	"optc/ir"
)

// operand is the value of an expression of a body: a constant, a value, a place, a
// pointer, an object, a list or a function.
type operand struct {
	typ *typ // without reference
	// number is the value of a constant.
	number *constantNumber
	value  *structured.Value // place of a scalar or of a hardware vector
	place  location          // value of a scalar or of a hardware vector
	ptr    *pointer          // a pointer that is not stored in a variable
	holder *pointerVar       // a variable that holds a pointer
	stored *storedPlace      // a pointer in memory
	object *object           // object of a class
	memory *elements         // what a subscript selects elements of
	fn     *functions
	list   []*operand // in braces
	isList bool
	// member is the name of the member that a value of a list is for: {.member = x}.
	member string
	// edge reports that the operand is an edge to a scalar, to which * can be applied, too.
	edge bool
	name string // name of a variable
	// late reports that the operand is a reference or a vector that is still to be bound.
	late bool
}

// constantNumber is a constant of an arithmetic type.
type constantNumber struct {
	n int64   // value of an integer or an enumeration
	f float64 // value of a floating-point type
}

// location is a scalar or a vector of the hardware in a variable or in memory.
type location interface {
	load(t *translator) *structured.Value
	store(t *translator, v *structured.Value)
}

// object is an instance of a class; its members are operands with places.
type object struct {
	typ     *typ
	members map[string]*operand
	order   []string
	at      *pointer // its address, if it is in memory
	// whole is the vertex itself, whose fields are members.
	whole bool
}

// functions is a set of overloaded functions, a lambda or a name of the library.
type functions struct {
	name    string
	list    []*routine
	home    *scope   // the scope that declares the functions
	this    *operand // the object of a member function
	args    []value  // explicit template arguments
	lambda  *lambda
	library string          // name of a function that the translator knows
	bound   func() *operand // a method of a vector
}

type lambda struct {
	text  *lambdaText
	scope *scope
	frame *frame
}

// variablePlace is a scalar variable.
type variablePlace struct{ v *structured.Var }

func (p variablePlace) load(t *translator) *structured.Value     { return t.b.Read(p.v) }
func (p variablePlace) store(t *translator, x *structured.Value) { t.b.Write(p.v, x) }

// scalarPlace is a field that is an edge to a scalar.
type scalarPlace struct {
	base *structured.Value
	elem scalar.Type
}

func (p scalarPlace) load(t *translator) *structured.Value {
	return t.b.Op(structured.Op{Args: []*structured.Value{p.base}, Build: func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return memref.NewLoad(b, a[0]).Result()
	}}, poplar.MemoryType(t.c, p.elem))
}

func (p scalarPlace) store(t *translator, x *structured.Value) {
	t.b.Op(structured.Op{Effects: true, Args: []*structured.Value{x, p.base}, Build: func(b *ir.Builder, a []*ir.Value) *ir.Value {
		memref.NewStore(b, a[0], a[1])
		return nil
	}}, nil)
}

// elementPlace is an element of memory.
type elementPlace struct {
	base  *structured.Value // memref
	index *structured.Value // index of type index
	typ   ir.Type
	elem  *typ // element type of the memory
}

func (p elementPlace) load(t *translator) *structured.Value {
	return t.b.Op(structured.Op{Args: []*structured.Value{p.base, p.index}, Build: func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return memref.NewLoad(b, a[0], a[1]).Result()
	}}, p.typ)
}

func (p elementPlace) store(t *translator, x *structured.Value) {
	t.b.Op(structured.Op{Effects: true, Args: []*structured.Value{x, p.base, p.index}, Build: func(b *ir.Builder, a []*ir.Value) *ir.Value {
		memref.NewStore(b, a[0], a[1], a[2])
		return nil
	}}, nil)
}

// elements is the operand of a subscript: a vector field, the rows of a list, or a local array.
type elements struct {
	base    *structured.Value // memref or poplar.rows
	baseVar *structured.Var   // variable that holds base, if the memory was chosen at run time
	elem    *typ              // type of an element in memory
	rows    bool              // the elements are rows
	scalars bool              // the elements are edges to scalars, rows of one element
	known   int64             // number of elements of an array
	offset  *structured.Value // offset of the first element, of type index; nil for 0
	cell    *typ              // type of an element of the memref, if it differs from the innermost elem
	unit    *typ              // integer that offset counts, if it is narrower than an element of the memref
	typ     *typ              // type of the whole
	local   *localArray       // the local array that owns the memory, or nil
	inner   bool              // whether the array is a part of a larger array
	target  *structured.Value // the number of the memory for stored pointers, or nil
}

// pointer is the address of an element of memory, or of a variable.
type pointer struct {
	to    *typ              // type that it points to
	base  *structured.Value // memref; nil for the address of a variable
	index *structured.Value // index of type index, in units; nil for 0
	elem  *typ              // type of an element of memory
	at    *operand          // the variable or object of an address that is not in memory
	// unit is the integer type that index counts, if it is smaller than an element of memory, or if
	// the pointer points into a variable.
	unit   *typ
	local  *localArray       // the local array that it points into, or nil
	target *structured.Value // the number of the memory for stored pointers, or nil
}

// pointerVar is a variable that holds a pointer.
type pointerVar struct {
	to     *typ
	elem   *typ // nil before the first assignment
	unit   *typ
	base   *structured.Var
	index  *structured.Var
	at     *operand
	depth  int             // depth of the block of the variable
	null   *nullState      // state of the variable before it points to something, or nil
	local  *localArray     // the local array that the last assigned pointer points into, or nil
	target *structured.Var // the number of the memory for stored pointers, or nil
}

// nullState records where a pointer variable became null.
type nullState struct {
	frame *frame
	depth int // depth of branches and loops
}

// isVariable reports whether the operand is a scalar variable or a hardware vector variable.
func (o *operand) isVariable() bool {
	_, is := o.place.(variablePlace)
	return is
}

func (o *operand) isPointer() bool { return o.ptr != nil || o.holder != nil || o.stored != nil }

// asValue returns the operand as the evaluator of constants sees it.
func (o *operand) asValue() value {
	if o.number != nil && o.typ.isInteger() {
		return value{typ: o.typ, constant: true, n: o.number.n}
	}
	return value{}
}
