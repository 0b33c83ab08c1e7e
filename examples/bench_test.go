package examples_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/lower"
)

// addition returns a program whose vertices add rows of 24 floats.
func addition(tiles, vertices int) string {
	var b strings.Builder
	b.WriteString(`
#workers = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [4],
  subgroup_strides = [0], thread_strides = [1]>
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Add" multi {
    poplar.field @a : !poplar.in<vec<f32, SPAN, align 8>>
    poplar.field @b : !poplar.in<vec<f32, ONE_PTR, align 8>>
    poplar.field @c : !poplar.out<vec<f32, SPAN, align 8>>
    poplar.constraint "elem(*a) != elem(*c)"
    poplar.compute (%a : memref<?xf32>, %b : memref<?xf32>, %c : memref<?xf32>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %pad = arith.constant 0.0 : f32
      %x = vector.transfer_read %a[%c0], %pad {in_bounds = [true]} : memref<?xf32>, vector<24xf32>
      %y = vector.transfer_read %b[%c0], %pad {in_bounds = [true]} : memref<?xf32>, vector<24xf32>
      %s = arith.addf %x, %y : vector<24xf32>
      %l = iree_vector_ext.to_layout %s to layout(#workers) : vector<24xf32>
      vector.transfer_write %l, %c[%c0] {in_bounds = [true]} : vector<24xf32>, memref<?xf32>
      poplar.compute_return
    }
  }
  poplar.graph @main {
`)
	var set strings.Builder
	for i := range tiles * vertices {
		tile := i / vertices
		for _, v := range []struct{ name, value string }{{"a", " = dense<2.0>"}, {"b", " = dense<0.5>"}, {"c", ""}} {
			fmt.Fprintf(&b, "    %%%s%d = poplar.variable \"%s%d\"%s : !poplar.tensor<24xf32>\n", v.name, i, v.name, i, v.value)
			fmt.Fprintf(&b, "    poplar.set_tile_mapping %%%s%d on %d\n", v.name, i, tile)
		}
		fmt.Fprintf(&set, "      %%v%d = poplar.add_vertex @\"demo::Add\" on %d\n", i, tile)
		for _, field := range []string{"a", "b", "c"} {
			fmt.Fprintf(&set, "      poplar.connect %%v%d @%s to %%%s%d\n", i, field, field, i)
		}
	}
	b.WriteString("    poplar.compute_set @add {\n" + set.String() + "    }\n    poplar.program {\n      poplar.execute @add\n    }\n  }\n}\n")
	return b.String()
}

// The program of the benchmarks: 2000 vertices on 200 tiles.
const (
	benchTiles    = 200
	benchVertices = 10
)

// BenchmarkBuild takes a program from text to the files of its images.
func BenchmarkBuild(b *testing.B) {
	text := addition(benchTiles, benchVertices)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if got := files(b, tiled(b, text)); len(got) < benchTiles {
			b.Fatal("too few files: ", len(got))
		}
	}
}

// BenchmarkRun runs the images.
func BenchmarkRun(b *testing.B) {
	module := tiled(b, addition(benchTiles, benchVertices))
	prog := build(b, module)
	var dev lower.Machine
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if dev, err = prog.Device(lower.Options{}); err != nil {
			b.Fatal(err)
		}
		if err := dev.Run(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	data, written, err := dev.Read("c1999")
	if err != nil || !written[23] || string(data[:4]) != "\x00\x00\x20\x40" {
		b.Fatalf("c1999 is % x (%v)", data, err)
	}
}
