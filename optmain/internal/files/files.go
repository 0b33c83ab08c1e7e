// Package files reads and writes the files of a run of a command.
package files

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"unsafe"

	"optc/diag"
	"optc/internal/output"
)

// Set holds the files of a run. "-" is standard input or standard output.
type Set struct {
	Dir    string // that relative names refer to; "" is the working directory
	Stdin  io.Reader
	Stdout io.Writer
	// Map lets Text map large files into memory; see [Set.Guard].
	Map bool

	read   []string // names of the files that were read
	mapped mappedFile
}

// Path makes a file name absolute if the run has its own folder.
func (s *Set) Path(name string) string {
	if s.Dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.Dir, name)
}

// IsFolder reports whether a name is a folder's.
func (s *Set) IsFolder(name string) bool {
	info, err := os.Stat(s.Path(name))
	return err == nil && info.IsDir()
}

// Exists reports whether a file or folder has the name.
func (s *Set) Exists(name string) bool {
	_, err := os.Stat(s.Path(name))
	return err == nil
}

// Bytes returns the contents of a file, and the operating system's error.
func (s *Set) Bytes(name string) ([]byte, error) {
	data, err := os.ReadFile(s.Path(name))
	if err == nil {
		s.read = append(s.read, name)
	}
	return data, err
}

// Text returns the text of an input file and the name to use in diagnostics.
func (s *Set) Text(name string) (text, shown string, err error) {
	if name == "-" {
		data, err := io.ReadAll(s.Stdin)
		return textOf(data), "<stdin>", err
	}
	if s.Map {
		if text, ok := s.mapText(name); ok {
			return text, name, nil
		}
	}
	data, err := s.Bytes(name)
	if err != nil {
		return "", "", fmt.Errorf("cannot open input file '%s': %s", name, diag.SystemMessage(err))
	}
	return textOf(data), name, nil
}

// textOf returns data as a string without a copy, because inputs may be large; nothing
// else refers to the bytes.
func textOf(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }

// Create opens an output. Standard output receives everything that is written, because
// the parts of a split input that succeeded count; a file appears only if finish is
// called with ok.
func (s *Set) Create(name string) (out io.Writer, finish func(ok bool) error, err error) {
	if name == "-" {
		w := &errorWriter{w: s.Stdout}
		return w, func(bool) error {
			if w.err != nil {
				return fmt.Errorf("cannot write the output: %s", diag.SystemMessage(w.err))
			}
			return nil
		}, nil
	}
	name = s.Path(name)
	f, err := output.Create(name)
	if err != nil {
		return nil, nil, Unwritable(name, err)
	}
	return f, func(ok bool) error { return Unwritable(name, f.Finish(ok)) }, nil
}

// errorWriter remembers the first error and writes nothing after it.
type errorWriter struct {
	w   io.Writer
	err error
}

func (w *errorWriter) Write(p []byte) (int, error) {
	if w.err == nil {
		_, w.err = w.w.Write(p)
	}
	return len(p), w.err
}

// Write replaces a file, or makes it.
func (s *Set) Write(name string, data []byte) error {
	name = s.Path(name)
	return Unwritable(name, output.WriteFile(name, data))
}

// WriteFolder writes files, by their names in the folder, and makes the folder.
func (s *Set) WriteFolder(folder string, content map[string][]byte) error {
	if err := os.MkdirAll(s.Path(folder), 0o777); err != nil {
		return Unwritable(folder, err)
	}
	for _, name := range slices.Sorted(maps.Keys(content)) {
		if err := s.Write(filepath.Join(folder, name), content[name]); err != nil {
			return err
		}
	}
	return nil
}

// Unwritable names the file or folder in an error of the operating system; it returns
// other errors, and nil, unchanged.
func Unwritable(out string, err error) error {
	var coded *diag.Error
	if err == nil || errors.As(err, &coded) {
		return err
	}
	return fmt.Errorf("cannot write '%s': %s", out, diag.SystemMessage(err))
}
