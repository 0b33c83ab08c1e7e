package examples_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gpukernel "optc/internal/family/gpu/kernel"
	"optc/internal/testing/cudacase"
	"optc/internal/testing/gpgpusim"
	"optc/internal/testing/ptxtest"
	"optc/ir"
	"optc/lower"
	"optc/num"
)

// largeKernel is an example of gpu/large, which has stages.
type largeKernel struct {
	name string
	// cut and least replace the sizes of the text: cut for several workgroups, and least for the interpreter of PTX.
	cut, least *strings.Replacer
	inputs     int
	expected   func(inputs [][]float64, rows int) []float64
	tolerance  float64
	products   int // matrix instructions of an iteration
	loads      int // ldmatrix of an iteration
	copies     int // copies of a thread in an iteration
}

func largeKernels() []*largeKernel {
	product := &largeKernel{
		cut: strings.NewReplacer("4096", "256", "32, 32, 1>", "2, 2, 1>"), least: strings.NewReplacer("%c4096", "%depth", "4096", "128", "32, 32, 1>", "1, 1, 1>"),
		inputs: 2, expected: productOf, products: 64, loads: 16, copies: 8,
	}
	f16, bf16 := *product, *product
	f16.name, bf16.name = "matmul_f16", "matmul_bf16"
	attention := &largeKernel{
		name: "attention", cut: strings.NewReplacer("4096", "256", "64, 1, 1>", "4, 1, 1>"), least: strings.NewReplacer("4096", "128", "64, 1, 1>", "2, 1, 1>"),
		inputs: 3, expected: attentionOf, tolerance: 1e-2, products: 128, loads: 64, copies: 16,
	}
	return []*largeKernel{&f16, &bf16, attention}
}

// productOf multiplies square matrices; the sums are exact.
func productOf(inputs [][]float64, n int) []float64 {
	z := make([]float64, n*n)
	for i := range n {
		for k := range n {
			for j := range n {
				z[i*n+j] += inputs[0][i*n+k] * inputs[1][k*n+j]
			}
		}
	}
	return z
}

// attentionOf returns softmax(q kᵀ / √128) v with a causal mask.
func attentionOf(inputs [][]float64, n int) []float64 {
	const width = 128
	o := make([]float64, n*width)
	for i := range n {
		weights, sum := make([]float64, i+1), 0.0
		for j := range weights {
			for d := range width {
				weights[j] += inputs[0][i*width+d] * inputs[1][j*width+d]
			}
			weights[j] = math.Exp(weights[j] / math.Sqrt(width))
			sum += weights[j]
		}
		for j, w := range weights {
			for d := range width {
				o[i*width+d] += w / sum * inputs[2][j*width+d]
			}
		}
	}
	return o
}

// TestLargeKernels runs the large kernels with fewer rows in the simulator, compares the results with exact ones, and
// checks that all accesses take the least possible number of phases of banks, and about the least number of sectors.
func TestLargeKernels(t *testing.T) {
	t.Parallel()
	for _, k := range largeKernels() {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			family := gpukernel.Family()
			program, err := family.Build(t.Context(), family.Programs(compiled(t, k.cut.Replace(k.text(t)), "sm_80", "gpu"))[0])
			if err != nil {
				t.Fatal(err)
			}
			device, err := program.Device(lower.Options{Profile: true})
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 2))
			var inputs [][]float64
			for i, v := range device.Variables() {
				values := make([]float64, v.Len())
				for j := range values {
					values[j] = float64(rng.IntN(17)-8) / 8
				}
				if err := device.Write(v.Name, bytesOfFloats(v, values)); err != nil {
					t.Fatal(err)
				}
				if i < k.inputs {
					inputs = append(inputs, values)
				}
			}
			if err := device.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			out := device.Variables()[k.inputs]
			got, _, err := device.Read(out.Name)
			if err != nil {
				t.Fatal(err)
			}
			want := k.expected(inputs, int(out.Shape[0]))
			kind := out.Elem.(*ir.FloatType).Kind
			for i, w := range want {
				g := num.FloatFromBits(kind, 0, uint64(got[2*i])|uint64(got[2*i+1])<<8).Float64()
				if k.tolerance == 0 {
					w = num.FloatFromFloat64(kind, w).Float64()
				}
				if !(math.Abs(g-w) <= k.tolerance) {
					t.Fatalf("element %d is %v, want %v", i, g, w)
				}
			}
			for _, a := range device.(lower.Profiler).Report().(*gpukernel.Profile).Accesses {
				if a.Memory == "workgroup" && a.Parts != a.Least || 10*a.Parts > 11*a.Least {
					t.Errorf("%s %s of %d bytes: %d parts, the least are %d", a.Memory, a.Direction, a.Bytes, a.Parts, a.Least)
				}
			}
		})
	}
}

// bytesOfFloats returns floats as the elements of a variable.
func bytesOfFloats(v *lower.HostVariable, values []float64) (data []byte) {
	for _, x := range values {
		_, bits := num.FloatFromFloat64(v.Elem.(*ir.FloatType).Kind, x).Bits()
		for range v.Bytes {
			data, bits = append(data, byte(bits)), bits>>8
		}
	}
	return data
}

// text returns the source of a kernel.
func (k *largeKernel) text(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("gpu/large", k.name+".mlir"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestLargeKernelsInPTX checks every instruction of the large kernels, counts the instructions of an iteration, and executes kernels with
// few rows in the interpreter of PTX. A copy ends there at the last moment that the wait for it allows.
func TestLargeKernelsInPTX(t *testing.T) {
	t.Parallel()
	for i, k := range largeKernels() {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if code, stderr := optc(t, "export", "--target", "sm_80", "-o", dir, filepath.Join("gpu/large", k.name+".mlir")); code != 0 || stderr != "" {
				t.Fatalf("exit code %d\n%s", code, stderr)
			}
			counts := iteration(t, readPTX(t, filepath.Join(dir, "kernel.ptx")).Entries[0])
			for name, want := range map[string]int{"mma": k.products, "ldmatrix": k.loads, "cp.async.cg": k.copies, "cp.async.commit_group": 1, "cp.async.wait_group": 1, "bar": 1, "ld": 0, "st": 0} {
				if counts[name] != want {
					t.Errorf("%d × %s in an iteration, want %d", counts[name], name, want)
				}
			}
			c := cudacase.Case{Module: compiled(t, k.least.Replace(k.text(t)), "sm_80", "gpu"), Language: "ptx"}
			files, err := c.Files(t.Context())
			if err == nil {
				err = cudacase.Judge(files, i%2 == 0)
			}
			if program := os.Getenv(gpgpusim.Program); program != "" && err == nil {
				err = cudacase.Simulate(t.Context(), program, t.TempDir(), files, i%2 == 0, 0)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// iteration counts the instructions of the loop over tiles, which is the only loop of a kernel, by their names.
func iteration(t *testing.T, e *ptxtest.Entry) map[string]int {
	t.Helper()
	for end, in := range e.Code {
		if in.Op != "bra" || e.Labels[in.Arguments[0].Words[0]] > end {
			continue
		}
		counts := map[string]int{}
		for _, in := range e.Code[e.Labels[in.Arguments[0].Words[0]]:end] {
			name, _, _ := strings.Cut(in.Op, ".")
			if name == "cp" {
				name = strings.Join(strings.SplitN(in.Op, ".", 4)[:3], ".")
			}
			counts[name]++
		}
		return counts
	}
	t.Fatal("there is no loop")
	return nil
}
