package output

import (
	"fmt"
	"path/filepath"
	"slices"
)

// harmless lists devices that store nothing.
var harmless = []string{"/dev/null", "/dev/full", "/dev/stdout", "/dev/stderr"}

// Within returns an error if the file or folder path, which need not exist, is outside of a
// folder. Symbolic links are followed. The folder "" contains everything.
func Within(folder, path string) error {
	if folder == "" || slices.Contains(harmless, path) {
		return nil
	}
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return err
	}
	at, rest := filepath.Clean(path), ""
	for {
		found, err := filepath.EvalSymlinks(at)
		if err == nil {
			at = found
			break
		}
		parent := filepath.Dir(at)
		if parent == at {
			break
		}
		at, rest = parent, filepath.Join(filepath.Base(at), rest)
	}
	inside, err := filepath.Rel(real, filepath.Join(at, rest))
	if err != nil || !filepath.IsLocal(inside) {
		return fmt.Errorf("'%s' is outside of '%s', where this run may write", path, folder)
	}
	return nil
}
