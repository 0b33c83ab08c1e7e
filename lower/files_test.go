package lower_test

import (
	"io"
	"os"
	"testing"

	"optc/diag"
	"optc/internal/output"
	"optc/lower"
)

// TestWriteDir: a folder with other contents is kept, and a folder that cannot be written
// is reported.
func TestWriteDir(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/precious.txt", []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	files := map[string]io.WriterTo{lower.ManifestFile: output.Bytes(`{"format": "toy", "tiles": [{"tile": 0}]}`)}
	if err := lower.WriteDir(dir, files, 0); diag.CodeOf(err) != "output-folder" {
		t.Errorf("got %v", err)
	}
	if err := lower.WriteDir(dir+"/precious.txt/out", files, 0); err == nil {
		t.Error("a folder inside of a file was written")
	}
	if err := lower.WriteDir(dir+"/sub/out", files, 0); err != nil {
		t.Error(err)
	}
	files["tile_0.bin"] = output.Bytes{1}
	if err := lower.WriteDir(dir+"/sub/out", files, 0); err != nil {
		t.Error(err)
	}
	if data, err := os.ReadFile(dir + "/sub/out/tile_0.bin"); err != nil || len(data) != 1 {
		t.Errorf("the folder was not replaced: %v", err)
	}

	// A file that was not written by WriteDir is kept, and so is the program beside it.
	if err := os.WriteFile(dir+"/sub/out/notes.txt", []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	files["tile_0.bin"] = output.Bytes{1, 2}
	if err := lower.WriteDir(dir+"/sub/out", files, 0); diag.CodeOf(err) != "output-folder" {
		t.Errorf("got %v", err)
	}
	for name, want := range map[string]string{"notes.txt": "mine", "tile_0.bin": "\x01"} {
		if data, err := os.ReadFile(dir + "/sub/out/" + name); string(data) != want {
			t.Errorf("%s holds %q (%v)", name, data, err)
		}
	}
}
