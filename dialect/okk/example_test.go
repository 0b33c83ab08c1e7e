package okk_test

import (
	"fmt"

	"optc/dialect/okk"
)

// The tensor of the package comment: channel 2 of a tensor that starts at NPU 2 of 4 is
// in NPU 0, in the second block row.
func Example() {
	m, _ := okk.LookupMachine("toy4")
	t := okk.Type{DType: okk.F32, Layout: okk.Aligned, Shape: okk.Dims{2, 3, 4, 5}}
	x, err := okk.Place(&m, t, 2048)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("strides", x.Strides, "rows", x.Rows, "reserved", x.Reserved)
	elements := x.Elements()
	place, _ := elements.Locate([]int64{1, 2, 3, 4})
	fmt.Println("(1,2,3,4) is in NPU", place.Unit, "at offset", place.Offset)
	hit := elements.Invert(2, 80)
	fmt.Println("byte 80 of NPU 2 is", hit.Class)

	_, err = okk.Place(&m, t, 2052)
	fmt.Println(err)
	// Output:
	// strides (64,32,5,1) rows 2 reserved 512
	// (1,2,3,4) is in NPU 0 at offset 460
	// byte 80 of NPU 2 is padding
	// address 2052 is not a multiple of 128, which a tensor in aligned layout needs [addr-align]
}

// Requests are placed at the same offset of every NPU; an invalid request is an error
// that names it.
func ExampleAllocator_Allocate() {
	m, _ := okk.LookupMachine("toy4")
	a := okk.Allocator{Machine: &m, Policy: okk.Reuse}
	got, err := a.Allocate([]okk.Request{
		{Name: "in", Size: 256, Align: 128, FirstUse: 0, LastUse: 1},
		{Name: "work", Size: 512, Align: 128, FirstUse: 1, LastUse: 2},
		{Name: "out", Size: 256, Align: 128, FirstUse: 2, LastUse: 3},
	})
	fmt.Println(got.Offsets, got.Peak, err)

	_, err = a.Allocate([]okk.Request{{Name: "in", Size: 256, Align: 128, FirstUse: 3, LastUse: 1}})
	fmt.Println(err)
	// Output:
	// [512 0 512] 768 <nil>
	// 'in' asks for 256 bytes aligned to 128 from use 3 to 1 [bad-alloc]
}
