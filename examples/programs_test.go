package examples_test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"

	"optc/lower"
	"optc/num"
)

// tileTargets are the targets with tiles.
var tileTargets = []string{"ipu1", "ipu2", "ipu21"}

// array holds the elements of a variable of floats.
type array struct {
	kind   *num.FloatKind
	values []float32
}

// random returns n values of a type, which that type has exactly.
func random(r *rand.Rand, kind *num.FloatKind, n int) array {
	a := array{kind, make([]float32, n)}
	for i := range a.values {
		a.values[i] = a.round(float32(r.NormFloat64()))
	}
	return a
}

// round returns a number rounded to the element type of the array.
func (a array) round(x float32) float32 {
	return float32(num.FloatFromFloat64(a.kind, float64(x)).Float64())
}

func (a array) bytes() (data []byte) {
	for _, x := range a.values {
		_, bits := num.FloatFromFloat64(a.kind, float64(x)).Bits()
		data = binary.LittleEndian.AppendUint64(data, bits)[:len(data)+a.kind.Bits/8]
	}
	return data
}

// readArray returns the elements of a variable.
func readArray(t *testing.T, m lower.Machine, name string, kind *num.FloatKind) array {
	t.Helper()
	data, _, err := m.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	a := array{kind: kind}
	for at := 0; at < len(data); at += kind.Bits / 8 {
		a.values = append(a.values, float32(num.FloatFromBytes(kind, data[at:at+kind.Bits/8]).Float64()))
	}
	return a
}

// program is a file of examples/programs: at most lines long, with arrays that a run begins
// with, and the result that a reference in Go computes from them.
type program struct {
	name, result string
	lines        int
	kind         *num.FloatKind
	inputs       map[string]int // arrays of floats, with their numbers of elements
	indices      map[string]int // arrays of numbers below a bound
	listed       int            // the elements of these arrays, 400 if it is 0
	want         func(in map[string]array, indices []uint32) []float32
	tolerance    float64
}

var programs = []program{
	{
		name: "embedding", lines: 60, kind: num.F16, result: "out",
		inputs: map[string]int{"table": 1000 * 64}, indices: map[string]int{"indices": 1000},
		want: func(in map[string]array, indices []uint32) (out []float32) {
			for _, i := range indices {
				out = append(out, in["table"].values[i*64:i*64+64]...)
			}
			return out
		},
	},
	{
		name: "conv_3x3", lines: 60, kind: num.F32, result: "out",
		inputs: map[string]int{"image": 48 * 60, "kernel": 9},
		want: func(in map[string]array, _ []uint32) (out []float32) {
			for y := range 48 {
				for x := range 60 {
					sum := float32(0)
					for i := range 9 {
						if r, c := y+i/3-1, x+i%3-1; r >= 0 && r < 48 && c >= 0 && c < 60 {
							sum += float32(in["image"].values[r*60+c] * in["kernel"].values[i])
						}
					}
					out = append(out, sum)
				}
			}
			return out
		},
	},
	{
		name: "mlp", lines: 80, kind: num.F16, result: "out",
		inputs: map[string]int{"x": 8 * 64, "weights": 64 * 256, "bias": 256},
		want: func(in map[string]array, _ []uint32) (out []float32) {
			for r := range 8 {
				for c := range 256 {
					sum := in["bias"].values[c]
					for i := range 64 {
						sum += float32(in["x"].values[r*64+i] * in["weights"].values[i*256+c])
					}
					out = append(out, max(in["x"].round(sum), 0))
				}
			}
			return out
		},
	},
	{
		name: "bitonic_sort", lines: 50, kind: num.F32, result: "x",
		inputs: map[string]int{"x": 1024},
		want:   func(in map[string]array, _ []uint32) []float32 { return slices.Sorted(slices.Values(in["x"].values)) },
	},
	{
		name: "sparse_dense", lines: 70, kind: num.F32, result: "out",
		inputs: map[string]int{"values": 70, "dense": 64}, indices: map[string]int{"columns": 64}, listed: 70,
		want: func(in map[string]array, columns []uint32) (out []float32) {
			starts := []int{0, 3, 3, 8, 9, 11, 16, 20, 20, 21, 27, 30, 34, 35, 40, 42, 42, 47, 50, 57, 58, 60, 64, 64, 70}
			for r := range 24 {
				sum := float32(0)
				for k := starts[r]; k < starts[r+1]; k++ {
					sum += float32(in["values"].values[k] * in["dense"].values[columns[k]])
				}
				out = append(out, sum)
			}
			return out
		},
	},
	{
		name: "top_k", lines: 70, kind: num.F32, result: "best",
		inputs: map[string]int{"x": 1024},
		want: func(in map[string]array, _ []uint32) []float32 {
			sorted := slices.Sorted(slices.Values(in["x"].values))
			slices.Reverse(sorted)
			return sorted[:8]
		},
	},
	{
		name: "layer_norm", lines: 60, kind: num.F32, result: "x", tolerance: 1e-5,
		inputs: map[string]int{"x": 100 * 64, "gamma": 64, "beta": 64},
		want: func(in map[string]array, _ []uint32) (out []float32) {
			for r := range 100 {
				out = append(out, layerNorm(in["x"].values[r*64:r*64+64], in["gamma"].values, in["beta"].values, 1e-5)...)
			}
			return out
		},
	},
}

