// Command new writes a first version of an operation, a pass, a dialect or a target, with
// its test and its rows in lists and pages:
//
//	go run ./cmd/new op math.cube
//	go run ./cmd/new pass lower-cube
//	go run ./cmd/new dialect toy
//	go run ./cmd/new target ipu9
//
// The code that it writes compiles and passes the tests. It compiles nothing of optc itself, so
// that it runs in seconds, and in a tree that does not compile.
//
// In a module that imports optc, go run optc/cmd/new op toy.cube writes an operation of a
// dialect of that module. Passes, dialects and targets of such a module are Go values in
// its optmain.Config, for which there is no list to extend.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

const usage = `usage: new op <dialect>.<name>
       new pass <name>
       new dialect <name>
       new target <name>
`

func main() {
	if len(os.Args) != 3 || makers[os.Args[1]].write == nil {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	err := create(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, "new:", err)
		os.Exit(1)
	}
}

// maker writes the files for one kind: operation, pass, dialect or target.
type maker struct {
	name    *regexp.Regexp // valid names of the kind
	example string         // a name
	write   func(m *module, name string) error
}

var makers = map[string]maker{
	"op":      {regexp.MustCompile(`^[a-z][a-z0-9_]*\.[a-z][a-z0-9_.]*$`), "math.cube", newOp},
	"pass":    {regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`), "lower-cube", newPass},
	"dialect": {regexp.MustCompile(`^[a-z][a-z0-9]*$`), "toy", newDialect},
	"target":  {regexp.MustCompile(`^[a-z][a-z0-9]*$`), "ipu9", newTarget},
}

// create writes the files of kind with a name into the module of the current folder, and runs the
// commands that generate further files.
func create(kind, name string) error {
	m, err := currentModule()
	if err != nil {
		return err
	}
	if err := m.add(kind, name); err != nil {
		return err
	}
	if err := m.save(os.Stdout); err != nil {
		return err
	}
	return m.finish(os.Stdout)
}

// add plans the files of kind with a name.
func (m *module) add(kind, name string) error {
	k := makers[kind]
	if !k.name.MatchString(name) {
		return fmt.Errorf("expected a name such as %s, but got %q", k.example, name)
	}
	if kind != "op" && m.path != optc {
		return fmt.Errorf("module %s has no list for a %s: write a Go value and add it to the optmain.Config of the tool, see docs/extending.md of optc", m.path, kind)
	}
	return k.write(m, name)
}

// optc is the path of the module of this command.
const optc = "optc"

// module is the module into which files are written.
type module struct {
	root, path string
	files      map[string]string // texts to write by the name in the module
	order      []string          // names of files
	commands   [][]string        // commands that generate other files
	tests      []string          // packages whose tests concern the thing, for the user
}

func currentModule() (*module, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Path}}\n{{.Dir}}").Output()
	path, dir, ok := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if err != nil || !ok {
		return nil, errors.New("the current folder is not in a Go module")
	}
	return &module{root: dir, path: path, files: map[string]string{}}, nil
}

// create plans a file, which must not exist.
func (m *module) create(name, text string) error {
	if _, err := os.Stat(filepath.Join(m.root, name)); err == nil {
		return fmt.Errorf("%s exists already", name)
	}
	m.put(name, text)
	return nil
}

func (m *module) put(name, text string) {
	if _, planned := m.files[name]; !planned {
		m.order = append(m.order, name)
	}
	m.files[name] = text
}

// read returns the text of a file, with the changes that are planned.
func (m *module) read(name string) (string, error) {
	if text, planned := m.files[name]; planned {
		return text, nil
	}
	text, err := os.ReadFile(filepath.Join(m.root, name))
	return string(text), err
}

// edit plans a change of a file.
func (m *module) edit(name string, change func(text string) (string, error)) error {
	text, err := m.read(name)
	if err != nil {
		return err
	}
	after, err := change(text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	m.put(name, after)
	return nil
}

// save writes the files and lists them.
func (m *module) save(out io.Writer) error {
	for _, name := range m.order {
		path := filepath.Join(m.root, name)
		verb := "wrote"
		if _, err := os.Stat(path); err == nil {
			verb = "changed"
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(m.files[name]), 0o666); err != nil {
			return err
		}
		fmt.Fprintln(out, verb, name)
	}
	return nil
}

// finish runs the commands that generate files, and names the tests.
func (m *module) finish(out io.Writer) error {
	for _, args := range m.commands {
		fmt.Fprintln(out, "running", strings.Join(args, " "))
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir, cmd.Stderr = m.root, os.Stderr
		if text, err := cmd.Output(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, text)
		}
	}
	fmt.Fprintln(out, "next: go test", strings.Join(m.tests, " "))
	return nil
}

// updateReference plans the command that writes the pages of the reference.
func (m *module) updateReference() {
	m.commands = append(m.commands, []string{"go", "test", "./optmain", "-run", "^TestReferenceIsCurrent$", "-update"})
}
