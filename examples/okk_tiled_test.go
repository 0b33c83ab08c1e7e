package examples_test

import (
	"context"
	"fmt"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/lower"
)

// tiledPipeline divides kernels and runs both engines at the same time.
const tiledPipeline = "builtin.module(okk{overlap=true})"

// tiledKernel is a kernel of okk/tiled. The sizes replace those of the text for an execution, in lanes of bytes on npus NPUs.
type tiledKernel struct {
	title       string // in the table of docs/tpu.md
	sizes       []string
	npus, bytes int
	want        func(in map[string]tensor4) tensor4
}

var tiledKernels = map[string]tiledKernel{
	"conv2d": {
		title: "convolution 3x3 of 8x64x224x224", sizes: []string{"8x64x224x224", "2x8x20x12", "64x64x3x3", "8x8x3x3"}, npus: 8, bytes: 8192,
		want: func(in map[string]tensor4) tensor4 {
			return tensorOf(2, 8, 20, 12, func(n, o, h, w int) (sum float32) {
				for c := range 8 {
					sum = convolved(sum, in["x"], in["weight"], n, c, c, o, h, w, 1, 1)
				}
				return sum
			})
		},
	},
	"matmul": {
		title: "product of 1024x1024 matrices, 64 KiB per lane", sizes: []string{"1024", "100"}, npus: 8, bytes: 16384,
		want: func(in map[string]tensor4) tensor4 {
			return tensorOf(1, 1, 100, 100, func(_, _, i, j int) (sum float32) {
				for k := range 100 {
					sum += float32(in["a"].at(0, 0, i, k) * in["b"].at(0, 0, k, j))
				}
				return sum
			})
		},
	},
	"softmax": {
		title: "softmax of 8x64 rows of 8192", sizes: []string{"x64x64x128", "x8x16x16", "x64x1x128", "x8x1x16", "x64x1x1", "x8x1x1", "[64, 1]", "[16, 1]", "[1, 128]", "[1, 16]", "8192.0", "256.0"},
		npus: 8, bytes: 16384,
		want: func(in map[string]tensor4) tensor4 {
			x := in["x"]
			return rowsOf(x, func(row []float32) {
				most, sum := math.Inf(-1), 0.0
				for _, v := range row {
					most = max(most, float64(v))
				}
				for _, v := range row {
					sum += math.Exp(float64(v) - most)
				}
				for i, v := range row {
					row[i] = float32(math.Exp(float64(v)-most) / sum)
				}
			})
		},
	},
	"layer_norm": {
		title: "layer norm of 4096 rows of 1024", sizes: []string{"64x64x", "6x8x", "1x64x", "1x8x"}, npus: 8, bytes: 65536,
		want: func(in map[string]tensor4) tensor4 {
			return rowsOf(in["x"], func(row []float32) {
				mean, variance := 0.0, 0.0
				for _, v := range row {
					mean += float64(v) / float64(len(row))
				}
				for _, v := range row {
					variance += (float64(v) - mean) * (float64(v) - mean) / float64(len(row))
				}
				for i, v := range row {
					row[i] = float32((float64(v)-mean)/math.Sqrt(variance+1e-5)*float64(in["gamma"].v[i]) + float64(in["beta"].v[i]))
				}
			})
		},
	},
	"relu": {
		title: "relu in place of 2000x64x64x64", sizes: []string{"2000x64x64x64", "9x8x8x8"}, npus: 8, bytes: 2048,
		want: func(in map[string]tensor4) tensor4 {
			return rowsOf(in["x"], func(row []float32) {
				for i, v := range row {
					row[i] = relu(v)
				}
			})
		},
	},
}

// rowsOf applies a function to the numbers of each channel of a batch.
func rowsOf(x tensor4, f func(row []float32)) tensor4 {
	out := tensorOf(x.shape[0], x.shape[1], x.shape[2], x.shape[3], x.at)
	for n := x.shape[2] * x.shape[3]; len(x.v) > 0; x.v = x.v[n:] {
		f(out.v[len(out.v)-len(x.v):][:n])
	}
	return out
}

