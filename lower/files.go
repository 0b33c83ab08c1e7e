package lower

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

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

// FileOptions are the settings for writing images.
type FileOptions struct {
	Text  bool            // also images.txt, the images as text
	ELF   bool            // an object per unit as well, see Unit.ELF
	Full  bool            // binary files cover whole units of memory
	Print ir.PrintOptions // of the module
}

// Files renders a built program as files by name: the manifest, the lowered module, the
// memory map, and the images of the units with written bytes, which are generated from
// the values of the program when they are written.
func (p *Program) Files(module *ir.Operation, o FileOptions) (map[string]io.WriterTo, error) {
	text, inImages := p.text(module, o)
	files := map[string]io.WriterTo{ProgramFile: output.Bytes(text)}
	var b bytes.Buffer
	if err := WriteMemoryMap(&b, p); err != nil {
		return nil, err
	}
	files[MemoryMapFile] = output.Bytes(b.Bytes())
	if o.Text {
		files[TextFile] = made(func(w io.Writer) error { return WriteText(w, p) })
	}
	listed := slices.Sorted(maps.Keys(files))
	for _, u := range p.Units {
		if len(u.Chunks) > 0 {
			files[u.file()] = u.Image(o.Full)
			if inImages[place{u.Memory, u.Number}] { // Program compares the other images byte by byte
				listed = append(listed, u.file())
			}
		}
		if o.ELF {
			name := u.name() + ".elf"
			files[name] = made(u.WriteELF)
			listed = append(listed, name)
		}
	}
	var list []digest
	for _, name := range listed {
		d, err := digestOf(name, files[name])
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	files[ManifestFile] = output.Bytes(p.manifest(list))
	return files, nil
}

// made is the content of a file that is generated each time it is written, and takes no
// memory before and after that.
type made func(io.Writer) error

// WriteTo writes the content.
func (m made) WriteTo(w io.Writer) (int64, error) {
	c := counter{w: bufio.NewWriterSize(w, 1<<16)}
	err := m(&c)
	return c.n, cmp.Or(err, c.w.Flush())
}

// counter counts the bytes that are written.
type counter struct {
	w *bufio.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// text prints the module without the large values that the images hold, and returns which
// units hold them.
func (p *Program) text(module *ir.Operation, o FileOptions) (text []byte, inImages map[place]bool) {
	putBack, inImages := takeOut(p.Values)
	defer putBack()
	return ir.Print(module, o.Print), inImages
}

// A digest shows whether a file of a built program has been changed.
type digest struct {
	Name  string `json:"file"`
	Size  int64  `json:"size"`  // bytes
	CRC32 string `json:"crc32"` // IEEE, 8 hexadecimal digits
}

func digestOf(name string, content io.WriterTo) (digest, error) {
	sum := crc32.NewIEEE()
	size, err := content.WriteTo(sum)
	return digest{name, size, fmt.Sprintf("%08x", sum.Sum32())}, err
}

// name begins the names of the files of a unit.
func (u *Unit) name() string { return fmt.Sprintf("%s_%d", u.Memory.Unit.One, u.Number) }

func (u *Unit) file() string { return u.name() + ".bin" }

// WriteDir writes files as a folder that appears either completely or not at all
// (output.WriteFolder). An existing folder is replaced if it is empty or contains only a
// built program; any other folder is kept and refused. It uses the given number of
// threads; 0 means the number of processors. The error code is output-folder.
func WriteDir(dir string, files map[string]io.WriterTo, threads int) error {
	if err := CheckDir(dir); err != nil {
		return err
	}
	return output.WriteFolder(dir, files, ManifestFile, threads)
}

// CheckDir returns an error if WriteDir must not replace a folder. The error code is
// output-folder.
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

// writtenFiles returns the names that a built program in a folder may use, according to
// its manifest; nil if there is none.
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

	dir        fs.FS
	manifest   []byte
	files      []digest // the files listed in the manifest
	unverified bool
}

// Open reads the manifest and the text of the module of a built program, and compares its
// files with the digests in the manifest; Program compares the rest. An unverified folder
// may have been edited: neither files nor images are compared, and Program follows from
// the module alone. The error codes are no-program, manifest and edited.
func Open(dir fs.FS, unverified bool) (*Folder, error) {
	manifest, err := fs.ReadFile(dir, ManifestFile)
	if err != nil {
		e := diag.Errorf("no-program", "expected the folder of a built program, but it has no %s", ManifestFile)
		if !errors.Is(err, fs.ErrNotExist) {
			e.Note("%v", err)
		}
		return nil, e
	}
	var listed struct{ Files []digest }
	err = json.Unmarshal(manifest, &listed)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return nil, diag.Errorf("manifest", "%s is damaged: it holds a %s where it must not", ManifestFile, wrong.Value)
	}
	if err != nil {
		return nil, diag.Errorf("manifest", "%s is damaged: %v", ManifestFile, err)
	}
	text, err := fs.ReadFile(dir, ProgramFile)
	if err != nil {
		return nil, diag.Errorf("no-program", "the built program is not complete: %s is missing or cannot be read", ProgramFile).Note("%v", err)
	}
	f := &Folder{Module: string(text), dir: dir, manifest: manifest, files: listed.Files, unverified: unverified}
	return f, f.verify()
}

