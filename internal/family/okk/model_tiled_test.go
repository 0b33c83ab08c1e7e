package okk_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tiledCuts are the sizes of the kernels of examples/okk/tiled for the model, which has 64 lanes of 512 KiB and takes minutes
// for whole pictures. The kernels still have several parts: --overlap divides a kernel that fits.
var tiledCuts = map[string][]string{
	"conv2d":     {"8x64x224x224", "1x64x56x56"},
	"matmul":     {"1024", "200"},
	"softmax":    {"x64x64x128", "x64x16x16", "x64x1x128", "x64x1x16", "[64, 1]", "[16, 1]", "[1, 128]", "[1, 16]", "8192.0", "256.0"},
	"layer_norm": {"64x64x", "6x64x"},
	"relu":       {"2000x64x64x64", "9x64x16x16"},
}

// tiledInPasses is a softmax of a row that fills a lane of BM1684, so that its pools need parts of the row.
const tiledInPasses = `!x = !okk.sys<1x1x512x256xf32, continuous>
!t = !okk.local<1x1x512x256xf32, auto>
!half = !okk.local<1x1x1x256xf32, auto>
!c = !okk.local<1x1x1x1xf32, auto>
okk.kernel @softmax_row tiled {
  %x = okk.sys_buffer "x" range [-40.0, 40.0] : !x
  %y = okk.sys_buffer "y" : !x
  %t = okk.alloc : !t
  %e = okk.alloc : !t
  %work = okk.alloc : !t
  %p = okk.alloc : !half
  %m = okk.alloc : !c
  okk.load %x to %t : !x to !t
  okk.pool2d max %p, %t kernel [512, 1] : !half, !t
  okk.pool2d max %m, %p kernel [1, 256] : !c, !half
  %most = okk.broadcast %m : !c to !t
  okk.eltwise sub %t, %t, %most : !t, !t, !t
  okk.function exp %e, %t work %work : !t, !t, !t
  okk.pool2d avg %p, %e kernel [512, 1] : !half, !t
  okk.pool2d avg %m, %p kernel [1, 256] : !c, !half
  okk.eltwise mul %m, %m scalar 131072.0 : f32 : !c, !c
  %sum = okk.broadcast %m : !c to !t
  okk.eltwise div %e, %e, %sum : !t, !t, !t
  okk.store %e to %y : !t to !x
}
`

// TestModelTiled executes kernels that okk-tile divides on the functional model of BM1684, with both engines at work, and compares the
// buffers with the simulated device. Sums are added in an order of the hardware's own.
func TestModelTiled(t *testing.T) {
	if os.Getenv(modelEnv) == "" {
		t.Skipf("%s does not name the folder of OKKernel's functional model", modelEnv)
	}
	files, err := filepath.Glob("../../../examples/okk/tiled/*.mlir")
	if err != nil || len(files) != len(tiledCuts) {
		t.Fatalf("%d files for %d kernels, %v", len(files), len(tiledCuts), err)
	}
	texts := map[string]string{"softmax_row": tiledInPasses}
	names := []string{"softmax_row"}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		names = append(names, name)
		texts[name] = strings.NewReplacer(tiledCuts[name]...).Replace(string(text))
	}
	var list []*compiled
	for _, name := range names {
		text := texts[name]
		at := strings.Index(text, "okk.kernel @")
		end := at + strings.IndexByte(text[at:], ' ') + 1
		end += strings.IndexByte(text[end:], ' ')
		list = append(list, compileSized(t, text[:at]+"okk.kernel @tiled_"+name+text[end:], "bm1684", "tiled_"+name, nil, true))
	}
	m := newModel(t, list)
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "tiled_conv2d" {
				t.Skip("no bound is known for the order in which the model adds the 576 products of a sum")
			}
			got, err := m.run(t.Context(), c)
			if errors.Is(err, errSlow) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			if n, first := c.differences(got, 4e-6); n > 0 {
				t.Errorf("%d differences; %s", n, first)
			}
		})
	}
}
