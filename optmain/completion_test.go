package optmain_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompletion asks each shell, where it is installed, to complete a flag.
func TestCompletion(t *testing.T) {
	t.Parallel()
	for shell, script := range map[string]string{
		"bash": "source ./script; COMP_WORDS=(optc --canon); COMP_CWORD=1; _optc; echo ${COMPREPLY[@]}",
		"fish": "source ./script; complete -C 'optc --canon'",
		"zsh":  "compdef() { :; }; compadd() { shift; print -l -- $@ | grep -e ^--canon; }; _files() { :; }; source ./script; _optc",
	} {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			code, text, stderr := run(dir, "", "completion", shell)
			if code != 0 {
				t.Fatal(stderr)
			}
			program, err := exec.LookPath(shell)
			if err != nil {
				t.Skipf("%s is not installed", shell)
			}
			if err := os.WriteFile(filepath.Join(dir, "script"), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(program, "-c", script)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if got := strings.TrimSpace(string(out)); err != nil || got != "--canonicalize" {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
	if code, _, stderr := run("", "", "completion", "tcsh"); code != 1 || !strings.Contains(stderr, "usage: optc completion bash|fish|zsh") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestVersionCommand(t *testing.T) {
	t.Parallel()
	_, command, _ := run("", "", "version")
	if _, flag, _ := run("", "", "--version"); command != flag || !strings.HasPrefix(command, "optc ") {
		t.Errorf("the command says %q, the flag %q", command, flag)
	}
}

// TestCodesAreListedOnce: a code that several packages use has one line.
func TestCodesAreListedOnce(t *testing.T) {
	t.Parallel()
	_, text, _ := run("", "", "help", "errors")
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(strings.TrimPrefix(line, "  "), " ")
		if code != "" && seen[code] {
			t.Errorf("'%s' is listed twice", code)
		}
		seen[code] = true
	}
}

func TestKeepNamesOfArguments(t *testing.T) {
	t.Parallel()
	text := "poplar.vertex @\"demo::P\" multi {\n  poplar.compute () worker(%id : index) {\n    poplar.compute_return\n  }\n}\n"
	if _, out, stderr := run("", text, "--keep-names"); !strings.Contains(out, "worker(%id: index)") {
		t.Errorf("got\n%s%s", out, stderr)
	}
}
