package structured

import (
	"strconv"

	"optc/dialect/arith"
	"optc/ir"
)

// Builder appends statements to a block of a code.
type Builder struct {
	Code *Code
	Loc  ir.Location // location of the statements that are added
	into *[]Statement
	// Copies reports that variables are read as parts of a whole; some parts need not have a value.
	Copies bool
}

// NewBuilder returns a builder that appends to the body of the code.
func NewBuilder(c *Code) *Builder { return &Builder{Code: c, into: &c.Body} }

// Add appends a statement.
func (b *Builder) Add(s Statement) { *b.into = append(*b.into, s) }

// In makes f append to another list of statements.
func (b *Builder) In(list *[]Statement, f func() error) error {
	old := b.into
	b.into = list
	err := f()
	b.into = old
	return err
}

// Op appends an operation; t is nil if it has no result.
func (b *Builder) Op(op Op, t ir.Type) *Value {
	o := &op
	o.Loc = b.Loc
	if t != nil {
		o.Result = &Value{Type: t, def: o}
	}
	b.Add(o)
	return o.Result
}

// Pure appends an operation without effects and without undefined behaviour.
func (b *Builder) Pure(key string, t ir.Type, build func(b *ir.Builder, args []*ir.Value) *ir.Value, args ...*Value) *Value {
	return b.Op(Op{Key: key, Total: true, Args: args, Build: build}, t)
}

// Constant appends a constant.
func (b *Builder) Constant(t ir.Type, a ir.Attribute) *Value {
	return b.Op(Op{Total: true, role: constantRole, constant: a}, t)
}

// Int appends a constant of an integer type or of type index.
func (b *Builder) Int(t ir.Type, n int64) *Value { return b.Constant(t, t.Context().Int(t, n)) }

// Read appends a read of a variable.
func (b *Builder) Read(v *Var) *Value {
	r := b.Op(Op{Total: true, role: readRole, variable: v, copies: b.Copies}, v.Type)
	r.Name = v.Name
	return r
}

// Write appends an assignment.
func (b *Builder) Write(v *Var, x *Value) { b.Add(&Write{Var: v, Value: x}) }

// Forget appends the begin of a variable without a value.
func (b *Builder) Forget(v *Var) { b.Add(&Write{Var: v}) }

// ToIndex appends the conversion of an integer to type index.
func (b *Builder) ToIndex(x *Value, signed bool) *Value {
	return b.Op(Op{Total: true, role: toIndexRole, signed: signed, Args: []*Value{x}}, x.Type.Context().Index())
}

// FromIndex appends the conversion of an index to an integer type. small reports that the
// index is not negative and less than the largest signed integer of the type.
func (b *Builder) FromIndex(x *Value, t ir.Type, small bool) *Value {
	return b.Op(Op{Total: true, role: fromIndexRole, signed: !small, Args: []*Value{x}}, t)
}

// AddInts appends the sum of two integers; if wraps is false, it is undefined if it is no
// number of the signed type.
func (b *Builder) AddInts(x, y *Value, wraps bool) *Value {
	o := Op{Total: true, role: addRole, Args: []*Value{x, y}}
	if wraps {
		o.Key, o.Build = "addi", func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewAddI(b, a[0], a[1]).Result() }
	} else {
		o.Key, o.Build = "addi nsw", func(b *ir.Builder, a []*ir.Value) *ir.Value {
			return arith.NewAddI(b, a[0], a[1], arith.NSW).Result()
		}
	}
	return b.Op(o, x.Type)
}

// Relation is a comparison of integers.
type Relation uint8

const (
	Equal Relation = iota
	Unequal
	Less
	AtMost
	Greater
	AtLeast
)

// predicate is the predicate of arith.cmpi.
func (r Relation) predicate(signed bool) arith.CmpIPredicate {
	if r <= Unequal || signed {
		return [...]arith.CmpIPredicate{arith.EQ, arith.NE, arith.SLT, arith.SLE, arith.SGT, arith.SGE}[r]
	}
	return [...]arith.CmpIPredicate{Less: arith.ULT, AtMost: arith.ULE, Greater: arith.UGT, AtLeast: arith.UGE}[r]
}

// Compare appends a comparison of two integers.
func (b *Builder) Compare(r Relation, signed bool, x, y *Value) *Value {
	p := r.predicate(signed)
	return b.Op(Op{
		Key: "cmpi " + strconv.Itoa(int(p)), Total: true, role: compareRole, signed: signed, relation: r, Args: []*Value{x, y},
		Build: func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewCmpI(b, p, a[0], a[1]).Result() },
	}, x.Type.Context().I1())
}

// And appends the conjunction of two truth values.
func (b *Builder) And(x, y *Value) *Value {
	return b.Pure("andi", x.Type, func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewAndI(b, a[0], a[1]).Result() }, x, y)
}
