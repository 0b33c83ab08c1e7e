package lit

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// maxOutput is the most bytes that a program may write to one of its outputs. A program that writes
// more is stopped.
const maxOutput = 256 << 20

// stopped is the exit code of a program that was stopped because of its output; it is the code of a
// killed program.
const stopped = -9

// Program is a tool that executes a program of the system, whose file is given. The program
// gets the environment of the test and nothing else. It is stopped, with the processes that
// it started, when the context of the call ends. A program that a signal ends has the
// negative number of the signal as its exit code.
func Program(path string) Tool {
	return func(inv *Invocation) int {
		cmd := exec.CommandContext(inv.Context, path, inv.Args...)
		cmd.Args[0] = inv.Name
		cmd.Dir = inv.Dir
		cmd.Env = environment(inv.Env)
		cmd.Stdin = inv.Stdin
		out := &limited{w: inv.Stdout, rest: maxOutput}
		other := out
		if inv.Stderr != inv.Stdout {
			other = &limited{w: inv.Stderr, rest: maxOutput}
		}
		cmd.Stdout, cmd.Stderr = out, other
		cmd.WaitDelay = grace
		stopWithChildren(cmd)
		err := cmd.Run()
		var exit *exec.ExitError
		if out.rest < 0 || other.rest < 0 {
			inv.Errorf("stopped after %d MiB of output", maxOutput>>20)
			return stopped
		}
		switch {
		case err == nil, errors.Is(err, exec.ErrWaitDelay):
			return 0
		case errors.As(err, &exit):
			return exitCode(exit)
		}
		return inv.Errorf("cannot be executed: %v", err)
	}
}

// environment is an environment as processes take it, in the order of the names.
func environment(env map[string]string) []string {
	list := make([]string, 0, len(env))
	for _, name := range sortedKeys(env) {
		list = append(list, name+"="+env[name])
	}
	return list
}

var errFlood = errors.New("too much output")

// limited is a writer that fails after a number of bytes.
type limited struct {
	w    io.Writer
	rest int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.rest -= len(p); l.rest < 0 {
		return 0, errFlood
	}
	return l.w.Write(p)
}

// inPath finds a program as a shell does: by the folders of PATH, or from dir if the name
// has a slash. It returns "" if there is none.
func inPath(name, dir, path string) string {
	if strings.ContainsRune(name, filepath.Separator) || strings.Contains(name, "/") {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		return executable(name)
	}
	for _, folder := range filepath.SplitList(path) {
		if file := executable(filepath.Join(folder, name)); folder != "" && file != "" {
			return file
		}
	}
	return ""
}

// executable returns the file of a program, or "". On Windows a name may lack its ending.
func executable(file string) string {
	if runtime.GOOS == "windows" {
		if found, err := exec.LookPath(file); err == nil {
			return found
		}
		return ""
	}
	if info, err := os.Stat(file); err == nil && !info.IsDir() && info.Mode()&0o111 != 0 {
		return file
	}
	return ""
}

// passed are the variables of the process that tests get, as in lit.
var passed = []string{
	"PATH", "LIBRARY_PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TERM", "CLANG", "LD_PRELOAD", "LLVM_SYMBOLIZER_PATH", "LLVM_PROFILE_FILE",
	"ASAN_OPTIONS", "LSAN_OPTIONS", "HWASAN_OPTIONS", "MSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "TMPDIR", "TMP", "TEMP", "TEMPDIR",
	"FILECHECK_OPTS", "SOURCE_DATE_EPOCH", "HOME", "COMSPEC", "INCLUDE", "LIB", "PATHEXT", "USERPROFILE",
}

// Environment returns the part of the process's environment that tools get.
func Environment() map[string]string {
	env := map[string]string{"LLVM_DISABLE_CRASH_REPORT": "1"}
	for _, name := range passed {
		if v := os.Getenv(name); v != "" {
			env[name] = v
		}
	}
	return env
}

// toolFlag reads NAME=PATH of --tool.
func toolFlag(text string) (name string, tool Tool, err error) {
	name, path, ok := strings.Cut(text, "=")
	if !ok || name == "" || path == "" {
		return "", nil, errors.New("expected NAME=PATH")
	}
	found := inPath(path, ".", os.Getenv("PATH"))
	if found == "" {
		return "", nil, fmt.Errorf("no program '%s'", path)
	}
	if found, err = filepath.Abs(found); err != nil {
		return "", nil, err
	}
	return name, Program(found), nil
}
