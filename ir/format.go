package ir

import (
	"fmt"
	"optc/diag"
	"strings"
)

// Format is a parsed assembly format, the declarative language in which MLIR
// operations describe their pretty form (DefiningDialects/Operations.md,
// "Declarative Assembly Format"). The parser runs it forwards and the printer
// backwards.
//
//	$lhs `,` $rhs attr-dict `:` type($result)
//
// The text omits the type of an operand if its constraint is buildable (TypeConstraint.Build), or
// if it is defined before its use (TypeConstraint.Defined), and every type that other types
// determine. A group (`:` type($x)^ `to` type($r))? of types that can be derived is printed, but
// the text may omit it.
type Format struct {
	Elems []FormatElem

	elided   []bool // for each inherent attribute: printed outside of attr-dict
	propDict bool   // inherent attributes are in prop-dict
}

// FormatKind is the kind of an element of a format.
type FormatKind uint8

const (
	FmtLiteral    FormatKind = iota // `text`: punctuation or a keyword
	FmtSpace                        // ` `, “ or `\n`: white space for the printer (Text is " ", "" or "\n")
	FmtOperand                      // $operand; Index is the number of the operand group
	FmtAttr                         // $attr; Index is the number of the inherent attribute
	FmtRegion                       // $region; Index is the number of the region
	FmtSuccessor                    // $successor; Index is the number of the successor
	FmtResult                       // $result, only inside type(…) and ref(…)
	FmtType                         // type(x): Args[0] is an operand, result, operands or results
	FmtFuncType                     // functional-type(x, y): Args
	FmtOperands                     // operands: all of them
	FmtResults                      // results, only inside type(…)
	FmtRegions                      // regions
	FmtSuccessors                   // successors
	FmtAttrDict                     // attr-dict; Keyword is set for attr-dict-with-keyword
	FmtPropDict                     // prop-dict
	FmtQualified                    // qualified(x): Args[0]
	FmtRef                          // ref(x), only inside custom
	FmtCustom                       // custom<Text>(Args…)
	FmtOptional                     // (then)? or (then):(else)?
	FmtOIList                       // oilist(clause | clause …): Clauses
	FmtString                       // a string literal among the arguments of custom, in Text
)

// FormatElem is one element of a format.
type FormatElem struct {
	Kind    FormatKind
	Text    string
	Index   int
	Keyword bool
	Args    []FormatElem

	Then, Else []FormatElem   // elements of an optional group
	Anchor     int            // index in Then of the element marked ^
	AnchorElse bool           // the anchor is in Else
	Clauses    [][]FormatElem // clauses of an oilist

	lead   bool        // the printer writes a space before the element
	hidden *FormatElem // for an optional group: the anchor, if the presence of the group expresses it
	params []FormatArg // Args of a custom directive
}

// FormatArg is a parameter of a custom directive: the element as written. Ref is set if the element
// is only referred to here, and printed elsewhere in the format.
type FormatArg struct {
	FormatElem
	Ref bool
}

// parseFormat parses the assembly format of an operation. It is a hand-written parser rather than a
// grammar based on reflection, because it runs at start-up for every operation that a file uses.
func parseFormat(d *OpDef) (f *Format, err error) {
	p := &formatParser{def: d, rest: d.Assembly}
	defer func() {
		if e, ok := recover().(formatError); ok {
			f, err = nil, fmt.Errorf("assembly format of %s:%s: %s", d.Kind, p.place(), string(e))
		}
	}()
	f = &Format{Elems: p.elements("")}
	f.prepareForPrinting(d)
	return f, nil
}

// formatArgs returns the parameters of a custom directive, ref(x) as x with Ref set.
func formatArgs(args []FormatElem) []FormatArg {
	params := make([]FormatArg, len(args))
	for i, a := range args {
		if a.Kind == FmtRef {
			params[i] = FormatArg{FormatElem: a.Args[0], Ref: true}
		} else {
			params[i] = FormatArg{FormatElem: a}
		}
	}
	return params
}

// Params returns the parameters of a custom directive.
func (e *FormatElem) Params() []FormatArg { return e.params }

// formatError ends the recursive descent by a panic; parseFormat recovers it.
type formatError string

type formatParser struct {
	def  *OpDef
	rest string
}

func (p *formatParser) fail(format string, args ...any) {
	panic(formatError(fmt.Sprintf(format, args...)))
}

// place returns line and column of the next token in the format.
func (p *formatParser) place() string {
	before := p.def.Assembly[:len(p.def.Assembly)-len(p.rest)]
	return fmt.Sprintf("%d:%d", 1+strings.Count(before, "\n"), len(before)-strings.LastIndexByte(before, '\n'))
}

func (p *formatParser) skip() { p.rest = strings.TrimLeft(p.rest, " \t\r\n") }

func (p *formatParser) accept(s string) bool {
	p.skip()
	if strings.HasPrefix(p.rest, s) {
		p.rest = p.rest[len(s):]
		return true
	}
	return false
}

func (p *formatParser) expect(s string) {
	if !p.accept(s) {
		p.fail("expected %q", s)
	}
}

func (p *formatParser) word() string {
	p.skip()
	i := 0
	for i < len(p.rest) && (isLetter(p.rest[i]) || isDigit(p.rest[i]) || p.rest[i] == '_' || p.rest[i] == '-') {
		i++
	}
	w := p.rest[:i]
	p.rest = p.rest[i:]
	return w
}

