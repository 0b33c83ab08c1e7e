package examples_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/num"
	"optc/parser"
	"optc/passes"
	"optc/passes/distribute"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

var distributeOption = regexp.MustCompile(`(?m)^//   optc --vectorext-distribute-nested-layout="?(.*?)"? --canonicalize`)

// kernel is an example of examples/gpu and the workgroup that runs it.
type kernel struct {
	text, options string
	block         [3]int64
	subgroup      int64
}

func readKernel(t *testing.T, file string) kernel {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m := distributeOption.FindStringSubmatch(string(text))
	if m == nil {
		t.Fatalf("%s does not say how to distribute it", file)
	}
	k := kernel{text: string(text), options: m[1], subgroup: 64}
	inst, err := registry.Passes().Parse("builtin.module(func.func(vectorext-distribute-nested-layout{" + k.options + "}))")
	if err != nil {
		t.Fatal(err)
	}
	for i := range inst.Instances {
		o, _ := passes.InstanceOptions[distribute.DistributeOptions](i)
		copy(k.block[:], o.WorkgroupSize)
		if o.SubgroupSize > 0 {
			k.subgroup = o.SubgroupSize
		}
	}
	return k
}

// transformed runs passes on functions, with the execution check.
func (k kernel) transformed(t *testing.T, c *ir.Context, pipeline string) *ir.Operation {
	t.Helper()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "kernel.mlir", Text: k.text}, &ds)
	if err != nil || ir.Verify(module, &ds) != nil {
		t.Fatal(ds.String())
	}
	p, err := registry.Passes().Parse("builtin.module(func.func(" + pipeline + "))")
	if err != nil {
		t.Fatal(err)
	}
	m := passes.NewManager(c)
	m.Sink = &ds
	m.Instrumentations = append(m.Instrumentations, passes.VerifyExec(validate.New(sim.Limits{})))
	if err := m.Run(t.Context(), p, module); err != nil || ds.String() != "" {
		t.Fatal(err, ds.String())
	}
	return module
}

// run executes the only function on floats of moderate size and small integers.
func (k kernel) run(t *testing.T, module *ir.Operation, block [3]int64) *validate.Observation {
	t.Helper()
	f := validate.Functions(module)[0]
	f.Block, f.Subgroup = block, k.subgroup
	rng := rand.New(rand.NewPCG(1, 2))
	args, err := validate.NewRandom(0).Arguments(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range args {
		r := a.MemRef()
		err := validate.Fill(r, func() (sim.Value, error) {
			if ft, ok := r.Elem.(*ir.FloatType); ok {
				_, bits := num.FloatFromFloat64(ft.Kind, 4*rng.Float64()-2).Bits()
				return sim.Int(bits), nil
			}
			return sim.Int(rng.Uint64N(5)), nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	o, err := f.Run(t.Context(), args)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestWorkgroupKernels distributes every kernel over a workgroup and compares it, bit for
// bit, with a single thread that works on the whole vectors and sums in the order of the
// layout.
func TestWorkgroupKernels(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("gpu/*.mlir")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".mlir"), func(t *testing.T) {
			t.Parallel()
			k, c := readKernel(t, file), all.Context()
			subgroup := regexp.MustCompile(`subgroup-size=\d+`).FindString(k.options)
			want := k.run(t, k.transformed(t, c, "vectorext-order-sums{"+subgroup+"}"), [3]int64{1, 1, 1})
			for _, more := range []string{"", ",canonicalize,cse", ",int-range-optimizations,canonicalize,cse"} {
				module := k.transformed(t, c, "vectorext-distribute-nested-layout{"+k.options+"}"+more)
				ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
					if ir.IsAny(op, vectorext.ToLayoutOp{}, vectorext.ToSIMDOp{}, vectorext.ToSIMTOp{}) {
						t.Errorf("%s is left over", op.Name())
					}
					return ir.Advance
				})
				if d := k.run(t, module, k.block).Differs(want); d != "" {
					t.Errorf("%s: %s", more, d)
				}
			}
		})
	}
}
