package validate_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"optc/dialect/all"
	"optc/dialect/arith"
	"optc/dialect/poplar"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/lower"
	"optc/optmain"
	"optc/parser"
	"optc/passes"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

// run runs a pipeline with the check and returns the reports.
func run(t testing.TB, text, pipeline string, more ...*passes.Pass) string {
	t.Helper()
	return runFamilies(t, text, pipeline, optmain.DefaultConfig().Programs, more...)
}

// runFamilies is run with programs of certain families.
func runFamilies(t testing.TB, text, pipeline string, families []*lower.Family, more ...*passes.Pass) string {
	t.Helper()
	ctx := all.Context()
	var ds ir.Diagnostics
	module, err := parser.Parse(context.Background(), ctx, &ir.Source{Name: "x.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	registry := registry.Passes()
	registry.Passes = append(registry.Passes, more...)
	p, err := registry.Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	m := passes.NewManager(ctx)
	m.Registry, m.Sink = registry, &ds
	m.Instrumentations = append(m.Instrumentations, passes.VerifyExec(validate.New(sim.Limits{}, families...)))
	if failed := m.Run(context.Background(), p, module) != nil; failed != ds.HasErrors() {
		t.Errorf("failed: %v, but reported %s", failed, ds.String())
	}
	return ds.String()
}

// breaking is a pass that changes the meaning of every operation of a kind.
func breaking(kind ir.OpKind, change func(c *passes.Context, op *ir.Operation)) *passes.Pass {
	return &passes.Pass{Name: "break", Title: "do something wrong", Run: func(c *passes.Context) (bool, error) {
		ir.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if kind.Kind().Is(op) {
				change(c, op)
			}
			return ir.Advance
		})
		return true, nil
	}}
}

func swap(_ *passes.Context, op *ir.Operation) {
	a, b := op.Operand(0), op.Operand(1)
	op.SetOperand(0, b)
	op.SetOperand(1, a)
}

// setPositive divides by the positive zero of the next operation.
func setPositive(_ *passes.Context, op *ir.Operation) { op.SetOperand(1, op.Next().Operand(0)) }

const subtract = `func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.subi %a, %b : i32
  return %0 : i32
}`

func Example() {
	fmt.Print(strings.Split(run(&testing.T{}, subtract, "builtin.module(func.func(break))", breaking(arith.SubIOp{}, swap)), "\n")[0])
	// Output: x.mlir:1:1: error: 'func.func' op expected -198701695 of type 'i32', but got 198701695
}

const distributed = `
#l = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [2], outer_tile = [1], thread_tile = [16],
  element_tile = [4], subgroup_strides = [1], thread_strides = [1]>
func.func @f(%m: memref<256xf32>, %n: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %a = vector.transfer_read %m[%c0], %z {in_bounds = [true]} : memref<256xf32>, vector<256xf32>
  %d = arith.mulf %a, %a : vector<256xf32>
  %b = arith.addf %d, %a : vector<256xf32>
  %c = iree_vector_ext.to_layout %b to layout(#l) : vector<256xf32>
  vector.transfer_write %c, %n[%c0] {in_bounds = [true]} : vector<256xf32>, memref<256xf32>
  return
}`

// leftOver keeps whole vectors around distributed operations.
const leftOver = `
#l = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [2], outer_tile = [1], thread_tile = [16],
  element_tile = [4], subgroup_strides = [1], thread_strides = [1]>
func.func @f(%a: vector<256xf32>, %m: memref<256xf32>) -> vector<256xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %b = vector.transfer_read %m[%c0], %z {in_bounds = [true]} : memref<256xf32>, vector<256xf32>
  %d = arith.addf %a, %b : vector<256xf32>
  %c = iree_vector_ext.to_layout %d to layout(#l) : vector<256xf32>
  return %c : vector<256xf32>
}`

const distributePartly = "func.func(vectorext-distribute-nested-layout{subgroup-size=16 partial})"

// Casts are executed by all threads together, so that operations on whole vectors are
// compared too.
func TestLeftOver(t *testing.T) {
	t.Parallel()
	got := run(t, leftOver, "builtin.module("+distributePartly+",canonicalize)")
	if !strings.Contains(got, "remark: 'func.return' op is not distributed") || strings.Contains(got, "error") || strings.Contains(got, "compared") {
		t.Error(got)
	}
}

