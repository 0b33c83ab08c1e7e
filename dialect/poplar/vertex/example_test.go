package vertex_test

import (
	"fmt"

	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
)

// A vertex is transcribed from C++, laid out for a chip, given operands, and packed into the bytes
// that its code reads.
func Example() {
	target, err := target.Lookup("ipu1")
	if err != nil {
		panic(err)
	}
	var fields []vertex.Field
	for _, f := range [][2]string{
		{"in", "Input<Vector<half, COMPACT_PTR, 8>>"},
		{"rows", "Output<VectorList<half, COMPACT_DELTAN>>"},
		{"n", "unsigned short"},
	} {
		t, err := vertex.ParseFieldType(f[1])
		if err != nil {
			panic(err)
		}
		fields = append(fields, vertex.Field{Name: f[0], Type: t})
	}
	layout, _ := vertex.PackState(&target, fields, vertex.CompactReference)
	for _, f := range layout.Fields {
		fmt.Printf("%2d %-4s %d bytes  %s\n", f.Offset, f.Name, f.Size, f.Type)
	}
	state, _ := layout.AppendState(nil, &target, []vertex.Operand{
		{Data: vertex.Extent{Addr: 0x60010, Count: 8}},
		{Subs: []vertex.Extent{{Addr: 0x60110, Count: 7}, {Addr: 0x60100, Count: 5}}, Indirect: 0x50000},
		{Plain: []uint64{2}},
	}, func(addr uint64, b []byte) { fmt.Printf("deltas at %#x: % x\n", addr, b) })
	fmt.Printf("state: % x\n", state)
	// Output:
	//  0 in   2 bytes  Input<Vector<half, SCALED_PTR64, 8>>
	//  2 rows 6 bytes  Output<VectorList<half, DELTAN>>
	//  8 n    2 bytes  unsigned short
	// deltas at 0x50000: 10 00 1c 00 00 00 14 00
	// state: 02 c0 00 01 26 00 00 40 02 00
}
