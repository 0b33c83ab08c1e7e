package examples_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/internal/base/npy"
	"optc/internal/family/gpu/cpp"
	gpukernel "optc/internal/family/gpu/kernel"
	"optc/lower"
)

// inCpp exports a kernel in C++ and returns its folder and the name of its source.
func inCpp(t *testing.T, file, chip string) (dir, source string) {
	t.Helper()
	dir = t.TempDir()
	if code, stderr := optc(t, "export", "--language", "c++", "--target", chip, "-o", dir, file); code != 0 || stderr != "" {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	sources, err := filepath.Glob(filepath.Join(dir, "*.cpp"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sources {
		if filepath.Base(s) != "main.cpp" {
			return dir, filepath.Base(s)
		}
	}
	t.Fatal(sources)
	return "", ""
}

// execIn runs a program in a folder.
func execIn(t *testing.T, dir string, command ...string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), command[0], command[1:]...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
}

// eachKernel runs a subtest for every kernel of examples/gpu and testdata/cpp and every chip that
// has its instructions: few of examples/gpu, and both vendors for few, unless the flag -chips is set.
func eachKernel(t *testing.T, check func(t *testing.T, file, name, chip string)) {
	files, err := filepath.Glob("gpu/*.mlir")
	if err != nil || len(files) < 12 {
		t.Fatal(files, err)
	}
	others, err := filepath.Glob("testdata/cpp/*.mlir")
	if err != nil || len(others) < 3 {
		t.Fatal(others, err)
	}
	few, onBoth := []string{"arg_max", "matmul_mfma", "matmul_mma_sync", "paged_attention", "scan"}, []string{"functions", "matmul_mfma", "scan"}
	for _, file := range slices.Concat(files, others) {
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		if slices.Contains(files, file) && !slices.Contains(few, name) && !*everyChip {
			continue
		}
		for _, chip := range []string{"sm_80", "gfx942"} {
			if chips := otherInstruction[name]; chips != nil && !slices.Contains(chips, chip) {
				continue
			}
			if chip == "gfx942" && !slices.Contains(onBoth, name) && !(*everyChip && slices.Contains(files, file)) {
				continue
			}
			t.Run(name+"/"+chip, func(t *testing.T) {
				t.Parallel()
				check(t, file, name, chip)
			})
		}
	}
}

// TestCppRuns compiles the kernels in C++ with the system's compiler, runs it on random arrays
// with the threads in either order, and compares the results with the simulator, bit for bit.
func TestCppRuns(t *testing.T) {
	t.Parallel()
	needTools(t, "c++")
	eachKernel(t, func(t *testing.T, file, name, chip string) { runInCpp(t, file, chip) })
}

// runInCpp compiles a kernel in C++, and compares its results with the simulator.
func runInCpp(t *testing.T, file, chip string) {
	t.Helper()
	dir, _ := inCpp(t, file, chip)
	execIn(t, dir, "c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-o", "run", "main.cpp")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	family := gpukernel.Family()
	program, err := family.Build(t.Context(), family.Programs(compiled(t, string(text), chip, "gpu"))[0])
	if err != nil {
		t.Fatal(err)
	}
	device, err := program.Device(lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var flags []string
	for _, v := range device.Variables() {
		data := inputOf(v, rng)
		if err := device.Write(v.Name, data); err != nil {
			t.Fatal(err)
		}
		array := &npy.Array{Type: strings.TrimLeft(cpp.ArrayType(v.Elem), "<|"), Shape: v.Shape, Data: data}
		if err := os.WriteFile(filepath.Join(dir, v.Name+".npy"), array.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		flags = append(flags, "--input", v.Name+"="+v.Name+".npy", "--output", v.Name+"=out_"+v.Name+".npy")
	}
	if err := device.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]string{nil, {"--descending"}} {
		execIn(t, dir, slices.Concat([]string{"./run"}, order, flags)...)
		for _, v := range device.Variables() {
			want, _, err := device.Read(v.Name)
			if err != nil {
				t.Fatal(err)
			}
			file, err := os.ReadFile(filepath.Join(dir, "out_"+v.Name+".npy"))
			if err != nil {
				t.Fatal(err)
			}
			got, err := npy.Parse(file)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Data, want) {
				t.Errorf("%s differs:\n% x\nwant\n% x", v.Name, got.Data, want)
			}
		}
	}
}

// TestCppCompilesForGPUs compiles the kernels in C++ as CUDA to PTX or as HIP to the instructions
// of AMD's chips. Headers in testdata take the place of the headers of CUDA and HIP.
func TestCppCompilesForGPUs(t *testing.T) {
	t.Parallel()
	needTools(t, "clang++-22")
	shim := func(name string) []string {
		path, err := filepath.Abs("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return []string{"clang++-22", "-std=c++17", "-O2", "-Werror", "-include", path}
	}
	eachKernel(t, func(t *testing.T, file, name, chip string) {
		dir, source := inCpp(t, file, chip)
		command := slices.Concat(shim("cuda_shim.h"), []string{"-x", "cuda", "-nocudainc", "-nocudalib"})
		device := []string{"--cuda-device-only", "--cuda-gpu-arch=" + chip, "-Xclang", "-target-feature", "-Xclang", "+ptx78"}
		instructions := "mma.sync."
		if strings.HasPrefix(chip, "gfx") {
			command = slices.Concat(shim("hip_shim.h"), []string{"-x", "hip", "-nogpuinc", "-nogpulib"})
			device = []string{"--cuda-device-only", "--offload-arch=" + chip}
			instructions = "v_mfma_"
		}
		execIn(t, dir, slices.Concat(command, device, []string{"-S", source, "-o", "kernel.s"})...)
		execIn(t, dir, slices.Concat(command, []string{"--cuda-host-only", "-fsyntax-only", "main.cpp"})...)
		text, err := os.ReadFile(filepath.Join(dir, "kernel.s"))
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte(instructions)); (n > 0) != (otherInstruction[name] != nil) {
			t.Errorf("%d matrix instructions", n)
		}
	})
}

// TestCppRefusesArrays: the host program refuses files that do not fit the arguments, and leaves
// no output.
func TestCppRefusesArrays(t *testing.T) {
	t.Parallel()
	needTools(t, "c++")
	dir, _ := inCpp(t, "gpu/row_sum.mlir", "sm_80")
	execIn(t, dir, "c++", "-std=c++17", "-o", "run", "main.cpp")
	for name, a := range map[string]*npy.Array{
		"small.npy": {Type: "f4", Shape: []int64{8, 4}, Data: make([]byte, 128)},
		"ints.npy":  {Type: "i4", Shape: []int64{8, 128}, Data: make([]byte, 4096)},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), a.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ input, want string }{
		{"m=none.npy", "none.npy: cannot be opened"},
		{"m=main.cpp", "main.cpp: is no .npy file"},
		{"x=small.npy", "the kernel has no argument x"},
		{"m=small.npy", "small.npy: argument m has the shape (8, 128), but got (8, 4)"},
		{"m=ints.npy", "ints.npy: argument m has elements of type '<f4', but the file has '<i4'"},
		{"small.npy", "usage: [--input name=file.npy] [--output name=file.npy] [--shape name=4x8]"},
	} {
		command := exec.CommandContext(t.Context(), "./run", "--output", "sum=sum.npy", "--input", c.input)
		command.Dir = dir
		out, err := command.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err == nil || got != c.want {
			t.Errorf("%s: %v, %q, want %q", c.input, err, got, c.want)
		}
		if _, err := os.Stat(filepath.Join(dir, "sum.npy")); err == nil {
			t.Errorf("%s: there is an output", c.input)
		}
	}
}