func layerNorm(row, gamma, beta []float32, epsilon float64) (out []float32) {
	mean, variance := 0.0, 0.0
	for _, x := range row {
		mean += float64(x) / float64(len(row))
	}
	for _, x := range row {
		variance += (float64(x) - mean) * (float64(x) - mean) / float64(len(row))
	}
	for i, x := range row {
		out = append(out, float32((float64(x)-mean)/math.Sqrt(variance+epsilon)*float64(gamma[i])+float64(beta[i])))
	}
	return out
}

// TestPrograms runs the programs on every target, and compares the tiles with the plain
// interpretation and the results with references in Go.
func TestPrograms(t *testing.T) {
	t.Parallel()
	for _, p := range programs {
		file := "programs/" + p.name + ".mlir"
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n"); n > p.lines {
			t.Errorf("%s has %d lines, expected at most %d", file, n, p.lines)
		}
		for _, arch := range tileTargets {
			t.Run(p.name+"/"+arch, func(t *testing.T) {
				t.Parallel()
				tiled := compile(t, file, arch, families[0].Pipeline)
				compare(t, tiled, compile(t, file, arch, families[0].Reference), 0)
				p.run(t, device(t, tiled))
			})
		}
	}
}

// run executes the program on random arrays and compares the result.
func (p *program) run(t *testing.T, m lower.Machine) {
	t.Helper()
	r := rand.New(rand.NewSource(1))
	in := map[string]array{}
	for name, n := range p.inputs {
		in[name] = random(rand.New(rand.NewSource(int64(n))), p.kind, n)
		write(t, m, name, in[name].bytes())
	}
	var indices []uint32
	for name, below := range p.indices {
		var data []byte
		for range cmp.Or(p.listed, 400) {
			indices = append(indices, uint32(r.Intn(below)))
			data = binary.LittleEndian.AppendUint32(data, indices[len(indices)-1])
		}
		write(t, m, name, data)
	}
	if err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	compareArrays(t, readArray(t, m, p.result, p.kind), p.want(in, indices), p.tolerance)
}

func write(t *testing.T, m lower.Machine, name string, data []byte) {
	t.Helper()
	if err := m.Write(name, data); err != nil {
		t.Fatal(err)
	}
}

// compareArrays reports the first element that differs from the wanted number, rounded to
// the type of the array, by more than the tolerance.
func compareArrays(t *testing.T, got array, want []float32, tolerance float64) {
	t.Helper()
	if len(got.values) != len(want) {
		t.Fatalf("got %d elements, want %d", len(got.values), len(want))
	}
	for i, x := range want {
		x = got.round(x)
		if d := math.Abs(float64(got.values[i]) - float64(x)); !(d <= tolerance*max(1, math.Abs(float64(x)))) && got.values[i] != x {
			t.Fatalf("element %d is %v, want %v", i, got.values[i], fmt.Sprint(x))
		}
	}
}
