package lower

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"optc/diag"
	"optc/internal/base/output"
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
	Text  bool            // also write images.txt, the images as text
	ELF   bool            // an object per unit as well, see Unit.ELF
	Full  bool            // binary files cover whole units of memory
	Print ir.PrintOptions // print options of the module
}

// Files renders a built program as files by name: the manifest, the lowered module, the
// memory map, and the images of the units with written bytes, which are generated from
// the values of the program when they are written.
func (p *Program) Files(module *ir.Operation, o FileOptions) (map[string]io.WriterTo, error) {
	text, inImages := p.text(module, o)
	files := map[string]io.WriterTo{ProgramFile: text}
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
	files[ManifestFile] = made(func(w io.Writer) error { return p.passManifest(w, list) })
	return files, nil
}

// made is the content of a file that is generated each time it is written, and takes no memory
// otherwise.
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

// text prints the module without the large values that the images hold, and returns the units that
// hold them.
func (p *Program) text(module *ir.Operation, o FileOptions) (text pieces, inImages map[place]bool) {
	putBack, inImages := takeOut(p.Values)
	defer putBack()
	_ = ir.Fprint(&text, module, o.Print) // writes of pieces never fail
	return text, inImages
}

// pieces is a text that is never moved, because it may be large.
type pieces [][]byte

// Write appends a piece.
func (p *pieces) Write(b []byte) (int, error) {
	*p = append(*p, slices.Clone(b))
	return len(b), nil
}

// WriteTo writes the text.
func (p pieces) WriteTo(w io.Writer) (n int64, err error) {
	for _, b := range p {
		m, err := w.Write(b)
		n += int64(m)
		if err != nil {
			return n, err
		}
	}
	return n, nil
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
	written, ok := writtenFiles(dir, entries)
	if !ok {
		return diag.Errorf("output-folder", "'%s' exists and holds no built program; choose another folder or remove it", dir)
	}
	for _, e := range entries {
		if !written[e.Name()] || !e.Type().IsRegular() {
			return diag.Errorf("output-folder", "'%s' holds '%s', which belongs to no built program; choose another folder or move it away", dir, e.Name())
		}
	}
	return nil
}

// writtenFiles returns which entries of a folder are files of a built program, according
// to its manifest; ok is false if there is none.
func writtenFiles(dir string, entries []os.DirEntry) (written map[string]bool, ok bool) {
	data, err := os.ReadFile(filepath.Join(dir, ManifestFile))
	if err != nil {
		return nil, false
	}
	units := map[string]bool{} // whether the manifest has a unit, by the name of its file without suffix
	for _, e := range entries {
		if unit := unitOf(e.Name()); unit != e.Name() {
			units[unit] = false
		}
	}
	missing := max(len(units), 1) // units that the manifest has not named yet
	var unit []byte
	whole := readMembers(data, func(m member) bool {
		switch {
		case string(m.within) == "{" && string(m.key) == "format":
			ok = true
		case string(m.within) == "{[{": // {"tile": 7, …} in a list of the manifest is in tile_7.bin
			unit = append(append(append(unit[:0], m.key...), '_'), m.value...)
			if found, wanted := units[string(unit)]; wanted && !found {
				units[string(unit)] = true
				missing--
			}
		}
		return !ok || missing > 0
	})
	ok = ok && whole
	written = map[string]bool{ManifestFile: true, ProgramFile: true, MemoryMapFile: true, TextFile: true}
	for _, e := range entries {
		name := e.Name()
		written[name] = written[name] || name != unitOf(name) && units[unitOf(name)]
	}
	return written, ok
}

// unitOf returns the name of a unit's file without its suffix, and any other name unchanged.
func unitOf(file string) string {
	for _, end := range []string{".bin", ".elf"} {
		if name, ok := strings.CutSuffix(file, end); ok {
			return name
		}
	}
	return file
}

// member is a member of an object in a JSON text.
type member struct {
	key, value []byte // the text of the key between its quotes; the text of a number, empty for another value
	within     []byte // the brackets of the objects and lists around it
}

// readMembers visits the members of all objects in a JSON text, until visit returns false. It reports whether the text up to there
// has the brackets of JSON. A manifest of a large program has
// 100 MB, but only few of its first members are of interest.
func readMembers(text []byte, visit func(member) bool) (valid bool) {
	var within []byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '{', '[':
			within = append(within, c)
		case '}', ']':
			last := len(within) - 1
			if last < 0 || within[last] != c-2 { // the brackets of a pair are two characters apart
				return false
			}
			within = within[:last]
		case '"':
			key := text[i+1:]
			key = key[:stringEnd(key)]
			i += len(key) + 1 // at the closing quote
			if i >= len(text) {
				return false
			}
			rest := bytes.TrimLeft(text[i+1:], " \n\r\t")
			if len(rest) == 0 || rest[0] != ':' {
				continue // an element or a value
			}
			rest = bytes.TrimLeft(rest[1:], " \n\r\t")
			n := 0
			for n < len(rest) && strings.IndexByte("+-.0123456789Ee", rest[n]) >= 0 {
				n++
			}
			if !visit(member{key: key, value: rest[:n], within: within}) {
				return true
			}
		}
	}
	return len(within) == 0
}

// stringEnd returns the index of the quote that ends a string, or the length of a text without one.
func stringEnd(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return len(text)
}
