package okk_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/okk"
)

// A small tensor in compact layout at NPU 2 of 4: channel 2 is in NPU 0, in the next
// block row.
func Example_picture() {
	m, _ := okk.LookupMachine("toy4")
	x, err := okk.Place(&m, okk.Type{DType: okk.F32, Layout: okk.Compact, Shape: okk.Dims{1, 3, 1, 2}}, 2048)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := x.Picture()
	fmt.Print(p.Text())
	// Output:
	// (1,3,1,2) of f32 in compact layout on toy4, at NPU 2 offset 0
	//
	// blocks
	//          |                            bank 0                             |
	//   offset  0       2       4       6       8       10      12      14
	//   NPU 0  |                                CCCCCCCCCCCCCn0 c2CCCCCCCCCCCCCC|
	//   NPU 1  |                                                                |
	//   NPU 2  |AAAAAAAAAAAAAn0 c0AAAAAAAAAAAAAA                                |
	//   NPU 3  |BBBBBBBBBBBBBn0 c1BBBBBBBBBBBBBB                                |
	//
	// elements, by the offset of their first byte
	//   offset   0  4  8 12
	//   NPU 0        | 4| 5|
	//   NPU 1
	//   NPU 2  | 0| 1|
	//   NPU 3  | 2| 3|
	//
	// - padding and gaps
	//
	// Strides (4,2,2,1) in units of 4 bytes; block rows: 2.
	// 24 bytes of elements in 3 of 4 NPUs; 16 bytes are reserved in each: 37% of all reserved bytes are used.
}

// Each element of a tensor is drawn once, where the unit map places it; a note lists what
// is not drawn.
func TestPicture(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		machine string
		tensor  okk.Type
		address int64
		want    []string
	}{
		{machine: "toy4", tensor: okk.Type{DType: okk.F32, Layout: okk.Aligned, Shape: okk.Dims{2, 3, 4, 5}}, address: 2048,
			want: []string{"n1 c2", "23% of all reserved bytes"}},
		{machine: "toy4", tensor: okk.Type{DType: okk.I8, Mode: okk.N4, Layout: okk.Aligned, Shape: okk.Dims{6, 1, 1, 3}},
			address: 0, want: []string{"| 16|", "6 bytes are dummies"}},
		{machine: "toy4", tensor: okk.Type{DType: okk.F32, Layout: okk.Matrix, Rows: 2, Cols: 7, Width: 3}, address: 0,
			want: []string{"in matrix layout", "| 13|"}},
		{machine: "bm1684", tensor: okk.Type{DType: okk.F32, Layout: okk.Aligned, Shape: okk.Dims{1, 200, 8, 64}},
			address: 0, want: []string{"the first 192 of 8192 bytes", "NPU 63"}},
		{machine: "toy4",
			tensor:  okk.Type{DType: okk.F32, Layout: okk.Strided, Shape: okk.Dims{1, 1, 2, 2}, Strides: okk.Dims{0, 0, 8, 2}},
			address: 0, want: []string{"in strides layout"}},
	} {
		m, err := okk.LookupMachine(test.machine)
		if err != nil {
			t.Fatal(err)
		}
		x, err := okk.Place(&m, test.tensor, test.address)
		if err != nil {
			t.Fatal(err)
		}
		p := x.Picture()
		text := p.Text()
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
		seen := map[string]int{}
		for _, c := range p.Panels[1].Cells {
			if c.Text != "" {
				seen[c.Text]++
			}
		}
		for text, n := range seen {
			if n > 1 {
				t.Errorf("element %s is drawn %d times", text, n)
			}
		}
		if !strings.Contains(text, "the first") && int64(len(seen))*test.tensor.DType.Bytes() != test.tensor.PayloadBytes() {
			t.Errorf("%d elements are drawn in\n%s", len(seen), text)
		}
	}
}

