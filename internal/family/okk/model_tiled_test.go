package okk_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/lower"
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

// integers are small integers, whose sums of products are exact in each order.
func integers(v *lower.HostVariable, i int) (data []byte) {
	r := rand.New(rand.NewPCG(uint64(i), 3))
	for range v.Len() {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(r.IntN(17)-8)))
	}
	return data
}

// tiledCase is a kernel that okk-tile divides.
type tiledCase struct {
	text    string
	divided *compiled
	whole   *compiled // the kernel without a division; nil if there is none that fits
	values  func(v *lower.HostVariable, i int) []byte
	// tolerance is the error of a result; a negative one means that only the whole kernel judges the results.
	tolerance float64
}

// TestModelTiled executes kernels that okk-tile divides on the functional model of BM1684, with both engines at work, and compares the
// buffers with the simulated device. The model adds products in an order of its own, for which no bound of the error is known: kernels with sums of
// products have integers in their buffers, too, and then all bits are equal. The model's results of a divided kernel and of the whole kernel have the
// same bits, unless sums are divided.
func TestModelTiled(t *testing.T) {
	if os.Getenv(modelEnv) == "" {
		t.Skipf("%s does not name the folder of OKKernel's functional model", modelEnv)
	}
	files, err := filepath.Glob("../../../examples/okk/tiled/*.mlir")
	if err != nil || len(files) != len(tiledCuts) {
		t.Fatalf("%d files for %d kernels, %v", len(files), len(tiledCuts), err)
	}
	cases := map[string]*tiledCase{"softmax_row": {text: tiledInPasses, values: content, tolerance: 4e-6}}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		c := &tiledCase{text: strings.NewReplacer(tiledCuts[name]...).Replace(string(text)), values: content, tolerance: 4e-6}
		cases[name] = c
		if name == "conv2d" || name == "matmul" {
			cases[name+"_of_integers"] = &tiledCase{text: c.text, values: integers}
		}
		if name == "conv2d" {
			c.tolerance = -1
		}
	}
	var list []*compiled
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		c := cases[name]
		at := strings.Index(c.text, "okk.kernel @")
		tiled := strings.Index(c.text, " tiled {")
		compile := func(kernel, word string, overlap bool) *compiled {
			return compileWith(t, c.text[:at]+"okk.kernel @"+kernel+word+c.text[tiled+len(" tiled"):], "bm1684", kernel, nil, overlap, c.values)
		}
		c.divided = compile("tiled_"+name, " tiled", true)
		list = append(list, c.divided)
		if name != "softmax_row" && name != "matmul" { // does not fit, divides sums
			c.whole = compile("whole_"+name, "", false)
			list = append(list, c.whole)
		}
	}
	m := newModel(t, list)
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		t.Run(name, func(t *testing.T) {
			c := cases[name]
			run := func(kernel *compiled) []byte {
				got, err := m.run(t.Context(), kernel)
				if errors.Is(err, errSlow) {
					t.Skip(err)
				}
				if err != nil {
					t.Fatal(err)
				}
				return got
			}
			got := run(c.divided)
			if c.tolerance >= 0 {
				if n, first := c.divided.differences(got, c.tolerance); n > 0 {
					t.Errorf("%d differences; %s", n, first)
				}
			}
			if c.whole != nil && !bytes.Equal(got, run(c.whole)) {
				t.Error("the divided kernel and the whole kernel have different results on the model")
			}
		})
	}
}

// tiledSums is a product whose sums are divided along K.
const tiledSums = `!a = !okk.sys<1x70x1x1024xf16, continuous>
!b = !okk.sys<1x1024x1x5000xf16, continuous>
!y = !okk.sys<1x70x1x5000xf32, continuous>
!left = !okk.local<1x70x1x1024xf16, auto>
!right = !okk.local<1x1024x1x5000xf16, auto>
!sum = !okk.local<1x70x1x5000xf32, auto>
okk.kernel @sums tiled {
  %a = okk.sys_buffer "a" : !a
  %b = okk.sys_buffer "b" : !b
  %y = okk.sys_buffer "y" : !y
  %l = okk.alloc : !left
  %r = okk.alloc : !right
  %o = okk.alloc : !sum
  okk.load %a to %l : !a to !left
  okk.load %b to %r : !b to !right
  okk.mm %o, %l, %r : !sum, !left, !right
  okk.store %o to %y : !sum to !y
}
`

// tiledAlongK is the division of the sums into parts of 256.
const tiledAlongK = `okk.load %a to %l {okk.plan = {along = ["W", "K"], outer = 1, overlap = "together", sizes = array<i64: 1250, 256>}}`

// TestTPUModelTiled executes a product whose sums are divided along K on the functional model of BM1684X. Its results have the bits
// of the simulated device, and of the product whose sums are not divided.
func TestTPUModelTiled(t *testing.T) {
	folder := os.Getenv(tpuModelEnv)
	if folder == "" {
		t.Skipf("%s does not name the folder of the functional model of BM1684X", tpuModelEnv)
	}
	content := func(v *lower.HostVariable, i int) []byte {
		return publicContent(rand.New(rand.NewPCG(uint64(i), 5)), v)
	}
	var results [][]byte
	for _, text := range []string{tiledSums, strings.Replace(tiledSums, "okk.load %a to %l", tiledAlongK, 1)} {
		c := compileWith(t, text, "bm1684x", "sums", nil, true, content)
		got, err := newTPUModel(t, folder, []*compiled{c}).run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if n, first := c.differences(got, 0); n > 0 {
			t.Errorf("%d differences; %s", n, first)
		}
		results = append(results, got)
	}
	if !bytes.Equal(results[0], results[1]) {
		t.Error("sums in parts differ from whole sums on the model")
	}
}

// manyChannels adds tensors of 5000 channels.
const manyChannels = `okk.kernel @channels {
  %x = okk.sys_buffer "x" : !okk.sys<1x5000x1x3xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x5000x1x3xf32, continuous>
  %a = okk.alloc : !okk.local<1x5000x1x3xf32, auto>
  okk.load %x to %a : !okk.sys<1x5000x1x3xf32, continuous> to !okk.local<1x5000x1x3xf32, auto>
  okk.eltwise mul %a, %a, %a : !okk.local<1x5000x1x3xf32, auto>, !okk.local<1x5000x1x3xf32, auto>, !okk.local<1x5000x1x3xf32, auto>
  okk.store %a to %y : !okk.local<1x5000x1x3xf32, auto> to !okk.sys<1x5000x1x3xf32, continuous>
}
`

// TestTPUModelChannels: the functional model of BM1684X computes on more channels than BM1684 can.
func TestTPUModelChannels(t *testing.T) {
	folder := os.Getenv(tpuModelEnv)
	if folder == "" {
		t.Skipf("%s does not name the folder of the functional model of BM1684X", tpuModelEnv)
	}
	c := compileWith(t, manyChannels, "bm1684x", "channels", nil, false, func(v *lower.HostVariable, i int) []byte {
		return publicContent(rand.New(rand.NewPCG(uint64(i), 7)), v)
	})
	got, err := newTPUModel(t, folder, []*compiled{c}).run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if n, first := c.differences(got, 0); n > 0 {
		t.Errorf("%d differences; %s", n, first)
	}
}
