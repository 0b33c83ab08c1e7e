package optmain_test

import (
	"fmt"
	"strings"
	"testing"
)

// checkedGrowth are commands that do more than read, verify and print, each with a text of
// scalable size.
var checkedGrowth = []struct {
	name  string
	sizes [3]int
	text  func(n int) string
	args  []string
}{
	{name: "tensors with addresses", sizes: [3]int{250, 500, 1000}, text: kernelOfTensors,
		args: []string{"--pass-pipeline=builtin.module(okk)"}},
	{name: "tensors that are copied while others are computed", sizes: [3]int{500, 1000, 2000}, text: kernelOfCopies,
		args: []string{"--pass-pipeline=builtin.module(okk{overlap})"}},
	{name: "functions that are executed", sizes: [3]int{50, 100, 200}, text: functionsToSimplify,
		args: []string{"--canonicalize", "--cse", "--verify-exec"}},
	{name: "operations of a function that is executed", sizes: [3]int{500, 1000, 2000}, text: chainOfOperations,
		args: []string{"--canonicalize", "--cse", "--verify-exec"}},
	{name: "functions that are proven", sizes: [3]int{50, 100, 200}, text: functionsToSimplify,
		args: []string{"--canonicalize", "--cse", "--prove"}},
	{name: "operations of a function that is proven", sizes: [3]int{500, 1000, 2000}, text: chainOfOperations,
		args: []string{"--canonicalize", "--cse", "--prove"}},
	{name: "functions, one by one, that are executed", sizes: [3]int{50, 100, 200}, text: functionsToSimplify,
		args: []string{"--pass-pipeline=builtin.module(func.func(canonicalize,cse))", "--verify-exec"}},
	{name: "functions, one by one, that are proven", sizes: [3]int{50, 100, 200}, text: functionsToSimplify,
		args: []string{"--pass-pipeline=builtin.module(func.func(canonicalize,cse))", "--prove"}},
	{name: "functions, simplified for inlining, that are executed", sizes: [3]int{50, 100, 200}, text: functionsToSimplify,
		args: []string{"--inline", "--verify-exec"}},
	{name: "functions beside a program that is executed", sizes: [3]int{50, 100, 200}, text: functionsBesideProgram,
		args: []string{"--pass-pipeline=builtin.module(func.func(canonicalize,cse))", "--verify-exec"}},
	{name: "additions of a constant that become one", sizes: [3]int{500, 1000, 2000}, text: chainOfAdditions,
		args: []string{"--canonicalize"}},
	{name: "blocks that branch on one condition", sizes: [3]int{1000, 2000, 4000}, text: blocksOfOneCondition,
		args: []string{"--canonicalize"}},
	{name: "tiles of a change of layout", sizes: [3]int{8, 16, 32}, text: changeOfLayout,
		args: []string{"--vectorext-distribute-nested-layout=workgroup-size=256 subgroup-size=64"}},
	{name: "tiles of a program that is executed", sizes: [3]int{8, 16, 32}, text: programOfTiles,
		args: []string{"--pass-pipeline=builtin.module(tile)", "--verify-exec"}},
	{name: "tiles of a program that is proven", sizes: [3]int{8, 16, 32}, text: programOfTiles,
		args: []string{"--pass-pipeline=builtin.module(tile)", "--prove"}},
}

// programOfTiles is a program with four vertices on each of n tiles.
func programOfTiles(n int) string {
	var vertices strings.Builder
	for k := range 4 {
		fmt.Fprintf(&vertices, `        %%a%[1]d = poplar.slice %%xs from %[2]d to %[3]d dim 0
        %%v%[1]d = poplar.add_vertex @"demo::Double" on %%tile
        poplar.connect %%v%[1]d @x to %%a%[1]d
`, k, 4*k, 4*k+4)
	}
	return fmt.Sprintf(`module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Double" worker {
    poplar.field @x : !poplar.inout<vec<f32>>
    poplar.compute (%%x : memref<?xf32>) {
      %%c0 = arith.constant 0 : index
      %%c1 = arith.constant 1 : index
      %%n = memref.dim %%x, %%c0 : memref<?xf32>
      scf.for %%i = %%c0 to %%n step %%c1 {
        %%v = memref.load %%x[%%i] : memref<?xf32>
        %%w = arith.addf %%v, %%v : f32
        memref.store %%w, %%x[%%i] : memref<?xf32>
      }
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %%x = poplar.variable "x" = dense<1.5> : !poplar.tensor<%dxf32>
    poplar.map_linear %%x min 16 grain 16
    poplar.compute_set @cs {
      poplar.each_tile (%%xs, %%tile) of (%%x) {
%s      }
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
`, 16*n, vertices.String())
}

