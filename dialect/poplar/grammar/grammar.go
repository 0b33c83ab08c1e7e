package grammar

import (
	"errors"
	"strings"

	"github.com/alecthomas/participle/v2"

	"optc/diag"
)

// Language names a sub-language for the messages of its parser.
type Language struct {
	Code  string // of errors in the text
	What  string // what the text is
	Start string // what it begins with
}

// Explain words a complaint of a participle parser as our messages are: what
// was expected, then what was found and where.
func (l Language) Explain(text string, err error) error {
	var unexpected *participle.UnexpectedTokenError
	if !errors.As(err, &unexpected) {
		return diag.Errorf(l.Code, "cannot read %s '%s'", l.What, text)
	}
	token := unexpected.Unexpected
	found := "'" + token.Value + "'"
	if token.EOF() {
		found = "the end"
	}
	want := expectedWords(unexpected.Message())
	if token.Pos.Offset == 0 {
		want = l.Start
	}
	if want == "" {
		return diag.Errorf(l.Code, "unexpected %s in %s", found, l.What).Note("at byte %d of '%s'", token.Pos.Offset, text)
	}
	return diag.Errorf(l.Code, "expected %s in %s, found %s", want, l.What, found).
		Note("at byte %d of '%s'", token.Pos.Offset, text)
}

// expectedWords takes what a parser expected out of its message
// `unexpected token "x" (expected y)`, in words of our own.
func expectedWords(msg string) string {
	_, want, ok := strings.Cut(msg, "(expected ")
	if !ok {
		return ""
	}
	want = strings.TrimSuffix(want, ")")
	// A sequence is described by its first token: `"(" "*"+ <ident> ")"`.
	want, _, _ = strings.Cut(want, " ")
	want = strings.TrimSuffix(want, "+")
	switch want {
	case "<ident>", "Part", "Name", "<name>":
		return "a name"
	case "<word>":
		return "a word"
	case "<layout>":
		return "a layout"
	case "<range>":
		return "'..'"
	case "TypeText":
		return "a type"
	case "OrText", "AndText", "NotText", "CompareText", "PrimaryText":
		return "a parameter or literal"
	case "Arg":
		return "a template argument"
	case "<integer>", "<int>":
		return "a number"
	case "<compare>":
		return "a comparison"
	case "TermText":
		return "elem or region"
	}
	return strings.ReplaceAll(want, `"`, "'")
}
