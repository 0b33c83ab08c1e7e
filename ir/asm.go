package ir

import (
	"optc/diag"
	"optc/ir/affine"
)

// The interfaces in this file are for authors of dialects whose textual forms need
// hand-written parsing. Package parser implements them.
//
// Errors are sticky: after the first error every method does nothing and
// returns zero values, so that parse functions read straight down. Loops check
// Ok.
//
//	func parseFor(p ir.OpParser, st *ir.OpState) {
//		iv := p.Argument(false)
//		p.Expect("=")
//		lower := p.Operand()
//		p.Keyword("to")
//		…
//	}

// AsmParser parses the parts of types and attributes.
type AsmParser interface {
	Context() *Context
	// Ok reports whether no error was reported yet.
	Ok() bool
	// Pos returns the byte offset of the next token, for errors that are reported later.
	Pos() int
	// LocAt returns the location of a byte offset.
	LocAt(pos int) Location
	// Errorf reports an error at the next token; ErrorAt at a given offset.
	Errorf(format string, args ...any)
	ErrorAt(pos int, format string, args ...any)
	// AlsoErrorAt reports a further error about the mistake that was just reported; if
	// none was reported, it does nothing.
	AlsoErrorAt(pos int, format string, args ...any)
	// HintAt adds a note about the mistake that was just reported, such as the expected
	// form; if none was reported, it does nothing.
	HintAt(pos int, format string, args ...any)
	// FixAt adds a change of the text at pos that corrects the mistake that was just
	// reported.
	FixAt(pos int, from, to string)
	// SuggestAt adds to the mistake that was just reported which of the known words may
	// have been meant at pos; if none was reported, it does nothing.
	SuggestAt(pos int, word string, known []string)
	// WarnAt reports a warning about accepted text at a given offset, and returns the
	// warning.
	WarnAt(pos int, format string, args ...any) *Diagnostic
	// ErrorOf reports an error of a pure function, with its notes; codes qualifies its
	// code ("poplar.").
	ErrorOf(pos int, codes string, err *diag.Error)

	// Expect consumes a punctuation token: one of ( ) { } [ ] < > , : :: = -> ? + - * / |
	// or reports "expected 'x'".
	Expect(punct string)
	// Accept consumes the punctuation if it comes next.
	Accept(punct string) bool
	// Peek reports whether the next token is the punctuation, or for "%" the name of a value.
	Peek(punct string) bool
	// Keyword consumes the given bare word or reports an error; AcceptKeyword consumes
	// the word if it comes next; PeekKeyword only tests whether it comes next.
	Keyword(word string)
	AcceptKeyword(word string) bool
	PeekKeyword(word string) bool
	// AnyKeyword consumes any bare word; what names the word in the error message. OptionalKeyword
	// returns ok = false when no bare word comes next.
	AnyKeyword(what string) string
	OptionalKeyword() (word string, ok bool)
	// KeywordOrString consumes a bare word or a string literal.
	KeywordOrString() string
	OptionalKeywordOrString() (s string, ok bool)
	// OneOf consumes one of the given words and returns its index; after an error, which
	// lists the words, it returns -1.
	OneOf(what string, words ...string) int

	// Integer consumes an optionally negative integer literal of at most 64 bits, or true
	// or false.
	Integer() int64
	OptionalInteger() (v int64, ok bool)
	// Float consumes a float or integer literal as a number.
	Float() float64
	// QuotedString consumes a string literal and returns its value.
	QuotedString() string
	OptionalString() (s string, ok bool)
	// SymbolName consumes @name and returns the name.
	SymbolName() string
	OptionalSymbolName() (name string, ok bool)

	// Type consumes a type; OptionalType returns nil when no type comes next.
	Type() Type
	OptionalType() Type
	// Types consumes types separated by commas. This list, and the lists that the methods below
	// return, are valid until the operation, type or attribute is complete.
	Types() []Type
	// ArrowTypes consumes -> T or -> (T, …); the Optional… methods accept nothing as
	// well.
	ArrowTypes() []Type
	OptionalArrowTypes() []Type
	// FunctionType consumes (T, …) -> T.
	FunctionType() *FunctionType
	// Attr consumes an attribute; t, if not nil, is the type of untyped literals.
	Attr(t Type) Attribute
	// OptionalAttr returns nil when no attribute comes next.
	OptionalAttr(t Type) Attribute
	// Dims consumes a dimension list such as 4x?x8x or, without the final x, 4x?x8; dynamic allows ?.
	Dims(dynamic, trailingX bool) []int64
	// AffineMap and IntegerSet consume the bare text of a map or set.
	AffineMap() affine.Map
	IntegerSet() affine.IntegerSet

	// Range consumes a half-open range of non-negative integers, 0..8.
	Range() (lo, hi int64)

	// List calls element for each of the comma-separated elements between the
	// delimiters, "()", "[]", "<>", "{}" or "" for none. An empty list is
	// accepted except with "".
	List(delims string, element func())
	// ListIn is List with a description of the place, such as " in argument list", for
	// the error when a delimiter is missing.
	ListIn(delims, where string, element func())
	// OptionalList does nothing and returns false when the opening delimiter
	// does not come next.
	OptionalList(delims string, element func()) bool

	// Body consumes a balanced body that begins with < and returns the text inside and
	// the offset where it begins. It is for grammars of sub-languages.
	Body() (text string, pos int)
	// Parens is Body for text between parentheses, in which only parentheses, strings and
	// comments are recognized.
	Parens() (text string, pos int)
	// Braces is Body for text between braces, in which only braces, strings and comments
	// are recognized.
	Braces() (text string, pos int)
	// SubParser parses the source between two offsets with the same aliases. It is for
	// grammars that find nested types and attributes.
	SubParser(from, to int) AsmParser
	// AtEnd reports whether the whole text was consumed; it is for sub-parsers.
	AtEnd() bool
}

