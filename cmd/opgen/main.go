// Command opgen runs a program that writes the Go types of operations (see package
// optc/ir/opgen), even while the dialects do not compile because the types are missing:
//
//	//go:generate go run optc/cmd/opgen optc/dialect/internal/generate
//
// The argument is the import path of the program. Opgen asks the go command which packages below it
// do not compile. In an overlay, which leaves the files themselves unchanged, it declares the
// missing types of operations and replaces the code that uses missing accessors and constructors:
//
//	func verifyCube(op *ir.Operation) *ir.Diagnostic {      func verifyCube(op *ir.Operation) *ir.Diagnostic {
//	  if ir.Cast[CubeOp](op).Exponent() < 0 {         →       panic("…: CubeOp has no field or method Exponent")
//	    …                                                     …
//
// The definitions themselves must compile: an error in a function that makes an ir.OpDef
// is reported, unless it is inside of a function literal or of a field that the generator
// does not read.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	base := flag.String("overlay", "", "`file` with an overlay, as for the go command, on top of which packages are mended")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: opgen [-overlay <file>] <import path of a program that calls opgen.Main>")
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	o := newOverlay()
	err := o.load(*base)
	if err == nil {
		err = o.generate(flag.Arg(0), os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "opgen:", err)
		os.Exit(1)
	}
}

// generate runs a program with an overlay in which its packages compile. The output of
// the program goes to out.
func (o *overlay) generate(program string, out io.Writer) error {
	temporary, err := os.MkdirTemp("", "opgen")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	o.temporary = temporary
	for {
		broken, exports, err := o.broken(program)
		if err != nil {
			return err
		}
		if len(broken) == 0 {
			text, err := o.goCommand("run", program)
			_, _ = out.Write(text)
			return err
		}
		for _, p := range broken {
			if o.mended[p.ImportPath] {
				return fmt.Errorf("package %s does not compile:\n%s", p.ImportPath, p.message())
			}
			files, err := mend(p, exports, o.Replace)
			if err == nil {
				err = o.add(p, files)
			}
			if err != nil {
				return err
			}
		}
	}
}

func newOverlay() *overlay { return &overlay{mended: map[string]bool{}, Replace: map[string]string{}} }

// load reads the overlay on which the mended files are placed; "" is none.
func (o *overlay) load(name string) error {
	if name == "" {
		return nil
	}
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, o)
	}
	return err
}

// goPackage is a package as go list prints it.
type goPackage struct {
	ImportPath, Name, Dir, Export string
	GoFiles, Imports              []string
	ImportMap                     map[string]string
	Standard                      bool
	Error                         *struct{ Err string }
	DepsErrors                    []*struct{ Err string }
}

// message returns the errors of a package.
func (p *goPackage) message() string {
	if p.Error != nil {
		return p.Error.Err
	}
	return "the go command gives no reason"
}

// overlay is the file for the flag -overlay of the go command.
type overlay struct {
	temporary string
	mended    map[string]bool // packages that were mended, by their path
	// Replace maps the path of a file to the path of the file that replaces it.
	Replace map[string]string
}

// broken returns the packages below a program that do not compile although their imports
// do, and the files with the export data of the others by import path.
func (o *overlay) broken(program string) (broken []*goPackage, exports map[string]string, err error) {
	out, err := o.goCommand("list", "-e", "-export", "-deps", "-json=ImportPath,Name,Dir,Export,GoFiles,Imports,ImportMap,Standard,Error", program)
	if err != nil {
		return nil, nil, err
	}
	var packages []*goPackage
	exports = map[string]string{"unsafe": "unsafe"}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(goPackage)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, nil, err
		}
		packages = append(packages, p)
		if p.Export != "" {
			exports[p.ImportPath] = p.Export
		}
	}
	for _, p := range packages {
		switch {
		case p.Standard || p.Export != "" || p.Name == "main":
		case len(p.GoFiles) == 0:
			return nil, nil, fmt.Errorf("package %s: %s", p.ImportPath, p.message())
		case p.importsAre(exports):
			broken = append(broken, p)
		}
	}
	return broken, exports, nil
}

// importsAre reports whether all imports of a package have export data.
func (p *goPackage) importsAre(exports map[string]string) bool {
	for _, path := range p.Imports {
		if exports[path] == "" {
			return false
		}
	}
	return true
}

// goCommand runs the go command with the overlay and returns its output.
func (o *overlay) goCommand(verb string, args ...string) ([]byte, error) {
	flag, err := o.write()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", append([]string{verb}, args...)...)
	// The program asks the go command for the folders of packages.
	cmd.Env = append(os.Environ(), "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" "+flag))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", verb, err, firstPanic(stderr.String()))
	}
	return out, nil
}

// firstPanic returns the error of mended code that was executed, without the traces of
// the goroutines, or else the whole text.
func firstPanic(stderr string) string {
	if _, message, found := strings.Cut(stderr, "panic: "+notGenerated); found {
		message, _, _ = strings.Cut(message, "\n")
		return "the definitions need code that does not compile yet: " + message
	}
	return stderr
}

// write writes the file of the overlay and returns the flag that names it.
func (o *overlay) write() (string, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return "", err
	}
	name := filepath.Join(o.temporary, "overlay.json")
	return "-overlay=" + name, os.WriteFile(name, text, 0o666)
}

// add replaces files of a package, by name.
func (o *overlay) add(p *goPackage, files map[string][]byte) error {
	o.mended[p.ImportPath] = true
	for i, name := range slices.Sorted(maps.Keys(files)) {
		replacement := filepath.Join(o.temporary, fmt.Sprintf("%s_%d.go", strings.ReplaceAll(p.ImportPath, "/", "_"), i))
		if err := os.WriteFile(replacement, files[name], 0o666); err != nil {
			return err
		}
		o.Replace[filepath.Join(p.Dir, name)] = replacement
	}
	return nil
}
