// Package judge runs a command to judge a file by the exit code: 0 if the file is not
// interesting; another code, or a signal that ends the command, if it is. mlir-reduce
// uses the same convention for tests.
package judge

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

	"optc/diag"
)

// Judge is a command that judges files.
type Judge struct {
	Args    []string
	Expect  *regexp.Regexp // its output must match too; nil for any output
	Timeout time.Duration  // a command that takes longer counts as not interesting; 0 for no bound
	Dir     string         // to run in, "" for the folder of the process
	File    string         // base name of the files
}

// fileArgument is the placeholder for the file in the arguments of the command; without the
// placeholder, the file is the last argument.
const fileArgument = "{}"

// Exit codes of a shell if a command cannot be executed (POSIX.1-2017, XCU
// 2.8.2).
const (
	exitNotExecutable = 126
	exitNotFound      = 127
)

// CutCommand divides arguments at the first "--".
func CutCommand(args []string) (before, command []string) {
	if i := slices.Index(args, "--"); i >= 0 {
		return args[:i], args[i+1:]
	}
	return args, nil
}

// Test runs the command for a text in its own file.
func (j *Judge) Test(ctx context.Context, text []byte) (bool, error) {
	dir, err := os.MkdirTemp("", "optc")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, j.File)
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return false, err
	}
	args := slices.Clone(j.Args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], fileArgument, file)
	}
	if slices.Equal(args, j.Args) {
		args = append(args, file)
	}
	limited := ctx
	if j.Timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, j.Timeout)
		defer cancel()
	}
	cmd := exec.CommandContext(limited, args[0], args[1:]...)
	cmd.Dir, cmd.WaitDelay = j.Dir, time.Second
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
		return false, fmt.Errorf("cannot run '%s': %s", args[0], diag.SystemMessage(err))
	case exit != nil && (exit.ExitCode() == exitNotExecutable || exit.ExitCode() == exitNotFound):
		return false, fmt.Errorf("command '%s' ended with exit code %d, which says that it cannot be executed: %s",
			strings.Join(args, " "), exit.ExitCode(), strings.TrimSpace(out.String()))
	}
	return exit != nil && (j.Expect == nil || j.Expect.Match(out.Bytes())), nil
}
