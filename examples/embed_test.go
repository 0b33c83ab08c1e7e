package examples_test

import (
	"cmp"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/testing/raced"
)

// The module in the folder embed uses optc as any other module would: it cannot import
// internal packages, and forbidden uses do not compile.
func TestEmbed(t *testing.T) {
	t.Parallel()
	args := []string{"test", "./..."}
	if raced.Enabled() {
		args = []string{"test", "-race", "./..."}
	}
	run(t, "embed", args...)
}

// run calls the go command in a folder, without the network, and returns its output.
func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOWORK=off", "GOFLAGS=-mod=readonly "+os.Getenv("GOFLAGS"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("go %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// The examples of all packages can be copied into another module: they compile on their
// own, and go vet reports nothing.
func TestExamplesInAnotherModule(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	copied := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "internal" || d.Name() == "embed" || strings.HasPrefix(d.Name(), ".")) {
			return cmp.Or(err, fs.SkipDir)
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "\nfunc Example") {
			copied++
			write(filepath.Join("p"+strings.ReplaceAll(strings.TrimPrefix(path, root), string(filepath.Separator), "_"), d.Name()), string(text))
		}
		return err
	})
	if err != nil || copied < 30 {
		t.Fatalf("found %d files, error %v", copied, err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		write(name, strings.Replace(string(text), "module optc\n", "module example.com/examples\n\nrequire optc v0.0.0\n\nreplace optc => "+root+"\n", 1))
	}
	run(t, dir, "vet", "./...")
}
