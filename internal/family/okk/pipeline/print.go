package okk

import (
	"context"
	"io"

	"optc/dialect/okk"
	lowered "optc/internal/family/okk"
	"optc/ir"
	"optc/passes"
)

// PrintMemoryMapOptions are the options of okk-print-memory-map.
type PrintMemoryMapOptions struct {
	Format string `opt:"format" default:"text" help:"text for people, with pictures; json for programs, a line per kernel" values:"text,json"`
}

// PrintMemoryMap is okk-print-memory-map.
var PrintMemoryMap = &passes.Pass{
	Name:  "okk-print-memory-map",
	Title: "Print the places of the tensors of kernels",
	Doc: `For each tensor the NPUs that hold channels, the offsets, the banks, the
operations between which it is in use, the bytes that it reserves in every NPU,
the bytes of its elements, and their share of the reserved bytes. Offsets are the
same in every NPU. The highest offset is the memory that the kernel needs in an
NPU.`,
	Options:  PrintMemoryMapOptions{},
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"okk"},
	Needs:    []passes.Condition{{Text: "addresses are chosen"}},
	Run: func(c *passes.Context) (bool, error) {
		write := lowered.WriteMemoryMap
		if passes.OptionsOf[PrintMemoryMapOptions](c).Format == "json" {
			write = lowered.WriteMemoryMapJSON
		}
		okkWrite(c, write)
		return false, nil
	},
}

// PrintUnitMaps is okk-print-unit-maps.
var PrintUnitMaps = &passes.Pass{
	Name:  "okk-print-unit-maps",
	Title: "Print in which NPU and at which byte the elements of tensors lie",
	Doc: `A coordinate plus the shift of its dimension is written in digits, the lowest first. Each digit has a size, and what a step of
it adds to the NPU and to the offset:

    %t: 4 NPUs, elements of 4 bytes, base NPU 0 offset 0
      d0: 2 (2, 0, 256)
      d1: 3 shift 2 (4, 1, 0) (2, 0, 128)
      d2: 4 (4, 0, 20)
      d3: 5 (5, 0, 4)

Views and tensors are alike. optc layout draws the same for one type.`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"okk"},
	Needs:    []passes.Condition{{Text: "addresses are chosen"}},
	Run: func(c *passes.Context) (bool, error) {
		okkWrite(c, lowered.WriteUnitMaps)
		return false, nil
	},
}

// LowerToImages is okk-lower-to-images.
var LowerToImages = &passes.Pass{
	Name:  "okk-lower-to-images",
	Title: "Execute kernels and print the bytes of every NPU",
	Doc: `Executes each kernel on the simulated device and prints the final contents of its
tensors and buffers. A line has 16 bytes; -- is a byte that was never written. The
CRC-32 (IEEE) and the number of the written bytes follow each memory. The
initial contents of a buffer are written in the kernel; the kernel does not
change.`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"okk"},
	Needs:    []passes.Condition{{Text: "addresses are chosen"}},
	Run: func(c *passes.Context) (bool, error) {
		okkWrite(c, lowered.WriteImages)
		return false, nil
	},
}

// okkWrite prints something about every kernel of a module.
func okkWrite(c *passes.Context, write func(ctx context.Context, w io.Writer, kernel *ir.Operation) error) {
	for kernel := range passes.Each(c, passes.OpsIn(c.Op, okk.KernelOp{})) {
		if err := write(c, c.Out(), kernel); err != nil {
			c.Fail(err)
		}
	}
}
