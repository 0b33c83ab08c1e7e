package optmain_test

import (
	"errors"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/optmain"
)

// isCommand is set in the environment if the test program is to act as optc.
const isCommand = "OPTC_TEST_IS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(isCommand) != "" {
		os.Exit(optmain.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// content returns the files below a folder.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		files[rel] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// example copies an example into a folder.
func example(t *testing.T, dir, name string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "examples", name))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestDepfile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	example(t, dir, "paged_gather.mlir")
	for name, text := range map[string]string{
		"a b.mlir":  "module {}\n",
		"inc/c.hpp": "#include <poplar/Vertex.hpp>\nusing namespace poplar;\n",
		"v.cpp":     "#include \"c.hpp\"\nclass V : public Vertex {\npublic:\n  Input<float> x;\n  bool compute();\n};\n",
	} {
		if err := os.MkdirAll(filepath.Join(dir, "inc"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"a b.mlir", "-o", "o#.mlir"}, `o\#.mlir: a\ b.mlir`},
		{[]string{"build", "--target=ipu2", "-o", "out/", "paged_gather.mlir"}, "out/images.json: paged_gather.mlir"},
		{[]string{"export", "--target=ipu1", "-o", "c", "paged_gather.mlir"}, "c/classes.cpp c/classes_ipu1.h: paged_gather.mlir"},
		{[]string{"import", "-I", "inc", "-o", "v.mlir", "v.cpp"}, "v.mlir: v.cpp inc/c.hpp"},
	} {
		t.Run(c.args[0], func(t *testing.T) {
			code, _, stderr := run(dir, "", append(c.args, "--depfile=x.d")...)
			if code != 0 {
				t.Fatal(stderr)
			}
			got, err := os.ReadFile(filepath.Join(dir, "x.d"))
			if err != nil || !strings.HasPrefix(string(got), c.want) || strings.Count(string(got), "\n") != 1 {
				t.Errorf("got %q, want %q, %v", got, c.want, err)
			}
		})
	}
	if code, _, stderr := run(dir, "", "a b.mlir", "--depfile=y.d"); code != 1 || !strings.Contains(stderr, "flag '--depfile' needs '-o'") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestOutputsDependOnInputsAlone builds in two folders and compares all bytes.
func TestOutputsDependOnInputsAlone(t *testing.T) {
	t.Parallel()
	commands := [][]string{
		{"build", "--target=ipu2", "--text", "--elf", "--depfile=a.d", "-o", "a", "paged_gather.mlir"},
		{"build", "--target=toy4k", "-o", "b", "bias_relu.mlir"},
		{"export", "--target=ipu1", "-o", "c", "paged_gather.mlir"},
		{"paged_gather.mlir", "--mlir-print-debuginfo", "-o", "d.mlir", "--depfile=d.d"},
		{"paged_gather.mlir", "--emit-bytecode", "-o", "e.mlirbc"},
		{"paged_gather.mlir", "--poplar-set-target=arch=ipu2", "--tile", "--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=f", "--mlir-generate-reproducer=f.mlir", "-o", "g.mlir"},
	}
	var built []map[string]string
	for _, folder := range []string{"one", "another folder"} {
		dir := filepath.Join(t.TempDir(), folder)
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		example(t, dir, "paged_gather.mlir")
		example(t, dir, "okk/bias_relu.mlir")
		for _, args := range commands {
			if code, _, stderr := run(dir, "", args...); code != 0 {
				t.Fatalf("%v\n%s", args, stderr)
			}
		}
		built = append(built, content(t, dir))
	}
	names := slices.Sorted(maps.Keys(built[0]))
	if diff := cmp.Diff(names, slices.Sorted(maps.Keys(built[1]))); diff != "" || len(names) < 20 {
		t.Fatalf("%d files (-one +another):\n%s", len(names), diff)
	}
	for _, name := range names {
		if built[0][name] != built[1][name] {
			t.Errorf("%s differs", name)
		}
	}
}

var withBazel = flag.Bool("bazel", false, "build the example for Bazel, which takes half a minute")

// TestBazel builds the example for Bazel, if Bazel is installed.
func TestBazel(t *testing.T) {
	t.Parallel()
	if !*withBazel {
		t.Skip("runs with -bazel")
	}
	bazel, err := exec.LookPath("bazel")
	if err != nil {
		t.Skip("Bazel is not installed")
	}
	dir := t.TempDir()
	optc := filepath.Join(dir, "tools", "optc")
	if out, err := exec.Command("go", "build", "-o", optc, "optc/cmd/optc").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	example(t, dir, "bazel/optc.bzl")
	example(t, dir, "bazel/BUILD.bazel")
	example(t, dir, "paged_gather.mlir")
	appendTo(t, filepath.Join(dir, "BUILD.bazel"), "filegroup(name = \"optc\", srcs = [\"tools/optc\"])\n")
	appendTo(t, filepath.Join(dir, "WORKSPACE"), "")
	root := "--output_user_root=" + t.TempDir()
	command := func(args ...string) string {
		cmd := exec.Command(bazel, append([]string{root}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	defer func() {
		command("clean", "--expunge") // the cache is read-only, also for the test
	}()
	const built = "paged_gather: ipu2, 1 vertex in 1 tile"
	if out := command("build", "//:paged_gather"); !strings.Contains(out, built) {
		t.Errorf("first: %s", out)
	}
	if _, err := os.Stat(filepath.Join(dir, "bazel-bin", "paged_gather", "images.json")); err != nil {
		t.Error(err)
	}
	if out := command("build", "//:paged_gather"); strings.Contains(out, built) {
		t.Errorf("second: %s", out)
	}
	appendTo(t, filepath.Join(dir, "paged_gather.mlir"), "// changed\n")
	if out := command("build", "//:paged_gather"); !strings.Contains(out, built) {
		t.Errorf("third: %s", out)
	}
}

// appendTo appends a text to a file, and creates the file if there is none.
func appendTo(t *testing.T, file, text string) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err == nil {
		_, err = f.WriteString(text)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestNinja builds the example for ninja, if it is installed: a second build does
// nothing, and after a change only dependent files are built.
func TestNinja(t *testing.T) {
	t.Parallel()
	ninja, err := exec.LookPath("ninja")
	if err != nil {
		t.Skip("ninja is not installed")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "optc")); err != nil {
		t.Skip(err)
	}
	example(t, dir, "ninja/build.ninja")
	example(t, dir, "paged_gather.mlir")
	build := func() string {
		cmd := exec.Command(ninja, "-v")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), isCommand+"=1", "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	if out := build(); !strings.Contains(out, "optc build") {
		t.Errorf("first: %s", out)
	}
	if out := build(); !strings.Contains(out, "no work to do") {
		t.Errorf("second: %s", out)
	}
	appendTo(t, filepath.Join(dir, "paged_gather.mlir"), "// changed\n")
	if out := build(); !strings.Contains(out, "optc build") {
		t.Errorf("third: %s", out)
	}
}
