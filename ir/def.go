package ir

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Dialect is a namespace of operations, types and attributes. Dialects are Go
// values; a context gets the list of those it should know.
type Dialect struct {
	Name        string // prefix of all its names
	Summary     string // one line
	Description string // Markdown, for the generated reference
	// Define makes the definitions of the dialect. It is called when one of them is
	// first looked up: a run pays for the dialects that it uses.
	Define func() Definitions

	// Meaning makes what the operations of the dialect do when they are executed, for the
	// simulator, the execution check and whatever else runs code: a sim.Table or a
	// *sim.Meanings. It is called once, when code of the dialect is first executed. Nil if
	// the operations cannot be executed.
	Meaning func() Meaning

	// Models implement interfaces for operations, types and attributes of other dialects
	// in every context that knows this dialect, see Model. Nil: none.
	Models func() []Model

	// Materialize builds the operation that yields a constant of a type, or
	// returns nil. The folder calls it at the place of a folded operation.
	Materialize func(b *Builder, value Attribute, t Type, loc Location) *Operation
	// VerifyAttr checks a discardable attribute of this dialect on any operation.
	VerifyAttr func(op *Operation, attr NamedAttr) *Diagnostic
	// Describe says more about a valid operation than its text, for an editor; nil or ""
	// if there is nothing.
	Describe func(op *Operation) string
	// InlineInto reports whether the body of a callable may stand in the region dest of
	// an operation of this dialect, with args in place of its arguments; nil: never.
	InlineInto func(dest, body *Region, args []*Value) bool
	// InlineOp reports whether an operation of this dialect may be inlined into the
	// region dest; nil: always.
	InlineOp func(op *Operation, dest *Region) bool
	// AttrAlias and TypeAlias propose the name of an alias for an attribute or
	// type ("map", "nested"), or "".
	AttrAlias func(a Attribute) string
	TypeAlias func(t Type) string
	// Partial says that the dialect has more than is declared here. What is not
	// declared is treated like what belongs to a dialect that is not registered.
	Partial bool

	runs    sync.Once
	meaning Meaning

	once  sync.Once
	all   Definitions
	ops   map[string]*OpDef
	types map[string]*TypeDef
	attrs map[string]*AttrDef
}

// Meaning says which operations can be executed, and to those who execute them how.
type Meaning interface {
	Executes(k Kind) bool
}

// Meanings returns what Meaning makes, which it calls once; nil if that is nil.
func (d *Dialect) Meanings() Meaning {
	d.runs.Do(func() {
		if d.Meaning != nil {
			d.meaning = d.Meaning()
		}
	})
	return d.meaning
}

// Definitions is what a dialect consists of.
type Definitions struct {
	Ops   []*OpDef
	Types []*TypeDef
	Attrs []*AttrDef
	Terms []*TermDef
	// Typed holds the type of each operation, see Op.
	Typed []OpType
	// Patterns are canonicalization patterns that belong to no single operation.
	Patterns []*Pattern
}

// Definitions returns what the dialect consists of.
func (d *Dialect) Definitions() *Definitions {
	d.index()
	return &d.all
}

// InlineAlways is the InlineInto of dialects whose regions may hold any code.
func InlineAlways(dest, body *Region, args []*Value) bool { return true }

func (d *Dialect) index() {
	d.once.Do(func() {
		if d.Define != nil {
			d.all = d.Define()
		}
		d.ops = make(map[string]*OpDef, len(d.all.Ops))
		for _, o := range d.all.Ops {
			o.dialect = d
			if o.Kind != nil {
				o.name = o.Kind.String()
			}
			d.ops[o.name] = o
		}
		for _, t := range d.all.Typed {
			if o := d.ops[string(t.zero.Kind())]; o != nil {
				o.typed = t
			}
		}
		d.types = make(map[string]*TypeDef, len(d.all.Types))
		for _, t := range d.all.Types {
			d.types[t.Mnemonic] = t
		}
		d.attrs = make(map[string]*AttrDef, len(d.all.Attrs))
		for _, a := range d.all.Attrs {
			d.attrs[a.Mnemonic] = a
		}
	})
}

