package examples_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	gpukernel "optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/lower"
	"optc/num"
	"optc/parser"
	"optc/passes"
	"optc/registry"
	"optc/validate"
)

// compiled runs a pipeline on a module of a kernel for a chip.
func compiled(t *testing.T, text, chip, pipeline string) *ir.Operation {
	t.Helper()
	c := all.Context()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "kernel.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	p, err := registry.Passes().Parse("builtin.module(gpu-set-target{chip=" + chip + "}," + pipeline + ")")
	if err != nil {
		t.Fatal(err)
	}
	m := passes.NewManager(c)
	m.Sink = &ds
	m.Instrumentations = append(m.Instrumentations, passes.VerifyEach())
	if err := m.Run(t.Context(), p, module); err != nil {
		t.Fatal(err, ds.String())
	}
	return module
}

// inputOf returns elements for a variable: floats of moderate size and small integers.
func inputOf(v *lower.HostVariable, rng *rand.Rand) []byte {
	var data []byte
	for range v.Len() {
		bits := rng.Uint64N(5)
		if t, ok := v.Elem.(*ir.FloatType); ok {
			_, bits = num.FloatFromFloat64(t.Kind, 4*rng.Float64()-2).Bits()
		}
		for range v.Bytes {
			data, bits = append(data, byte(bits)), bits>>8
		}
	}
	return data
}

// TestKernelPrograms builds every kernel as a program, runs its grid in the simulator, and
// compares the memory, bit for bit, with a single thread that works on the whole vectors.
func TestKernelPrograms(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("gpu/*.mlir")
	if err != nil || len(files) < 12 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		for _, chip := range []string{"sm_80", "gfx942"} {
			if chips := otherInstruction[name]; chips != nil && !slices.Contains(chips, chip) {
				continue
			}
			t.Run(name+"/"+chip, func(t *testing.T) {
				t.Parallel()
				k := readKernel(t, file)
				family := gpukernel.Family()
				program, err := family.Build(t.Context(), family.Programs(compiled(t, k.text, chip, "gpu"))[0])
				if err != nil {
					t.Fatal(err)
				}
				device, err := program.Device(lower.Options{})
				if err != nil {
					t.Fatal(err)
				}
				whole := compiled(t, k.text, chip, "func.func(gpu-set-launch,vectorext-order-sums,expand-math-functions)")
				f := validate.Functions(whole)[0]
				args, err := validate.NewRandom(0).Arguments(f)
				if err != nil {
					t.Fatal(err)
				}
				rng := rand.New(rand.NewPCG(1, 2))
				for i, v := range device.Variables() {
					data := inputOf(v, rng)
					args[i].MemRef().Mem.Write(0, data).Must()
					if err := device.Write(v.Name, data); err != nil {
						t.Fatal(err)
					}
				}
				if err := device.Run(t.Context()); err != nil {
					t.Fatal(err)
				}
				if _, err := f.Run(context.Background(), args); err != nil {
					t.Fatal(err)
				}
				for i, v := range device.Variables() {
					got, _, err := device.Read(v.Name)
					if err != nil {
						t.Fatal(err)
					}
					want, _, _ := args[i].MemRef().Mem.Read(0, len(got))
					if !slices.Equal(got, want) {
						t.Errorf("%s differs:\n% x\nwant\n% x", v.Name, got, want)
					}
				}
			})
		}
	}
}
