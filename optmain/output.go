package optmain

import (
	"fmt"
	"io"

	"optc/internal/output"
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
	name = t.path(name)
	f, err := output.Create(name)
	if err != nil {
		return nil, nil, unwritable(name, err)
	}
	return f, func(ok bool) error { return unwritable(name, f.Finish(ok)) }, nil
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

// writeFile replaces a file, or makes it.
func (t *tool) writeFile(name string, data []byte) error {
	name = t.path(name)
	return unwritable(name, output.WriteFile(name, data))
}