// Op returns the operation of that full name, or nil.
func (d *Dialect) Op(name string) *OpDef {
	d.index()
	return d.ops[name]
}

// Type returns the type definition of that mnemonic, or nil.
func (d *Dialect) Type(mnemonic string) *TypeDef {
	d.index()
	return d.types[mnemonic]
}

// Attr returns the attribute definition of that mnemonic, or nil.
func (d *Dialect) Attr(mnemonic string) *AttrDef {
	d.index()
	return d.attrs[mnemonic]
}

// TypeDef declares a type of a dialect: !dialect.mnemonic followed by whatever
// Parse reads.
type TypeDef struct {
	Mnemonic    string
	Summary     string
	Description string
	Syntax      string   // EBNF of what follows the mnemonic, for the reference
	Examples    []string // complete types that must parse and print back
	// Parse reads what follows the mnemonic, including the angle brackets. It
	// returns nil after reporting an error through p.
	Parse func(p AsmParser) Type
	// Implements holds implementations of interfaces, see Interface.
	Implements []Implementation
}

// AttrDef declares an attribute of a dialect: #dialect.mnemonic followed by
// whatever Parse reads.
type AttrDef struct {
	Mnemonic    string
	Summary     string
	Description string
	Syntax      string
	Examples    []string
	Parse       func(p AsmParser) Attribute
	// Implements holds implementations of interfaces, see Interface.
	Implements []Implementation
}

// TermDef declares the name of a layout: a word inside of types or attributes that
// deserves an explanation of its own.
type TermDef struct {
	Name        string
	Summary     string
	Description string
	// Implements holds implementations of interfaces, see Interface.
	Implements []Implementation
}

// Arity says how many values an operand or result declaration stands for.
type Arity uint8

const (
	Single Arity = iota
	Optional
	Variadic
)

// ValueDef declares an operand or a result.
type ValueDef struct {
	Name string
	Type *TypeConstraint
	Kind Arity
	Doc  string
	// Effects are the memory effects that the operation has on the resource
	// that this operand refers to (or that this result allocates).
	Effects EffectKinds
}

// VariadicIndex declares any number of values of type index.
func VariadicIndex(name string) ValueDef {
	return ValueDef{Name: name, Type: IndexConstraint, Kind: Variadic}
}

// PropDef declares an inherent attribute of an operation, one of its properties.
type PropDef struct {
	Name     string
	Type     *AttrConstraint
	Optional bool
	// Default returns the value that stands for an absent attribute; the pretty
	// form leaves it out when it is equal. An Optional attribute with a default
	// may be absent as well as equal to it. Nil for attributes without default.
	Default func(c *Context) Attribute
	// Younger marks an optional attribute that LLVM 22 does not have. Bytecode of an
	// operation without it is that of one whose definition lacks it.
	Younger bool
	Doc     string
	// Go is the form in which Go code sees the attribute, if it is not the form of Type.
	Go *GoType
	// Absent is the value that Go code sees if an attribute of integer type is absent; a
	// nil Absent of an Optional attribute lets it see whether it is.
	Absent any
}

// RegionDef declares a region.
type RegionDef struct {
	Name string
	// SingleBlock requires exactly one block; NonEmpty at least one.
	SingleBlock, NonEmpty bool
	// Variadic marks the last region as standing for any number of regions.
	Variadic bool
	Doc      string
}

// SuccessorDef declares a successor block.
type SuccessorDef struct {
	Name     string
	Variadic bool
}

// ByHand is the New of operations without generated constructor.
var ByHand = []string{}

