package poplar_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/family/poplar/image"
	"optc/internal/family/poplar/pack"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// A graph of the size of a real program: every tile of benchTiles holds constants that
// fill most of its memory and vertices that read them.
const (
	benchTiles    = 64
	benchConsts   = 4        // per tile
	benchElems    = 32 << 10 // floats of a constant: 128 KiB
	benchVertices = 64       // per tile
)

// placedProgram builds, links and places the graph.
func placedProgram(b *testing.B) *program.Program {
	b.Helper()
	var text strings.Builder
	text.WriteString(`module attributes {poplar.target = #poplar.target<ipu2>} {
poplar.vertex @"bench::Read" worker external attributes {worker_stack = 64 : i64} {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @scale : f32 = 1.0
}
poplar.graph @g {
`)
	for tile := range benchTiles {
		for k := range benchConsts {
			fmt.Fprintf(&text, "  %%c%d_%d = poplar.constant dense_resource<values> : !poplar.tensor<%dxf32>\n  poplar.set_tile_mapping %%c%d_%d on %d\n",
				tile, k, benchElems, tile, k, tile)
		}
	}
	text.WriteString("  poplar.compute_set @cs {\n")
	for tile := range benchTiles {
		for i := range benchVertices {
			fmt.Fprintf(&text, "    %%v%d_%d = poplar.add_vertex @\"bench::Read\" on %d\n    poplar.connect %%v%d_%d @in to %%c%d_%d\n",
				tile, i, tile, tile, i, tile, i%benchConsts)
		}
	}
	text.WriteString("  }\n  poplar.program {\n    poplar.execute @cs\n  }\n}\n}\n{-# dialect_resources: { builtin: { values: \"0x04000000")
	for i := range 4 * benchElems {
		fmt.Fprintf(&text, "%02x", byte(i*7))
	}
	text.WriteString("\" } } #-}\n")
	ctx := all.Context()
	module, err := parser.Parse(context.Background(), ctx, &ir.Source{Name: "bench.mlir", Text: text.String()}, nil)
	if err != nil {
		b.Fatal(err)
	}
	p, err := registry.Passes().Parse("builtin.module(poplar-resolve-layouts,poplar-lower-edges{strict-local},poplar-place)")
	if err != nil {
		b.Fatal(err)
	}
	if err := passes.NewManager(ctx).Run(context.Background(), p, module); err != nil {
		b.Fatal(err)
	}
	for op := range module.Body().Ops() {
		if prog, d := program.Read(context.Background(), op); d == nil {
			return prog
		}
	}
	b.Fatal("there is no lowered graph")
	return nil
}

// packInto encodes the images of all tiles one after the other.
func packInto(b *testing.B, dst *bytes.Buffer, p *program.Program) {
	if err := pack.States(context.Background(), p); err != nil {
		b.Fatal(err)
	}
	chunks := p.Chunks()
	memory := image.Memory(&p.Target)
	for _, t := range p.Tiles {
		unit := lower.Unit{Memory: memory, Number: t.Number, Chunks: lower.NewChunks(chunks[t.Number])}
		unit.Image(false).WriteTo(dst)
	}
}

// BenchmarkPack measures the steps from a placed program to the bytes of its images:
// states, tables and constants. BenchmarkCopy is the figure to compare with.
func BenchmarkPack(b *testing.B) {
	p := placedProgram(b)
	var images bytes.Buffer
	b.ReportAllocs()
	for b.Loop() {
		images.Reset()
		packInto(b, &images, p)
	}
	b.SetBytes(int64(images.Len()))
}

// BenchmarkCopy copies as many bytes as BenchmarkPack writes.
func BenchmarkCopy(b *testing.B) {
	p := placedProgram(b)
	var images bytes.Buffer
	packInto(b, &images, p)
	dst := make([]byte, images.Len())
	for b.Loop() {
		copy(dst, images.Bytes())
	}
	b.SetBytes(int64(len(dst)))
}
