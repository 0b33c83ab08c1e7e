package poplar

import (
	"strconv"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"optc/diag"
	"optc/dialect/poplar/grammar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
)

// The grammar of the body of a mapping attribute. Intervals are half-open.
//
//	Mapping  = (Part (";" Part)*)? .
//	Part     = Int ":" Interval ("," Interval)* .
//	Interval = Int ".." Int .

type mappingText struct {
	Parts []partText `parser:"(@@ (';' @@)*)?"`
}

type partText struct {
	Tile      string         `parser:"@Int ':'"`
	Intervals []intervalText `parser:"@@ (',' @@)*"`
}

type intervalText struct {
	Begin string `parser:"@Int Range"`
	End   string `parser:"@Int"`
}

var mappingParser = sync.OnceValue(func() *participle.Parser[mappingText] {
	return participle.MustBuild[mappingText](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "Int", Pattern: `[0-9]+`},
			{Name: "Range", Pattern: `\.\.`},
			{Name: "space", Pattern: `[ \t\r\n]+`},
			{Name: "Other", Pattern: `.`},
		})),
		participle.Elide("space"))
})

var mappingLanguage = grammar.Language{Code: "mapping-parse", What: "mapping", Start: "a tile"}

func (m *mappingText) parts() ([]tilemap.TilePart, error) {
	parts := make([]tilemap.TilePart, len(m.Parts))
	for i, p := range m.Parts {
		tile, err := strconv.Atoi(p.Tile)
		if err != nil || tile >= target.MaxTiles {
			return nil, diag.Errorf("tile-range", "tile %s is not below %d", p.Tile, target.MaxTiles)
		}
		parts[i].Tile = tile
		for _, iv := range p.Intervals {
			begin, errB := strconv.ParseInt(iv.Begin, 10, 64)
			end, errE := strconv.ParseInt(iv.End, 10, 64)
			if errB != nil || errE != nil || end < begin || end > tilemap.MaxElems {
				return nil, diag.Errorf("interval-range", "expected an interval below 2^48, but got %s..%s", iv.Begin, iv.End)
			}
			parts[i].Intervals = append(parts[i].Intervals, tilemap.Interval{Begin: begin, End: end})
		}
	}
	return parts, nil
}