// OpDef declares an operation: everything that parser, printer, verifier,
// folder, documentation and help need to know.
type OpDef struct {
	Kind OpKind // the value that the dialect declares for this operation
	// GoName is the name of the operation in Go: ForOp and NewFor for "For". If it is "",
	// it follows from the name: InsertStridedSlice from insert_strided_slice.
	GoName string
	// New lists the parameters of the generated constructor; nil: the types of results
	// that do not follow from the definition, the operands, and the attributes that must
	// be given; ByHand: the dialect has a constructor that is not generated, or none. A
	// parameter is named like an operand, result, attribute or successor:
	//
	//	"lhs"            an operand, an attribute, or the type of a result
	//	"flags..."       the same as a variadic parameter; an attribute has at most one value
	//	"width?"         an attribute that is absent if the parameter is zero
	//	"results=inits"  no parameter: the types of the results are those of the operands
	//
	// A nil or false parameter leaves out an attribute or operand that may be absent.
	New         []string
	Summary     string
	Description string
	Operands    []ValueDef
	Results     []ValueDef
	Attrs       []PropDef
	Regions     []RegionDef
	Successors  []SuccessorDef
	Traits      Traits
	// Constraints are checked after counts and types, in order, before Verify.
	Constraints []Constraint

	// Assembly is the declarative pretty form. Parse and Print replace it where
	// the language cannot express the form; an operation with neither has only
	// the generic form.
	Assembly string
	// Form is the form that Parse reads, for the help, in the notation of Assembly: %name is
	// given to a value of a region, "x, …" is a list with commas, and other words say what
	// they are or are explained by "word ::= …" on further lines.
	Form  string
	Parse func(p OpParser, st *OpState)
	Print func(p *Printer, op *Operation)
	// Custom resolves the custom<Name>(...) directives of Assembly.
	Custom map[string]CustomDirective

	// Infer returns the result types from operands, attributes and regions.
	// Nil when the traits say it all, or when types are always written.
	Infer func(c *Context, st *OpState) ([]Type, *Diagnostic)
	// Verify checks what the declaration cannot express. VerifyRegions runs
	// after the nested operations were verified.
	Verify        func(op *Operation) *Diagnostic
	VerifyRegions func(op *Operation) *Diagnostic

	// Fold computes the results from constant operands (nil where unknown), or
	// changes the operation in place. See FoldResult.
	Fold     func(op *Operation, operands []Attribute) FoldResult
	Patterns []*Pattern

	// Effects lists memory effects beyond those declared on operands and
	// results. Operations with Pure, or with no declared effects but
	// HasEffects set, need none.
	Effects func(op *Operation) []Effect
	// Speculatable overrides what the traits say about hoisting.
	Speculatable func(op *Operation) Speculatability

	// Interfaces holds the behaviours that this package asks for: loops, branches, calls.
	Interfaces Interfaces
	// Implements holds implementations of interfaces that other packages declare, see Interface.
	Implements []Implementation

	// ResultNames proposes printed names for results ("cst"), "" for numbers.
	ResultNames func(op *Operation, set func(v *Value, name string))
	// BlockArgNames proposes printed names for the arguments of a region's blocks.
	BlockArgNames func(r *Region, set func(v *Value, name string))
	// DefaultDialect drops this dialect prefix from operations nested in the regions.
	DefaultDialect string

	// Examples are operations in context that must parse, verify and round-trip.
	Examples []string

	name         string // of Kind
	typed        OpType // the type of such operations, zero if there is none
	dialect      *Dialect
	unregistered *Context // set for operations that are not registered
	once         sync.Once
	prepared     atomic.Bool
	attrNames    []string
	byName       []int
	checks       []func(*Operation) *Diagnostic // see verifyDeclaration
	// Operand and result groups that stand for one value; fixed: all of them do.
	singleOperands, singleResults int
	fixed                         bool
	format                        *Format
	formatErr                     error
}

// CustomDirective is the implementation of a custom<Name>(...) of an assembly
// format. Args are the parameters: *Operand…, see FormatArg.
type CustomDirective struct {
	Parse func(p OpParser, st *OpState, args []FormatArg)
	Print func(p *Printer, op *Operation, args []FormatArg)
	// Form is what Parse reads, for the help, as in OpDef.Form; #1, #2 … stand for the parameters.
	Form string
}

