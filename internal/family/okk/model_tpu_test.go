package okk_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
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

// tpuTypes are the types of the kernels, and specialBits numbers at the edges of each.
var (
	tpuFloats   = []string{"f32", "f16", "bf16"}
	tpuInts     = []string{"i32", "ui32", "i16", "ui16", "i8", "ui8"}
	specialBits = map[string][]uint64{
		"f32": {0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x40200000, 0xc0200000, 0x3fc00000, 0xbfc00000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff,
			0xff7fffff, 0x00800000, 0x00000001, 0x80000001, 0x007fffff, 0x477fe000, 0x477ff000, 0x477fefff, 0x33800000, 0x33000000, 0x38800000, 0x387fffff, 0x7f7f8000,
			0x3f808000, 0x3f818000, 0x4f000000, 0xcf000000, 0x4effffff, 0x42fe0000, 0x42ff0000, 0x43000000, 0xc3000000, 0xc3008000, 0x3f801000, 0x3f803000},
		"f16":  {0, 0x8000, 0x3c00, 0xbc00, 0x3800, 0x4100, 0xc100, 0x3e00, 0xbe00, 0x7c00, 0xfc00, 0x7e00, 0x7bff, 0xfbff, 0x0400, 0x0001, 0x8001, 0x03ff, 0x57f8, 0xd7f8},
		"bf16": {0, 0x8000, 0x3f80, 0xbf80, 0x3f00, 0x4020, 0xc020, 0x3fc0, 0xbfc0, 0x7f80, 0xff80, 0x7fc0, 0x7f7f, 0xff7f, 0x0080, 0x0001, 0x8001, 0x007f, 0x4f00, 0xcf00},
	}
)

// tpuValues is the text of a buffer with special and random numbers of a type.
func tpuValues(name, elem string, count int, r *rand.Rand) string {
	t, _ := dialect.ParseDType(elem)
	var raw []byte
	special := specialBits[elem]
	if special == nil {
		special = []uint64{0, 1, ^uint64(0), 0x7f, 0x80, 0x81, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0x10001, 33554433}
	}
	for i := range count {
		bits := r.Uint64()
		if i%3 > 0 {
			bits = special[r.IntN(len(special))]
		}
		if i < len(special) {
			bits = special[i]
		}
		raw = binary.LittleEndian.AppendUint64(raw, bits)[:int64(len(raw))+t.Bytes()]
	}
	return fmt.Sprintf("    %%%s = okk.sys_buffer %q = dense<\"0x%s\"> : tensor<1x3x1x%dx%s> : %s\n", name, name, hex.EncodeToString(raw), count/3, elem, systemOf(fmt.Sprintf("1x3x1x%d", count/3), elem))
}

// tpuCount is the number of elements of a tensor.
const tpuCount = 192

// tpuKernel is a kernel that applies an operation to tensors of such numbers.
func tpuKernel(operation, result string, sources ...string) string {
	const count = tpuCount
	r := rand.New(rand.NewPCG(uint64(len(operation)), uint64(len(result))))
	shape := fmt.Sprintf("1x3x1x%d", count/3)
	local := func(elem string) string { return "!okk.local<" + shape + "x" + elem + ", aligned>" }
	var head, loads, names, types strings.Builder
	for i, elem := range sources {
		name := fmt.Sprint("s", i)
		head.WriteString(tpuValues("x"+name, elem, count, r))
		fmt.Fprintf(&loads, "    %%%s = okk.alloc : %s\n    okk.load %%x%s to %%%s : %s to %s\n", name, local(elem), name, name, systemOf(shape, elem), local(elem))
		fmt.Fprintf(&names, ", %%%s", name)
		types.WriteString(", " + local(elem))
	}
	operation, attrs, _ := strings.Cut(operation, "|")
	return "okk.kernel @k {\n" + head.String() + "    %y = okk.sys_buffer \"y\" : " + systemOf(shape, result) + "\n" + loads.String() + "    %d = okk.alloc : " + local(result) +
		"\n    okk." + operation + " %d" + names.String() + " " + attrs + " : " + local(result) + types.String() + "\n    okk.store %d to %y : " + local(result) + " to " + systemOf(shape, result) + "\n}\n"
}

