package examples_test

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/internal/family/okk"
	"optc/ir"
	"optc/lower"
)

var kernelFamily = okk.Family()

// tensor4 is an array in row-major order.
type tensor4 struct {
	shape [4]int
	v     []float32
}

func (t tensor4) at(n, c, h, w int) float32 {
	return t.v[((n*t.shape[1]+c)*t.shape[2]+h)*t.shape[3]+w]
}

// tensorOf makes an array of the values of f.
func tensorOf(n, c, h, w int, f func(n, c, h, w int) float32) tensor4 {
	t := tensor4{shape: [4]int{n, c, h, w}}
	for i := range n {
		for j := range c {
			for k := range h {
				for l := range w {
					t.v = append(t.v, f(i, j, k, l))
				}
			}
		}
	}
	return t
}

// convolved is the sum over a window of a channel with padding, in the order of the
// window, added to sum.
func convolved(sum float32, x, weight tensor4, n, c, wi, wo, h, w, stride, pad int) float32 {
	for kh := range weight.shape[2] {
		for kw := range weight.shape[3] {
			ih, iw := h*stride+kh-pad, w*stride+kw-pad
			if ih >= 0 && iw >= 0 && ih < x.shape[2] && iw < x.shape[3] {
				sum += float32(x.at(n, c, ih, iw) * weight.at(wi, wo, kh, kw))
			}
		}
	}
	return sum
}

func relu(x float32) float32 {
	if x > 0 {
		return x
	}
	return 0
}

// kernels are the examples with their expected computation, written without layouts,
// lanes and buffers.
var kernels = map[string]struct {
	out  string
	want func(in map[string]tensor4) tensor4
}{
	"attention": {"y", attention},
	"bias_relu": {"y", func(in map[string]tensor4) tensor4 {
		return tensorOf(2, 3, 4, 5, func(n, c, h, w int) float32 { return relu(in["x"].at(n, c, h, w) + in["b"].at(0, c, 0, 0)) })
	}},
	"channel_slice": {"y", func(in map[string]tensor4) tensor4 {
		return tensorOf(2, 9, 4, 5, func(n, c, h, w int) float32 {
			if c >= 3 && c < 8 {
				return 2 * in["x"].at(n, c, h, w)
			}
			return in["x"].at(n, c, h, w)
		})
	}},
	"conv2d": {"y", func(in map[string]tensor4) tensor4 {
		return tensorOf(2, 5, 4, 4, func(n, o, h, w int) float32 {
			sum := float32(0)
			for c := range 3 {
				sum = convolved(sum, in["x"], in["weight"], n, c, c, o, h, w, 2, 1)
			}
			return sum + in["bias"].at(0, o, 0, 0)
		})
	}},
	"depthwise_pool": {"y", func(in map[string]tensor4) tensor4 {
		mid := tensorOf(1, 6, 8, 8, func(n, c, h, w int) float32 {
			return convolved(0, in["x"], in["weight"], n, c, 0, c, h, w, 1, 1) + in["bias"].at(0, c, 0, 0)
		})
		return tensorOf(1, 6, 4, 4, func(n, c, h, w int) float32 {
			sum := mid.at(n, c, 2*h, 2*w) + mid.at(n, c, 2*h, 2*w+1)
			sum += mid.at(n, c, 2*h+1, 2*w)
			return (sum + mid.at(n, c, 2*h+1, 2*w+1)) / 4
		})
	}},
	"fixed_point": {"z", func(in map[string]tensor4) tensor4 {
		saturate := func(x float64) float32 { return float32(min(127, max(-128, x))) }
		return tensorOf(6, 5, 2, 3, func(n, c, h, w int) float32 {
			x, y := float64(in["x"].at(n, c, h, w)), float64(in["y"].at(n, c, h, w))
			return saturate(float64(saturate(math.Floor((x*y+4)/8))) + y)
		})
	}},
	"tiled_conv2d": {"y", func(in map[string]tensor4) tensor4 {
		return tensorOf(16, 8, 8, 8, func(n, o, h, w int) float32 {
			sum := float32(0)
			for c := range 8 {
				sum = convolved(sum, in["x"], in["weight"], n, c, c, o, h, w, 1, 1)
			}
			return sum
		})
	}},
	"matmul": {"y", func(in map[string]tensor4) tensor4 {
		return tensorOf(1, 1, 8, 40, func(_, _, i, j int) float32 {
			sum := float32(0)
			for k := range 12 {
				sum += float32(in["left"].at(0, 0, i, k) * in["right"].at(0, 0, k, j))
			}
			return sum
		})
	}},
	"row_gather": {"y", func(in map[string]tensor4) tensor4 {
		return tensorOf(1, 4, 1, 6, func(_, c, _, w int) float32 { return in["table"].at([]int{7, 0, 7, 3}[c], 0, 0, w) })
	}},
	"softmax": {"y", func(in map[string]tensor4) tensor4 {
		x := in["x"]
		return tensorOf(1, 5, 6, 8, func(n, c, h, w int) float32 {
			most := x.at(n, c, 0, w)
			for k := range 6 {
				most = max(most, x.at(n, c, k, w))
			}
			exp := func(k int) float32 { return float32(math.Exp(float64(x.at(n, c, k, w) - most))) }
			sum := float32(0)
			for k := range 6 {
				sum += exp(k)
			}
			return exp(h) / sum
		})
	}},
}

