package parser

import (
	"strings"
	"testing"

	"optc/ir"
)

func scanContext() *ir.Context {
	return ir.NewContext(&ir.Dialect{Name: "t", Define: func() ir.Definitions {
		return ir.Definitions{Ops: []*ir.OpDef{{Kind: "t.func", Traits: ir.IsolatedFromAbove}}}
	}})
}

// TestOutline searches for the lines that are marked with HERE: the isolated operations
// that are furthest to the left, unless they may use each other's values.
func TestOutline(t *testing.T) {
	t.Parallel()
	ctx := scanContext()
	body := "{a = \"}{\"} ({\n      %0 = t.x {d} // }\n      \"t.func\"() : () -> () // {\n    }) : () -> ()\n"
	for _, test := range []struct{ name, text string }{
		{"no module", "HEREt.func {\n" + body + "}\nHERE\"t.func\"() ({\n" + body + "}) : () -> ()\nt.other {\n  t.func {\n  }\n}\nHEREt.func {\n}\n"},
		{"module", "#a = 1\nmodule @m attributes {x = {y}} {\n  HEREt.func {\n" + body + "  }\n  t.other(\n    {\n    t.func\n})\n\n  HEREt.func {}\n}\n"},
		{"module with tabs", "module {\n\tHEREt.func {\n\t\tt.func\n\t}\n\tHEREt.func {}\n}\n"},
		{"module without indentation", "module {\nHEREt.func {\n}\nHEREt.func {}\n}\n"},
		{"generic module", "\"builtin.module\"() ({\n  HEREt.func {\n" + body + "  }\n  HERE\"t.func\"() ({\n  }) : () -> ()\n}) : () -> ()\n"},
		{"nested first", "module {\n  t.other {\n    t.func {\n    }\n    t.func {}\n  }\n  HEREt.func {\n  }\n  HEREt.func {}\n}\n"},
		{"values without indentation", "#a = {}\nmodule {\nHEREt.func {\n" + flat(body) + "}\nHERE\"t.func\"() ({\n" + flat(body) + "}) : () -> ()\nt.other {\nt.func {\n}\n}\n  HEREt.func {\n}\n}\n"},
		{"values without module", "HEREt.func {\n" + flat(body) + "}\n HEREt.func {\n}\n"},
		{"values across items", "module {\n%0 = t.other {\n}\nt.func {\n" + flat(body) + "}\n}\n"},
		{"values", "t.func {\n}\n%0 = t.other\nt.func {\n}\n"},
		{"values in front", "module {\n  %0 = t.other\n  t.func {\n  }\n}\n"},
	} {
		var want []int
		text := test.text
		for i := strings.Index(text, "HERE"); i >= 0; i = strings.Index(text, "HERE") {
			want = append(want, i)
			text = text[:i] + text[i+4:]
		}
		text += "//" + strings.Repeat(" ", minItemSource)
		got := scanItems(ctx, lexer{text: text}, new(sourceFile).ended).items
		if len(got) != len(want) {
			t.Errorf("%s: expected items at %v, but got %v", test.name, want, got)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: expected item %d at %d, but got %d", test.name, i, want[i], got[i])
			}
		}
	}
}

// flat returns text without indentation.
func flat(text string) (b string) {
	for line := range strings.Lines(text) {
		b += strings.TrimLeft(line, " ")
	}
	return b
}

func BenchmarkOutline(b *testing.B) {
	ctx := scanContext()
	line := "    %12 = t.read %arg0[%arg1, %arg2], %cst {in_bounds = [true, true]} : memref<64x64xf32>, vector<4x8xf32>\n"
	text := strings.Repeat("t.func {\n"+strings.Repeat(line, 400)+"}\n", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		scanItems(ctx, lexer{text: text}, new(sourceFile).ended)
	}
}
