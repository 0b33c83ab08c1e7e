package ptx_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"optc/dialect/all"
	gpukernel "optc/internal/family/gpu/kernel"
	"optc/internal/testing/cudacase"
	"optc/internal/testing/gpgpusim"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// compiled runs the pipeline for GPUs on a program.
func compiled(t *testing.T, text string) *ir.Operation {
	t.Helper()
	c := all.Context()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "in.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	p, err := registry.Passes().Parse("builtin.module(gpu-set-target{chip=sm_80},gpu)")
	if err != nil {
		t.Fatal(err)
	}
	m := passes.NewManager(c)
	m.Sink = &ds
	if err := m.Run(t.Context(), p, module); err != nil {
		t.Fatalf("%s\nof\n%s", ds.String(), text)
	}
	return module
}

// judged writes a program in PTX, executes it, and compares the memory with the simulator's. With the program of GPGPU-Sim, it executes it
// there too.
func judged(t *testing.T, text string, inputs [][]byte) {
	t.Helper()
	c := cudacase.Case{Module: compiled(t, text), Inputs: inputs, Language: "ptx"}
	files, err := c.Files(t.Context())
	if err != nil {
		t.Fatalf("%v\nof\n%s", err, text)
	}
	for _, descending := range []bool{false, true} {
		if err := cudacase.Judge(files, descending); err != nil {
			t.Fatalf("%v\nof\n%s\nfor\n%s", err, files["kernel.ptx"], text)
		}
		if program := os.Getenv(gpgpusim.Program); program != "" {
			err := cudacase.Simulate(t.Context(), program, t.TempDir(), files, descending, 0)
			if errors.Is(err, gpgpusim.ErrNoForm) {
				t.Log(err)
			} else if err != nil {
				t.Fatalf("GPGPU-Sim: %v\nof\n%s\nfor\n%s", err, files["kernel.ptx"], text)
			}
		}
	}
}

// TestRequestedMemory executes a kernel that uses more workgroup memory than it may declare.
func TestRequestedMemory(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../../examples/testdata/cpp/transpose_128.mlir")
	if err != nil {
		t.Fatal(err)
	}
	judged(t, string(text), nil)
}

const elements = 64

// kernel returns a kernel that computes y, of type to, from x and w, elements of type from.
func kernel(from, to, body string) string {
	return fmt.Sprintf(`func.func @k(%%a: memref<%[1]dx%[2]s>, %%b: memref<%[1]dx%[2]s>, %%out: memref<%[1]dx%[3]s>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [%[1]d, 1, 1]>} {
  %%i = gpu.thread_id x
  %%x = memref.load %%a[%%i] : memref<%[1]dx%[2]s>
  %%w = memref.load %%b[%%i] : memref<%[1]dx%[2]s>
  %[4]s
  memref.store %%y, %%out[%%i] : memref<%[1]dx%[3]s>
  return
}
`, elements, from, to, body)
}

