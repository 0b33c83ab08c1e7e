package parser

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"optc/internal/testing/raced"
	"optc/ir"
)

func piecesContext() *ir.Context {
	c := ir.NewContext(&ir.Dialect{Name: "t", Define: func() ir.Definitions {
		return ir.Definitions{Ops: []*ir.OpDef{
			{
				Kind: "t.func", Traits: ir.IsolatedFromAbove, DefaultDialect: "t",
				Regions: []ir.RegionDef{{Name: "body"}}, Assembly: "$body",
			},
			{
				Kind:     "t.loop",
				Operands: []ir.ValueDef{{Name: "times", Type: ir.AnyType}},
				Regions:  []ir.RegionDef{{Name: "body"}}, Assembly: "$times `:` type($times) $body",
			},
			{
				Kind: "t.add", Traits: ir.SameOperandsAndResultType,
				Operands: []ir.ValueDef{{Name: "lhs", Type: ir.AnyType}, {Name: "rhs", Type: ir.AnyType}},
				Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
				Assembly: "$lhs `,` $rhs `:` type($result)",
			},
			{
				Kind:     "t.same",
				Operands: []ir.ValueDef{{Name: "of", Type: &ir.TypeConstraint{Summary: "anything", Check: func(ir.Type) bool { return true }, Defined: true}}},
				Assembly: "$of",
			},
			{
				Kind: "t.apart", Regions: []ir.RegionDef{{Name: "body"}},
				Parse: func(p ir.OpParser, st *ir.OpState) { st.Regions = append(st.Regions, p.Region(nil, true)) },
				Print: func(p *ir.Printer, op *ir.Operation) { p.Str(" ").Region(op.Region(0), true, true) },
			},
		}}
	}})
	c.AllowUnregistered = true
	return c
}

// largeFunction returns a module with a function of several pieces. The values it uses
// were defined just before, long before, or before the function's operations.
func largeFunction(pieces int) string {
	var b strings.Builder
	b.WriteString("module {\n  t.func {\n  ^bb0(%arg: i32, %c: i1):\n    %pair:2 = \"u.pair\"() : () -> (i32, i8)\n    %0 = t.add %arg, %arg : i32\n")
	for n := 1; b.Len() < (pieces+1)*pieceBytes; n += 2 {
		fmt.Fprintf(&b, "    %%%d = t.add %%%d, %%%d : i32\n", n, n-1, n/3)
		switch n % 20 {
		case 5:
			fmt.Fprintf(&b, "    %%named_%d = \"u.make\"(%%pair#1, %%arg) {n = %d} : (i8, i32) -> i64\n", n, n)
		case 7:
			fmt.Fprintf(&b, "    \"u.take\"(%%named_%d) : (i64) -> ()\n", n-2)
		case 11:
			fmt.Fprintf(&b, "    t.loop %%%d : i32 {\n      %%inner = t.add %%%d, %%arg : i32\n      %%i:2 = \"u.two\"(%%inner) ({\n        t.loop %%inner : i32 {\n        }\n      }) : (i32) -> (i8, i8)\n      \"u.end\"(%%i#1) : (i8) -> ()\n    }\n", n, n/2)
		}
		fmt.Fprintf(&b, "    %%%d = \"u.use\"(%%%d) {x = \"%d\"} : (i32) -> i32\n", n+1, n, n)
	}
	b.WriteString("  }\n}\n")
	return b.String()
}

// usesOf lists the uses of all values, in the order of their lists.
func usesOf(module *ir.Operation) string {
	var b strings.Builder
	numbers := map[*ir.Operation]int{}
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		numbers[op] = len(numbers)
		return ir.Advance
	})
	list := func(v *ir.Value) {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			fmt.Fprintf(&b, " %d.%d", numbers[u.Owner()], u.Index())
		}
		b.WriteString("\n")
	}
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		for i := range op.NumResults() {
			list(op.Result(i))
		}
		for r := range op.Regions() {
			for block := range r.Blocks() {
				for _, a := range block.Args() {
					list(a)
				}
			}
		}
		return ir.Advance
	})
	return b.String()
}