// functionsBesideProgram is a program on 64 tiles, and n functions that it does not call.
func functionsBesideProgram(n int) string {
	program := strings.TrimSuffix(programOfTiles(64), "}\n")
	return program + functionsToSimplify(n) + "}\n"
}

// kernelOfTensors is a kernel with n tensors, each of which is in use until the next one is
// written.
func kernelOfTensors(n int) string {
	const system, local = "!okk.sys<2x3x4x5xf32, continuous>", "!okk.local<2x3x4x5xf32, auto>"
	var b strings.Builder
	fmt.Fprintf(&b, "module attributes {okk.machine = #okk.machine<bm1684>} {\nokk.kernel @k {\n  %%x = okk.sys_buffer \"x\" : %[1]s\n  %%y = okk.sys_buffer \"y\" : %[1]s\n", system)
	for i := range n {
		fmt.Fprintf(&b, "  %%t%d = okk.alloc : %s\n", i, local)
	}
	fmt.Fprintf(&b, "  okk.load %%x to %%t0 : %s to %s\n", system, local)
	for i := range n - 1 {
		fmt.Fprintf(&b, "  okk.eltwise relu %%t%d, %%t%d : %[3]s, %[3]s\n", i+1, i, local)
	}
	fmt.Fprintf(&b, "  okk.store %%t%d to %%y : %s to %s\n}\n}\n", n-1, local, system)
	return b.String()
}

// kernelOfCopies is a kernel that loads n tensors, computes with each and stores it.
func kernelOfCopies(n int) string {
	const system, local = "!okk.sys<2x3x4x5xf32, continuous>", "!okk.local<2x3x4x5xf32, auto>"
	var b strings.Builder
	fmt.Fprintf(&b, "module attributes {okk.machine = #okk.machine<bm1684>} {\nokk.kernel @k {\n  %%x = okk.sys_buffer \"x\" : %[1]s\n  %%y = okk.sys_buffer \"y\" : %[1]s\n", system)
	for i := range n {
		fmt.Fprintf(&b, "  %%t%[1]d = okk.alloc : %[3]s\n  okk.load %%x to %%t%[1]d : %[2]s to %[3]s\n", i, system, local)
		fmt.Fprintf(&b, "  okk.eltwise relu %%t%[1]d, %%t%[1]d : %[3]s, %[3]s\n  okk.store %%t%[1]d to %%y : %[3]s to %[2]s\n", i, system, local)
	}
	b.WriteString("}\n}\n")
	return b.String()
}

// functionsToSimplify are n functions of some operations, a few of which passes remove.
func functionsToSimplify(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `func.func @f%d(%%a: i32, %%b: i32) -> i32 {
  %%c = arith.constant %d : i32
  %%z = arith.constant 0 : i32
  %%0 = arith.addi %%a, %%c : i32
  %%1 = arith.addi %%0, %%z : i32
  %%2 = arith.muli %%1, %%b : i32
  %%3 = arith.muli %%0, %%b : i32
  %%4 = arith.xori %%2, %%3 : i32
  %%5 = arith.subi %%4, %%a : i32
  return %%5 : i32
}
`, i, i+1)
	}
	return b.String()
}

