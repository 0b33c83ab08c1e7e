package optmain_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/optmain"
	"optc/passes"
	"optc/passes/standard"
)

// run runs optc in a folder and returns its output.
func run(dir, stdin string, args ...string) (code int, stdout, stderr string) {
	c := optmain.DefaultConfig()
	c.Dir = dir
	var out, err bytes.Buffer
	code = optmain.Run(context.Background(), c, args, strings.NewReader(stdin), &out, &err)
	return code, out.String(), err.String()
}

// Example ships a tool with two dialects and one pass.
func Example() {
	hello := &passes.Pass{
		Name: "hello", Title: "greet every function", Anchor: []ir.OpKind{ir.Kind("func.func")},
		Run: func(c *passes.Context) (bool, error) {
			fmt.Fprintf(c.Out(), "hello %s\n", ir.SymbolName(c.Op))
			return false, nil
		},
	}
	config := optmain.Config{
		Name:     "mytool",
		Dialects: []*ir.Dialect{arith.Dialect, fn.Dialect},
		Passes:   &passes.Registry{Passes: []*passes.Pass{hello, standard.CSE}},
	}
	in := strings.NewReader("func.func @f() { return } func.func @g() { return }")
	code := optmain.Run(context.Background(), config, []string{"--hello", "-o", "/dev/null"}, in, os.Stdout, os.Stdout)
	fmt.Println("exit code", code)
	// Output:
	// hello f
	// hello g
	// exit code 0
}

func TestCommandLineErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, want string }{
		{"--cannonicalize", "optc: error: unknown flag '--cannonicalize'; did you mean '--canonicalize'?\ntry 'optc --help'\n"},
		{"-verify-eech", "optc: error: unknown flag '-verify-eech'; did you mean '--verify-each'?\ntry 'optc --help'\n"},
		{"--verify-each=maybe", "optc: error: flag '--verify-each' expects true or false, but got 'maybe'\ntry 'optc --help'\n"},
		{"--threads=0", "optc: error: flag '--threads' expects a number of at least 1, but got '0'\ntry 'optc --help'\n"},
		{"--emit-bytecode-version=7", "optc: error: flag '--emit-bytecode-version' expects a number from 0 to 6, but got '7'\ntry 'optc --help'\n"},
		{"--irdl-file=x.irdl", "optc: error: flag '--irdl-file' is not supported: dialects and passes are compiled in, see docs/extending.md\ntry 'optc --help'\n"},
		{"--mlir-timing-display=lst", "optc: error: flag '--mlir-timing-display' expects one of tree, list, but got 'lst'; did you mean 'list'?\ntry 'optc --help'\n"},
		{"-o", "optc: error: flag '-o' requires a value: -o <file>\ntry 'optc --help'\n"},
		{"a.mlir b.mlir", "optc: error: expected one input file, but got 'a.mlir' and 'b.mlir'\n"},
		{"none.mlir", "optc: error: cannot open input file 'none.mlir': No such file or directory\n"},
		{"--cse --pass-pipeline=builtin.module(cse)", "optc: error: flag '--pass-pipeline' cannot be used together with '--cse'\n"},
		{"--canonicalize=top-down=perhaps", "optc: error: option 'top-down' of 'canonicalize' expects true or false, but got 'perhaps'\ntop-down=perhaps\n^\n"},
		{"--pass-pipeline=builtin.module(sce)", "optc: error: 'sce' does not refer to a registered pass or pass pipeline; did you mean 'cse'?\nbuiltin.module(sce)\n               ^\n"},
		{"help arith.adi", "optc: error: nothing is known about 'arith.adi'; did you mean 'arith.addi'?\ntry 'optc help --search <word>'\n"},
		{"help passs", "optc: error: nothing is known about 'passs'; did you mean 'passes'?\ntry 'optc help --search <word>'\n"},
		{"docs", "optc: error: '-o <folder>' is missing, which says where to put the pages\nusage: optc docs [--man | --site] -o <folder>\n"},
		{"build x.mlir", "optc: error: '-o <folder>' is missing, which says where to put the program\n"},
		{"build -o out", "optc: error: expected one file, but got none\nusage: optc build --target <name> -o <folder> <file>\n"},
		{"dump a b", "optc: error: expected one file, but got 2: a, b\nusage: optc dump [--unit n] [--format=json] <folder>\n"},
		{"help okk.conv", "optc: error: nothing is known about 'okk.conv'; did you mean 'okk.conv2d'?\ntry 'optc help --search <word>'\n"},
		{"help --search zyzzyva", "optc: error: no page, name or description contains 'zyzzyva'\n"},
		{"--mlir-print-ir-diff", "optc: error: unknown flag '--mlir-print-ir-diff'; did you mean '--print-ir-diff'?\ntry 'optc --help'\n"},
		{"build --taget=ipu2 -o out x.mlir", "optc: error: unknown flag '--taget=ipu2'; did you mean '--target'?\ntry 'optc help build'\n"},
		{"build --target ipu3 -o out none.mlir", "optc: error: cannot open input file 'none.mlir': No such file or directory\n"},
		{"build --target ipu2 -o /dev/null/out none.mlir", "optc: error: cannot write '/dev/null/out': Not a directory\n"},
		{"run", "optc: error: expected one file, but got none\nusage: optc run [--input name=file.npy] [--print name] <folder or file>\n"},
		{"run --prnt=x out", "optc: error: unknown flag '--prnt=x'; did you mean '--print'?\ntry 'optc help run'\n"},
		{"run none", "optc: error: cannot open input file 'none': No such file or directory\n"},
	} {
		code, stdout, stderr := run(t.TempDir(), "", strings.Fields(c.args)...)
		if code != 1 || stdout != "" || stderr != c.want {
			t.Errorf("%s: exit code %d\n got %s%s\nwant %s", c.args, code, stdout, stderr, c.want)
		}
	}
}

