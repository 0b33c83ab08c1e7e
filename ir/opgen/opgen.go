// Package opgen writes the Go types of operations from their definitions: a type with an
// accessor for each operand, result, attribute, region and successor, and a constructor.
// The types of a dialect are in one file, operations.go, beside its definitions.
//
// A short program calls it for the dialects of a module:
//
//	func main() { opgen.Main(toy.Dialect) }
//
// The definitions are Go values. Therefore the program is built together with the
// dialects whose types it writes. A dialect that already uses types that are not written
// yet does not compile. The command optc/cmd/opgen runs the program nevertheless:
//
//	//go:generate go run optc/cmd/opgen example.com/toy/gen
package opgen

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"

	"optc/ir"
)

// FileName is the name of the generated file in the package of a dialect.
const FileName = "operations.go"

// File is a generated file.
type File struct {
	Path string
	Text []byte
}

// Main writes the files of dialects. It ends the program if that fails.
func Main(dialects ...*ir.Dialect) {
	files, err := Files(dialects...)
	for _, f := range files {
		if err == nil {
			err = os.WriteFile(f.Path, f.Text, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "opgen:", err)
		os.Exit(1)
	}
}

// Check returns an error if a file differs from the text that its definitions generate.
// The message tells the reader to run command.
func Check(command string, dialects ...*ir.Dialect) error {
	files, err := Files(dialects...)
	if err != nil {
		return err
	}
	for _, f := range files {
		if text, err := os.ReadFile(f.Path); err != nil || !bytes.Equal(text, f.Text) {
			return fmt.Errorf("%s does not have the types of the operations that are defined; run %s", f.Path, command)
		}
	}
	return nil
}

// Files generates the files of dialects.
func Files(dialects ...*ir.Dialect) ([]File, error) {
	var files []File
	for _, d := range dialects {
		if len(d.Definitions().Ops) == 0 {
			continue
		}
		f, err := fileOf(d)
		if err != nil {
			return nil, fmt.Errorf("dialect %s: %w", d.Name, err)
		}
		files = append(files, f)
	}
	return files, nil
}

func fileOf(d *ir.Dialect) (File, error) {
	path := packageOfFunc(reflect.ValueOf(d.Define))
	name, dir, err := findPackage(path)
	if err != nil {
		return File{}, err
	}
	w := &writer{path: path, imports: map[string]string{}}
	for _, def := range d.Definitions().Ops {
		if err := w.operation(def); err != nil {
			return File{}, fmt.Errorf("%s: %w", def.Name(), err)
		}
	}
	w.list(d.Definitions().Ops)
	text, err := format.Source(w.file(name))
	return File{filepath.Join(dir, FileName), text}, err
}

// findPackage returns the name and the folder of a package. It asks the go command, so
// that it works in any module and in a program built with -trimpath.
func findPackage(path string) (name, dir string, err error) {
	out, err := exec.Command("go", "list", "-f", "{{.Name}} {{.Dir}}", path).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", "", fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	name, dir, _ = strings.Cut(strings.TrimSpace(string(out)), " ")
	return name, dir, err
}

// packageOfFunc returns the import path of the package that declares a function.
func packageOfFunc(f reflect.Value) string {
	path, _ := splitName(runtime.FuncForPC(f.Pointer()).Name())
	return path
}

// splitName splits optc/ir.(*Context).Int into the path of the package and the rest.
func splitName(full string) (path, name string) {
	slash := strings.LastIndexByte(full, '/') + 1
	before, name, _ := strings.Cut(full[slash:], ".")
	return full[:slash] + before, name
}
