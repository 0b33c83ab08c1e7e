package passes

import (
	"errors"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/ir"
	"optc/lower/poplar/evaluate"
	"optc/lower/poplar/image"
	"optc/lower/poplar/link"
	"optc/lower/poplar/place"
)

// linkedGraph is a graph evaluated and linked, with the operations to report at.
type linkedGraph struct {
	*evaluate.Evaluation
	*link.Program
}

// linkGraph evaluates a poplar.graph and binds its edges to allocations. Problems
// are reported; ok is false then.
func linkGraph(c *Context, graph *ir.Operation, o link.Options) (l *linkedGraph, ok bool) {
	ev, d := evaluate.Graph(graph)
	if d != nil {
		c.Report(d)
		return nil, false
	}
	o.Initial = ev.Initial
	linked, errs := link.Link(ev.Graph, ev.Info, ev.Program, o)
	l = &linkedGraph{ev, linked}
	l.report(c, errs)
	return l, len(errs) == 0
}

// report turns errors into diagnostics at the vertex or variable that they are about.
func (l *linkedGraph) report(c *Context, errs []error) {
	for _, err := range errs {
		at := l.Evaluation.Op
		var le *link.Error
		if errors.As(err, &le) {
			switch {
			case le.Vertex != nil && l.Added[le.Vertex] != nil:
				at = l.Added[le.Vertex]
			case le.Variable != nil && l.Created[le.Variable] != nil:
				at = l.Created[le.Variable]
			}
			err = le.Err
		}
		var coded *diag.Error
		if errors.As(err, &coded) {
			err = coded
		}
		c.Report(at.OpError(poplar.Codes, err))
	}
}

// eachLinked links every graph of the module and calls visit for those that link.
func eachLinked(c *Context, o link.Options, visit func(*linkedGraph) bool) (changed bool) {
	for _, graph := range moduleOps(c, poplar.GraphOp) {
		if l, ok := linkGraph(c, graph, o); ok {
			changed = visit(l) || changed
		}
	}
	return changed
}

// eachPlaced is eachLinked for graphs whose allocations have addresses.
func eachPlaced(c *Context, visit func(*linkedGraph, link.Addresses) bool) bool {
	return eachLinked(c, link.Options{}, func(l *linkedGraph) bool {
		addrs, d := link.PlacedAddresses(l.Evaluation.Op, l.Program)
		if d != nil {
			c.Report(d)
			return false
		}
		return visit(l, addrs)
	})
}

// LowerEdgesOptions are the options of poplar-lower-edges.
type LowerEdgesOptions struct {
	StrictLocal bool `opt:"strict-local" help:"refuse edges that need a temporary"`
}

// PoplarLowerEdges is poplar-lower-edges.
var PoplarLowerEdges = &Pass{
	Name:  "poplar-lower-edges",
	Title: "Turn edges into references to allocations on tiles",
	Doc: `Every variable gets one block per tile that holds elements of it. An edge that
shows consecutive elements of one block of its tile refers to the block; any other
edge gets a temporary, with copies before and after its compute set. States,
tables, delta arrays, constants and stacks become allocations too.

    poplar.tile 0 {
      poplar.alloc "v0.state" size 8 align 4 kind state
      poplar.alloc "x.t0" size 32 align 8 kind data
    }
    poplar.moves before @cs {
      poplar.move tile 1 in "x.t1" + 0 to tile 0 in "v0.src.tmp" + 0 bytes 64
    }`,
	Options:  LowerEdgesOptions{},
	Anchor:   []ir.OpKind{ir.Module},
	Dialects: []string{"poplar"},
	Run: func(c *Context) (bool, error) {
		o := link.Options{StrictLocal: OptionsOf[LowerEdgesOptions](c).StrictLocal}
		return eachLinked(c, o, func(l *linkedGraph) bool {
			l.write(c, nil, nil)
			return true
		}), nil
	},
}

