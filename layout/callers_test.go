package layout

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Table returns the map in table form. Memory is proportional to the number of
// runs.
func (m *Map) Table() *Map {
	if m.table != nil {
		return m
	}
	out := *m
	out.digits, out.turned, out.chain = nil, nil, nil
	if m.digits == nil {
		out.table = m.tabular()
	} else {
		out.table = tabulate(m.collect(m.count), m.width)
	}
	return &out
}

// TestMethodsHaveCallers: every method of a map is called outside of tests.
func TestMethodsHaveCallers(t *testing.T) {
	var sources strings.Builder
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "layout") {
			sources.Write(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text := sources.String()
	for method := range reflect.TypeFor[*Map]().Methods() {
		if method.Name != "Table" && !strings.Contains(text, "."+method.Name+"(") && !strings.Contains(text, "(*Map)."+method.Name) {
			t.Errorf("%s is called by tests only", method.Name)
		}
	}
}
