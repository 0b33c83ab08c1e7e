package optmain

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// output returns where results go: standard output, which gets what there is, as
// the parts of a split input that succeeded count; or a file, which appears only
// when everything succeeded.
func (t *tool) output(name string) (out io.Writer, finish func(ok bool) error, err error) {
	if name == "-" {
		w := &errorWriter{w: t.stdout}
		return w, func(bool) error {
			if w.err != nil {
				return fmt.Errorf("cannot write the output: %s", plainError(w.err))
			}
			return nil
		}, nil
	}
	f, err := t.temps.createWhole(t.path(name))
	if err != nil {
		return nil, nil, err
	}
	return f, f.finish, nil
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

// wholeFile is a file that appears with all of its content or not at all: it is
// written under another name and renamed. What is not a regular file, such as
// /dev/null, is written directly.
type wholeFile struct {
	errorWriter
	temps  *temporaries
	name   string
	file   *os.File
	direct bool
}

func (t *temporaries) createWhole(name string) (*wholeFile, error) {
	w := &wholeFile{temps: t, name: name}
	var err error
	if info, statErr := os.Stat(name); statErr == nil && !info.Mode().IsRegular() {
		w.direct = true
		w.file, err = os.OpenFile(name, os.O_WRONLY, 0)
	} else {
		w.file, err = os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.tmp")
	}
	if err != nil {
		return nil, w.failed(err)
	}
	if !w.direct {
		t.add(w.file.Name())
	}
	w.w = w.file
	return w, nil
}

func (w *wholeFile) failed(err error) error {
	return fmt.Errorf("cannot write '%s': %s", w.name, plainError(err))
}

// finish makes the file appear if ok, and drops it otherwise.
func (w *wholeFile) finish(ok bool) error {
	if !w.direct {
		defer w.temps.done(w.file.Name())
		defer os.Remove(w.file.Name()) // fails after the rename, as it should
	}
	err := w.err
	if err == nil && !w.direct {
		err = w.file.Chmod(0o644)
	}
	if closing := w.file.Close(); err == nil {
		err = closing
	}
	if err == nil && ok && !w.direct {
		err = os.Rename(w.file.Name(), w.name)
	}
	if err != nil {
		return w.failed(err)
	}
	return nil
}

// writeWhole writes a file that appears with all of its content or not at all.
func (t *temporaries) writeWhole(name string, data []byte) error {
	w, err := t.createWhole(name)
	if err != nil {
		return err
	}
	w.Write(data)
	return w.finish(true)
}