// PoplarPlace is poplar-place.
var PoplarPlace = &Pass{
	Name:  "poplar-place",
	Title: "Choose addresses for the allocations of every tile",
	Doc: `Places allocations under their alignments, regions, address ranges and the memory
constraints of the vertices. The same input gives the same addresses.

    poplar.alloc "x.t0" size 32 align 8 kind data
    →
    poplar.alloc "x.t0" at 0x4c000 size 32 align 8 kind data`,
	Anchor:   []ir.OpKind{ir.Module},
	Dialects: []string{"poplar"},
	Run: func(c *Context) (bool, error) {
		return eachLinked(c, link.Options{}, func(l *linkedGraph) bool {
			addrs, errs := l.Place()
			l.report(c, errs)
			if len(errs) > 0 {
				return false
			}
			l.write(c, addrs, nil)
			return true
		}), nil
	},
}

// PoplarVerifyPlacement is poplar-verify-placement.
var PoplarVerifyPlacement = &Pass{
	Name:  "poplar-verify-placement",
	Title: "Check addresses against every demand, independently of the placer",
	Doc: `Derives the demands of all allocations again and tests them on the addresses in the
IR: range, alignment, overlap, regions, memory elements.`,
	Anchor: []ir.OpKind{ir.Module},
	Run: func(c *Context) (bool, error) {
		return eachPlaced(c, func(l *linkedGraph, addrs link.Addresses) bool {
			for _, t := range l.Tiles {
				for _, err := range place.Check(l.Program.Target, &t.Layout, addrs[t.Tile]) {
					c.Report(l.Evaluation.Op.OpError(poplar.Codes, err.Note("on tile %d", t.Tile)))
				}
			}
			return false
		}), nil
	},
}

// PoplarPackState is poplar-pack-state.
var PoplarPackState = &Pass{
	Name:  "poplar-pack-state",
	Title: "Encode states, tables, delta arrays and constants as bytes",
	Doc: `Writes what tile memory holds before the program runs, and checks poplar.assert_bytes.

    poplar.bytes "v0.state" "00 c0 04 00 10 00 00 00"`,
	Anchor:   []ir.OpKind{ir.Module},
	Dialects: []string{"poplar"},
	Run: func(c *Context) (bool, error) {
		return eachPlaced(c, func(l *linkedGraph, addrs link.Addresses) bool {
			chunks, errs := l.Pack(l.Info, addrs)
			l.report(c, errs)
			if len(errs) > 0 {
				return false
			}
			l.write(c, addrs, chunks)
			checkBytes(c, l.Evaluation.Op, chunks)
			return true
		}), nil
	},
}

// checkBytes checks the poplar.assert_bytes of a graph, and of the module around
// it, and removes those that hold.
func checkBytes(c *Context, graph *ir.Operation, chunks map[int][]image.Chunk) {
	check := func(op *ir.Operation) *ir.Diagnostic {
		text := ir.Get[*ir.StringAttr](op, "bytes").Value
		want, given, _ := poplar.ParseBytes(text)
		tile := int(ir.IntOr(op.Attr("tile"), 0))
		addr := uint64(ir.IntOr(op.Attr("address"), 0))
		got, written := image.NewTile(tile, chunks[tile]).Peek(addr, len(want))
		if expected, found := poplar.PeekText(want, given), poplar.PeekText(got, written); expected != found {
			return assertFailed(op, expected, found).Note(graph.Loc(), "on tile %d at %#x of this graph", tile, addr)
		}
		return nil
	}
	assertions(c, graph, poplar.AssertBytesOp, check)
	assertions(c, c.Op, poplar.AssertBytesOp, check)
}

// write replaces the tiles and moves in the graph by those of the linked graph.
// addrs and chunks are nil before placing and packing.
func (l *linkedGraph) write(c *Context, addrs link.Addresses, chunks map[int][]image.Chunk) {
	graph := l.Evaluation.Op
	rw := c.Rewriter(nil)
	rw.Loc = graph.Loc()
	for op := range graph.Body().Ops() {
		if poplar.TileOp.Is(op) || poplar.MovesOp.Is(op) {
			rw.Erase(op)
		}
	}
	rw.AtEnd(graph.Body())
	for _, t := range l.Tiles {
		link.BuildTile(rw.Builder, t, addrs[t.Tile], chunks[t.Tile])
	}
	for _, s := range l.Sets {
		link.BuildMoves(rw.Builder, l.Program, "before", s.Name(), s.Before, addrs)
		link.BuildMoves(rw.Builder, l.Program, "after", s.Name(), s.After, addrs)
	}
}
