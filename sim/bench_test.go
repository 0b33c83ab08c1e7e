package sim_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"optc/ir"
	"optc/sim"
)

// benchLoop is a loop over numbers in memory, with the operations of its body.
func benchLoop(body string) string {
	return `func.func @f(%m: memref<1024xi32>, %w: memref<1024xf32>, %h: memref<1024xf16>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mask = arith.constant 1023 : index
  %zero = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (i32) {
    %k = arith.andi %i, %mask : index
` + body + `
    scf.yield %b : i32
  }
  return %s : i32
}`
}

// scalarLoops are the bodies that BenchmarkScalar runs. "integers" is the loop of
// BenchmarkInterpreter.
var scalarLoops = []struct{ name, body string }{
	{"integers", `
    %v = memref.load %m[%k] : memref<1024xi32>
    %p = arith.muli %v, %v : i32
    %x = arith.xori %p, %v : i32
    %b = arith.addi %a, %x : i32
    memref.store %b, %m[%k] : memref<1024xi32>`},
	{"floats", `
    %v = memref.load %w[%k] : memref<1024xf32>
    %p = arith.mulf %v, %v : f32
    %q = arith.addf %p, %v : f32
    %g = arith.cmpf ogt, %q, %v : f32
    %r = arith.select %g, %v, %q : f32
    memref.store %r, %w[%k] : memref<1024xf32>
    %b = arith.addi %a, %a : i32`},
	{"halves", `
    %v = memref.load %h[%k] : memref<1024xf16>
    %p = arith.mulf %v, %v : f16
    %q = arith.subf %p, %v : f16
    %e = arith.extf %q : f16 to f32
    %r = arith.truncf %e : f32 to f16
    memref.store %r, %h[%k] : memref<1024xf16>
    %b = arith.addi %a, %a : i32`},
	{"control", `
    %j = arith.index_cast %k : index to i32
    %g = arith.cmpi slt, %j, %a : i32
    %c = scf.if %g -> (i32) {
      %y = arith.subi %a, %j : i32
      scf.yield %y : i32
    } else {
      %y = arith.addi %a, %j : i32
      scf.yield %y : i32
    }
    %two = arith.constant 2 : i32
    %d = arith.remsi %c, %two : i32
    %b = arith.addi %c, %d : i32`},
}

// BenchmarkScalar measures a scalar operation. Run one benchmark at a time on an idle
// machine, because it measures wall-clock time.
func BenchmarkScalar(b *testing.B) {
	const n = 1 << 16
	for _, loop := range scalarLoops {
		b.Run(loop.name, func(b *testing.B) {
			c, module := parse(b, benchLoop(loop.body))
			args := []sim.Value{}
			for _, t := range []ir.Type{c.I32(), c.F32(), c.F16()} {
				m, err := sim.Alloc("m", []int64{1024}, t)
				if err != nil {
					b.Fatal(err)
				}
				for i := range int64(1024) {
					if err := m.Store([]int64{i}, sim.Int(uint64(i))); err != nil {
						b.Fatal(err)
					}
				}
				args = append(args, sim.Value{Ref: m})
			}
			machine := sim.New(module, nil)
			machine.MaxSteps = 1 << 60
			b.ReportAllocs()
			for b.Loop() {
				if _, err := machine.Call(b.Context(), "f", append(args, sim.Int(n))...); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(machine.Steps()), "ns/operation")
		})
	}
}