// TestPictureLanes: of a large machine, the NPUs that hold channels are drawn in
// ascending order, even if the channels wrap around to NPU 0.
func TestPictureLanes(t *testing.T) {
	t.Parallel()
	m, err := okk.LookupMachine("bm1684")
	if err != nil {
		t.Fatal(err)
	}
	for channels, want := range map[int64]string{1: "NPU 62", 2: "NPU 62, NPU 63", 4: "NPU 0, NPU 1, NPU 62, NPU 63"} {
		x, err := okk.Place(&m, okk.Type{DType: okk.F32, Layout: okk.Compact, Shape: okk.Dims{1, channels, 1, 1}}, 62*m.NPUBytes)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range x.Picture().Panels {
			var rows []string
			for _, r := range p.Rows {
				rows = append(rows, r.Label)
			}
			if got := strings.Join(rows, ", "); got != want {
				t.Errorf("%d channels, %s: %s, want %s", channels, p.Title, got, want)
			}
		}
	}
}

// TestPictureTexts checks the pictures of padding, gaps, packed units and parts of
// tensors.
func TestPictureTexts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		tensor  okk.Type
		address int64
		want    string
	}{
		{name: "padded", tensor: okk.Type{DType: okk.I16, Layout: okk.Aligned, Shape: okk.Dims{1, 2, 2, 3}}, address: 3*1024 + 128, want: `blocks, 128 to 384
  bank 1 [128, 256)
  bank 2 [256, 384)
  NPU 3 [140, 256) colour 1 '' padding of n0 c0: 116 bytes
  NPU 3 [128, 140) colour 11 'n0 c0' n0 c0 in NPU 3: bytes 128 to 139, bank 1
  NPU 0 [268, 384) colour 1 '' padding of n0 c1: 116 bytes
  NPU 0 [256, 268) colour 12 'n0 c1' n0 c1 in NPU 0: bytes 256 to 267, bank 2
elements, by the offset of their first byte, 0 to 14
  NPU 0 [7, 8) colour 12 '6' NPU 0, offset 256: element (0,1,0,0)
  NPU 0 [8, 9) colour 12 '7' NPU 0, offset 258: element (0,1,0,1)
  NPU 0 [9, 10) colour 12 '8' NPU 0, offset 260: element (0,1,0,2)
  NPU 0 [10, 11) colour 12 '9' NPU 0, offset 262: element (0,1,1,0)
  NPU 0 [11, 12) colour 12 '10' NPU 0, offset 264: element (0,1,1,1)
  NPU 0 [12, 13) colour 12 '11' NPU 0, offset 266: element (0,1,1,2)
  NPU 0 [13, 14) colour 1 '' NPU 0, offsets 268 to 383: padding
  NPU 3 [0, 1) colour 11 '0' NPU 3, offset 128: element (0,0,0,0)
  NPU 3 [1, 2) colour 11 '1' NPU 3, offset 130: element (0,0,0,1)
  NPU 3 [2, 3) colour 11 '2' NPU 3, offset 132: element (0,0,0,2)
  NPU 3 [3, 4) colour 11 '3' NPU 3, offset 134: element (0,0,1,0)
  NPU 3 [4, 5) colour 11 '4' NPU 3, offset 136: element (0,0,1,1)
  NPU 3 [5, 6) colour 11 '5' NPU 3, offset 138: element (0,0,1,2)
  NPU 3 [6, 7) colour 1 '' NPU 3, offsets 140 to 255: padding
Strides (128,64,3,1) in units of 2 bytes; block rows: 2.
24 bytes of elements in 2 of 4 NPUs; 256 bytes are reserved in each: 2% of all reserved bytes are used.`},
		{name: "gaps", tensor: okk.Type{DType: okk.F32, Layout: okk.Strided, Shape: okk.Dims{1, 1, 2, 2}, Strides: okk.Dims{0, 0, 6, 2}}, address: 120, want: `blocks, 120 to 156
  bank 0 [120, 128)
  bank 1 [128, 156)
  NPU 0 [120, 156) colour 11 'n0 c0' n0 c0 in NPU 0: bytes 120 to 155, bank 0
elements, by the offset of their first byte, 0 to 7
  NPU 0 [0, 1) colour 11 '0' NPU 0, offset 120: element (0,0,0,0)
  NPU 0 [1, 2) colour 1 '' NPU 0, offsets 124 to 127: gap
  NPU 0 [2, 3) colour 11 '1' NPU 0, offset 128: element (0,0,0,1)
  NPU 0 [3, 4) colour 1 '' NPU 0, offsets 132 to 143: gap
  NPU 0 [4, 5) colour 11 '2' NPU 0, offset 144: element (0,0,1,0)
  NPU 0 [5, 6) colour 1 '' NPU 0, offsets 148 to 151: gap
  NPU 0 [6, 7) colour 11 '3' NPU 0, offset 152: element (0,0,1,1)
Strides (0,0,6,2) in units of 4 bytes; block rows: 1.
16 bytes of elements in 1 of 4 NPUs; 36 bytes are reserved in each: 11% of all reserved bytes are used.`},
		{name: "units", tensor: okk.Type{DType: okk.I8, Mode: okk.N4, Layout: okk.Compact, Shape: okk.Dims{5, 1, 1, 2}}, address: 1024, want: `blocks, 0 to 16
  bank 0 [0, 16)
  NPU 1 [0, 8) colour 11 'n0-3 c0' n0-3 c0 in NPU 1: bytes 0 to 7, bank 0
  NPU 1 [8, 16) colour 11 'n4 c0' n4 c0 in NPU 1: bytes 8 to 15, bank 0
elements, by the offset of their first byte, 0 to 12
  NPU 1 [0, 1) colour 11 '0' NPU 1, offset 0: element (0,0,0,0)
  NPU 1 [1, 2) colour 11 '2' NPU 1, offset 1: element (1,0,0,0)
  NPU 1 [2, 3) colour 11 '4' NPU 1, offset 2: element (2,0,0,0)
  NPU 1 [3, 4) colour 11 '6' NPU 1, offset 3: element (3,0,0,0)
  NPU 1 [4, 5) colour 11 '1' NPU 1, offset 4: element (0,0,0,1)
  NPU 1 [5, 6) colour 11 '3' NPU 1, offset 5: element (1,0,0,1)
  NPU 1 [6, 7) colour 11 '5' NPU 1, offset 6: element (2,0,0,1)
  NPU 1 [7, 8) colour 11 '7' NPU 1, offset 7: element (3,0,0,1)
  NPU 1 [8, 9) colour 11 '8' NPU 1, offset 8: element (4,0,0,0)
  NPU 1 [9, 10) colour 23 '' NPU 1, offsets 9 to 11: dummy
  NPU 1 [10, 11) colour 11 '9' NPU 1, offset 12: element (4,0,0,1)
  NPU 1 [11, 12) colour 23 '' NPU 1, offsets 13 to 15: dummy
Strides (2,2,2,1) in units of 4 bytes; block rows: 1.
10 bytes of elements in 1 of 4 NPUs; 16 bytes are reserved in each: 15% of all reserved bytes are used.
6 bytes are dummies that complete units.`},
		{name: "matrix", tensor: okk.Type{DType: okk.F32, Layout: okk.Matrix, Rows: 1, Cols: 5, Width: 2}, address: 0, want: `blocks, 0 to 128
  bank 0 [0, 128)
  NPU 0 [8, 128) colour 1 '' padding of n0 c0: 120 bytes
  NPU 0 [0, 8) colour 11 'n0 c0' n0 c0 in NPU 0: bytes 0 to 7, bank 0
  NPU 1 [8, 128) colour 1 '' padding of n0 c1: 120 bytes
  NPU 1 [0, 8) colour 12 'n0 c1' n0 c1 in NPU 1: bytes 0 to 7, bank 0
  NPU 2 [8, 128) colour 1 '' padding of n0 c2: 120 bytes
  NPU 2 [0, 8) colour 13 'n0 c2' n0 c2 in NPU 2: bytes 0 to 7, bank 0
elements, by the offset of their first byte, 0 to 3
  NPU 0 [0, 1) colour 11 '0' NPU 0, offset 0: element (0,0)
  NPU 0 [1, 2) colour 11 '1' NPU 0, offset 4: element (0,1)
  NPU 0 [2, 3) colour 1 '' NPU 0, offsets 8 to 127: padding
  NPU 1 [0, 1) colour 12 '2' NPU 1, offset 0: element (0,2)
  NPU 1 [1, 2) colour 12 '3' NPU 1, offset 4: element (0,3)
  NPU 1 [2, 3) colour 1 '' NPU 1, offsets 8 to 127: padding
  NPU 2 [0, 1) colour 13 '4' NPU 2, offset 0: element (0,4)
  NPU 2 [1, 2) colour 1 '' NPU 2, offsets 4 to 7: tail
  NPU 2 [2, 3) colour 1 '' NPU 2, offsets 8 to 127: padding
Strides (32,32,2,1) in units of 4 bytes; block rows: 1.
20 bytes of elements in 3 of 4 NPUs; 128 bytes are reserved in each: 3% of all reserved bytes are used.`},
	} {
		m, err := okk.LookupMachine("toy4")
		if err != nil {
			t.Fatal(err)
		}
		x, err := okk.Place(&m, test.tensor, test.address)
		if err != nil {
			t.Fatal(err)
		}
		p := x.Picture()
		var b strings.Builder
		for _, panel := range p.Panels {
			fmt.Fprintf(&b, "%s, %d to %d\n", panel.Title, panel.Axis.From, panel.Axis.To)
			for _, g := range panel.Axis.Groups {
				fmt.Fprintf(&b, "  %s [%d, %d)\n", g.Text, g.From, g.To)
			}
			for _, c := range panel.Cells {
				fmt.Fprintf(&b, "  %s [%d, %d) colour %d '%s' %s\n", panel.Rows[c.Row].Label, c.From, c.To, c.Colour, c.Text, c.Hover)
			}
		}
		if got := b.String() + strings.Join(p.Notes, "\n"); got != test.want {
			t.Errorf("%s:\n%s", test.name, got)
		}
	}
}

