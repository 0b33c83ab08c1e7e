package fn

import (
	"slices"
	"strings"
	"sync"

	"optc/ir"
)

// Inherent attributes of functions (FunctionInterfaces.td, SymbolInterfaces.td).
const (
	argAttrs      = "arg_attrs"
	resAttrs      = "res_attrs"
	functionType  = "function_type"
	symName       = "sym_name"
	symVisibility = "sym_visibility"
)

// TypeOf returns the type of a function.
func TypeOf(op *ir.Operation) *ir.FunctionType {
	return ir.Get[*ir.TypeAttr](op, functionType).Value.(*ir.FunctionType)
}

// IsDeclaration reports whether a function has no body.
func IsDeclaration(op *ir.Operation) bool { return op.Region(0).Empty() }

// Signature holds the arguments and results of a function with their attributes.
type Signature struct {
	Args        []ir.Argument
	Named       bool // the arguments have names
	Results     []ir.Type
	ResultAttrs []*ir.DictAttr // nil if no result has attributes

	p                ir.OpParser
	argument, result func() // made once and reused
	inputs           []ir.Type
}

// signatures holds released signatures for reuse, because a file may have a hundred
// thousand functions.
var signatures = sync.Pool{New: func() any {
	s := &Signature{}
	s.argument, s.result = s.parseArgument, s.parseResult
	return s
}}

// Release allows reusing the signature.
func (s *Signature) Release() {
	clear(s.Args)
	s.Args, s.Results, s.ResultAttrs, s.inputs = s.Args[:0], s.Results[:0], s.ResultAttrs[:0], s.inputs[:0]
	s.Named, s.p = false, nil
	signatures.Put(s)
}

// Type returns the function type.
func (s *Signature) Type(c *ir.Context) *ir.FunctionType {
	s.inputs = s.inputs[:0]
	for i := range s.Args {
		s.inputs = append(s.inputs, s.Args[i].Type)
	}
	return c.Function(s.inputs, s.Results)
}

// ParseSignature reads (%a: T {attrs}, …) -> (T {attrs}, …). Either all
// arguments have names or none has.
func ParseSignature(p ir.OpParser) *Signature {
	s := signatures.Get().(*Signature)
	s.p = p
	p.List("()", s.argument)
	if p.Accept("->") && !p.OptionalList("()", s.result) {
		s.Results, s.ResultAttrs = append(s.Results, p.Type()), append(s.ResultAttrs, nil)
	}
	return s
}

func (s *Signature) parseArgument() {
	p := s.p
	pos := p.Pos()
	u, named := p.OptionalOperand()
	if len(s.Args) > 0 && named != s.Named {
		if named {
			p.ErrorAt(pos, "expected type instead of SSA identifier")
		} else {
			p.ErrorAt(pos, "expected SSA identifier")
		}
		return
	}
	s.Named = named
	if named {
		p.Expect(":")
	}
	a := ir.Argument{Unresolved: u, Type: p.Type(), Attrs: optionalDict(p)}
	a.Loc, _ = p.OptionalLoc()
	s.Args = append(s.Args, a)
}

func (s *Signature) parseResult() {
	s.Results = append(s.Results, s.p.Type())
	s.ResultAttrs = append(s.ResultAttrs, optionalDict(s.p))
}

// optionalDict reads the attributes of an argument or result, if there are any.
func optionalDict(p ir.AsmParser) *ir.DictAttr {
	if !p.Peek("{") {
		return nil
	}
	d, _ := p.Attr(nil).(*ir.DictAttr)
	return d
}

// SetSignature sets the type and the attributes of arguments and results.
func SetSignature(c *ir.Context, st *ir.OpState, s *Signature) {
	st.SetProp(functionType, ir.TypeAttrOf(s.Type(c)))
	setDicts(c, st, argAttrs, len(s.Args), func(i int) *ir.DictAttr { return s.Args[i].Attrs })
	setDicts(c, st, resAttrs, len(s.Results), func(i int) *ir.DictAttr { return s.ResultAttrs[i] })
}

// setDicts sets an array of n dictionaries unless all of them are empty.
func setDicts(c *ir.Context, st *ir.OpState, name string, n int, dict func(i int) *ir.DictAttr) {
	var elems []ir.Attribute
	for i := range n {
		d := dict(i)
		if d.Len() == 0 {
			continue
		}
		if elems == nil {
			elems = slices.Repeat([]ir.Attribute{c.Dict(nil)}, n)
		}
		elems[i] = d
	}
	if elems != nil {
		st.SetProp(name, c.Array(elems))
	}
}

// Parse reads a function:
//
//	private @name(%a: T) -> T attributes {…} { body }
func Parse(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	for _, v := range [...]string{"public", "private", "nested"} {
		if p.AcceptKeyword(v) {
			st.SetProp(symVisibility, c.Str(v))
			break
		}
	}
	name := p.SymbolName()
	if !p.Ok() {
		return
	}
	s := ParseSignature(p)
	defer s.Release()
	if p.PeekKeyword("attributes") {
		parseAttributes(p, st)
	}
	if !p.Ok() {
		return
	}
	st.SetProp(symName, c.Str(name))
	SetSignature(c, st, s)
	parseBody(p, st, s)
}

