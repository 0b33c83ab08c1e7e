package optmain_test

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompletion asks each installed shell for its completion of a command line.
func TestCompletion(t *testing.T) {
	t.Parallel()
	programs := map[string]string{"powershell": "pwsh"} // names of programs that differ from the shell's name
	for shell, script := range map[string]string{
		"powershell": "Invoke-Expression (Get-Content -Raw ./script); (TabExpansion2 $env:line $env:line.Length).CompletionMatches.CompletionText",
		"bash":       "compopt() { :; }; source ./script; COMP_LINE=$line COMP_POINT=${#line} COMP_WORDS=($words) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _optc; printf '%s\n' ${COMPREPLY[@]}",
		"fish":       "source ./script; complete -C $line",
		"zsh":        "compdef() { :; }; compadd() { shift; print -l -- $@ }; _files() { :; }; source ./script; words=(${=line}); CURRENT=$#words; PREFIX=${words[-1]}; _optc",
	} {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			code, text, stderr := run(dir, "", "completion", shell)
			if code != 0 {
				t.Fatal(stderr)
			}
			name := cmp.Or(programs[shell], shell)
			program, err := exec.LookPath(name)
			if err != nil {
				t.Skipf("skipped: %s is not installed", name)
			}
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "script"), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(self, filepath.Join(dir, "optc")); err != nil {
				t.Fatal(err)
			}
			for _, tt := range []struct{ line, words, want string }{
				{"optc --canon", "optc --canon", "--canonicalize"},
				{"optc help SCALED_PTR3", "optc help SCALED_PTR3", "SCALED_PTR32"},
				{"optc build --target ipu", "optc build --target ipu", "ipu1 ipu2 ipu21"},
				{"optc --diagnostics=s", "optc --diagnostics = s", "--diagnostics=sarif"},
			} {
				cmd := exec.Command(program, "-c", script)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "line="+tt.line, "words="+tt.words, isCommand+"=1", "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
				out, err := cmd.CombinedOutput()
				want := tt.want
				if shell == "bash" {
					want = strings.TrimPrefix(want, "--diagnostics=") // a word begins after =
				}
				if got := strings.Join(strings.Fields(string(out)), " "); err != nil || got != want {
					t.Errorf("%s: got %q, %v, want %q", tt.line, got, err, want)
				}
			}
		})
	}
	if code, _, stderr := run("", "", "completion", "tcsh"); code != 1 || !strings.Contains(stderr, "usage: optc completion bash|fish|powershell|zsh") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestCompletionWords asks for the words that are possible at the end of a command line.
func TestCompletionWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ line, want string }{
		{"", "bisect …"},
		{"optc exp", "explain explore export"},
		{"optc exp x", ""},
		{"optc explain poplar.count-over", "poplar.count-overflow"},
		{"optc help passe", "passes passes.empty-nest passes.internal"},
		{"optc build --out", ""},
		{"optc build --pass-pip", "--pass-pipeline"},
		{"optc build --target=ipu2", "--target=ipu2 --target=ipu21"},
		{"optc build fi", ""},
		{"optc run --profile=", "--profile=json --profile=lines --profile=picture --profile=table"},
		{"optc run --profile ", ""},
		{"optc run --canon", ""},
		{"optc bisect x.mlir --canon", "--canonicalize"},
		{"optc --mlir-print-ir-after canon", "canonicalize"},
		{"optc --vectorext-distribute-nested-layout=s", "--vectorext-distribute-nested-layout=subgroup-size="},
		{"optc layout ", ""},
		{"optc layout '!poplar.i", "!poplar.in< !poplar.inout<"},
		{"optc layout --machine toy", "toy4 toy4k toy4n1 toy8"},
		{"optc test --run-", "--run-shard"},
		{"optc completion z", "zsh"},
	} {
		_, out, stderr := run("", "", "completion", "--line", tt.line)
		got := strings.Join(strings.Fields(out), " ")
		if start, all := strings.CutSuffix(tt.want, "…"); stderr != "" || got != tt.want && !(all && strings.HasPrefix(got, start)) {
			t.Errorf("%s: got %q %s, want %q", tt.line, got, stderr, tt.want)
		}
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
