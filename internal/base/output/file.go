// Package output writes files and folders that appear either completely or not at all.
// Existing files are kept until the new content is complete, whatever ends the process:
// an error, an interrupt, a full disk.
//
//	err := output.WriteFile("out.mlir", text)
package output

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// File is a file that is being written beside its destination. Finish renames it. The file gets the
// mode of the existing file, or otherwise the default mode with the umask; a symbolic link is kept,
// and its target is replaced. A destination that is not a regular file, such as /dev/null, is
// written directly.
type File struct {
	name   string // destination, no symbolic link
	file   *os.File
	direct bool
	err    error // error of the first failed write
}

// Create begins to write a file. An existing file must be writable.
func Create(name string) (*File, error) {
	name, err := followLinks(name)
	if err != nil {
		return nil, err
	}
	f := &File{name: name}
	old, err := os.OpenFile(name, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if err := f.create(); err != nil {
			return nil, err
		}
		return f, nil
	} else if err != nil {
		return nil, err
	}
	info, err := old.Stat()
	if err == nil && !info.Mode().IsRegular() {
		f.file, f.direct = old, true
		return f, nil
	}
	old.Close()
	if err == nil {
		err = f.create()
	}
	if err == nil {
		if err = f.file.Chmod(info.Mode().Perm()); err != nil {
			f.Finish(false)
		}
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// create makes the temporary file.
func (f *File) create() error {
	removeAbandoned(f.name)
	return createTemporary(func() (path string, err error) {
		path, err = unused(f.name, func(path string) (err error) {
			if f.file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err == nil && !claim(path, f.file) {
				f.file.Close()
				err = fs.ErrExist
			}
			return err
		})
		return path, err
	})
}

// unused calls create with names derived from a name until it finds a name that is not in
// use.
func unused(name string, create func(path string) error) (path string, err error) {
	for range 1000 {
		path = fmt.Sprintf("%s.%d.tmp", name, rand.Uint32())
		if err = create(path); !errors.Is(err, fs.ErrExist) {
			return path, err
		}
	}
	return path, err
}

// followLinks returns the path to which a name leads, which need not exist.
func followLinks(name string) (string, error) {
	for range 40 {
		info, err := os.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return name, nil
		}
		to, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return "", &fs.PathError{Op: "open", Path: name, Err: errors.New("too many symbolic links")}
}

// Write appends to the file. Finish returns the first error.
func (f *File) Write(p []byte) (int, error) {
	if f.err == nil {
		_, f.err = f.file.Write(p)
	}
	return len(p), f.err
}

// Finish makes the file appear if ok and no write failed, and drops it otherwise.
func (f *File) Finish(ok bool) error {
	defer f.drop()
	if err := f.close(); err != nil || !ok {
		return err
	}
	return commit(f.appear)
}

// close ends writing, and returns the first error.
func (f *File) close() error {
	if err := f.file.Close(); f.err == nil && !errors.Is(err, fs.ErrClosed) {
		f.err = err
	}
	return f.err
}

// appear renames the temporary file.
func (f *File) appear() error {
	if f.direct {
		return nil
	}
	return os.Rename(f.file.Name(), f.name)
}

// drop removes the temporary file, unless it has appeared.
func (f *File) drop() {
	f.close()
	if !f.direct {
		end(f.file.Name())
	}
}

// WriteFiles replaces several files, or makes them. Either all of them appear or none does; in that case
// failed is the file that cannot be written.
func WriteFiles(content map[string][]byte) (failed string, err error) {
	names := slices.Sorted(maps.Keys(content))
	files := make([]*File, 0, len(names))
	defer func() {
		for _, f := range files {
			f.drop()
		}
	}()
	for _, name := range names {
		f, err := Create(name)
		if err != nil {
			return name, err
		}
		files = append(files, f)
		if _, err := f.Write(content[name]); err != nil {
			return name, err
		}
	}
	for i, f := range files {
		if err := f.close(); err != nil {
			return names[i], err
		}
	}
	err = commit(func() error {
		for i, f := range files {
			if err := f.appear(); err != nil {
				failed = names[i]
				return err
			}
		}
		return nil
	})
	return failed, err
}

// WriteFile replaces a file, or makes it.
func WriteFile(name string, data []byte) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	f.Write(data)
	return f.Finish(true)
}
