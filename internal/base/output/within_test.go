package output_test

import (
	"os"
	"path/filepath"
	"testing"

	"optc/internal/base/output"
)

// TestWithin: paths that are in a folder, also through links, and paths that are not.
func TestWithin(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"in/deep", "out"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"in/leaves": "../out", "in/stays": "deep", "enters": "in", "in/nowhere": "../out/missing"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip("skipped: ", err)
		}
	}
	for name, ok := range map[string]bool{
		"in/a": true, "in/deep/a": true, "in/new/a": true, "in/stays/a": true, "enters/a": true, "in": true, "in/../in/a": true,
		"out/a": false, "in/leaves/a": false, "in/../out": false, "a": false, "in/leaves": false, "inner": false,
	} {
		if err := output.Within(filepath.Join(dir, "in"), filepath.Join(dir, name)); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
		if err := output.Within("", filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if err := output.Within(dir, "/dev/null"); err != nil {
		t.Error(err)
	}
}
