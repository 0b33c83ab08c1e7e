package ir

// Kind is the full name of an operation, "dialect.op". The definition of an operation
// has it, and so has the type of the operation, which opgen writes.
type Kind string

// OpKind is a kind of operation as a value: the zero value of the operation's Go type,
// memref.LoadOp{}, or a Kind if only the operation's name is known.
type OpKind interface {
	Kind() Kind
}

// Kind returns k.
func (k Kind) Kind() Kind { return k }

// String returns the full name.
func (k Kind) String() string { return string(k) }

// Is reports whether the operation exists and is of this kind.
func (k Kind) Is(op *Operation) bool { return op != nil && op.def.name == string(k) }

// Create builds an operation of this kind at the insertion point; see Builder.Create.
// Dialects implement their Build functions with it.
func (k Kind) Create(b OpBuilder, st *OpState) *Operation {
	st.Def = b.Context().MustOpDef(k)
	if st.Regions == nil {
		st.NumRegions = max(st.NumRegions, len(st.Def.Regions))
	}
	return b.create(st)
}

// CreateValue is Create for operations with one result, which it returns.
func (k Kind) CreateValue(b OpBuilder, st *OpState) *Value {
	op := k.Create(b, st)
	if f, ok := b.(OrFold); ok {
		return f.valueOf(op)
	}
	return op.Result(0)
}

// IsAny reports whether op is not nil and is of one of these kinds.
func IsAny(op *Operation, kinds ...OpKind) bool {
	for _, k := range kinds {
		if k.Kind().Is(op) {
			return true
		}
	}
	return false
}

// KindNames returns the full names of kinds.
func KindNames(kinds []OpKind) []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k.Kind())
	}
	return names
}

// OpBuilder is the interface through which Build functions insert operations: a *Builder, a
// *Rewriter or any other type that embeds a builder.
type OpBuilder interface {
	// Context returns the context of the created operations, types and attributes.
	Context() *Context
	create(st *OpState) *Operation
}

func (b *Builder) create(st *OpState) *Operation { return b.Create(st) }
