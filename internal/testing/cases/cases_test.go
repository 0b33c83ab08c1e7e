package cases

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(Env, dir)
	if got := string(Open(t, "a.json")); got != "{}" {
		t.Errorf("Open(a.json) = %q, want {}", got)
	}

	var skipped bool
	t.Run("missing", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		Open(t, "b.json")
	})
	if !skipped {
		t.Error("a missing case file did not skip its test")
	}
}

func TestDir(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	if got := filepath.Join(root, "internal", "testing", "cases", "cases_test.go"); !exists(got) {
		t.Errorf("module root %s does not hold this file", root)
	}
	for env, want := range map[string]string{
		"":           filepath.Join(root, "..", "shared", "data"),
		"some/where": filepath.Join(root, "some", "where"),
		root:         root,
	} {
		t.Setenv(Env, env)
		if got, err := Dir(); err != nil || got != want {
			t.Errorf("%s=%q: Dir() = %q, %v; want %q", Env, env, got, err, want)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
