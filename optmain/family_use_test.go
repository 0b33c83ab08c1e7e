package optmain_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/ir"
	"optc/optmain"
	"optc/passes"
)

// cell runs the tool with the family in a folder.
func cell(t *testing.T, c optmain.Config, dir, args string) (code int, text string) {
	t.Helper()
	c.Dir = dir
	var out bytes.Buffer
	code = optmain.Run(context.Background(), c, strings.Fields(args), strings.NewReader(""), &out, &out)
	return code, out.String()
}

// TestFamily: a family that exists only in this test uses all the code that families share.
func TestFamily(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("sum.mlir", cellExample)
	write("big.mlir", strings.NewReplacer("[10, 20]", "7", "tensor<2xi32>\n  cell.add", "tensor<20xi32>\n  cell.add").Replace(cellExample))
	write("two.mlir", cellExample+"\npoplar.graph @g {}")
	write("twice.mlir", cellExample+strings.Replace(cellExample, "@main", "@again", 1))
	write("graph.mlir", "poplar.graph @g {}")
	write("empty.mlir", "")
	if err := cellTool().Check(); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"build --target cell1 -o out sum.mlir", 0, "out: cell1, 1 addition in 1 cell, 16 bytes of memory written; out/memory_map.txt shows the memory\n"},
		{"run out --print x --print y --stats", 0, "x = [1, 2]\ny = [11, 22]\nadditions 2\n"},
		{"run --target cell1 sum.mlir --print y", 0, "y = [11, 22]\n"},
		{"help cell1", 0, "target cell1: one cell with 64 bytes\n    bytes = 64  size of memory\n"},
		{"help run", 0, "A cell adds arrays in the order of the text."},
		{"help build", 0, "architecture to build for: ipu1, ipu2, bm1682,"},
		{"help build", 0, "passes to run; the default is 'builtin.module(tile)' for"},
		{"help targets", 0, "  cell1     one cell with 64 bytes\n"},
		{"help cell.memory-full", 0, "error [cell.memory-full]\n  The arrays need more memory than a cell has.\n"},
		{"build --target cell1 -o no big.mlir", 1, "big.mlir:3:3: error: 'cell.array' op array 'y' of 80 bytes leaves the memory of the cell [cell.memory-full]\n"},
		{"build --target cell2 -o no sum.mlir", 1, "error: unknown architecture 'cell2'; did you mean 'cell1'? [target-unknown]; known architectures: ipu1, ipu2, ipu21, bow, cpu, bm1682, "},
		{"build --target ipu2 -o no sum.mlir", 1, "sum.mlir:1:1: error: 'cell.program' op cannot be built for target 'ipu2', which is for poplar.graph [target-fit]\n"},
		{"build --target ipu2 -o no sum.mlir", 1, "sum.mlir:1:1: note: targets of cell.program: cell1\n"},
		{"build --target cell1 -o no graph.mlir", 1, "error: 'poplar.graph' op cannot be built for target 'cell1', which is for cell.program [target-fit]\n"},
		{"build --target cell1 -o no two.mlir", 1, "two.mlir:6:1: error: 'poplar.graph' op is a second program; a file has one\n"},
		{"build --target cell1 -o no twice.mlir", 1, "error: 'cell.program' op is the second program; a program has one\n"},
		{"build --target cell1 -o no empty.mlir", 1, "'builtin.module' op holds no poplar.graph, okk.kernel, gpu.module or cell.program, so there is no program to build\n"},
		{"--cell-place --verify-exec out/program.mlir", 0, "cell.target"},
	} {
		code, text := cell(t, cellTool(), dir, c.args)
		if code != c.code || !strings.Contains(text, c.want) {
			t.Errorf("%s: exit code %d\n got %s\nwant %s", c.args, code, text, c.want)
		}
	}
	for file, want := range map[string]string{
		"cell_0.bin": "\x01\x00\x00\x00\x02\x00\x00\x00\x0a\x00\x00\x00\x14\x00\x00\x00",
		"memory_map.txt": `cell1: cell memory [0x100, 0x140), 64 bytes
1 cell used, 1 addition

cell 0
  address  0x100   0x102   0x104   0x106   0x108   0x10a   0x10c   0x10e
          |AAAAAAAAAAAAAAAxAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAyAAAAAAAAAAAAAAAA|

A array

  address    end        bytes  align  kind   name
  0x00000100   0x00000108       8      4  array  x
  0x00000108   0x00000110       8      4  array  y
  0x00000110   0x00000140      48         (free)
  16 bytes used, 48 unused

all cells, bytes by kind: array 16

what takes memory of 1 cell
       bytes     cells  owner
           8         1  x
           8         1  y
`,
		"images.json": `{
 "format": "cell-images/2",
 "cells": [
  {
   "cell": 0,
   "allocs": [
    {
     "name": "x",
     "kind": "array",
     "address": 256,
     "size": 8,
     "align": 4,
     "written": true
    },
    {
     "name": "y",
     "kind": "array",
     "address": 264,
     "size": 8,
     "align": 4,
     "written": true
    }
   ],
   "unused": 48,
   "written": 16,
   "crc32": "e053985b"
  }
 ],
 "variables": [
  {
   "name": "x",
   "type": "i32",
   "shape": [
    2
   ],
   "runs": [
    {
     "begin": 0,
     "end": 2,
     "cell": 0,
     "address": 256
    }
   ]
  },
  {
   "name": "y",
   "type": "i32",
   "shape": [
    2
   ],
   "runs": [
    {
     "begin": 0,
     "end": 2,
     "cell": 0,
     "address": 264
    }
   ]
  }
 ],
 "files": [
  {
   "file": "memory_map.txt",
   "size": 611,
   "crc32": "4b6e7059"
  },
  {
   "file": "program.mlir",
   "size": 215,
   "crc32": "c18b7c20"
  }
 ]
}
`,
	} {
		if got, err := os.ReadFile(filepath.Join(dir, "out", file)); err != nil || string(got) != want {
			t.Errorf("%s: got (%v)\n%s\nwant\n%s", file, err, got, want)
		}
	}
}

