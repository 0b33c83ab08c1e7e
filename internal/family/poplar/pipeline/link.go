package poplar

import (
	"errors"
	"slices"
	"sync"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/internal/family/poplar/evaluate"
	"optc/internal/family/poplar/link"
	"optc/internal/family/poplar/pack"
	"optc/internal/family/poplar/place"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/lower"
	"optc/passes"
)

// lowerGraph evaluates and links a poplar.graph and replaces its contents by the
// operations of the linked program. Problems are reported.
func lowerGraph(c *passes.Context, g *ir.Operation, o link.Options) (changed bool) {
	ev, err := graphEvaluation.Of(c, g)
	if err != nil {
		c.Fail(err)
		return false
	}
	if c.Err() != nil {
		return false
	}
	linked, errs := link.Link(c, ev.Graph, ev.Program, ev.Functions, ev, o)
	if c.Err() != nil {
		return false
	}
	for _, err := range errs {
		c.Report(linkProblem(ev, err))
	}
	if len(errs) > 0 {
		return false
	}
	rw := c.Rewriter(nil)
	rw.Loc = g.Loc()
	var old []*ir.Operation
	for op := range g.Body().Ops() {
		if !ir.Is[poplar.AssertBytesOp](op) {
			old = append(old, op)
		}
	}
	for _, op := range slices.Backward(old) {
		rw.Erase(op)
	}
	rw.AtEnd(g.Body())
	program.Write(rw.Builder, g, linked)
	// The addresses and states below are for this target and no other.
	rw.Modify(g, func() { ir.Cast[poplar.GraphOp](g).SetTarget(poplar.TargetOf(c.IR, ev.Target)) })
	linkedProgram.Renew(c, g, linked)
	return true
}

// linkProblem is a problem at the vertex or variable that it is about.
func linkProblem(ev *evaluate.Evaluation, err error) *ir.Diagnostic {
	at := ev.Op
	var le *link.Error
	if errors.As(err, &le) {
		switch {
		case le.Vertex != nil && ev.Added[le.Vertex] != nil:
			at = ev.Added[le.Vertex]
		case le.Variable != nil && ev.Created[le.Variable] != nil:
			at = ev.Created[le.Variable]
		}
		err = le.Err
	}
	var coded *diag.Error
	if errors.As(err, &coded) {
		err = coded
	}
	return at.OpError(poplar.Codes, err)
}

// linkedProgram is the program of a lowered graph. Passes share it until a pass changes the graph
// without changing the program accordingly.
var linkedProgram = &passes.Analysis[*program.Program]{Name: "program", Compute: program.Read}

// eachProgram reads the program of every graph of the module and calls visit for the
// programs that can be read.
func eachProgram(c *passes.Context, visit func(*program.Program) bool) (changed bool) {
	for _, g := range moduleOps(c, poplar.GraphOp{}) {
		if c.Err() != nil {
			break
		}
		p, err := linkedProgram.Of(c, g)
		if err != nil {
			c.Fail(err)
			continue
		}
		changed = visit(p) || changed
	}
	return changed
}

// LowerEdgesOptions are the options of poplar-lower-edges.
type LowerEdgesOptions struct {
	StrictLocal bool `opt:"strict-local" help:"refuse edges that need a temporary"`
}

