package structured

import "optc/ir"

// Code is a function body: statements that read and assign to variables.
type Code struct {
	Body []Statement
	vars int // number of variables
}

// Var is a variable of one type.
type Var struct {
	Name string
	Type ir.Type
	id   int
	from *Var // a variable without a value that this variable may be a copy of; see unset
}

// NewVar makes a variable without a value.
func (c *Code) NewVar(name string, t ir.Type) *Var {
	v := &Var{Name: name, Type: t, id: c.vars}
	c.vars++
	return v
}

// Value is the result of an operation, or an argument of the code.
type Value struct {
	Type ir.Type
	Name string // for readers; may be empty
	def  *Op    // nil for an argument
	used bool
	form form // once it is written
}

// Argument makes a value of a value that exists already.
func Argument(v *ir.Value) *Value { return &Value{Type: v.Type(), form: form{value: v}} }

// Constant returns the attribute of a constant, or nil.
func (v *Value) Constant() ir.Attribute {
	if v.def == nil {
		return nil
	}
	return v.def.constant
}

// IsArgument reports whether the value exists outside of the code.
func (v *Value) IsArgument() bool { return v.def == nil }

// Of returns the value that operations with the given key and one argument are applied to.
func (v *Value) Of(key string) *Value {
	for v.def != nil && v.def.Key == key && len(v.def.Args) == 1 {
		v = v.def.Args[0]
	}
	return v
}

// ReadOf returns the variable whose value v is, or nil.
func (v *Value) ReadOf() *Var {
	if v.def == nil {
		return nil
	}
	return v.def.variable
}

// Statement is *Op, *Write, *If, *Loop, *Block or *Leave.
type Statement interface{ isStatement() }

// Op is an operation with at most one result.
type Op struct {
	Loc    ir.Location
	Args   []*Value
	Result *Value // nil if there is none
	// Effects reports that the operation must be executed even if its result is not used.
	Effects bool
	// Key identifies the computation: of several operations without effects that have the same key and
	// the same arguments only the first is written. It is empty for an operation that has effects or
	// reads memory.
	Key string
	// Total reports that executing the operation is harmless even if the program would not execute it:
	// it has no effects, reads no memory, and has no undefined behaviour.
	Total bool
	// Build writes the operation; its result is nil if Result is.
	Build func(b *ir.Builder, args []*ir.Value) *ir.Value

	role     role
	constant ir.Attribute // constant of role constantRole
	variable *Var         // variable of role readRole
	copies   bool         // for role readRole: a part of a whole that need not have a value
	signed   bool         // for toIndexRole, fromIndexRole and compareRole
	relation Relation     // of compareRole
}

// role marks the operations that the emission of loops knows.
type role uint8

const (
	plainRole role = iota
	constantRole
	readRole
	toIndexRole
	fromIndexRole
	addRole
	compareRole
)

// Write assigns a value to a variable.
type Write struct {
	Var   *Var
	Value *Value // nil if the variable begins without a value
	live  bool   // the variable may be read afterwards
}

// If executes Then or Else.
type If struct {
	Loc        ir.Location
	Cond       *Value
	Then, Else []Statement
	after      set // variables that may be read afterwards
	alive      bool
}

// Loop executes Head, and as long as Cond, a value of Head, is true, Body and Head again.
type Loop struct {
	Loc  ir.Location
	Head []Statement
	Cond *Value // nil for a loop that only Leave ends
	Body []Statement

	entry, body, after set // variables that may be read later
	alive              bool
}

// Block is a labelled sequence: Leave with its label jumps to its end.
type Block struct {
	Label *Label
	Body  []Statement
}

// Label names a block.
type Label struct{ stays *Var }

// Leave jumps to the end of the block that has the label.
type Leave struct{ Label *Label }

func (*Op) isStatement()    {}
func (*Write) isStatement() {}
func (*If) isStatement()    {}
func (*Loop) isStatement()  {}
func (*Block) isStatement() {}
func (*Leave) isStatement() {}
