package lower_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
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
	// A member per line, indented by one space.
	text := output.Content(files[lower.ManifestFile])
	var indented bytes.Buffer
	if err := json.Indent(&indented, text, "", " "); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.TrimSpace(indented.String()), strings.TrimSpace(string(text))); diff != "" {
		t.Errorf("indentation (-want +got):\n%s", diff)
	}
	var got any
	if err := json.Unmarshal(text, &got); err != nil {
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

// TestFiles: which files a program has, and what of them the manifest lists with a digest.
func TestFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		options lower.FileOptions
		files   string
		listed  string // beside images, which are compared with the program byte by byte
		image   int    // bytes
	}{
		{lower.FileOptions{}, "cell_1.bin images.json memory_map.txt program.mlir", "memory_map.txt program.mlir", 12},
		{lower.FileOptions{Text: true}, "cell_1.bin images.json images.txt memory_map.txt program.mlir", "images.txt memory_map.txt program.mlir", 12},
		{lower.FileOptions{ELF: true}, "cell_1.bin cell_1.elf cell_3.elf images.json memory_map.txt program.mlir", "memory_map.txt program.mlir cell_1.elf cell_3.elf", 12},
		{lower.FileOptions{Full: true}, "cell_1.bin images.json memory_map.txt program.mlir", "memory_map.txt program.mlir", 64},
	} {
		p := program()
		p.Units = append(p.Units, &lower.Unit{Memory: p.Memories[0], Number: 3})
		module, err := parser.Parse(t.Context(), ir.NewContext(), &ir.Source{Name: "empty.mlir"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		files, err := p.Files(module, c.options)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(slices.Sorted(maps.Keys(files)), " "); got != c.files {
			t.Errorf("%+v: %s, want %s", c.options, got, c.files)
		}
		if got := output.Content(files["cell_1.bin"]); len(got) != c.image {
			t.Errorf("%+v: the image has %d bytes", c.options, len(got))
		}
		var manifest struct {
			Files []struct{ File string }
		}
		if err := json.Unmarshal(output.Content(files[lower.ManifestFile]), &manifest); err != nil {
			t.Fatal(err)
		}
		var listed []string
		for _, f := range manifest.Files {
			listed = append(listed, f.File)
		}
		if got := strings.Join(listed, " "); got != c.listed {
			t.Errorf("%+v: the manifest lists %s, want %s", c.options, got, c.listed)
		}
	}
}
