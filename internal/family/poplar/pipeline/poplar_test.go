package poplar_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// front is the part of the pipeline that ends with checked graphs.
const front = "builtin.module(poplar-instantiate,poplar-resolve-layouts,poplar-mangle-names,poplar-generate-wrappers," +
	"poplar-stack-usage,poplar-map-tensors,poplar-expand-tiles,poplar-check-races,poplar-check-atomic)"

// runFront runs the front passes on text, verifying after each. Every fault of the text
// is a diagnostic, never a panic, and the result can be parsed again.
func runFront(t *testing.T, text string) {
	t.Helper()
	c := ir.NewContext(all.Dialects()...)
	var ds ir.Diagnostics
	m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "in.mlir", Text: text}, &ds)
	if err != nil || ir.Verify(m, &ds) != nil {
		return
	}
	p, err := registry.Passes().Parse(front)
	if err != nil {
		t.Fatal(err)
	}
	mgr := passes.NewManager(c)
	mgr.Sink = &ds
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%v\non\n%s", r, text)
		}
	}()
	if mgr.Run(t.Context(), p, m) != nil {
		if strings.Contains(ds.String(), passes.CodeInternal) || !ds.HasErrors() {
			t.Fatalf("%s\non\n%s", ds.String(), text)
		}
		return
	}
	printed := m.String()
	again, err := parser.Parse(t.Context(), c, &ir.Source{Name: "out.mlir", Text: printed}, &ds)
	if err != nil || ir.Verify(again, &ds) != nil {
		t.Fatalf("%s\nof the result\n%s\nof\n%s", ds.String(), printed, text)
	}
}

// tokens splits a program into parts that give the program when they are joined.
var tokens = regexp.MustCompile(`\s+|"[^"]*"|[%@!#]?[\w.]+|.`)

var everyToken = flag.Bool("tokens", false, "TestPoplarMutations changes each token of the programs, not one of 15")

// Programs with one token omitted, doubled, or replaced by its neighbour.
func TestPoplarMutations(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../../../../test/lit/poplar/*.mlir")
	files = append(files, "../../../../examples/blend_on_tiles.mlir", "../../../../examples/jagged_rows.mlir")
	if len(files) < 10 {
		t.Fatal("no programs found")
	}
	step := 15
	if *everyToken {
		step = 1
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Split(string(raw), "// -----") {
			text = regexp.MustCompile(`(?m)^\s*//.*\n`).ReplaceAllString(text, "")
			if !strings.Contains(text, "poplar.target") {
				text = "module attributes {poplar.target = #poplar.target<ipu1, tiles_per_ipu = 8>} {" + text + "}"
			}
			words := tokens.FindAllString(text, -1)
			for i := len(text) % step; i < len(words); i += step {
				if strings.TrimSpace(words[i]) == "" {
					continue
				}
				head, tail := strings.Join(words[:i], ""), strings.Join(words[i+1:], "")
				runFront(t, head+tail)
				runFront(t, head+words[i]+" "+words[i]+tail)
				if i > 2 {
					runFront(t, head+words[i-2]+tail)
				}
				if strings.ContainsAny(words[i], "0123456789") {
					runFront(t, head+regexp.MustCompile(`\d+`).ReplaceAllString(words[i], "0")+tail)
					runFront(t, head+regexp.MustCompile(`\d+`).ReplaceAllString(words[i], "4294967295")+tail)
				}
			}
		}
	}
}
