package optmain

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBuildIsDeterministic: the output of build depends neither on the number of threads
// nor on the run.
func TestBuildIsDeterministic(t *testing.T) {
	t.Parallel()
	examples, err := filepath.Glob("../examples/*.mlir")
	if err != nil || len(examples) < 4 {
		t.Fatal(examples, err)
	}
	for _, example := range examples {
		t.Run(filepath.Base(example), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(example)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "in.mlir"), text, 0o644); err != nil {
				t.Fatal(err)
			}
			for _, target := range []string{"ipu1", "ipu2"} {
				var want map[string]string
				for _, threads := range []string{"1", "1", "2", "8"} {
					if code, _, stderr := in(dir, "build", "--text", "--full", "--target", target, "--threads", threads, "-o", "out", "in.mlir"); code != 0 {
						t.Fatal(stderr)
					}
					got := contents(t, filepath.Join(dir, "out"))
					if want == nil {
						want = got
					}
					if len(got) != len(want) || len(got) < 5 {
						t.Errorf("%s, %s threads: %d files, not %d", target, threads, len(got), len(want))
					}
					for name, text := range want {
						if got[name] != text {
							t.Errorf("%s, %s threads: %s differs", target, threads, name)
						}
					}
				}
			}
		})
	}
}

// TestOptIsDeterministic runs the command of every lit test with other numbers of
// threads: standard output and standard error have the same bytes.
func TestOptIsDeterministic(t *testing.T) {
	t.Parallel()
	compared := 0
	err := filepath.WalkDir("../test/lit", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".mlir") {
			return err
		}
		file, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, args := range optCommands(string(file), path) {
			compared++
			t.Run(strings.Join(args, " "), func(t *testing.T) {
				t.Parallel()
				want := ""
				for _, threads := range []string{"1", "8"} {
					var stdout, stderr bytes.Buffer
					code := Run(t.Context(), DefaultConfig(), append(args, "--threads="+threads), nil, &stdout, &stderr)
					got := transcript(code, stdout.String(), stderr.String())
					if threads == "1" {
						want = got
					} else if got != want {
						t.Errorf("with %s threads\n%s\nwith one thread\n%s", threads, got, want)
					}
				}
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if compared < 50 {
		t.Errorf("only %d commands compared", compared)
	}
}

// optCommands returns the arguments of the runs of optc in a lit test that read
// the test itself and write nothing but to standard output.
func optCommands(text, path string) (commands [][]string) {
	for line := range strings.Lines(text) {
		_, run, ok := strings.Cut(line, "RUN: ")
		run, _, _ = strings.Cut(run, "|")
		run = strings.TrimPrefix(strings.TrimSpace(run), "not ")
		if !ok || !strings.HasPrefix(run, "optc %s ") || strings.ContainsAny(run, "<>;&\\\"") || strings.Contains(run, "%t") {
			continue
		}
		commands = append(commands, fields(strings.ReplaceAll(run, "%s", path))[1:])
	}
	return commands
}