// vectorOperations compute %r from %a, the previous result, and from %v, both of n
// elements, and do the same as a loop in Go.
var vectorOperations = []struct {
	name, elem, body string
	loop             func(a, v []float32, w []int32)
}{
	{name: "addf", elem: "f32", body: "%r = arith.addf %a, %v : $T", loop: func(a, v []float32, _ []int32) {
		for i := range a {
			a[i] += v[i]
		}
	}},
	{name: "addi", elem: "i32", body: "%r = arith.addi %a, %v : $T", loop: func(_, _ []float32, w []int32) {
		for i := range w {
			w[i] += 3
		}
	}},
	{name: "load", elem: "f32", body: "%x = vector.load %m[%c0] : $M, $T\n%r = arith.mulf %x, %v : $T", loop: func(a, v []float32, _ []int32) {
		for i := range a {
			a[i] = v[i]
		}
		for i := range a {
			a[i] *= v[i]
		}
	}},
	{name: "store", elem: "f32", body: "vector.store %a, %m[%c0] : $M, $T\n%r = arith.mulf %a, %v : $T", loop: func(a, v []float32, _ []int32) {
		//lint:ignore S1001 the operation is compared with a loop
		for i := range a {
			v[i] = a[i]
		}
		for i := range a {
			a[i] *= v[i]
		}
	}},
	{name: "transfer", elem: "f32", body: "%x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : $M, $T\nvector.transfer_write %x, %m[%c0] {in_bounds = [true]} : $T, $M\n%r = arith.subf %x, %v : $T", loop: func(a, v []float32, _ []int32) {
		for i := range a {
			a[i] = v[i]
		}
		//lint:ignore S1001 the operation is compared with a loop
		for i := range a {
			v[i] = a[i]
		}
		for i := range a {
			a[i] -= v[i]
		}
	}},
	{name: "reduction", elem: "f32", body: "%x = vector.reduction <add>, %a : $T into f32\n%y = vector.broadcast %x : f32 to $T\n%r = arith.subf %y, %v : $T", loop: func(a, v []float32, _ []int32) {
		sum := float32(0)
		for _, x := range a {
			sum += x
		}
		for i := range a {
			a[i] = sum
		}
		for i := range a {
			a[i] -= v[i]
		}
	}},
	{name: "fma", elem: "f32", body: "%r = vector.fma %a, %v, %v : $T", loop: func(a, v []float32, _ []int32) {
		for i := range a {
			a[i] = float32(math.FMA(float64(a[i]), float64(v[i]), float64(v[i])))
		}
	}},
	{name: "select", elem: "f32", body: "%g = arith.cmpf olt, %a, %v : $T\n%r = arith.select %g, %v, %a : $B, $T", loop: func(a, v []float32, w []int32) {
		for i := range a {
			w[i] = 0
			if a[i] < v[i] {
				w[i] = 1
			}
		}
		for i := range a {
			if w[i] != 0 {
				a[i] = v[i]
			}
		}
	}},
}

// BenchmarkVector measures operations on vectors against loops over their elements.
func BenchmarkVector(b *testing.B) {
	const rounds, unrolled = 1 << 7, 8
	for _, op := range vectorOperations {
		var body strings.Builder // several times, so that the cost of the loop is negligible
		a := "%a"
		for i := range unrolled {
			to := func(name string) string { return fmt.Sprint(name, i) }
			body.WriteString(strings.NewReplacer("%a", a, "%r", to("%r"), "%x", to("%x"), "%y", to("%y"), "%g", to("%g")).Replace(op.body) + "\n")
			a = to("%r")
		}
		for _, n := range []int{16, 256, 4096} {
			r := strings.NewReplacer("$T", fmt.Sprintf("vector<%dx%s>", n, op.elem), "$M", fmt.Sprintf("memref<%dx%s>", n, op.elem), "$B", fmt.Sprintf("vector<%dxi1>", n))
			c, module := parse(b, r.Replace(`func.func @f(%v: $T, %m: $M, %p: `+op.elem+`, %n: index) -> $T {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> ($T) {
    `+body.String()+`
    scf.yield `+a+` : $T
  }
  return %s : $T
}`))
			elem := map[string]ir.Type{"f32": c.F32(), "i32": c.I32()}[op.elem]
			m, err := sim.Alloc("m", []int64{int64(n)}, elem)
			if err != nil {
				b.Fatal(err)
			}
			if err := m.Mem.Write(0, make([]byte, 4*n)); err != nil {
				b.Fatal(err)
			}
			v := sim.Value{Ref: sim.NewVector([]int64{int64(n)}, elem)}
			machine := sim.New(module, nil)
			machine.MaxSteps = 1 << 60
			b.Run(fmt.Sprintf("%s/%d", op.name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := machine.Call(b.Context(), "f", v, sim.Value{Ref: m}, sim.Int(0), sim.Int(rounds)); err != nil {
						b.Fatal(err)
					}
				}
				simulated := b.Elapsed().Nanoseconds() / int64(b.N)
				x, y, w := make([]float32, n), make([]float32, n), make([]int32, n)
				start := time.Now()
				for range b.N * rounds * unrolled {
					op.loop(x, y, w)
				}
				loop := time.Since(start).Nanoseconds() / int64(b.N)
				b.ReportMetric(float64(simulated)/(rounds*unrolled)/float64(n), "ns/element")
				b.ReportMetric(float64(simulated)/float64(loop), "times-loop")
			})
		}
	}
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
