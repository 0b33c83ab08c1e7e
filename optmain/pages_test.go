package optmain

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	// pageFile matches a file that a page shows: its name, and its content.
	pageFile = regexp.MustCompile("(?m)^`([a-z_]+\\.mlir)`:\n\n```mlir\n((?s:.*?))```\n")
	// console matches commands and their output.
	console = regexp.MustCompile("(?m)^```console\n((?s:.*?))```\n")
)

// TestPages: the output of a command on a page equals the command's output, with the
// files on the page, in the folder that the page names, and the other commands on the page
// succeed. With -update the pages are rewritten.
func TestPages(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"codelets.md", "distribution.md", "gpu.md", "layouts.md", "layouts_changes.md", "layouts_proofs.md", "layouts_spellings.md", "machines.md", "own_data.md", "programs.md", "studio.md", "tensors.md", "tour.md", "tpu.md", "tuning.md", "tutorial.md"} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			name := filepath.Join("../docs", page)
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text, dir := string(data), t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "pictures"), 0o777); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(text, "given in the folder `examples`") {
				if err := os.CopyFS(dir, os.DirFS("../examples")); err != nil {
					t.Fatal(err)
				}
			}
			for _, m := range pageFile.FindAllStringSubmatch(text, -1) {
				if err := os.WriteFile(filepath.Join(dir, m[1]), []byte(m[2]), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			got := console.ReplaceAllStringFunc(text, func(block string) string {
				return "```console\n" + transcripts(t, dir, console.FindStringSubmatch(block)[1]) + "```\n"
			})
			for _, c := range command.FindAllStringSubmatch(text, -1) {
				if args := fields(c[1]); len(args) > 1 { // one word is the name of the command
					if code, _, stderr := in(dir, args...); code != 0 {
						t.Errorf("optc %s: exit code %d\n%s", c[1], code, stderr)
					}
				}
			}
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if diff := cmp.Diff(text, got); diff != "" {
				t.Errorf("the page differs from what its commands print (-page +printed; -update rewrites it):\n%s", diff)
			}
		})
	}
}

// The C++ on the page of codelets is in its example.
func TestPageOfCodelets(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/codelets.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../examples/codelets/bodies.cpp")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?m)^```cpp\n((?s:.*?))```\n").FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 5 {
		t.Errorf("%d blocks, want 5", len(blocks))
	}
	for _, b := range blocks {
		if !strings.Contains(string(example), b[1]) {
			t.Errorf("the example does not have\n%s", b[1])
		}
	}
}

// command matches a command in a block or in the text of a page.
var command = regexp.MustCompile("(?m)(?:^    |`)optc ([^`\n]*)")

// TestCommandsOfPages: commands on pages without output are valid: their flags, passes
// and files exist.
func TestCommandsOfPages(t *testing.T) {
	t.Parallel()
	example, err := os.ReadFile("../examples/add_two_vectors.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"builds.md", "debugging.md", "explorer.md"} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(filepath.Join("../docs", page))
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "pictures"), 0o777); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"file.mlir", "before.mlir"} {
				if err := os.WriteFile(filepath.Join(dir, name), example, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if code, _, stderr := in(dir, "file.mlir", "--cse", "--mlir-generate-reproducer=crash.mlir", "-o", "same.mlir"); code != 0 {
				t.Fatal(stderr)
			}
			commands := command.FindAllStringSubmatch(string(data), -1)
			if len(commands) == 0 {
				t.Error("the page has no commands")
			}
			for _, c := range commands {
				args := fields(c[1])
				if i := slices.Index(args, "--"); i >= 0 {
					args[i+1] = "true" // a command of the reader
				}
				_, _, stderr := in(dir, args...)
				for _, mistake := range []string{"usage: ", "unknown flag", "unknown pass", "expects", "cannot open", "there is no"} {
					if strings.Contains(stderr, mistake) {
						t.Errorf("optc %s:\n%s", c[1], stderr)
					}
				}
			}
		})
	}
}

// shellWords returns the words that a shell makes of the arguments of a command. An argument such
// as dense<0> without quotes is a redirection from a file that does not exist.
func shellWords(t *testing.T, dir, arguments string) []string {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		return fields(arguments) // if there is no shell
	}
	c := exec.CommandContext(t.Context(), shell, "-c", `printf '%s\0' `+arguments)
	c.Dir = dir
	words, err := c.Output()
	if err != nil {
		t.Errorf("a shell cannot execute optc %s: %v", arguments, err)
	}
	if len(words) == 0 {
		t.Errorf("a shell does not pass on the arguments of optc %s", arguments)
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(words), "\x00"), "\x00")
}

// transcripts runs the lines of a block that begin with "$ optc" and returns them with
// their output.
func transcripts(t *testing.T, dir, block string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(block) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ optc ")
		if !ok {
			continue
		}
		code, stdout, stderr := in(dir, shellWords(t, dir, command)...)
		if code != 0 {
			t.Errorf("optc %s: exit code %d\n%s", command, code, stderr)
		}
		b.WriteString(line + strings.TrimRight(stdout, "\n") + "\n")
	}
	return b.String()
}
