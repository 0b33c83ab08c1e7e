package poplar_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/family/poplar"
	"optc/ir"
	"optc/parser"
)

// TestExportProblems: parts of a class that cannot be written are reported to the sink,
// and the files of the other classes are written.
func TestExportProblems(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ target, layout, files, want string }{
		{target: "<ipu2>", layout: "COMPACT_PTR", files: "classes.cpp classes_ipu2.h", want: "must be resolved"},
		{target: "<ipu2>", layout: "ONE_PTR", files: "classes.cpp classes_ipu2.h"},
		{target: "<cpu>", layout: "ONE_PTR", files: "classes.cpp"},
	} {
		module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Name: "v.mlir", Text: `module attributes {poplar.target = #poplar.target` + c.target + `} {
  poplar.vertex @"demo::P" worker {
    poplar.field @x : !poplar.in<vec<f32, ` + c.layout + `>>
  }
}`}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var problems ir.Diagnostics
		files, err := poplar.Family().Export.Write(module, &problems)
		if got := strings.Join(slices.Sorted(maps.Keys(files)), " "); got != c.files {
			t.Errorf("%s %s: files %s, want %s", c.target, c.layout, got, c.files)
		}
		list := problems.List()
		if c.want == "" && (err != nil || len(list) > 0) || c.want != "" && (err == nil || len(list) != 1 || !strings.Contains(list[0].Msg, c.want)) {
			t.Errorf("%s %s: %v, told %v, want %q", c.target, c.layout, err, list, c.want)
		}
	}
}
