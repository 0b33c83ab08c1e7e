package reference

import (
	"slices"
	"strconv"
	"strings"

	"optc/internal/base/lazyre"
	"optc/ir"
	"optc/optmain/internal/helptext"
)

// formLegend explains how a form is read.
const formLegend = "`x` itself, $x a part below, %x a new name, (…)? optional, (…)* repeated, \"x, …\" a list"

// FormText returns the pretty form of an operation for people, without directives about
// spaces. It is "" for an operation that has only the generic form.
func FormText(o *ir.OpDef) string {
	form := o.Form
	if o.Assembly != "" {
		form = strings.ReplaceAll(strings.Join(strings.Fields(readable(o, o.Assembly)), " "), "( ", "(")
	}
	return strings.ReplaceAll(form, "attr-dict-with-keyword", "(`attributes` attr-dict)?")
}

// formToken matches a literal, a string, a word, white space or another character.
var formToken = lazyre.New("`[^`]*`|\"[^\"]*\"|[a-z-]+<[A-Za-z]+>|[-$#\\w]+|\\s+|.")

// readable replaces directives by the text that they read: custom<…> by its own form, oilist as a
// group that repeats, and the other half of a group as a choice.
func readable(o *ir.OpDef, form string) string {
	var b strings.Builder
	tokens := formToken().FindAllString(form, -1)
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		custom, isCustom := strings.CutPrefix(t, "custom<")
		switch {
		case t == "^" || t == "``" || t == "` `":
		case t == ")" && i+4 < len(tokens) && strings.Join(tokens[i:i+5], "") == ") : (":
			b.WriteString(" | ")
			i += 4
		case isCustom, t == "oilist", t == "qualified":
			end := closingToken(tokens, i+1)
			inner := tokens[i+2 : end]
			i = end
			switch {
			case isCustom:
				b.WriteString(readable(o, customForm(o.Custom[strings.TrimSuffix(custom, ">")].Form, inner)))
			case t == "oilist":
				b.WriteString("(" + readable(o, strings.Join(inner, "")) + ")*")
			default:
				b.WriteString(readable(o, strings.Join(inner, "")))
			}
		default:
			b.WriteString(t)
		}
	}
	return b.String()
}

// customForm puts the parameters of a directive, which commas separate, into its form.
func customForm(form string, tokens []string) string {
	for n := 1; len(tokens) > 0; n++ {
		end, depth := 0, 0
		for ; end < len(tokens) && (depth > 0 || tokens[end] != ","); end++ {
			depth += strings.Count(tokens[end], "(") - strings.Count(tokens[end], ")")
		}
		form = strings.ReplaceAll(form, "#"+strconv.Itoa(n), strings.TrimSpace(strings.Join(tokens[:end], "")))
		tokens = tokens[min(end+1, len(tokens)):]
	}
	return form
}

// closingToken returns the index of the parenthesis that closes the parenthesis at index open.
func closingToken(tokens []string, open int) int {
	depth := 0
	return open + slices.IndexFunc(tokens[open:], func(t string) bool {
		switch t {
		case "(":
			depth++
		case ")":
			depth--
		}
		return depth == 0
	})
}

// formLines breaks a form, whose first line begins with the name of the operation, into
// lines of at most 98 characters that fit below a column.
func formLines(o *ir.OpDef, column int) string {
	form := FormText(o)
	if form == "" {
		return ""
	}
	var b strings.Builder
	for i, line := range strings.Split(o.Name()+" "+form, "\n") {
		if i > 0 {
			b.WriteString(strings.Repeat(" ", column))
		}
		helptext.WrapFrom(&b, line, column, column+4)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
