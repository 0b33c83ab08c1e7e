package lower

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/ir"
)

// Names of the files of a built program.
const (
	ManifestFile  = "images.json"
	ProgramFile   = "program.mlir"
	MemoryMapFile = "memory_map.txt"
	TextFile      = "images.txt"
)

// FileOptions say how images are written.
type FileOptions struct {
	Text bool // images.txt as well, the images as text
	Full bool // binary files cover the whole memory of a tile
}

// Files renders a built program as files by name: the manifest, the lowered
// module, the memory map, and the images of the tiles (spec poplar 8.4).
func Files(t *poplar.Target, module *ir.Operation, images *poplar.Images, o FileOptions) (map[string][]byte, error) {
	files := map[string][]byte{
		ManifestFile: images.Manifest.JSON(),
		ProgramFile:  ir.Print(module, ir.PrintOptions{}),
	}
	var text bytes.Buffer
	if err := WriteMemoryMap(&text, t, &images.Manifest); err != nil {
		return nil, err
	}
	files[MemoryMapFile] = text.Bytes()
	if o.Text {
		var b bytes.Buffer
		if err := WriteText(&b, images); err != nil {
			return nil, err
		}
		files[TextFile] = b.Bytes()
	}
	for _, im := range images.Tiles {
		files[tileFile(im.Tile)] = AppendBinary(nil, t, im, o.Full)
	}
	return files, nil
}

func tileFile(tile int) string { return fmt.Sprintf("tile_%d.bin", tile) }

// WriteDir writes files as a folder that appears whole or not at all. An existing
// folder is replaced if it is empty or holds a built program; anything else is
// left alone and refused. temporary, unless nil, is told the folder that is filled
// first, for whoever must remove it after an interrupt.
func WriteDir(dir string, files map[string][]byte, temporary func(path string)) error {
	if err := CheckDir(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+".*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp) // after the rename it holds what was there before
	if temporary != nil {
		temporary(temp)
	}
	fresh := filepath.Join(temp, "new")
	if err := os.Mkdir(fresh, 0o755); err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(fresh, name), data, 0o644); err != nil {
			return err
		}
	}
	old := filepath.Join(temp, "old")
	if err := os.Rename(dir, old); err != nil && !os.IsNotExist(err) {
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		os.Rename(old, dir) // as it was; the first error counts
		return err
	}
	return nil
}

// CheckDir tells whether WriteDir may replace a folder. Error output-folder.
func CheckDir(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case os.IsNotExist(err):
		return nil
	case err != nil:
		return err
	case len(entries) == 0:
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, ManifestFile)); err != nil {
		return diag.Errorf("output-folder", "'%s' exists and holds no built program; choose another folder or remove it", dir)
	}
	return nil
}

// ReadDir loads a built program: its images and the text of its module. Only the
// bytes that the manifest's allocations cover with content are loaded.
func ReadDir(dir fs.FS) (images *poplar.Images, module string, err error) {
	data, err := fs.ReadFile(dir, ManifestFile)
	if err != nil {
		return nil, "", diag.Errorf("no-program", "there is no built program here: %v", err)
	}
	images = &poplar.Images{}
	if err := json.Unmarshal(data, &images.Manifest); err != nil {
		return nil, "", diag.Errorf("manifest", "%s is damaged: %v", ManifestFile, err)
	}
	if f := images.Manifest.Format; f != poplar.ManifestFormat {
		return nil, "", diag.Errorf("manifest", "expected format '%s' in %s, but got '%s'", poplar.ManifestFormat, ManifestFile, f)
	}
	text, err := fs.ReadFile(dir, ProgramFile)
	if err != nil {
		return nil, "", err
	}
	if err := readTiles(dir, images); err != nil {
		return nil, "", err
	}
	return images, string(text), nil
}

// readTiles reads the images. Their exact extents are in the text form; a binary
// file is cut at the allocations that are written before the program runs.
func readTiles(dir fs.FS, images *poplar.Images) error {
	base := images.Manifest.Target.MemBase
	for _, t := range images.Manifest.Tiles {
		data, err := fs.ReadFile(dir, tileFile(t.Tile))
		if err != nil {
			if strings.Contains(err.Error(), "file does not exist") && !anyWritten(t) {
				continue
			}
			return err
		}
		var chunks []poplar.Chunk
		for _, a := range t.Allocs {
			if !a.Written || a.Size == 0 {
				continue
			}
			lo, hi := a.Addr-base, a.Addr-base+a.Size
			if a.Addr < base || hi > uint64(len(data)) {
				return diag.Errorf("image-size", "%s has %d bytes, but '%s' ends at %d", tileFile(t.Tile), len(data), a.Name, hi)
			}
			chunks = append(chunks, poplar.Chunk{Addr: a.Addr, Bytes: data[lo:hi]})
		}
		if len(chunks) > 0 {
			images.Tiles = append(images.Tiles, poplar.NewTileImage(t.Tile, chunks))
		}
	}
	return nil
}

func anyWritten(t poplar.TileRecord) bool {
	for _, a := range t.Allocs {
		if a.Written && a.Size > 0 {
			return true
		}
	}
	return false
}
