package hazards_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/diag"
	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

// hazardLayouts are layouts of sixteen elements over eight threads; two neighbours may be held by
// adjacent threads or by threads with another thread between them.
const hazardLayouts = `
#pairs = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#turns = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
#apart = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [2]>
`

// A remark about a hazard is where threads race when the code is executed, and only there.
func TestHazardsAreRaces(t *testing.T) {
	t.Parallel()
	const pairs, turns, apart = "pairs", "turns", "apart"
	// Functions read %x, and work on %m and %y.
	read := func(v, m, at, layout string) string {
		return fmt.Sprintf("  %%%s_ = vector.transfer_read %s[%s], %%p {in_bounds = [true]} : memref<32xi32>, vector<16xi32>\n"+
			"  %%%s = iree_vector_ext.to_layout %%%s_ to layout(#%s) : vector<16xi32>\n", v, m, at, v, v, layout)
	}
	write := func(v, m, at string) string {
		return fmt.Sprintf("  vector.transfer_write %%%s, %s[%s] {in_bounds = [true]} : vector<16xi32>, memref<32xi32>\n", v, m, at)
	}
	whole := "  %w = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<32xi32>, vector<16xi32>\n"
	count := "  %l = memref.load %m[%c1] : memref<32xi32>\n  %n = arith.addi %l, %c1i : i32\n  memref.store %n, %m[%c1] : memref<32xi32>\n"
	const spread = "  %b = vector.broadcast %l : i32 to vector<16xi32>\n  %a = iree_vector_ext.to_layout %b to layout(#pairs) : vector<16xi32>\n"
	counting := strings.SplitAfter(count, "memref<32xi32>\n") // the read, and the rest
	source := read("a", "%x", "%c0", pairs)
	const barrier, fence = "  gpu.barrier\n", "  gpu.barrier memfence [#gpu.address_space<workgroup>]\n"
	loop := func(body string) string {
		return "  scf.for %i = %c0 to %c3 step %c1 {\n" + body + "  }\n"
	}
	strided := func(by, body string) string {
		return "  %g = arith.addi %none, %c1 : index\n  %s = arith.muli %g, " + by + " : index\n  %last = arith.addi %c16, %c1 : index\n  scf.for %i = %none to %last step %s {\n" + body + "  }\n"
	}
	// Every loop is followed twice only down to some depth.
	nested := func(depth int, body string) string {
		for k := range depth {
			body = fmt.Sprintf("  scf.for %%i%d = %%c0 to %%c1 step %%c1 {\n%s  }\n", k, body)
		}
		return body
	}
	const unknown = "  %j = arith.addi %c16, %c0 : index\n"
	const from0 = "  %i = arith.subi %j, %c16 : index\n"
	for _, c := range []struct {
		name, body string
		threads    int64
		want       string // of the remark, or ""
	}{
		{name: "written and read",
			body: source + write("a", "%m", "%c0") + read("b", "%m", "%c0", turns) + write("b", "%y", "%c0"), threads: 8,
			want: "reads memory in another layout than it was written in"},
		{name: "with a barrier",
			body:    source + write("a", "%m", "%c0") + barrier + read("b", "%m", "%c0", turns) + write("b", "%y", "%c0"),
			threads: 8},
		{name: "with a barrier for other memory",
			body:    source + write("a", "%m", "%c0") + fence + read("b", "%m", "%c0", turns) + write("b", "%y", "%c0"),
			threads: 8, want: "reads memory in another layout than it was written in"},
		{name: "read and written",
			body: read("b", "%m", "%c0", turns) + source + write("a", "%m", "%c0") + write("b", "%y", "%c0"), threads: 8,
			want: "writes memory in another layout than it was read in"},
		{name: "in the same layout",
			body: source + write("a", "%m", "%c0") + read("b", "%m", "%c0", pairs) + write("b", "%y", "%c0"), threads: 8},
		{name: "copies", body: source + write("a", "%m", "%c0") + read("b", "%m", "%c0", pairs) + write("b", "%y", "%c0"),
			threads: 16, want: "reads memory that several threads read and one of them writes"},
		{name: "copies between",
			body:    read("a", "%x", "%c0", apart) + write("a", "%m", "%c0") + read("b", "%m", "%c0", apart) + write("b", "%y", "%c0"),
			threads: 16, want: "reads memory that several threads read and one of them writes"},
		{name: "copies at an equal index",
			body:    source + write("a", "%m", "%c0") + "  %d0 = arith.constant 0 : index\n" + read("b", "%m", "%d0", pairs) + write("b", "%y", "%c0"),
			threads: 16, want: "reads memory that several threads read and one of them writes"},
		{name: "copies at an unknown index",
			body:    source + write("a", "%m", "%c0") + unknown + read("b", "%m", "%j", pairs) + write("b", "%y", "%c0"),
			threads: 16},
		{name: "copies at unknown indices",
			body:    source + unknown + write("a", "%m", "%j") + from0 + read("b", "%m", "%i", pairs) + write("b", "%y", "%c0"),
			threads: 16},
		{name: "at an unknown index",
			body:    source + write("a", "%m", "%c0") + unknown + from0 + read("b", "%m", "%i", turns) + write("b", "%y", "%c0"),
			threads: 8, want: "reads memory in another layout"},
		{name: "after an unknown index",
			body:    source + unknown + from0 + write("a", "%m", "%i") + read("b", "%m", "%c0", turns) + write("b", "%y", "%c0"),
			threads: 8, want: "reads memory in another layout"},
		{name: "before", body: source + write("a", "%m", "%c16") + read("b", "%m", "%c0", turns) + write("b", "%y", "%c0"),
			threads: 8},
		{name: "elsewhere",
			body: source + write("a", "%m", "%c0") + read("b", "%m", "%c16", turns) + write("b", "%y", "%c0"), threads: 8},
		{name: "shifted", body: source + write("a", "%m", "%c0") + read("b", "%m", "%c1", turns) + write("b", "%y", "%c0"),
			threads: 8, want: "reads memory in another layout"},
		{name: "counted by the first thread", body: source + write("a", "%y", "%c0") + count, threads: 8},
		{name: "used by all and counted",
			body: counting[0] + spread + write("a", "%y", "%c0") + counting[1], threads: 8,
			want: "writes memory that every thread reads before"},
		{name: "copied by the first thread",
			body: source + write("a", "%y", "%c0") + "  %l = memref.load %m[%c1] : memref<32xi32>\n" +
				"  memref.store %l, %m[%c3] : memref<32xi32>\n  memref.store %l, %m[%c16] : memref<32xi32>\n", threads: 8},
		{name: "counted by one",
			body:    source + write("a", "%y", "%c0") + "  %t = gpu.thread_id x\n  %z = arith.cmpi eq, %t, %c0 : index\n  scf.if %z {\n" + count + "  }\n",
			threads: 8},
		{name: "counted in private",
			body:    source + write("a", "%y", "%c0") + "  %q = memref.alloca() : memref<32xi32>\n  memref.store %c1i, %q[%c1] : memref<32xi32>\n" + strings.ReplaceAll(count, "%m", "%q"),
			threads: 8},
		{name: "written by all",
			body:    source + write("a", "%y", "%c0") + "  memref.store %c1i, %m[%c1] : memref<32xi32>\n" + read("b", "%m", "%c0", turns) + write("b", "%y", "%c16"),
			threads: 8},
		{name: "read by all",
			body:    source + write("a", "%m", "%c0") + whole + "  vector.transfer_write %w, %y[%c0] {in_bounds = [true]} : vector<16xi32>, memref<32xi32>\n",
			threads: 8, want: "reads memory in another layout than it was written in"},
		{name: "in the next iteration",
			body:    loop(read("b", "%m", "%c0", turns) + write("b", "%y", "%c0") + barrier + source + write("a", "%m", "%c0")),
			threads: 8, want: "reads memory in another layout than it was written in"},
		{name: "in many loops",
			body:    nested(40, loop(read("b", "%m", "%c0", turns)+write("b", "%y", "%c0")+barrier+source+write("a", "%m", "%c0"))),
			threads: 8, want: "reads memory in another layout than it was written in"},
		{name: "in iterations over tiles, in steps that are unknown multiples of a tile",
			body:    source + strided("%c16", read("b", "%m", "%i", turns)+write("b", "%y", "%i")+barrier+write("a", "%m", "%i")),
			threads: 8},
		{name: "in iterations over tiles that overlap, in unknown steps",
			body:    source + strided("%c3", read("b", "%m", "%i", turns)+write("b", "%y", "%i")+barrier+write("a", "%m", "%i")),
			threads: 8, want: "reads memory in another layout than it was written in"},
		{name: "in iterations with barriers",
			body:    loop(read("b", "%m", "%c0", turns) + write("b", "%y", "%c0") + barrier + source + write("a", "%m", "%c0") + barrier),
			threads: 8},
		{name: "around a barrier in a loop that is not executed",
			body: source + read("b", "%m", "%c0", turns) + "  scf.for %i = %c1 to %none step %c1 {\n" + barrier + "  }\n" +
				write("a", "%m", "%c0") + write("b", "%y", "%c0"),
			threads: 8, want: "writes memory in another layout than it was read in"},
		{name: "around a barrier in a loop that is executed",
			body:    source + read("b", "%m", "%c0", turns) + loop(barrier) + write("a", "%m", "%c0") + write("b", "%y", "%c0"),
			threads: 8},
		{name: "around a barrier before the condition of a loop",
			body: source + read("b", "%m", "%c0", turns) + "  scf.while : () -> () {\n" + barrier + "  %never = arith.xori %k, %k : i1\n" +
				"  scf.condition(%never)\n  } do {\n  scf.yield\n  }\n" + write("a", "%m", "%c0") + write("b", "%y", "%c0"),
			threads: 8},
		{name: "in branches",
			body:    source + "  scf.if %k {\n" + write("a", "%m", "%c0") + "  } else {\n" + read("b", "%m", "%c0", turns) + write("b", "%y", "%c0") + "  }\n",
			threads: 8},
		{name: "after branches",
			body:    source + "  scf.if %k {\n" + write("a", "%m", "%c0") + "  }\n" + read("b", "%m", "%c0", turns) + write("b", "%y", "%c0"),
			threads: 8, want: "reads memory in another layout"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			reported, raced := hazardsOf(t, c.body, c.threads)
			if c.want == "" && reported != "" || !strings.Contains(reported, c.want) {
				t.Errorf("reported %q, want %q", reported, c.want)
			}
			if raced != (c.want != "") {
				t.Errorf("threads race: %t, although distribution reports %q", raced, reported)
			}
		})
	}
}

