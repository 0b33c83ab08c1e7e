package okk_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	dialect "optc/dialect/okk"
)

// tpuModelEnv names the folder with the headers of TPUKernel (include/tpu_kernel.h and tpu_defs.h, and bmlib_runtime.h) and the
// functional model of BM1684X (lib/libbmlib.so and lib/libcmodel.so), which the vendor publishes with libsophon.
const tpuModelEnv = "TPU_MODEL"

// tpuNames are the functions of TPUKernel in a source. The model has them under the names of OKKernel.
var tpuNames = regexp.MustCompile(`\btpu_\w+`)

// mostKernels is the largest number of kernels in a program; the model's table of kernels is small.
const mostKernels = 48

// newTPUModel compiles kernels with the headers of TPUKernel and links them with the model.
func newTPUModel(t *testing.T, folder string, list []*compiled) *model {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("skipped: cc, a C compiler, is not installed")
	}
	m := &model{dir: t.TempDir()}
	m.binary = filepath.Join(m.dir, "model")
	names := map[string]bool{"tpu_register_kernel_func": true}
	var sources bytes.Buffer
	for _, c := range list {
		for name, text := range c.files {
			if err := os.WriteFile(filepath.Join(m.dir, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, ".c") {
				fmt.Fprintf(&sources, "#include %q\n", name)
				for _, function := range tpuNames.FindAllString(string(text), -1) {
					names[function] = true
				}
			}
		}
	}
	var kernels bytes.Buffer
	for name := range names {
		switch name {
		case "tpu_kernel":
		case "tpu_aligned_stride": // by the bytes of BM1684X
			kernels.WriteString("#define tpu_aligned_stride okk_64_byte_aligned_stride\n")
		default:
			fmt.Fprintf(&kernels, "#define %s okk_%s\n", name, strings.TrimPrefix(name, "tpu_"))
		}
	}
	kernels.WriteString("#include \"tpu_kernel.h\"\nint tpu_core_index(void) { return 0; }\nvoid __print_trace() {}\n")
	kernels.Write(sources.Bytes())
	file := filepath.Join(m.dir, "kernels.c")
	if err := os.WriteFile(file, kernels.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	host, err := filepath.Abs("testdata/model.c")
	if err != nil {
		t.Fatal(err)
	}
	include, lib := filepath.Join(folder, "include"), filepath.Join(folder, "lib")
	object := filepath.Join(m.dir, "kernels.o")
	for _, args := range [][]string{
		{"-std=gnu99", "-Wall", "-Wextra", "-Werror", "-isystem", include, "-I", m.dir, "-DUSING_CMODEL", "-c", "-o", object, file},
		{"-std=gnu99", "-isystem", include, "-DUSING_CMODEL", "-o", m.binary, host, object, "-L", lib, "-Wl,-rpath=" + lib, "-lbmlib", "-lcmodel", "-lm", "-ldl", "-lpthread"},
	} {
		if out, err := exec.CommandContext(t.Context(), cc, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return m
}

// tpuDifferences lists the elements of a result that the model computes differently, with the sources: the buffers of the same
// part before it. All NaNs are equal. Numbers may differ by a part of their size.
func tpuDifferences(sources []buffer, elem string, device, model []byte, tolerance, above float64) (list []string) {
	t, _ := dialect.ParseDType(elem)
	count := len(device) / int(t.Bytes())
	bitsAt := func(data []byte, i int) (bits uint64) {
		size := len(data) / count
		for k := range size {
			bits |= uint64(data[i*size+k]) << (8 * k)
		}
		return bits
	}
	for i := range count {
		want, got := bitsAt(model, i), bitsAt(device, i)
		if want == got || isNaN(elem, want) && isNaN(elem, got) {
			continue
		}
		if x, y := floatOf(elem, want)-above, floatOf(elem, got); tolerance > 0 && (x == y || !math.IsInf(y, 0) && math.Abs(x-y) <= tolerance*max(math.Abs(y), 1)) {
			continue
		}
		var text []string
		for _, b := range sources {
			if len(b.before)%count == 0 && len(b.before) <= 8*count {
				text = append(text, fmt.Sprintf("%#x", bitsAt(b.before, i)))
			}
		}
		list = append(list, fmt.Sprintf("element %d, of %s, is %#x on the model, %#x on the device", i, strings.Join(text, ", "), want, got))
	}
	return list
}

// floatOf is a number of a float type; a NaN for other types.
func floatOf(elem string, bits uint64) float64 {
	switch elem {
	case "f32":
		return float64(math.Float32frombits(uint32(bits)))
	case "bf16":
		return float64(math.Float32frombits(uint32(bits << 16)))
	case "f16":
		v := math.Ldexp(float64(bits&0x3ff|0x400), int(bits>>10&0x1f)-25)
		if bits>>10&0x1f == 0 {
			v = float64(bits&0x3ff) * 0x1p-24
		} else if bits>>10&0x1f == 31 {
			v = math.Inf(1)
		}
		return math.Copysign(v, 1-2*float64(bits>>15))
	}
	return math.NaN()
}

// isNaN reports whether the bits are a NaN of a type.
func isNaN(elem string, bits uint64) bool {
	switch elem {
	case "f32":
		return bits&0x7fffffff > 0x7f800000
	case "f16":
		return bits&0x7fff > 0x7c00
	case "bf16":
		return bits&0x7fff > 0x7f80
	}
	return false
}

// tpuPart is a kernel that is a part of a program: with others in one kernel, since the model takes half a second to start.
type tpuPart struct {
	title, text string
	tolerance   float64
	// above is a number by which each result of the model is too large, and fault the reason why the model's results count for
	// nothing.
	above float64
	fault string
}

// joinedParts is the number of parts of a program.
const joinedParts = 12

// joinParts writes parts as one kernel. The last buffer of each part holds its result.
func joinParts(name string, parts []tpuPart) string {
	var b strings.Builder
	b.WriteString("okk.kernel @" + name + " {\n")
	for i, p := range parts {
		_, body, _ := strings.Cut(p.text, "{\n")
		body = strings.ReplaceAll(body[:strings.LastIndex(body, "}")], "%", fmt.Sprintf("%%p%d_", i))
		b.WriteString(strings.ReplaceAll(body, "sys_buffer \"", fmt.Sprintf("sys_buffer \"p%d_", i)))
	}
	return b.String() + "}\n"
}

var resultType = regexp.MustCompile(`.*x(\w+), `)

// TestTPUModel executes kernels on the functional model of BM1684X and compares the buffers with the simulated
// device.
func TestTPUModel(t *testing.T) {
	folder := os.Getenv(tpuModelEnv)
	if folder == "" {
		t.Skipf("%s does not name the folder of the functional model of BM1684X", tpuModelEnv)
	}
	for _, group := range slices.Sorted(maps.Keys(tpuGroups)) {
		t.Run(group, func(t *testing.T) { compareGroup(t, folder, group, tpuGroups[group]()) })
	}
}

// compareGroup compares the parts of a group with the model.
func compareGroup(t *testing.T, folder, group string, parts []tpuPart) {
	slices.SortFunc(parts, func(a, b tpuPart) int { return strings.Compare(a.title, b.title) })
	var list []*compiled
	members := map[string][]tpuPart{}
	for some := range slices.Chunk(parts, joinedParts) {
		name := fmt.Sprint(group, len(list))
		members[name] = some
		list = append(list, compileKernel(t, joinParts(name, some), "bm1684x", name))
	}
	for some := range slices.Chunk(list, mostKernels) {
		m := newTPUModel(t, folder, some)
		for _, c := range some {
			got, err := m.run(t.Context(), c)
			if err != nil {
				var titles []string
				for _, p := range members[c.name] {
					titles = append(titles, p.title)
				}
				t.Errorf("%s: %v", strings.Join(titles, ", "), err)
				continue
			}
			buffers := c.buffers
			for i, p := range members[c.name] {
				n := 0
				for n < len(buffers) && strings.HasPrefix(buffers[n].name, fmt.Sprintf("p%d_", i)) {
					n++
				}
				part, size := buffers[:n], 0
				buffers = buffers[n:]
				for _, b := range part {
					size += len(b.before)
				}
				last := part[n-1]
				t.Run(p.title, func(t *testing.T) {
					if p.fault != "" {
						t.Skip(p.fault)
					}
					elem := p.text[strings.LastIndex(p.text, "sys_buffer"):]
					elem = resultType.FindStringSubmatch(elem[:strings.IndexByte(elem, '\n')])[1]
					if list := tpuDifferences(part[:n-1], elem, last.after, got[size-len(last.after):size], p.tolerance, p.above); len(list) > 0 {
						t.Errorf("%s: %d differences: %s", p.title, len(list), strings.Join(list[:min(len(list), 12)], "; "))
					}
				})
				got = got[size:]
			}
		}
	}
}
