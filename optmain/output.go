package optmain

import (
	"fmt"
	"os"
	"path/filepath"
)

// finish delivers the result. Standard output gets what there is, as parts of a
// split input that succeeded count; a file is written only when everything
// succeeded.
func (t *tool) finish(output string, data []byte, ok bool) int {
	if output == "-" {
		if _, err := t.stdout.Write(data); err != nil {
			return t.fail(fmt.Errorf("cannot write the output: %s", plainError(err)))
		}
	} else if ok {
		if err := writeWhole(t.path(output), data); err != nil {
			return t.fail(err)
		}
	}
	if !ok {
		return 1
	}
	return 0
}

// writeWhole writes a file that appears with all of its content or not at all.
// What is no regular file, such as /dev/null, is written directly.
func writeWhole(name string, data []byte) error {
	failed := func(err error) error { return fmt.Errorf("cannot write '%s': %s", name, plainError(err)) }
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return failed(err)
		}
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.tmp")
	if err != nil {
		return failed(err)
	}
	defer os.Remove(f.Name()) // fails after the rename, as it should
	if _, err = f.Write(data); err == nil {
		err = f.Chmod(0o644)
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return failed(err)
	}
	return nil
}
