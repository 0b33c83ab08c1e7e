package optmain

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"optc/lower"
	"optc/optmain/internal/helptext"
)

// TestReadme: what the README shows of a run is what the run gives, and the
// commands that it names work.
func TestReadme(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(data)
	dir := t.TempDir()
	files := builtProgram(t, dir)
	from, to := strings.Index(files[lower.MemoryMapFile], "tile 0\n"), strings.Index(files[lower.MemoryMapFile], "(free)")
	listing := strings.ReplaceAll(helptext.Indent(files[lower.MemoryMapFile][from:to], "    "), "    \n", "\n")
	if !strings.Contains(readme, listing) {
		t.Errorf("the README does not show\n%s", listing)
	}
	code, stdout, stderr := in(dir, "run", "out", "--print", "out_rows")
	shown := regexp.MustCompile(`(?m)^    (out_rows = .*)…$`).FindStringSubmatch(readme)
	if code != 0 || shown == nil || !strings.HasPrefix(stdout, shown[1]) {
		t.Errorf("the README shows %q, but the run gives %s%s", shown, stdout, stderr)
	}
	commands := regexp.MustCompile("go run ./cmd/optc ([^\n`]*)").FindAllStringSubmatch(readme, -1)
	if len(commands) < 7 {
		t.Errorf("only %d commands in the README", len(commands))
	}
	for name, from := range map[string]string{"examples": "../examples", "test/lit/vectorext": "../test/lit/vectorext"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "file.mlir"), []byte("module {\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range commands {
		args := fields(c[1])
		if args[0] == "test" {
			continue // the suite has a test of its own
		}
		if code, _, stderr := in(dir, args...); code != 0 {
			t.Errorf("optc %s: exit code %d\n%s", c[1], code, stderr)
		}
	}
}
