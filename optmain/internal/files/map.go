package files

import (
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
)

// mapText maps a large file into memory, as upstream does (MemoryBuffer.cpp). Names and locations
// point into the text, so that it cannot be released after parsing; but unused pages of a mapped
// file need not stay in memory. ok is false if the file must be read instead.
func (s *Set) mapText(name string) (text string, ok bool) {
	f, err := os.Open(s.Path(name))
	if err != nil {
		return "", false
	}
	var data []byte
	info, err := f.Stat()
	if err == nil && info.Mode().IsRegular() && LeastMapped <= info.Size() && info.Size() <= s.Limit() {
		data, err = mapFile(f, info.Size())
	}
	if err != nil || data == nil {
		f.Close()
		return "", false
	}
	s.read = append(s.read, name)
	s.mapped = mappedFile{name: name, file: f, info: info, data: data}
	return textOf(data), true
}

// LeastMapped is the size in bytes of the smallest file that is mapped.
const LeastMapped = 1 << 20

// mappedFile is the memory of a mapped file. The zero value is none.
type mappedFile struct {
	name string
	file *os.File // open, so that changes of the file are detected
	info fs.FileInfo
	data []byte
}

// Drop releases the pages of the mapped file between two offsets. Bytes that are accessed later are
// read again.
func (s *Set) Drop(from, to int) {
	page := os.Getpagesize()
	from, to = from&^(page-1), to&^(page-1)
	if from < to && to <= len(s.mapped.data) {
		dropPages(s.mapped.data[from:to])
	}
}

// Guard calls f, which may map a file and reads the memory. It returns an error if the
// file was written in the meantime: f may have read parts of both contents, or panicked
// at pages that no longer exist.
func (s *Set) Guard(f func() bool) (ok bool, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		failure := recover()
		if changed := s.Changed(); changed != nil {
			ok, err = false, changed
		} else if failure != nil {
			panic(failure)
		}
	}()
	return f(), nil
}

// Changed is an error if somebody wrote to the mapped file.
func (s *Set) Changed() error {
	m := &s.mapped
	if m.file == nil {
		return nil
	}
	now, err := m.file.Stat()
	if err != nil || now.Size() != m.info.Size() || !now.ModTime().Equal(m.info.ModTime()) {
		return fmt.Errorf("input file '%s' changed while it was read", m.name)
	}
	return nil
}
