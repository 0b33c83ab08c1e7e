// Package littest runs lit tests of test/lit inside the process. The test of a package runs
// those about its subject, so that `go test` of the package finds most of its mistakes.
package littest

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"optc/ir"
	"optc/lit"
	"optc/optmain"
	"optc/passes"
)

func init() { ir.CheckPatterns = true }

// Run runs the tests whose names match one of the patterns of [filepath.Match], such as
// scf/*.mlir. Names are relative to test/lit of the module around the working folder. A
// pattern without a test is an error.
func Run(t *testing.T, patterns ...string) {
	t.Helper()
	root, err := folder()
	if err != nil {
		t.Fatal(err)
	}
	r := NewRunner(t, root)
	var names []string
	for _, p := range patterns {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(p)))
		if err != nil || len(found) == 0 {
			t.Fatalf("no test is called %s: %v", p, err)
		}
		for _, f := range found {
			name, err := filepath.Rel(root, f)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, filepath.ToSlash(name))
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			Report(t, r.Run(t.Context(), name))
		})
	}
}

// Report fails or skips a test that has a result.
func Report(t *testing.T, res lit.Result) {
	t.Helper()
	switch {
	case res.Status.Bad():
		t.Errorf("%v\n%s", res.Status, res.Report)
	case res.Status == lit.Unsupported:
		t.Skip(res.Report)
	}
}

// folder returns test/lit of the module around the working folder.
func folder() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "test", "lit"), nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("expected a module around the working folder, but found no go.mod")
		}
		dir = parent
	}
}

// NewRunner returns a runner for a folder of tests with the command optc. Passes must report
// truthfully whether they changed the module. Importing this package makes the driver check
// patterns.
func NewRunner(t testing.TB, root string) *lit.Runner {
	t.Helper()
	config := optmain.DefaultConfig()
	for i, p := range config.Passes.Passes {
		config.Passes.Passes[i] = truthful(*p)
	}
	optc := func(inv *lit.Invocation) int {
		c := config
		c.Dir = inv.Dir
		return optmain.Run(inv.Context, c, inv.Args, inv.Stdin, inv.Stdout, inv.Stderr)
	}
	return &lit.Runner{
		Root: root, TempDir: t.TempDir(), Tools: map[string]lit.Tool{"optc": optc}, Env: lit.Environment(), Anywhere: true,
		Repeat: func(name string) string {
			return "optc test -v test/lit/" + name + "   (or: go test ./test/lit -run 'Test/" + name + "'; -update rewrites the expectations)"
		},
	}
}

// truthful makes a pass fail if it changes the module but reports no change, because code that only
// handles reported changes, such as the verifier, would miss it.
func truthful(p passes.Pass) *passes.Pass {
	run := p.Run
	p.Run = func(c *passes.Context) (bool, error) {
		// Numbers begin at the operation: others around it change at the same time.
		text := func() []byte {
			return ir.Print(c.Op, ir.PrintOptions{Generic: true, DebugInfo: true, LocalScope: true})
		}
		before := text()
		changed, err := run(c)
		if err == nil && !changed && !bytes.Equal(before, text()) {
			err = errors.New("the pass changed the operation and does not say so")
		}
		return changed, err
	}
	return &p
}
