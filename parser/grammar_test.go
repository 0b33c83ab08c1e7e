package parser_test

import (
	"strings"
	"testing"

	"optc/ir"
	"optc/parser"
)

// tile is a sub-language: #vec.tile<[4, 8] on "amx", swap>.
type tile struct {
	Sizes []int  `parser:"'[' (@Int (',' @Int)*)? ']'"`
	On    string `parser:"('on' @String)?"`
	Swap  bool   `parser:"(',' @'swap')?"`
}

var tileGrammar = parser.NewGrammar[tile]("tile")

func tileDialect(got **tile) *ir.Dialect {
	kind := &ir.AttrDef{
		Mnemonic: "tile",
		Parse: func(p ir.AsmParser) ir.Attribute {
			*got = tileGrammar.Parse(p)
			return p.Context().Unit()
		},
	}
	return &ir.Dialect{Name: "tiles", Define: func() ir.Definitions { return ir.Definitions{Attrs: []*ir.AttrDef{kind}} }}
}

func TestGrammar(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, err string }{
		{`#tiles.tile<[4, 8] on "amx", swap>`, ""},
		{`#tiles.tile<[]>`, ""},
		{`#tiles.tile<[4 8]>`, `1:16: error: tile: unexpected token "8" (expected "]" ("on" <string>)? ("," "swap")?)`},
		{`#tiles.tile<[4] on amx>`, `1:20: error: tile: unexpected token "amx" (expected <string>)`},
		{`#tiles.tile<[4`, `unbalanced '[' character`},
		{`#tiles.tile<` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `>`, "tile: nesting is deeper than the limit of 64"},
	} {
		var got *tile
		ctx := ir.NewContext(tileDialect(&got))
		var ds ir.Diagnostics
		_, err := parser.ParseAttr(ctx, c.text, nil, &ds)
		if (err == nil) != (c.err == "") || !strings.Contains(ds.String(), c.err) {
			t.Errorf("%s: err = %v, %s\nwant %s", c.text, err, ds.String(), c.err)
		}
		if err == nil && got == nil {
			t.Errorf("%s: nothing was parsed", c.text)
		}
	}
}

func TestGrammarEBNF(t *testing.T) {
	t.Parallel()
	const want = `Tile = "[" (<int> ("," <int>)*)? "]" ("on" <string>)? ("," "swap")? .`
	if got := tileGrammar.EBNF(); got != want {
		t.Errorf("EBNF = %s, want %s", got, want)
	}
}
