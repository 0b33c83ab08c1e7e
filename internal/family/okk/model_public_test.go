package okk_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/lower"
)

// publicTolerances are the relative errors of kernels of examples/okk/public whose functions or sums the model approximates.
var publicTolerances = map[string]float64{
	"addcmul": 0, "baddbmm": 0, "cross_entropy": 2e-5, "gelu": 2e-3, "norm2": 2e-6, "softmax_rows": 4e-6, "upsample_backward": 2e-6,
}

// TestTPUModelPublic runs the kernels of examples/okk/public on the functional model of BM1684X, each for the smallest sizes and
// for others, and compares the results with the simulated device.
func TestTPUModelPublic(t *testing.T) {
	folder := os.Getenv(tpuModelEnv)
	if folder == "" {
		t.Skipf("%s does not name the folder of the functional model of BM1684X", tpuModelEnv)
	}
	files, err := filepath.Glob("../../../examples/okk/public/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no kernels, %v", err)
	}
	for k, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(uint64(k), 11))
			var elem string
			var list []*compiled
			for draw := range 3 {
				list = append(list, compileWith(t, string(text), "bm1684x", name, parameters(t, string(text), r, draw), false, func(v *lower.HostVariable, _ int) []byte {
					elem = v.Type // at last of the result, which is the last buffer
					return publicContent(r, v)
				}))
			}
			m := newTPUModel(t, folder, list[:1]) // the C is the same for all sizes
			above := 0.0
			if name == "cross_entropy" { // the model's logarithms are larger
				above = 127 * math.Ln2
			}
			for _, c := range list {
				got, err := m.run(t.Context(), c)
				if err != nil {
					t.Fatalf("%v: %v", c.params, err)
				}
				last := c.buffers[len(c.buffers)-1]
				if list := tpuDifferences(nil, elem, last.after, got[len(got)-len(last.after):], publicTolerances[name], above); len(list) > 0 {
					t.Errorf("sizes %v: %d differences: %s", c.params, len(list), strings.Join(list[:min(len(list), 5)], "; "))
				}
			}
		})
	}
}

// publicContent fills a buffer: floats of a normal distribution, and integers from 0 to 7.
func publicContent(r *rand.Rand, v *lower.HostVariable) (data []byte) {
	for range v.Len() {
		x := r.NormFloat64()
		switch v.Type {
		case "f32":
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(x)))
		case "f16":
			data = binary.LittleEndian.AppendUint16(data, uint16(math.Float32bits(float32(x))>>16&0x8000|uint32(0x3000+r.IntN(0x1400))))
		case "i32", "ui32":
			data = binary.LittleEndian.AppendUint32(data, uint32(r.IntN(8)))
		default:
			panic(fmt.Sprint("no contents of type ", v.Type))
		}
	}
	return data
}
