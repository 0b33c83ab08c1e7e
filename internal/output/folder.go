package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFolder makes a folder that holds exactly these files, in place of one that
// holds nothing else than what may be lost; whether that is so is up to the caller.
// On Linux an existing folder is exchanged in one step. Where that is not possible,
// such as for the working directory, files are replaced one by one, each in one step;
// last comes the file of that name, which tells readers that the others fit.
func WriteFolder(dir string, files map[string][]byte, last string) error {
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
	fresh, err := besideOrInside(dir)
	if err != nil {
		return err
	}
	defer end(fresh) // after an exchange it holds what was there before
	for name, data := range files {
		if err := commit(func() error { return os.WriteFile(filepath.Join(fresh, name), data, 0o666) }); err != nil {
			return err
		}
	}
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return commit(func() error { return os.Rename(fresh, dir) })
	} else if err != nil {
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

// besideOrInside makes a temporary folder beside dir; inside, if dir exists and there
// is no permission for what is around it.
func besideOrInside(dir string) (temp string, err error) {
	create := func(name string) error {
		return begin(func() (path string, err error) {
			temp, err = unused(name, func(path string) error { return os.Mkdir(path, 0o777) })
			return temp, err
		})
	}
	if err = create(filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir))); errors.Is(err, fs.ErrPermission) && create(filepath.Join(dir, ".new")) == nil {
		return temp, nil
	}
	return temp, err
}

// replaceFiles moves the files of a folder into another and removes the others there.
func replaceFiles(dir, fresh string, files map[string][]byte, last string) error {
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
