package lit_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"optc/lit"
)

// TestMain makes the test program serve as a system program for the tests here: with LIT_PROGRAM in
// the environment it behaves like one of several programs.
func TestMain(m *testing.M) {
	switch os.Getenv("LIT_PROGRAM") {
	case "":
		os.Exit(m.Run())
	case "echo":
		fmt.Println(filepath.Base(os.Args[0]), os.Args[1:])
	case "hang":
		time.Sleep(time.Hour)
	case "flood":
		for {
			if _, err := os.Stdout.Write(make([]byte, 1<<20)); err != nil {
				os.Exit(1)
			}
		}
	case "exit":
		os.Exit(3)
	case "crash":
		p, _ := os.FindProcess(os.Getpid())
		p.Kill()
		time.Sleep(time.Hour)
	}
}

// command runs the command "optc test" on a folder, and returns its exit code and outputs.
func command(t *testing.T, dir string, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	code := lit.Command(t.Context(), append(args, dir), tools(), &out, &out, nil)
	return code, out.String()
}

const config = `# -*- Python -*-
import os, lit.formats
config.name = "theirs"
config.test_format = lit.formats.ShTest(not True)
config.suffixes = [".test"]
config.excludes = ["Inputs", "skipped.test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.test_source_root, "out")
config.substitutions.append(("%say", "echo " + os.path.basename(config.name)))
config.substitutions.append((r"\bword[0-9]+\b", "text"))
config.substitutions.append(("%obj", config.obj_root))
config.environment["GREETING"] = "hello"
if lit_config.params.get("fast", "no") == "yes":
    config.available_features.add("fast")
`

// TestConfigure: a lit.cfg.py and a lit.local.cfg decide about tests, and are not executed.
func TestConfigure(t *testing.T) {
	t.Parallel()
	r := folder(t, map[string]string{
		"lit.cfg.py":         config,
		"a.test":             "RUN: %say word1 %{x} | FileCheck %s\nCHECK: theirs text %{x}\nOTHER-NEXT: not read\n",
		"env.test":           "RUN: env | FileCheck %s\nRUN: A=1 env | FileCheck %s --check-prefix=A\nCHECK: GREETING=hello\nA: A=1\n",
		"fast.test":          "REQUIRES: fast\nRUN: true\n",
		"unknown.test":       "RUN: echo %obj\n",
		"skipped.test":       "RUN: false\n",
		"no.mlir":            "RUN: false\n",
		"off/lit.local.cfg":  "if not 'fast' in config.root.available_features:\n  config.unsupported = True\n",
		"off/b.test":         "RUN: true\n",
		"more/lit.local.cfg": "config.suffixes.append('.mlir')\nconfig.suffixes.remove('.test')\nconfig.excludes.append('deep')\n",
		"more/c.mlir":        "RUN: not false\n",
		"more/d.test":        "RUN: false\n",
		"more/deep/e.mlir":   "RUN: false\n",
		"own/lit.cfg.py":     "config.test_format = lit.formats.ShTest()\nconfig.suffixes = ['.own']\nconfig.pipefail = False\nconfig.recursiveExpansionLimit = 2\nconfig.substitutions = [('%b', '%c'), ('%a', '%b'), ('%c', 'c')]\n",
		"own/here.own":       "RUN: cat here.own | FileCheck %s && false | true\nRUN: echo %a | FileCheck %s --check-prefix=C\nCHECK: RUN\nC: {{^}}c{{$}}\n",
	})
	code, out := command(t, r.Root, "-v")
	for _, want := range []string{
		"PASS: a.test", "PASS: env.test", "UNSUPPORTED: fast.test", "UNRESOLVED: unknown.test", "the substitution of '%obj' is not known: 'config.obj_root' is not set",
		"UNSUPPORTED: off/b.test", "PASS: more/c.mlir", "PASS: own/here.own", "7 tests",
	} {
		if code != 1 || !strings.Contains(out, want) {
			t.Errorf("exit code %d, no %q in\n%s", code, want, out)
		}
	}
	if code, out = command(t, filepath.Join(r.Root, "off"), "--param", "fast=yes", "--filter", "B", "--filter-out", "x"); code != 0 || !strings.Contains(out, "1 test in") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if code, out = command(t, filepath.Join(r.Root, "a.test"), "--strict"); code != 1 || !strings.Contains(out, "unknown substitution '%{x}'") {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// TestConfigureRefuses: code that cannot be read as data is an error or a warning with its place.
func TestConfigureRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"config.test_format = lit.formats.GoogleTest('a')":      "is no lit.formats.ShTest",
		"lit_config.fatal('no compiler')":                       "lit.cfg.py: no compiler",
		"config.substitutions.append(('(', 'x'))":               "the pattern '(' of a substitution is not supported",
		"config.substitutions.append('x')":                      "a member of config.substitutions is no pair",
		"import os\nos.system('touch %s')\nconfig.name = 'x'":   "",
		"for f in ['a']:\n  config.available_features.add(f)":   "lit.cfg.py:3: warning: skipped, because only data is read: for f in ['a']:",
		"if config.obj_root:\n  config.unsupported = True":      "'config.obj_root' is not set",
		"config.available_features.add(open('x').read())":       "'open' is not known",
		"config.test_source_root = '/elsewhere'":                "sets another folder for its tests",
		"lit_config.load_config(config, __file__)":              "configurations load each other without end",
		"config.suffixes.extend(config.suffixes)\n" + "x = '('": "",
	} {
		r := folder(t, map[string]string{"lit.cfg.py": "config.test_format = lit.formats.ShTest()\nconfig.suffixes = ['.t']\n" + text, "a.t": "RUN: not false\n"})
		code, out := command(t, r.Root)
		if want == "" {
			want = "1 test in"
		}
		if !strings.Contains(out, want) || code == 1 {
			t.Errorf("%s: exit code %d\n%s", text, code, out)
		}
	}
}

