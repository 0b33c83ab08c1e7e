package lower_test

import (
	"os"
	"testing"

	"optc/diag"
	"optc/lower"
)

// TestWriteDir: a folder that holds something else is left alone, and one that
// cannot be written is reported.
func TestWriteDir(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/precious.txt", []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{lower.ManifestFile: []byte("{}")}
	if err := lower.WriteDir(dir, files, nil); diag.CodeOf(err) != "output-folder" {
		t.Errorf("got %v", err)
	}
	if err := lower.WriteDir(dir+"/precious.txt/out", files, nil); err == nil {
		t.Error("a folder inside of a file was written")
	}
	told := ""
	if err := lower.WriteDir(dir+"/sub/out", files, func(path string) { told = path }); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(told); told == "" || err == nil {
		t.Errorf("the temporary folder %q is left behind", told)
	}
	files["tile_0.bin"] = []byte{1}
	if err := lower.WriteDir(dir+"/sub/out", files, nil); err != nil {
		t.Error(err)
	}
	if data, err := os.ReadFile(dir + "/sub/out/tile_0.bin"); err != nil || len(data) != 1 {
		t.Errorf("the folder was not replaced: %v", err)
	}
}
