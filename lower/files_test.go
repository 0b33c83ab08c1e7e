package lower_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/diag"
	"optc/internal/base/output"
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

	// A file that WriteDir did not write is kept, and so is the program in the same folder.
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

// TestCheckDir: a folder is replaced only if every entry of it is a file of the program that
// its manifest describes.
func TestCheckDir(t *testing.T) {
	t.Parallel()
	const manifest = `{"format": "f/1", "note": "\"tile\": 8, [{", "target": {"width": {"f16": 4}}, "tiles": [
		{"tile": 7, "name": "a{", "allocs": [{"tile": 5}]}, {"tile" : 17}], "list": [[{"tile": 6}]], "chips": [{"chip": 0}]}`
	for _, test := range []struct {
		name, manifest string
		files          []string
		refused        string
	}{
		{name: "files of units", manifest: manifest, files: []string{"tile_7.bin", "tile_17.elf", "chip_0.bin", lower.ProgramFile, lower.MemoryMapFile, lower.TextFile}},
		{name: "unit in a text", manifest: manifest, files: []string{"tile_8.bin"}, refused: "tile_8.bin"},
		{name: "member that is not of a unit", manifest: manifest, files: []string{"tile_7.bin", "tile_5.bin"}, refused: "tile_5.bin"},
		{name: "list in a list", manifest: manifest, files: []string{"tile_6.bin"}, refused: "tile_6.bin"},
		{name: "member of the target", manifest: manifest, files: []string{"f16_4.bin"}, refused: "f16_4.bin"},
		{name: "beginning of a number", manifest: manifest, files: []string{"tile_1.bin"}, refused: "tile_1.bin"},
		{name: "without end", manifest: manifest, files: []string{"tile_7"}, refused: "tile_7"},
		{name: "another file", manifest: manifest, files: []string{"notes.txt"}, refused: "notes.txt"},
		{name: "no format", manifest: `{"tiles": [{"tile": 7}]}`, files: []string{"tile_7.bin"}, refused: "holds no built program"},
		{name: "format of a member", manifest: `{"tiles": [{"tile": 7, "format": 1}]}`, files: []string{"tile_7.bin"}, refused: "holds no built program"},
		{name: "the last unit, then no JSON", manifest: manifest[:strings.Index(manifest, "\"allocs")], files: []string{"tile_7.bin"}},
		{name: "a text that does not end", manifest: `{"format": "f/1", "tiles": [{"tile": 7`, files: []string{"tile_8.bin"}, refused: "holds no built program"},
		{name: "a string that does not end", manifest: `{"format": "f/1", "tiles": "a\`, files: nil, refused: "holds no built program"},
		{name: "brackets of two kinds", manifest: `{"format": "f/1", "tiles": [}]`, files: nil, refused: "holds no built program"},
		{name: "not JSON", manifest: manifest[:40], files: []string{"tile_7.bin"}, refused: "holds no built program"},
	} {
		dir := t.TempDir()
		for _, name := range append(test.files, lower.ManifestFile) {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(test.manifest), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		err := lower.CheckDir(dir)
		if got := fmt.Sprint(err); (err == nil) != (test.refused == "") || err != nil && !strings.Contains(got, test.refused) {
			t.Errorf("%s: got %s, want %q", test.name, got, test.refused)
		}
	}
}
