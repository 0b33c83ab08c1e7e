package ir

// Interfaces holds the optional behaviours of an operation that this package uses in
// generic code. A nil field means that the operation does not have the behaviour.
type Interfaces struct {
	// Terminator is the implicit terminator of single-block regions.
	Terminator OpKind

	Branch       *Branch
	RegionBranch *RegionBranch
	Loop         *Loop
	Call         *Call
	Callable     *Callable
	DestStyle    *DestStyle
	ShapedDim    *ShapedDim
	// InParallel marks operations that contain the insertions of a loop's threads into
	// shared tensors (InParallelOpInterface upstream).
	InParallel bool
	// Masking marks operations that apply a mask to the operation in their region
	// (MaskingOpInterface upstream).
	Masking bool
	// SymbolUser checks the symbols that the operation refers to.
	SymbolUser func(op *Operation, tables *SymbolTables) *Diagnostic
}

// Branch is a terminator that passes operands to successor blocks.
type Branch struct {
	// Forwarded returns the operand range [lo, hi) that becomes the arguments of
	// successor i.
	Forwarded func(op *Operation, i int) (lo, hi int)
	// SetForwarded replaces the operands passed to successor i. It is nil if the variadic
	// operand groups of the definition belong to the successors, in order, because
	// generic code can replace them.
	SetForwarded func(op *Operation, i int, vs []*Value)
	// Taken returns the successor chosen for constant operands, or nil.
	Taken func(op *Operation, operands []Attribute) *Block
}

// RegionSuccessor is a destination of control: a region, or (Region nil) the results of
// the operation.
type RegionSuccessor struct {
	Region *Region
	// Inputs are the block arguments or results that receive values.
	Inputs []*Value
}

// RegionBranch is an operation whose regions are entered and left.
type RegionBranch struct {
	// Successors lists the possible destinations of control, from the parent (from nil)
	// or from the end of a region.
	Successors func(op *Operation, from *Region) []RegionSuccessor
	// Entered narrows down Successors(op, nil) when some operands are known constants
	// (nil where unknown). It is nil if the successors depend on no operand.
	Entered func(op *Operation, operands []Attribute) []RegionSuccessor
	// Left narrows down Successors(op, region of term) when some operands of the
	// terminator are known constants. It is nil if the successors depend on no operand.
	Left func(term *Operation, operands []Attribute) []RegionSuccessor
	// EntryOperands returns the operand range passed to that successor from the parent.
	EntryOperands func(op *Operation, to RegionSuccessor) (lo, hi int)
	// ExitOperands returns the operand range that a terminator of a region passes to the
	// given successor; nil means all operands.
	ExitOperands func(term *Operation, to RegionSuccessor) (lo, hi int)
	// Compatible reports whether a value of one type may be passed on as a value of
	// another; nil requires equal types.
	Compatible func(op *Operation, from, to Type) bool
}

// ShapedDim is an operation that returns an extent of a shaped value
// (ShapedDimOpInterface upstream).
type ShapedDim struct {
	ShapedValue, Dimension func(op *Operation) *Value
}

// Loop is an operation whose body runs repeatedly.
type Loop struct {
	// Bodies returns the regions that are repeated.
	Bodies func(op *Operation) []*Region
	// Counted is set if the first argument of the body counts the iterations.
	Counted bool
	// Inits, IterArgs, Yielded: the values that are carried from one iteration to the
	// next.
	Inits    func(op *Operation) []*Value
	IterArgs func(op *Operation) []*Value
	Yielded  func(op *Operation) []*Value
}

// Call is an operation that calls a Callable.
type Call struct {
	Callee func(op *Operation) *SymbolRefAttr // nil for indirect calls
	Args   func(op *Operation) []*Value
}

// Callable is an operation that can be called.
type Callable struct {
	Region func(op *Operation) *Region
	// Declared is set if a callable without body is a declaration of a symbol.
	Declared bool
	Type     func(op *Operation) *FunctionType
}

// DestStyle is an operation with destination operands tied to its results.
type DestStyle struct {
	Inits func(op *Operation) (lo, hi int)
}
