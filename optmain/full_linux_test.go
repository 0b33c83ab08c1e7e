package optmain_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"optc/optmain"
)

// fullFolder makes a folder with the inputs of all commands.
func fullFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/commands")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"bad.mlir":    "func.func @f() {\n  %c = arith.constant 1 : i32\n  return\n}\nfunc.func private @g()\n",
		"t/pass.mlir": "// RUN: optc %s | filecheck %s\n// CHECK: @f\nfunc.func private @f()\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, stderr := run(dir, "", "build", "-o", "built", "p.mlir"); code != 0 {
		t.Fatal(stderr)
	}
	return dir
}

// TestFullOutput runs every command with a standard output that takes nothing: the command
// fails and says why.
func TestFullOutput(t *testing.T) {
	t.Parallel()
	const initialize = "Content-Length: 76\r\n\r\n" + `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}} `
	commands := map[string]struct{ args, stdin string }{
		"":           {args: "p.mlir --canonicalize"},
		"bisect":     {args: "bad.mlir --canonicalize -- grep constant"},
		"build":      {args: "-o again p.mlir"},
		"check":      {args: "p.mlir"},
		"fmt":        {args: "bad.mlir"},
		"completion": {args: "bash"},
		"docs":       {args: "-o pages"},
		"dump":       {args: "built"},
		"filecheck":  {args: "--help"},
		"explain":    {args: "arith.addi"},
		"explore":    {args: "-o page.html p.mlir"},
		"export":     {args: "p.mlir"},
		"help":       {args: "build"},
		"import":     {args: "v.cpp"},
		"layout":     {args: "p.mlir"},
		"lsp":        {stdin: initialize},
		"mcp":        {stdin: `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n"},
		"serve":      {stdin: `{"jsonrpc":"2.0","id":1,"method":"schema"}` + "\n"},
		"reduce":     {args: "-o small.mlir bad.mlir -- false"},
		"plan":       {args: "--target sm_80 tensors.mlir"},
		"run":        {args: "built --print x"},
		"tune":       {args: "--target sm_80 --budget 1 open.mlir"},
		"version":    {},
	}
	dir := fullFolder(t)
	commands["test"] = struct{ args, stdin string }{args: filepath.Join(dir, "t")}
	for _, c := range optmain.Commands() {
		if _, ok := commands[c.Name]; !ok {
			t.Errorf("command '%s' is not tested", c.Name)
		}
	}
	for name, c := range commands {
		t.Run(name, func(t *testing.T) {
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Skip("skipped: ", err)
			}
			defer full.Close()
			args := append(strings.Fields(name), strings.Fields(c.args)...)
			quiet := name == "docs" // which writes files
			if _, stdout, stderr := run(dir, c.stdin, args...); (stdout == "") != quiet {
				t.Fatalf("writes %q to standard output: %s", stdout, stderr)
			}
			config := optmain.DefaultConfig()
			config.Dir = dir
			var errs bytes.Buffer
			code := optmain.Run(context.Background(), config, args, strings.NewReader(c.stdin), full, &errs)
			if told := strings.Contains(errs.String(), "cannot write the output: No space left on device"); (code != 0) != told || told == quiet {
				t.Errorf("exit code %d: %s", code, errs.String())
			}
			wrong := slices.Insert(args, len(strings.Fields(name)), "--no-such-flag")
			if code := optmain.Run(context.Background(), config, wrong, strings.NewReader(c.stdin), io.Discard, full); code == 0 {
				t.Error("exit code 0 with a standard error that takes nothing")
			}
		})
	}
}

// TestFullDisk writes outputs to a file system without space: nothing that is left looks
// like an output.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := fullFolder(t)
	disk := filepath.Join(dir, "disk")
	if err := os.Mkdir(disk, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=8k"); err != nil {
		t.Skip("skipped: cannot mount a file system: ", err)
	}
	defer syscall.Unmount(disk, 0)
	if err := os.WriteFile(filepath.Join(disk, "rest"), make([]byte, 8<<10), 0o666); err != nil && !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	for _, args := range []string{
		"p.mlir -o disk/o.mlir", "p.mlir --emit-bytecode -o disk/o.mlirbc", "p.mlir --canonicalize --depfile disk/o.d -o o.mlir",
		"p.mlir --canonicalize --mlir-generate-reproducer disk/r.mlir -o o.mlir",
		"build -o disk/built p.mlir", "explore -o disk/page.html p.mlir", "export -o disk/exported p.mlir", "import -o disk/v.mlir v.cpp",
		"layout --svg disk/l.svg p.mlir", "docs -o disk/pages", "reduce -o disk/small.mlir bad.mlir -- false",
		"run built --output x=disk/x.npy", "run built --profile --profile-svg disk/p.svg",
	} {
		code, _, stderr := run(dir, "", strings.Fields(args)...)
		if code == 0 || !strings.Contains(stderr, "No space left on device") {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
	}
	err := filepath.WalkDir(disk, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && filepath.Base(path) != "rest" {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
