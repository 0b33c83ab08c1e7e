package lower_test

import (
	"fmt"
	"os"

	"optc/ir"
	"optc/lower"
	"optc/num"
)

// program is a program for cells with 64 bytes of memory. It runs nothing.
func program() *lower.Program {
	cells := &lower.Memory{
		Unit: lower.Noun{One: "cell", Many: "cells"}, Base: 0x100, Size: 64,
		Uses:    []lower.Use{{Name: "data", Letter: 'D'}, {Name: "code", Letter: 'C'}},
		Columns: []lower.Column{{Name: "half", Of: func(a *lower.Alloc) any { return int(a.Addr-0x100) / 32 }}},
	}
	x := &lower.HostVariable{
		Name: "x", Type: "f32", Elem: ir.NewContext().Float(num.F32), Bytes: 4, Shape: []int64{2},
		Runs: []lower.AddressRun{{Begin: 0, End: 2, Memory: cells, Unit: 1, Addr: 0x120}},
	}
	p := &lower.Program{
		Family: &lower.Family{Name: "demo"}, Target: "demo4", Memories: []*lower.Memory{cells},
		Units: []*lower.Unit{{
			Memory: cells, Number: 1,
			Allocs: []lower.Alloc{
				{Name: "main", Kind: "code", Addr: 0x108, Size: 4, Align: 4, Written: true},
				{Name: "x", Kind: "data", Addr: 0x120, Size: 8, Align: 4},
			},
			Chunks: lower.NewChunks([]lower.Chunk{{Addr: 0x108, Bytes: []byte{1, 2, 3, 4}}}),
		}},
		Variables: []*lower.HostVariable{x}, Parts: 1, Called: lower.Noun{One: "program", Many: "programs"},
	}
	return p
}

// A program with one cell in use, as text and as a map, and its memory on a device.
func Example() {
	p := program()
	lower.WriteText(os.Stdout, p)
	lower.WriteMemoryMap(os.Stdout, p)
	device, err := lower.NewDevice(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(device.Write("x", []byte{0, 0, 128, 63, 0, 0, 0, 64}))
	data, written, err := device.Read("x")
	fmt.Println(data, written, err)
	fmt.Println(device.Write("y", nil))
	// Output:
	// cell 1
	//   0x00000100: -- -- -- -- -- -- -- -- 01 02 03 04 -- -- -- --
	// cell 1 crc32 b63cfbcd written 4
	// demo4: cell memory [0x100, 0x140), 64 bytes
	// 1 cell used, 1 program
	//
	// cell 1
	//   address  0x108           0x109           0x10a           0x10b
	//           |CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCmainCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC|
	//
	//   address  0x120   0x121   0x122   0x123   0x124   0x125   0x126   0x127
	//           |DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDxDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD|
	//
	// D data, C code
	//
	//   address    end        bytes  align  half  kind  name
	//   0x00000100   0x00000108       8               (free)
	//   0x00000108   0x0000010c       4      4     0  code  main
	//   0x0000010c   0x00000120      20               (free)
	//   0x00000120   0x00000128       8      4     1  data  x
	//   0x00000128   0x00000140      24               (free)
	//   12 bytes used, 52 unused
	//
	// all cells, bytes by kind: data 8 code 4
	//
	// what takes memory of 1 cell
	//        bytes     cells  owner
	//            8         1  x
	//            4         1  main
	// <nil>
	// [0 0 128 63 0 0 0 64] [true true] <nil>
	// there is no variable 'y' [unknown-variable]; there are x
}
