package poplar

import (
	"strconv"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/grammar"
	"optc/ir"
	"optc/parser"
)

// The grammar of the body of a tensor type. A question mark is an extent that is known
// only when the graph is evaluated.
//
//	Tensor = ((Number | "?") "x")* "!poplar."? Word .

type tensorText struct {
	Dims []string `parser:"@Extent*"`
	Elem string   `parser:"Prefix? @Word"`
}

var tensorGrammar = parser.NewGrammar(Codes, &grammar.Of[tensorText]{
	What: "tensor type", Code: "type-parse", Start: "an extent or element type",
	Lexer: grammar.Rules("Prefix", `!poplar\.`, "Extent", `(?:[0-9]+|\?)x`, "Word", `[a-z][a-z_0-9]*`, "Number", `[0-9]+`),
})

func (t *tensorText) parts() (shape []int64, elem scalar.Type, err error) {
	for _, d := range t.Dims {
		d = d[:len(d)-1]
		n := int64(ir.Dynamic)
		if d != "?" {
			if n, err = strconv.ParseInt(d, 10, 64); err != nil {
				return nil, elem, diag.Errorf("view-size", "extent %s is too large", d)
			}
		}
		shape = append(shape, n)
	}
	elem, err = ByIRName(t.Elem)
	return shape, elem, err
}