// TestProgram: programs of the system run if they are permitted, and within limits.
func TestProgram(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := folder(t, map[string]string{
		"echo.mlir":    "RUN: LIT_PROGRAM=echo theirs a 'b c' | FileCheck %s\nCHECK: theirs [a b c]\n",
		"file.mlir":    "RUN: env LIT_PROGRAM=echo theirs > %t && count 1 < %t\n",
		"exit.mlir":    "RUN: env LIT_PROGRAM=exit not theirs\nRUN: env LIT_PROGRAM=exit theirs\n",
		"flood.mlir":   "RUN: env LIT_PROGRAM=flood not theirs | count 1\n",
		"hang.mlir":    "RUN: env LIT_PROGRAM=hang not theirs\n",
		"crash.mlir":   "RUN: env LIT_PROGRAM=crash not --crash theirs\nRUN: env LIT_PROGRAM=crash not theirs\n",
		"unknown.mlir": "RUN: env LIT_PROGRAM=echo " + self + " | count 1\n",
	})
	r.Tools["theirs"] = lit.Program(self)
	r.Env = map[string]string{"PATH": ""}
	want := map[string]string{
		"echo": "PASS", "file": "PASS", "exit": "FAIL exit code 3", "hang": "TIMEOUT", "flood": "FAIL stopped after 256 MiB of output", "unknown": "FAIL permits this program",
	}
	if runtime.GOOS != "windows" {
		want["crash"] = "FAIL exit code -9"
	}
	for name, status := range want {
		r.Timeout = 0
		if name == "hang" {
			r.Timeout = 50 * time.Millisecond
		}
		res := r.Run(t.Context(), name+".mlir")
		status, report, _ := strings.Cut(status, " ")
		if res.Status.String() != status || !strings.Contains(res.Report, report) {
			t.Errorf("%s: %s\n%s", name, res.Status, res.Report)
		}
	}
	r.Commands, r.Timeout = true, 0
	if res := r.Run(t.Context(), "unknown.mlir"); res.Status != lit.Pass {
		t.Errorf("%s\n%s", res.Status, res.Report)
	}
}

