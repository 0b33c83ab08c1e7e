package optmain

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"optc/lower"
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
	listing := strings.ReplaceAll(indent(files[lower.MemoryMapFile][from:to], "    "), "    \n", "\n")
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
	for _, c := range commands {
		args, where := fields(c[1]), ".."
		switch args[0] {
		case "build", "run", "test":
			continue // above, and in tests of their own
		case "--canonicalize":
			continue // names files of the reader
		case "dump":
			where = dir
		}
		if code, _, stderr := in(where, args...); code != 0 {
			t.Errorf("optc %s: exit code %d\n%s", c[1], code, stderr)
		}
	}
}
