package examples_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// tileLoop is a program of one vertex, whose loop of rounds over 1024 elements has the given
// body. %k is the number of an element, %x and %t are inputs, %y is the output.
func tileLoop(body string) string {
	return strings.NewReplacer("$BODY", body).Replace(`
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Loop" worker {
    poplar.field @x : !poplar.in<vec<f32, SPAN, align 8>>
    poplar.field @t : !poplar.in<vec<ui32, SPAN, align 8>>
    poplar.field @y : !poplar.out<vec<f32, SPAN, align 8>>
    poplar.field @z : !poplar.out<vec<ui32, SPAN, align 8>>
    poplar.compute (%x : memref<?xf32>, %t : memref<?xi32>, %y : memref<?xf32>, %z : memref<?xi32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      %rounds = arith.constant 32 : index
      %half = arith.constant 0.5 : f32
      %i1 = arith.constant 1 : i32
      %i13 = arith.constant 13 : i32
      %i1023 = arith.constant 1023 : i32
      %poly = arith.constant 0xEDB88320 : i32
      scf.for %r = %c0 to %rounds step %c1 {
$BODY
      }
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" = dense<1.5> : !poplar.tensor<1024xf32>
    %t = poplar.variable "t" = dense<77> : !poplar.tensor<1024xui32>
    %y = poplar.variable "y" : !poplar.tensor<1024xf32>
    %z = poplar.variable "z" : !poplar.tensor<1024xui32>
    poplar.set_tile_mapping %x on 0
    poplar.set_tile_mapping %t on 0
    poplar.set_tile_mapping %y on 0
    poplar.set_tile_mapping %z on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::Loop" on 0
      poplar.connect %v @x to %x
      poplar.connect %v @t to %t
      poplar.connect %v @y to %y
      poplar.connect %v @z to %z
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}`)
}

// tileLoops are the programs for a tile that BenchmarkSimulator runs. Each operation on
// vectors counts as many scalar operations as a vector has lanes.
var tileLoops = []struct {
	name, body string
	lanes      int64
}{
	{name: "floats", body: `
        scf.for %k = %c0 to %n step %c1 {
          %a = memref.load %x[%k] : memref<?xf32>
          %b = arith.mulf %a, %half : f32
          %c = arith.addf %b, %a : f32
          %g = arith.cmpf olt, %c, %a : f32
          %d = arith.select %g, %a, %c : f32
          memref.store %d, %y[%k] : memref<?xf32>
        }`},
	{name: "bits", body: `
        scf.for %k = %c0 to %n step %c1 {
          %a = memref.load %t[%k] : memref<?xi32>
          %s = arith.shrui %a, %i1 : i32
          %bit = arith.andi %a, %i1 : i32
          %odd = arith.cmpi eq, %bit, %i1 : i32
          %c = scf.if %odd -> (i32) {
            %p = arith.xori %s, %poly : i32
            scf.yield %p : i32
          } else {
            scf.yield %s : i32
          }
          memref.store %c, %z[%k] : memref<?xi32>
        }`},
	{name: "gather", body: `
        scf.for %k = %c0 to %n step %c1 {
          %i = memref.load %t[%k] : memref<?xi32>
          %m = arith.muli %i, %i13 : i32
          %w = arith.andi %m, %i1023 : i32
          %j = arith.index_cast %w : i32 to index
          %a = memref.load %x[%j] : memref<?xf32>
          memref.store %a, %y[%k] : memref<?xf32>
        }`},
	{name: "vectors", lanes: 64, body: `
        scf.for %k = %c0 to %n step %c64 {
          %a = vector.load %x[%k] : memref<?xf32>, vector<64xf32>
          %b = arith.mulf %a, %a : vector<64xf32>
          %c = arith.addf %b, %a : vector<64xf32>
          vector.store %c, %y[%k] : memref<?xf32>, vector<64xf32>
        }`},
}