// TestPieces: the result for a large item does not depend on the number of threads. Pieces that
// contain unexpected text are refused.
func TestPieces(t *testing.T) {
	t.Parallel()
	const pieces = 4
	good := largeFunction(pieces)
	// in inserts a line before the first line of the body after the middle of a piece.
	in := func(piece int, line string) string {
		at := piece*pieceBytes + pieceBytes/2
		at += strings.Index(good[at:], "\n    %") + 1
		return good[:at] + line + "\n" + good[at:]
	}
	const none, some, perhaps = "none", "some", "perhaps"
	tests := []struct {
		name, text string
		refused    string
		err        string
	}{
		{name: "good", text: good, refused: none},
		{name: "one piece", text: largeFunction(1), refused: none},
		{name: "error in a piece", text: in(3, "    t.unknown"), refused: some, err: "is unknown"},
		{name: "types that the definitions tell", text: strings.ReplaceAll(good, "\"u.take\"", "t.same %arg // "),
			refused: some},
		{name: "value that is never defined", text: in(3, "    %x = t.add %nothing, %nothing : i32"), refused: some,
			err: "undeclared"},
		{name: "value that is defined in a later piece",
			text:    strings.Replace(in(2, "    %x = t.add %later, %later : i32"), "  }\n}\n", "    %later = t.add %0, %0 : i32\n  }\n}\n", 1),
			refused: some},
		{name: "result that is defined in a later piece",
			text:    strings.Replace(in(2, "    \"u.x\"(%later#1) : (i8) -> ()"), "  }\n}\n", "    %later:2 = \"u.pair\"() : () -> (i32, i8)\n  }\n}\n", 1),
			refused: some},
		{name: "result of a number that is defined in a later piece",
			text:    strings.Replace(in(2, "    \"u.x\"(%90000#1) : (i8) -> ()"), "  }\n}\n", "    %90000:2 = \"u.pair\"() : () -> (i32, i8)\n  }\n}\n", 1),
			refused: some},
		{name: "result that a later piece defines with another type",
			text:    strings.Replace(in(2, "    \"u.x\"(%later#1) : (i32) -> ()"), "  }\n}\n", "    %later:2 = \"u.pair\"() : () -> (i32, i8)\n  }\n}\n", 1),
			refused: some, err: "definition of SSA value '%later#1' has type 'i8'"},
		{name: "value that is defined in the next piece",
			text: strings.Replace(good, "%0 = t.add %arg, %arg : i32", "%0 = t.add %arg, %3999 : i32", 1), refused: some},
		{name: "use before the definition in a piece",
			text: in(3, "    %x = t.add %y, %y : i32\n    %y = t.add %x, %x : i32"), refused: some},
		{name: "use before a definition in a region",
			text: in(3, "    t.loop %y : i32 {\n      %y = t.add %0, %0 : i32\n    }"), refused: some, err: "undeclared"},
		{name: "value of another type", text: in(4, "    %x = t.add %arg, %arg : i8"), refused: some, err: "different type"},
		{name: "value that was defined long before", text: in(4, "    %0 = t.add %arg, %arg : i32"), refused: some,
			err: "redefinition"},
		{name: "named value that was defined long before", text: in(4, "    %arg = t.add %1, %1 : i32"), refused: some,
			err: "redefinition"},
		{name: "value that a region defines again",
			text: in(4, "    t.loop %0 : i32 {\n      %1 = t.add %0, %0 : i32\n    }"), refused: some, err: "redefinition"},
		{name: "argument that a region defines again",
			text: in(4, "    \"u.x\"() ({\n    ^bb0(%arg: i32):\n    }) : () -> ()"), refused: some, err: "redefinition"},
		{name: "result that there is not", text: in(4, "    \"u.x\"(%pair#2) : (i32) -> ()"), refused: some,
			err: "invalid result number"},
		{name: "result of a value that is not defined", text: in(4, "    \"u.x\"(%5#1) : (i32) -> ()"), refused: some,
			err: "invalid result number"},
		{name: "value whose definition is wrong", text: in(1, "    %x = t.unknown\n    %y = t.add %x, %x : i32"),
			refused: some, err: "is unknown"},
		{name: "value whose definition is wrong in another piece",
			text:    strings.Replace(in(3, "    %y = t.add %x, %x : i32"), "    %pair", "    %x = t.unknown\n    %pair", 1),
			refused: some, err: "is unknown"},
		{name: "type that the definition tells", text: in(3, "    t.same %arg"), refused: some},
		{name: "type that the definition in the piece tells", text: in(3, "    %x = t.add %arg, %arg : i32\n    t.same %x"),
			refused: none},
		{name: "default dialect", text: in(3, "    add %arg, %arg : i32"), refused: none},
		{name: "isolated operation",
			text:    in(3, "    t.apart {\n      %arg = t.add %1, %1 : i32\n      %1 = \"u.x\"() : () -> i32\n    }"),
			refused: none},
		{name: "isolated operation that uses a value", text: in(3, "    t.apart {\n      %x = t.add %1, %1 : i32\n    }"),
			refused: some, err: "undeclared"},
		{name: "block", text: in(3, "  ^bb1:"), refused: none},
		{name: "branch", text: in(3, "    \"u.br\"()[^bb1] : () -> ()\n  ^bb1:"), refused: some},
		{name: "undefined location", text: in(3, "    \"u.x\"() : () -> () loc(#here)"), refused: some, err: "never defined"},
		{name: "end of the function", text: in(2, "  }\n  t.func {\n    %arg = \"u.x\"() : () -> i32"), refused: some,
			err: "undeclared"},
		{name: "distinct attributes in conflict",
			text:    strings.Replace(in(3, "    \"u.x\"() {a = distinct[3]<1>} : () -> ()"), "    %pair", "    \"u.x\"() {a = distinct[3]<2>} : () -> ()\n    %pair", 1),
			refused: perhaps, err: "does not match previous"},
		{name: "everything nested",
			text:    strings.Replace(strings.Replace(good, "    %0 = t.add", "    t.loop %arg : i32 {\n    %0 = t.add", 1), "  }\n}\n", "  }\n  }\n}\n", 1),
			refused: none},
		{name: "default dialect of something else",
			text:    strings.Replace(strings.Replace(in(3, "    add %arg, %arg : i32"), "    %0 = t.add", "    t.loop %arg : i32 {\n    %0 = t.add", 1), "  }\n}\n", "  }\n  }\n}\n", 1),
			refused: some, err: "not found for custom op"},
		{name: "deep nesting",
			text:    strings.Replace(strings.Replace(good, "    %0 = t.add", "    "+strings.Repeat("t.loop %arg : i32 {", pieceDepth)+"\n    %0 = t.add", 1), "  }\n}\n", strings.Repeat("}", pieceDepth)+"  }\n}\n", 1),
			refused: some},
		{name: "two functions",
			text:    "module {\n" + strings.TrimPrefix(strings.TrimSuffix(good, "}\n"), "module {\n") + strings.TrimPrefix(good, "module {\n"),
			refused: none},
	}
	for _, test := range tests[:raced.Runs(len(tests))] {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			parse := func(threads int) (printed, uses, diags string, refused int32) {
				f := newSourceFile(context.Background(), piecesContext(), &ir.Source{Name: "-", Text: test.text}, []Option{Threads(threads)})
				module, ds := f.newParser().parse()
				refused = f.refused.Load()
				if f.incomplete() {
					f = newSourceFile(context.Background(), piecesContext(), &ir.Source{Name: "-", Text: test.text}, []Option{Threads(1)})
					module, ds = f.newParser().parse()
				}
				return string(ir.Print(module, ir.PrintOptions{Generic: true, DebugInfo: true})), usesOf(module), fmt.Sprint(ds), refused
			}
			want, wantUses, wantDiags, _ := parse(1)
			if !strings.Contains(wantDiags, test.err) || test.err == "" && wantDiags != "[]" {
				t.Errorf("got the diagnostics\n%s\nwant %q", wantDiags, test.err)
			}
			for _, threads := range []int{2, 8} {
				got, uses, diags, refused := parse(threads)
				if got != want || uses != wantUses {
					t.Errorf("%d threads: another result", threads)
				}
				if diags != wantDiags {
					t.Errorf("%d threads: got the diagnostics\n%s\nwant\n%s", threads, diags, wantDiags)
				}
				if test.refused != perhaps && (refused > 0) != (test.refused == some) {
					t.Errorf("%d threads: %d pieces were refused, want %s", threads, refused, test.refused)
				}
			}
		})
	}
}

