package rooms

import (
	"fmt"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// packagesOf holds the packages with known types, by import path.
type packagesOf map[string]*types.Package

func (p packagesOf) Import(path string) (*types.Package, error) {
	if pkg := p[path]; pkg != nil {
		return pkg, nil
	}
	if pkg := p["vendor/"+path]; pkg != nil {
		return pkg, nil
	}
	return nil, fmt.Errorf("unknown package %s", path)
}

// TestThirtyTwoBits checks the types of all packages of the command for a machine whose int
// has 32 bits, where some constants do not fit. A build for that machine takes ten times as
// long.
func TestThirtyTwoBits(t *testing.T) {
	t.Parallel()
	list := exec.CommandContext(t.Context(), "go", "list", "-pgo=off", "-deps", "-f", `{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}}`, "optc/cmd/optc")
	list.Env = append(os.Environ(), "GOARCH=386", "CGO_ENABLED=0")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	set, known := token.NewFileSet(), packagesOf{"unsafe": types.Unsafe}
	checked := 0
	for line := range strings.Lines(string(out)) { // a package comes after those that it imports
		fields := strings.Fields(line)
		path := fields[0]
		if path == "unsafe" {
			continue
		}
		own := strings.HasPrefix(path, "optc/")
		var files []*ast.File
		for _, name := range fields[2:] {
			file, err := goparser.ParseFile(set, filepath.Join(fields[1], name), nil, goparser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		config := types.Config{
			Importer:         known,
			Sizes:            types.SizesFor("gc", "386"),
			IgnoreFuncBodies: !own,
			Error:            func(err error) { t.Error(err) },
		}
		known[path], _ = config.Check(path, set, files, nil) // Error has the errors
		if own {
			checked++
		}
	}
	if checked < 100 {
		t.Errorf("only %d packages were checked", checked)
	}
}
