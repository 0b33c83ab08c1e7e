package examples_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"optc/lower"
	"optc/num"
)

// numbers4 is an array of numbers of any type in row-major order.
type numbers4 struct {
	shape [4]int
	v     []float64
}

func (a numbers4) at(n, c, h, w int) float64 {
	return a.v[((n*a.shape[1]+c)*a.shape[2]+h)*a.shape[3]+w]
}

// public are the kernels of okk/public: what a host gives them, and what they compute.
var public = map[string]struct {
	// sizes are the parameters of runs: the smallest ones, parts that are full, and parts that are not.
	sizes []string
	// input draws a number of a buffer; nil for numbers of a normal distribution.
	input map[string]func(r *rand.Rand, sizes map[string]int) float64
	// want is an element of the result.
	want func(in map[string]numbers4, n, c, h, w int) float64
	// error is the largest part of the result, or of 1, by which an element may be wrong.
	error float64
}{
	"addcmul": {
		sizes: []string{"n:1,c:1,w:1", "n:3,c:130,w:17", "n:2,c:64,w:800"},
		error: 1e-6,
		want: func(in map[string]numbers4, n, c, h, w int) float64 {
			return in["x"].at(n, c, h, w) + 0.5*in["a"].at(0, 0, 0, w)*in["b"].at(0, c, 0, 0)
		},
	},
	"arange": {
		sizes: []string{"n:1", "n:2048", "n:5000"},
		want:  func(_ map[string]numbers4, _, c, _, _ int) float64 { return float64(3 + 2*c) },
	},
	"baddbmm": {
		sizes: []string{"batches:1,m:1,k:1,n:1", "batches:2,m:70,k:33,n:65", "batches:1,m:5,k:256,n:9"},
		error: 2e-3,
		want: func(in map[string]numbers4, n, c, _, w int) float64 {
			sum := 0.0
			for k := range in["left"].shape[3] {
				sum += in["left"].at(n, c, 0, k) * in["right"].at(n, k, 0, w)
			}
			return in["input"].at(n, c, 0, w)/2 + 2*sum
		},
	},
	"cross_entropy": {
		sizes: []string{"rows:1,cols:1", "rows:65,cols:200", "rows:3,cols:1024"},
		error: 1e-5,
		input: map[string]func(r *rand.Rand, sizes map[string]int) float64{
			"target": func(r *rand.Rand, sizes map[string]int) float64 { return float64(r.Intn(sizes["cols"])) },
		},
		want: func(in map[string]numbers4, _, c, _, _ int) float64 {
			return math.Log(sumOfExp(in["x"], c)) - in["x"].at(0, c, 0, int(in["target"].at(0, c, 0, 0)))
		},
	},
	"gelu": {
		sizes: []string{"rows:1,cols:1", "rows:300,cols:19", "rows:5,cols:1000"},
		error: 1e-3,
		want: func(in map[string]numbers4, _, c, _, w int) float64 {
			x := in["x"].at(0, c, 0, w)
			return x * math.Erfc(-x/math.Sqrt2) / 2
		},
	},
	"norm2": {
		sizes: []string{"rows:1,cols:1", "rows:65,cols:1025", "rows:130,cols:7"},
		error: 1e-5,
		want: func(in map[string]numbers4, _, _, _, _ int) float64 {
			sum := 0.0
			for _, x := range in["x"].v {
				sum += x * x
			}
			return math.Sqrt(sum)
		},
	},
	"shift_left": {
		sizes: []string{"rows:1,cols:1", "rows:300,cols:19", "rows:5,cols:1000"},
		input: map[string]func(r *rand.Rand, sizes map[string]int) float64{
			"x": func(r *rand.Rand, _ map[string]int) float64 { return float64(r.Uint32()) },
			"s": func(r *rand.Rand, _ map[string]int) float64 { return float64(r.Intn(32)) },
		},
		want: func(in map[string]numbers4, _, c, _, w int) float64 {
			return float64(uint32(in["x"].at(0, c, 0, w)) << int(in["s"].at(0, c, 0, w)))
		},
	},
	"softmax_rows": {
		sizes: []string{"rows:1,cols:1", "rows:65,cols:200", "rows:3,cols:1024"},
		error: 1e-5,
		want: func(in map[string]numbers4, _, c, _, w int) float64 {
			return math.Exp(in["x"].at(0, c, 0, w)) / sumOfExp(in["x"], c)
		},
	},
	"upsample_backward": {
		sizes: []string{"n:1,c:1,h:1,w:1", "n:2,c:67,h:5,w:9", "n:1,c:3,h:32,w:31"},
		error: 1e-6,
		want: func(in map[string]numbers4, n, c, h, w int) float64 {
			g := in["grad"]
			return g.at(n, c, 2*h, 2*w) + g.at(n, c, 2*h, 2*w+1) + g.at(n, c, 2*h+1, 2*w) + g.at(n, c, 2*h+1, 2*w+1)
		},
	},
	"where": {
		sizes: []string{"rows:1,cols:1", "rows:130,cols:77", "rows:64,cols:800"},
		input: map[string]func(r *rand.Rand, sizes map[string]int) float64{
			"cond": func(r *rand.Rand, _ map[string]int) float64 { return float64(r.Intn(2)) },
		},
		want: func(in map[string]numbers4, _, c, _, w int) float64 {
			if in["cond"].at(0, c, 0, 0) != 0 {
				return in["a"].at(0, c, 0, w)
			}
			return in["b"].at(0, 0, 0, w)
		},
	},
}

// sumOfExp is the sum of the exponentials of row c.
func sumOfExp(x numbers4, c int) (sum float64) {
	for w := range x.shape[3] {
		sum += math.Exp(x.at(0, c, 0, w))
	}
	return sum
}

