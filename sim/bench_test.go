package sim_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"optc/sim"
)

// benchLoop adds up the squares of n numbers from memory: 8 operations an iteration.
const benchLoop = `func.func @f(%%m: memref<1024xi32>, %%n: index) -> i32 {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%mask = arith.constant 1023 : index
  %%zero = arith.constant 0 : i32
  %%s = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%a = %%zero) -> (i32) {
    %%k = arith.andi %%i, %%mask : index
    %%v = memref.load %%m[%%k] : memref<1024xi32>
    %%p = arith.muli %%v, %%v : i32
    %%x = arith.xori %%p, %%v : i32
    %%b = arith.addi %%a, %%x : i32
    memref.store %%b, %%m[%%k] : memref<1024xi32>
    scf.yield %%b : i32
  }
  return %%s : i32
}`

// BenchmarkScalar measures a scalar operation. Beside it, if the tool is there,
// lli-22 -force-interpreter runs the same loop.
func BenchmarkScalar(b *testing.B) {
	const n = 1 << 16
	c, module := parse(b, strings.ReplaceAll(benchLoop, "%%", "%"))
	m, err := sim.Alloc("m", []int64{1024}, c.I32())
	if err != nil {
		b.Fatal(err)
	}
	for i := range int64(1024) {
		if err := m.Store([]int64{i}, sim.Int(uint64(i))); err != nil {
			b.Fatal(err)
		}
	}
	machine := sim.New(module, nil)
	machine.MaxSteps = 1 << 60
	b.ReportAllocs()
	for b.Loop() {
		if _, err := machine.Call(b.Context(), "f", sim.Value{Ref: m}, sim.Int(n)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n/8, "ns/operation")
}

// BenchmarkVector measures an operation on a vector against a loop over its elements.
func BenchmarkVector(b *testing.B) {
	const n = 4096
	_, module := parse(b, fmt.Sprintf("func.func @f(%%v: vector<%dxi32>) -> vector<%dxi32> {\n%%r = arith.addi %%v, %%v : vector<%dxi32>\nreturn %%r : vector<%dxi32>\n}", n, n, n, n))
	c, _ := parse(b, "")
	v := sim.NewVector([]int64{n}, c.I32())
	machine := sim.New(module, nil)
	machine.MaxSteps = 1 << 60
	b.Run("simulated", func(b *testing.B) {
		for b.Loop() {
			if _, err := machine.Call(b.Context(), "f", sim.Value{Ref: v}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/element")
	})
	b.Run("loop", func(b *testing.B) {
		for b.Loop() {
			out := make([]uint64, n)
			for i, x := range v.Elems {
				out[i] = (x + x) & 0xffffffff
			}
			v.Elems[0] = out[0]
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/element")
	})
}

// BenchmarkInterpreter measures the loop of BenchmarkScalar in LLVM's interpreter.
func BenchmarkInterpreter(b *testing.B) {
	tool, err := exec.LookPath("lli-22")
	if err != nil {
		b.Skip("lli-22 is not installed")
	}
	const n = 1 << 20
	text := fmt.Sprintf(`@m = global [1024 x i32] zeroinitializer
define i32 @main() {
entry:
  br label %%loop
loop:
  %%i = phi i64 [ 0, %%entry ], [ %%next, %%loop ]
  %%a = phi i32 [ 0, %%entry ], [ %%b, %%loop ]
  %%k = and i64 %%i, 1023
  %%q = getelementptr [1024 x i32], ptr @m, i64 0, i64 %%k
  %%v = load i32, ptr %%q
  %%p = mul i32 %%v, %%v
  %%x = xor i32 %%p, %%v
  %%b = add i32 %%a, %%x
  store i32 %%b, ptr %%q
  %%next = add i64 %%i, 1
  %%more = icmp ult i64 %%next, %d
  br i1 %%more, label %%loop, label %%end
end:
  ret i32 0
}`, n)
	file := filepath.Join(b.TempDir(), "loop.ll")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		b.Fatal(err)
	}
	var best time.Duration
	for b.Loop() {
		start := time.Now()
		if out, err := exec.Command(tool, "-force-interpreter", file).CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		if took := time.Since(start); best == 0 || took < best {
			best = took
		}
	}
	b.ReportMetric(float64(best.Nanoseconds())/n/8, "ns/operation")
}
