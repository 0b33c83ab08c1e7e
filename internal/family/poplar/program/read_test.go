package program_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/poplar"
	"optc/internal/family/poplar/program"
	"optc/ir"
	mlir "optc/parser"
)

// loweredText is a lowered and placed program with every kind of step.
const loweredText = `module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Count" worker attributes {resolved_for = #poplar.target<ipu2>, state_align = 4 : i64, state_size = 24 : i64} {
    poplar.field @x : !poplar.inout<vec<ui32>> {align = 4 : i64, data_align = 4 : i64, declared = !poplar.inout<vec<ui32>>, offset = 0 : i64, size = 8 : i64}
    poplar.field @rows : !poplar.vec<in<vec<ui32>>> {align = 4 : i64, data_align = 4 : i64, declared = !poplar.vec<in<vec<ui32>>>, offset = 8 : i64, size = 8 : i64}
    poplar.field @k : !poplar.array<2 x ui32> {align = 4 : i64, declared = !poplar.array<2 x ui32>, offset = 16 : i64, size = 8 : i64}
  }
  poplar.vertex @"demo::Empty" worker attributes {resolved_for = #poplar.target<ipu2>, state_align = 4 : i64, state_size = 0 : i64} {
  }
  poplar.graph @main target(#poplar.target<ipu2>) {
    poplar.tile 2 {
      poplar.alloc "n.t2" at 0x4c000 size 8 align 4 kind data
    }
    poplar.tile 1 {
      poplar.alloc "v0.state" at 0x4c000 size 24 align 4 kind state
      poplar.alloc "v1.state" at 0x4c080 size 0 align 4 kind state
      poplar.alloc "v0.rows.table" at 0x4c018 size 16 align 4 kind table
      poplar.alloc "v0.x.tmp" at 0x4c038 size 8 align 4 kind temporary
      poplar.alloc "other.tmp" at 0x4c040 size 8 align 4 kind temporary
      poplar.alloc "x.t1" at 0x4c028 size 16 align 4 kind data region 0
      poplar.apart elements "v0.state", "x.t1"
      poplar.apart regions "v0.x.tmp", "x.t1"
      poplar.bytes "v0.rows.table" = dense<1> : tensor<16xui8>
    }
    poplar.storage "x" : !poplar.tensor<4xui32> = dense<5> : tensor<4xui32> {
      poplar.run 0 to 3 tile 1 in "x.t1" + 4
      poplar.run 3 to 4 tile 1 in "x.t1" + 0
    }
    poplar.storage "n" : !poplar.tensor<2xui32> = dense<[9, 3]> : tensor<2xui32> {
      poplar.run 0 to 2 tile 2 in "n.t2" + 0
    }
    poplar.compute_set @up {
      poplar.state 0 @"demo::Count" on 1 in "v0.state" {
        poplar.refer @x to ["v0.x.tmp"] offsets [0] counts [2]
        poplar.refer @rows through "v0.rows.table" to ["x.t1", ""] offsets [8, 0] counts [2, 0]
        poplar.refer @k = [7, 8]
      }
      poplar.state 1 @"demo::Empty" on 1 in "v1.state" {
      }
      poplar.state 2 @"demo::Empty" on 1 in "v1.state" {
      }
    }
    poplar.compute_set @down {
    }
    poplar.moves before @up {
      poplar.move tile 2 in "n.t2" + 0 to tile 1 in "v0.x.tmp" + 0 bytes 4 times 2 steps 4 to 4
    }
    poplar.moves after @up {
      poplar.move tile 1 in "v0.x.tmp" + 0 to tile 2 in "n.t2" + 0 bytes 8
    }
    poplar.graph_function @twice {
      poplar.execute @up
      poplar.execute @up
    }
    poplar.program {
      poplar.sequence {
        poplar.host_moves from "in" : !poplar.tensor<2xui32> {
          poplar.run 0 to 2 tile 2 in "n.t2" + 0
        }
        poplar.sequence {
        }
      }
      poplar.exchange {
        poplar.move tile 1 in "x.t1" + 0 to tile 1 in "x.t1" + 8 bytes 8
      }
      poplar.exchange_elements "x" from 0 counts [2] steps [1] to "n" from 0 counts [2] steps [1]
      poplar.repeat 3 {
        poplar.call @twice
      }
      poplar.if element 1 of "n" {
        poplar.execute @up
      } else {
      }
      poplar.repeat_while element 3 of "x" after {
        poplar.execute @down
      } do {
        poplar.execute @up
      }
      poplar.host_moves to "out" : !poplar.tensor<2xui32> {
        poplar.run 0 to 2 tile 2 in "n.t2" + 0
      }
    }
  }
}`

