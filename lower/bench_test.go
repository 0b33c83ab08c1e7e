package lower_test

import (
	"fmt"
	"testing"

	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/lower"
	"optc/lower/poplar/image"
	"optc/lower/poplar/link"
)

// A graph of the size of a real program: every tile of benchTiles holds constants
// that fill most of its memory and vertices that read them.
const (
	benchTiles    = 64
	benchConsts   = 4        // per tile
	benchElems    = 32 << 10 // floats of one constant: 128 KiB
	benchVertices = 64       // per tile
)

// linkedGraph builds, links and places the graph.
func linkedGraph(b *testing.B) (*link.Program, func(*graph.VertexClass) *link.ClassInfo, link.Addresses) {
	b.Helper()
	check := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	target, err := target.Lookup("ipu2")
	check(err)
	in, err := vertex.ParseFieldType("Input<Vector<float>>")
	check(err)
	scale, err := vertex.ParseFieldType("float")
	check(err)
	layout, fieldErrs := vertex.PackState(&target, []vertex.Field{{Name: "in", Type: in}, {Name: "scale", Type: scale}}, vertex.CompactReference)
	if len(fieldErrs) > 0 {
		b.Fatal(fieldErrs[0])
	}
	class := &graph.VertexClass{Codelet: vertex.Codelet{Name: "bench::Read"}, Fields: layout.Fields}
	info := func(*graph.VertexClass) *link.ClassInfo { return &link.ClassInfo{State: layout, Stack: 64} }

	g := graph.New(target)
	set := g.AddComputeSet("cs")
	data := make([]byte, 4*benchElems)
	for i := range data {
		data[i] = byte(i * 7)
	}
	for tile := range benchTiles {
		for k := range benchConsts {
			t, err := g.AddConstant(fmt.Sprintf("c%d_%d", tile, k), scalar.Float, []int64{benchElems}, data)
			check(err)
			check(g.SetTile(t, tile))
			for range benchVertices / benchConsts {
				v, err := g.AddVertex(set, class, tile)
				check(err)
				check(v.Connect("in", t))
				check(v.SetValues("scale", []uint64{0x3f800000}))
			}
		}
	}
	linked, errs := link.Link(g, info, &graph.Sequence{Steps: []graph.Step{graph.Execute{Set: set}}}, link.Options{StrictLocal: true})
	if len(errs) > 0 {
		b.Fatal(errs[0])
	}
	addrs, errs := linked.Place()
	if len(errs) > 0 {
		b.Fatal(errs[0])
	}
	return linked, info, addrs
}

// packInto encodes the images of all tiles one after the other into dst.
func packInto(b *testing.B, dst []byte, linked *link.Program, info func(*graph.VertexClass) *link.ClassInfo, addrs link.Addresses) []byte {
	chunks, errs := linked.Pack(info, addrs)
	if len(errs) > 0 {
		b.Fatal(errs[0])
	}
	for _, t := range linked.Tiles {
		dst = lower.AppendBinary(dst, linked.Target, image.NewTile(t.Tile, chunks[t.Tile]), false)
	}
	return dst
}

// BenchmarkPack measures the way from a placed graph to the bytes of its images:
// states, tables and constants. BenchmarkCopy is its yardstick.
func BenchmarkPack(b *testing.B) {
	linked, info, addrs := linkedGraph(b)
	image := packInto(b, nil, linked, info, addrs)
	b.ReportAllocs()
	for b.Loop() {
		image = packInto(b, image[:0], linked, info, addrs)
	}
	b.SetBytes(int64(len(image)))
}

// BenchmarkCopy copies as many bytes as BenchmarkPack writes.
func BenchmarkCopy(b *testing.B) {
	linked, info, addrs := linkedGraph(b)
	image := packInto(b, nil, linked, info, addrs)
	dst := make([]byte, len(image))
	for b.Loop() {
		copy(dst, image)
	}
	b.SetBytes(int64(len(image)))
}
