// Package conform compares package filecheck with LLVM's FileCheck, for tests on
// machines where that is installed.
package conform

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/tool/filecheck"
)

// Tool is the FileCheck that defines the verdicts.
const Tool = "FileCheck-22"

// Lookup returns the path of Tool and skips the test if it is not installed.
func Lookup(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath(Tool)
	if err != nil {
		t.Skip(Tool + " is not installed")
	}
	return path
}

// Pair is a check file with an input and the arguments of the command.
type Pair struct {
	Checks, Input string
	Args          []string
}

// Write puts the texts into the files "checks" and "input" of a folder.
func (p Pair) Write(t testing.TB, dir string) {
	t.Helper()
	for name, text := range map[string]string{"checks": p.Checks, "input": p.Input} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func (p Pair) command() []string {
	return append([]string{"checks", "--input-file=input", "--dump-input=never"}, p.Args...)
}

// Verdict is the result on which both tools must agree.
type Verdict struct {
	Exit  int
	Trace string // messages up to the first error
}

// Reference runs LLVM's tool on the files in dir; it returns false if that
// crashes.
func Reference(t *testing.T, tool, dir string, p Pair) (Verdict, bool) {
	t.Helper()
	p.Write(t, dir)
	cmd := exec.Command(tool, p.command()...)
	cmd.Dir, cmd.Args[0] = dir, Tool
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	code := cmd.ProcessState.ExitCode()
	return Verdict{code, trace(stderr.String())}, code >= 0 && code <= 2
}

// Ours runs package filecheck on the files in dir.
func Ours(dir string, p Pair) Verdict {
	var stderr bytes.Buffer
	code := filecheck.Main(filecheck.Invocation{
		Name: Tool, Args: p.command(), Dir: dir,
		Env:   func(string) string { return "" },
		Stdin: strings.NewReader(""), Stdout: &stderr, Stderr: &stderr,
	})
	return Verdict{code, trace(stderr.String())}
}

// Compare runs both tools and fails the test if they disagree. It returns the
// exit code, -1 if LLVM's tool crashes.
func Compare(t *testing.T, tool, dir, name string, p Pair) int {
	t.Helper()
	want, ok := Reference(t, tool, dir, p)
	if !ok {
		return -1
	}
	got := Ours(dir, p)
	if strings.Contains(want.Trace, "<unknown>") { // a place LLVM's tool cannot name
		got.Trace, want.Trace = "", ""
	}
	if got != want {
		t.Errorf("%s: args %q\n--- checks\n%s--- input\n%s--- %s: exit %d\n%s--- ours: exit %d\n%s",
			name, p.Args, p.Checks, p.Input, Tool, want.Exit, want.Trace, got.Exit, got.Trace)
	}
	return want.Exit
}

// Counts counts exit codes.
type Counts map[int]int

func (c Counts) String() string {
	return fmt.Sprintf("%d pairs: %d match, %d do not, %d bad check files, %d crash %s",
		c[0]+c[1]+c[2]+c[-1], c[0], c[1], c[2], c[-1], Tool)
}

// trace cuts messages after the first error.
func trace(messages string) string {
	var out strings.Builder
	for line := range strings.Lines(messages) {
		out.WriteString(line)
		if strings.Contains(line, "error: ") {
			break
		}
	}
	return out.String()
}

// Mutate deletes, doubles or swaps lines, changes digits or removes a byte.
func Mutate(r *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	i, j := r.IntN(len(lines)), r.IntN(len(lines))
	switch r.IntN(5) {
	case 0:
		lines = append(lines[:i:i], lines[i+1:]...)
	case 1:
		lines = append(lines[:i+1:i+1], lines[i:]...)
	case 2:
		lines[i], lines[j] = lines[j], lines[i]
	case 3:
		digits := strings.NewReplacer("1", "2", "2", "3", "3", "1", "4", "0x", "0", "7")
		lines[i] = digits.Replace(lines[i])
	default:
		if n := len(lines[i]); n > 1 {
			k := r.IntN(n - 1)
			lines[i] = lines[i][:k] + lines[i][k+1:]
		}
	}
	return strings.Join(lines, "")
}
