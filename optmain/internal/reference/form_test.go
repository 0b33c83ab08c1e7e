package reference

import (
	"regexp"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
)

// TestForms: every operation has a form, unless it has only the generic form, and the
// examples are printed in this form.
func TestForms(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(all.Dialects()...)
	c.AllowUnregistered = true
	forms := map[string]*regexp.Regexp{}
	for _, d := range c.Dialects() {
		for _, o := range d.Definitions().Ops {
			form := FormText(o)
			if form == "" {
				t.Errorf("%s has no form", o.Name())
				continue
			}
			if strings.Contains(form, "custom<") || strings.Contains(form, "#") || strings.Contains(form, "<no value>") {
				t.Errorf("%s: a directive has no form: %s", o.Name(), form)
			}
			e, err := regexp.Compile(`(?s)^(%.*? = )?(` + d.Name + `\.)?` + regexp.QuoteMeta(strings.TrimPrefix(o.Name(), d.Name+".")) + formPattern(o, form) + `\s*$`)
			if err != nil {
				t.Fatalf("%s: %v in the pattern of %s", o.Name(), err, form)
			}
			forms[o.Name()] = e
		}
	}
	shown := map[string]bool{}
	for _, d := range c.Dialects() {
		for _, o := range d.Definitions().Ops {
			for _, example := range o.Examples {
				m, err := parser.Parse(t.Context(), c, &ir.Source{Name: o.Name(), Text: example}, nil)
				if err != nil {
					t.Fatalf("%s: %v", o.Name(), err)
				}
				ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
					name := op.Name()
					text := string(ir.Print(op, ir.PrintOptions{LocalScope: op.NumOperands() == 0}))
					if e := forms[name]; e != nil && !e.MatchString(text) {
						t.Errorf("%s is not in its form %s %s", text, name, FormText(op.Def()))
					}
					shown[name] = true
					return ir.Advance
				})
			}
		}
	}
	if len(shown) < 200 {
		t.Errorf("examples show only %d operations", len(shown))
	}
}

// formPattern is a regular expression for the texts of a form: a part with a single value
// matches one name, literals match themselves, and types, attributes and bodies match
// anything.
func formPattern(o *ir.OpDef, form string) string {
	lines := strings.Split(form, "\n")
	words := map[string]string{}
	for _, line := range lines[1:] {
		name, text, _ := strings.Cut(line, " ::= ")
		words[name] = text
	}
	var b strings.Builder
	tokens := formToken().FindAllString(lines[0], -1)
	for i := 0; i < len(tokens); i++ {
		switch t := tokens[i]; {
		case t[0] == '`':
			b.WriteString(`(?:\s*` + regexp.QuoteMeta(strings.Trim(t, "`")) + `)`)
		case t == "(":
			b.WriteString(`(?:`)
		case t == ")" || t == "?" || t == "*" || t == "|":
			b.WriteString(t)
		case t == "type" || t == "functional-type":
			b.WriteString(`(?:\s*.+?)`)
			i = closingToken(tokens, i+1)
		case t == "attr-dict":
			b.WriteString(`(?:\s*\{.*?\})?`)
		case t[0] == '%':
			b.WriteString(`(?:\s*%[\w.$-]+)`)
		case t[0] == '$':
			b.WriteString(partPattern(o, t[1:]))
		case t == ",": // a list
			b.WriteString(`(?:,.*?)?`)
			i += 2
		case words[t] != "":
			b.WriteString("(?:" + formPattern(o, words[t]) + ")")
		case strings.TrimSpace(t) != "":
			b.WriteString(`(?:\s*.+?)`)
		}
	}
	return b.String()
}

// partPattern is a regular expression for the text of a part of an operation.
func partPattern(o *ir.OpDef, name string) string {
	const value = `(?:\s*%[\w.$#-]+)`
	if i := o.OperandIndex(name); i >= 0 {
		switch o.Operands[i].Kind {
		case ir.Variadic:
			return `(?:` + value + `(?:,` + value + `)*)?`
		case ir.Optional:
			return `(?:` + value + `)?`
		}
		return value
	}
	if o.RegionIndex(name) >= 0 {
		return `(?:\s*\{.*\})?`
	}
	return `(?:\s*.*?)`
}