// TestPublic runs every kernel of okk/public for several sizes on the device of BM1684X, with the addresses that hold
// for all of them, and plainly, and compares both with the expected results.
func TestPublic(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("okk/public/*.mlir")
	if err != nil || len(files) != len(public) {
		t.Fatalf("%d files for %d kernels, %v", len(files), len(public), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".mlir"), func(t *testing.T) {
			t.Parallel()
			for _, sizes := range public[strings.TrimSuffix(filepath.Base(file), ".mlir")].sizes {
				t.Run(sizes, func(t *testing.T) { runPublic(t, file, sizes) })
			}
		})
	}
}

// TestPublicLines compares the table of docs/tpu.md with the kernels of okk/public: each is at most as long as its C.
func TestPublicLines(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/tpu.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| [^|]* \\| `nodechip_\\w+` \\| (\\d+) \\| (\\d+) \\|$").FindAllStringSubmatch(string(page), -1) {
		text, err := os.ReadFile("okk/public/" + row[1] + ".mlir")
		if err != nil {
			t.Fatal(err)
		}
		lines, said, c := 0, 0, 0
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				lines++
			}
		}
		fmt.Sscan(row[2]+" "+row[3], &said, &c)
		if lines != said || lines > c {
			t.Errorf("%s has %d lines; the table says %d, and %d in C", row[1], lines, said, c)
		}
		listed[row[1]] = true
	}
	if len(listed) != len(public) {
		t.Errorf("the table has %d of %d kernels", len(listed), len(public))
	}
}

func runPublic(t *testing.T, file, sizes string) {
	r := rand.New(rand.NewSource(int64(len(sizes))))
	k := public[strings.TrimSuffix(filepath.Base(file), ".mlir")]
	compiled := compileFor(t, kernelFamily, file, "bm1684x", "builtin.module(okk{sizes="+sizes+"})")
	bound := compileFor(t, kernelFamily, file, "bm1684x", "builtin.module(okk.kernel(okk-bind-sizes{sizes="+sizes+"}))")
	program, err := kernelFamily.Build(context.Background(), kernelFamily.Programs(compiled)[0])
	if err != nil {
		t.Fatal(err)
	}
	device, err := program.Device(lower.Options{Destroy: true})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := kernelFamily.Plain(context.Background(), kernelFamily.Programs(bound)[0], lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[string]int{}
	for _, s := range strings.Split(sizes, ",") {
		name, n, _ := strings.Cut(s, ":")
		size := 0
		fmt.Sscan(n, &size)
		numbers[name] = size
	}
	inputs := map[string]numbers4{}
	for _, v := range plain.Variables() {
		if v.Name == "y" {
			continue
		}
		x := numbers4{shape: [4]int{1, 1, 1, 1}}
		for d, n := range v.Shape {
			x.shape[4-len(v.Shape)+d] = int(n)
		}
		var data []byte
		for range v.Len() {
			n := r.NormFloat64()
			if draw := k.input[v.Name]; draw != nil {
				n = draw(r, numbers)
			}
			data = appendNumber(t, data, v, n)
		}
		x.v = numbersOf(t, v, data)
		inputs[v.Name] = x
		for _, m := range []lower.Machine{device, plain} {
			if err := m.Write(v.Name, data); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, m := range map[string]lower.Machine{"device": device, "plain": plain} {
		if err := m.Run(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		data, written, err := m.Read("y")
		if err != nil || slices.Contains(written, false) {
			t.Fatalf("%s: %v, written %v", name, err, written)
		}
		v, err := lower.FindVariable(m.Variables(), "y")
		if err != nil {
			t.Fatal(err)
		}
		got, shape, wrong := numbersOf(t, v, data), [4]int64(v.Shape), 0
		for i, y := range got {
			w, h := i%int(shape[3]), i/int(shape[3])%int(shape[2])
			c := i / int(shape[3]*shape[2]) % int(shape[1])
			n := i / int(shape[3]*shape[2]*shape[1])
			if want := k.want(inputs, n, c, h, w); !(math.Abs(y-want) <= k.error*max(1, math.Abs(want))) {
				if wrong++; wrong <= 3 {
					t.Errorf("%s: element (%d, %d, %d, %d) is %g, want %g", name, n, c, h, w, y, want)
				}
			}
		}
	}
}

// floatKinds are the float types of the kernels.
var floatKinds = map[string]*num.FloatKind{"f32": num.F32, "f16": num.F16}

// appendNumber appends a number of a variable's type, rounded.
func appendNumber(t *testing.T, data []byte, v *lower.HostVariable, n float64) []byte {
	t.Helper()
	if kind := floatKinds[v.Type]; kind != nil {
		return num.FloatFromFloat64(kind, n).AppendBytes(data)
	}
	if v.Bytes != 4 {
		t.Fatalf("%s has the type %s", v.Name, v.Type)
	}
	return binary.LittleEndian.AppendUint32(data, uint32(int64(n)))
}

// numbersOf returns the numbers of a variable.
func numbersOf(t *testing.T, v *lower.HostVariable, data []byte) (list []float64) {
	t.Helper()
	for i := range int(v.Len()) {
		raw := data[v.Bytes*i : v.Bytes*(i+1)]
		switch kind := floatKinds[v.Type]; {
		case kind != nil:
			list = append(list, num.FloatFromBytes(kind, raw).Float64())
		case v.Type == "i32":
			list = append(list, float64(int32(binary.LittleEndian.Uint32(raw))))
		default:
			list = append(list, float64(binary.LittleEndian.Uint32(raw)))
		}
	}
	return list
}