// tpuKernels returns a kernel for each function, form and type that BM1684X has, and for each conversion.
func tpuKernels() map[string]string {
	all := map[string]string{}
	for _, f := range dialect.Eltwise {
		for t := dialect.F32; t <= dialect.UI8; t++ {
			if f.TPU.C == "" || !f.TPU.Types.Has(t) {
				continue
			}
			elem := t.String()
			sources := slices.Repeat([]string{elem}, f.Sources)
			all[f.Name+" "+elem] = tpuKernel("eltwise "+f.Name, elem, sources...)
			number := " 3 : " + strings.TrimPrefix(elem, "u")
			if slices.Contains(tpuFloats, elem) {
				number = " 1.5 : " + elem
			} else if elem[0] == 'u' {
				number = " 3 : " + elem
			}
			if f.TPU.Scalar != "" {
				all[f.Name+" number "+elem] = tpuKernel("eltwise "+f.Name+"|scalar"+number, elem, elem)
			}
			if f.TPU.Reversed != "" {
				all[f.Name+" reversed "+elem] = tpuKernel("eltwise "+f.Name+"|scalar"+number+" reversed", elem, elem)
			}
		}
	}
	for _, to := range slices.Concat(tpuFloats, tpuInts) {
		for _, from := range slices.Concat(tpuFloats, tpuInts) {
			for _, mode := range []string{"even", "away", "zero", "down", "up", "half_up", "half_down"} {
				half := strings.HasPrefix(mode, "half") && slices.Contains(tpuFloats, from) && !slices.Contains(tpuFloats, to)
				if to != from && !half && from+to != "bf16f16" && from+to != "f16bf16" { // which the chip lacks
					all["cast "+from+" "+to+" "+mode] = tpuKernel("cast|rounding "+mode, to, from)
				}
			}
		}
	}
	return all
}

// tpuProducts returns a kernel for each product that BM1684X has, by its types, with sums of fewer and of more products than the
// chip adds at once. Some numbers are at the edges of the type.
func tpuProducts() map[string]string {
	all := map[string]string{}
	for _, name := range []string{"mm", "mm_transposed"} {
		for _, from := range []string{"f16", "bf16"} {
			for _, to := range []string{from, "f32"} {
				for _, inner := range []int{1, 7, 32, 75} {
					all[fmt.Sprintf("%s %s %d %s", name, from, inner, to)] = tpuProduct(name, "", from, to, inner)
					if name == "mm" && to == "f32" {
						all[fmt.Sprintf("%s result_add %s %d %s", name, from, inner, to)] = tpuProduct(name, " result_add", from, to, inner)
					}
				}
			}
		}
	}
	return all
}

