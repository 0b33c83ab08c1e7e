package program_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/internal/family/poplar/place"
	"optc/lower"
)

// livesText is a program of six steps with five allocations on a tile.
const livesText = `
module {
  poplar.vertex @"demo::Add" worker external attributes {resolved_for = #poplar.target<ipu2>, state_align = 4 : i64, state_size = 4 : i64} {
    poplar.field @x : !poplar.in<vec<ui32, ONE_PTR>> {align = 4 : i64, declared = !poplar.in<vec<ui32, ONE_PTR>>, offset = 0 : i64, size = 4 : i64}
  }
  poplar.graph @main target(#poplar.target<ipu2>) attributes {hidden_variables} {
    poplar.tile 0 {
      poplar.alloc "state" at 0x4c000 size 4 align 4 kind state
      poplar.alloc "tmp" at 0x4c010 size 8 align 4 kind temporary
      poplar.alloc "in" at 0x4c020 size 8 align 4 kind data
      poplar.alloc "weight" at 0x4c030 size 8 align 4 kind data
      poplar.alloc "out" at 0x4c040 size 16 align 4 kind data
      poplar.alloc "unused" at 0x4c050 size 4 align 4 kind data
    }
    poplar.storage "in" : !poplar.tensor<2xui32> {
      poplar.run 0 to 2 tile 0 in "in" + 0
    }
    poplar.storage "weight" : !poplar.tensor<2xui32> = dense<5> : tensor<2xui32> {
      poplar.run 0 to 2 tile 0 in "weight" + 0
    }
    poplar.storage "out" : !poplar.tensor<2xui32> {
      poplar.run 0 to 2 tile 0 in "out" + 8
    }
    poplar.compute_set @add {
      poplar.state 0 @"demo::Add" on 0 in "state" {
        poplar.refer @x to ["tmp"] offsets [0] counts [2]
      }
    }
    poplar.moves before @add {
      poplar.move tile 0 in "weight" + 0 to tile 0 in "tmp" + 0 bytes 8
    }
    poplar.program {
      poplar.host_moves from "a" : !poplar.tensor<2xui32> {
        poplar.run 0 to 2 tile 0 in "in" + 0
      }
      poplar.execute @add
      poplar.exchange {
      }
      poplar.execute @add
      poplar.exchange_elements "in" from 0 counts [2] steps [1] to "out" from 0 counts [2] steps [1]
      poplar.host_moves to "b" : !poplar.tensor<2xui32> {
        poplar.run 0 to 2 tile 0 in "out" + 8
      }
    }
  }
}`

// TestLives: a block of a variable lives from its first use to its last, if the host cannot see variables and no step contains steps. Times are
// steps, counted from 1.
func TestLives(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, old, new, want string }{
		{name: "as it is", want: "tmp [2, 5) in [1, 6) weight [0, 0) out [5, 7) unused [0, 0)"},
		{name: "moves", old: "poplar.exchange {",
			new:  "poplar.exchange {\npoplar.move tile 0 in \"out\" + 0 to tile 0 in \"unused\" + 0 bytes 4",
			want: "tmp [2, 5) in [1, 6) weight [0, 0) out [3, 7) unused [3, 4)"},
		{name: "contents before the program", old: "poplar.storage \"in\"",
			new:  "poplar.storage \"late\" : !poplar.tensor<1xui32> = dense<1> : tensor<1xui32> {\npoplar.run 0 to 1 tile 0 in \"out\" + 0\n}\npoplar.storage \"in\"",
			want: "tmp [2, 5) in [1, 6) weight [0, 0) out [0, 0) unused [0, 0)"},
		{name: "a loop", old: "poplar.exchange {\n      }", new: "poplar.repeat 2 {\n      }",
			want: "tmp [1, 2) in [0, 0) weight [0, 0) out [0, 0) unused [0, 0)"},
		{name: "variables of the host", old: " attributes {hidden_variables}", new: "",
			want: "tmp [1, 2) in [0, 0) weight [0, 0) out [0, 0) unused [0, 0)"},
	} {
		text := strings.Replace(livesText, c.old, c.new, 1)
		p, err := readText(t, text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, d := range p.Tile(0).Demands {
			if d.Kind == "state" {
				if d.Life != (place.Life{}) {
					t.Errorf("%s: a state lives in %v", c.name, d.Life)
				}
				continue
			}
			got = append(got, fmt.Sprintf("%s [%d, %d)", d.Name, d.Life.From, d.Life.To))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestWorstFit: the worst tile is the one with the largest quotient, and bytes that several allocations take count once.
func TestWorstFit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, old, new string
		want           lower.Fit
	}{
		// In step 5, everything is alive but the temporary.
		{name: "as it is", want: lower.Fit{Held: 8 + 8 + 8 + 16 + 4, Alive: 8 + 8 + 16 + 4}},
		{name: "shared", old: "\"tmp\" at 0x4c010", new: "\"tmp\" at 0x4c048", want: lower.Fit{Held: 8 + 8 + 16 + 4, Alive: 8 + 8 + 16 + 4}},
		{name: "another tile", old: "poplar.tile 0 {", new: "poplar.tile 3 {\npoplar.alloc \"a\" at 0x4c000 size 400 align 4 kind data\n}\npoplar.tile 0 {",
			want: lower.Fit{Held: 44, Alive: 36}},
	} {
		p, err := readText(t, strings.Replace(livesText, c.old, c.new, 1))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := p.WorstFit(); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