// elements reads elements until one of the stop characters.
func (p *formatParser) elements(stop string) []FormatElem {
	var es []FormatElem
	for {
		p.skip()
		if p.rest == "" || strings.IndexByte(stop, p.rest[0]) >= 0 {
			return es
		}
		es = append(es, p.element())
	}
}

func (p *formatParser) element() FormatElem {
	switch {
	case p.accept("`"):
		return p.literal()
	case p.accept("$"):
		return p.variable(p.word())
	case p.accept("("):
		return p.optional()
	case p.accept("\""):
		text, rest, ok := strings.Cut(p.rest, "\"")
		if !ok {
			p.fail("string does not end")
		}
		p.rest = rest
		return FormatElem{Kind: FmtString, Text: text}
	}
	return p.directive(p.word())
}

func (p *formatParser) literal() FormatElem {
	text, rest, ok := strings.Cut(p.rest, "`")
	if !ok {
		p.fail("literal does not end")
	}
	p.rest = rest
	switch text {
	case "", " ", "\\n":
		return FormatElem{Kind: FmtSpace, Text: strings.ReplaceAll(text, "\\n", "\n")}
	}
	return FormatElem{Kind: FmtLiteral, Text: text}
}

func (p *formatParser) variable(name string) FormatElem {
	d := p.def
	if i := d.OperandIndex(name); i >= 0 {
		return FormatElem{Kind: FmtOperand, Text: name, Index: i}
	}
	for i := range d.Attrs {
		if d.Attrs[i].Name == name {
			return FormatElem{Kind: FmtAttr, Text: name, Index: i}
		}
	}
	if i := d.RegionIndex(name); i >= 0 {
		return FormatElem{Kind: FmtRegion, Text: name, Index: i}
	}
	if i := d.SuccessorIndex(name); i >= 0 {
		return FormatElem{Kind: FmtSuccessor, Text: name, Index: i}
	}
	if i := d.ResultIndex(name); i >= 0 {
		return FormatElem{Kind: FmtResult, Text: name, Index: i}
	}
	p.fail("unknown name $%s%s", name, diag.DidYouMean(name, p.names()))
	return FormatElem{}
}

// names returns the names that a format of the operation can use.
func (p *formatParser) names() (list []string) {
	d := p.def
	for i := range d.Operands {
		list = append(list, d.Operands[i].Name)
	}
	for i := range d.Attrs {
		list = append(list, d.Attrs[i].Name)
	}
	for i := range d.Regions {
		list = append(list, d.Regions[i].Name)
	}
	for i := range d.Successors {
		list = append(list, d.Successors[i].Name)
	}
	for i := range d.Results {
		list = append(list, d.Results[i].Name)
	}
	return list
}

func (p *formatParser) directive(word string) FormatElem {
	switch word {
	case "operands":
		return FormatElem{Kind: FmtOperands}
	case "results":
		return FormatElem{Kind: FmtResults}
	case "regions":
		return FormatElem{Kind: FmtRegions}
	case "successors":
		return FormatElem{Kind: FmtSuccessors}
	case "attr-dict":
		return FormatElem{Kind: FmtAttrDict}
	case "attr-dict-with-keyword":
		return FormatElem{Kind: FmtAttrDict, Keyword: true}
	case "prop-dict":
		return FormatElem{Kind: FmtPropDict}
	case "type":
		return FormatElem{Kind: FmtType, Args: p.args(1)}
	case "functional-type":
		return FormatElem{Kind: FmtFuncType, Args: p.args(2)}
	case "qualified":
		return FormatElem{Kind: FmtQualified, Args: p.args(1)}
	case "ref":
		return FormatElem{Kind: FmtRef, Args: p.args(1)}
	case "custom":
		p.expect("<")
		name := p.word()
		p.expect(">")
		if _, ok := p.def.Custom[name]; !ok {
			p.fail("custom directive %s is not declared", name)
		}
		args := p.args(-1)
		return FormatElem{Kind: FmtCustom, Text: name, Args: args, params: formatArgs(args)}
	case "oilist":
		p.expect("(")
		e := FormatElem{Kind: FmtOIList}
		for {
			e.Clauses = append(e.Clauses, p.elements("|)"))
			if !p.accept("|") {
				break
			}
		}
		p.expect(")")
		return e
	}
	p.fail("unknown directive %q", word)
	return FormatElem{}
}

// args reads the parenthesised arguments of a directive; n < 0 allows any number.
func (p *formatParser) args(n int) []FormatElem {
	p.expect("(")
	var as []FormatElem
	for !p.accept(")") {
		if len(as) > 0 {
			p.expect(",")
		}
		as = append(as, p.element())
	}
	if n >= 0 && len(as) != n {
		p.fail("expected %d arguments, found %d", n, len(as))
	}
	return as
}

// optional reads the rest of ( … ^ … )? or ( … ) : ( … )?.
func (p *formatParser) optional() FormatElem {
	e := FormatElem{Kind: FmtOptional, Anchor: -1}
	e.Then = p.group(&e, false)
	if p.accept(":") {
		p.expect("(")
		e.Else = p.group(&e, true)
	}
	p.expect("?")
	if e.Anchor < 0 {
		p.fail("optional group without anchor ^")
	}
	if len(e.Then) == 0 {
		p.fail("optional group without elements")
	}
	return e
}

func (p *formatParser) group(e *FormatElem, inElse bool) []FormatElem {
	var es []FormatElem
	for !p.accept(")") {
		es = append(es, p.element())
		if p.accept("^") {
			e.Anchor, e.AnchorElse = len(es)-1, inElse
		}
	}
	return es
}