func TestFlagSpellings(t *testing.T) {
	t.Parallel()
	const in = "func.func @f(%a: i32) -> i32 { %0 = arith.muli %a, %a : i32 return %a : i32 }"
	_, want, _ := run("", in, "--cse", "--mlir-print-op-generic")
	for _, args := range []string{
		"-cse -mlir-print-op-generic -",
		"--pass-pipeline builtin.module(cse) --mlir-print-op-generic=true",
		"-pass-pipeline=builtin.module(cse) --mlir-print-op-generic --mlir-disable-threading",
		"--mlir-print-op-generic=false --mlir-print-op-generic --cse -- -",
	} {
		if code, got, stderr := run("", in, strings.Fields(args)...); code != 0 || got != want || !strings.Contains(got, "\"func.func\"") {
			t.Errorf("%s: exit code %d\n%s%s\nwant\n%s", args, code, got, stderr, want)
		}
	}
}

// TestOutputIsWhole: a file appears complete or not at all, and keeps its old content if the
// command fails.
func TestOutputIsWhole(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "out.mlir")
	if code, stdout, stderr := run(dir, "func.func private @f()", "-o", "out.mlir"); code != 0 || stdout+stderr != "" {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	want, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(want), "@f") {
		t.Fatal(string(want), err)
	}
	for _, args := range []string{"-o out.mlir", "-o out.mlir --split-input-file"} {
		if code, _, stderr := run(dir, "func.func private @g()\n// -----\nbad", strings.Fields(args)...); code != 1 || stderr == "" {
			t.Errorf("exit code %d: %s", code, stderr)
		}
		if got, _ := os.ReadFile(file); string(got) != string(want) {
			t.Errorf("the file became\n%s", got)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp")); left != nil {
		t.Errorf("left behind: %v", left)
	}
	if code, _, stderr := run(dir, "", "-o", "no/such/folder/out.mlir"); code != 1 || !strings.HasPrefix(stderr, "optc: error: cannot write ") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestReproducerRunsAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const in = "func.func @f(%a: i32) -> i32 { %0 = arith.muli %a, %a : i32 return %a : i32 }\n{-# external_resources: { other_tool: { key: \"3\" } } #-}"
	if code, _, stderr := run(dir, in, "--mlir-generate-reproducer=r.mlir", "--pass-pipeline=builtin.module(func.func(cse))", "--verify-each=false"); code != 0 {
		t.Fatal(stderr)
	}
	code, stdout, stderr := run(dir, "", "--run-reproducer", "r.mlir", "--dump-pass-pipeline")
	if code != 0 || !strings.Contains(stderr, "builtin.module(\n  func.func(\n    cse\n  )\n)") || strings.Contains(stdout, "muli") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	// The file contains the input of the pipeline, together with the resources of other
	// tools.
	text, err := os.ReadFile(filepath.Join(dir, "r.mlir"))
	if err != nil || !strings.Contains(string(text), "muli") || !strings.Contains(string(text), "other_tool") {
		t.Errorf("%v, the reproducer is\n%s", err, text)
	}
	if code, _, stderr := run(dir, in, "--run-reproducer"); code != 1 || !strings.Contains(stderr, "the input holds no reproducer") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestUsage: every heading of the help has rows.
func TestUsage(t *testing.T) {
	t.Parallel()
	code, help, _ := run("", "", "--help")
	lines := strings.Split(help, "\n")
	for i, l := range lines {
		if strings.HasSuffix(l, ":") && (l == ":" || i+2 >= len(lines) || lines[i+1] == "" && lines[i+2] == "") {
			t.Errorf("line %d of the help is an empty heading: %q", i+1, l)
		}
	}
	if code != 0 || len(lines) < 50 {
		t.Errorf("exit code %d, %d lines", code, len(lines))
	}
}

// TestHelp: every declared name can be explained, and its explanation is not empty.
func TestHelp(t *testing.T) {
	t.Parallel()
	c := optmain.DefaultConfig()
	var topics []string
	for _, p := range c.Passes.Passes {
		topics = append(topics, p.Name)
		if p.Title == "" || p.Doc == "" || strings.HasSuffix(p.Title, ".") {
			t.Errorf("pass %s: title %q, documentation %q", p.Name, p.Title, p.Doc)
		}
		for _, o := range p.OptionList() {
			if o.Name == "" || o.Help == "" {
				t.Errorf("pass %s: option %q without name or help", p.Name, o.Name)
			}
		}
	}
	for _, cmd := range c.Commands {
		topics = append(topics, cmd.Name)
	}
	for _, d := range c.Dialects {
		topics = append(topics, d.Name)
		for _, o := range d.Definitions().Ops {
			topics = append(topics, o.Name())
		}
	}
	explained := c.Errors()
	for _, k := range c.Programs {
		explained = append(explained, k.Errors()...)
	}
	for _, e := range explained {
		topics = append(topics, e.Code)
	}
	topics = append(topics, "--cse", "-o", "--verify-each", "layout-target", "[sim.poison]", "ipu21", "cpu", "nested_layout",
		"commands", "passes", "dialects", "ops", "types", "attributes", "targets", "errors")
	for _, topic := range topics {
		if code, stdout, stderr := run("", "", "help", topic); code != 0 || len(stdout) < len(topic)+5 {
			t.Errorf("help %s: exit code %d\n%s%s", topic, code, stdout, stderr)
		}
	}
	if code, stdout, stderr := run("", "", "help"); code != 0 || strings.Count(stdout, "\n") > 48 {
		t.Errorf("help has %d lines, more than two screens\n%s%s", strings.Count(stdout, "\n"), stdout, stderr)
	}
	for word, want := range map[string]string{"bank conflict": "layouts_changes.md: Which swizzle", "LDS": "here workgroup memory", "transfer_read": "vector.transfer_read",
		"make PTX": "shows one):\n  gpu.md: In PTX", "embed in a program": "shows one):\n  extending.md: Extending", "HIP": "shows one):\n  gpu.md: In C++"} {
		if code, stdout, stderr := run("", "", "help", "--search", word); code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("help --search %s: exit code %d, no %q in\n%s%s", word, code, want, stdout, stderr)
		}
	}
	if _, stdout, _ := run("", "", "help", "layout"); strings.Count(stdout[:min(len(stdout), 700)], "\n  optc layout ") != 3 {
		t.Errorf("the help of layout does not begin with three examples:\n%s", stdout[:min(len(stdout), 700)])
	}
	for _, flag := range []string{"--help", "-h", "--help-passes", "--list-passes", "--show-dialects", "--version", "build --help", "run -h", "docs --help"} {
		code, stdout, stderr := run("", "", strings.Fields(flag)...)
		if code != 0 || stdout == "" || stderr != "" {
			t.Errorf("%s: exit code %d\n%s%s", flag, code, stdout, stderr)
		}
		for line := range strings.Lines(stdout) {
			if flag == "--help" && len(line) > 101 {
				t.Errorf("line of %d characters: %s", len(line), line)
			}
		}
	}
}