// verify compares the files with their digests.
func (f *Folder) verify() error {
	if f.unverified {
		return nil
	}
	for _, want := range f.files {
		sum := crc32.NewIEEE()
		size, err := f.copyTo(sum, want.Name)
		if err != nil {
			return diag.Errorf("edited", "%s is missing or cannot be read", want.Name).Note("%v", err)
		}
		if got := (digest{want.Name, size, fmt.Sprintf("%08x", sum.Sum32())}); got != want {
			return diag.Errorf("edited", "%s is not as it was written: expected %d bytes with CRC-32 %s, but got %d with %s", want.Name, want.Size, want.CRC32, got.Size, got.CRC32)
		}
	}
	return nil
}

// copyTo writes a file to w.
func (f *Folder) copyTo(w io.Writer, name string) (int64, error) {
	file, err := f.dir.Open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return io.Copy(w, file)
}

// Program returns the program of the parsed module, which must agree with the manifest
// and the images. An error about the module is an *ir.Diagnostic; other errors have the
// code manifest, image-size or image-bytes.
func (f *Folder) Program(ctx context.Context, families []*Family, module *ir.Operation) (*Program, error) {
	family, op, err := Only(families, module)
	if err != nil {
		return nil, err
	}
	var header struct{ Format string }
	if err := json.Unmarshal(f.manifest, &header); err != nil || header.Format != family.Format() {
		return nil, diag.Errorf("manifest", "expected format '%s' in %s, but got '%s'", family.Format(), ManifestFile, header.Format)
	}
	p, err := f.build(ctx, family, op)
	if err != nil {
		return nil, err
	}
	if f.unverified {
		return p, nil
	}
	if d := difference(p.manifest(f.files), f.manifest); d != "" {
		return nil, diag.Errorf("manifest", "%s does not describe %s: %s", ManifestFile, ProgramFile, d)
	}
	var got, want bytes.Buffer
	for _, u := range p.Units {
		if err := f.check(u, &got, &want); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// build reads the program, including the values that only the images hold.
func (f *Folder) build(ctx context.Context, family *Family, op *ir.Operation) (*Program, error) {
	if family.Values != nil {
		values, err := family.Values(ctx, op)
		if err != nil {
			return nil, err
		}
		if err := f.putBack(values); err != nil {
			return nil, err
		}
	}
	return family.Build(ctx, op)
}

// check compares the image of a unit, which may be a full image, with the expected
// contents.
func (f *Folder) check(u *Unit, got, want *bytes.Buffer) error {
	if len(u.Chunks) == 0 {
		return nil
	}
	got.Reset()
	if _, err := f.copyTo(got, u.file()); err != nil {
		return diag.Errorf("image-size", "%s is missing or cannot be read", u.file()).Note("%v", err)
	}
	want.Reset()
	u.Image(uint64(got.Len()) == u.Memory.Size).WriteTo(want)
	if got.Len() != want.Len() {
		return diag.Errorf("image-size", "expected %s to have %d bytes, or %d if it is full, but got %d", u.file(), want.Len(), u.Memory.Size, got.Len())
	}
	if bytes.Equal(got.Bytes(), want.Bytes()) {
		return nil
	}
	at := 0
	for got.Bytes()[at] == want.Bytes()[at] {
		at++
	}
	return diag.Errorf("image-bytes", "expected byte %d of %s to be %#02x as in %s, but got %#02x", at, u.file(), want.Bytes()[at], ProgramFile, got.Bytes()[at])
}
