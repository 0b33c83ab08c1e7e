package output

import "io"

// Checked passes writes on to another writer and remembers the first error. After an error it
// writes nothing, so that the output is a prefix of the whole.
type Checked struct {
	w     io.Writer
	err   error
	wrote bool
}

// NewChecked returns a writer in front of w.
func NewChecked(w io.Writer) *Checked { return &Checked{w: w} }

// Write implements io.Writer.
func (c *Checked) Write(p []byte) (n int, err error) {
	if c.err != nil {
		return 0, c.err
	}
	c.wrote = c.wrote || len(p) > 0
	n, c.err = c.w.Write(p)
	return n, c.err
}

// Err returns the first error of a write, or nil.
func (c *Checked) Err() error { return c.err }

// Wrote reports whether anything was written.
func (c *Checked) Wrote() bool { return c.wrote }

// Under returns the writer behind this writer, which may be a terminal.
func (c *Checked) Under() io.Writer { return c.w }
