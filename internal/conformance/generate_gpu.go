package conformance

import (
	"fmt"
	"slices"
	"strings"
)

// kernelOperands are the types of the arguments of every kernel.
var kernelOperands = []typ{{memref, "8", "f32"}, {elem: "i32"}}

// kernels are the names of the kernels of a module.
var kernels = []string{"one", "two"}

// device writes a module of kernels.
func (g *generator) device(size int) {
	g.line("gpu.module @device {")
	g.level++
	g.globals()
	for _, name := range kernels {
		m, n, shared := g.fresh(), g.fresh(), g.fresh()
		g.scope, g.left = []value{{m, kernelOperands[0]}, {n, kernelOperands[1]}}, size/2
		g.depth++ // calls of host functions are not possible here
		g.line("gpu.func @%s(%s: %s, %s: %s) workgroup(%s: memref<4xi32, #gpu.address_space<workgroup>>) kernel {", name, m, kernelOperands[0], n, kernelOperands[1], shared)
		g.level++
		for range 4 {
			g.statements(size / 8)
			pick(g, threadProducers)(g)
		}
		x, at := g.use(i32), g.number(index, 0, 3)
		g.line("memref.store %s, %s[%s] : memref<4xi32, #gpu.address_space<workgroup>>", x, shared, at)
		g.line("gpu.return")
		g.level--
		g.depth--
		g.line("}")
	}
	g.level--
	g.line("}")
}

