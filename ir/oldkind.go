package ir

// OldKind is embedded by the types of kinds that are written by hand. They give way to
// the generated types of operations.
type OldKind string

// Kind returns the full name.
func (k OldKind) Kind() Kind { return Kind(k) }

// String returns the full name.
func (k OldKind) String() string { return string(k) }

// Is is described at Kind.
func (k OldKind) Is(op *Operation) bool { return k.Kind().Is(op) }

// DefiningOp is described at Kind.
func (k OldKind) DefiningOp(v *Value) *Operation { return k.Kind().DefiningOp(v) }

// Enclosing is described at Kind.
func (k OldKind) Enclosing(op *Operation) *Operation { return k.Kind().Enclosing(op) }

// Create is described at Kind.
func (k OldKind) Create(b OpBuilder, st *OpState) *Operation { return k.Kind().Create(b, st) }

// CreateValue is described at Kind.
func (k OldKind) CreateValue(b OpBuilder, st *OpState) *Value { return k.Kind().CreateValue(b, st) }