// tpuProduct is a kernel with a product of 5 rows and 70 columns.
func tpuProduct(name, adds, from, to string, inner int) string {
	const rows, cols = 5, 70
	r := rand.New(rand.NewPCG(uint64(inner), uint64(len(from))))
	shapes := []string{fmt.Sprintf("1x%dx1x%d", rows, inner), fmt.Sprintf("1x%dx1x%d", inner, cols), fmt.Sprintf("1x%dx1x%d", rows, cols)}
	if name == "mm_transposed" {
		shapes[1] = fmt.Sprintf("1x%dx1x%d", cols, inner)
	}
	var head, loads strings.Builder
	elems := []string{from, from, to}
	for i, elem := range elems {
		t, _ := dialect.ParseDType(elem)
		var raw []byte
		for range []int{rows * inner, inner * cols, rows * cols}[i] {
			bits := uint64(math.Float32bits(float32(r.NormFloat64())))
			switch {
			case r.IntN(200) == 0:
				bits = specialBits[elem][r.IntN(len(specialBits[elem]))]
			case elem == "f16":
				bits = bits>>16&0x8000 | uint64(0x3000+r.IntN(0x1400))
			case elem == "bf16":
				bits >>= 16
			}
			raw = binary.LittleEndian.AppendUint64(raw, bits)[:int64(len(raw))+t.Bytes()]
		}
		fmt.Fprintf(&head, "    %%b%d = okk.sys_buffer \"b%d\" = dense<\"0x%s\"> : tensor<%sx%s> : %s\n", i, i, hex.EncodeToString(raw), shapes[i], elem, systemOf(shapes[i], elem))
		fmt.Fprintf(&loads, "    %%t%[1]d = okk.alloc : !okk.local<%[2]sx%[3]s, aligned>\n    okk.load %%b%[1]d to %%t%[1]d : %[4]s to !okk.local<%[2]sx%[3]s, aligned>\n", i, shapes[i], elem, systemOf(shapes[i], elem))
	}
	local := func(i int) string { return "!okk.local<" + shapes[i] + "x" + elems[i] + ", aligned>" }
	return "okk.kernel @k {\n" + head.String() + loads.String() + "    okk." + name + " %t2, %t0, %t1" + adds + " : " + local(2) + ", " + local(0) + ", " + local(1) +
		"\n    okk.store %t2 to %b2 : " + local(2) + " to " + systemOf(shapes[2], to) + "\n}\n"
}

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
		if name != "tpu_kernel" {
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

// tpuDifferences lists the elements of the last buffer that the model computes differently, with the sources. All NaNs are
// equal.
func tpuDifferences(c *compiled, result string, got []byte) (list []string) {
	last := len(c.buffers) - 1
	t, _ := dialect.ParseDType(result)
	count := len(c.buffers[last].after) / int(t.Bytes())
	number := func(data []byte, i int) (bits uint64) {
		size := len(data) / count
		for k := range size {
			bits |= uint64(data[i*size+k]) << (8 * k)
		}
		return bits
	}
	for i := range count {
		var text []string
		for _, b := range c.buffers[:last] {
			if len(b.before)%count == 0 && len(b.before) <= 8*count {
				text = append(text, fmt.Sprintf("%#x", number(b.before, i)))
			}
		}
		model, device := number(got[len(got)-len(c.buffers[last].after):], i), number(c.buffers[last].after, i)
		if model != device && !(isNaN(result, model) && isNaN(result, device)) {
			list = append(list, fmt.Sprintf("element %d, of %s, is %#x on the model, %#x on the device", i, strings.Join(text, ", "), model, device))
		}
	}
	return list
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

// TestTPUModel executes kernels on the functional model of BM1684X and compares the buffers with the simulated
// device.
func TestTPUModel(t *testing.T) {
	folder := os.Getenv(tpuModelEnv)
	if folder == "" {
		t.Skipf("%s does not name the folder of the functional model of BM1684X", tpuModelEnv)
	}
	var list []*compiled
	titles, results := map[string]string{}, map[string]string{}
	kernels := tpuKernels()
	maps.Copy(kernels, tpuProducts())
	for title, text := range kernels {
		name := cName(title)
		words := strings.Fields(title)
		titles[name], results[name] = title, words[len(words)-1]
		if words[0] == "cast" {
			results[name] = words[2]
		}
		list = append(list, compileKernel(t, strings.Replace(text, "@k", "@"+name, 1), "bm1684x", name))
	}
	slices.SortFunc(list, func(a, b *compiled) int { return strings.Compare(a.name, b.name) })
	for some := range slices.Chunk(list, mostKernels) {
		m := newTPUModel(t, folder, some)
		for _, c := range some {
			t.Run(titles[c.name], func(t *testing.T) {
				t.Parallel()
				got, err := m.run(t.Context(), c)
				if err != nil {
					t.Fatal(err)
				}
				if list := tpuDifferences(c, results[c.name], got); len(list) > 0 {
					t.Errorf("%d differences: %s", len(list), strings.Join(list[:min(len(list), 12)], "; "))
				}
			})
		}
	}
}
