package lower_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/ir"
	"optc/lower"
	"optc/num"
	"optc/parser"
)

// machine is a program for five cells and a bank: cells 1 and 2 have equal allocations,
// as do 4 and 5, and cell 7 is full.
func machine() *lower.Program {
	cells := &lower.Memory{
		Unit: lower.Noun{One: "cell", Many: "cells"}, Base: 0x100, Size: 40, Doc: "the small ones",
		Uses:    []lower.Use{{Name: "data", Letter: 'D'}, {Name: "constants", Letter: 'K'}, {Name: "code", Letter: 'C'}},
		Regions: []lower.Region{{Name: "low", From: 0x100, To: 0x110}, {Name: "high", From: 0x110, To: 0x128}, {Name: "behind", From: 0x128, To: 0x200}},
		Columns: []lower.Column{{Name: "ports", Of: func(a *lower.Alloc) any {
			return []int{3, 5, 6, 7}[:min(a.Size/8, 4)]
		}}},
	}
	bank := &lower.Memory{Unit: lower.Noun{One: "bank", Many: "banks"}, Base: 0x1000, Size: 0x1000, Uses: []lower.Use{{Name: "data", Letter: 'D'}}}
	data := func(n int, addr, size uint64) lower.Alloc {
		return lower.Alloc{Name: fmt.Sprintf("x.%d", n), Owner: "variable x", Kind: "data", Addr: addr, Size: size, Align: 4, Written: true}
	}
	unit := func(n int, allocs ...lower.Alloc) *lower.Unit {
		return &lower.Unit{Memory: cells, Number: n, Allocs: allocs, Chunks: lower.NewChunks([]lower.Chunk{{Addr: 0x100, Bytes: []byte{byte(n), 2}}})}
	}
	p := &lower.Program{
		Family: &lower.Family{Name: "demo"}, Target: "demo8", Memories: []*lower.Memory{cells, bank},
		Units: []*lower.Unit{
			unit(1, data(1, 0x100, 8)), unit(2, data(2, 0x100, 8)), unit(4, data(4, 0x100, 4)), unit(5, data(5, 0x100, 4)),
			unit(7, data(7, 0x100, 16), lower.Alloc{Name: "main", Label: "m", Kind: "code", Addr: 0x110, Size: 24, Align: 8}),
			{Memory: bank, Number: 0, Allocs: []lower.Alloc{{Name: "far", Kind: "data", Addr: 0x1000, Size: 4, Align: 4}, {Name: "away", Kind: "data", Addr: 0x1008, Size: 4, Align: 4}, {Name: "end", Kind: "data", Addr: 0x1ff8, Size: 8, Align: 8}}},
		},
		Parts: 3, Called: lower.Noun{One: "program", Many: "programs"},
	}
	c := ir.NewContext()
	p.Variables = []*lower.HostVariable{
		{Name: "x", Type: "i16", Elem: c.Integer(16), Bytes: 2, Shape: []int64{16}, Runs: []lower.AddressRun{
			{Begin: 0, End: 2, Memory: cells, Unit: 1, Addr: 0x100}, {Begin: 2, End: 4, Memory: cells, Unit: 2, Addr: 0x104}, {Begin: 4, End: 16, Memory: cells, Unit: 7, Addr: 0x100}}},
		{Name: "y", Type: "f32", Elem: c.Float(num.F32), Bytes: 4, Shape: []int64{2}, Runs: []lower.AddressRun{{Begin: 0, End: 2, Memory: bank, Unit: 0, Addr: 0x1ff8}}},
	}
	return p
}

