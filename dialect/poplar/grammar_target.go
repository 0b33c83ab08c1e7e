package poplar

import (
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/grammar"
	"optc/parser"
)

// The grammar of the body of a target attribute.
//
//	Target  = Word ("," Setting)* .
//	Setting = Word "=" Value .
//	Value   = Integer | Word | "{" Count ("," Count)* "}" | "[" Word ("," Word)* "]" .
//	Count   = (Word | Type) "=" Integer .

type targetText struct {
	Arch     string        `parser:"@Word"`
	Settings []settingText `parser:"(',' @@)*"`
}

type settingText struct {
	Field string    `parser:"@Word '='"`
	Value valueText `parser:"@@"`
}

type valueText struct {
	Int   string      `parser:"  @Integer"`
	Word  string      `parser:"| @Word"`
	Elems []countText `parser:"| '{' @@ (',' @@)* '}'"`
	Names []string    `parser:"| '[' @Word (',' @Word)* ']'"`
}

type countText struct {
	Elem string `parser:"@(Word | Type) '='"`
	N    string `parser:"@Integer"`
}

var targetGrammar = parser.NewGrammar(Codes, &grammar.Of[targetText]{
	What: "target", Code: "target-parse", Start: "an architecture",
	Words: map[string]string{"SettingText": "a field", "ValueText": "a value", "CountText": "an element type"},
})

func (t *targetText) target() (target.Target, error) {
	base, err := target.Lookup(t.Arch)
	if err != nil {
		return target.Target{}, err
	}
	settings := make([]target.Setting, len(t.Settings))
	given := map[string]bool{}
	for i := range t.Settings {
		if settings[i], err = t.Settings[i].setting(); err != nil {
			return target.Target{}, err
		}
		if given[settings[i].Field] {
			return target.Target{}, diag.Errorf("target-bad", "target field %s is given twice", settings[i].Field)
		}
		given[settings[i].Field] = true
	}
	return base.With(settings...)
}

func (s *settingText) setting() (out target.Setting, err error) {
	out.Field = s.Field
	switch v := &s.Value; {
	case v.Int != "":
		if out.Int, err = strconv.ParseUint(v.Int, literalBase(v.Int), 64); err != nil {
			return out, diag.Errorf("target-bad", "target field %s = %s is too large", s.Field, v.Int)
		}
	case v.Word == "none" && s.Field == "scaled32_base":
		out.Int = target.NoAddress
	case v.Word != "":
		out.Names = []string{v.Word}
	case v.Elems != nil:
		for _, c := range v.Elems {
			e, err := ByIRName(strings.TrimPrefix(c.Elem, "!poplar."))
			if err != nil {
				return out, err
			}
			n, err := strconv.ParseInt(c.N, literalBase(c.N), 32)
			if err != nil {
				return out, diag.Errorf("target-bad", "target field %s has %s = %s, which is too large", s.Field, c.Elem, c.N)
			}
			out.Elems = append(out.Elems, target.ElemCount{Elem: e, N: int(n)})
		}
	default:
		out.Names = v.Names
	}
	return out, nil
}

// literalBase is the base of an integer literal as in MLIR, which has no octal numbers.
func literalBase(literal string) int {
	if len(literal) > 1 && literal[1]|0x20 == 'x' {
		return 0
	}
	return 10
}
