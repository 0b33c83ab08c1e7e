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
	return textOf(data), name, nil
}

// leastMapped is the size in bytes from which on files are mapped, and memory is
// reserved for what is in them.
const leastMapped = 1 << 20

// mappedFile is the memory of a mapped file. The zero value is none.
type mappedFile struct {
	name    string
	file    *os.File // open, so that changes of the file are seen
	info    fs.FileInfo
	data    []byte
	dropped int // bytes from the start whose pages were given back
}

// drop gives the pages before offset back. They are read again if they are
// looked at.
func (m *mappedFile) drop(offset int) {
	end := offset &^ (os.Getpagesize() - 1)
	if end > m.dropped && end <= len(m.data) {
		dropPages(m.data[m.dropped:end])
		m.dropped = end
	}
}

// guard calls f, which looks at the memory. It is an error if somebody wrote to the
// file in the meantime: f may have seen parts of both, or pages that do not exist any
// more, at which it panics.
func (m *mappedFile) guard(f func() bool) (ok bool, err error) {
	if m.file == nil {
		return f(), nil
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		failure := recover()
		if m.changed() {
			ok, err = false, fmt.Errorf("input file '%s' changed while it was read", m.name)
		} else if failure != nil {
			panic(failure)
		}
	}()
	return f(), nil
}

func (m *mappedFile) changed() bool {
	now, err := m.file.Stat()
	return err != nil || now.Size() != m.info.Size() || !now.ModTime().Equal(m.info.ModTime())
}