// TestMemoryMap: units with equal allocations are described once, and gaps and totals add
// up.
func TestMemoryMap(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := lower.WriteMemoryMap(&b, machine()); err != nil {
		t.Fatal(err)
	}
	const want = `demo8: cell memory [0x100, 0x128), 40 bytes; the small ones
demo8: bank memory [0x1000, 0x2000), 4096 bytes
5 cells and 1 bank used, 3 programs

cells 1 to 2
          |                              low                              |
  address  0x100   0x101   0x102   0x103   0x104   0x105   0x106   0x107
          |DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDx.1DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD|

D data

  address    end        bytes  align  ports  kind       name
  0x00000100   0x00000108       8      4  3      data       x.1
  0x00000108   0x00000128      32                (free)
  8 bytes used, 32 unused

cells 4 to 5
          |                              low                              |
  address  0x100           0x101           0x102           0x103
          |DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDx.4DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD|

D data

  address    end        bytes  align  ports  kind       name
  0x00000100   0x00000104       4      4  -      data       x.4
  0x00000104   0x00000128      36                (free)
  4 bytes used, 36 unused

cell 7
          |          low           |                 high                 |
  address  0x100       0x108        0x110        0x118        0x120
          |DDDDDDDDDDDx.7DDDDDDDDDDDDCCCCCCCCCCCCCCCCCCmCCCCCCCCCCCCCCCCCCC|

D data, C code

  address    end        bytes  align  ports  kind       name
  0x00000100   0x00000110      16      4  3-5    data       x.7
  0x00000110   0x00000128      24      8  3-6    code       main
  40 bytes used, 0 unused

all cells, bytes by kind: data 40 code 24

bank 0
  address  0x1000    0x1002     0x1004     0x1006    0x1008     0x100a
          |DDDDDDDDDfarDDDDDDDDDD                    DDDDDDDDDawayDDDDDDDDD|

  address  0x1ff8  0x1ff9  0x1ffa  0x1ffb  0x1ffc  0x1ffd  0x1ffe  0x1fff
          |DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDendDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD|

D data

  address    end        bytes  align  kind  name
  0x00001000   0x00001004       4      4  data  far
  0x00001004   0x00001008       4         (free)
  0x00001008   0x0000100c       4      4  data  away
  0x0000100c   0x00001ff8    4076         (free)
  0x00001ff8   0x00002000       8      8  data  end
  16 bytes used, 4080 unused

all banks, bytes by kind: data 16

what takes memory of 5 cells
       bytes     cells  owner
          40         5  variable x
          24         1  main

how full the cells are
  cells        0                               1
  0 to 10 %   |                                                                |  0
  10 to 20 %  |################################################################|  2
  20 to 30 %  |################################################################|  2
  30 to 40 %  |                                                                |  0
  40 to 50 %  |                                                                |  0
  50 to 60 %  |                                                                |  0
  60 to 70 %  |                                                                |  0
  70 to 80 %  |                                                                |  0
  80 to 90 %  |                                                                |  0
  90 to 100 % |################################                                |  1

what takes memory of 1 bank
       bytes     banks  owner
           8         1  end
           4         1  away
           4         1  far
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("memory map (-want +got):\n%s", diff)
	}
}

// TestHovers: the facts about an allocation that pictures show.
func TestHovers(t *testing.T) {
	t.Parallel()
	p := machine()
	p.Steps = []string{"load", ""}
	p.Units[0].Allocs[0].Life = lower.Life{From: 1, To: 2}
	p.Memories[1].Apart = true
	pictures, err := lower.Draw(p, "")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, picture := range pictures {
		fmt.Fprintf(&b, "%s; %s\n", picture.Title, strings.Join(picture.Notes, ", "))
		for _, panel := range picture.Panels {
			fmt.Fprintf(&b, "  [%#x, %#x) of %d rows\n", panel.Axis.From, panel.Axis.To, len(panel.Rows))
			for _, g := range panel.Axis.Groups {
				fmt.Fprintf(&b, "    %s [%#x, %#x)\n", g.Text, g.From, g.To)
			}
			for _, c := range panel.Cells {
				fmt.Fprintf(&b, "    row %d+%d [%#x, %#x) colour %d '%s' %q\n", c.Row, c.Rows, c.From, c.To, c.Colour, c.Text, c.Hover)
			}
		}
	}
	const want = `cell 1; 8 bytes used, 32 unused
  [0x100, 0x108) of 2 rows
    low [0x100, 0x108)
    row 1+1 [0x100, 0x108) colour 11 'x.1' "x.1\ndata, 0x100 to 0x108, 8 bytes, aligned to 4, ports 3, steps 1 to 1"
cell 2; 8 bytes used, 32 unused
  [0x100, 0x108) of 1 rows
    low [0x100, 0x108)
    row 0+1 [0x100, 0x108) colour 11 'x.2' "x.2\ndata, 0x100 to 0x108, 8 bytes, aligned to 4, ports 3"
cells 4 to 5; 4 bytes used, 36 unused
  [0x100, 0x104) of 1 rows
    low [0x100, 0x104)
    row 0+1 [0x100, 0x104) colour 11 'x.4' "x.4\ndata, 0x100 to 0x104, 4 bytes, aligned to 4, ports -"
cell 7; 40 bytes used, 0 unused
  [0x100, 0x128) of 1 rows
    low [0x100, 0x110)
    high [0x110, 0x128)
    row 0+1 [0x100, 0x110) colour 11 'x.7' "x.7\ndata, 0x100 to 0x110, 16 bytes, aligned to 4, ports 3-5"
    row 0+1 [0x110, 0x128) colour 13 'm' "main\ncode, 0x110 to 0x128, 24 bytes, aligned to 8, ports 3-6"
bank 0; 16 bytes used, 4080 unused
  [0x1000, 0x100c) of 1 rows
    row 0+1 [0x1000, 0x1004) colour 11 ' far ' "far\ndata, 0x1000 to 0x1004, 4 bytes, aligned to 4"
    row 0+1 [0x1008, 0x100c) colour 12 ' away ' "away\ndata, 0x1008 to 0x100c, 4 bytes, aligned to 4"
  [0x1ff8, 0x2000) of 1 rows
    row 0+1 [0x1ff8, 0x2000) colour 13 ' end ' "end\ndata, 0x1ff8 to 0x2000, 8 bytes, aligned to 8"
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("hovers (-want +got):\n%s", diff)
	}
	for at, want := range map[string]string{"cell 2": "cells 1 to 2", "1": "cells 1 to 2", "5": "cells 4 to 5", "3": "", "6": "", "7": "cell 7", "bank 0": "bank 0"} {
		p.Units[0].Allocs[0].Life = lower.Life{}
		pictures, err := lower.Draw(p, at)
		switch {
		case want == "" && (diag.CodeOf(err) != "no-unit" || !strings.Contains(err.Error(), "such as 'cell 1', but got '"+at+"'")):
			t.Errorf("%s: %v", at, err)
		case want != "" && (err != nil || len(pictures) != 1 || pictures[0].Title != want):
			t.Errorf("%s: %d pictures, %v, want %s", at, len(pictures), err, want)
		}
	}
}

