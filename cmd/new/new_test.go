package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// trial is the module with new files in an overlay, so that the packages which do not
// change are compiled once.
type trial struct {
	t *testing.T
	*module
	dir string
}

func newTrial(t *testing.T) *trial {
	t.Helper()
	m, err := currentModule()
	if err != nil {
		t.Fatal(err)
	}
	return &trial{t: t, module: m, dir: t.TempDir()}
}

func (tr *trial) must(err error) {
	tr.t.Helper()
	if err != nil {
		tr.t.Fatal(err)
	}
}

// goCommand runs the go command with the files that are planned.
func (tr *trial) goCommand(verb string, args ...string) string {
	tr.t.Helper()
	// The lit tests of the dialect would need the whole command.
	replace := map[string]string{filepath.Join(tr.root, "dialect", "ub", "lit_test.go"): ""}
	for _, name := range tr.order {
		path := filepath.Join(tr.dir, strings.ReplaceAll(name, "/", "+"))
		tr.must(os.WriteFile(path, []byte(tr.files[name]), 0o666))
		replace[filepath.Join(tr.root, name)] = path
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	tr.must(err)
	overlay := filepath.Join(tr.dir, "overlay.json")
	tr.must(os.WriteFile(overlay, text, 0o666))
	command := append([]string{verb, "-overlay=" + overlay}, args...)
	if verb == "run" {
		command = append([]string{"run", "optc/cmd/opgen", "-overlay=" + overlay}, args...)
	}
	cmd := exec.Command("go", command...)
	cmd.Dir = tr.root
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		tr.t.Fatalf("go %s: %v\n%s%s", strings.Join(command, " "), err, out, stderr.String())
	}
	return string(out)
}

// A new operation of a dialect compiles, its types are generated, and its test passes.
func TestOp(t *testing.T) {
	t.Parallel()
	tr := newTrial(t)
	tr.must(tr.add("op", "ub.keep_value"))
	tr.put("dialect/ub/operations.go", tr.goCommand("run", "optc/cmd/new/testdata/gen"))
	out := tr.goCommand("test", "-v", "-run", "^TestKeepValue$", "./dialect/ub")
	if !strings.Contains(out, "--- PASS: TestKeepValue") {
		t.Errorf("got %s", out)
	}
	if lit := tr.files["test/lit/ub/keep_value.mlir"]; !strings.Contains(lit, "%0 = ub.keep_value %x : f32") {
		t.Errorf("got the lit test\n%s", lit)
	}
}

// A new dialect compiles, and so does its first operation.
func TestDialect(t *testing.T) {
	t.Parallel()
	tr := newTrial(t)
	tr.must(tr.add("dialect", "toy"))
	for name, want := range map[string]string{
		"dialect/all/all.go":          "\t\ttoy.Dialect,\n\t}",
		"dialect/all/example_test.go": " toy\n",
		"docs/architecture.md":        "| `dialect/toy` | Operations of dialect toy. |\n| `dialect/ub` |",
	} {
		if !strings.Contains(tr.files[name], want) {
			t.Errorf("%s does not contain %q", name, want)
		}
	}
	tr.must(tr.add("op", "toy.select"))
	tr.put("dialect/toy/operations.go", tr.goCommand("run", "optc/cmd/new/testdata/gentoy"))
	test := filepath.Join(tr.dir, "toy.test") // the folder of the package, in which go test runs tests, does not exist
	tr.goCommand("test", "-vet=off", "-c", "-o", test, "./dialect/toy")
	text, err := exec.Command(test, "-test.v").CombinedOutput()
	out := string(text)
	if err != nil || !strings.Contains(out, "--- PASS: Example") || !strings.Contains(out, "--- PASS: TestSelect") {
		t.Errorf("error %v, got %s", err, out)
	}
}

// A new target passes the checks of all targets.
func TestTarget(t *testing.T) {
	t.Parallel()
	tr := newTrial(t)
	tr.must(tr.add("target", "ipu9"))
	out := tr.goCommand("test", "-v", "./dialect/poplar/target")
	if !strings.Contains(out, "--- PASS: TestIpu9") {
		t.Errorf("got %s", out)
	}
	if !strings.Contains(tr.files["dialect/poplar/errors.txt"], "bow, ipu9 or cpu") {
		t.Errorf("errors.txt does not list the target")
	}
}

// A new pass compiles, and the list of passes has it.
func TestPass(t *testing.T) {
	t.Parallel()
	tr := newTrial(t)
	tr.must(tr.add("pass", "erase-marks"))
	tr.goCommand("build", "./passes/standard")
	if !strings.Contains(tr.files["registry/table.go"], "\n\t\t\tstandard.EraseMarks,\n\t\t},") {
		t.Errorf("got the list\n%s", tr.files["registry/table.go"])
	}
}

// Names without a place are refused before a file changes.
func TestRefused(t *testing.T) {
	t.Parallel()
	other := &module{root: ".", path: "example.com/tool", files: map[string]string{}}
	tr := newTrial(t)
	for _, test := range []struct {
		m          *module
		kind, name string
		want       string
	}{
		{m: tr.module, kind: "op", name: "cube", want: "expected a name such as math.cube"},
		{m: tr.module, kind: "op", name: "nothing.cube", want: `has no dialect "nothing"; its dialects are`},
		{m: tr.module, kind: "op", name: "ub.poison", want: "has the type PoisonOp already"},
		{m: tr.module, kind: "pass", name: "inline", want: "passes/standard/inline.go exists already"},
		{m: tr.module, kind: "target", name: "ipu2", want: "has target ipu2 already"},
		{m: tr.module, kind: "dialect", name: "math", want: "dialect/math/dialect.go exists already"},
		{m: other, kind: "pass", name: "lower-cube", want: "has no list for a pass"},
	} {
		if err := test.m.add(test.kind, test.name); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: got %v, want %q", test.kind, test.name, err, test.want)
		}
	}
}
