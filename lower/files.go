package lower

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"optc/diag"
	"optc/internal/output"
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
	Text  bool            // images.txt as well, the images as text
	ELF   bool            // an object per unit as well, see Unit.ELF
	Full  bool            // binary files cover whole units of memory
	Print ir.PrintOptions // of the module
}

// Files renders a built program as files by name: the manifest, the lowered module,
// the memory map, and the images of the units in which something is written.
func (p *Program) Files(module *ir.Operation, o FileOptions) (map[string][]byte, error) {
	files := map[string][]byte{
		ManifestFile: p.Manifest(),
		ProgramFile:  ir.Print(module, o.Print),
	}
	var text bytes.Buffer
	if err := WriteMemoryMap(&text, p); err != nil {
		return nil, err
	}
	files[MemoryMapFile] = text.Bytes()
	if o.Text {
		var b bytes.Buffer
		if err := WriteText(&b, p); err != nil {
			return nil, err
		}
		files[TextFile] = b.Bytes()
	}
	for _, u := range p.Units {
		if len(u.Chunks) > 0 {
			files[u.file()] = u.AppendBinary(nil, o.Full)
		}
		if o.ELF {
			object, err := u.ELF()
			if err != nil {
				return nil, err
			}
			files[u.name()+".elf"] = object
		}
	}
	return files, nil
}

// name begins the names of the files of a unit.
func (u *Unit) name() string { return fmt.Sprintf("%s_%d", u.Memory.Unit.One, u.Number) }

func (u *Unit) file() string { return u.name() + ".bin" }

// WriteDir writes files as a folder that appears whole or not at all (output.WriteFolder).
// An existing folder is replaced if it is empty or holds a built program and nothing
// else; anything else is left alone and refused. Error output-folder.
func WriteDir(dir string, files map[string][]byte) error {
	if err := CheckDir(dir); err != nil {
		return err
	}
	return output.WriteFolder(dir, files, ManifestFile)
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
	written := writtenFiles(dir)
	if written == nil {
		return diag.Errorf("output-folder", "'%s' exists and holds no built program; choose another folder or remove it", dir)
	}
	for _, e := range entries {
		if !written[e.Name()] || !e.Type().IsRegular() {
			return diag.Errorf("output-folder", "'%s' holds '%s', which belongs to no built program; choose another folder or move it away", dir, e.Name())
		}
	}
	return nil
}

// writtenFiles returns the names that a built program in a folder may use, according
// to its manifest; nil if there is none.
func writtenFiles(dir string) map[string]bool {
	data, err := os.ReadFile(filepath.Join(dir, ManifestFile))
	var members map[string]json.RawMessage
	if err != nil || json.Unmarshal(data, &members) != nil || members["format"] == nil {
		return nil
	}
	names := map[string]bool{ManifestFile: true, ProgramFile: true, MemoryMapFile: true, TextFile: true}
	for _, member := range members {
		var units []map[string]json.RawMessage
		if json.Unmarshal(member, &units) != nil {
			continue
		}
		for _, u := range units { // {"tile": 7, …} is in tile_7.bin
			for memory, number := range u {
				names[fmt.Sprintf("%s_%s.bin", memory, number)] = true
				names[fmt.Sprintf("%s_%s.elf", memory, number)] = true
			}
		}
	}
	return names
}

// Folder is a built program on disk.
type Folder struct {
	Module string // text of the lowered module

	dir      fs.FS
	manifest []byte
}

// Open reads the manifest and the text of the module of a built program. Nothing is
// checked that needs the module; Program does that. Errors no-program, manifest.
func Open(dir fs.FS) (*Folder, error) {
	manifest, err := fs.ReadFile(dir, ManifestFile)
	if err != nil {
		return nil, diag.Errorf("no-program", "there is no built program: %s is missing or cannot be read", ManifestFile).Note("%v", err)
	}
	var any struct{}
	if err := json.Unmarshal(manifest, &any); err != nil {
		return nil, diag.Errorf("manifest", "%s is damaged: %v", ManifestFile, err)
	}
	text, err := fs.ReadFile(dir, ProgramFile)
	if err != nil {
		return nil, diag.Errorf("no-program", "the built program is not complete: %s is missing or cannot be read", ProgramFile).Note("%v", err)
	}
	return &Folder{Module: string(text), dir: dir, manifest: manifest}, nil
}

// Program returns the program of the parsed module, which must be what the manifest
// and the images describe. The error is an *ir.Diagnostic where it is about the
// module, else it has the code manifest, image-size or image-bytes.
func (f *Folder) Program(kinds []*Kind, module *ir.Operation) (*Program, error) {
	kind, op, err := Only(kinds, module)
	if err != nil {
		return nil, err
	}
	var header struct{ Format string }
	if err := json.Unmarshal(f.manifest, &header); err != nil || header.Format != kind.Format() {
		return nil, diag.Errorf("manifest", "expected format '%s' in %s, but got '%s'", kind.Format(), ManifestFile, header.Format)
	}
	p, err := kind.Build(op)
	if err != nil {
		return nil, err
	}
	if d := difference(p.Manifest(), f.manifest); d != "" {
		return nil, diag.Errorf("manifest", "%s does not describe %s: %s", ManifestFile, ProgramFile, d)
	}
	for _, u := range p.Units {
		if err := f.check(u); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// check compares the image of a unit, which may be a full one, with what it must hold.
func (f *Folder) check(u *Unit) error {
	if len(u.Chunks) == 0 {
		return nil
	}
	got, err := fs.ReadFile(f.dir, u.file())
	if err != nil {
		return diag.Errorf("image-size", "%s is missing or cannot be read", u.file()).Note("%v", err)
	}
	want := u.AppendBinary(nil, uint64(len(got)) == u.Memory.Size)
	if len(got) != len(want) {
		return diag.Errorf("image-size", "expected %s to have %d bytes, or %d if it is full, but got %d", u.file(), len(want), u.Memory.Size, len(got))
	}
	if bytes.Equal(got, want) {
		return nil
	}
	at := 0
	for got[at] == want[at] {
		at++
	}
	return diag.Errorf("image-bytes", "expected byte %d of %s to be %#02x as in %s, but got %#02x", at, u.file(), want[at], ProgramFile, got[at])
}
