package examples_test

import (
	"fmt"
	"math"
	"math/rand"
	"path/filepath"
	"strings"
	"testing"

	"optc/dialect/okk"
	"optc/internal/testing/raced"
	"optc/ir"
)

// plusOne is the expected result of the kernels that add one.
func plusOne(in map[string]tensor4) tensor4 {
	x := in["x"]
	return tensorOf(x.shape[0], x.shape[1], x.shape[2], x.shape[3], func(n, c, h, w int) float32 { return x.at(n, c, h, w) + 1 })
}

// softmaxOver returns the softmax along dimension d.
func softmaxOver(x tensor4, d int) tensor4 {
	return tensorOf(x.shape[0], x.shape[1], x.shape[2], x.shape[3], func(n, c, h, w int) float32 {
		along := func(k int) float64 {
			at := [4]int{n, c, h, w}
			at[d] = k
			return float64(x.at(at[0], at[1], at[2], at[3]))
		}
		most, sum := math.Inf(-1), 0.0
		for k := range x.shape[d] {
			most = max(most, along(k))
		}
		for k := range x.shape[d] {
			sum += math.Exp(along(k) - most)
		}
		return float32(math.Exp(float64(x.at(n, c, h, w))-most) / sum)
	})
}

// sized are the kernels of okk/sizes with their expected computation, for inputs of any shape.
var sized = map[string]func(in map[string]tensor4) tensor4{
	"plus_one": plusOne, "plus_one_halves": plusOne, "plus_one_parts": plusOne,
	"depthwise": func(in map[string]tensor4) tensor4 {
		x := in["x"]
		return tensorOf(x.shape[0], x.shape[1], (x.shape[2]+1)/2, (x.shape[3]+1)/2, func(n, c, h, w int) float32 {
			return convolved(0, x, in["weight"], n, c, 0, c, h, w, 2, 1)
		})
	},
	"max_pool": func(in map[string]tensor4) tensor4 {
		x := in["x"]
		return tensorOf(x.shape[0], x.shape[1], (x.shape[2]+1)/2, (x.shape[3]+1)/2, func(n, c, h, w int) float32 {
			most := float32(math.Inf(-1))
			for i := max(0, 2*h-1); i < min(x.shape[2], 2*h+2); i++ {
				for j := max(0, 2*w-1); j < min(x.shape[3], 2*w+2); j++ {
					most = max(most, x.at(n, c, i, j))
				}
			}
			return most
		})
	},
	"matmul": func(in map[string]tensor4) tensor4 {
		l, r := in["left"], in["right"]
		return tensorOf(1, 1, l.shape[2], r.shape[3], func(_, _, i, j int) float32 {
			sum := float32(0)
			for k := range l.shape[3] {
				sum += float32(l.at(0, 0, i, k) * r.at(0, 0, k, j))
			}
			return sum
		})
	},
	"softmax":      func(in map[string]tensor4) tensor4 { return softmaxOver(in["x"], 1) },
	"softmax_rows": func(in map[string]tensor4) tensor4 { return softmaxOver(in["x"], 3) },
	"exchange_colours": func(in map[string]tensor4) tensor4 {
		x := in["x"]
		return tensorOf(1, 3, x.shape[2], x.shape[3], func(n, c, h, w int) float32 { return x.at(n, 2-c, h, w) })
	},
}

// sizesFor draws numbers of the parameters of a kernel: bounds, and numbers between them of all
// magnitudes. The first draw has the smallest numbers.
func sizesFor(kernel *ir.Operation, r *rand.Rand, draw int) string {
	var list []string
	left := 6000.0 // elements
	ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		param := ir.As[okk.ParamOp](op)
		if !param.Ok() {
			return ir.Advance
		}
		low := float64(param.Range()[0])
		high := max(low, min(float64(param.Range()[1]), left))
		n := math.Round(low * math.Exp(r.Float64()*math.Log(high/low)))
		switch {
		case draw == 0:
			n = low
		case r.Intn(4) == 0:
			n = high
		}
		left = max(1, left/n)
		list = append(list, fmt.Sprintf("%s:%.0f", param.Name(), n))
		return ir.Advance
	})
	return strings.Join(list, ",")
}

// TestSizes runs every kernel of okk/sizes for 20 shapes on the device, with the addresses that
// hold for all of them, and plainly, and compares both with the expected results.
func TestSizes(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("okk/sizes/*.mlir")
	if err != nil || len(files) != len(sized) {
		t.Fatalf("%d files for %d kernels, %v", len(files), len(sized), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			kernel := kernelFamily.Programs(compileFor(t, kernelFamily, file, "bm1684", "builtin.module()"))[0]
			r := rand.New(rand.NewSource(int64(len(file))))
			for draw := range raced.Runs(20) {
				sizes := sizesFor(kernel, r, draw)
				t.Run(sizes, func(t *testing.T) { runSizes(t, file, sizes, r) })
			}
		})
	}
}

func runSizes(t *testing.T, file, sizes string, r *rand.Rand) {
	compiled := compileFor(t, kernelFamily, file, "bm1684", "builtin.module(okk{sizes="+sizes+"})")
	bound := compileFor(t, kernelFamily, file, "bm1684", "builtin.module(okk.kernel(okk-bind-sizes{sizes="+sizes+"}))")
	near := func(a, b float32) bool { return math.Abs(float64(a-b)) <= 1e-5*max(1, math.Abs(float64(b))) }
	compareRuns(t, compiled, bound, "y", sized[strings.TrimSuffix(filepath.Base(file), ".mlir")], r, near)
}
