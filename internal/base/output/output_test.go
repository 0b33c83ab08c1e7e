package output

import (
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// write makes files below a folder.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// check compares the contents of a folder; folders in it count as empty.
func check(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range entries {
		text, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		got[e.Name()] = string(text)
	}
	if !maps.Equal(got, want) {
		t.Errorf("%s holds %v, want %v", dir, got, want)
	}
}

func mode(t *testing.T, name string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

func TestWriteFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, map[string]string{"old": "old", "usual": ""})
	old, link := filepath.Join(dir, "old"), filepath.Join(dir, "link")
	if err := os.Chmod(old, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("old", link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if m := mode(t, old); m != 0o640 {
		t.Errorf("the file has mode %v", m)
	}
	if m := mode(t, link); m.Type() != fs.ModeSymlink {
		t.Errorf("the link has mode %v", m)
	}

	// A link to a target that does not exist yet, and the default mode with the umask.
	fresh, to := filepath.Join(dir, "fresh"), filepath.Join(dir, "to")
	if err := os.Symlink("fresh", to); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(to, []byte("fresh")); err != nil {
		t.Fatal(err)
	}
	usual, err := os.OpenFile(filepath.Join(dir, "made"), os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	usual.Close()
	if got, want := mode(t, fresh), mode(t, usual.Name()); got != want {
		t.Errorf("a new file has mode %v, want %v", got, want)
	}

	// A write that fails or is given up changes nothing.
	f, err := Create(old)
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte("half"))
	if err := f.Finish(false); err != nil {
		t.Error(err)
	}
	if err := WriteFile(filepath.Join(dir, "none", "x"), nil); err == nil {
		t.Error("a file in a folder that does not exist was written")
	}
	if err := WriteFile(os.DevNull, []byte("text")); err != nil {
		t.Error(err)
	}
	check(t, dir, map[string]string{"old": "new", "link": "new", "usual": "", "fresh": "fresh", "to": "fresh", "made": ""})
}

func TestWriteFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := func(s string) map[string]string { return map[string]string{"a": s, "last": s} }
	files := func(s string) map[string]io.WriterTo { return map[string]io.WriterTo{"a": Bytes(s), "last": Bytes(s)} }
	out, link := filepath.Join(dir, "sub", "out"), filepath.Join(dir, "link")
	if err := WriteFolder(out, files("first"), "last", 0); err != nil {
		t.Fatal(err)
	}
	check(t, out, want("first"))

	write(t, out, map[string]string{"of the first": ""})
	if err := os.Chmod(out, 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(out, link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFolder(link+"/", files("second"), "last", 0); err != nil {
		t.Fatal(err)
	}
	check(t, out, want("second"))
	if m := mode(t, out); m.Perm() != 0o750 {
		t.Errorf("the folder has mode %v", m)
	}
	if m := mode(t, link); m.Type() != fs.ModeSymlink {
		t.Errorf("the link has mode %v", m)
	}
	check(t, filepath.Join(dir, "sub"), map[string]string{"out": ""})

	if err := WriteFolder(filepath.Join(out, "a", "b"), files("x"), "last", 0); err == nil {
		t.Error("a folder in a file was written")
	}
}

// TestTwoWriters: when two processes write the same folder at the same time, each either
// writes it completely or reports why not, and no temporary files remain.
func TestTwoWriters(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	var writers sync.WaitGroup
	for n := range 4 {
		writers.Go(func() {
			text := Bytes{byte('a' + n)}
			for range 50 {
				if err := WriteFolder(out, map[string]io.WriterTo{"x": text, "y": text, "last": text}, "last", 0); err != nil {
					t.Logf("writer %d: %v", n, err) // may lose, but not mix
				}
			}
		})
	}
	writers.Wait()
	text, err := os.ReadFile(filepath.Join(out, "x"))
	if err != nil {
		t.Fatal(err)
	}
	check(t, out, map[string]string{"x": string(text), "y": string(text), "last": string(text)})
	check(t, dir, map[string]string{"out": ""})
}

// TestWorkingFolder: the working directory remains the same folder.
func TestWorkingFolder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	before, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"first", "second"} {
		if err := WriteFolder(".", map[string]io.WriterTo{s: Bytes(nil), "last": Bytes(s)}, "last", 0); err != nil {
			t.Fatal(err)
		}
		check(t, dir, map[string]string{s: "", "last": s})
	}
	if after, err := os.Stat(dir); err != nil || !os.SameFile(before, after) {
		t.Errorf("the working directory is another folder (%v)", err)
	}
}

// TestWriteFiles: several files appear, or none does.
func TestWriteFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, map[string]string{"a": "old"})
	content := func(names ...string) map[string][]byte {
		files := map[string][]byte{}
		for _, n := range names {
			files[filepath.Join(dir, n)] = []byte("new " + n)
		}
		return files
	}
	if failed, err := WriteFiles(content("a", "b")); err != nil {
		t.Fatal(failed, err)
	}
	check(t, dir, map[string]string{"a": "new a", "b": "new b"})
	if err := os.Mkdir(filepath.Join(dir, "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{"a": "old"})
	for _, bad := range []string{"x", "missing/y"} {
		if failed, err := WriteFiles(content("a", "c", bad)); err == nil || failed != filepath.Join(dir, bad) {
			t.Errorf("%s: %s, %v", bad, failed, err)
		}
		check(t, dir, map[string]string{"a": "old", "b": "new b", "x": ""})
	}
}