// PoplarLowerEdges is poplar-lower-edges.
var LowerEdges = &passes.Pass{
	Name:  "poplar-lower-edges",
	Title: "Turn edges into references to allocations on tiles",
	Doc: `Every variable gets one block per tile that holds elements of it. An edge that
shows consecutive elements of one block of its tile refers to the block; any other
edge gets a temporary, with copies before and after its compute set. An input whose
elements the vertex writes through another field gets a temporary too, so that it reads
the old values. States, tables, delta arrays, constants and stacks become allocations
too. The operations of the graph are replaced by the linked program, which may be edited
in the text.

    poplar.tile 0 {
      poplar.alloc "v0.state" size 8 align 4 kind state
      poplar.alloc "x.t0" size 32 align 8 kind data
    }
    poplar.storage "x" : !poplar.tensor<8xf32> {
      poplar.run 0 to 8 tile 0 in "x.t0" + 0
    }
    poplar.compute_set @cs {
      poplar.state 0 @"demo::P" on 0 in "v0.state" {
        poplar.refer @x to ["x.t0"] offsets [0] counts [8]
      }
    }
    poplar.moves before @cs {
      poplar.move tile 1 in "x.t1" + 0 to tile 0 in "v0.src.tmp" + 0 bytes 64
    }`,
	Options:  LowerEdgesOptions{},
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Run: func(c *passes.Context) (bool, error) {
		o := link.Options{StrictLocal: passes.OptionsOf[LowerEdgesOptions](c).StrictLocal}
		changed := false
		for g := range unlowered(c) {
			changed = lowerGraph(c, g, o) || changed
		}
		return changed, nil
	},
}

// PoplarPlaceOptions are the options of PoplarPlace.
type PlaceOptions struct {
	Reuse bool   `opt:"reuse" help:"let temporaries of different compute sets share memory"`
	Order string `opt:"order" values:"size,creation" help:"place larger allocations first, or in the order of the program"`
}

// PoplarPlace is poplar-place.
var Place = &passes.Pass{
	Name:  "poplar-place",
	Title: "Choose addresses for the allocations of every tile",
	Doc: `Places allocations under their alignments, regions, address ranges and the memory
constraints of the vertices. A written address is kept. Equal input gives equal
addresses. With reuse, temporaries of different compute sets may overlap, because
each is filled before its set and read after it. In a graph with hidden variables whose program has no loops and decisions, variables and
temporaries overlap that no step uses at the same time.

    poplar.alloc "x.t0" size 32 align 8 kind data
    →
    poplar.alloc "x.t0" at 0x4c000 size 32 align 8 kind data`,
	Options:  PlaceOptions{Order: "size"},
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Run: func(c *passes.Context) (bool, error) {
		return eachProgram(c, func(p *program.Program) bool {
			rw, o := c.Rewriter(nil), passes.OptionsOf[PlaceOptions](c)
			var problems placeProblems
			for _, t := range p.Tiles {
				if c.Err() != nil {
					break
				}
				addrs, err := place.Place(&p.Target, &t.Tile, place.Options{Reuse: o.Reuse || p.Clocked(), InOrder: o.Order == "creation"})
				if err != nil {
					problems.add(t, err)
					continue
				}
				for i, op := range t.Ops {
					rw.Modify(op, func() { ir.Cast[poplar.AllocOp](op).SetAddress(addrs[i]) })
					t.Demands[i].Fixed, t.Demands[i].HasFixed = addrs[i], true
				}
			}
			problems.report(c)
			linkedProgram.Renew(c, p.Op, p)
			return true
		}), nil
	},
}

// placeProblems collects problems of tiles. Problems with the same code about operations from the
// same place in the text, such as the blocks of a variable, are reported once.
type placeProblems struct {
	list  []*ir.Diagnostic
	tiles [][]int // of each
	seen  map[placeKey]int
}

type placeKey struct {
	code string
	at   ir.Location
}

func (ps *placeProblems) add(t *program.Tile, err error) {
	d := placeProblem(t, err)
	key := placeKey{d.Code, d.Loc}
	i, known := ps.seen[key]
	if !known {
		if ps.seen == nil {
			ps.seen = map[placeKey]int{}
		}
		i = len(ps.list)
		ps.seen[key] = i
		ps.list = append(ps.list, d)
		ps.tiles = append(ps.tiles, nil)
	}
	ps.tiles[i] = append(ps.tiles[i], t.Number)
}

func (ps *placeProblems) report(c *passes.Context) {
	for i, d := range ps.list {
		if n := len(ps.tiles[i]); n > 1 {
			d.Note(d.Loc, "so on %d tiles, from tile %d to tile %d", n, ps.tiles[i][0], ps.tiles[i][n-1])
		}
		c.Report(d)
	}
}

