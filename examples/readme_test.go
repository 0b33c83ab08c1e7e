package examples_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeEmbed: the program in the README works in a new module, with the commands
// that the README has for it.
func TestReadmeEmbed(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "## Embed\n")
	program := regexp.MustCompile("(?s)```go\n(.*?)```").FindStringSubmatch(section)
	if program == nil {
		t.Fatal("the README has no program")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program[1]), 0o644); err != nil {
		t.Fatal(err)
	}
	var out string
	for _, c := range regexp.MustCompile("`go ((?:mod|run) [^`]*)`").FindAllStringSubmatch(section, -1) {
		command := strings.ReplaceAll(c[1], "../optc", root)
		// Without the network, the modules that only tests of dependencies import are missing.
		out = run(t, dir, strings.Fields(strings.Replace(command, "mod tidy", "mod tidy -e", 1))...)
	}
	if want := "[235 3 0 0 233 3 0 0"; !strings.HasPrefix(out, want) { // 1003, 1001
		t.Errorf("the program prints\n%s\nwant %s…", out, want)
	}
}