// TestFamilyVerifyExec: wrong passes over programs of the family are noticed, on the
// device and in the plain meaning.
func TestFamilyVerifyExec(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "module attributes {cell.target = \"cell1\"} {\n" + cellExample + "\n}"
	if err := os.WriteFile(filepath.Join(dir, "sum.mlir"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, run := range map[string]func(c *passes.Context) bool{
		"on each other": func(c *passes.Context) bool { return placeArrays(c, 0) },
		"other code": func(c *passes.Context) (changed bool) {
			for op := range c.Op.Body().Ops() {
				if ir.Is[addOp](op) {
					c.Rewriter(nil).Modify(op, func() { op.SetAttr("source", c.IR.Str("y")) })
					changed = true
				}
			}
			return changed
		},
	} {
		tool := cellTool()
		tool.Passes.Passes = append(tool.Passes.Passes, &passes.Pass{
			Name: "cell-wrong", Title: "Do something else", Anchor: []ir.OpKind{programOp{}},
			Run: func(c *passes.Context) (bool, error) { return run(c), nil },
		})
		code, out := cell(t, tool, dir, "--pass-pipeline=builtin.module(cell.program(cell-wrong)) --verify-exec sum.mlir")
		if code != 1 || !strings.Contains(out, "'cell.program' op expected variable '") || !strings.Contains(out, "after pass 'cell-wrong'") {
			t.Errorf("%s: exit code %d\n%s", name, code, out)
		}
	}
	if code, out := cell(t, cellTool(), dir, "--pass-pipeline=builtin.module(cell.program(cell-place)) --verify-exec sum.mlir"); code != 0 || strings.Contains(out, "remark") {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// TestFamilyInDocs: docs/extending.md shows all of the code of the family.
func TestFamilyInDocs(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/extending.md")
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile("family_test.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "\n```go\n"+string(code)+"```\n") {
		t.Error("docs/extending.md does not show family_test.go as it is")
	}
}