func TestDocs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if code, _, stderr := run(dir, "", "docs", "-o", "ref"); code != 0 {
		t.Fatal(stderr)
	}
	for _, d := range optmain.DefaultConfig().Dialects {
		text, err := os.ReadFile(filepath.Join(dir, "ref", d.Name+".md"))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, o := range d.Definitions().Ops {
			if !strings.Contains(string(text), "### `"+o.Name()+"`") {
				t.Errorf("%s.md says nothing about %s", d.Name, o.Name())
			}
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "ref", "passes.md")); err != nil || !strings.Contains(string(text), "## `cse`") {
		t.Error(string(text), err)
	}
}

func TestTestCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "// RUN: optc %s --cse | FileCheck %s\n// CHECK: func.func private @f\nfunc.func private @f()\n"
	if err := os.WriteFile(filepath.Join(dir, "a.mlir"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr := run("", "", "test", dir); code != 0 {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}

// Parts begin after the marker, wherever it is; the module around a part is located at
// the beginning of the part.
func TestSplitInput(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, input, modules, stderr string
		code                         int
	}{
		{name: "parts", input: "// a\n// -----\n// -----  \n// b\n", modules: `"<stdin>":0:0 "<stdin>":2:9 "<stdin>":3:9`,
			code: 0},
		{name: "a marker behind text", input: "module {} // -----\n", modules: `"<stdin>":1:1 "<stdin>":1:19`, code: 0},
		{name: "a longer marker", input: "module {}\n// ------\n", modules: `"<stdin>":1:1`,
			stderr: "<stdin>:2:9: error: expected operation name in quotes\n// ------\n        ^\n", code: 1},
		{name: "a shorter marker", input: "module {}\n// ---\n", modules: `"<stdin>":1:1`,
			stderr: "<stdin>:2:7: warning: near miss with file split marker\n// ---\n      ^\n", code: 0},
		{name: "a marker at the end", input: "module {}\n// -----", modules: `"<stdin>":1:1`,
			stderr: "<stdin>:2:7: warning: near miss with file split marker\n// -----\n      ^\n", code: 0},
		{name: "a marker at the beginning", input: "// -----\n",
			stderr: "<stdin>:1:7: error: expected operation name in quotes\n// -----\n      ^\n", code: 1},
		{name: "nothing", code: 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			code, stdout, stderr := run("", c.input, "--split-input-file", "--mlir-print-debuginfo")
			if got := strings.Join(regexp.MustCompile(`"<stdin>":\d+:\d+`).FindAllString(stdout, -1), " "); got != c.modules {
				t.Errorf("modules are at %s, want %s", got, c.modules)
			}
			if stderr != c.stderr || code != c.code {
				t.Errorf("exit code %d, standard error\n%s\nwant %d and\n%s", code, stderr, c.code, c.stderr)
			}
		})
	}
}

