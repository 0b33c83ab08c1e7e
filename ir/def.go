package ir

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Dialect is a namespace of operations, types and attributes. Dialects are Go values; a
// context gets the list of the dialects that it contains.
type Dialect struct {
	Name        string // prefix of all names in the dialect
	Summary     string // one line
	Description string // Markdown, for the generated reference
	// Define makes the definitions of the dialect. It is called when a definition of the dialect is
	// first looked up, so that a run pays only for the dialects that it uses.
	Define func() Definitions

	// Meaning returns the functions that execute the operations of the dialect, for the
	// simulator, the execution check and other users: a sim.Table or a *sim.Meanings. It
	// is called once, when code of the dialect is first executed. It is nil if the
	// operations cannot be executed.
	Meaning func() Meaning

	// Models implement interfaces for operations, types and attributes of other dialects
	// in every context that contains this dialect; see Model. nil: no models.
	Models func() []Model

	// Materialize builds the operation that yields a constant with a type, or returns
	// nil. The folder calls it at the place of a folded operation.
	Materialize func(b *Builder, value Attribute, t Type, loc Location) *Operation
	// VerifyAttr checks a discardable attribute of this dialect on any operation.
	VerifyAttr func(op *Operation, attr NamedAttr) *Diagnostic
	// Describe returns a description of a valid operation beyond its text, for an editor;
	// nil or "" if there is none.
	Describe func(op *Operation) string
	// InlineInto reports whether the body of a callable may be inlined into the region dest of an
	// operation of this dialect, with args replacing its arguments; nil: never.
	InlineInto func(dest, body *Region, args []*Value) bool
	// InlineOp reports whether an operation of this dialect may be inlined into the
	// region dest; nil: always.
	InlineOp func(op *Operation, dest *Region) bool
	// AttrAlias and TypeAlias propose the name of an alias for an attribute or
	// type ("map", "nested"), or "".
	AttrAlias func(a Attribute) string
	TypeAlias func(t Type) string
	// Partial is set if the dialect has more operations, types and attributes than are declared here.
	// Operations, types and attributes that are not declared are treated as belonging to an
	// unregistered dialect.
	Partial bool

	runs    sync.Once
	meaning Meaning

	once  sync.Once
	all   Definitions
	ops   map[string]*OpDef
	types map[string]*TypeDef
	attrs map[string]*AttrDef
}

// Meaning specifies which operations can be executed; the code that executes them knows
// its concrete type.
type Meaning interface {
	Executes(k Kind) bool
}

// Meanings returns the result of Meaning, which is called once; nil if Meaning is nil.
func (d *Dialect) Meanings() Meaning {
	d.runs.Do(func() {
		if d.Meaning != nil {
			d.meaning = d.Meaning()
		}
	})
	return d.meaning
}

// Definitions holds the operations, types, attributes and other definitions of a dialect.
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

// Definitions returns the definitions of the dialect.
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
			if o.Kind != "" {
				o.name = string(o.Kind)
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

// TypeDef declares a type of a dialect: !dialect.mnemonic followed by text that Parse
// reads.
type TypeDef struct {
	Mnemonic    string
	Summary     string
	Description string
	Syntax      string   // EBNF of the text after the mnemonic, for the reference
	Examples    []string // complete types that must parse and print back
	// Parse reads the text after the mnemonic, including the angle brackets. It returns
	// nil after reporting an error through p.
	Parse func(p AsmParser) Type
	// Implements holds implementations of interfaces, see Interface.
	Implements []Implementation
}

// AttrDef declares an attribute of a dialect: #dialect.mnemonic followed by text that
// Parse reads.
type AttrDef struct {
	Mnemonic    string
	Summary     string
	Description string
	Syntax      string
	Examples    []string
	Parse       func(p AsmParser) Attribute
	// ParseTyped replaces Parse for attributes with a type: t is the type after the text, or else the type that
	// the attribute's place requires, or nil.
	ParseTyped func(p AsmParser, t Type) Attribute
	// Implements holds implementations of interfaces, see Interface.
	Implements []Implementation
}

// TermDef declares the name of a layout: a word inside of types or attributes that has an
// explanation of its own.
type TermDef struct {
	Name        string
	Summary     string
	Description string
	// Implements holds implementations of interfaces, see Interface.
	Implements []Implementation
}

// Arity is the number of values in an operand or result group.
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
	// Effects are the operation's memory effects on the resource that this operand refers to (or that
	// this result allocates).
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
	// Default returns the value of an absent attribute; the pretty form omits an attribute that is
	// equal to its default. If an attribute has a default and is Optional, an absent attribute differs
	// from one that is equal to the default. It is nil for attributes without default.
	Default func(c *Context) Attribute
	// Younger marks an optional attribute that LLVM 22 does not have. The bytecode of an
	// operation without the attribute is the same as if the definition lacked it.
	Younger bool
	Doc     string
	// Go is the form of the attribute in Go code, if it differs from the form of Type.
	Go *GoType
	// Absent is the value in Go code of an absent attribute of integer type; if an
	// attribute is Optional and Absent is nil, Go code can query whether it is present.
	Absent any
}