// indices returns three new names of indices, separated by commas.
func (g *generator) indices() (list string, names []value) {
	for range 3 {
		names = append(names, value{g.fresh(), index})
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
			g.statements(1 + g.r.IntN(4))
			pick(g, threadProducers)(g)
		}, func() string { return "gpu.terminator" })
		g.line("}")
	}),
	func(g *generator) {
		sizes := g.extents()
		sizes = append(sizes, g.extents()...)
		args := []any{pick(g, kernels), sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], g.use(kernelOperands[0]), g.use(kernelOperands[1])}
		g.line("gpu.launch_func @device::@%s blocks in (%s, %s, %s) threads in (%s, %s, %s) args(%s : memref<8xf32>, %s : i32)", args...)
	},
	func(g *generator) { // memory of the device
		m := typ{memref, "8", "f32"}
		a, b, x := g.fresh(), g.fresh(), g.use(f32)
		g.line("%s = gpu.alloc () : %s", a, m)
		g.line("gpu.memset %s, %s : %s, f32", a, x, m)
		g.line("%s = gpu.alloc host_shared () : %s", b, m)
		g.line("gpu.memcpy %s, %s : %s, %s", b, a, m, m)
		if g.chance(50) {
			g.line("gpu.memcpy %s, %s : %s, %s", g.use(m), b, m, m)
		}
		g.line("gpu.dealloc %s : %s", a, m)
		g.line("gpu.dealloc %s : %s", b, m)
	},
	func(g *generator) { // one after the other
		m := typ{memref, "8", "f32"}
		x, v := g.use(f32), g.use(m)
		a, t, u, w, e := g.fresh(), g.fresh(), g.fresh(), g.fresh(), g.fresh()
		g.line("%s = gpu.wait async", t)
		g.line("%s, %s = gpu.alloc async [%s] () : %s", a, u, t, m)
		g.line("%s = gpu.memset async [%s] %s, %s : %s, f32", w, u, a, x, m)
		g.line("%s = gpu.memcpy async [%s] %s, %s : %s, %s", e, pick(g, []string{w, w + ", " + t}), v, a, m, m)
		g.line("gpu.wait [%s]", pick(g, []string{e, e + ", " + w, e + ", " + e}))
	},
	func(g *generator) {
		m := g.memref()
		v, c := g.use(m), g.fresh()
		g.line("%s = memref.cast %s : %s to memref<*x%s>", c, v, m, m.elem)
		g.line("gpu.host_register %s : memref<*x%s>", c, m.elem)
		g.line("gpu.host_unregister %s : memref<*x%s>", c, m.elem)
	},
	func(g *generator) { g.line("gpu.set_default_device %s", g.use(i32)) },
	func(g *generator) { // matrices of threads
		t := "!gpu.mma_matrix<16x16xf16, %q>"
		a, b, c := fmt.Sprintf(t, "AOp"), fmt.Sprintf(t, "BOp"), fmt.Sprintf(t, "COp")
		m, h, i := g.fresh(), g.use(typ{elem: "f16"}), g.number(index, 0)
		v := []any{g.fresh(), g.fresh(), g.fresh(), g.fresh(), g.fresh(), g.fresh(), g.fresh()}
		g.line("%s = memref.alloc() : memref<16x16xf16>", m)
		g.line("%s = gpu.subgroup_mma_load_matrix %s[%s, %s] {leadDimension = 16 : index} : memref<16x16xf16> -> %s", v[0], m, i, i, a)
		g.line("%s = gpu.subgroup_mma_load_matrix %s[%s, %s] {leadDimension = 16 : index, transpose} : memref<16x16xf16> -> %s", v[1], m, i, i, b)
		g.line("%s = gpu.subgroup_mma_constant_matrix %s : %s", v[2], h, c)
		g.line("%s = gpu.subgroup_mma_compute %s, %s, %s : %s, %s -> %s", v[3], v[0], v[1], v[2], a, b, c)
		g.line("%s = gpu.subgroup_mma_elementwise %s %s, %s : (%s, %s) -> %s", v[4], pick(g, []string{"addf", "mulf", "maxf"}), v[2], v[3], c, c, c)
		g.line("%s = gpu.subgroup_mma_extract_thread_local %s[%s] : %s -> f16", v[5], v[4], i, c)
		g.line("%s = gpu.subgroup_mma_insert_thread_local %s, %s[%s] : f16, %s -> %s", v[6], v[5], v[4], i, c, c)
		g.line("gpu.subgroup_mma_store_matrix %s, %s[%s, %s] {leadDimension = 16 : index} : %s, memref<16x16xf16>", pick(g, []any{v[2], v[3], v[4], v[6]}), m, i, i, c)
	},
	func(g *generator) { // sparse tensors of the device
		m, n := g.fresh(), g.number(index, 4, 8)
		d, s, size, spare := g.fresh(), g.fresh(), g.fresh(), g.fresh()
		const t = "memref<?xf32>"
		g.line("%s = memref.alloc(%s) : %s", m, n, t)
		g.line("%s = gpu.create_dn_tensor %s, %s, %s : index, index into %s", d, m, n, n, t)
		g.line("%s = gpu.create_coo %s, %s, %s, %s, %s, %s : %s, %s, %s", s, n, n, n, m, m, m, t, t, t)
		g.line("%s = gpu.spmv_buffer_size %s{TRANSPOSE}, %s, %s into f32", size, s, d, d)
		g.line("%s:2 = gpu.spmm_buffer_size %s{NON_TRANSPOSE}, %s, %s : index, index into f32", spare, s, d, d)
		g.line("gpu.spmm %s, %s{CONJUGATE_TRANSPOSE}, %s, %s, %s : %s, %s into f32", s, d, d, m, m, t, t)
		g.line("gpu.destroy_sp_mat %s", s)
		g.line("gpu.destroy_dn_tensor %s", d)
	},
}