// Unresolved is an operand that was read but does not have a type yet.
type Unresolved struct {
	Name   string // without %
	Number int    // result number after #
	Pos    int    // byte offset
}

// Argument is a block argument of a region about to be parsed.
type Argument struct {
	Unresolved
	Type  Type
	Attrs *DictAttr
	Loc   Location
}

// OpParser parses the custom form of an operation.
type OpParser interface {
	AsmParser

	// NumResultNames returns the number of results named on the left-hand side.
	NumResultNames() int
	// Operand consumes %name or %name#2.
	Operand() Unresolved
	OptionalOperand() (u Unresolved, ok bool)
	// Operands consumes a comma-separated list between delimiters ("" for none, which
	// also accepts no operand at all).
	Operands(delims string) []Unresolved
	// Resolve appends the value of an operand to st.Operands. A name that is not defined
	// yet becomes a forward reference with the given type. ResolveEach does so for
	// operands of the same type.
	Resolve(st *OpState, t Type, u Unresolved)
	ResolveEach(st *OpState, t Type, us []Unresolved)
	// ResolveAll resolves each operand with its own type; pos is the place for the error
	// when the numbers of operands and types differ.
	ResolveAll(st *OpState, operands []Unresolved, types []Type, pos int)
	// Defined returns the value of a name that an earlier operation defines, for forms
	// that omit the type of an operand; nil after an error.
	Defined(u Unresolved) *Value
	// Value resolves an operand without adding it to the state.
	Value(u Unresolved, t Type) *Value
	// AffineMapOfValues consumes affine expressions between delimiters in which %value
	// means a dimension and symbol(%value) for a symbol; AffineExprOfValues consumes
	// a single expression. Both return the operands for dimensions and for symbols.
	AffineMapOfValues(delims string) (m affine.Map, dims, symbols []Unresolved)
	AffineExprOfValues() (e affine.Expr, dims, symbols []Unresolved)

	// BindOperands, BindTypes and BindRegion are for custom directives of an assembly format: they
	// store the operands, types or region that the directive has read for a parameter $operand,
	// type($operand or $result), or $region. The format resolves the operands when it knows all types.
	// Attributes are set with st.SetProp.
	BindOperands(arg FormatArg, us ...Unresolved)
	// IndexList consumes numbers and operands between delimiters. The operands are bound
	// to arg; the list, which is valid until the next IndexList, contains Dynamic in
	// place of each operand.
	IndexList(delims string, arg FormatArg) []int64
	BindTypes(arg FormatArg, ts ...Type)
	BindRegion(arg FormatArg, r *Region)
	// Bound and BoundTypes return the operands and types that were bound before, for
	// ref($operand) and ref(type($operand)).
	Bound(arg FormatArg) []Unresolved
	BoundTypes(arg FormatArg) []Type

	// AttrDict consumes an optional { … } and sets inherent and discardable attributes;
	// AttrDictWithKeyword requires the word `attributes` before it.
	AttrDict(st *OpState)
	AttrDictWithKeyword(st *OpState)
	// PropDict consumes <{ … }> of inherent attributes.
	PropDict(st *OpState)
	// OptionalLoc consumes a trailing loc( … ).
	OptionalLoc() (l Location, ok bool)

	// Argument consumes %name and its attributes and loc; if typed is set, also `: type`.
	Argument(typed bool) Argument
	// Arguments consumes a list of arguments between delimiters.
	Arguments(delims string, typed bool) []Argument
	// Assignments parses (%a = %x, …).
	Assignments() (args []Argument, values []Unresolved)
	// Region consumes { … } whose entry block has the given arguments; if they are nil,
	// the text defines them. isolated hides the names outside.
	Region(args []Argument, isolated bool) *Region
	// OptionalRegion returns nil when no { comes next.
	OptionalRegion(args []Argument, isolated bool) *Region
	// Successor consumes ^name; SuccessorArgs also consumes (%a, … : T, …).
	Successor() *Block
	OptionalSuccessor() *Block
	// Builder builds operations that the textual form implies, such as terminators.
	Builder() *Builder
	// NestedOp consumes a whole operation, as after `wraps` or in a compute reduction,
	// and appends it to a block.
	NestedOp(into *Block) *Operation
}

// ParseTypeOf consumes a type that must be a T; class is upstream's name of such types,
// such as "builtin.memref". Another type is an error at pos; ok is false after an error.
func ParseTypeOf[T Type](p OpParser, pos int, class string) (t T, ok bool) {
	parsed := p.Type()
	if !p.Ok() {
		return t, false
	}
	if t, ok = parsed.(T); !ok {
		p.ErrorAt(pos, "invalid kind of type specified: expected %s, but found '%s'", class, parsed)
	}
	return t, ok
}

// ParseIfRegions consumes the regions of an operation such as scf.if: the first region,
// and after `else` the second, which is empty if there is no `else`. Regions without
// terminator get one.
func ParseIfRegions(p OpParser, st *OpState, terminator OpKind) {
	for i := range 2 {
		var r *Region
		if i == 0 || p.AcceptKeyword("else") {
			r = p.Region(nil, false)
			if p.Ok() {
				EnsureTerminator(p.Builder(), r, terminator, st.Loc)
			}
		}
		st.Regions = append(st.Regions, r)
	}
}
