package optmain_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExportIsWhole: if a file of an export cannot be written, the other files are unchanged, and a new folder is removed.
func TestExportIsWhole(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	example(t, dir, "paged_gather.mlir")
	if err := os.MkdirAll(filepath.Join(dir, "c/classes_ipu1.h"), 0o777); err != nil {
		t.Fatal(err)
	}
	classes := filepath.Join(dir, "c/classes.cpp")
	if err := os.WriteFile(classes, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := run(dir, "", "export", "--target=ipu1", "-o", "c", "paged_gather.mlir")
	if code != 1 || !strings.Contains(stderr, "cannot write") || !strings.Contains(stderr, "classes_ipu1.h") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if text, err := os.ReadFile(classes); err != nil || string(text) != "old" {
		t.Errorf("got %q, %v", text, err)
	}
	if left, err := os.ReadDir(filepath.Join(dir, "c")); err != nil || len(left) != 2 {
		t.Errorf("the folder has %v, %v", left, err)
	}
}