var threadProducers = []func(*generator){
	func(g *generator) {
		id := pick(g, []string{"thread_id", "block_id", "block_dim", "grid_dim", "global_id", "cluster_id", "cluster_dim", "cluster_dim_blocks", "cluster_block_id"})
		g.define(index, "gpu.%s %s%s", id, pick(g, []string{"x", "y", "z"}), pick(g, []string{"", "", " upper_bound 64"}))
	},
	func(g *generator) {
		g.define(index, "gpu.%s : index", pick(g, []string{"num_subgroups", "subgroup_id", "subgroup_size"}))
	},
	func(g *generator) { g.define(index, "gpu.lane_id") },
	func(g *generator) { g.line("gpu.barrier") },
	func(g *generator) {
		t := typ{elem: pick(g, []string{"i32", "f32"})}
		v, valid, x := g.fresh(), g.fresh(), g.use(t)
		offset, width := g.number(i32, 0, 1, 3), g.number(i32, 4, 16, 32)
		g.line("%s, %s = gpu.shuffle %s %s, %s, %s : %s", v, valid, pick(g, []string{"xor", "up", "down", "idx"}), x, offset, width, t)
		g.scope = append(g.scope, value{v, t}, value{valid, boolean})
	},
	func(g *generator) {
		t := typ{elem: pick(g, []string{"i32", "f32"})}
		v, valid, x := g.fresh(), g.fresh(), g.use(t)
		g.line("%s, %s = gpu.rotate %s, %d, 16 : %s", v, valid, x, g.r.IntN(4), t)
		g.scope = append(g.scope, value{v, t}, value{valid, boolean})
	},
	func(g *generator) {
		t, kinds := i32, []string{"add", "mul", "minui", "maxsi", "and", "or", "xor"}
		if g.chance(40) {
			t, kinds = f32, []string{"add", "mul", "minimumf", "maxnumf"}
		}
		// Without the word, upstream's sccp keeps the attribute that a fold sets in vain.
		if g.chance(50) {
			g.define(t, "gpu.subgroup_reduce %s %s uniform : (%s) -> %s", pick(g, kinds), g.use(t), t, t)
		} else {
			g.define(t, "gpu.all_reduce %s %s uniform {} : (%s) -> %s", pick(g, kinds), g.use(t), t, t)
		}
	},
	shallow(func(g *generator) { // a sum in words
		x, sum, a, b := g.use(i32), g.fresh(), g.fresh(), g.fresh()
		outside := g.scope
		g.scope = nil // what is outside cannot be seen
		g.pure(fmt.Sprintf("%s = gpu.all_reduce %s {\n^bb0(%s: i32, %s: i32):", sum, x, a, b), []value{{a, i32}, {b, i32}},
			func() string { return fmt.Sprintf("gpu.yield %s : i32", g.use(i32)) })
		g.line("} : (i32) -> i32")
		g.scope = append(outside, value{sum, i32})
	}),
	func(g *generator) {
		t := typ{elem: pick(g, []string{"i32", "f32"})}
		lane := pick(g, []string{"first_active_lane", "specific_lane " + g.number(i32, 0, 3)})
		g.define(t, "gpu.subgroup_broadcast %s, %s : %s", g.use(t), lane, t)
	},
	func(g *generator) { g.line(`gpu.printf "%%d\n", %s : i32`, g.use(i32)) },
	func(g *generator) {
		m, v := g.fresh(), g.fresh()
		zero := g.number(index, 0)
		g.line("%s = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>", m)
		g.line("%s = memref.view %s[%s][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<4xi32, #gpu.address_space<workgroup>>", v, m, zero)
		x := g.use(i32)
		g.line("memref.store %s, %s[%s] : memref<4xi32, #gpu.address_space<workgroup>>", x, v, zero)
	},
	shallow(func(g *generator) {
		one, all := typ{vector, "1", "f32"}, typ{vector, "32", "f32"}
		lane, r := g.define(index, "gpu.lane_id"), g.fresh()
		part, arg := g.use(one), g.fresh()
		g.pure(fmt.Sprintf("%s = gpu.warp_execute_on_lane_0(%s)[32] args(%s : %s) -> (%s) {\n^bb0(%s: %s):", r, lane, part, one, one, arg, all),
			[]value{{arg, all}}, func() string { return fmt.Sprintf("gpu.yield %s : %s", g.use(all), all) })
		g.line("}")
		g.scope = append(g.scope, value{r, one})
	}),
}