// Sums in layouts of iree_map are compared in the order of their threads: over the
// elements of a thread, then over its digits.
func TestPackedSums(t *testing.T) {
	t.Parallel()
	const (
		read = `  %a = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %l = iree_vector_ext.to_layout %a to layout(#iree_map.pack_layout<((2, 8), (4, 4)) : ((0, 1), (8, 0))>) : vector<16x16xf32>
  %i = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
`
		write = "  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>\n"
	)
	for name, body := range map[string]string{
		"rows":    read + "  %r = vector.multi_reduction <add>, %l, %i [1] : vector<16x16xf32> to vector<16xf32>\n" + write,
		"columns": read + "  %r = vector.multi_reduction <mul>, %l, %i [0] : vector<16x16xf32> to vector<16xf32>\n" + write,
		"all": read + "  %s = vector.multi_reduction <add>, %l, %p [0, 1] : vector<16x16xf32> to f32\n" +
			"  memref.store %s, %o[%c0] : memref<16xf32>\n",
		"contraction": read + "  %k = iree_vector_ext.to_layout %i to layout(#iree_map.pack_layout<((4, 4)) : ((8, 0))>) : vector<16xf32>\n" +
			"  %z = arith.constant dense<0.0> : vector<16xf32>\n" +
			"  %r = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], " +
			"iterator_types = [\"parallel\", \"reduction\"], kind = #vector.kind<add>} %l, %k, %z : vector<16x16xf32>, vector<16xf32> into vector<16xf32>\n" + write,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := "func.func @f(%m: memref<16x16xf32>, %n: memref<16xf32>, %o: memref<16xf32>) {\n  %c0 = arith.constant 0 : index\n  %p = arith.constant 0.0 : f32\n" + body + "  return\n}"
			if got := run(t, text, "builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=32}))"); got != "" {
				t.Errorf("%.1000s", got)
			}
		})
	}
}

// Scans of floats are compared in the order of their threads: over lanes, batches and
// subgroups, and in whole lines where three threads cannot form a cluster.
func TestScans(t *testing.T) {
	t.Parallel()
	for _, l := range []string{
		"subgroup_tile = [1, 2], batch_tile = [1, 3], outer_tile = [1, 2], thread_tile = [2, 4], element_tile = [2, 2], subgroup_strides = [0, 1], thread_strides = [4, 1]",
		"subgroup_tile = [2, 1], batch_tile = [1, 8], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [1, 3], subgroup_strides = [1, 0], thread_strides = [1, 4]",
		"subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [4, 3], element_tile = [1, 16], subgroup_strides = [0, 0], thread_strides = [3, 1]",
		"subgroup_tile = [1, 4], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [2, 1], element_tile = [1, 24], subgroup_strides = [0, 1], thread_strides = [1, 0]",
	} {
		for _, inclusive := range []bool{true, false} {
			for dim, rest := range []string{"96", "4"} {
				t.Run(fmt.Sprintf("%s/%v/%d", l, inclusive, dim), func(t *testing.T) {
					t.Parallel()
					text := fmt.Sprintf(`func.func @f(%%m: memref<4x96xf32>, %%i: memref<%[1]sxf32>, %%o: memref<4x96xf32>, %%s: memref<%[1]sxf32>) {
  %%c0 = arith.constant 0 : index
  %%p = arith.constant 0.0 : f32
  %%r = vector.transfer_read %%m[%%c0, %%c0], %%p {in_bounds = [true, true]} : memref<4x96xf32>, vector<4x96xf32>
  %%v = iree_vector_ext.to_layout %%r to layout(#iree_vector_ext.nested_layout<%[2]s>) : vector<4x96xf32>
  %%a = vector.transfer_read %%i[%%c0], %%p {in_bounds = [true]} : memref<%[1]sxf32>, vector<%[1]sxf32>
  %%w:2 = vector.scan <mul>, %%v, %%a {inclusive = %[3]v, reduction_dim = %[4]d : i64} : vector<4x96xf32>, vector<%[1]sxf32>
  vector.transfer_write %%w#0, %%o[%%c0, %%c0] {in_bounds = [true, true]} : vector<4x96xf32>, memref<4x96xf32>
  vector.transfer_write %%w#1, %%s[%%c0] {in_bounds = [true]} : vector<%[1]sxf32>, memref<%[1]sxf32>
  return
}`, rest, l, inclusive, dim)
					if got := run(t, text, "builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=16}))"); got != "" {
						t.Errorf("%.1000s", got)
					}
				})
			}
		}
	}
}