const (
	operandSegmentSizes = "operandSegmentSizes"
	resultSegmentSizes  = "resultSegmentSizes"
)

// Name returns the full name of the operation, "dialect.op".
func (d *OpDef) Name() string { return d.name }

// Dialect returns the name of the dialect, the part before the first dot.
func (d *OpDef) Dialect() string { return dialectOf(d.name) }

// Owner returns the dialect that the operation belongs to, nil for one that is not
// registered.
func (d *OpDef) Owner() *Dialect { return d.dialect }

// Registered reports whether the operation is known; unregistered ones have no
// constraints.
func (d *OpDef) Registered() bool { return d.unregistered == nil }

func (d *OpDef) prepare() {
	if !d.prepared.Load() { // inlined, unlike what follows
		d.prepareOnce()
	}
}

func (d *OpDef) prepareOnce() {
	d.once.Do(func() {
		for i := range d.Attrs {
			d.attrNames = append(d.attrNames, d.Attrs[i].Name)
		}
		if d.Traits&AttrSizedOperandSegments != 0 {
			d.attrNames = append(d.attrNames, operandSegmentSizes)
		}
		if d.Traits&AttrSizedResultSegments != 0 {
			d.attrNames = append(d.attrNames, resultSegmentSizes)
		}
		for i := range d.attrNames {
			d.byName = append(d.byName, i)
		}
		slices.SortFunc(d.byName, func(a, b int) int { return strings.Compare(d.attrNames[a], d.attrNames[b]) })
		d.singleOperands, d.singleResults = singleGroups(d.Operands), singleGroups(d.Results)
		d.fixed = d.singleOperands == len(d.Operands) && d.singleResults == len(d.Results)
		d.checks = d.declarationChecks()
		if d.Assembly != "" {
			d.format, d.formatErr = parseFormat(d)
		}
		d.prepared.Store(true)
	})
}

// segmentIndex returns the number of the inherent attribute of segment sizes; those
// of operands come before those of results, at the end.
func (d *OpDef) segmentIndex(name string) int {
	i := len(d.Attrs)
	if name == resultSegmentSizes && d.Traits&AttrSizedOperandSegments != 0 {
		i++
	}
	return i
}

// attrOrder lists the inherent attributes by name.
func (d *OpDef) attrOrder() []int {
	d.prepare()
	return d.byName
}

// AttrIndex returns the number of the inherent attribute of that name, or -1.
func (d *OpDef) AttrIndex(name string) int {
	d.prepare()
	return slices.Index(d.attrNames, name)
}

// AttrName returns the name of inherent attribute i.
func (d *OpDef) AttrName(i int) string {
	d.prepare()
	return d.attrNames[i]
}

// AttrNames lists the inherent attributes in the order of Operation.Prop: the
// declared ones, then the segment sizes if the traits ask for them.
func (d *OpDef) AttrNames() []string {
	d.prepare()
	return d.attrNames
}

// Format returns the parsed assembly format, or nil if the operation has none.
// An error is a mistake in the declaration.
func (d *OpDef) Format() (*Format, error) {
	d.prepare()
	return d.format, d.formatErr
}

// OperandIndex returns the number of the operand group of that name, or -1.
func (d *OpDef) OperandIndex(name string) int {
	return slices.IndexFunc(d.Operands, func(v ValueDef) bool { return v.Name == name })
}

// ResultIndex returns the number of the result group of that name, or -1.
func (d *OpDef) ResultIndex(name string) int {
	return slices.IndexFunc(d.Results, func(v ValueDef) bool { return v.Name == name })
}

// RegionIndex returns the number of the region of that name, or -1.
func (d *OpDef) RegionIndex(name string) int {
	return slices.IndexFunc(d.Regions, func(r RegionDef) bool { return r.Name == name })
}

// SuccessorIndex returns the number of the successor of that name, or -1.
func (d *OpDef) SuccessorIndex(name string) int {
	return slices.IndexFunc(d.Successors, func(s SuccessorDef) bool { return s.Name == name })
}