// placeProblem is a problem at the allocation that it is about.
func placeProblem(t *program.Tile, err error) *ir.Diagnostic {
	var e *place.Error
	if !errors.As(err, &e) {
		return t.Op.Errorf("%v", err)
	}
	d := t.Ops[e.At].OpError(poplar.Codes, e.Err)
	if e.Other >= 0 && e.Other != e.At {
		d.Note(t.Ops[e.Other].Loc(), "the other allocation is here")
	}
	if e.Err.Code == "out-of-memory" && t.Demands[e.At].Kind == "data" {
		d.HintNote(d.Loc, "'poplar.map_linear %%tensor' spreads the elements over the tiles; 'poplar.set_tile_mapping %%tensor #poplar.mapping<0: 0..50; 1: 50..100>' says which elements are on which tile")
	}
	return d.Note(t.Op.Loc(), "on tile %d with %s", t.Number, lower.Noun{One: "allocation", Many: "allocations"}.Count(len(t.Demands)))
}

// PoplarVerifyPlacement is poplar-verify-placement.
var VerifyPlacement = &passes.Pass{
	Name:  "poplar-verify-placement",
	Title: "Check addresses against every demand, independently of the placer",
	Doc: `Tests the demands of all allocations on the addresses in the IR: range, alignment,
overlap, regions, memory elements.`,
	Anchor: []ir.OpKind{ir.ModuleOp{}},
	Run: func(c *passes.Context) (bool, error) {
		eachProgram(c, func(p *program.Program) bool {
			for _, t := range p.Tiles {
				if c.Err() != nil {
					break
				}
				addrs, err := t.Addresses()
				if err != nil {
					c.Fail(err)
					continue
				}
				for _, err := range place.Check(&p.Target, &t.Tile, addrs) {
					c.Report(placeProblem(t, err))
				}
			}
			return false
		})
		return false, nil
	},
}

// PoplarPackState is poplar-pack-state.
var PackState = &passes.Pass{
	Name:  "poplar-pack-state",
	Title: "Encode states, tables, delta arrays and constants as bytes",
	Doc: `Writes the contents of tile memory at the start of the program, and checks
poplar.assert_bytes.

    poplar.bytes "v0.state" = dense<[0, 192, 4, 0, 16, 0, 0, 0]> : tensor<8xui8>`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Run: func(c *passes.Context) (bool, error) {
		return eachProgram(c, func(p *program.Program) bool {
			err := pack.States(c, p)
			c.Fail(err)
			if err != nil || c.Err() != nil {
				return false
			}
			rw := c.Rewriter(nil)
			rw.Loc = p.Op.Loc()
			for t := range passes.Each(c, p.Tiles) {
				writeBytes(rw, t)
			}
			checkBytes(c, p)
			return true
		}), nil
	},
}

// writeBytes replaces the poplar.bytes of a tile by the contents of its allocations.
func writeBytes(rw *ir.Rewriter, t *program.Tile) {
	for op := range t.Op.Body().Ops() {
		if ir.Is[poplar.BytesOp](op) {
			rw.Erase(op)
		}
	}
	rw.AtEnd(t.Op.Body())
	t.WriteBytes(rw)
}

// checkBytes checks the poplar.assert_bytes of a graph, and of the module around it, and
// removes those that hold.
func checkBytes(c *passes.Context, p *program.Program) {
	chunks := sync.OnceValue(p.Chunks)
	check := func(op *ir.Operation) *ir.Diagnostic {
		assertBytes := ir.Cast[poplar.AssertBytesOp](op)
		want, given, _ := poplar.ParseBytes(assertBytes.Bytes())
		tile, addr := int(assertBytes.Tile()), uint64(assertBytes.Address())
		got, written := lower.NewChunks(chunks()[tile]).Peek(addr, len(want))
		if expected, found := poplar.PeekText(want, given), poplar.PeekText(got, written); expected != found {
			return assertFailed(op, expected, found).Note(p.Op.Loc(), "on tile %d at %#x of this graph", tile, addr)
		}
		return nil
	}
	assertions(c, p.Op, poplar.AssertBytesOp{}, check)
	assertions(c, c.Op, poplar.AssertBytesOp{}, check)
}
