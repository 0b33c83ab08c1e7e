package poplar

import (
	"strconv"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"optc/diag"
	"optc/dialect/poplar/grammar"
	"optc/dialect/poplar/scalar"
	"optc/ir"
)

// The grammar of the body of a tensor type. A question mark is an extent that
// only evaluation of the graph tells.
//
//	Tensor = ((Int | "?") "x")* "!poplar."? Word .

type tensorText struct {
	Dims []string `parser:"@Dim*"`
	Elem string   `parser:"Prefix? @Word"`
}

var tensorParser = sync.OnceValue(func() *participle.Parser[tensorText] {
	return participle.MustBuild[tensorText](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "Prefix", Pattern: `!poplar\.`},
			{Name: "Dim", Pattern: `(?:[0-9]+|\?)x`},
			{Name: "Word", Pattern: `[a-z][a-z_0-9]*`},
			{Name: "Number", Pattern: `[0-9]+`},
			{Name: "space", Pattern: `[ \t\r\n]+`},
			{Name: "Other", Pattern: `.`},
		})),
		participle.Elide("space"))
})

var tensorLanguage = grammar.Language{Code: "type-parse", What: "tensor type", Start: "an extent or element type"}

func (t *tensorText) parts() (shape []int64, elem scalar.Type, err error) {
	for _, d := range t.Dims {
		d = d[:len(d)-1]
		n := int64(ir.Dynamic)
		if d != "?" {
			if n, err = strconv.ParseInt(d, 10, 64); err != nil {
				return nil, 0, diag.Errorf("view-size", "extent %s is too large", d)
			}
		}
		shape = append(shape, n)
	}
	elem, err = ByIRName(t.Elem)
	return shape, elem, err
}