// mostOver is the time of a tiled kernel in times of its slower engine.
const mostOver = 1.05

// TestTiledKernels divides the kernels of okk/tiled: by the estimate they take little longer than the slower engine alone, as the table of
// docs/tpu.md says. With other sizes, in small lanes, they compute what is expected.
func TestTiledKernels(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("okk/tiled/*.mlir")
	if err != nil || len(files) != len(tiledKernels) {
		t.Fatalf("%d files for %d kernels, %v", len(files), len(tiledKernels), err)
	}
	page, err := os.ReadFile("../docs/tpu.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		k := tiledKernels[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cycles, slower := estimated(t, file)
			if row := fmt.Sprintf("| %d | %d |\n", cycles, slower); !strings.Contains(string(page), "| "+k.title+" |") || !strings.Contains(string(page), row) {
				t.Errorf("docs/tpu.md has no row for '%s' that ends with %s", k.title, row)
			}
			if float64(cycles) > mostOver*float64(slower) {
				t.Errorf("takes %d cycles, more than %g times the %d cycles of the slower engine", cycles, mostOver, slower)
			}
		})
		t.Run(name+" in small lanes", func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			small := k.smaller(string(text))
			compiled, plain := compileText(t, kernelFamily, file, small, "bm1684", tiledPipeline), compileText(t, kernelFamily, file, small, "bm1684", "builtin.module()")
			compareRuns(t, compiled, plain, "y", k.want, rand.New(rand.NewSource(1)), func(a, b float32) bool { return math.Abs(float64(a-b)) <= 1e-4*max(1, math.Abs(float64(b))) })
		})
	}
}

// TestTiledKernelsInPasses divides kernels of which not even a row fits into a lane: their rows are reduced in parts.
func TestTiledKernelsInPasses(t *testing.T) {
	t.Parallel()
	for name, bytes := range map[string]int{"softmax": 2048, "layer_norm": 4096} {
		k := tiledKernels[name]
		k.bytes = bytes
		file := "okk/tiled/" + name + ".mlir"
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		small := k.smaller(string(text))
		plain := compileText(t, kernelFamily, file, small, "bm1684", "builtin.module()")
		for _, pipeline := range []string{tiledPipeline, "builtin.module(okk)"} {
			t.Run(name+" "+pipeline, func(t *testing.T) {
				t.Parallel()
				compiled := compileText(t, kernelFamily, file, small, "bm1684", pipeline)
				compareRuns(t, compiled, plain, "y", k.want, rand.New(rand.NewSource(1)), func(a, b float32) bool { return math.Abs(float64(a-b)) <= 1e-5*max(1, math.Abs(float64(b))) })
			})
		}
	}
}

// smaller returns the text of a kernel with the sizes and lanes of an execution.
func (k tiledKernel) smaller(text string) string {
	text = strings.NewReplacer(k.sizes...).Replace(text)
	machine := fmt.Sprintf("bm1684, npus = %d, npu_bytes = %d>", k.npus, k.bytes)
	if before, after, found := strings.Cut(text, "bm1684, npu_bytes = 65536>"); found {
		return before + machine + after
	}
	return strings.Replace(text, "okk.kernel", "module attributes {okk.machine = #okk.machine<"+machine+"} {\nokk.kernel", 1) + "}\n"
}

// estimated returns the estimated cycles of a kernel for BM1684, and those of its slower engine alone.
func estimated(t *testing.T, file string) (cycles, slower int64) {
	program, err := kernelFamily.Build(context.Background(), kernelFamily.Programs(compileFor(t, kernelFamily, file, "bm1684", tiledPipeline))[0])
	if err != nil {
		t.Fatal(err)
	}
	m, err := program.Device(lower.Options{Profile: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.(lower.Estimator).Estimate(t.Context()); err != nil {
		t.Fatal(err)
	}
	profile := m.(lower.Profiler).Report().(*lower.Profile)
	for _, engine := range profile.Steps {
		slower = max(slower, engine.Cycles)
	}
	return profile.Cycles, slower
}
