package poplar

import (
	"strconv"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/grammar"
	"optc/layout"
	"optc/parser"
)

// The grammar of the body of a mapping attribute. Intervals are half-open.
//
//	Mapping  = ("?" | Part (";" Part)*)? .
//	Part     = Number ":" Interval ("," Interval)* .
//	Interval = Number ".." Number .

type mappingText struct {
	Open  bool       `parser:"(@'?'"`
	Parts []partText `parser:"| @@ (';' @@)*)?"`
}

type partText struct {
	Tile      string         `parser:"@Number ':'"`
	Intervals []intervalText `parser:"@@ (',' @@)*"`
}

type intervalText struct {
	Begin string `parser:"@Number '..'"`
	End   string `parser:"@Number"`
}

var mappingGrammar = parser.NewGrammar(Codes, &grammar.Of[mappingText]{
	What: "mapping", Code: "mapping-parse", Start: "a tile",
	Words: map[string]string{"IntervalText": "an interval"},
	Lexer: grammar.Rules("Number", `[0-9]+`, "Range", `\.\.`),
})

func (m *mappingText) parts() ([]layout.TilePart, error) {
	parts := make([]layout.TilePart, len(m.Parts))
	for i, p := range m.Parts {
		tile, err := strconv.Atoi(p.Tile)
		if err != nil || tile >= target.MaxTiles {
			return nil, target.NoTile(p.Tile, target.MaxTiles)
		}
		parts[i].Tile = tile
		for _, iv := range p.Intervals {
			begin, errB := strconv.ParseInt(iv.Begin, 10, 64)
			end, errE := strconv.ParseInt(iv.End, 10, 64)
			if errB != nil || errE != nil || end < begin || end > tilemap.MaxElems {
				return nil, diag.Errorf("interval-range", "expected an interval below 2^48, but got %s..%s", iv.Begin, iv.End)
			}
			parts[i].Intervals = append(parts[i].Intervals, layout.Interval{Begin: begin, End: end})
		}
	}
	return parts, nil
}
