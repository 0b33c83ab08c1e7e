package ir

import "fmt"

// Op is an operation of a known kind. A dialect has a type per operation, which embeds Op
// and has the accessors of that operation, so that using a wrong operation is a compile
// error:
//
//	type AddI struct{ ir.Op }
//
//	func (op AddI) Lhs() *ir.Value { … }
//
//	if add := ir.As[arith.AddI](op); add.Ok() {
//		use(add.Lhs())
//	}
//
// The types are generated from the definitions of the dialect. A zero value has no operation; it
// represents only the kind: arith.AddI{}.Kind().
type Op struct{ op *Operation }

// Operation returns the operation, nil for a zero value.
func (o Op) Operation() *Operation { return o.op }

// Ok reports whether there is an operation.
func (o Op) Ok() bool { return o.op != nil }

// TypedOp is satisfied by the types that embed Op.
type TypedOp interface {
	Operation() *Operation
	// Kind returns the full name of the operation, also for a zero value.
	Kind() Kind
}

// typedOp constrains type parameters to exactly the types that embed Op.
type typedOp interface {
	~struct{ Op }
	TypedOp
}

// OpType is, as a value, the Go type of the operations of a kind; see TypeOf.
type OpType struct {
	zero TypedOp
	of   func(op *Operation) TypedOp
}

// TypeOf returns T as a value, for the list of a dialect.
func TypeOf[T typedOp]() OpType {
	var zero T
	return OpType{zero, func(op *Operation) TypedOp { return typed[T](op) }}
}

// typed returns op as a T, unchecked.
func typed[T typedOp](op *Operation) T { return T(struct{ Op }{Op{op}}) }

// Is reports whether op exists and is a T.
func Is[T typedOp](op *Operation) bool {
	if op == nil {
		return false
	}
	_, ok := op.def.typed.zero.(T)
	return ok
}

// As returns op as a T, or a zero T if op is nil or of another kind.
func As[T typedOp](op *Operation) T {
	if !Is[T](op) {
		op = nil
	}
	return typed[T](op)
}

// Cast returns op as a T. It panics if op is nil or of another kind. It is for code that knows the
// kind, such as the checks and folds of a definition.
func Cast[T typedOp](op *Operation) T {
	if !Is[T](op) {
		castFault[T](op)
	}
	return typed[T](op)
}

func castFault[T typedOp](op *Operation) {
	var want T
	if op == nil {
		panic(fmt.Sprintf("ir.Cast: expected '%s', but got no operation", want.Kind()))
	}
	panic(fmt.Sprintf("ir.Cast: expected '%s', but got operation '%s'; ir.As returns a zero value instead of a panic", want.Kind(), op.Name()))
}

// DefiningOp returns the operation that defines v as a T, or a zero T if v is a block
// argument or a result of an operation of another kind.
func DefiningOp[T typedOp](v *Value) T { return As[T](v.def) }

// Enclosing returns the nearest T around op, or a zero T.
func Enclosing[T typedOp](op *Operation) T {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if Is[T](p) {
			return typed[T](p)
		}
	}
	return typed[T](nil)
}

// Typed returns op as a value of its Go type, for a type switch. It returns nil if op is
// nil or its dialect has no types for operations.
//
//	switch op := op.Typed().(type) {
//	case memref.LoadOp:
//		use(op.Indices())
//	case memref.StoreOp:
//		use(op.Value())
//	}
func (op *Operation) Typed() TypedOp {
	if op == nil || op.def.typed.of == nil {
		return nil
	}
	return op.def.typed.of(op)
}

// Method converts a method of typed operations to a function of operations, which must
// have that type. Interfaces in definitions consist of such functions:
//
//	Inits: ir.Method(ForOp.InitArgs)
func Method[T typedOp, R any](f func(op T) R) func(op *Operation) R {
	return func(op *Operation) R { return f(Cast[T](op)) }
}