// The operation of a message is printed separately, according to the flags.
func TestShownOperation(t *testing.T) {
	t.Parallel()
	input := "func.func @f() {\n  \"func.return\"() ({ \"a.b\"() : () -> () }) : () -> ()\n}\n"
	for flags, want := range map[string]string{
		"":                                    "\n\"func.return\"() ({\n  \"a.b\"() : () -> ()\n}) : () -> ()\n",
		"--mlir-print-debuginfo":              "\n\"func.return\"() ({\n  \"a.b\"() : () -> () loc(\"<stdin>\":2:22)\n}) : () -> () loc(\"<stdin>\":2:3)\n",
		"--mlir-print-skip-regions":           "\"func.return\"() ({...}) : () -> ()\n",
		"--mlir-print-op-on-diagnostic=false": "",
	} {
		_, _, stderr := run("", input, append(strings.Fields(flags), "--allow-unregistered-dialect")...)
		_, shown, _ := strings.Cut(stderr, "see current operation: ")
		if shown != want {
			t.Errorf("with %q the operation is shown as %q, want %q", flags, shown, want)
		}
	}
}

// Resources of other tools in a file are preserved.
func TestExternalResourcesStay(t *testing.T) {
	t.Parallel()
	input := `"a.b"() {x = dense_resource<k> : tensor<1xi8>} : () -> ()
{-#
  dialect_resources: { builtin: { k: "0x0400000001" } },
  external_resources: { tool: { yes: true, "some key": "a \22text\22", blob: "0x08000000ab" }, other: { no: false }, tool: { last: "" } }
#-}`
	want := `module {
  "a.b"() {x = dense_resource<k> : tensor<1xi8>} : () -> ()
}

{-#
  dialect_resources: {
    builtin: {
      k: "0x0400000001"
    }
  },
  external_resources: {
    tool: {
      yes: true,
      "some key": "a \22text\22",
      blob: "0x08000000AB",
      last: ""
    },
    other: {
      no: false
    }
  }
#-}

`
	if code, stdout, stderr := run("", input, "--allow-unregistered-dialect", "--verify-roundtrip"); code != 0 || stdout != want {
		t.Errorf("exit code %d, got\n%s\n%s", code, stdout, stderr)
	}
}