// parseAttributes reads attributes {…}.
func parseAttributes(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	given := &ir.OpState{Def: st.Def, Loc: st.Loc}
	p.AttrDictWithKeyword(given)
	for _, n := range [...]string{symVisibility, symName, functionType} {
		if p.Ok() && given.Prop(n) != nil {
			p.ErrorAt(pos, "'%s' is an inferred attribute and should not be specified in the explicit attribute dictionary", n)
		}
	}
	for i, a := range given.Props {
		if a != nil {
			st.SetProp(st.Def.AttrName(i), a)
		}
	}
	st.Attrs = append(st.Attrs, given.Attrs...)
}

// parseBody reads the body of a function if there is one.
func parseBody(p ir.OpParser, st *ir.OpState, s *Signature) {
	pos := p.Pos()
	args := s.Args
	if !s.Named {
		args = nil
	}
	body := p.OptionalRegion(args, true)
	if body == nil {
		return
	}
	if p.Ok() && body.Empty() {
		p.ErrorAt(pos, "expected non-empty function body")
		ir.HintTerminator(p, pos, st.Def, len(s.Results) > 0)
		return
	}
	st.Regions = append(st.Regions, body)
}

// Print writes a function in the form that Parse reads.
func Print(p *ir.Printer, op *ir.Operation) {
	p.Str(" ")
	if v := ir.Get[*ir.StringAttr](op, symVisibility); v != nil {
		p.Str(v.Value).Str(" ")
	}
	p.SymbolName(ir.SymbolName(op))
	PrintSignature(p, op)
	p.AttrDictWithKeyword(op, symName, symVisibility, functionType, argAttrs, resAttrs)
	if !IsDeclaration(op) {
		p.Str(" ").Region(op.Region(0), false, true)
	}
}

// PrintSignature writes the text that ParseSignature reads.
func PrintSignature(p *ir.Printer, op *ir.Operation) {
	t := TypeOf(op)
	args, results := ir.Get[*ir.ArrayAttr](op, argAttrs), ir.Get[*ir.ArrayAttr](op, resAttrs)
	p.Str("(")
	for i, in := range t.Inputs {
		if i > 0 {
			p.Str(", ")
		}
		if body := op.Body(); body != nil {
			p.RegionArgument(body.Arg(i), dictAt(args, i), false)
		} else {
			printTyped(p, in, dictAt(args, i))
		}
	}
	p.Str(")")
	if len(t.Results) == 0 {
		return
	}
	p.Str(" -> ")
	_, isFunction := t.Results[0].(*ir.FunctionType)
	parens := len(t.Results) > 1 || isFunction || dictAt(results, 0).Len() > 0
	if parens {
		p.Str("(")
	}
	for i, r := range t.Results {
		if i > 0 {
			p.Str(", ")
		}
		printTyped(p, r, dictAt(results, i))
	}
	if parens {
		p.Str(")")
	}
}

func printTyped(p *ir.Printer, t ir.Type, attrs *ir.DictAttr) {
	p.Type(t)
	if attrs != nil {
		p.Attrs(attrs.Entries)
	}
}

// dictAt returns element i of an array of dictionaries that may be nil.
func dictAt(a *ir.ArrayAttr, i int) *ir.DictAttr {
	if a == nil || i >= len(a.Elems) {
		return nil
	}
	d, _ := a.Elems[i].(*ir.DictAttr)
	return d
}

// Verify checks the attributes of arguments and results, and that the entry
// block has the arguments of the function (FunctionInterfaces.h, verifyTrait).
func Verify(op *ir.Operation) *ir.Diagnostic {
	if d := VerifyAttrs(op); d != nil || IsDeclaration(op) {
		return d
	}
	entry, t := op.Body(), TypeOf(op)
	if entry.NumArgs() != len(t.Inputs) {
		return op.Errorf("entry block must have %d arguments to match function signature", len(t.Inputs))
	}
	for i, want := range t.Inputs {
		if got := entry.Arg(i).Type(); got != want {
			return op.Errorf("type of entry block argument #%d('%s') must match the type of the corresponding argument in function signature('%s')", i, got, want)
		}
	}
	return nil
}

// VerifyAttrs checks the attributes of arguments and results.
func VerifyAttrs(op *ir.Operation) *ir.Diagnostic {
	t := TypeOf(op)
	for _, side := range [...]struct {
		attr, what, plural string
		n                  int
	}{
		{attr: argAttrs, what: "argument", plural: "arguments", n: len(t.Inputs)},
		{attr: resAttrs, what: "result", plural: "results", n: len(t.Results)},
	} {
		arr := ir.Get[*ir.ArrayAttr](op, side.attr)
		if arr == nil {
			continue
		}
		if len(arr.Elems) != side.n {
			return op.Errorf("expects %s attribute array to have the same number of elements as the number of function %s, got %d, but expected %d",
				side.what, side.plural, len(arr.Elems), side.n)
		}
		for i := range arr.Elems {
			for _, e := range dictAt(arr, i).Entries {
				if !strings.Contains(e.Name, ".") {
					return op.Errorf("%s may only have dialect attributes", side.plural)
				}
			}
		}
	}
	return nil
}
