package optmain

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"unsafe"
)

// readInput returns the text of a file and the name to use in diagnostics.
func (t *tool) readInput(name string) (text, shown string, err error) {
	if name == "-" {
		data, err := io.ReadAll(t.stdin)
		return textOf(data), "<stdin>", err
	}
	data, err := os.ReadFile(t.path(name))
	if err != nil {
		return "", "", cannotOpen(name, err)
	}
	t.inputs = append(t.inputs, name)
	return textOf(data), name, nil
}

func cannotOpen(name string, err error) error {
	return fmt.Errorf("cannot open input file '%s': %s", name, plainError(err))
}

// textOf is data as a string without a copy: inputs may be large, and nobody
// else holds the bytes.
func textOf(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }

// mapInput is readInput for a process that does nothing else: a large file is
// mapped into memory, as upstream does (MemoryBuffer.cpp). Names and locations
// point into the text, so that it cannot be given up after parsing; but pages of
// a mapped file that nobody looks at any more need not stay in memory.
func (t *tool) mapInput(name string) (text, shown string, err error) {
	if name == "-" {
		return t.readInput(name)
	}
	f, err := os.Open(t.path(name))
	if err != nil {
		return "", "", cannotOpen(name, err)
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() < leastMapped {
		f.Close()
		return t.readInput(name)
	}
	data, err := mapFile(f, info.Size())
	if err != nil {
		f.Close()
		return t.readInput(name)
	}
	t.inputs = append(t.inputs, name)
	t.mapped = mappedFile{name: name, file: f, info: info, data: data}
	t.stderr.void = func() bool { return t.mapped.changed() != nil }
	return textOf(data), name, nil
}

// leastMapped is the size in bytes from which on files are mapped.
const leastMapped = 1 << 20

// mappedFile is the memory of a mapped file. The zero value is none.
type mappedFile struct {
	name string
	file *os.File // open, so that changes of the file are seen
	info fs.FileInfo
	data []byte
}

// drop gives the pages between two offsets back. They are read again if they are
// looked at.
func (m *mappedFile) drop(from, to int) {
	page := os.Getpagesize()
	from, to = from&^(page-1), to&^(page-1)
	if from < to && to <= len(m.data) {
		dropPages(m.data[from:to])
	}
}

// guard calls f, which may map the file and looks at the memory. It is an error if
// somebody wrote to the file in the meantime: f may have seen parts of both, or pages
// that do not exist any more, at which it panics.
func (m *mappedFile) guard(f func() bool) (ok bool, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		failure := recover()
		if changed := m.changed(); changed != nil {
			ok, err = false, changed
		} else if failure != nil {
			panic(failure)
		}
	}()
	return f(), nil
}

// changed is an error if somebody wrote to the file.
func (m *mappedFile) changed() error {
	if m.file == nil {
		return nil
	}
	now, err := m.file.Stat()
	if err != nil || now.Size() != m.info.Size() || !now.ModTime().Equal(m.info.ModTime()) {
		return fmt.Errorf("input file '%s' changed while it was read", m.name)
	}
	return nil
}

// guarded runs a command that may map its input.
func (t *tool) guarded(command func() (code int)) int {
	t.maps = t.ownsProcess
	code := 0
	if _, err := t.mapped.guard(func() bool { code = command(); return code == 0 }); err != nil {
		return t.fail(err)
	}
	return code
}
