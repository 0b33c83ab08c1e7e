package examples_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"optc/optmain"
)

// upstreamTools are the programs that build.sh of an exported kernel calls.
var upstreamTools = []string{"mlir-opt-22", "mlir-translate-22", "llvm-link-22", "opt-22", "llc-22", "ld.lld-22"}

// needTools skips a test if a program is missing.
func needTools(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
}

// optc runs the command and returns its exit code and its standard error.
func optc(t *testing.T, args ...string) (code int, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = optmain.Run(t.Context(), optmain.DefaultConfig(), args, strings.NewReader(""), &out, &errs)
	return code, errs.String()
}

// otherInstruction holds the kernels with matrix instructions, and the chips that have them.
var otherInstruction = map[string][]string{
	"matmul_mfma":     {"gfx90a", "gfx942"},
	"matmul_mma_sync": {"sm_80", "sm_90"},
}

// everyChip compiles every kernel for every chip.
var everyChip = flag.Bool("chips", false, "compile the kernels for all chips, and not only for one of each vendor")

// TestKernelsReachAssembly exports every kernel and compiles it with upstream's tools to PTX, or
// to the instructions of AMD's chips.
func TestKernelsReachAssembly(t *testing.T) {
	t.Parallel()
	needTools(t, upstreamTools...)
	files, err := filepath.Glob("gpu/*.mlir")
	if err != nil || len(files) < 12 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		for _, chip := range []string{"sm_80", "gfx942", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120", "gfx90a", "gfx950", "gfx1100", "gfx1200", "gfx1201"} {
			if usual := chip == "sm_80" || chip == "gfx942"; !usual && !*everyChip && name != "softmax" {
				continue
			}
			t.Run(name+"/"+chip, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				code, stderr := optc(t, "export", "--language", "mlir", "--target", chip, "-o", dir, file)
				if chips := otherInstruction[name]; chips != nil && !slices.Contains(chips, chip) {
					if code == 0 || !strings.Contains(stderr, "is no instruction of "+chip) {
						t.Errorf("exit code %d\n%s", code, stderr)
					}
					return
				}
				if code != 0 || stderr != "" {
					t.Fatalf("exit code %d\n%s", code, stderr)
				}
				if out, err := exec.CommandContext(t.Context(), "sh", filepath.Join(dir, "build.sh")).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				result := "kernel.ptx"
				if strings.HasPrefix(chip, "gfx") {
					result = "kernel.s"
				}
				text, err := os.ReadFile(filepath.Join(dir, result))
				if err != nil {
					t.Fatal(err)
				}
				t.Log(instructionsIn(string(text)))
				if name := libraryName.Find(text); name != nil {
					t.Errorf("calls %s", name)
				}
				if n := bytes.Count(text, []byte("mma.sync.")); name == "matmul_mma_sync" && n != 4 {
					t.Errorf("%d matrix instructions, want 4", n)
				}
			})
		}
	}
}

// libraryName matches a function of the libraries that upstream's lowerings call, and that no driver has.
var libraryName = regexp.MustCompile(`__nv_\w+|__ocml_\w+|\.extern \.func.*`)

