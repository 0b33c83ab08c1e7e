package lower

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/ir"
	"optc/lower/poplar/image"
	"optc/lower/poplar/run"
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
// module, the memory map, and the images of the tiles.
func Files(t *target.Target, module *ir.Operation, images *image.Images, o FileOptions) (map[string][]byte, error) {
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

// ReadDir reads the manifest and the text of the module of a built program.
// Nothing is checked that needs the module, and the images are not read yet; Load
// does both. Errors no-program, manifest.
func ReadDir(dir fs.FS) (m *image.Manifest, module string, err error) {
	data, err := fs.ReadFile(dir, ManifestFile)
	if err != nil {
		return nil, "", diag.Errorf("no-program", "there is no built program: %s is missing or cannot be read", ManifestFile).Note("%v", err)
	}
	m = &image.Manifest{}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, "", diag.Errorf("manifest", "%s is damaged: %v", ManifestFile, err)
	}
	if f := m.Format; f != image.ManifestFormat {
		return nil, "", diag.Errorf("manifest", "expected format '%s' in %s, but got '%s'", image.ManifestFormat, ManifestFile, f)
	}
	text, err := fs.ReadFile(dir, ProgramFile)
	if err != nil {
		return nil, "", diag.Errorf("no-program", "the built program is not complete: %s is missing or cannot be read", ProgramFile).Note("%v", err)
	}
	return m, string(text), nil
}

// Load makes a program from what ReadDir returned, the parsed module, and the
// images in the folder, and checks that they fit together. Only the bytes that the
// manifest's allocations cover with content are loaded. The error is an
// *ir.Diagnostic where it is about the module, else it has the code manifest or
// image-size.
func Load(dir fs.FS, m *image.Manifest, module *ir.Operation) (*Program, error) {
	graph, d := onlyGraph(module)
	if d != nil {
		return nil, d
	}
	t, ok := poplar.TargetFor(graph)
	if !ok {
		return nil, module.Errorf("needs a module attribute %s", poplar.TargetAttrName)
	}
	if err := m.Check(&t); err != nil {
		return nil, err
	}
	codelets, d := Codelets(module)
	if d != nil {
		return nil, d
	}
	for _, s := range m.Symbols {
		if !slices.ContainsFunc(codelets, func(c *run.Codelet) bool { return c.Symbol == s.Symbol }) {
			return nil, diag.Errorf("manifest", "%s describes '%s', which %s does not define", ManifestFile, s.Symbol, ProgramFile)
		}
	}
	p := &Program{Target: t, Images: &image.Images{Manifest: *m}, Codelets: codelets}
	return p, readTiles(dir, p.Images)
}

// readTiles reads the images. Their exact extents are in the text form; a binary
// file is cut at the allocations that are written before the program runs.
func readTiles(dir fs.FS, images *image.Images) error {
	base := images.Manifest.Target.MemBase
	for _, t := range images.Manifest.Tiles {
		if !anyWritten(t) {
			continue
		}
		data, err := fs.ReadFile(dir, tileFile(t.Tile))
		if err != nil {
			return diag.Errorf("image-size", "%s is missing or cannot be read", tileFile(t.Tile)).Note("%v", err)
		}
		var chunks []image.Chunk
		for _, a := range t.Allocs {
			if !a.Written || a.Size == 0 {
				continue
			}
			lo, size := a.Addr-base, uint64(len(data))
			if a.Addr < base || lo > size || a.Size > size-lo {
				return diag.Errorf("image-size", "expected %s to hold %d bytes of '%s' from byte %d on, but it has %d bytes", tileFile(t.Tile), a.Size, a.Name, lo, size)
			}
			chunks = append(chunks, image.Chunk{Addr: a.Addr, Bytes: data[lo : lo+a.Size]})
		}
		if len(chunks) > 0 {
			images.Tiles = append(images.Tiles, image.NewTile(t.Tile, chunks))
		}
	}
	return nil
}

func anyWritten(t image.TileRecord) bool {
	for _, a := range t.Allocs {
		if a.Written && a.Size > 0 {
			return true
		}
	}
	return false
}
