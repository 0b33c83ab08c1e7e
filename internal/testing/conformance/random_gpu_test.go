package conformance

import (
	"fmt"
	"optc/internal/testing/randprog"
	"slices"
	"strings"
)

// kernelOperands are the types of the arguments of every kernel.
var kernelOperands = []typ{{memref, "8", "f32"}, {elem: "i32"}}

// kernels are the names of the kernels of a module.
var kernels = []string{"one", "two"}

// device writes a module of kernels.
func (g *generator) device(size int) {
	g.Line("gpu.module @device {")
	g.Level++
	g.globals()
	for _, name := range kernels {
		m, n, shared := g.Fresh(), g.Fresh(), g.Fresh()
		g.scope, g.left = []value{{m, kernelOperands[0]}, {n, kernelOperands[1]}}, size/2
		g.depth++ // calls of host functions are not possible here
		g.Line("gpu.func @%s(%s: %s, %s: %s) workgroup(%s: memref<4xi32, #gpu.address_space<workgroup>>) kernel {", name, m, kernelOperands[0], n, kernelOperands[1], shared)
		g.Level++
		for range 4 {
			g.statements(size / 8)
			randprog.Pick(g, threadProducers)(g)
		}
		x, at := g.use(i32), g.number(index, 0, 3)
		g.Line("memref.store %s, %s[%s] : memref<4xi32, #gpu.address_space<workgroup>>", x, shared, at)
		g.Line("gpu.return")
		g.Level--
		g.depth--
		g.Line("}")
	}
	g.Level--
	g.Line("}")
}

// indices returns three new names of indices, separated by commas.
func (g *generator) indices() (list string, names []value) {
	for range 3 {
		names = append(names, value{g.Fresh(), index})
	}
	return names[0].name + ", " + names[1].name + ", " + names[2].name, names
}

// extents returns small constants for the dimensions of a launch.
func (g *generator) extents() []any {
	return []any{g.number(index, 1, 2), g.number(index, 1), g.number(index, 1, 2)}
}

// sized gives new names to extents.
func (g *generator) sized() (list string, names []value) {
	_, names = g.indices()
	var s []string
	for i, n := range g.extents() {
		s = append(s, fmt.Sprintf("%s = %s", names[i].name, n))
	}
	return strings.Join(s, ", "), names
}

