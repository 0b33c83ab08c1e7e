package poplar

import (
	"cmp"
	"context"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/parser"
)

// GenericCode is the code of a vertex template that mentions parameters. It is text that
// is parsed for every instance, because its operations have no types before the
// parameters are known.
type GenericCode struct {
	op        *ir.Operation
	signature string // the arguments, followed by the worker if there is one
	body      string // the text between the braces
}

// GenericOf returns the generic code of a poplar.compute; it is empty if the operation
// has a region.
func GenericOf(op *ir.Operation) GenericCode {
	return GenericCode{op, strAttr(op, "signature"), strAttr(op, "code")}
}

// IsGeneric reports whether the code is not empty.
func (g GenericCode) IsGeneric() bool { return g.signature != "" }

// parseGeneric reads the text after `poplar.compute generic`.
func parseGeneric(p ir.OpParser, st *ir.OpState) {
	args, _ := p.Parens()
	signature := "(" + args + ")"
	if p.AcceptKeyword("worker") {
		worker, _ := p.Parens()
		signature += " worker(" + worker + ")"
	}
	parseWhen(p, st)
	p.AttrDictWithKeyword(st)
	body, _ := p.Braces()
	c := p.Context()
	st.SetProp("signature", c.Str(signature))
	st.SetProp("code", c.Str(body))
	st.Regions = append(st.Regions, &ir.Region{})
}

func (g GenericCode) print(p *ir.Printer) {
	p.Str(" generic ").Str(g.signature)
	printWhen(p, g.op)
	p.AttrDictWithKeyword(g.op, "signature", "code", "when").Str(" {").Str(g.body).Str("}")
}

// Instantiate parses the code for template arguments into a poplar.compute outside of any
// vertex. The error codes are template-param, and the codes of the parser, at the lines
// of the template.
func (g GenericCode) Instantiate(ctx context.Context, args map[string]TemplateArg) (*ir.Operation, error) {
	text, err := g.bind(args)
	if err != nil {
		return nil, g.op.OpError(Codes, err)
	}
	src := &ir.Source{Name: "generic code", Text: text}
	if file, line, _, ok := g.op.Loc().FileLineCol(); ok {
		src.Name, src.FirstLine = file, line-1
	}
	compute, err := parser.Parse(ctx, g.context(), src, nil, parser.NoImplicitModule())
	return compute, err
}

func (g GenericCode) context() *ir.Context { return g.op.Attr("signature").Context() }

// bind replaces the parameters in the text: a type by its element type in memory, a number by its
// digits, a class by its name; inside a quoted name, it replaces a type by its C++ name. The error
// codes are template-param, and the codes of expressions.
func (g GenericCode) bind(args scope) (string, error) {
	var b strings.Builder
	text := ComputeOp{}.Kind().String() + " " + g.signature + " {" + g.body + "}"
	quoted, comment := false, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case comment:
			comment = c != '\n'
		case c == '"':
			quoted = !quoted
		case c == '/' && !quoted && strings.HasPrefix(text[i:], "//"):
			comment = true
		case c == '$':
			a, used, err := args.value(text[i+1:])
			if err != nil {
				return "", err
			}
			value := a.CPP()
			if !quoted {
				if value, err = a.code(g.context()); err != nil {
					return "", err
				}
			}
			b.WriteString(value)
			i += used
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String(), nil
}

// value returns the value of the text after a $, a parameter or an expression in
// parentheses, and the length of the text.
func (s scope) value(text string) (a TemplateArg, used int, err error) {
	if !strings.HasPrefix(text, "(") {
		name := s.longest(text[:len(text)-len(strings.TrimLeft(text, wordBytes))])
		a, err = s.param(name)
		return a, len(name), err
	}
	for depth := 0; used < len(text); {
		switch text[used] {
		case '(':
			depth++
		case ')':
			depth--
		}
		used++
		if depth == 0 {
			break
		}
	}
	parsed, err := predicateGrammar.Parse(text[:used])
	if err != nil {
		return a, used, err
	}
	a, err = s.choice(parsed)
	return a, used, err
}

const wordBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"

// longest returns the longest parameter that is the whole word or begins the word and is followed
// by an x, as in memref<$nxf32>; without such a parameter, it returns the word.
func (s scope) longest(word string) string {
	name := ""
	for param := range s {
		rest, ok := strings.CutPrefix(word, param)
		if ok && (rest == "" || rest[0] == 'x') && len(param) > len(name) {
			name = param
		}
	}
	return cmp.Or(name, word)
}

// code returns the spelling of a value in code outside of names. The error code is
// template-param for an enumerator.
func (a TemplateArg) code(c *ir.Context) (string, error) {
	switch a.Kind {
	case TypeParam:
		return MemoryType(c, a.Elem).String(), nil
	case EnumParam:
		return "", diag.Errorf("template-param", "'%s' is of kind enum, which code cannot contain", a.Name).
			Note("write a compute region with when(…) for each enumerator")
	}
	return a.CPP(), nil
}