// TestFilters compares the output of sed, grep and other built-in commands with the output of GNU's commands.
func TestFilters(t *testing.T) {
	t.Parallel()
	const input = "one a.b\ntwo (x)\n\nthree aab\ntwo (x)\n"
	for _, c := range []struct{ run, want string }{
		{`sed s/a/b/`, "one b.b\ntwo (x)\n\nthree bab\ntwo (x)\n"},
		{`sed -e 's/a*/x/g' -n -e 1p`, "xoxnxex x.xbx\n"},
		{`sed -E 's/^(\w+) \((.)\)$/\2 \1 & [\/]/;2q'`, "one a.b\nx two two (x) [/]\n"},
		{`sed 's/\(t\)\(w\)/\2\1/p;d'`, "wto (x)\nwto (x)\n"},
		{`sed -n '/two/,/three/p'`, "two (x)\n\nthree aab\ntwo (x)\n"},
		{`sed '2,+1d;$!s|o|O|2g;s/B/c/I'`, "one a.c\nthree aac\ntwo (x)\n"},
		{`sed -n '$='`, "5\n"},
		{`sed '/^$/d;y/ab/AB/'`, "one A.B\ntwo (x)\nthree AAB\ntwo (x)\n"},
		{`sed '1!d;a below'`, "one a.b\nbelow\n"},
		{`sed '2,$c gone'`, "one a.b\ngone\n"},
		{`sed 's/[/]x*/y/;s/[[:space:]]/_/' | head -n 1`, "one_a.b\n"},
		{`grep a.b`, "one a.b\nthree aab\n"},
		{`grep -F a.b`, "one a.b\n"},
		{`grep -nv two`, "1:one a.b\n3:\n4:three aab\n"},
		{`grep -c 'two (x)'`, "2\n"},
		{`grep -E '^(one|three)' -o`, "one\nthree\n"},
		{`grep -o a`, "a\na\na\n"},
		{`grep 'a\+b\|w' -m 2`, "two (x)\nthree aab\n"},
		{`grep -iw TWO -m1`, "two (x)\n"},
		{`grep -x -e one -e ''`, "\n"},
		{`grep -q two && echo yes`, "yes\n"},
		{`grep -l two -`, "(standard input)\n"},
		{`head -n 0 ; echo -e 'a\tb\f\101\x42\q\\n'`, "a\tb\fAB\\q\\n\n"},
		{`head -2`, "one a.b\ntwo (x)\n"},
		{`head -c 3`, "one"},
		{`head -n -4`, "one a.b\n"},
		{`tail -n 1`, "two (x)\n"},
		{`tail -n +5`, "two (x)\n"},
		{`tail -c3`, "x)\n"},
		{`sort -u -r`, "two (x)\nthree aab\none a.b\n\n"},
		{`sort | uniq -c | tail -1`, "      2 two (x)\n"},
		{`uniq | wc -l`, "5\n"},
		{`wc -w`, "8\n"},
		{`tr a-c A-C | head -1`, "one A.B\n"},
		{`tr -d '\n x'`, "onea.btwo()threeaabtwo()"},
		{`tee $T > /dev/null && cat $T | head -1`, "one a.b\n"},
		{`(cat | head -1; echo builtin.module(f) ) && ! { false; }`, "one a.b\nbuiltin.module(f)\n"},
		{`(cd $D && A=1 && (env | grep ^A=))`, "A=1\n"},
		{`(false || echo a) 2>&1 | tr a b`, "b\n"},
	} {
		r := folder(t, map[string]string{"in": input, "want": c.want})
		run := strings.NewReplacer("$T", "%t", "$D", "%S").Replace(c.run)
		test := "RUN: (cat %S/in | " + run + ") > %t.out\nRUN: diff %S/want %t.out\n"
		if strings.HasPrefix(c.run, "(") {
			test = "RUN: (" + run + ") < %S/in > %t.out\nRUN: diff %S/want %t.out\n"
		}
		if err := os.WriteFile(filepath.Join(r.Root, "a.mlir"), []byte(test), 0o666); err != nil {
			t.Fatal(err)
		}
		if res := r.Run(t.Context(), "a.mlir"); res.Status != lit.Pass {
			t.Errorf("%s: %s\n%s", c.run, res.Status, res.Report)
		}
	}
	for _, run := range []string{"sed s/a", "sed 'x'", "sed 's/\\(/x/'", "grep -P a", "head -n x", "tail -f", "sort -k2", "tr -s a", "wc", "(true", "{ true", "(true) x", "true )", "(true;) && )"} {
		r := folder(t, map[string]string{"a.mlir": "RUN: " + run + " < %s || false\nRUN: not true\n"})
		if res := r.Run(t.Context(), "a.mlir"); !res.Status.Bad() {
			t.Errorf("%s: %s\n%s", run, res.Status, res.Report)
		}
	}
}