// TestFunctionsNeedNoLibrary compiles a kernel with each function of math, in each type, for a chip of each vendor.
func TestFunctionsNeedNoLibrary(t *testing.T) {
	t.Parallel()
	needTools(t, upstreamTools...)
	ones := strings.Fields("exp exp2 expm1 log log2 log10 log1p sqrt rsqrt cbrt tanh sinh cosh erf sin cos tan atan floor ceil round roundeven trunc absf")
	twos := strings.Fields("atan2 powf copysign")
	var b strings.Builder
	b.WriteString("func.func @f(%f16: memref<64xf16> {llvm.noalias}, %bf16: memref<64xbf16> {llvm.noalias}, %f32: memref<64xf32> {llvm.noalias}, " +
		"%y: memref<64x64xf32> {llvm.noalias}) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {\n" +
		"%t = gpu.thread_id x\n%n = arith.index_cast %t : index to i32\n")
	for _, elem := range []string{"f16", "bf16", "f32"} {
		fmt.Fprintf(&b, "%%x%s = memref.load %%%s[%%t] : memref<64x%s>\n%%sum%s_0 = arith.constant 0.0 : %s\n", elem, elem, elem, elem, elem)
		k := 0
		add := func(format string, args ...any) {
			fmt.Fprintf(&b, "%%%s_%d = math.%s : %s\n", elem, k, fmt.Sprintf(format, args...), elem)
			fmt.Fprintf(&b, "%%sum%s_%d = arith.addf %%sum%s_%d, %%%s_%d : %s\n", elem, k+1, elem, k, elem, k, elem)
			k++
		}
		for _, f := range ones {
			add("%s %%x%s", f, elem)
		}
		for _, f := range twos {
			add("%s %%x%s, %%sum%s_%d", f, elem, elem, k)
		}
		add("fma %%x%s, %%x%s, %%x%s", elem, elem, elem)
		fmt.Fprintf(&b, "%%p%s = math.fpowi %%x%s, %%n : %s, i32\n%%all%s = arith.addf %%sum%s_%d, %%p%s : %s\n", elem, elem, elem, elem, elem, k, elem, elem)
		fmt.Fprintf(&b, "memref.store %%all%s, %%%s[%%t] : memref<64x%s>\n", elem, elem, elem)
	}
	b.WriteString("return\n}\n")
	for _, chip := range []string{"sm_80", "gfx942"} {
		t.Run(chip, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, "in.mlir")
			if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			if code, stderr := optc(t, "export", "--language", "mlir", "--target", chip, "-o", filepath.Join(dir, "out"), file); code != 0 {
				t.Fatal(stderr)
			}
			if out, err := exec.CommandContext(t.Context(), "sh", filepath.Join(dir, "out", "build.sh")).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			results := []string{"kernel.ptx"}
			if chip != "sm_80" {
				results = []string{"kernel.s", "kernel.hsaco"}
			}
			for _, name := range results {
				text, err := os.ReadFile(filepath.Join(dir, "out", name))
				if call := libraryName.Find(text); err != nil || len(text) == 0 || call != nil {
					t.Errorf("%s: %v, calls %s", name, err, call)
				}
			}
		})
	}
}

// instructionKinds holds the instructions that instructionsIn counts, in PTX and in the
// instructions of AMD's chips.
var instructionKinds = []struct {
	name    string
	pattern *regexp.Regexp
}{
	{"global, 4 words", regexp.MustCompile(`(?m)(ld|st)\.global(\.nc)?\.v4|^\s+(global|flat)_(load|store)_dwordx4`)},
	{"global, 2 words", regexp.MustCompile(`(?m)(ld|st)\.global(\.nc)?\.v2|^\s+(global|flat)_(load|store)_dwordx2`)},
	{"global, 1 element", regexp.MustCompile(`(?m)(ld|st)\.global(\.nc)?\.[^v]|^\s+(global|flat)_(load|store)_(dword|[us]?short|[us]?byte)\s`)},
	{"workgroup memory", regexp.MustCompile(`(?m)(ld|st)\.shared|^\s+ds_(read|write|load|store)`)},
	{"shuffles", regexp.MustCompile(`(?m)shfl\.sync|^\s+ds_(bpermute|swizzle)`)},
	{"barriers", regexp.MustCompile(`(?m)bar(rier)?\.sync|^\s+s_barrier`)},
	{"matrix", regexp.MustCompile(`mma\.sync|v_mfma`)},
}

// instructionsIn counts instructions by kind; the table of docs/gpu.md has the numbers.
func instructionsIn(text string) string {
	var list []string
	for _, k := range instructionKinds {
		if n := len(k.pattern.FindAllString(text, -1)); n > 0 {
			list = append(list, fmt.Sprint(n, " ", k.name))
		}
	}
	return strings.Join(list, ", ")
}

// TestBuildNamesMissingTool: build.sh reports a program that is missing, and leaves no result.
func TestBuildNamesMissingTool(t *testing.T) {
	t.Parallel()
	needTools(t, "sh")
	dir := t.TempDir()
	if code, stderr := optc(t, "export", "--language", "mlir", "--target", "sm_80", "-o", dir, "gpu/scatter.mlir"); code != 0 {
		t.Fatal(stderr)
	}
	command := exec.CommandContext(t.Context(), "sh", filepath.Join(dir, "build.sh"))
	command.Env = append(os.Environ(), "MLIR_OPT=no-such-mlir-opt")
	out, err := command.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "cannot find 'no-such-mlir-opt' of LLVM 22; install it") {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "kernel.ptx")); err == nil {
		t.Error("there is a result")
	}
}