// RegionDef declares a region.
type RegionDef struct {
	Name string
	// SingleBlock requires exactly one block; NonEmpty requires at least one.
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

// OpDef declares an operation: all the facts that parser, printer, verifier, folder, documentation
// and help need.
type OpDef struct {
	Kind Kind // the full name
	// GoName is the name of the operation in Go: ForOp and NewFor for "For". If it is "",
	// it follows from the name: InsertStridedSlice from insert_strided_slice.
	GoName string
	// New lists the parameters of the generated constructor. The default, for nil, is:
	// the types of results that do not follow from the definition, the operands, and the
	// attributes that must be given. ByHand: the dialect has a hand-written constructor,
	// or none. A parameter is named after an operand, result, attribute or successor:
	//
	//	"lhs"            an operand, an attribute, or the type of a result
	//	"flags..."       the same as a variadic parameter; an attribute has at most one value
	//	"width?"         an attribute that is absent if the parameter is zero
	//	"results=inits"  no parameter: the types of the results are those of the operands
	//
	// A nil or false parameter omits an optional attribute or operand.
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

	// Assembly is the declarative pretty form. Parse and Print replace it if the format
	// language cannot express the form; an operation with neither has only the generic
	// form.
	Assembly string
	// Form is the text form that Parse reads, for the help. It uses the notation of Assembly: %name is
	// a name for a value of a region, "x, …" is a list with commas, and other words are
	// self-explanatory or explained by "word ::= …" on further lines.
	Form  string
	Parse func(p OpParser, st *OpState)
	Print func(p *Printer, op *Operation)
	// Custom resolves the custom<Name>(...) directives of Assembly.
	Custom map[string]CustomDirective

	// Infer returns the result types from operands, attributes and regions. It is nil
	// when the traits determine the types, or when types are always written.
	Infer func(c *Context, st *OpState) ([]Type, *Diagnostic)
	// Verify checks rules that the declaration cannot express. VerifyRegions runs after
	// the nested operations have been verified.
	Verify        func(op *Operation) *Diagnostic
	VerifyRegions func(op *Operation) *Diagnostic

	// Fold computes the results from constant operands (nil where unknown), or
	// changes the operation in place. See FoldResult.
	Fold     func(op *Operation, operands []Attribute) FoldResult
	Patterns []*Pattern

	// Effects lists memory effects beyond those declared on operands and results. It may
	// be nil for operations with Pure, or with no declared effects but HasEffects set, or that
	// implement Accessing.
	Effects func(op *Operation) []Effect
	// Speculatable overrides the traits' answer about hoisting.
	Speculatable func(op *Operation) Speculatability

	// Interfaces holds the behaviours that this package uses: loops, branches, calls.
	Interfaces Interfaces
	// Implements holds implementations of interfaces that other packages declare; see
	// Interface.
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
	typed        OpType // the Go type of such operations, nil if there is none
	dialect      *Dialect
	unregistered *Context // set for operations that are not registered
	once         sync.Once
	prepared     atomic.Bool
	attrNames    []string
	byName       []int
	checks       []func(*Operation) *Diagnostic // see verifyDeclaration
	// Operand and result groups with exactly one value; fixed: all groups have one value.
	singleOperands, singleResults int
	fixed                         bool
	unknownEffects                bool                         // see HasUnknownEffects
	effects                       func(op *Operation) []Effect // Effects, or those of the accesses
	format                        *Format
	formatErr                     error
}

// CustomDirective is the implementation of a custom<Name>(...) of an assembly
// format. Args are the parameters: *Operand…, see FormatArg.
type CustomDirective struct {
	Parse func(p OpParser, st *OpState, args []FormatArg)
	Print func(p *Printer, op *Operation, args []FormatArg)
	// Form is the text form that Parse reads, for the help, as in OpDef.Form; #1, #2 …
	// are the parameters.
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

// Owner returns the dialect of the operation, or nil for an unregistered operation.
func (d *OpDef) Owner() *Dialect { return d.dialect }

// Registered reports whether the operation is known; unregistered operations have no constraints.
func (d *OpDef) Registered() bool { return d.unregistered == nil }

func (d *OpDef) prepare() {
	if !d.prepared.Load() { // the check is inlined, the rest is not
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
		declares := func(v ValueDef) bool { return v.Effects != 0 }
		d.unknownEffects = d.Traits&(Pure|NoMemoryEffect|HasEffects|RecursiveMemoryEffects) == 0 && d.Effects == nil &&
			!slices.ContainsFunc(d.Operands, declares) && !slices.ContainsFunc(d.Results, declares)
		d.effects = d.Effects
		if rule, ok := Accessing.In(d); ok && d.unknownEffects {
			d.effects, d.unknownEffects = accessEffects(rule), false
		}
		d.checks = d.declarationChecks()
		if d.Assembly != "" {
			d.format, d.formatErr = parseFormat(d)
		}
		d.prepared.Store(true)
	})
}

// segmentIndex returns the index of the inherent attribute of segment sizes; these attributes are
// last, operands before results.
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

// AttrNames lists the inherent attributes in the order of Operation.Prop: the declared
// attributes, then the segment sizes if the traits require them.
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
