package optmain

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme: the README is short, its commands work, the lines that it shows of their
// output are right, and its picture is current. With -update the picture is drawn again.
func TestReadme(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme, dir := string(data), t.TempDir()
	if n := strings.Count(readme, "\n"); n > 120 {
		t.Errorf("the README has %d lines", n)
	}
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../examples")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "docs"), 0o777); err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	commands := command.FindAllStringSubmatch(readme, -1)
	if len(commands) < 6 {
		t.Errorf("only %d commands in the README", len(commands))
	}
	for _, c := range commands {
		code, stdout, stderr := in(dir, fields(c[1])...)
		if code != 0 {
			t.Errorf("optc %s: exit code %d\n%s", c[1], code, stderr)
		}
		printed.WriteString(stdout)
	}
	for _, shown := range regexp.MustCompile(`(?m)^    ((?:sum|okk_).*)$`).FindAllStringSubmatch(readme, -1) {
		if !strings.Contains(printed.String(), strings.TrimSuffix(shown[1], "…")) {
			t.Errorf("the README shows %q, which no command prints", shown[1])
		}
	}
	for _, picture := range regexp.MustCompile(`\(docs/(.*\.svg)\)`).FindAllStringSubmatch(readme, -1) {
		current, err := os.ReadFile(filepath.Join(dir, "docs", picture[1]))
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join("../docs", picture[1])
		if *update {
			if err := os.WriteFile(name, current, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if old, err := os.ReadFile(name); err != nil || string(old) != string(current) {
			t.Errorf("%s is not current, error %v; -update draws it again", name, err)
		}
		if len(current) > 100_000 {
			t.Errorf("%s has %d bytes", name, len(current))
		}
	}
}

// TestReadmeFigures: the README has the largest ratios of the page on performance.
func TestReadmeFigures(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	wall, memory := "", ""
	for _, row := range regexp.MustCompile(`(?m)^\| [^|]* \| (0\.\d\d) \| 0\.\d\d \| (0\.\d\d) \|$`).FindAllStringSubmatch(string(page), -1) {
		wall, memory = max(wall, row[1]), max(memory, row[2])
	}
	if want := "[at most " + wall + " and " + memory + "]"; !strings.Contains(string(readme), want) {
		t.Errorf("the README lacks %s", want)
	}
}
