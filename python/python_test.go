// Package python_test tests the Python package with the interpreters that are installed.
package python_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"optc/optmain"
)

// asCommand makes the program of the tests the command.
const asCommand = "OPTC_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		os.Exit(optmain.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// python returns a command that runs an interpreter with this program as optc.
func python(t *testing.T, interpreter string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(interpreter, args...)
	cmd.Env = append(os.Environ(), asCommand+"=1", "OPTC="+self, "PYTHONDONTWRITEBYTECODE=1")
	return cmd
}

// interpreters are the Python interpreters that are installed, with NumPy and without it.
func interpreters(t *testing.T) (list []string) {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		path, err := exec.LookPath(name)
		if err == nil && (len(list) == 0 || list[0] != path) {
			list = append(list, path)
		}
	}
	if len(list) == 0 {
		t.Skip("skipped: python3 is not installed")
	}
	return list
}

// TestPackage runs the tests of the package.
func TestPackage(t *testing.T) {
	t.Parallel()
	for _, name := range interpreters(t) {
		if out, err := python(t, name, "-m", "unittest", "discover", "-s", "tests").CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// TestPage executes the sessions on the page of the package.
func TestPage(t *testing.T) {
	t.Parallel()
	const run = `import sys, doctest
sys.path.insert(0, ".")
sys.exit(doctest.testfile("../docs/service.md", module_relative=False, optionflags=doctest.ELLIPSIS).failed)`
	cmd := python(t, interpreters(t)[0], "-c", run)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestWheel builds the wheel, installs it in a fresh environment, and runs the tests there.
func TestWheel(t *testing.T) {
	t.Parallel()
	name := ""
	for _, each := range interpreters(t) {
		if exec.Command(each, "-c", "import venv, ensurepip").Run() == nil {
			name = each
		}
	}
	if name == "" {
		t.Skip("skipped: the module venv is not installed")
	}
	dir := t.TempDir()
	out, err := python(t, name, "backend.py", dir).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	wheel := strings.TrimSpace(string(out))
	env := filepath.Join(dir, "env")
	for _, args := range [][]string{{name, "-m", "venv", env}, {filepath.Join(env, "bin", "python"), "-m", "pip", "install", "--quiet", "--no-index", wheel}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	tests, err := filepath.Abs("tests")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(env, "bin", "python"), "-m", "unittest", "discover", "-s", tests)
	cmd.Dir = dir // the package in the current folder would hide the installed one
	cmd.Env = append(os.Environ(), asCommand+"=1", "OPTC_INSTALLED=1", "PYTHONDONTWRITEBYTECODE=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
