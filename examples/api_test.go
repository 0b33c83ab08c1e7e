package examples_test

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Another module can name every type in the exported API: none is of an internal
// package.
func TestAPIHasNoInternalTypes(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-pgo=off", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "optc/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	imp := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	packages := 0
	for path, file := range exports {
		if !strings.HasPrefix(path, "optc/") || strings.Contains(path, "/internal/") || strings.HasPrefix(path, "optc/cmd/") || file == "" {
			continue
		}
		pkg, err := imp.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		packages++
		for _, name := range pkg.Scope().Names() {
			if obj := pkg.Scope().Lookup(name); obj.Exported() {
				c := apiChecker{seen: map[types.Type]bool{}}
				c.object(obj)
				for _, found := range c.internal {
					t.Errorf("%s.%s mentions %s", path, name, found)
				}
			}
		}
	}
	if packages < 20 {
		t.Errorf("only %d packages were looked at", packages)
	}
}

// apiChecker finds types of internal packages in the exported declaration of an object.
type apiChecker struct {
	seen     map[types.Type]bool
	internal []string
}

func (c *apiChecker) object(obj types.Object) {
	c.typ(obj.Type())
	named, ok := obj.Type().(*types.Named)
	if _, isType := obj.(*types.TypeName); !ok || !isType {
		return
	}
	for m := range named.Methods() {
		if m.Exported() {
			c.typ(m.Type())
		}
	}
	c.typ(named.Underlying())
}

// typ examines the parts of a type, but only the names of named types in it.
func (c *apiChecker) typ(t types.Type) {
	if c.seen[t] {
		return
	}
	c.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil && strings.Contains(p.Path()+"/", "/internal/") {
			c.internal = append(c.internal, fmt.Sprint(t))
		}
		for a := range t.TypeArgs().Types() {
			c.typ(a)
		}
	case *types.Alias:
		c.typ(types.Unalias(t))
	case *types.Pointer:
		c.typ(t.Elem())
	case *types.Slice:
		c.typ(t.Elem())
	case *types.Array:
		c.typ(t.Elem())
	case *types.Chan:
		c.typ(t.Elem())
	case *types.Map:
		c.typ(t.Key())
		c.typ(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			c.typ(v.Type())
		}
	case *types.Signature:
		c.typ(t.Params())
		c.typ(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				c.typ(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() {
				c.typ(m.Type())
			}
		}
	}
}
