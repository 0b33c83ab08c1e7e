// Package lit_test runs the tests of this folder inside the process, each as a
// subtest: go test ./test/lit -run 'Test/runner/pipes.mlir'.
package lit_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"optc/internal/testing/littest"
	"optc/lit"
)

var update = flag.Bool("update", false, "rewrite the expectations of failing tests to the new output")

// newRunner returns a runner for this folder.
func newRunner(t testing.TB) *lit.Runner {
	t.Helper()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	return littest.NewRunner(t, root)
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
			littest.Report(t, res)
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
