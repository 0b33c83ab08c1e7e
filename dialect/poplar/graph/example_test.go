package graph_test

import (
	"fmt"
	"log"

	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
)

// A matrix is spread over eight tiles, and a row that is added to each of its rows is
// placed on the tiles that use it.
func ExampleGraph() {
	tg, err := target.Lookup("ipu2")
	if err != nil {
		log.Fatal(err)
	}
	if tg, err = tg.With(target.Setting{Field: "tiles_per_ipu", Int: 8}); err != nil {
		log.Fatal(err)
	}
	g := graph.New(tg)
	x, err := g.AddVariable("x", scalar.Float, []int64{4, 64})
	if err != nil {
		log.Fatal(err)
	}
	if err := g.MapTensorLinearly(x, tilemap.NaturalLinear(tg, scalar.Float)); err != nil {
		log.Fatal(err)
	}
	bias, err := g.CreateBroadcastOperand(x, scalar.Float, 1, graph.BroadcastOptions{Name: "bias"})
	if err != nil {
		log.Fatal(err)
	}
	column, err := x.Slice(31, 33, 1)
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range []graph.Tensor{x, bias, column} {
		m, err := g.TileMapping(t)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(t.Shape(), m)
	}
	// Output:
	// [4 64] {0:[0,32) 1:[32,64) 2:[64,96) 3:[96,128) 4:[128,160) 5:[160,192) 6:[192,224) 7:[224,256)}
	// [64] {0:[0,8) 1:[32,40) 2:[8,16) 3:[40,48) 4:[16,24) 5:[48,56) 6:[24,32) 7:[56,64)}
	// [4 2] {0:[0,1) 1:[1,2) 2:[2,3) 3:[3,4) 4:[4,5) 5:[5,6) 6:[6,7) 7:[7,8)}
}