// TestPictureLimits: the numbers of drawn blocks and lanes, of which like neighbours are folded,
// and the remark about them in the title.
func TestPictureLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		npus, batches, channels int64
		layout                  okk.Layout
		title                   string
		blocks, lanes           int
	}{
		{npus: 8, batches: 1, channels: 3, layout: okk.Compact, title: "blocks", blocks: 3, lanes: 8},
		{npus: 9, batches: 1, channels: 3, layout: okk.Compact, title: "blocks", blocks: 3, lanes: 3},
		{npus: 64, batches: 1, channels: 4096, layout: okk.Compact, title: "blocks", blocks: 2*64 + 1, lanes: 3},
		{npus: 64, batches: 1, channels: 4097, layout: okk.Compact, title: "blocks, the first 4096 of 4097", blocks: 3*64 + 1,
			lanes: 4},
		{npus: 64, batches: 2, channels: 2049, layout: okk.Aligned, title: "blocks, the first 4096 of 4098",
			blocks: 2*3*2*32 + 1, lanes: 4},
		{npus: 66, batches: 1, channels: 70, layout: okk.Compact, title: "blocks", blocks: 2*2 + 2 + 2, lanes: 6},
	} {
		m := okk.CustomMachine("wide")
		m.NPUs, m.NPUBytes, m.Align, m.Banks = c.npus, 1<<16, 128, 8
		x, err := okk.Place(&m, okk.Type{DType: okk.F32, Layout: c.layout, Shape: okk.Dims{c.batches, c.channels, 1, 1}}, 0)
		if err != nil {
			t.Fatal(err)
		}
		p := x.Picture().Panels[0]
		if p.Title != c.title || len(p.Cells) != c.blocks || len(p.Rows) != c.lanes {
			t.Errorf("%d NPUs, %d channels: '%s' with %d cells in %d rows", c.npus, c.channels, p.Title, len(p.Cells), len(p.Rows))
		}
	}
}
