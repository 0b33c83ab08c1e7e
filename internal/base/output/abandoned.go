package output

import (
	"os"
	"path/filepath"
	"strings"
)

// A process locks its temporary files and folders while it writes them. A file that is not locked
// was left behind by a process that was killed.

// claim locks a temporary file or folder that was just made. It returns false if another process
// considered the file abandoned and removed it before the lock was taken.
func claim(path string, f *os.File) bool {
	lock(f, true)
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(path)
	return err == nil && os.SameFile(mine, there)
}

// removeAbandoned removes the unfinished files or folders that killed processes left beside a name.
func removeAbandoned(name string) {
	folder, prefix := filepath.Dir(name), filepath.Base(name)+"."
	entries, err := os.ReadDir(folder)
	if err != nil {
		return // the folder cannot be read or does not exist: the code that writes to it will report that
	}
	for _, e := range entries {
		number, ok := strings.CutPrefix(e.Name(), prefix)
		if number, ok2 := strings.CutSuffix(number, ".tmp"); !ok || !ok2 || strings.Trim(number, "0123456789") != "" {
			continue
		}
		path := filepath.Join(folder, e.Name())
		if f, err := os.Open(path); err == nil {
			if lock(f, false) {
				os.RemoveAll(path)
			}
			f.Close()
		}
	}
}