// TestDump: bytes of images as elements and as parts that a family knows.
func TestDump(t *testing.T) {
	t.Parallel()
	p := machine()
	p.Decode = func(m *lower.Image, a *lower.Alloc) []lower.Part {
		if a.Name != "main" {
			return nil
		}
		return []lower.Part{{Addr: a.Addr, Name: "a", Text: "1"}, {Addr: a.Addr + 4, Name: "long", Text: "2", Problem: "odd"}, {Addr: a.Addr + 8, Name: "b", Problem: "missing"}}
	}
	var images []*lower.Image
	for _, n := range []int{0, 1, 4, 5} {
		u := p.Units[n]
		var b bytes.Buffer
		u.Image(false).WriteTo(&b)
		images = append(images, &lower.Image{Unit: u, Bytes: append(b.Bytes(), 0, 1)})
	}
	var b strings.Builder
	dump := lower.NewDump(p, images)
	if err := dump.Write(&b); dump.Problems != 2 || err != nil {
		t.Errorf("%d problems, %v", dump.Problems, err)
	}
	const want = `cell 1
  0x00000100  8 bytes  data x.1
    x[0..2) = [513, 256]

cell 2
  0x00000100  8 bytes  data x.2
    x[2..4) = [0, 0]

cell 7
  0x00000100  16 bytes  data x.7
    x[4..16) = [519, 256, 0, 0, 0, 0, 0, 0, …]
  0x00000110  24 bytes  code main
    0x00000110  a     1
  ! 0x00000114  long  2  (odd)
  ! 0x00000118  b     (missing)

bank 0
  0x00001000  4 bytes  data far
  0x00001008  4 bytes  data away
  0x00001ff8  8 bytes  data end
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("dump (-want +got):\n%s", diff)
	}
	cell, bank := p.Units[0], p.Units[5]
	for addr, want := range map[uint64]string{0xff: "", 0x100: "x[0]", 0x101: "x[0] + 1 bytes", 0x103: "x[1] + 1 bytes", 0x104: "x.1 + 4 bytes", 0x107: "x.1 + 7 bytes", 0x108: ""} {
		if got := p.At(cell, addr); got != want {
			t.Errorf("%#x is %q, want %q", addr, got, want)
		}
	}
	for addr, want := range map[uint64]string{0x1000: "far", 0x1001: "far + 1 bytes", 0x1ff8: "y[0]", 0x1fff: "y[1] + 3 bytes", 0x2000: ""} {
		if got := p.At(bank, addr); got != want {
			t.Errorf("%#x is %q, want %q", addr, got, want)
		}
	}
}

// TestImages: every unit with bytes has a file.
func TestImages(t *testing.T) {
	t.Parallel()
	module, err := parser.Parse(t.Context(), ir.NewContext(), &ir.Source{Name: "program.mlir", Text: "builtin.module {\n  builtin.module {}\n}"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := machine()
	families := []*lower.Family{{Op: ir.Kind("builtin.module"), Build: func(context.Context, *ir.Operation) (*lower.Program, error) { return p, nil }}}
	dir := fstest.MapFS{lower.ProgramFile: {}, lower.ManifestFile: {Data: []byte("{}")}}
	for n := range byte(8) {
		dir[fmt.Sprintf("cell_%d.bin", n)] = &fstest.MapFile{Data: []byte{n}}
	}
	f, err := lower.Open(dir, true)
	if err != nil {
		t.Fatal(err)
	}
	got, images, err := f.Images(t.Context(), families, module)
	if err != nil || got != p || len(images) != len(p.Units) {
		t.Fatalf("%d images, %v", len(images), err)
	}
	for i, m := range images {
		var want []byte
		if u := p.Units[i]; len(u.Chunks) > 0 {
			want = []byte{byte(u.Number)}
		}
		if m.Unit != p.Units[i] || !bytes.Equal(m.Bytes, want) {
			t.Errorf("%s %d has the bytes %v, want %v", m.Unit.Memory.Unit.One, m.Unit.Number, m.Bytes, want)
		}
	}
	delete(dir, "cell_4.bin")
	if _, _, err := f.Images(t.Context(), families, module); diag.CodeOf(err) != "image-size" {
		t.Errorf("without a file: %v", err)
	}
}

// TestLoad: bytes beyond the end of an image are 0, and bytes outside of the memory are an
// error.
func TestLoad(t *testing.T) {
	t.Parallel()
	m := &lower.Image{Unit: machine().Units[0], Bytes: []byte{1, 2, 3}}
	for _, c := range []struct {
		addr uint64
		n    int
		want string
	}{
		{0x100, 2, "[1 2]"}, {0x101, 3, "[2 3 0]"}, {0x102, 1, "[3]"}, {0x103, 1, "[0]"}, {0x120, 8, "[0 0 0 0 0 0 0 0]"}, {0x128, 0, "[]"},
		{0xff, 2, "[0xff, 0x101) is outside of memory [0x100, 0x128) [addr-range]"}, {0x121, 8, "[0x121, 0x129) is outside of memory [0x100, 0x128) [addr-range]"},
		{1<<64 - 1, 2, "[0xffffffffffffffff, 0x1) is outside of memory [0x100, 0x128) [addr-range]"},
	} {
		dst := bytes.Repeat([]byte{9}, c.n)
		var got string
		if err := m.Load(c.addr, dst); err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(dst)
		}
		if got != c.want {
			t.Errorf("%d bytes at %#x: %s, want %s", c.n, c.addr, got, c.want)
		}
	}
}

// TestText: a row shows the bytes of 16 addresses, and is omitted if none of them is
// written.
func TestText(t *testing.T) {
	t.Parallel()
	p := machine()
	p.Units = p.Units[:1]
	p.Units[0].Chunks = lower.NewChunks([]lower.Chunk{{Addr: 0x10e, Bytes: []byte{1, 0xab, 3}}, {Addr: 0x12f, Bytes: []byte{0xf0}}, {Addr: 0x120}})
	var b strings.Builder
	if err := lower.WriteText(&b, p); err != nil {
		t.Fatal(err)
	}
	const want = `cell 1
  0x00000100: -- -- -- -- -- -- -- -- -- -- -- -- -- -- 01 ab
  0x00000110: 03 -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
  0x00000120: -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- f0
cell 1 crc32 da45ab27 written 4
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

// TestOpenDamaged: files of a folder that are missing, damaged or changed.
func TestOpenDamaged(t *testing.T) {
	t.Parallel()
	const listed = `{"files": [{"file": "a.txt", "size": 3, "crc32": "352441c2"}]}`
	for _, c := range []struct {
		name, manifest, content, want string
	}{
		{name: "as written", manifest: listed, content: "abc"},
		{name: "other bytes", manifest: listed, content: "abd",
			want: "a.txt is not as it was written: expected 3 bytes with CRC-32 352441c2, but got 3 with ab40d461 [edited]"},
		{name: "more bytes", manifest: listed, content: "abcd",
			want: "a.txt is not as it was written: expected 3 bytes with CRC-32 352441c2, but got 4 with ed82cd11 [edited]"},
		{name: "missing", manifest: listed, content: "-", want: "a.txt is missing or cannot be read [edited]"},
		{name: "cut", manifest: listed[:20], content: "abc",
			want: "images.json is damaged: unexpected end of JSON input [manifest]"},
		{name: "of another form", manifest: `{"files": 3}`, content: "abc",
			want: "images.json is damaged: it holds a number where it must not [manifest]"},
		{name: "no files", manifest: `{}`, content: "abd"},
		{name: "no manifest", content: "abc",
			want: "expected the folder of a built program, but it has no images.json [no-program]"},
		{name: "no program", manifest: listed,
			want: "the built program is not complete: program.mlir is missing or cannot be read [no-program]"},
	} {
		files := fstest.MapFS{lower.ProgramFile: {Data: []byte("module {}")}}
		if c.manifest != "" {
			files[lower.ManifestFile] = &fstest.MapFile{Data: []byte(c.manifest)}
		}
		switch c.content {
		case "":
			delete(files, lower.ProgramFile)
		case "-":
		default:
			files["a.txt"] = &fstest.MapFile{Data: []byte(c.content)}
		}
		f, err := lower.Open(files, false)
		if got := fmt.Sprint(err); c.want == "" && (err != nil || f.Module != "module {}") || c.want != "" && !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if _, err := lower.Open(files, true); (err == nil) != (c.want == "" || diag.CodeOf(err) == "" || strings.HasSuffix(c.want, "[edited]")) {
			t.Errorf("%s, unverified: %v", c.name, err)
		}
	}
}
