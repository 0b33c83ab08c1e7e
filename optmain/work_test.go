package optmain

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"optc/internal/base/output"
	"optc/lower"
	"optc/optmain/internal/status"
	"optc/passes"
)

// TestWork: the report of an interrupt names the work that it ended, and the status names the last pass.
func TestWork(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	tool := (&Env{Config: DefaultConfig(), Context: ctx}).tool()
	var state, checking string
	err := tool.do("transforming", func(ctx context.Context, w *work) error {
		watch, e := w.watch(), &passes.Event{Instance: &passes.Instance{Pass: &passes.Pass{Name: "cse"}}}
		watch.BeforePass(e)
		state = w.state()
		watch.AfterPass(e)
		checking = w.state()
		cancel(output.ErrInterrupted)
		return ctx.Err()
	})
	if want := "interrupted while transforming; nothing was written"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if want := "transforming: 1 passes begun, the last is 'cse'"; state != want {
		t.Errorf("got %s, want %s", state, want)
	}
	if want := "transforming: 1 passes begun, checking what 'cse' did"; checking != want {
		t.Errorf("got %s, want %s", checking, want)
	}
	if err := (&Env{Context: t.Context()}).tool().do("x", func(context.Context, *work) error { return errors.ErrUnsupported }); err != errors.ErrUnsupported {
		t.Errorf("got %v", err)
	}
}

// TestInterruptEndsAll: after an interrupt a command begins no other file and no other part.
func TestInterruptEndsAll(t *testing.T) {
	t.Parallel()
	const text = "func.func private @f()\n"
	dir := t.TempDir()
	for _, name := range []string{"a.mlir", "b.mlir"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "built"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "built", lower.ManifestFile), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"check", "a.mlir", "b.mlir"}, {"--split-input-file", "-"}, {"run", "built"}, {"dump", "built"}} {
		ctx, cancel := context.WithCancelCause(t.Context())
		c := DefaultConfig()
		c.Dir, c.began = dir, func() { cancel(output.ErrInterrupted) }
		var errs strings.Builder
		code := Run(ctx, c, args, strings.NewReader(text+"// -----\n"+text), io.Discard, &errs)
		if code != 1 || strings.Count(errs.String(), "interrupted while reading") != 1 {
			t.Errorf("%s: exit code %d: %s", args, code, errs.String())
		}
	}
}

// commandFiles makes a folder with a program, a kernel with an open layout, and a codelet.
func commandFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/commands")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestCommandsShowWhatTheyDo runs every command slowly: each piece of its work takes three seconds,
// on a clock that is not real. A terminal shows the command's progress.
func TestCommandsShowWhatTheyDo(t *testing.T) {
	t.Parallel()
	const function = "func.func @f(%a: i32) -> i32 {\n  %c = arith.constant 1 : i32\n  return %a : i32\n}\n"
	dir := commandFiles(t)
	for name, text := range map[string]string{"f.mlir": function, "t/t.mlir": "// RUN: optc %s\n" + function} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if code := Run(t.Context(), DefaultConfig(), []string{"build", "-o", filepath.Join(dir, "built"), filepath.Join(dir, "p.mlir")}, nil, io.Discard, io.Discard); code != 0 {
		t.Fatal("the program is not built")
	}
	table := []struct {
		args string
		want []string // after the name of the command
	}{
		{"f.mlir --cse", []string{"reading 'f.mlir'", "transforming", "writing the result"}},
		{"-", []string{"reading standard input", "writing the result"}},
		{"bisect f.mlir --cse -- grep -q constant", []string{"reading 'f.mlir'", "bisecting"}},
		{"build -o again p.mlir", []string{"looking at the files in 'again'", "reading 'p.mlir'", "compiling", "building the program", "writing 'again'"}},
		{"check f.mlir", []string{"reading 'f.mlir'"}},
		{"completion bash", nil},
		{"filecheck --help", nil},
		{"docs -o pages", nil},
		{"dump built", []string{"reading 'built/images.json'", "reading 'built/program.mlir'", "loading the program in 'built'"}},
		{"explain arith.addi", nil},
		{"explore --run p.mlir", []string{"reading 'p.mlir'", "compiling", "building the program", "making the page", "running the program"}},
		{"export p.mlir", []string{"reading 'p.mlir'", "compiling", "exporting"}},
		{"fmt f.mlir", []string{"reading 'f.mlir'", "formatting 'f.mlir'"}},
		{"help build", nil},
		{"import v.cpp", []string{"reading declarations"}},
		{"layout p.mlir", []string{"reading 'p.mlir'"}},
		{"lsp", nil},
		{"mcp", nil},
		{"plan --target sm_80 tensors.mlir", []string{"reading 'tensors.mlir'", "compiling"}},
		{"reduce -o small.mlir f.mlir --cse", []string{"reading 'f.mlir'", "running the passes on the whole file", "reducing"}},
		{"run built", []string{"reading 'built/images.json'", "reading 'built/program.mlir'", "loading the program in 'built'", "running the program"}},
		{"run f.mlir --call f --arg 1", []string{"reading 'f.mlir'", "calling the function"}},
		{"serve", nil},
		{"test t", []string{"testing"}},
		{"tune --target sm_80 --budget 1 open.mlir", []string{"reading 'open.mlir'", "tuning"}},
		{"version", nil},
	}
	for _, c := range Commands() {
		if !slices.ContainsFunc(table, func(row struct {
			args string
			want []string
		}) bool {
			return strings.Fields(row.args)[0] == c.Name
		}) {
			t.Errorf("command '%s' is not tested: where it takes long, tool.do or tool.show name the work", c.Name)
		}
	}
	for _, row := range table {
		synctest.Test(t, func(t *testing.T) {
			var screen strings.Builder
			c := DefaultConfig()
			c.Dir, c.began = dir, func() { time.Sleep(3300 * time.Millisecond) } // not when the state is drawn
			e := &Env{Config: c, Context: t.Context(), Stdin: strings.NewReader(function), Stdout: output.NewChecked(io.Discard), status: status.New(&screen, 200)}
			e.Stderr = output.NewChecked(io.Discard)
			e.run(strings.Fields(row.args))
			want := row.want
			if cmd := e.command(strings.Fields(row.args)[0]); cmd == nil {
				want = append([]string{"optc"}, want...)
			} else if !cmd.serves {
				want = append([]string{"optc " + cmd.Name}, want...)
			}
			if diff := cmp.Diff(want, statesOn(screen.String())); diff != "" {
				t.Errorf("optc %s (-want +got):\n%s", row.args, diff)
			}
		})
	}
}

// statesOn returns the states that a terminal showed, one after the other.
func statesOn(screen string) (list []string) {
	for _, line := range strings.Split(screen, "\r\x1b[K") {
		if _, state, ok := strings.Cut(line, " s: "); ok {
			list = append(list, state)
		}
	}
	return slices.Compact(list)
}