// readText reads the lowered program of a module.
func readText(t *testing.T, text string) (*program.Program, error) {
	t.Helper()
	module, err := mlir.Parse(t.Context(), all.Context(), &ir.Source{Name: "a.mlir", Text: text}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for op := range module.Body().Ops() {
		if ir.Is[poplar.GraphOp](op) {
			return program.Read(t.Context(), op)
		}
	}
	t.Fatal("there is no graph")
	return nil, nil
}

func stepText(list []program.Step) string {
	var words []string
	for _, s := range list {
		switch {
		case s.Repeat != nil:
			words = append(words, fmt.Sprint(s.Repeat.Count, " times ", stepText(s.Repeat.Body)))
		case s.While != nil:
			words = append(words, fmt.Sprintf("while %s[%d] after %s do %s", s.While.Predicate.Variable.Name, s.While.Predicate.Element, stepText(s.While.Before), stepText(s.While.Body)))
		case s.If != nil:
			words = append(words, fmt.Sprintf("if %s[%d] %s else %s", s.If.Predicate.Variable.Name, s.If.Predicate.Element, stepText(s.If.Then), stepText(s.If.Otherwise)))
		case s.Call != nil:
			words = append(words, "call "+s.Call.Name+" "+stepText(s.Call.Steps))
		case s.Do.Set != nil:
			words = append(words, s.Do.Set.Name)
		case s.Do.Host != nil:
			words = append(words, fmt.Sprintf("host %s %v %v", s.Do.Host.Name, s.Do.Host.ToHost, s.Do.Host.Runs))
		case s.Do.Transfer != nil:
			words = append(words, fmt.Sprintf("copy %s[%d] to %s[%d]", s.Do.Transfer.From.Variable.Name, s.Do.Transfer.From.First, s.Do.Transfer.To.Variable.Name, s.Do.Transfer.To.First))
		default:
			words = append(words, fmt.Sprint("moves ", s.Do.Moves))
		}
	}
	return "{" + strings.Join(words, "; ") + "}"
}

// TestRead: the complete result of reading a lowered program.
func TestRead(t *testing.T) {
	t.Parallel()
	p, err := readText(t, loweredText)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, tile := range p.Tiles {
		fmt.Fprintf(&b, "tile %d: elements %v, regions %v\n", tile.Number, tile.Elements, tile.Regions)
		for i, d := range tile.Demands {
			fmt.Fprintf(&b, "  %s %s: %d bytes at %#x, align %d, region %d, set %d, bytes %v\n", d.Kind, d.Name, d.Size, d.Fixed, d.Align, d.Region, d.Life.From, tile.Bytes[i])
		}
	}
	for _, v := range p.Variables {
		fmt.Fprintf(&b, "%s %s%v: %v\n", v.Name, v.Elem, v.Shape, v.Runs)
		for r, data := range v.Initial(&p.Target) {
			fmt.Fprintf(&b, "  %d to %d: %v\n", r.Begin, r.End, data)
		}
	}
	for _, s := range p.Sets {
		fmt.Fprintf(&b, "set %s: before %v, after %v\n", s.Name, s.Before, s.After)
		for _, v := range s.Vertices {
			fmt.Fprintf(&b, "  %d %s on %d in %d: %v\n", v.ID, v.Class.Name, v.Tile, v.State, v.Fields)
		}
	}
	b.WriteString(stepText(p.Steps) + "\n")
	for _, h := range p.Hosts() {
		fmt.Fprintf(&b, "host %s %s%v %v\n", h.Name, h.Elem, h.Shape, h.ToHost)
	}
	for _, addr := range []uint64{0x4bfff, 0x4c000, 0x4c017, 0x4c018, 0x4c02b, 0x4c02c, 0x4c037, 0x4c038, 0x4c048} {
		fmt.Fprintf(&b, "%#x: %s\n", addr, p.Owner(1, addr))
	}
	for _, v := range []struct {
		name    string
		element int64
	}{{"x", 0}, {"x", 2}, {"x", 3}, {"n", 1}} {
		for _, x := range p.Variables {
			if x.Name == v.name {
				ref, size := (&program.Predicate{Variable: x, Element: v.element}).Ref(&p.Target)
				fmt.Fprintf(&b, "%s[%d]: %d bytes at %v\n", v.name, v.element, size, ref)
			}
		}
	}
	const want = `tile 1: elements [{0 5}], regions [{3 5}]
  state v0.state: 24 bytes at 0x4c000, align 4, region -1, set 0, bytes []
  state v1.state: 0 bytes at 0x4c080, align 4, region -1, set 0, bytes []
  table v0.rows.table: 16 bytes at 0x4c018, align 4, region -1, set 0, bytes [1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1]
  temporary v0.x.tmp: 8 bytes at 0x4c038, align 4, region -1, set 1, bytes []
  temporary other.tmp: 8 bytes at 0x4c040, align 4, region -1, set 0, bytes []
  data x.t1: 16 bytes at 0x4c028, align 4, region 0, set 0, bytes []
tile 2: elements [], regions []
  data n.t2: 8 bytes at 0x4c000, align 4, region -1, set 0, bytes []
x unsigned int[4]: [{0 3 {1 5 4}} {3 4 {1 5 0}}]
  0 to 3: [5 0 0 0 5 0 0 0 5 0 0 0]
  3 to 4: [5 0 0 0]
n unsigned int[2]: [{0 2 {2 0 0}}]
  0 to 2: [9 0 0 0 3 0 0 0]
set up: before [{{2 0 0} {1 3 0} 4 2 4 4}], after [{{1 3 0} {2 0 0} 8 1 0 0}]
  0 demo::Count on 1 in 0: [{[] [{{1 3 0} 2}] -1} {[] [{{1 5 8} 2} {{0 0 0} 0}] 2} {[7 8] [] -1}]
  1 demo::Empty on 1 in 1: []
  2 demo::Empty on 1 in 1: []
set down: before [], after []
{host in false [{0 2 {2 0 0}}]; moves [{{1 5 0} {1 5 8} 8 1 0 0}]; copy x[0] to n[0]; 3 times {call twice {up; up}}; if n[1] {up} else {}; while x[3] after {down} do {up}; host out true [{0 2 {2 0 0}}]}
host in unsigned int[2] false
host out unsigned int[2] true
0x4bfff: 
0x4c000: state 'v0.state'
0x4c017: state 'v0.state'
0x4c018: table 'v0.rows.table'
0x4c02b: 'x'[3]
0x4c02c: 'x'[0]
0x4c037: 'x'[2]
0x4c038: temporary 'v0.x.tmp'
0x4c048: 
x[0]: 4 bytes at {1 5 4}
x[2]: 4 bytes at {1 5 12}
x[3]: 4 bytes at {1 5 0}
n[1]: 4 bytes at {2 0 4}
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestReadEdited: valid and invalid edits of a lowered program, at the last number that
// fits and the first that does not.
func TestReadEdited(t *testing.T) {
	t.Parallel()
	const move = `poplar.move tile 2 in "n.t2" + 0 to tile 1 in "v0.x.tmp" + 0 bytes 4 times 2 steps 4 to 4`
	const run = `poplar.run 3 to 4 tile 1 in "x.t1" + 0`
	const table = `poplar.bytes "v0.rows.table" = dense<1> : tensor<16xui8>`
	for _, c := range []struct{ old, new, want string }{
		{table, `poplar.bytes "v0.rows.table" = dense<1> : tensor<17xui8>`, "17 bytes do not fit in 'v0.rows.table' of 16 [poplar.alloc-range]"},
		{table, `poplar.bytes "v0.rows.table" = dense<[1]> : tensor<1xui8>`, ""},
		{table, `poplar.bytes "v0.rows.tabl" = dense<1> : tensor<16xui8>`, "tile 1 has no allocation 'v0.rows.tabl'; did you mean 'v0.rows.table'? [poplar.unknown-alloc]"},
		{"poplar.tile 2 {", "poplar.tile 1 {", "tile 1 is described twice [poplar.duplicate-alloc]"},
		{`poplar.alloc "other.tmp"`, `poplar.alloc "v0.x.tmp"`, "tile 1 has two allocations 'v0.x.tmp' [poplar.duplicate-alloc]"},
		{`apart elements "v0.state", "x.t1"`, `apart elements "v0.stat", "x.t1"`, "tile 1 has no allocation 'v0.stat'; did you mean 'v0.state'? [poplar.unknown-alloc]"},
		{`apart elements "v0.state", "x.t1"`, `apart elements "v0.state", "x.t2"`, "tile 1 has no allocation 'x.t2'; did you mean 'x.t1'? [poplar.unknown-alloc]"},
		{run, `poplar.run 3 to 4 tile 1 in "x.t1" + 12`, ""},
		{run, `poplar.run 3 to 4 tile 1 in "x.t1" + 13`, "4 bytes from byte 13 on leave 'x.t1' of 16 bytes on tile 1 [poplar.alloc-range]"},
		{run, `poplar.run 3 to 4 tile 1 in "x.t1" + 17`, "4 bytes from byte 17 on leave 'x.t1' of 16 bytes on tile 1 [poplar.alloc-range]"},
		{run, `poplar.run 3 to 4 tile 3 in "x.t1" + 0`, "tile 3 has no allocation 'x.t1' [poplar.unknown-alloc]"},
		{run, "", "element 3 of 'x' lies nowhere [poplar.unmapped]"},
		{`poplar.storage "n" :`, `poplar.storage "x" :`, "there are two variables 'x' [poplar.duplicate-variable]"},
		{`poplar.state 2 @"demo::Empty"`, `poplar.state 1 @"demo::Empty"`, "there are two vertices 1 [poplar.duplicate-vertex]"},
		{`poplar.state 1 @"demo::Empty" on 1 in "v1.state"`, `poplar.state 1 @"demo::Empty" on 1 in "v0.state"`, ""},
		{`poplar.state 1 @"demo::Empty" on 1 in "v1.state"`, `poplar.state 1 @"demo::Count" on 1 in "v0.state"`, "'v0.state' holds the state of another vertex [poplar.duplicate-vertex]"},
		{`poplar.state 0 @"demo::Count" on 1 in "v0.state"`, `poplar.state 0 @"demo::Count" on 1 in "x.t1"`, "24 bytes from byte 0 on leave 'x.t1' of 16 bytes on tile 1 [poplar.alloc-range]"},
		{`offsets [8, 0] counts [2, 0]`, `offsets [8, 99] counts [2, 0]`, ""},
		{`offsets [8, 0] counts [2, 0]`, `offsets [12, 0] counts [2, 0]`, "8 bytes from byte 12 on leave 'x.t1' of 16 bytes on tile 1 [poplar.alloc-range]"},
		{`offsets [8, 0] counts [2, 0]`, `offsets [8, 0] counts [3, 0]`, "12 bytes from byte 8 on leave 'x.t1' of 16 bytes on tile 1 [poplar.alloc-range]"},
		{`offsets [8, 0] counts [2, 0]`, `offsets [8, 0] counts [2, 1]`, "tile 1 has no allocation '' [poplar.unknown-alloc]"},
		{`poplar.refer @k`, `poplar.refer @kk`, "'demo::Count' has no field 'kk'; did you mean 'k'? [poplar.unknown-field]"},
		{`through "v0.rows.table"`, `through "v0.rows.tabl"`, "tile 1 has no allocation 'v0.rows.tabl'; did you mean 'v0.rows.table'? [poplar.unknown-alloc]"},
		{move, `poplar.move tile 2 in "n.t2" + 4 to tile 1 in "v0.x.tmp" + 4 bytes 4 times 2 steps -4 to -4`, ""},
		{move, `poplar.move tile 2 in "n.t2" + 0 to tile 1 in "v0.x.tmp" + 0 bytes 4 times 2 steps 0 to 4`, ""},
		{move, `poplar.move tile 2 in "n.t2" + 0 to tile 1 in "v0.x.tmp" + 0 bytes 4 times 2 steps 5 to 4`, "4 bytes from byte 5 on leave 'n.t2' of 8 bytes on tile 2 [poplar.alloc-range]"},
		{move, `poplar.move tile 2 in "n.t2" + 0 to tile 1 in "v0.x.tmp" + 0 bytes 4 times 3 steps 2 to 4`, "4 bytes from byte 8 on leave 'v0.x.tmp' of 8 bytes on tile 1 [poplar.alloc-range]"},
		{move, `poplar.move tile 2 in "n.t2" + 0 to tile 1 in "v0.x.tmp" + 0 bytes 0 times 3 steps 4 to 4`, ""},
		{move, `poplar.move tile 2 in "n.t2" + 0 to tile 1 in "v0.x.tmp" + 0 bytes 0 times 4 steps 4 to 4`, "4 pieces at a distance of 4 bytes leave 'n.t2' of 8 bytes on tile 2 [poplar.alloc-range]"},
		{move, `poplar.move tile 2 in "n.t2" + 0 to tile 1 in "v0.x.tmp" + 0 bytes 0 times 2 steps 8 to 8`, ""},
		{move, `poplar.move tile 2 in "n.t2" + 0 to tile 1 in "v0.x.tmp" + 0 bytes 0 times 2 steps 9 to 8`, "2 pieces at a distance of 9 bytes leave 'n.t2' of 8 bytes on tile 2 [poplar.alloc-range]"},
		{move, `poplar.move tile 2 in "n.t2" + 0 to tile 1 in "v0.x.tmp" + 0 bytes 0 times 2 steps -9223372036854775808 to 8`, "2 pieces at a distance of -9223372036854775808 bytes leave 'n.t2' of 8 bytes on tile 2 [poplar.alloc-range]"},
		{"poplar.moves before @up", "poplar.moves before @upp", "there is no compute set 'upp' [poplar.unknown-symbol]"},
		{"poplar.execute @down", "poplar.execute @dow", "there is no compute set 'dow' [poplar.unknown-symbol]"},
		{"poplar.call @twice", "poplar.call @thrice", "expected a function that is declared before [poplar.unknown-symbol]"},
		{"poplar.repeat_while element 3 of", "poplar.repeat_while element 4 of", "element 4 of 'x' lies nowhere [poplar.alloc-range]"},
		{"poplar.repeat_while element 3 of", "poplar.repeat_while element -1 of", "element -1 of 'x' lies nowhere [poplar.alloc-range]"},
		{`poplar.if element 1 of "n"`, `poplar.if element 1 of "m"`, "there is no variable 'm' [poplar.unknown-alloc]"},
		{`to "n" from 0 counts [2]`, `to "n" from 0 counts [1]`, "expected as many elements on both sides, but got 2 and 1 [poplar.element-count]"},
		{`to "n" from 0 counts [2]`, `to "n" from 1 counts [2]`, "elements 1 to 2 are not among the 2 of 'n' [poplar.element-range]"},
		{`"n" : !poplar.tensor<2xui32> = dense<[9, 3]> : tensor<2xui32>`, `"n" : !poplar.tensor<2xf32>`, "expected variables of one type, but 'x' has unsigned int and 'n' has float [poplar.element-type]"},
		{"poplar.program {", "poplar.program {\npoplar.sequence { poplar.sequence { poplar.call @thrice } }", "expected a function that is declared before [poplar.unknown-symbol]"},
		{"poplar.repeat 3 {", "poplar.repeat 3 { poplar.call @thrice", "expected a function that is declared before [poplar.unknown-symbol]"},
	} {
		if strings.Count(loweredText, c.old) != 1 {
			t.Fatalf("%q stands %d times in the program", c.old, strings.Count(loweredText, c.old))
		}
		_, err := readText(t, strings.Replace(loweredText, c.old, c.new, 1))
		got := ""
		if err != nil {
			got, _, _ = strings.Cut(err.Error(), "\n")
			_, got, _ = strings.Cut(got, "' op ")
		}
		if got != c.want {
			t.Errorf("%s for %s: %v, want %s", c.new, c.old, err, c.want)
		}
	}
}

// TestTemporaries: a temporary that only one compute set uses belongs to that set.
func TestTemporaries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, old, new string
		want           string // sets of v0.x.tmp and other.tmp
	}{
		{name: "as it is", want: "1 0"},
		{name: "of another set", old: "poplar.compute_set @down {",
			new:  "poplar.compute_set @down {\npoplar.state 7 @\"demo::Count\" on 1 in \"v7\" { poplar.refer @x to [\"other.tmp\"] offsets [0] counts [2] }",
			want: "1 2"},
		{name: "of both sets", old: "poplar.compute_set @down {",
			new:  "poplar.compute_set @down {\npoplar.state 7 @\"demo::Count\" on 1 in \"v7\" { poplar.refer @x to [\"v0.x.tmp\"] offsets [4] counts [1] }",
			want: "0 0"},
		{name: "nothing of it", old: "poplar.compute_set @down {",
			new:  "poplar.compute_set @down {\npoplar.state 7 @\"demo::Count\" on 1 in \"v7\" { poplar.refer @x to [\"v0.x.tmp\"] offsets [4] counts [0] }",
			want: "1 0"},
		{name: "filled before a set", old: "poplar.moves before @up {",
			new:  "poplar.moves before @down {\npoplar.move tile 2 in \"n.t2\" + 0 to tile 1 in \"other.tmp\" + 0 bytes 4\n}\npoplar.moves before @up {",
			want: "1 2"},
		{name: "read behind a set", old: "poplar.moves before @up {",
			new:  "poplar.moves after @down {\npoplar.move tile 1 in \"other.tmp\" + 4 to tile 2 in \"n.t2\" + 0 bytes 4\n}\npoplar.moves before @up {",
			want: "1 2"},
		{name: "read behind another set", old: "poplar.moves before @up {",
			new:  "poplar.moves after @down {\npoplar.move tile 1 in \"v0.x.tmp\" + 4 to tile 2 in \"n.t2\" + 0 bytes 4\n}\npoplar.moves before @up {",
			want: "0 0"},
		{name: "copied by the program", old: "poplar.exchange {",
			new:  "poplar.exchange {\npoplar.move tile 1 in \"v0.x.tmp\" + 4 to tile 1 in \"other.tmp\" + 0 bytes 4",
			want: "0 0"},
		{name: "of a variable", old: "poplar.run 3 to 4 tile 1 in \"x.t1\" + 0",
			new: "poplar.run 3 to 4 tile 1 in \"v0.x.tmp\" + 4", want: "0 0"},
	} {
		text := strings.Replace(loweredText, `poplar.alloc "v1.state"`, "poplar.alloc \"v7\" at 0x4c100 size 24 align 4 kind state\npoplar.alloc \"v1.state\"", 1)
		if c.old != "" {
			text = strings.Replace(text, c.old, c.new, 1)
		}
		p, err := readText(t, text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, d := range p.Tile(1).Demands {
			if d.Kind == "temporary" {
				got = append(got, fmt.Sprint(d.Life.From))
			} else if d.Life.From != 0 {
				t.Errorf("%s: %s is of set %d", c.name, d.Name, d.Life.From)
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: of sets %s, want %s", c.name, got, c.want)
		}
	}
}
