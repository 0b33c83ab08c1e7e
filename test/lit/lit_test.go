// Package lit_test runs the tests of this folder inside the process, each as a
// subtest: go test ./test/lit -run 'Test/runner/pipes.mlir'.
package lit_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"optc/ir"
	"optc/lit"
	"optc/optmain"
	"optc/passes"
)

var update = flag.Bool("update", false, "rewrite the expectations of failing tests to the new output")

func init() { ir.CheckPatterns = true }

// newRunner returns a runner for this folder.
func newRunner(t testing.TB) *lit.Runner {
	t.Helper()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
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

// truthful makes a pass fail that reports no change although it changed something,
// because code that only handles changes, such as the verifier, would not handle these.
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

func Test(t *testing.T) {
	t.Parallel()
	r := newRunner(t)
	names, err := r.Discover(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res := r.Run(t.Context(), name)
			if *update && res.Status == lit.Fail {
				var changed bool
				if changed, res = r.Update(t.Context(), name); changed {
					t.Log("updated")
				}
			}
			switch {
			case res.Status.Bad():
				t.Errorf("%v\n%s", res.Status, res.Report)
			case res.Status == lit.Unsupported:
				t.Skip(res.Report)
			}
		})
	}
}

// TestNoStrayFiles finds files that no test runs.
func TestNoStrayFiles(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir(".", func(file string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "Inputs":
			return filepath.SkipDir
		case d.IsDir() || filepath.Dir(file) == ".":
			return nil
		}
		if filepath.Ext(file) != ".mlir" {
			t.Errorf("%s is run by no test; files that tests read belong into Inputs", file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
