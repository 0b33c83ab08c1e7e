package ir_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/ir"
	"optc/parser"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata")

// printCases lists the options with which every file in testdata/print is printed. The
// expected output of file.mlir is in file.name.txt.
var printCases = []struct {
	name  string
	flags []string // of mlir-opt
	opts  ir.PrintOptions
}{
	{"default", nil, ir.PrintOptions{}},
	{"generic", []string{"--mlir-print-op-generic"}, ir.PrintOptions{Generic: true}},
	{"debuginfo", []string{"--mlir-print-debuginfo"}, ir.PrintOptions{DebugInfo: true}},
	{"pretty-debuginfo", []string{"--mlir-print-debuginfo", "--mlir-pretty-debuginfo"}, ir.PrintOptions{DebugInfo: true, PrettyDebugInfo: true}},
	{"local-scope", []string{"--mlir-print-local-scope"}, ir.PrintOptions{LocalScope: true}},
	{"unique", []string{"--mlir-print-unique-ssa-ids"}, ir.PrintOptions{UniqueIDs: true}},
	{"nameloc", []string{"--mlir-use-nameloc-as-prefix"}, ir.PrintOptions{NameLocAsPrefix: true}},
	{"users", []string{"--mlir-print-value-users"}, ir.PrintOptions{ValueUsers: true}},
	{"skip-regions", []string{"--mlir-print-skip-regions"}, ir.PrintOptions{SkipRegions: true}},
	{"elided", []string{"--mlir-elide-elementsattrs-if-larger=2", "--mlir-elide-resource-strings-if-larger=4", "--mlir-print-elementsattrs-with-hex-if-larger=1"},
		ir.PrintOptions{ElideElements: new(2), ElideResources: new(4), HexElements: new(1)}},
}

// TestPrintConformance prints files with all options. If mlir-opt-22 is installed, its output must
// be the same.
func TestPrintConformance(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/print/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files to print: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, tc := range printCases {
			base := strings.TrimSuffix(file, ".mlir")
			t.Run(filepath.Base(base)+"/"+tc.name, func(t *testing.T) {
				t.Parallel()
				got := ir.Print(parse(t, file, string(text)), tc.opts)
				golden := base + "." + tc.name + ".txt"
				if *update {
					if err := os.WriteFile(golden, got, 0o666); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), string(got)); diff != "" {
					t.Errorf("printed differently (-want +got):\n%s", diff)
				}
				compareWithTool(t, file, tc.flags, got)
			})
		}
	}
}

func compareWithTool(t *testing.T, file string, flags []string, got []byte) {
	t.Helper()
	tool, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		return
	}
	cmd := exec.Command(tool, append(flags, "--allow-unregistered-dialect", filepath.Base(file))...)
	cmd.Dir = filepath.Dir(file)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	out = bytes.TrimSuffix(out, []byte("\n")) // the tool ends its output with an empty line
	if diff := cmp.Diff(string(out), string(got)); diff != "" {
		t.Errorf("mlir-opt prints differently (-mlir-opt +got):\n%s", diff)
	}
}

func parse(t *testing.T, name, text string) *ir.Operation {
	t.Helper()
	ctx := ir.NewContext()
	ctx.AllowUnregistered = true
	var ds ir.Diagnostics
	m, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: filepath.Base(name), Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	return m
}