// chainOfOperations is a function of n operations, each of which uses the previous one.
func chainOfOperations(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%a: i32, %b: i32) -> i32 {\n  %z = arith.constant 0 : i32\n")
	last := "%a"
	for i := range n {
		name, second := []string{"arith.muli", "arith.addi", "arith.xori", "arith.addi"}[i%4], []string{"%a", "%b", "%b", "%z"}[i%4]
		fmt.Fprintf(&b, "  %%%d = %s %s, %s : i32\n", i, name, last, second)
		last = fmt.Sprintf("%%%d", i)
	}
	fmt.Fprintf(&b, "  return %s : i32\n}\n", last)
	return b.String()
}

// changeOfLayout reads a matrix of 128 n rows in one layout and writes it in another one.
func changeOfLayout(n int) string {
	memref, vector := fmt.Sprintf("memref<%dx128xf32>", 128*n), fmt.Sprintf("vector<%dx128xf32>", 128*n)
	layout := func(subgroups string, batches []int, threads, elements, subgroupStrides, threadStrides string) string {
		return fmt.Sprintf("layout(#iree_vector_ext.nested_layout<subgroup_tile = [%s], batch_tile = [%d, %d], outer_tile = [1, 1], thread_tile = [%s], element_tile = [%s], subgroup_strides = [%s], thread_strides = [%s]>)",
			subgroups, batches[0], batches[1], threads, elements, subgroupStrides, threadStrides)
	}
	return fmt.Sprintf(`func.func @f(%%x: %[1]s, %%y: %[1]s) {
  %%c0 = arith.constant 0 : index
  %%z = arith.constant 0.0 : f32
  %%v = vector.transfer_read %%x[%%c0, %%c0], %%z {in_bounds = [true, true]} : %[1]s, %[2]s
  %%a = iree_vector_ext.to_layout %%v to %[3]s : %[2]s
  %%b = iree_vector_ext.to_layout %%a to %[4]s : %[2]s
  vector.transfer_write %%b, %%y[%%c0, %%c0] {in_bounds = [true, true]} : %[2]s, %[1]s
  return
}
`, memref, vector, layout("2, 2", []int{n, 2}, "8, 8", "8, 4", "2, 1", "8, 1"), layout("4, 1", []int{4 * n, 4}, "4, 16", "2, 2", "1, 0", "16, 1"))
}

// chainOfAdditions is x + 1 + 1 …, n times.
func chainOfAdditions(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%x: i32) -> i32 {\n  %one = arith.constant 1 : i32\n  %0 = arith.addi %x, %one : i32\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "  %%%d = arith.addi %%%d, %%one : i32\n", i, i-1)
	}
	fmt.Fprintf(&b, "  return %%%d : i32\n}\n", n)
	return b.String()
}

// blocksOfOneCondition are n diamonds of blocks, all with the same condition.
func blocksOfOneCondition(n int) string {
	var b strings.Builder
	b.WriteString("func.func private @g(i1)\nfunc.func @f(%c: i1) {\n  cf.br ^b0\n")
	for i := range n {
		fmt.Fprintf(&b, "^b%[1]d:\n  func.call @g(%%c) : (i1) -> ()\n  cf.cond_br %%c, ^then%[1]d, ^b%[2]d\n^then%[1]d:\n  func.call @g(%%c) : (i1) -> ()\n  cf.br ^b%[2]d\n", i, i+1)
	}
	fmt.Fprintf(&b, "^b%d:\n  return\n}\n", n)
	return b.String()
}

// TestGrowthOfChecks measures commands as TestGrowth does, for three sizes each: work for each
// of the tensors, functions or operations hardly changes. Not parallel, because allocations
// are counted for the whole process.
func TestGrowthOfChecks(t *testing.T) {
	const limit = 1.5
	for _, c := range checkedGrowth {
		var least [3]float64
		for i, n := range c.sizes {
			work := workOf(t, []byte(c.text(n)), c.args...)
			for k, name := range []string{"visits", "allocations", "bytes"} {
				work[k] /= float64(n)
				if i == 0 {
					least[k] = work[k]
				}
				if work[k] > limit*least[k] {
					t.Errorf("%d %s: %.1f %s for each, but %.1f for each of %d", n, c.name, work[k], name, least[k], c.sizes[0])
				}
			}
			t.Logf("%d %s: %.0f allocations and %.1f kB for each", n, c.name, work[1], work[2]/1e3)
		}
	}
}
