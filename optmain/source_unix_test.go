//go:build unix

package optmain

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestEndlessSources: a pipe without a writer, and a device without an end, are errors if another
// file names them.
func TestEndlessSources(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"code.cpp":   "#include <poplar/Vertex.hpp>\n#include \"pipe.hpp\"\nclass V : public poplar::Vertex { public: int a; };\n",
		"device.cpp": "#include \"/dev/zero\"\n",
		"pipe.mlir":  "poplar.include \"pipe.hpp\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.hpp"), 0o666); err != nil {
		t.Skip(err)
	}
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ run, want string }{
		{"import code.cpp", "code.cpp:2:10: error: cannot read 'pipe.hpp': nobody writes to this pipe"},
		{"import pipe.hpp", "cannot read 'pipe.hpp': nobody writes to this pipe"},
		{"import device.cpp", "device.cpp:1:10: error: cannot read '/dev/zero': it has more than 64 MiB, the limit of a source"},
		{"pipe.mlir", "pipe.mlir:1:1: error: 'poplar.include' op cannot include 'pipe.hpp': cannot read 'pipe.hpp': nobody writes to this pipe"},
	} {
		code, _, stderr := in(dir, strings.Fields(c.run)...)
		if code != 1 || !strings.Contains(stderr, c.want) {
			t.Errorf("optc %s: exit code %d, want %q in\n%.400s", c.run, code, c.want, stderr)
		}
	}
}