// hazardsOf distributes a function over some threads and runs it. It returns the reports
// and whether threads race.
func hazardsOf(t *testing.T, body string, threads int64) (reported string, raced bool) {
	t.Helper()
	text := hazardLayouts + `func.func @f(%x: memref<32xi32>, %y: memref<32xi32>, %m: memref<32xi32>, %k: i1, %none: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %p = arith.constant 0 : i32
  %c1i = arith.constant 1 : i32
` + body + "  return\n}\n"
	ctx := all.Context()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: "f.mlir", Text: text}, &ds)
	if err != nil || ir.Verify(module, &ds) != nil {
		t.Fatalf("%s\nin\n%s", ds.String(), text)
	}
	pipeline, err := registry.Passes().Parse(fmt.Sprintf("builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=%d barriers=trust}))", threads))
	if err != nil {
		t.Fatal(err)
	}
	m := passes.NewManager(ctx)
	m.Sink = &ds
	if err := m.Run(t.Context(), pipeline, module); err != nil {
		t.Fatal(err, ds.String())
	}
	f := validate.Functions(module)[0]
	f.Block = [3]int64{threads, 1, 1}
	var args []sim.Value
	for k := range 3 {
		r, e := sim.Alloc("", []int64{32}, ctx.I32())
		if e != nil {
			t.Fatal(e)
		}
		n := uint64(100 * k)
		if err := validate.Fill(r, func() (sim.Value, error) { n++; return sim.Int(n), nil }); err != nil {
			t.Fatal(err)
		}
		args = append(args, sim.Value{Ref: r})
	}
	_, err = f.Run(t.Context(), append(args, sim.Bool(true), sim.Int(0)))
	if err != nil && diag.CodeOf(err) != "sim.race" && diag.CodeOf(err) != "race" {
		t.Fatalf("%v\nin\n%s", err, module)
	}
	return ds.String(), err != nil
}
