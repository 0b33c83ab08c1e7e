package lower_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/internal/output"
	"optc/ir"
	"optc/lower"
	"optc/num"
	"optc/parser"
)

// TestManifest: images.json tells everything about a program that a reader of the images
// needs. Bytes that two allocations use at different times count once as used.
func TestManifest(t *testing.T) {
	t.Parallel()
	p := program()
	c := ir.NewContext()
	u := p.Units[0]
	u.Allocs = append(u.Allocs,
		lower.Alloc{Name: "y", Kind: "data", Addr: 0x124, Size: 8, Align: 4},
		lower.Alloc{Name: "z", Kind: "data", Addr: 0x126, Size: 2, Align: 2})
	p.Units = append(p.Units, &lower.Unit{Memory: u.Memory, Number: 3})
	v := p.Variables[0]
	v.Runs = []lower.Run{
		{Begin: 0, End: 1, Memory: u.Memory, Unit: 1, Addr: 0x120},
		{Begin: 1, End: 2, Memory: u.Memory, Unit: 3, Addr: 0x13C},
	}
	p.Variables = append(p.Variables, &lower.Variable{Name: "k", Type: "f16", Elem: c.Float(num.F16), Bytes: 2, Shape: []int64{2, 3}})
	module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "empty.mlir"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	files, err := p.Files(module, lower.FileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got any
	if err := json.Unmarshal(output.Content(files[lower.ManifestFile]), &got); err != nil {
		t.Fatal(err)
	}
	delete(got.(map[string]any), "files") // the program as text is not of this package
	var want any
	if err := json.Unmarshal([]byte(`{
		"format": "demo-images/2",
		"cells": [
			{"cell": 1, "allocs": [
				{"name": "main", "kind": "code", "address": 264, "size": 4, "align": 4, "half": 0, "written": true},
				{"name": "x", "kind": "data", "address": 288, "size": 8, "align": 4, "half": 1, "written": false},
				{"name": "y", "kind": "data", "address": 292, "size": 8, "align": 4, "half": 1, "written": false},
				{"name": "z", "kind": "data", "address": 294, "size": 2, "align": 2, "half": 1, "written": false}
			], "unused": 48, "written": 4, "crc32": "b63cfbcd"},
			{"cell": 3, "allocs": [], "unused": 64, "written": 0, "crc32": "00000000"}
		],
		"variables": [
			{"name": "x", "type": "f32", "shape": [2], "runs": [
				{"begin": 0, "end": 1, "cell": 1, "address": 288}, {"begin": 1, "end": 2, "cell": 3, "address": 316}]},
			{"name": "k", "type": "f16", "shape": [2, 3], "runs": []}
		]
	}`), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("manifest (-want +got):\n%s", diff)
	}
}