var hostProducers = []func(*generator){
	shallow(func(g *generator) { // a kernel in its place
		blocks, bs := g.indices()
		threads, ts := g.indices()
		grid, gs := g.sized()
		block, ks := g.sized()
		args := slices.Concat(bs, ts, gs, ks)
		g.region(fmt.Sprintf("gpu.launch blocks(%s) in (%s) threads(%s) in (%s) {", blocks, grid, threads, block), args, func() {
			g.statements(1 + g.IntN(4))
			randprog.Pick(g, threadProducers)(g)
		}, func() string { return "gpu.terminator" })
		g.Line("}")
	}),
	func(g *generator) {
		sizes := g.extents()
		sizes = append(sizes, g.extents()...)
		args := []any{randprog.Pick(g, kernels), sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], g.use(kernelOperands[0]), g.use(kernelOperands[1])}
		g.Line("gpu.launch_func @device::@%s blocks in (%s, %s, %s) threads in (%s, %s, %s) args(%s : memref<8xf32>, %s : i32)", args...)
	},
	func(g *generator) { // memory of the device
		m := typ{memref, "8", "f32"}
		a, b, x := g.Fresh(), g.Fresh(), g.use(f32)
		g.Line("%s = gpu.alloc () : %s", a, m)
		g.Line("gpu.memset %s, %s : %s, f32", a, x, m)
		g.Line("%s = gpu.alloc host_shared () : %s", b, m)
		g.Line("gpu.memcpy %s, %s : %s, %s", b, a, m, m)
		if g.Chance(50) {
			g.Line("gpu.memcpy %s, %s : %s, %s", g.use(m), b, m, m)
		}
		g.Line("gpu.dealloc %s : %s", a, m)
		g.Line("gpu.dealloc %s : %s", b, m)
	},
	func(g *generator) { // several in a row
		m := typ{memref, "8", "f32"}
		x, v := g.use(f32), g.use(m)
		a, t, u, w, e := g.Fresh(), g.Fresh(), g.Fresh(), g.Fresh(), g.Fresh()
		g.Line("%s = gpu.wait async", t)
		g.Line("%s, %s = gpu.alloc async [%s] () : %s", a, u, t, m)
		g.Line("%s = gpu.memset async [%s] %s, %s : %s, f32", w, u, a, x, m)
		g.Line("%s = gpu.memcpy async [%s] %s, %s : %s, %s", e, randprog.Pick(g, []string{w, w + ", " + t}), v, a, m, m)
		g.Line("gpu.wait [%s]", randprog.Pick(g, []string{e, e + ", " + w, e + ", " + e}))
	},
	func(g *generator) {
		m := g.memref()
		v, c := g.use(m), g.Fresh()
		g.Line("%s = memref.cast %s : %s to memref<*x%s>", c, v, m, m.elem)
		g.Line("gpu.host_register %s : memref<*x%s>", c, m.elem)
		g.Line("gpu.host_unregister %s : memref<*x%s>", c, m.elem)
	},
	func(g *generator) { g.Line("gpu.set_default_device %s", g.use(i32)) },
	func(g *generator) { // matrices of threads
		t := "!gpu.mma_matrix<16x16xf16, %q>"
		a, b, c := fmt.Sprintf(t, "AOp"), fmt.Sprintf(t, "BOp"), fmt.Sprintf(t, "COp")
		m, h, i := g.Fresh(), g.use(typ{elem: "f16"}), g.number(index, 0)
		v := []any{g.Fresh(), g.Fresh(), g.Fresh(), g.Fresh(), g.Fresh(), g.Fresh(), g.Fresh()}
		g.Line("%s = memref.alloc() : memref<16x16xf16>", m)
		g.Line("%s = gpu.subgroup_mma_load_matrix %s[%s, %s] {leadDimension = 16 : index} : memref<16x16xf16> -> %s", v[0], m, i, i, a)
		g.Line("%s = gpu.subgroup_mma_load_matrix %s[%s, %s] {leadDimension = 16 : index, transpose} : memref<16x16xf16> -> %s", v[1], m, i, i, b)
		g.Line("%s = gpu.subgroup_mma_constant_matrix %s : %s", v[2], h, c)
		g.Line("%s = gpu.subgroup_mma_compute %s, %s, %s : %s, %s -> %s", v[3], v[0], v[1], v[2], a, b, c)
		g.Line("%s = gpu.subgroup_mma_elementwise %s %s, %s : (%s, %s) -> %s", v[4], randprog.Pick(g, []string{"addf", "mulf", "maxf"}), v[2], v[3], c, c, c)
		g.Line("%s = gpu.subgroup_mma_extract_thread_local %s[%s] : %s -> f16", v[5], v[4], i, c)
		g.Line("%s = gpu.subgroup_mma_insert_thread_local %s, %s[%s] : f16, %s -> %s", v[6], v[5], v[4], i, c, c)
		g.Line("gpu.subgroup_mma_store_matrix %s, %s[%s, %s] {leadDimension = 16 : index} : %s, memref<16x16xf16>", randprog.Pick(g, []any{v[2], v[3], v[4], v[6]}), m, i, i, c)
	},
	func(g *generator) { // sparse tensors of the device
		m, n := g.Fresh(), g.number(index, 4, 8)
		d, s, size, spare := g.Fresh(), g.Fresh(), g.Fresh(), g.Fresh()
		const t = "memref<?xf32>"
		g.Line("%s = memref.alloc(%s) : %s", m, n, t)
		g.Line("%s = gpu.create_dn_tensor %s, %s, %s : index, index into %s", d, m, n, n, t)
		g.Line("%s = gpu.create_coo %s, %s, %s, %s, %s, %s : %s, %s, %s", s, n, n, n, m, m, m, t, t, t)
		g.Line("%s = gpu.spmv_buffer_size %s{TRANSPOSE}, %s, %s into f32", size, s, d, d)
		g.Line("%s:2 = gpu.spmm_buffer_size %s{NON_TRANSPOSE}, %s, %s : index, index into f32", spare, s, d, d)
		g.Line("gpu.spmm %s, %s{CONJUGATE_TRANSPOSE}, %s, %s, %s : %s, %s into f32", s, d, d, m, m, t, t)
		g.Line("gpu.destroy_sp_mat %s", s)
		g.Line("gpu.destroy_dn_tensor %s", d)
	},
}

