package optmain

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/ir"
	"optc/optmain/internal/files"
	"optc/passes"
	"optc/registry"
)

// If another process writes to a mapped program while it is compiled, every command
// reports an error and leaves no output, whether the program is text or bytecode.
func TestProgramChanges(t *testing.T) {
	t.Parallel()
	const n = files.LeastMapped/4 + 1000
	dir := t.TempDir()
	text := filepath.Join(dir, "text.mlir")
	if err := os.WriteFile(text, []byte(dataProgram(n)), 0o666); err != nil {
		t.Fatal(err)
	}
	code := filepath.Join(dir, "code.mlirbc")
	if exit, _, stderr := in(dir, text, "--emit-bytecode", "-o", code); exit != 0 {
		t.Fatal(stderr)
	}
	for _, input := range []string{text, code} {
		content, err := os.ReadFile(input)
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range [][]string{
			{"build", "-o", "out"}, {"build", "--report", "page.html", "-o", "out"}, {"run", "--print", "y"}, {"explore", "-o", "page.html"},
		} {
			for _, change := range []struct {
				name string
				do   func(file string) error
			}{
				{"rewritten", func(file string) error { return os.WriteFile(file, bytes.Repeat([]byte("\n"), len(content)), 0o666) }},
				{"truncated", func(file string) error { return os.Truncate(file, 0) }},
				{"left alone", func(string) error { return nil }},
			} {
				t.Run(strings.Join([]string{filepath.Base(input), command[0], change.name}, " "), func(t *testing.T) {
					t.Parallel()
					dir := t.TempDir()
					file := filepath.Join(dir, filepath.Base(input))
					if err := os.WriteFile(file, content, 0o666); err != nil {
						t.Fatal(err)
					}
					config := DefaultConfig()
					config.ownsProcess, config.Dir = true, dir
					table := *registry.Passes()
					table.Passes = append(slices.Clone(table.Passes), &passes.Pass{
						Name: "change", Title: "change the input file", Anchor: []ir.OpKind{ir.ModuleOp{}},
						Run: func(*passes.Context) (bool, error) { return false, change.do(file) },
					})
					config.Passes = &table
					args := slices.Concat(command, []string{"--pass-pipeline=builtin.module(change,tile)", file})
					var stdout, stderr bytes.Buffer
					exit := Run(t.Context(), config, args, nil, &stdout, &stderr)
					left, err := filepath.Glob(filepath.Join(dir, "*"))
					if err != nil {
						t.Fatal(err)
					}
					if change.name == "left alone" {
						if exit != 0 || command[0] == "run" && !strings.HasPrefix(stdout.String(), "y = 263144xui32 from 42 to 42, [42, 42, 42, …") || command[0] != "run" && len(left) == 1 {
							t.Errorf("exit code %d, files %v\n%.1000s%.1000s", exit, left, stderr.String(), stdout.String())
						}
						return
					}
					want := "optc: error: input file '" + file + "' changed while it was read\n"
					if exit == 0 || stderr.String() != want || stdout.Len() > 0 || len(left) != 1 {
						t.Errorf("exit code %d, files %v, output %.100q, message\n%.1000s\nwant\n%s", exit, left, stdout.String(), stderr.String(), want)
					}
				})
			}
		}
	}
}
