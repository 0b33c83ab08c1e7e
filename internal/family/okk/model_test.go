package okk_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"optc/internal/testing/raced"
)

// modelEnv names the folder with the header (include/okk.h) and the functional model of
// BM1684 (lib/cmodel/libbmlib.so), which the vendor publishes with OKKernel.
const modelEnv = "OKK_MODEL"

// model runs kernels of BM1684 as C on the functional model.
type model struct {
	dir, binary string
}

// newModel compiles kernels with the header of OKKernel and links them with the model. It
// skips the test if there is no model.
func newModel(t *testing.T, list []*compiled) *model {
	t.Helper()
	folder := os.Getenv(modelEnv)
	if folder == "" {
		t.Skipf("%s does not name the folder of OKKernel's functional model", modelEnv)
	}
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("skipped: cc, a C compiler, is not installed")
	}
	m := &model{dir: t.TempDir()}
	m.binary = filepath.Join(m.dir, "model")
	var kernels bytes.Buffer
	kernels.WriteString("#include \"okk.h\"\n" + userFunctions)
	written := map[string]bool{}
	for _, c := range list {
		for name, text := range c.files {
			if written[name] { // the same kernel with other sizes
				continue
			}
			written[name] = true
			if err := os.WriteFile(filepath.Join(m.dir, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, ".c") {
				fmt.Fprintf(&kernels, "#include %q\n", name)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(m.dir, "kernels.c"), kernels.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	host, err := filepath.Abs("testdata/model.c")
	if err != nil {
		t.Fatal(err)
	}
	include, lib := filepath.Join(folder, "include"), filepath.Join(folder, "lib", "cmodel")
	object := filepath.Join(m.dir, "kernels.o")
	for _, args := range [][]string{
		{"-std=gnu99", "-Wall", "-Wextra", "-Werror", "-isystem", include, "-I", m.dir, "-DUSING_CMODEL", "-c", "-o", object, filepath.Join(m.dir, "kernels.c")},
		{"-std=gnu99", "-isystem", include, "-DUSING_CMODEL", "-o", m.binary, host, object, "-L", lib, "-Wl,-rpath=" + lib, "-lbmlib", "-lm", "-ldl", "-lpthread"},
	} {
		if out, err := exec.CommandContext(t.Context(), cc, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return m
}

// patience is the time that a kernel may take on the model. A kernel that takes longer is not compared: the time
// depends on the load of the machine, not on the kernel.
const patience = 2 * time.Minute

var errSlow = errors.New("the model did not end in time")

// run executes a kernel on the model and returns the contents of its buffers.
func (m *model) run(ctx context.Context, c *compiled) ([]byte, error) {
	var input bytes.Buffer
	run := c.name + strings.Join(strings.Fields(fmt.Sprint(c.params)), "_")
	in, out := filepath.Join(m.dir, run+".in"), filepath.Join(m.dir, run+".out")
	args := []string{c.name, in, out}
	for _, b := range c.buffers {
		input.Write(b.before)
		args = append(args, fmt.Sprint(len(b.before)))
	}
	for _, n := range c.params {
		args = append(args, fmt.Sprint("=", n))
	}
	if err := os.WriteFile(in, input.Bytes(), 0o666); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, m.binary, args...)
	log, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return nil, errSlow
	case err != nil:
		return nil, fmt.Errorf("%w: %s", err, assertion(log))
	}
	return os.ReadFile(out)
}

// assertion returns the line of a log in which the model reports what it refuses.
func assertion(log []byte) []byte {
	for line := range bytes.Lines(log) {
		if bytes.Contains(line, []byte("ASSERT")) || bytes.Contains(line, []byte("ssertion")) {
			return line
		}
	}
	return log
}

// differences counts the elements of the buffers that the model computed differently, of
// those that the device wrote. Floats may differ by a part of their size, and by as much of 1; a NaN of the device
// counts as anything.
func (c *compiled) differences(got []byte, tolerance float64) (count int, first string) {
	for _, b := range c.buffers {
		data := got[:len(b.after)]
		got = got[len(b.after):]
		for i := 0; i < len(data); i++ {
			if !b.written[i] || data[i] == b.after[i] {
				continue
			}
			if at := i &^ 3; tolerance > 0 && at+4 <= len(data) {
				x, y := floatAt(data[at:]), floatAt(b.after[at:])
				if y != y || x == y || !math.IsInf(y, 0) && math.Abs(x-y) <= tolerance*max(1, math.Abs(y)) {
					i = at + 3
					continue
				}
			}
			if first == "" {
				first = fmt.Sprintf("byte %d of %s is %#x on the model, %#x on the device", i, b.name, data[i], b.after[i])
			}
			count++
		}
	}
	return count, first
}

func floatAt(b []byte) float64 {
	return float64(math.Float32frombits(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24))
}

// modelFaults are kernels that the model itself executes wrongly, with the reason.
var modelFaults = []struct{ name, reason string }{
	{"eltwise_copy", "okk_bdc_32bit_cpy uses the strides of the destination for both tensors"},
	{"eltwise_and_number", crash}, {"eltwise_or_number", crash}, {"eltwise_xor_number", crash}, {"int8_to_fp32", crash}, {"fixed_split_low", crash},
	{"fixed_mul_s16_u8", crash}, {"example_softmax", crash}, {"pack_gaps_strides_200", "copies of 8 bits ignore a stride along H"},
	{"fixed_arithmetic_shift_reversed", "a packed shift of a number does not end"}, {"fixed_logical_shift_reversed", "a packed shift of a number does not end"},
}

const crash = "functions that hold a number of 32 bits crash"

// modelTolerances are the relative errors of results that the hardware rounds in its own way, by the beginning of the kernel's name.
var modelTolerances = []struct {
	name  string
	error float64
}{
	{"function_lookup_exp", 1e-5}, {"function_taylor_exp", 5e-4}, {"function_exp_tunable", 5e-4}, {"function_", 2e-6}, {"eltwise_div", 1e-6}, {"eltwise_reciprocal", 1e-6},
	// Sums are added in an order of the hardware's own.
	{"conv2d", 2e-6}, {"depthwise2d", 2e-6}, {"pool2d_avg", 2e-6}, {"matmul", 2e-6}, {"example_conv2d", 2e-6}, {"example_tiled_conv2d", 2e-6}, {"example_depthwise_pool", 2e-6}, {"example_matmul", 2e-6}, {"example_attention", 4e-6},
}

func modelTolerance(name string) float64 {
	for _, t := range modelTolerances {
		if strings.HasPrefix(name, t.name) {
			return t.error
		}
	}
	return 0
}

// TestModel executes kernels on the functional model of BM1684 and compares the buffers
// with the simulated device.
func TestModel(t *testing.T) {
	if os.Getenv(modelEnv) == "" {
		t.Skipf("%s does not name the folder of OKKernel's functional model", modelEnv)
	}
	var list []*compiled
	add := func(name, text string) {
		at := strings.Index(text, "okk.kernel @")
		end := at + strings.IndexByte(text[at:], '{')
		if c := compileKernel(t, text[:at]+"okk.kernel @"+name+" "+text[end:], "bm1684", name); c != nil && len(c.buffers) > 0 {
			list = append(list, c)
		}
	}
	bodies := allOperations()
	for _, name := range slices.Sorted(maps.Keys(bodies)) {
		add(name, module(name, bodies[name]))
	}
	examples, err := filepath.Glob("../../../examples/okk/*.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range examples {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		add("example_"+strings.TrimSuffix(filepath.Base(file), ".mlir"), string(text))
	}
	for seed := range uint64(raced.Runs(500)) {
		add(fmt.Sprint("random", seed), newRandomKernel(seed, 3).write())
	}
	m := newModel(t, list)
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, fault := range modelFaults {
				if strings.HasPrefix(c.name, fault.name) {
					t.Skip(fault.reason)
				}
			}
			got, err := m.run(t.Context(), c)
			if errors.Is(err, errSlow) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			if n, first := c.differences(got, modelTolerance(c.name)); n > 0 {
				t.Errorf("%d differences; %s", n, first)
			}
		})
	}
}