// TestPiecesOf: pieces begin with the operations that are furthest to the left.
func TestPiecesOf(t *testing.T) {
	t.Parallel()
	text := largeFunction(4)
	p := newSourceFile(context.Background(), piecesContext(), &ir.Source{Name: "-", Text: text}, nil).newParser()
	from := strings.Index(text, "t.func")
	list := p.piecesOf(from, len(text))
	if len(list) < 3 {
		t.Fatalf("got %d pieces", len(list))
	}
	for i, b := range list {
		at, end := b.starts[0], len(text)
		if i+1 < len(list) {
			end = list[i+1].starts[0]
		}
		if line := text[strings.LastIndexByte(text[:at], '\n')+1:]; at-from < pieceBytes || !strings.HasPrefix(line, "    %") && !strings.HasPrefix(line, "    t.") && !strings.HasPrefix(line, "    \"") {
			t.Errorf("piece %d begins at %d with %q", i, at, line[:20])
		}
		if b.piece.end != end || b.piece.dialect != "t" {
			t.Errorf("piece %d: got the end %d and the default dialect %q, want %d", i, b.piece.end, b.piece.dialect, end)
		}
		from = at
	}
	for name, text := range map[string]string{
		"less than two pieces":    text[:2*pieceBytes-1],
		"without operations":      strings.Repeat("}\n", 2*pieceBytes),
		"without ends of lines":   "t.func" + strings.Repeat(" ", 4*pieceBytes),
		"with indented text only": strings.Repeat(strings.Repeat(" ", deepColumn)+"t.add\n", pieceBytes/16),
	} {
		p := newSourceFile(context.Background(), piecesContext(), &ir.Source{Name: "-", Text: "t.func\n" + text}, nil).newParser()
		if list := p.piecesOf(0, len(text)); list != nil {
			t.Errorf("text %s: got %d pieces", name, len(list))
		}
	}
}
