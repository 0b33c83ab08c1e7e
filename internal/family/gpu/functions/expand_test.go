package functions_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	fn "optc/dialect/func"
	"optc/internal/family/gpu/functions"
	"optc/internal/testing/irtest"
	"optc/ir"
	"optc/num"
	"optc/passes"
	"optc/sim"
)

var arguments = flag.Int("functions.arguments", 1<<14, "random arguments of f32 for each function")

const lanes = 1024

// checked is a function, and its exact value in f64.
type checked struct {
	name string
	f    func(x, y float64) float64
}

func one(f func(float64) float64) func(x, y float64) float64 {
	return func(x, _ float64) float64 { return f(x) }
}

var all = []checked{
	{"exp", one(math.Exp)},
	{"exp2", one(math.Exp2)},
	{"expm1", one(math.Expm1)},
	{"log", one(math.Log)},
	{"log2", one(math.Log2)},
	{"log10", one(math.Log10)},
	{"log1p", one(math.Log1p)},
	{"tanh", one(math.Tanh)},
	{"sinh", one(math.Sinh)},
	{"cosh", one(math.Cosh)},
	{"erf", one(math.Erf)},
	{"sin", one(math.Sin)},
	{"cos", one(math.Cos)},
	{"tan", one(math.Tan)},
	{"atan", one(math.Atan)},
	{"atan2", math.Atan2},
	{"powf", math.Pow},
	{"fpowi", math.Pow},
	{"rsqrt", one(func(x float64) float64 { return 1 / math.Sqrt(x) })},
	{"cbrt", one(math.Cbrt)},
}

// kernel returns a machine for a module with a function of vectors, after the pass.
func kernel(t *testing.T, name, elem string) (*ir.Context, *sim.Machine) {
	t.Helper()
	v := fmt.Sprintf("vector<%dx%s>", lanes, elem)
	w, operands, types := v, "%x, %y", v
	switch name {
	case "atan2", "powf":
	case "fpowi":
		w = fmt.Sprintf("vector<%dxi32>", lanes)
		types = v + ", " + w
	default:
		operands = "%x"
	}
	c, m := irtest.Parse(t, fmt.Sprintf("func.func @f(%%x: %s, %%y: %s) -> %s {\n%%0 = math.%s %s : %s\nreturn %%0 : %s\n}", v, w, v, name, operands, types, v))
	p := &passes.Pipeline{Anchor: "builtin.module", Steps: []passes.Step{passes.On(fn.FuncOp{}, passes.Use(functions.Expand))}}
	if err := passes.NewManager(c).Run(t.Context(), p, m); err != nil {
		t.Fatal(err)
	}
	var ds ir.Diagnostics
	if ir.Verify(m, &ds) != nil {
		t.Fatalf("%s\n%s", ds.String(), m)
	}
	ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
		if functions.InLibrary(op) {
			t.Errorf("%s is left", op.Name())
		}
		return ir.Advance
	})
	return c, sim.New(m, nil)
}

// ulps returns the distance of a float of f32 from an exact value, in units in the last place of the value.
func ulps(got float32, exact float64) float64 {
	rounded := float32(exact)
	switch {
	case got == rounded && math.Signbit(float64(got)) == math.Signbit(float64(rounded)), math.IsNaN(exact) && got != got:
		return 0
	case math.IsNaN(exact) || got != got || math.IsInf(float64(rounded), 0) && math.Abs(float64(got)) < math.MaxFloat32,
		exact == 0 || got != 0 && math.Signbit(float64(got)) != math.Signbit(exact):
		return math.Inf(1)
	}
	_, e := math.Frexp(exact)
	unit := math.Ldexp(1, max(e-24, -149))
	if math.IsInf(float64(got), 0) {
		return math.Abs(math.Ldexp(1, 128)-math.Abs(exact)) / unit
	}
	return math.Abs(float64(got)-exact) / unit
}

