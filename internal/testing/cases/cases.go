// Package cases finds the shared case files that the data-driven suites of optc run. The files are
// not part of the module: a checkout works without them, and a suite whose file is missing is
// skipped by name, so that a successful run never hides that nothing was checked.
//
// The environment variable OPTC_CASES names the folder; a relative name is relative to
// the module root. The default is ../shared/data.
package cases

import (
	"os"
	"path/filepath"
	"testing"
)

// Env is the environment variable that names the folder of case files.
const Env = "OPTC_CASES"

const defaultDir = "../shared/data"

// Open returns the contents of the named case file. It skips the test, naming
// the file, when the file does not exist, and fails it on any other error.
func Open(t testing.TB, name string) []byte {
	t.Helper()
	dir, err := Dir()
	if err != nil {
		t.Fatalf("case file %s: %v", name, err)
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	switch {
	case os.IsNotExist(err):
		t.Skipf("case file %s is missing from %s (set %s)", name, dir, Env)
	case err != nil:
		t.Fatalf("case file %s: %v", name, err)
	}
	return data
}

// Ran logs how many cases of the named file were run.
func Ran(t testing.TB, name string, n int) {
	t.Helper()
	t.Logf("%s: %d cases run", name, n)
}

// Dir returns the folder of case files, whether it exists or not.
func Dir() (string, error) {
	dir := os.Getenv(Env)
	if dir == "" {
		dir = filepath.FromSlash(defaultDir)
	}
	if filepath.IsAbs(dir) {
		return dir, nil
	}
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	return filepath.Join(root, dir), nil
}

// moduleRoot is the nearest folder with a go.mod at or above the working
// directory, which for a test is the folder of its package.
func moduleRoot() (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := wd; ; {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", &os.PathError{Op: "find module root", Path: wd, Err: os.ErrNotExist}
		}
		dir = parent
	}
}
