package output

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"optc/internal/base/parallel"
)

// Bytes are the content of a file.
type Bytes []byte

// WriteTo writes the content.
func (b Bytes) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(b)
	return int64(n), err
}

// Content returns the content of a file.
func Content(file io.WriterTo) []byte {
	var b bytes.Buffer
	file.WriteTo(&b) // a buffer accepts all writes
	return b.Bytes()
}

// WriteFolder makes a folder that holds exactly these files. It replaces an existing folder, whose
// contents are lost; the caller must have checked that they may be. On Linux an existing folder is
// exchanged in one step. If that is not possible, such as for the working directory, files are
// replaced one by one, each in one step. The file named last is written at the end, and its
// presence shows readers that the other files are complete; its content is requested only after the
// other files are written, so that it can fail if they went wrong. The argument threads is the
// number of goroutines that write the other files; 0 means the number of processors.
func WriteFolder(dir string, files map[string]io.WriterTo, last string, threads int) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if to, err := filepath.EvalSymlinks(dir); err == nil {
		dir = to
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	fresh, held, err := besideOrInside(dir)
	if err != nil {
		return err
	}
	defer held.Close()
	defer end(fresh) // after an exchange it contains the old files
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(name string) bool { return name == last })
	errs := make([]error, len(names))
	write := func(name string) error {
		return commit(func() error { return writeNew(filepath.Join(fresh, name), files[name]) })
	}
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	parallel.Do(threads, len(names), func(_, i int) { errs[i] = write(names[i]) })
	if err := cmp.Or(errs...); err != nil {
		return err
	}
	if err := write(last); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = commit(func() error { return os.Rename(fresh, dir) })
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		info, err = os.Stat(dir) // another process has made it in the meantime
	}
	if err != nil {
		return err
	}
	if err := os.Chmod(fresh, info.Mode().Perm()); err != nil {
		return err
	}
	return commit(func() error {
		if work, err := os.Stat("."); err == nil && !os.SameFile(work, info) && filepath.Dir(fresh) != dir && exchange(fresh, dir) == nil {
			return nil
		}
		return replaceFiles(dir, fresh, files, last)
	})
}

// writeNew makes a file.
func writeNew(name string, content io.WriterTo) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = content.WriteTo(f)
	return errors.Join(err, f.Close())
}

// besideOrInside makes a temporary folder beside dir, or inside dir if dir exists and its parent
// folder is not writable. The process holds its lock until held is closed.
func besideOrInside(dir string) (temp string, held *os.File, err error) {
	create := func(name string) error {
		removeAbandoned(name)
		return createTemporary(func() (path string, err error) {
			temp, err = unused(name, func(path string) error {
				err := os.Mkdir(path, 0o777)
				if err != nil {
					return err
				}
				held, err = os.Open(path)
				switch {
				case errors.Is(err, fs.ErrNotExist): // taken for abandoned before it was locked
					err = fs.ErrExist
				case err == nil && !claim(path, held):
					held.Close()
					err = fs.ErrExist
				}
				return err
			})
			return temp, err
		})
	}
	if err = create(filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir))); errors.Is(err, fs.ErrPermission) && create(filepath.Join(dir, ".new")) == nil {
		return temp, held, nil
	}
	return temp, held, err
}

// replaceFiles moves the files of a folder into another and removes the other files there; one
// process at a time.
func replaceFiles(dir, fresh string, files map[string]io.WriterTo, last string) error {
	if f, err := os.Open(dir); err == nil {
		defer f.Close()
		lock(f, true) // two processes at once would mix their files
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for name := range files {
		if name == last {
			continue
		}
		if err := os.Rename(filepath.Join(fresh, name), filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	for _, e := range entries {
		if _, kept := files[e.Name()]; !kept && filepath.Join(dir, e.Name()) != fresh {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return os.Rename(filepath.Join(fresh, last), filepath.Join(dir, last))
}
