package parser_test

import (
	"strings"
	"testing"

	"optc/grammar"
	"optc/ir"
	"optc/parser"
)

// tile is a sub-language: #vec.tile<[4, 8] on "amx", swap>.
type tile struct {
	Sizes []int  `parser:"'[' (@Integer (',' @Integer)*)? ']'"`
	On    string `parser:"('on' @String)?"`
	Swap  bool   `parser:"(',' @'swap')?"`
}

var tileGrammar = parser.NewGrammar("tiles.", &grammar.Of[tile]{What: "tile", Code: "tile-parse", Start: "'['"})

func tileDialect(got **tile) *ir.Dialect {
	kind := &ir.AttrDef{
		Mnemonic: "tile",
		Parse: func(p ir.AsmParser) ir.Attribute {
			*got, _ = tileGrammar.ParseBody(p)
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
		{`#tiles.tile<[4 8]>`, `1:16: error: expected ']' in tile, found '8' [tiles.tile-parse]`},
		{`#tiles.tile<[4] on amx>`, `1:20: error: expected a string in tile, found 'amx' [tiles.tile-parse]`},
		{`#tiles.tile<4>`, `1:13: error: expected '[' in tile, found '4' [tiles.tile-parse]`},
		{`#tiles.tile<[4] on>`, `1:19: error: expected a string in tile, found the end [tiles.tile-parse]`},
		{`#tiles.tile<[4`, `unbalanced '[' character`},
		{`#tiles.tile<[4] on @>`, `1:21: error: tile has a malformed token: @ identifier expected to start with letter or '_' [tiles.tile-parse]`},
		{`#tiles.tile<[99999999999999999999]>`, `1:14: error: tile cannot be read: `},
		{`#tiles.tile<` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `>`, "1:77: error: tile nests more than 64 levels [tiles.tile-parse]"},
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
