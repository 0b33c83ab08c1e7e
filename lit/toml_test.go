package lit_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestTOML: a lit.toml decides about the tests of its folder, and a mistake in it is told with its line.
func TestTOML(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"lit.toml": "# tests of a project\nsuffixes = ['.t', # those\n  \".u\",\n]\nexcludes = [\"out.t\"]\navailable_features = [\"there\"]\nexecute_external = true\npipefail = false\n\n" +
			"[environment]\nMODE = \"fast\"\n[substitutions]\n'%say' = 'echo said'\n",
		"a.t":    "RUN: %say $MODE ${MODE}er '$MODE' \\$MODE \"$MODE $NONE.\" $NONE > %t.$MODE && FileCheck --match-full-lines %s < %t.fast\nCHECK:said fast faster $MODE $MODE fast .\nREQUIRES: there\n",
		"b.u":    "RUN: export WORDS='a  b' && echo $WORDS \"$WORDS\" x$ | FileCheck --strict-whitespace --match-full-lines %s\nCHECK:a b a  b x$\n",
		"out.t":  "RUN: false\n",
		"c.mlir": "RUN: false\n",
		"p.t":    "RUN: false | true\n",
	}
	if code, out := command(t, folder(t, files).Root); code != 0 || !strings.Contains(out, "3 tests in") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	for text, want := range map[string]string{
		"suffix = ['.t']":                            "lit.toml:1: there is no member 'suffix'; did you mean 'suffixes'?",
		"\nsuffixes = '.t'":                          "lit.toml:2: expected a list of strings as 'suffixes', but got a string",
		"pipefail = maybe":                           "lit.toml:1: expected a string, a list of strings, a number, true or false, but got 'maybe'",
		"[environments]":                             "there is no table 'environments'; did you mean 'environment'?",
		"[environment]\nA = 1":                       "lit.toml:2: expected a string as 'A' of the table 'environment'",
		"[environment]\n[environment]":               "the table 'environment' is there twice",
		"name = 'a'\nname = 'b'":                     "lit.toml:2: 'name' is there twice",
		"name = 'a":                                  "the string lacks its closing quote",
		"name = \"\\q\"":                             "there is no escape '\\q' in strings",
		"suffixes = ['.t' '.u']":                     "expected ',' or ']' in the list",
		"suffixes = [['.t']]":                        "expected a string, a list of strings",
		"suffixes ['.t']":                            "expected '=' after 'suffixes'",
		"name = 'a' b":                               "expected the end of the line, but got 'b'",
		"[substitutions]\n'(' = 'x'":                 "the pattern '(' of a substitution is not supported",
		"import os\nos.system('touch x')":            "expected '=' after 'import'",
		"= 1":                                        "expected a name, but got '= 1'",
		"test_retry_attempts = 99999999999999999999": "expected a string, a list of strings, a number",
	} {
		r := folder(t, map[string]string{"lit.toml": text, "a.mlir": "RUN: true\n"})
		if code, out := command(t, r.Root); code != 2 || !strings.Contains(out, want) {
			t.Errorf("%q: exit code %d, want %q in\n%s", text, code, want, out)
		}
	}
	r := folder(t, map[string]string{"lit.toml": "suffixes = ['.t']\nexecute_external = true\n", "a.t": "RUN: echo $(ls)\n"})
	if code, out := command(t, r.Root); code == 0 || !strings.Contains(out, "'$(' is not supported; variables such as $NAME are") {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// TestExternalAgrees: where a configuration asks for the shell of the system, variables have the values that lit-22 gives them.
func TestExternalAgrees(t *testing.T) {
	t.Parallel()
	for external, want := range map[string]string{"": "[$A] [$A] [$A]", "execute_external=True": "[one] [one] [$A]", "True": "[one] [one] [$A]", "False": "[$A] [$A] [$A]"} {
		r := folder(t, map[string]string{
			"lit.cfg.py": "import lit.formats\nconfig.name = 'x'\nconfig.test_format = lit.formats.ShTest(" + external + ")\nconfig.suffixes = ['.t']\nconfig.environment['A'] = 'one'\n",
			"a.t":        "RUN: echo [$A] \"[$A]\" '[$A]' > %t\nRUN: grep -F '" + want + "' %t\n",
		})
		if code, out := command(t, r.Root); code != 0 {
			t.Errorf("ShTest(%s): exit code %d\n%s", external, code, out)
		}
		program, err := exec.LookPath("lit-22")
		if err != nil {
			continue // the expectations above are from it
		}
		if out, err := exec.CommandContext(t.Context(), program, "-v", r.Root).CombinedOutput(); err != nil {
			t.Errorf("lit-22 disagrees about ShTest(%s): %v\n%s", external, err, out)
		}
	}
}