var threadProducers = []func(*generator){
	func(g *generator) {
		id := randprog.Pick(g, []string{"thread_id", "block_id", "block_dim", "grid_dim", "global_id", "cluster_id", "cluster_dim", "cluster_dim_blocks", "cluster_block_id"})
		g.define(index, "gpu.%s %s%s", id, randprog.Pick(g, []string{"x", "y", "z"}), randprog.Pick(g, []string{"", "", " upper_bound 64"}))
	},
	func(g *generator) {
		g.define(index, "gpu.%s : index", randprog.Pick(g, []string{"num_subgroups", "subgroup_id", "subgroup_size"}))
	},
	func(g *generator) { g.define(index, "gpu.lane_id") },
	func(g *generator) { g.Line("gpu.barrier") },
	func(g *generator) {
		t := typ{elem: randprog.Pick(g, []string{"i32", "f32"})}
		v, valid, x := g.Fresh(), g.Fresh(), g.use(t)
		offset, width := g.number(i32, 0, 1, 3), g.number(i32, 4, 16, 32)
		g.Line("%s, %s = gpu.shuffle %s %s, %s, %s : %s", v, valid, randprog.Pick(g, []string{"xor", "up", "down", "idx"}), x, offset, width, t)
		g.scope = append(g.scope, value{v, t}, value{valid, boolean})
	},
	func(g *generator) {
		t := typ{elem: randprog.Pick(g, []string{"i32", "f32"})}
		v, valid, x := g.Fresh(), g.Fresh(), g.use(t)
		g.Line("%s, %s = gpu.rotate %s, %d, 16 : %s", v, valid, x, g.IntN(4), t)
		g.scope = append(g.scope, value{v, t}, value{valid, boolean})
	},
	func(g *generator) {
		t, kinds := i32, []string{"add", "mul", "minui", "maxsi", "and", "or", "xor"}
		if g.Chance(40) {
			t, kinds = f32, []string{"add", "mul", "minimumf", "maxnumf"}
		}
		// Without the word, upstream's sccp keeps the attribute that a fold sets in vain.
		if g.Chance(50) {
			g.define(t, "gpu.subgroup_reduce %s %s uniform : (%s) -> %s", randprog.Pick(g, kinds), g.use(t), t, t)
		} else {
			g.define(t, "gpu.all_reduce %s %s uniform {} : (%s) -> %s", randprog.Pick(g, kinds), g.use(t), t, t)
		}
	},
	shallow(func(g *generator) { // a sum in words
		x, sum, a, b := g.use(i32), g.Fresh(), g.Fresh(), g.Fresh()
		outside := g.scope
		g.scope = nil // values outside are not visible
		g.pure(fmt.Sprintf("%s = gpu.all_reduce %s {\n^bb0(%s: i32, %s: i32):", sum, x, a, b), []value{{a, i32}, {b, i32}},
			func() string { return fmt.Sprintf("gpu.yield %s : i32", g.use(i32)) })
		g.Line("} : (i32) -> i32")
		g.scope = append(outside, value{sum, i32})
	}),
	func(g *generator) {
		t := typ{elem: randprog.Pick(g, []string{"i32", "f32"})}
		lane := randprog.Pick(g, []string{"first_active_lane", "specific_lane " + g.number(i32, 0, 3)})
		g.define(t, "gpu.subgroup_broadcast %s, %s : %s", g.use(t), lane, t)
	},
	func(g *generator) { g.Line(`gpu.printf "%%d\n", %s : i32`, g.use(i32)) },
	func(g *generator) {
		m, v := g.Fresh(), g.Fresh()
		zero := g.number(index, 0)
		g.Line("%s = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>", m)
		g.Line("%s = memref.view %s[%s][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<4xi32, #gpu.address_space<workgroup>>", v, m, zero)
		x := g.use(i32)
		g.Line("memref.store %s, %s[%s] : memref<4xi32, #gpu.address_space<workgroup>>", x, v, zero)
	},
	shallow(func(g *generator) {
		one, all := typ{vector, "1", "f32"}, typ{vector, "32", "f32"}
		lane, r := g.define(index, "gpu.lane_id"), g.Fresh()
		part, arg := g.use(one), g.Fresh()
		g.pure(fmt.Sprintf("%s = gpu.warp_execute_on_lane_0(%s)[32] args(%s : %s) -> (%s) {\n^bb0(%s: %s):", r, lane, part, one, one, arg, all),
			[]value{{arg, all}}, func() string { return fmt.Sprintf("gpu.yield %s : %s", g.use(all), all) })
		g.Line("}")
		g.scope = append(g.scope, value{r, one})
	}),
}
