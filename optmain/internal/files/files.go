// Package files reads and writes the files of a command's run.
package files

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"optc/diag"
	"optc/internal/base/output"
)

// Set holds the files of a run. "-" is standard input or standard output.
type Set struct {
	Dir    string // that relative names refer to; "" is the working directory
	Stdin  io.Reader
	Stdout io.Writer
	// Within is the only folder that may be written to; "" allows any.
	Within string
	// Map lets Text map large files into memory; see [Set.Guard].
	Map bool

	// MaxInput is the largest size of an input in bytes; 0 means DefaultMaxInput.
	MaxInput int64

	read   []string // names of the files that were read
	mapped mappedFile
}

// DefaultMaxInput is a gibibyte.
const DefaultMaxInput = 1 << 30

// Inputs returns the names of the files that were read.
func (s *Set) Inputs() []string { return s.read }

// Path makes a file name absolute if the run has its own folder.
func (s *Set) Path(name string) string {
	if s.Dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.Dir, name)
}

// Output is Path for a file or folder to write.
func (s *Set) Output(name string) (path string, err error) {
	path = s.Path(name)
	return path, output.Within(s.Within, path)
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

// Sources returns the files that names denote: a name may be a file, "-", or a folder, which stands
// for all .mlir files in it and in its subfolders, in order. Names that begin with a dot are left
// out of folders.
func (s *Set) Sources(names []string) (list []string, err error) {
	for _, name := range names {
		if name == "-" || !s.IsFolder(name) {
			list = append(list, name)
			continue
		}
		err := filepath.WalkDir(s.Path(name), func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			inside, err := filepath.Rel(s.Path(name), path)
			switch hidden := strings.HasPrefix(e.Name(), ".") && inside != "."; {
			case err != nil:
				return err
			case hidden && e.IsDir():
				return fs.SkipDir
			case !hidden && e.Type().IsRegular() && filepath.Ext(path) == ".mlir":
				list = append(list, filepath.Join(name, inside))
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("cannot read '%s': %s", name, diag.SystemMessage(err))
		}
	}
	return list, nil
}

// Bytes returns the contents of a file. The error is the operating system's, or the file is
// larger than MaxInput.
func (s *Set) Bytes(name string) ([]byte, error) {
	return s.contents(name, s.Limit(), 0)
}

// MaxSource is the largest size in bytes of a source in another language and of a source
// that another source includes.
const MaxSource = 64 << 20

// Source is Bytes for a file that another source names, which has at most MaxSource bytes. A pipe
// without a writer is an error.
func (s *Set) Source(name string) ([]byte, error) {
	data, err := s.contents(name, min(s.Limit(), MaxSource), nonBlocking)
	switch {
	case err == tooLarge(MaxSource):
		return nil, refusal(fmt.Sprintf("it has more than %d MiB, the limit of a source", MaxSource>>20))
	case err == nil && len(data) == 0:
		if info, err := os.Stat(s.Path(name)); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
			return nil, refusal("nobody writes to this pipe")
		}
	}
	return data, err
}

// refusal is the error about a file that exists and is no source. It is an fs.ErrInvalid.
type refusal string

func (r refusal) Error() string        { return string(r) }
func (r refusal) Is(target error) bool { return target == fs.ErrInvalid }

// contents returns the contents of a file that has at most limit bytes.
func (s *Set) contents(name string, limit int64, flags int) ([]byte, error) {
	f, err := os.OpenFile(s.Path(name), os.O_RDONLY|flags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := int64(0)
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	data, err := bounded(f, size, limit)
	if err == nil {
		s.read = append(s.read, name)
	}
	return data, err
}

// bounded reads the whole input, whose size is probably size, or fails if it exceeds limit.
func bounded(r io.Reader, size, limit int64) ([]byte, error) {
	if size > limit {
		return nil, tooLarge(limit)
	}
	r = io.LimitReader(r, limit+1)
	var pieces [][]byte // pieces are joined once all is known to be within the limit
	for total, room := int64(0), size+1; ; room = maxPiece {
		piece := make([]byte, room)
		n, err := io.ReadFull(r, piece)
		pieces, total = append(pieces, piece[:n]), total+int64(n)
		switch {
		case total > limit:
			return nil, tooLarge(limit)
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			if len(pieces) == 1 {
				return pieces[0], nil
			}
			return slices.Concat(pieces...), nil
		case err != nil:
			return slices.Concat(pieces...), err
		}
	}
}

// maxPiece is the number of bytes that bounded reads at a time of an input of unknown size.
const maxPiece = 1 << 20

// tooLarge is the error about an input that has more bytes.
type tooLarge int64

func (t tooLarge) Is(target error) bool { return target == fs.ErrInvalid }

func (t tooLarge) Error() string {
	return fmt.Sprintf("it has more than %d MiB; --max-input allows more", t>>20)
}

// reasonOf describes why a file could not be read.
func reasonOf(err error) string {
	if large := tooLarge(0); errors.As(err, &large) {
		return large.Error()
	}
	return diag.SystemMessage(err)
}

// Limit returns the largest size of an input in bytes.
func (s *Set) Limit() int64 { return cmp.Or(s.MaxInput, DefaultMaxInput) }

// Text returns the text of an input file and the name to use in diagnostics.
func (s *Set) Text(name string) (text, shown string, err error) {
	if name == "-" {
		data, err := bounded(s.Stdin, 0, s.Limit())
		if err != nil {
			return "", "", fmt.Errorf("cannot read standard input: %s", reasonOf(err))
		}
		return textOf(data), "<stdin>", nil
	}
	if s.Map {
		if text, ok := s.mapText(name); ok {
			return text, name, nil
		}
	}
	data, err := s.Bytes(name)
	if err != nil {
		return "", "", fmt.Errorf("cannot open input file '%s': %s%s%s", name, reasonOf(err), s.noFolder(name, err), s.similar(name, err))
	}
	return textOf(data), name, nil
}

// noFolder reports which folder in a file's name does not exist, if that is why the file cannot be opened.
func (s *Set) noFolder(name string, err error) string {
	folder := filepath.Dir(name)
	if _, stat := os.Stat(s.Path(folder)); errors.Is(err, fs.ErrNotExist) && errors.Is(stat, fs.ErrNotExist) {
		return fmt.Sprintf("; there is no folder '%s'", folder)
	}
	return ""
}

// similar suggests a file with a similar name in the same folder, if there is no file name.
func (s *Set) similar(name string, err error) (meant diag.Suggestion) {
	if !errors.Is(err, fs.ErrNotExist) {
		return meant
	}
	folder := filepath.Dir(name)
	entries, err := os.ReadDir(s.Path(folder))
	if err != nil {
		return meant
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	if s := diag.Suggest(filepath.Base(name), names); s != "" {
		meant = diag.Suggestion{Given: name, Meant: filepath.Join(folder, s)}
	}
	return meant
}

// textOf returns data as a string without a copy, because inputs may be large; nothing
// else refers to the bytes.
func textOf(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }

// Create opens an output. Standard output receives all text that is written, even if the command
// fails later, because the parts of a split input that succeeded count; a file appears only if
// finish is called with ok.
func (s *Set) Create(name string) (out io.Writer, finish func(ok bool) error, err error) {
	if name == "-" {
		return s.Stdout, func(bool) error { return nil }, nil
	}
	name, err = s.Output(name)
	if err != nil {
		return nil, nil, err
	}
	f, err := output.Create(name)
	if err != nil {
		return nil, nil, Unwritable(name, err)
	}
	return f, func(ok bool) error { return Unwritable(name, f.Finish(ok)) }, nil
}

// Write replaces a file, or makes it.
func (s *Set) Write(name string, data []byte) error {
	name, err := s.Output(name)
	if err != nil {
		return err
	}
	return Unwritable(name, output.WriteFile(name, data))
}

// WriteFolder writes files, by their names in the folder, and makes the folder, and the folders in it that names mention. Either
// all files appear or none does.
func (s *Set) WriteFolder(folder string, content map[string][]byte) error {
	path, err := s.Output(folder)
	if err != nil {
		return err
	}
	_, missing := os.Stat(path)
	if err := os.MkdirAll(path, 0o777); err != nil {
		return Unwritable(folder, err)
	}
	files := map[string][]byte{}
	for name, data := range content {
		file, err := s.Output(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		files[file] = data
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return Unwritable(folder, err)
		}
	}
	if failed, err := output.WriteFiles(files); err != nil {
		if missing != nil {
			os.Remove(path)
		}
		return Unwritable(failed, err)
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
