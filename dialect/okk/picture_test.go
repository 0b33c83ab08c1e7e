package okk_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/okk"
)

// A small tensor in compact layout at NPU 2 of 4: channel 2 lies in NPU 0, in the next
// block row.
func Example_picture() {
	m, _ := okk.LookupMachine("toy4")
	x, err := okk.Place(&m, okk.Type{DType: okk.F32, Layout: okk.Compact, Shape: okk.Dims{1, 3, 1, 2}}, 2048)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := x.Picture()
	if err != nil {
		fmt.Println(err)
		return
	}
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
	// - padding, dummies and gaps
	//
	// Strides (4,2,2,1) in units of 4 bytes; block rows: 2.
	// 24 bytes of elements in 3 of 4 NPUs; 16 bytes are reserved in each: 37% of all reserved bytes are used.
}

// Each element of a tensor is drawn once, where the unit map has it; what is not drawn
// is said.
func TestPicture(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		machine string
		tensor  okk.Type
		address int64
		want    []string
	}{
		{"toy4", okk.Type{DType: okk.F32, Layout: okk.Aligned, Shape: okk.Dims{2, 3, 4, 5}}, 2048, []string{"n1 c2", "23% of all reserved bytes"}},
		{"toy4", okk.Type{DType: okk.I8, Mode: okk.N4, Layout: okk.Aligned, Shape: okk.Dims{6, 1, 1, 3}}, 0, []string{"| 16|", "6 bytes are dummies"}},
		{"toy4", okk.Type{DType: okk.F32, Layout: okk.Matrix, Rows: 2, Cols: 7, Width: 3}, 0, []string{"in matrix layout", "| 13|"}},
		{"bm1684", okk.Type{DType: okk.F32, Layout: okk.Aligned, Shape: okk.Dims{1, 200, 8, 64}}, 0, []string{"the first 512 of 8192 bytes", "NPU 63"}},
		{"toy4", okk.Type{DType: okk.F32, Layout: okk.Strided, Shape: okk.Dims{1, 1, 2, 2}, Strides: okk.Dims{0, 0, 8, 2}}, 0, []string{"in strides layout"}},
	} {
		m, err := okk.LookupMachine(test.machine)
		if err != nil {
			t.Fatal(err)
		}
		x, err := okk.Place(&m, test.tensor, test.address)
		if err != nil {
			t.Fatal(err)
		}
		p, err := x.Picture()
		if err != nil {
			t.Fatal(err)
		}
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