// TestErrorsInF32 compares the functions with exact values, at random bits, at numbers of usual size, and at edges.
func TestErrorsInF32(t *testing.T) {
	t.Parallel()
	edges := []float32{0, 1, 0.5, 2, 3, 1.5, 0.55, 0.93, 88.7, 89, 104, 127, 128, 149, 150, 65535, 65536, 71476.0625, 1e10, 1e30, math.MaxFloat32, math.SmallestNonzeroFloat32,
		0x1p-126, 0x1p-127, math.Pi, math.Pi / 2, 1.0000001, 0.99999994, 16777216, 16777215, 33554432, float32(math.Inf(1)), float32(math.NaN())}
	for name := range functions.Ulps { // math.sincos itself is not in all, only its parts
		if !slices.ContainsFunc(all, func(f checked) bool { return "math."+f.name == name }) && name != "math.sincos" {
			t.Errorf("%s is not tested", name)
		}
	}
	for _, f := range all {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			c, m := kernel(t, f.name, "f32")
			rng := rand.New(rand.NewPCG(5, 7))
			draw := func(k int) float32 {
				switch {
				case k < 2*len(edges):
					return edges[k/2] * float32(1-2*(k&1))
				case k%3 == 0:
					return math.Float32frombits(rng.Uint32())
				case k%3 == 1:
					return float32(rng.NormFloat64() * 10)
				}
				return float32(rng.NormFloat64())
			}
			var worst float64
			for start := 0; start < *arguments; start += lanes {
				x, y := sim.NewVector([]int64{lanes}, c.F32()), sim.NewVector([]int64{lanes}, c.F32())
				xs, ys := make([]float64, lanes), make([]float64, lanes)
				if f.name == "fpowi" {
					y = sim.NewVector([]int64{lanes}, c.Integer(32))
				}
				for i := range lanes {
					v := draw(start + i)
					xs[i] = float64(v)
					x.SetBits(i, uint64(math.Float32bits(v)))
					if f.name == "fpowi" {
						n := int32(rng.Uint32()) >> rng.IntN(32)
						ys[i] = float64(n)
						y.SetBits(i, uint64(uint32(n)))
						continue
					}
					w := draw((start + i) * 7 % (3 * len(edges)))
					ys[i] = float64(w)
					y.SetBits(i, uint64(math.Float32bits(w)))
				}
				results, err := m.Call(t.Context(), "f", sim.Value{Ref: x}, sim.Value{Ref: y})
				if err != nil {
					t.Fatal(err)
				}
				for i := range lanes {
					got, exact := math.Float32frombits(uint32(results[0].Vector().Bits(i))), f.f(xs[i], ys[i])
					e := ulps(got, exact)
					if worst = max(worst, e); e > functions.Ulps["math."+f.name] {
						t.Fatalf("%s(%g, %g) is %g, expected %g: %.3g ulps", f.name, xs[i], ys[i], got, float32(exact), e)
					}
				}
			}
			t.Logf("%s: %.3f ulps", f.name, worst)
		})
	}
}

// TestErrorsInF16 compares the functions of one number with the exact values, for all of f16. Results of
// f32 are rounded, so that they are off by one unit in rare cases.
func TestErrorsInF16(t *testing.T) {
	t.Parallel()
	for _, f := range all {
		switch f.name {
		case "atan2", "powf", "fpowi":
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			c, m := kernel(t, f.name, "f16")
			off := 0
			for start := 0; start < 1<<16; start += lanes {
				x := sim.NewVector([]int64{lanes}, c.F16())
				for i := range lanes {
					x.SetBits(i, uint64(start+i))
				}
				results, err := m.Call(t.Context(), "f", sim.Value{Ref: x}, sim.Value{Ref: x})
				if err != nil {
					t.Fatal(err)
				}
				for i := range lanes {
					v := num.FloatFromBits(num.F16, 0, uint64(start+i)).Float64()
					want, got := num.FloatFromFloat64(num.F16, f.f(v, v)), num.FloatFromBits(num.F16, 0, results[0].Vector().Bits(i))
					switch {
					case want.IsNaN() && got.IsNaN() || want == got:
					case want.IsNaN() != got.IsNaN() || math.Abs(want.Float64()-got.Float64()) > math.Max(math.Abs(want.Float64())*0x1p-10, 0x1p-24):
						t.Fatalf("%s(%g) is %g, expected %g", f.name, v, got.Float64(), want.Float64())
					default:
						off++
					}
				}
			}
			if off > 100 {
				t.Errorf("%d of 65536 results are off by one unit", off)
			}
		})
	}
}
