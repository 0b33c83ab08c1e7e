package poplar

import (
	"strconv"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"optc/diag"
	"optc/dialect/poplar/grammar"
	"optc/dialect/poplar/target"
)

// The grammar of the body of a target attribute.
//
//	Target  = Word ("," Setting)* .
//	Setting = Word "=" (Int | Word | "{" Word "=" Int ("," Word "=" Int)* "}" | "[" Word ("," Word)* "]") .

type targetText struct {
	Arch     string        `parser:"@Word"`
	Settings []settingText `parser:"(',' @@)*"`
}

type settingText struct {
	Field string      `parser:"@Word '='"`
	Int   string      `parser:"(  @Int"`
	Word  string      `parser:"| @Word"`
	Elems []countText `parser:"| '{' @@ (',' @@)* '}'"`
	Names []string    `parser:"| '[' @Word (',' @Word)* ']' )"`
}

type countText struct {
	Elem string `parser:"Prefix? @Word '='"`
	N    string `parser:"@Int"`
}

var targetParser = sync.OnceValue(func() *participle.Parser[targetText] {
	return participle.MustBuild[targetText](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "Prefix", Pattern: `!poplar\.`},
			{Name: "Int", Pattern: `0[xX][0-9a-fA-F]+|[0-9]+`},
			{Name: "Word", Pattern: `[A-Za-z_][A-Za-z_0-9]*`},
			{Name: "space", Pattern: `[ \t\r\n]+`},
			{Name: "Other", Pattern: `.`},
		})),
		participle.Elide("space"))
})

var targetLanguage = grammar.Language{Code: "target-parse", What: "target", Start: "an architecture"}

func (t *targetText) target() (target.Target, error) {
	base, err := target.Lookup(t.Arch)
	if err != nil {
		return target.Target{}, err
	}
	settings := make([]target.Setting, len(t.Settings))
	for i := range t.Settings {
		if settings[i], err = t.Settings[i].setting(); err != nil {
			return target.Target{}, err
		}
	}
	return base.With(settings...)
}

func (s *settingText) setting() (out target.Setting, err error) {
	out.Field = s.Field
	switch {
	case s.Int != "":
		if out.Int, err = strconv.ParseUint(s.Int, base(s.Int), 64); err != nil {
			return out, diag.Errorf("target-bad", "target field %s = %s is too large", s.Field, s.Int)
		}
	case s.Word == "none" && s.Field == "scaled32_base":
		out.Int = target.NoAddress
	case s.Word != "":
		out.Names = []string{s.Word}
	case s.Elems != nil:
		for _, c := range s.Elems {
			e, err := ByIRName(c.Elem)
			if err != nil {
				return out, err
			}
			n, err := strconv.ParseInt(c.N, base(c.N), 32)
			if err != nil {
				return out, diag.Errorf("target-bad", "target field %s has %s = %s, which is too large", s.Field, c.Elem, c.N)
			}
			out.Elems = append(out.Elems, target.ElemCount{Elem: e, N: int(n)})
		}
	default:
		out.Names = s.Names
	}
	return out, nil
}

// base is the base of an integer literal as MLIR reads it: no octal numbers.
func base(literal string) int {
	if len(literal) > 1 && literal[1]|0x20 == 'x' {
		return 0
	}
	return 10
}
