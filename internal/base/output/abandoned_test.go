//go:build unix

package output

import (
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

// TestAbandoned: the next write removes the files that a killed process left, but no file that a
// process is still writing.
func TestAbandoned(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv("OUTPUT_TEST_KILLED"); dir != "" {
		if _, err := Create(filepath.Join(dir, "out.mlir")); err != nil {
			t.Fatal(err)
		}
		WriteFolder(filepath.Join(dir, "built"), map[string]io.WriterTo{"last": waiting{}}, "last", 0)
	}
	dir := t.TempDir()
	line, _ := interrupted(t, "TestAbandoned", "OUTPUT_TEST_KILLED="+dir, syscall.SIGKILL, func() {
		if during, _ := filepath.Glob(filepath.Join(dir, ".*")); len(during) != 1 {
			t.Errorf("during the work there are %v", during)
		}
		if err := WriteFile(filepath.Join(dir, "out.mlir"), []byte("other")); err != nil {
			t.Error(err)
		}
		if during, _ := filepath.Glob(filepath.Join(dir, "out*.tmp")); len(during) != 1 {
			t.Errorf("another process leaves %v", during)
		}
	})
	if line != "ready\n" {
		t.Errorf("got %q", line)
	}
	for _, name := range []string{"out.mlir.7.mlir.tmp", "out.mlir.1a.tmp", "out.mlir.tmp"} { // made by another program
		write(t, dir, map[string]string{name: ""})
	}
	if err := WriteFile(filepath.Join(dir, "out.mlir"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	if err := WriteFolder(filepath.Join(dir, "built"), map[string]io.WriterTo{"last": Bytes("done")}, "last", 0); err != nil {
		t.Fatal(err)
	}
	check(t, dir, map[string]string{"out.mlir": "new", "built": "", "out.mlir.7.mlir.tmp": "", "out.mlir.1a.tmp": "", "out.mlir.tmp": ""})
}

// waiting never ends.
type waiting struct{}

func (waiting) WriteTo(io.Writer) (int64, error) {
	os.Stdout.WriteString("ready\n")
	select {}
}

// TestFolderAtTheSameTime: if several writers write a new folder at the same time, each of them
// succeeds, and the folder is the work of a single one.
func TestFolderAtTheSameTime(t *testing.T) {
	t.Parallel()
	for range 20 {
		dir := filepath.Join(t.TempDir(), "out")
		var all sync.WaitGroup
		for n := range 8 {
			all.Go(func() {
				text := Bytes{byte('a' + n)}
				if err := WriteFolder(dir, map[string]io.WriterTo{"x": text, "y": text, "last": text}, "last", 1); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		text, err := os.ReadFile(filepath.Join(dir, "x"))
		if err != nil {
			t.Fatal(err)
		}
		check(t, dir, map[string]string{"x": string(text), "y": string(text), "last": string(text)})
		check(t, filepath.Dir(dir), map[string]string{"out": ""})
	}
}