func TestFunctions(t *testing.T) {
	t.Parallel()
	const distribute = "func.func(vectorext-distribute-nested-layout{subgroup-size=16})"
	double := func(_ *passes.Context, op *ir.Operation) { op.SetOperand(1, op.Operand(0)) }
	for _, c := range []struct {
		name, text, pipeline, want string
		more                       *passes.Pass
	}{
		{name: "right", text: subtract, pipeline: "builtin.module(canonicalize,cse)"},
		{name: "wrong", text: subtract, pipeline: "builtin.module(func.func(break))", want: "'func.func' op expected ",
			more: breaking(arith.SubIOp{}, swap)},
		{name: "wrong in a module", text: subtract, pipeline: "builtin.module(break)",
			want: "the program does something else after pass 'break'", more: breaking(arith.SubIOp{}, swap)},
		{name: "distributed", text: distributed,
			pipeline: "builtin.module(" + distribute + ",canonicalize,cse,canonicalize)"},
		{name: "distributed and wrong", text: distributed, pipeline: "builtin.module(" + distribute + ",canonicalize,func.func(break))", want: "of type 'memref<256xf32>', but got",
			more: breaking(arith.AddFOp{}, double)},
		{name: "undefined", text: "func.func @f(%a: i32) -> i32 {\n  %c0 = arith.constant 0 : i32\n  %0 = arith.divsi %a, %c0 : i32\n  %1 = arith.divsi %a, %c0 : i32\n" +
			"  %2 = arith.addi %0, %1 : i32\n  return %2 : i32\n}", pipeline: "builtin.module(cse)", want: "remark: 'func.func' op @f is compared in 0 of 48 trials by execution (48 had undefined behaviour before)", more: nil},
		{name: "more than 64 bits", text: "func.func @f(%v: f80, %x: i32) -> i32 {\n  %c0 = arith.constant 0 : i32\n  %0 = arith.addi %x, %c0 : i32\n  return %0 : i32\n}",
			pipeline: "builtin.module(canonicalize)", want: "cannot execute with values of type f80: the simulator has at most 64 bits", more: nil},
		{name: "huge vector", text: "func.func @f(%v: vector<4096x4096xf32>, %x: i32) -> i32 {\n  %c0 = arith.constant 0 : i32\n  %0 = arith.addi %x, %c0 : i32\n  return %0 : i32\n}",
			pipeline: "builtin.module(canonicalize)", want: "there are no random arguments of more than 4194304 elements", more: nil},
		{name: "huge memory", text: "func.func @f(%v: memref<4xvector<65536x65536xf32>>, %x: i32) -> i32 {\n  %c0 = arith.constant 0 : i32\n  %0 = arith.addi %x, %c0 : i32\n  return %0 : i32\n}",
			pipeline: "builtin.module(canonicalize)", want: "there are no random arguments of more than 4194304 elements", more: nil},
		{name: "far rows", text: "func.func @f(%v: memref<4x?xi8, strided<[1000000000, 1]>>, %x: i32) -> i32 {\n  %c0 = arith.constant 0 : i32\n  %0 = arith.addi %x, %c0 : i32\n  return %0 : i32\n}",
			pipeline: "builtin.module(canonicalize)", want: "there are no random arguments of more than 4194304 elements", more: nil},
		{name: "sign of zero", text: "func.func @f(%a: f32, %b: f32) -> (f32, f32) {\n  %c0 = arith.constant 0.0 : f32\n  %n = arith.constant -0.0 : f32\n" +
			"  %0 = arith.addf %n, %c0 fastmath<nsz> : f32\n  %1 = arith.subf %a, %b : f32\n  return %0, %1 : f32, f32\n}", pipeline: "builtin.module(break)", want: "",
			more: breaking(arith.AddFOp{}, func(c *passes.Context, op *ir.Operation) { c.Rewriter(nil).Replace(op, op.Operand(0)) })},
		{name: "divided by zero", text: "func.func @f() -> f32 {\n  %c1 = arith.constant 1.0 : f32\n  %n = arith.constant -0.0 : f32\n  %p = arith.constant 0.0 : f32\n" +
			"  %0 = arith.divf %c1, %n fastmath<nsz> : f32\n  %1 = arith.subf %p, %0 : f32\n  return %0 : f32\n}", pipeline: "builtin.module(break)", want: "", more: breaking(arith.DivFOp{}, setPositive)},
		{name: "sign of zero kept", text: "func.func @f() -> f32 {\n  %c1 = arith.constant 1.0 : f32\n  %n = arith.constant -0.0 : f32\n  %p = arith.constant 0.0 : f32\n" +
			"  %0 = arith.divf %c1, %n : f32\n  %1 = arith.subf %p, %0 : f32\n  return %0 : f32\n}", pipeline: "builtin.module(break)", want: "expected 0xFF800000 of type 'f32', but got 0x7F800000", more: breaking(arith.DivFOp{}, setPositive)},
		{name: "promise broken", text: "func.func @f(%a: index, %b: index) -> (index, index) {\n  %c0 = arith.constant 0 : index\n  %0 = affine.linearize_index disjoint [%a, %b] by (2, 2) : index\n" +
			"  %1:2 = affine.delinearize_index %0 into (2, 2) : index, index\n  return %1#0, %1#1 : index, index\n}", pipeline: "builtin.module(canonicalize)", want: "", more: nil},
		{name: "gather of vectors", text: "func.func @f(%m: memref<8xvector<4xf32>>, %p: vector<4xf32>) -> vector<2x4xf32> {\n  %c0 = arith.constant 0 : index\n" +
			"  %z = arith.addi %c0, %c0 : index\n  %v = arith.constant dense<[3, 1]> : vector<2xindex>\n" +
			"  %r = iree_vector_ext.transfer_gather %m[%z][%v : vector<2xindex>], %p {in_bounds = [true], indexed_maps = [affine_map<(d0) -> (d0)>]} : memref<8xvector<4xf32>>, vector<2x4xf32>\n" +
			"  return %r : vector<2x4xf32>\n}", pipeline: "builtin.module(canonicalize)", want: "", more: nil},
		{name: "more threads than a workgroup has", text: strings.ReplaceAll(distributed, "subgroup_strides = [1]", "subgroup_strides = [10000]"),
			pipeline: "builtin.module(func.func(vectorext-distribute-nested-layout))", want: "640016 x 1 x 1 threads are more than the 16384 that are executed together", more: nil},
		{name: "left over and wrong", text: leftOver, pipeline: "builtin.module(" + distributePartly + ",func.func(break))",
			want: "'func.func' op expected ", more: breaking(arith.AddFOp{}, double)},
		{name: "specialized", text: "func.func private @g(%a: i32) -> i32 {\n  return %a : i32\n}\nfunc.func @f() -> i32 {\n  %c7 = arith.constant 7 : i32\n" +
			"  %0 = call @g(%c7) : (i32) -> i32\n  return %0 : i32\n}", pipeline: "builtin.module(sccp)", want: "", more: nil},
		{name: "wrong where it is called", text: "func.func private @g(%a: i32, %b: i32) -> i32 {\n  %0 = arith.subi %a, %b : i32\n  return %0 : i32\n}\n" +
			"func.func @f(%a: i32, %b: i32) -> i32 {\n  %0 = call @g(%a, %b) : (i32, i32) -> i32\n  return %0 : i32\n}", pipeline: "builtin.module(break)", want: "'func.func' op expected ",
			more: breaking(arith.SubIOp{}, swap)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			more := []*passes.Pass{}
			if c.more != nil {
				more = append(more, c.more)
			}
			got := run(t, c.text, c.pipeline, more...)
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestGraphs checks the pipeline tile on the examples, and detects wrong code of vertices
// and wrong bytes of tiles.
func TestGraphs(t *testing.T) {
	t.Parallel()
	examples, err := filepath.Glob("../examples/*.mlir")
	if err != nil || len(examples) < 4 {
		t.Fatal(examples, err)
	}
	read := func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, file := range examples {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			if got := run(t, read(file), "builtin.module(poplar-set-target{arch=ipu1},tile)"); got != "" {
				t.Error(got)
			}
		})
	}
	add := read("../examples/add_two_vectors.mlir")
	for name, p := range map[string]*passes.Pass{
		"poplar-set-target{arch=ipu2},break": breaking(vectorext.ToLayoutOp{}, func(c *passes.Context, op *ir.Operation) {
			sum := op.Operand(0).DefiningOp()
			sum.SetOperand(1, sum.Operand(0))
		}),
		"poplar-set-target{arch=ipu2},tile,break": breaking(poplar.BytesOp{}, func(c *passes.Context, op *ir.Operation) {
			data := slices.Clone(ir.Get[*ir.DenseAttr](op, "value").Expanded())
			if strings.Contains(ir.Cast[poplar.BytesOp](op).Name(), "state") {
				data[len(data)-1] = 1
				op.SetAttr("value", c.IR.Dense(ir.Get[*ir.DenseAttr](op, "value").ShapedType(), data))
			}
		}),
	} {
		if got := run(t, add, "builtin.module("+name+")", p); !strings.Contains(got, "'poplar.graph' op ") || !strings.Contains(got, "after pass 'break'") {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// TestWorkerOrder: a worker reads an element that another worker overwrites, so that the
// result depends on the order of the workers. No pass is to blame.
func TestWorkerOrder(t *testing.T) {
	t.Parallel()
	const program = `poplar.vertex @"demo::Shift" multi {
  poplar.field @x : !poplar.inout<vec<f32>>
  poplar.compute (%x : memref<?xf32>) worker(%w : index) {
    %c1 = arith.constant 1 : index
    %next = arith.addi %w, %c1 : index
    %v = memref.load %x[%next] : memref<?xf32>
    memref.store %v, %x[%w] : memref<?xf32>
    poplar.compute_return
  }
}
poplar.graph @main {
  %x = poplar.variable "x" = dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : !poplar.tensor<7xf32>
  poplar.set_tile_mapping %x on 0
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::Shift" on 0
    poplar.connect %v @x to %x
  }
  poplar.program { poplar.execute @cs }
}`
	got := run(t, program, "builtin.module(poplar-set-target{arch=ipu2},tile)")
	if !strings.Contains(got, "depends on the order of its workers") || !strings.Contains(got, "expected variable 'x' to hold") || strings.Contains(got, "after pass") {
		t.Errorf("got %q", got)
	}
}

// TestBuildsOnce: the executions of a program run at the same time, but only one of them builds the
// program, because names of values are computed in the IR.
func TestBuildsOnce(t *testing.T) {
	t.Parallel()
	const program = `module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @double {
    %x = okk.sys_buffer "x" : !okk.sys<1x3x2x5xf32, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<1x3x2x5xf32, continuous>
    %t = okk.alloc : !okk.local<1x3x2x5xf32, auto>
    okk.load %x to %t : !okk.sys<1x3x2x5xf32, continuous> to !okk.local<1x3x2x5xf32, auto>
    okk.eltwise add %t, %t, %t : !okk.local<1x3x2x5xf32, auto>, !okk.local<1x3x2x5xf32, auto>, !okk.local<1x3x2x5xf32, auto>
    okk.store %t to %y : !okk.local<1x3x2x5xf32, auto> to !okk.sys<1x3x2x5xf32, continuous>
  }
}`
	families := slices.Clone(optmain.DefaultConfig().Programs)
	var built atomic.Int64
	for i, k := range families {
		counted := *k
		counted.Build = func(ctx context.Context, op *ir.Operation) (*lower.Program, error) {
			built.Add(1)
			return k.Build(ctx, op)
		}
		families[i] = &counted
	}
	got := runFamilies(t, program, "builtin.module(okk)", families)
	if got != "" || built.Load() != 1 {
		t.Errorf("built %d times, want 1; reported %q", built.Load(), got)
	}
}
