package ir

// Traits is a set of properties that need no parameters.
type Traits uint64

const (
	// Terminator operations end a block.
	Terminator Traits = 1 << iota
	// ReturnLike terminators pass their operands to the parent operation.
	ReturnLike
	// IsolatedFromAbove operations use no value defined outside them, so that passes
	// process them in parallel.
	IsolatedFromAbove
	// SymbolTable operations hold symbols with unique names.
	SymbolTable
	// Symbol operations have a name in sym_name.
	Symbol
	// NoTerminator blocks of the regions need no terminator.
	NoTerminator
	// SingleBlock regions have exactly one block.
	SingleBlock
	// GraphRegion regions have no dominance: uses may precede definitions.
	GraphRegion
	// Commutative operations have operands that may be swapped.
	Commutative
	// Idempotent: f(f(x)) = f(x). Involution: f(f(x)) = x.
	Idempotent
	Involution
	// ConstantLike operations fold to an attribute and have no operands.
	ConstantLike
	// Pure operations have no memory effect and can be executed speculatively, unless
	// OpDef.Speculatable overrides that.
	Pure
	// NoMemoryEffect operations have none, but may not be speculated.
	NoMemoryEffect
	// RecursiveMemoryEffects: the operation has exactly the effects of the nested
	// operations.
	RecursiveMemoryEffects
	// RecursivelySpeculatable: the operation is speculatable if the nested operations
	// are.
	RecursivelySpeculatable
	// AlwaysSpeculatable operations have no undefined behaviour.
	AlwaysSpeculatable
	// HasEffects marks an operation whose effects are exactly the declared effects
	// (MemoryEffectOpInterface upstream); without it, effects are unknown.
	HasEffects
	// Elementwise operations map over shaped operands (ElementwiseMappable with
	// Scalarizable, Vectorizable and Tensorizable).
	Elementwise
	// AffineScope regions delimit the scope in which values can be affine symbols.
	AffineScope
	// AutomaticAllocationScope operations free stack allocations at their end.
	AutomaticAllocationScope
	// AttrSizedOperandSegments and …Result… record group sizes in an attribute.
	AttrSizedOperandSegments
	AttrSizedResultSegments
	// SameVariadicOperandSize: all variadic operand groups have the same length.
	SameVariadicOperandSize
	// SameTypeOperands: all operands have the same type.
	SameTypeOperands
	// SameOperandsAndResultType, …Shape, …ElementType.
	SameOperandsAndResultType
	SameOperandsAndResultShape
	SameOperandsAndResultElementType
	SameOperandsElementType
	SameOperandsShape
	// ImplicitTerminator: the single-block regions end in a default terminator that the
	// pretty form omits; its kind is in Interfaces.
	ImplicitTerminator
	// FirstAttrDerivedResultType: the result type is the type of the first attribute
	// (constants).
	FirstAttrDerivedResultType
	// NoRegionArguments: the entry blocks of the regions have no arguments.
	NoRegionArguments
	// Convergent operations depend on which threads execute them together, so that equal
	// operations in different blocks have different results (convergent in LLVM).
	Convergent
)

// Constraint relates several parts of an operation; it is checked after the individual parts.
// Constraints are declared as literals of the types in constraints.go.
type Constraint interface {
	// Check returns nil, or the diagnostic of a violation.
	Check(op *Operation) *Diagnostic
	// Doc is one line for the reference.
	Doc() string
}

// EffectKinds is a set of memory effects.
type EffectKinds uint8

const (
	Read EffectKinds = 1 << iota
	Write
	Allocate
	Free
)

// Effect is a memory effect of an operation. Value is the affected memref or tensor, or
// nil for a resource that is not a value.
type Effect struct {
	Kind     EffectKinds
	Value    *Value
	Resource string // "" is the default resource
}

// Speculatability specifies whether executing an operation early is safe.
type Speculatability uint8

const (
	NotSpeculatable Speculatability = iota
	Speculatable
	RecursivelySpeculatableOps
)

// FoldResult is the result of folding an operation.
//
// The zero value, without fold, leaves the operation unchanged. InPlace is set if the
// fold changed the operation itself. Otherwise Results holds, per result, either a value
// or a constant attribute.
type FoldResult struct {
	InPlace bool
	Results []FoldedValue
}

// FoldedValue is an existing value or a constant.
type FoldedValue struct {
	Value *Value
	Attr  Attribute
}

// FoldToValue folds an operation with one result to a value.
func FoldToValue(v *Value) FoldResult { return FoldResult{Results: []FoldedValue{{Value: v}}} }

// FoldToAttr folds an operation with one result to a constant; nil means no fold.
func FoldToAttr(a Attribute) FoldResult {
	if a == nil {
		return FoldResult{}
	}
	return FoldResult{Results: []FoldedValue{{Attr: a}}}
}

// Ok reports whether the operation folded.
func (f FoldResult) Ok() bool { return f.InPlace || f.Results != nil }
