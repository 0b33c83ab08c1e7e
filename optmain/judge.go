package optmain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// judge is a command that tells by its exit code what it thinks of a file: 0 if there is
// nothing to see, another code, or a signal that ends it, if there is. This is what
// mlir-reduce expects of a test.
type judge struct {
	args    []string
	expect  *regexp.Regexp // what its output must match as well; nil for anything
	timeout time.Duration  // a command that takes longer has nothing to show; 0 for no bound
	dir     string         // to run in, "" for that of the process
	file    string         // base name of the files
}

// fileArgument stands for the file among the arguments of the command; without it the
// file is the last argument.
const fileArgument = "{}"

// Codes with which a shell says that a command cannot be executed (POSIX.1-2017, XCU
// 2.8.2).
const (
	exitNotExecutable = 126
	exitNotFound      = 127
)

// cutCommand divides arguments at the first "--".
func cutCommand(args []string) (before, command []string) {
	if i := slices.Index(args, "--"); i >= 0 {
		return args[:i], args[i+1:]
	}
	return args, nil
}

// test runs the command for a text in a file of its own.
func (j *judge) test(ctx context.Context, text []byte) (bool, error) {
	dir, err := os.MkdirTemp("", "optc")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, j.file)
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return false, err
	}
	args := slices.Clone(j.args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], fileArgument, file)
	}
	if slices.Equal(args, j.args) {
		args = append(args, file)
	}
	limited := ctx
	if j.timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, j.timeout)
		defer cancel()
	}
	cmd := exec.CommandContext(limited, args[0], args[1:]...)
	cmd.Dir, cmd.WaitDelay = j.dir, time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case limited.Err() != nil:
		return false, nil
	case err != nil && !errors.As(err, &exit):
		return false, fmt.Errorf("cannot run '%s': %s", args[0], plainError(err))
	case exit != nil && (exit.ExitCode() == exitNotExecutable || exit.ExitCode() == exitNotFound):
		return false, fmt.Errorf("command '%s' ended with exit code %d, which says that it cannot be executed: %s",
			strings.Join(args, " "), exit.ExitCode(), strings.TrimSpace(out.String()))
	}
	return exit != nil && (j.expect == nil || j.expect.Match(out.Bytes())), nil
}