// attention is attention of one head, in the order of the kernel's sums.
func attention(in map[string]tensor4) tensor4 {
	q, k, v := in["q"], in["k"], in["v"]
	p := tensorOf(1, 1, 64, 64, func(_, _, i, j int) (sum float32) {
		for d := range 32 {
			sum += float32(q.at(0, 0, i, d) * k.at(0, 0, j, d))
		}
		return sum
	})
	for i := range 64 {
		row := p.v[64*i : 64*i+64]
		most, mean := slices.Max(row), float32(0)
		for j := range row {
			scaled := float32(row[j]-most) * 0.17677669
			row[j] = float32(math.Exp(float64(scaled)))
			mean += row[j] / 64
		}
		for j := range row {
			row[j] *= 0.015625 / mean
		}
	}
	return tensorOf(1, 1, 64, 32, func(_, _, i, d int) (sum float32) {
		for j := range 64 {
			sum += float32(p.at(0, 0, i, j) * v.at(0, 0, j, d))
		}
		return sum
	})
}

// TestKernels builds every kernel for two machines and compares the device, on which all data is
// destroyed that the hardware may destroy, with the plain interpretation of the text and with the
// expected results.
func TestKernels(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("okk/*.mlir")
	if err != nil || len(files) != len(kernels) {
		t.Fatalf("%d files for %d kernels, %v", len(files), len(kernels), err)
	}
	for _, file := range files {
		for _, machine := range []string{"toy4k", "bm1684"} {
			if machine == "toy4k" && filepath.Base(file) == "attention.mlir" {
				continue // its lanes are too small
			}
			t.Run(filepath.Base(file)+" on "+machine, func(t *testing.T) {
				t.Parallel()
				runKernel(t, file, machine)
			})
		}
	}
}

func runKernel(t *testing.T, file, machine string) {
	k, ok := kernels[strings.TrimSuffix(filepath.Base(file), ".mlir")]
	if !ok {
		t.Fatal("nothing says what it computes")
	}
	compiled, text := compileFor(t, kernelFamily, file, machine, kernelFamily.Pipeline), compileFor(t, kernelFamily, file, machine, "builtin.module()")
	compareRuns(t, compiled, text, k.out, k.want, rand.New(rand.NewSource(int64(len(file)))), func(a, b float32) bool { return a == b })
}

// compareRuns runs a kernel on the device and plainly, with the same random inputs, and compares
// what both write to the output with the expected result.
func compareRuns(t *testing.T, compiled, text *ir.Operation, out string, want func(in map[string]tensor4) tensor4, r *rand.Rand, equal func(a, b float32) bool) {
	program, err := kernelFamily.Build(context.Background(), kernelFamily.Programs(compiled)[0])
	if err != nil {
		t.Fatal(err)
	}
	device, err := program.Device(lower.Options{Destroy: true})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := kernelFamily.Plain(context.Background(), kernelFamily.Programs(text)[0], lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	inputs := map[string]tensor4{}
	for _, v := range plain.Variables() {
		x, data := randomTensor(r, v)
		if v.Name == out {
			continue
		}
		inputs[v.Name] = x
		for _, m := range []lower.Machine{device, plain} {
			if err := m.Write(v.Name, data); err != nil {
				t.Fatal(err)
			}
		}
	}
	expected := want(inputs).v
	for name, m := range map[string]lower.Machine{"device": device, "plain": plain} {
		if err := m.Run(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		data, written, err := m.Read(out)
		if err != nil || slices.Contains(written, false) {
			t.Fatalf("%s: %v, written %v", name, err, written)
		}
		v, err := lower.FindVariable(m.Variables(), out)
		if err != nil {
			t.Fatal(err)
		}
		if got := decoded(v, data); !slices.EqualFunc(got, expected, equal) {
			t.Errorf("%s: %v, want %v", name, got, expected)
		}
	}
}

// randomTensor fills a variable.
func randomTensor(r *rand.Rand, v *lower.HostVariable) (t tensor4, data []byte) {
	t.shape = [4]int{1, 1, 1, 1}
	for d, n := range v.Shape {
		t.shape[4-len(v.Shape)+d] = int(n)
	}
	for range v.Len() {
		if v.Bytes == 1 {
			x := int8(r.Intn(256) - 128)
			t.v, data = append(t.v, float32(x)), append(data, byte(x))
			continue
		}
		x := float32(r.NormFloat64())
		t.v, data = append(t.v, x), binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return t, data
}

func decoded(v *lower.HostVariable, data []byte) (list []float32) {
	for i := range int(v.Len()) {
		if v.Bytes == 1 {
			list = append(list, float32(int8(data[i])))
		} else {
			list = append(list, math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
		}
	}
	return list
}