// groupLoops are the functions that BenchmarkSimulator runs in 64 threads.
var groupLoops = []struct{ name, text string }{
	{"elementwise", `
func.func @f(%x: memref<8192xf32>, %y: memref<8192xf32>) {
  %t = gpu.thread_id x
  %c64 = arith.constant 64 : index
  %c8192 = arith.constant 8192 : index
  %two = arith.constant 2.0 : f32
  scf.for %k = %t to %c8192 step %c64 {
    %a = memref.load %x[%k] : memref<8192xf32>
    %b = arith.mulf %a, %two : f32
    %c = arith.addf %b, %a : f32
    memref.store %c, %y[%k] : memref<8192xf32>
  }
  return
}`},
	{"reduction", `
func.func @f(%x: memref<8192xf32>, %y: memref<8192xf32>) {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c1024 = arith.constant 1024 : index
  %c8192 = arith.constant 8192 : index
  %zero = arith.constant 0.0 : f32
  %i32 = arith.constant 32 : i32
  %w = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  scf.for %row = %c0 to %c8192 step %c1024 {
    %from = arith.addi %row, %t : index
    %to = arith.addi %row, %c1024 : index
    %sum = scf.for %k = %from to %to step %c64 iter_args(%s = %zero) -> (f32) {
      %a = memref.load %x[%k] : memref<8192xf32>
      %b = arith.addf %s, %a : f32
      scf.yield %b : f32
    }
    %i1 = arith.constant 1 : i32
    %i2 = arith.constant 2 : i32
    %o1, %p1 = gpu.shuffle xor %sum, %i1, %i32 : f32
    %s1 = arith.addf %sum, %o1 : f32
    %o2, %p2 = gpu.shuffle xor %s1, %i2, %i32 : f32
    %s2 = arith.addf %s1, %o2 : f32
    memref.store %s2, %w[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %total = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %zero) -> (f32) {
      %a = memref.load %w[%k] : memref<64xf32, #gpu.address_space<workgroup>>
      %b = arith.addf %s, %a : f32
      scf.yield %b : f32
    }
    gpu.barrier
    %place = arith.addi %row, %t : index
    memref.store %total, %y[%place] : memref<8192xf32>
  }
  return
}`},
	{"matmul", `
func.func @f(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %z: memref<64x64xf32>) {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<16x64xf32, #gpu.address_space<workgroup>>
  scf.for %block = %c0 to %c64 step %c16 {
    scf.for %r = %c0 to %c16 step %c1 {
      %row = arith.addi %block, %r : index
      %e = memref.load %x[%row, %t] : memref<64x64xf32>
      memref.store %e, %a[%r, %t] : memref<16x64xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    scf.for %r = %c0 to %c16 step %c1 {
      %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %zero) -> (f32) {
        %p = memref.load %a[%r, %k] : memref<16x64xf32, #gpu.address_space<workgroup>>
        %q = memref.load %y[%k, %t] : memref<64x64xf32>
        %m = arith.mulf %p, %q : f32
        %n = arith.addf %s, %m : f32
        scf.yield %n : f32
      }
      %row = arith.addi %block, %r : index
      memref.store %sum, %z[%row, %t] : memref<64x64xf32>
    }
    gpu.barrier
  }
  return
}`},
}

// BenchmarkSimulator measures a scalar operation in programs of different kinds, on a tile and
// in the threads of a workgroup, with all checks. Run one benchmark at a time on an idle
// machine, because it measures wall-clock time.
func BenchmarkSimulator(b *testing.B) {
	for _, loop := range tileLoops {
		b.Run("tile/"+loop.name, func(b *testing.B) {
			prog := build(b, tiled(b, tileLoop(loop.body)))
			counted := executeProgram(b, prog, lower.Options{Profile: true, Threads: 1})
			operations := int64(0)
			for _, part := range counted.(lower.Profiler).Report().(*lower.Profile).Parts {
				for name, n := range part.Operations {
					if loop.lanes > 0 && (strings.HasPrefix(name, "vector.") || strings.HasSuffix(name, "f")) {
						n *= loop.lanes
					}
					operations += n
				}
			}
			dev, err := prog.Device(lower.Options{Threads: 1})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := dev.Run(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			reportOperations(b, operations)
		})
	}
	for _, loop := range groupLoops {
		b.Run("group/"+loop.name, func(b *testing.B) {
			module := parse(b, loop.text)
			args := ones(b, module)
			operations := int64(0)
			group := sim.Group{Module: module, BlockDim: [3]int64{64}, SubgroupSize: 32, Executed: func(_ *ir.Operation, n int64) { operations += n }}
			run := func() {
				if _, err := group.Run(b.Context(), "f", func(sim.Thread) []sim.Value { return args }); err != nil {
					b.Fatal(err)
				}
			}
			run()
			group.Executed = nil
			b.ReportAllocs()
			for b.Loop() {
				run()
			}
			reportOperations(b, operations)
		})
	}
}

// executeProgram runs a program on a new device.
func executeProgram(b *testing.B, prog *lower.Program, o lower.Options) lower.Machine {
	b.Helper()
	dev, err := prog.Device(o)
	if err == nil {
		err = dev.Run(b.Context())
	}
	if err != nil {
		b.Fatal(err)
	}
	return dev
}

// ones returns memrefs of ones for the arguments of @f.
func ones(b *testing.B, module *ir.Operation) (args []sim.Value) {
	b.Helper()
	f := module.Body().Front()
	for i, t := range f.Body().ArgTypes() {
		m := t.(*ir.MemRefType)
		r, err := sim.Alloc(fmt.Sprint("argument ", i), m.Dims, m.Elem)
		if err != nil {
			b.Fatal(err)
		}
		for at := range r.Mem.Size() / 4 {
			if err := r.Mem.Store(4*at, 4, 0x3f800000); err != nil {
				b.Fatal(err)
			}
		}
		args = append(args, sim.Value{Ref: r})
	}
	return args
}

// reportOperations reports the time of each of the operations that an iteration executes.
func reportOperations(b *testing.B, operations int64) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(operations), "ns/operation")
	b.ReportMetric(float64(operations), "operations")
}