// bytesOf returns the bytes of the elements of a type.
var bytesOf = map[string]int{"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "f16": 2, "bf16": 2, "f32": 4, "f64": 8, "index": 8}

// numbers returns random elements of a type: small and large ones, and for floats also NaNs,
// infinities and zeros. A float is small if it will become an integer.
func numbers(rng *rand.Rand, typ string, natural bool) (data []byte) {
	for k := range elements {
		n := rng.Uint64()
		switch {
		case typ == "i1":
			n &= 1
		case natural:
			n = 1 + rng.Uint64N(min(100, uint64(1)<<(8*bytesOf[typ]-2)-1))
		case typ[0] == 'i' && k%2 == 0:
			n = uint64(int64(rng.IntN(16)) - 8)
		}
		if mantissa, ok := map[string]int{"f16": 10, "bf16": 7, "f32": 23, "f64": 52}[typ]; ok {
			width := 8 * bytesOf[typ]
			bias := uint64(1)<<(width-mantissa-2) - 1
			switch {
			case natural || k%4 < 2:
				n = (bias+rng.Uint64N(6))<<mantissa | n&(1<<mantissa-1) | n>>63<<(width-1)
				if natural {
					n &^= 1 << (width - 1)
				}
			case k%16 == 2:
				n = n >> 63 << (width - 1) // zeros
			case k%16 == 3:
				n = (2*bias+1)<<mantissa | n>>63<<(width-1) // infinities
			case k%16 == 6:
				n &= 1<<mantissa - 1
			}
		}
		for range bytesOf[typ] {
			data, n = append(data, byte(n)), n>>8
		}
	}
	return data
}

// TestOperations executes every operation on numbers of every type, and conversions between all types.
func TestOperations(t *testing.T) {
	t.Parallel()
	integers := []string{"i1", "i8", "i16", "i32", "i64"}
	floats := []string{"f16", "bf16", "f32", "f64"}
	check := func(name, from, to, body string, natural bool) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(1, 2))
			a, b := numbers(rng, from, natural), numbers(rng, from, natural)
			judged(t, kernel(from, to, body), [][]byte{a, b, make([]byte, elements*bytesOf[to])})
		})
	}
	for _, typ := range integers {
		for _, op := range strings.Fields("addi subi muli andi ori xori maxsi minsi maxui minui") {
			check(op+" "+typ, typ, typ, fmt.Sprintf("%%y = arith.%s %%x, %%w : %s", op, typ), false)
		}
		if typ != "i1" {
			for _, op := range strings.Fields("divsi divui remsi remui floordivsi ceildivsi ceildivui") {
				check(op+" "+typ, typ, typ, fmt.Sprintf("%%y = arith.%s %%x, %%w : %s", op, typ), true)
			}
			for _, op := range strings.Fields("shli shrui shrsi") {
				check(op+" "+typ, typ, typ, fmt.Sprintf("%%c = arith.constant 7 : %[2]s\n%%n = arith.andi %%w, %%c : %[2]s\n%%y = arith.%[1]s %%x, %%n : %[2]s", op, typ), false)
			}
			check("absi "+typ, typ, typ, "%y = math.absi %x : "+typ, true)
			for _, op := range strings.Fields("ctpop ctlz cttz") {
				check(op+" "+typ, typ, typ, fmt.Sprintf("%%y = math.%s %%x : %s", op, typ), false)
			}
			check("select "+typ, typ, typ, fmt.Sprintf("%%p = arith.cmpi slt, %%x, %%w : %[1]s\n%%y = arith.select %%p, %%w, %%x : %[1]s", typ), false)
		}
		for _, p := range strings.Fields("eq ne slt sle sgt sge ult ule ugt uge") {
			check("cmpi "+p+" "+typ, typ, "i1", fmt.Sprintf("%%y = arith.cmpi %s, %%x, %%w : %s", p, typ), false)
		}
		for _, to := range integers {
			switch {
			case bytesOf[to] > bytesOf[typ] || typ == "i1" && to != "i1":
				check("extsi "+typ+" "+to, typ, to, fmt.Sprintf("%%y = arith.extsi %%x : %s to %s", typ, to), false)
				check("extui "+typ+" "+to, typ, to, fmt.Sprintf("%%y = arith.extui %%x : %s to %s", typ, to), false)
			case bytesOf[to] < bytesOf[typ] || to == "i1" && typ != "i1":
				check("trunci "+typ+" "+to, typ, to, fmt.Sprintf("%%y = arith.trunci %%x : %s to %s", typ, to), false)
			}
		}
		check("index_cast "+typ, typ, "index", fmt.Sprintf("%%y = arith.index_cast %%x : %s to index", typ), false)
		check("index_castui "+typ, typ, "index", fmt.Sprintf("%%y = arith.index_castui %%x : %s to index", typ), false)
		for _, to := range floats {
			check("sitofp "+typ+" "+to, typ, to, fmt.Sprintf("%%y = arith.sitofp %%x : %s to %s", typ, to), false)
			check("uitofp "+typ+" "+to, typ, to, fmt.Sprintf("%%y = arith.uitofp %%x : %s to %s", typ, to), false)
		}
	}
	for _, typ := range floats {
		for _, op := range strings.Fields("addf subf mulf divf maximumf minimumf maxnumf minnumf") {
			check(op+" "+typ, typ, typ, fmt.Sprintf("%%y = arith.%s %%x, %%w : %s", op, typ), false)
		}
		check("copysign "+typ, typ, typ, "%y = math.copysign %x, %w : "+typ, false)
		check("fma "+typ, typ, typ, "%y = math.fma %x, %w, %w : "+typ, false)
		check("negf "+typ, typ, typ, "%y = arith.negf %x : "+typ, false)
		for _, op := range strings.Fields("absf ceil floor trunc round roundeven sqrt") {
			check(op+" "+typ, typ, typ, fmt.Sprintf("%%y = math.%s %%x : %s", op, typ), false)
		}
		for _, op := range strings.Fields("isnan isinf isfinite") {
			check(op+" "+typ, typ, "i1", fmt.Sprintf("%%y = math.%s %%x : %s", op, typ), false)
		}
		for _, p := range strings.Fields("false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true") {
			check("cmpf "+p+" "+typ, typ, "i1", fmt.Sprintf("%%y = arith.cmpf %s, %%x, %%w : %s", p, typ), false)
		}
		for _, to := range integers[1:] {
			check("fptosi "+typ+" "+to, typ, to, fmt.Sprintf("%%y = arith.fptosi %%x : %s to %s", typ, to), true)
			check("fptoui "+typ+" "+to, typ, to, fmt.Sprintf("%%y = arith.fptoui %%x : %s to %s", typ, to), true)
		}
		for _, to := range floats {
			switch {
			case bytesOf[to] > bytesOf[typ]:
				check("extf "+typ+" "+to, typ, to, fmt.Sprintf("%%y = arith.extf %%x : %s to %s", typ, to), false)
			case bytesOf[to] < bytesOf[typ]:
				check("truncf "+typ+" "+to, typ, to, fmt.Sprintf("%%y = arith.truncf %%x : %s to %s", typ, to), false)
			}
		}
		bits := fmt.Sprint("i", 8*bytesOf[typ])
		check("bitcast "+typ, typ, bits, fmt.Sprintf("%%y = arith.bitcast %%x : %s to %s", typ, bits), false)
		check("bitcast "+bits+" "+typ, bits, typ, fmt.Sprintf("%%y = arith.bitcast %%x : %s to %s", bits, typ), false)
	}
}

// written returns the files of a kernel, or the diagnostics if it is refused.
func written(module *ir.Operation) (files map[string][]byte, problems string) {
	language, err := gpukernel.Family().Export.Writer("ptx")
	if err != nil {
		return nil, err.Error()
	}
	var ds ir.Diagnostics
	files, err = language.Write(module, nil, &ds)
	if err != nil {
		return nil, ds.String()
	}
	return files, ""
}
