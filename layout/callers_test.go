package layout

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"optc/diag"
)

// Table returns the map in table form. Memory is proportional to the number of
// runs.
func (m *Map) Table() *Map {
	if m.table != nil {
		return m
	}
	out := *m
	out.digits, out.turned, out.chain = nil, nil, nil
	out.table = tabulate(m.collect(m.count), m.width)
	return &out
}

// The answers to questions that are decided.

func (m *Map) same(other *Map) bool { return diag.Must(m.Equal(other)) }

func (m *Map) sameUnits(other *Map) bool { return diag.Must(m.SameUnits(other)) }

func (m *Map) differs(other *Map) (index int64, differ bool) {
	index, differ, err := m.Difference(other)
	return index, diag.Must(differ, err)
}

func (m *Map) shares() (first, second int64, found bool) {
	first, second, found, err := m.Collides()
	return first, second, diag.Must(found, err)
}

func (m *Map) uses(unit int) (lo, hi int64) {
	lo, hi, err := m.Extent(unit)
	return lo, diag.Must(hi, err)
}

func (m *Map) owns(unit int) (lo, hi int64) {
	lo, hi, err := m.Range(unit)
	return lo, diag.Must(hi, err)
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
