package parser_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
)

// folder is a folder of sources, which counts how often each is read.
type folder struct {
	texts map[string]string
	reads map[string]int
}

func (f *folder) read(ctx context.Context, c *ir.Context, name string) (*ir.Operation, error) {
	f.reads[name]++
	text, ok := f.texts[name]
	if !ok {
		return nil, fmt.Errorf("no such file")
	}
	module, err := parser.Parse(ctx, c, &ir.Source{Name: name, Text: text}, nil)
	if err != nil {
		return nil, err
	}
	return module, nil
}

// included parses the file a/main.mlir of a folder.
func included(t *testing.T, f *folder) (module *ir.Operation, problems string) {
	t.Helper()
	var sink ir.Diagnostics
	const name = "a/main.mlir"
	module, _ = parser.Parse(t.Context(), all.Context(), &ir.Source{Name: name, Text: f.texts[name]}, &sink, parser.Including(f.read, name))
	return module, sink.String()
}

const uses = "poplar.graph @g {\n  poplar.compute_set @cs {\n    %v = poplar.add_vertex @V on 0\n  }\n}\n"

func vertex(field string) string {
	return "poplar.vertex @V worker external {\n  poplar.field @" + field + " : ui8\n}\n"
}

func TestIncluding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		texts    map[string]string
		want     string // field of the class V, or "" without the class
		problems []string
	}{
		{name: "chain", want: "x", texts: map[string]string{
			"a/main.mlir": "poplar.include \"b/b.mlir\"\n" + uses,
			"a/b/b.mlir":  "poplar.include \"../../c.mlir\"\n",
			"c.mlir":      vertex("x"),
		}},
		{name: "an inner definition is hidden", want: "x", texts: map[string]string{
			"a/main.mlir": "poplar.include \"c.mlir\"\npoplar.include \"b.mlir\"\n" + uses,
			"a/b.mlir":    "poplar.include \"c.mlir\"\n" + vertex("x"),
			"a/c.mlir":    vertex("y"),
		}},
		{name: "equal definitions", want: "x", texts: map[string]string{
			"a/main.mlir": "poplar.include \"b.mlir\"\npoplar.include \"c.mlir\"\n" + uses,
			"a/b.mlir":    vertex("x"),
			"a/c.mlir":    "// the same\n" + vertex("x"),
		}},
		{name: "different definitions", texts: map[string]string{
			"a/main.mlir": "poplar.include \"b.mlir\"\npoplar.include \"c.mlir\"\n" + uses,
			"a/b.mlir":    vertex("x"),
			"a/c.mlir":    vertex("y"),
		}, problems: []string{
			"a/b.mlir:1:1: error: 'poplar.vertex' op 'V' is defined in 'a/b.mlir' and differently in 'a/c.mlir'",
			"a/c.mlir:1:1: note: the other definition is here",
		}},
		{name: "circle", texts: map[string]string{
			"a/main.mlir": "poplar.include \"b.mlir\"\n" + uses,
			"a/b.mlir":    "poplar.include \"main.mlir\"\n",
		}, problems: []string{
			"a/main.mlir:1:1: error: 'poplar.include' op cannot include 'b.mlir'",
			"a/b.mlir:1:1: note: 'poplar.include' op cannot include 'main.mlir': it includes this file",
		}},
		{name: "absent", texts: map[string]string{
			"a/main.mlir": "poplar.include \"b.mlir\"\n" + uses,
		}, problems: []string{"a/main.mlir:1:1: error: 'poplar.include' op cannot include 'b.mlir': no such file"}},
		{name: "without code", want: "x", texts: map[string]string{
			"a/main.mlir": "poplar.include \"b.mlir\"\n" + uses,
			"a/b.mlir":    strings.Replace(vertex("x"), "external", "attributes {no_code = \"v.cpp:3:1: cannot translate 'asm'\"}", 1),
		}, problems: []string{"a/b.mlir:1:1: warning: 'V' has no code: v.cpp:3:1: cannot translate 'asm'"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			module, problems := included(t, &folder{c.texts, map[string]int{}})
			got := ""
			for op := range module.Body().Ops() {
				if ir.SymbolName(op) == "V" {
					got = ir.SymbolName(op.Body().Front())
				}
			}
			if len(c.problems) == 0 && problems != "" || got != c.want {
				t.Errorf("got field %q, want %q; %s", got, c.want, problems)
			}
			for _, p := range c.problems {
				if !strings.Contains(problems, p) {
					t.Errorf("missing %q in\n%s", p, problems)
				}
			}
		})
	}
}

// Each file is read once, however many paths lead to it.
func TestIncludingOnce(t *testing.T) {
	t.Parallel()
	const depth = 40
	f := &folder{map[string]string{"a/main.mlir": "poplar.include \"0.mlir\"\n" + uses}, map[string]int{}}
	for k := range depth {
		next := fmt.Sprintf("poplar.include \"%d.mlir\"\n", k+1)
		f.texts[fmt.Sprintf("a/%d.mlir", k)] = next + next
	}
	f.texts[fmt.Sprintf("a/%d.mlir", depth)] = vertex("x")
	if _, problems := included(t, f); problems != "" {
		t.Error(problems)
	}
	for name, n := range f.reads {
		if n != 1 {
			t.Errorf("%s is read %d times", name, n)
		}
	}
}
