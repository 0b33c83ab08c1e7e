package okk_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"optc/dialect/all"
	"optc/internal/family/okk"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

const source = `
module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @twice {
    %x = okk.sys_buffer "x" : !okk.sys<1x5x1x1xf32, continuous>
    %t = okk.alloc : !okk.local<1x5x1x1xf32, auto, start = 2>
    okk.load %x to %t : !okk.sys<1x5x1x1xf32, continuous> to !okk.local<1x5x1x1xf32, auto, start = 2>
    okk.eltwise add %t, %t, %t : !okk.local<1x5x1x1xf32, auto, start = 2>, !okk.local<1x5x1x1xf32, auto, start = 2>, !okk.local<1x5x1x1xf32, auto, start = 2>
    okk.store %t to %x : !okk.local<1x5x1x1xf32, auto, start = 2> to !okk.sys<1x5x1x1xf32, continuous>
  }
}`

// From the text of a kernel to its result.
func Example() {
	ctx := all.Context()
	var problems ir.Diagnostics
	module, err := parser.Parse(context.Background(), ctx, &ir.Source{Name: "twice.mlir", Text: source}, &problems)
	if err != nil {
		fmt.Print(problems.String())
		return
	}
	family := okk.Family()
	pipeline, err := registry.Passes().Parse(family.Pipeline)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := passes.NewManager(ctx).Run(context.Background(), pipeline, module); err != nil {
		fmt.Println(err)
		return
	}
	program, err := family.Build(context.Background(), family.Programs(module)[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range program.Units[0].Allocs {
		fmt.Printf("every NPU: %d bytes from %d for %s\n", a.Size, a.Addr, a.Name)
	}
	device, err := program.Device(lower.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	input := []byte{}
	for i := range 5 {
		input = binary.LittleEndian.AppendUint32(input, math.Float32bits(float32(i)+0.5))
	}
	if err := device.Write("x", input); err != nil {
		fmt.Println(err)
		return
	}
	if err := device.Run(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	output, _, err := device.Read("x")
	for i := range 5 {
		fmt.Print(math.Float32frombits(binary.LittleEndian.Uint32(output[4*i:])), " ")
	}
	fmt.Println(err)
	// Output:
	// every NPU: 256 bytes from 0 for %t: !okk.local<1x5x1x1xf32, aligned[64, 32, 1, 1], start = 2>
	// 1 3 5 7 9 <nil>
}
