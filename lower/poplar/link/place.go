package link

import (
	"fmt"

	"optc/diag"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/lower/poplar/image"
	"optc/lower/poplar/place"
)

// sortAllocs brings the allocations of every tile into the order of creation that
// the placer assumes: stacks, states with their tables, temporaries, blocks by
// variable. Blocks were made before temporaries, because edges look for them;
// here they move behind.
func (l *linker) sortAllocs() {
	renumber := map[int][]int{} // tile → new index by old index
	for _, t := range l.Tiles {
		index := make([]int, len(t.Demands))
		var demands []place.Demand
		var data [][]byte
		for pass := range 2 {
			for i, d := range t.Demands {
				if (d.Kind == "data") == (pass == 1) {
					index[i] = len(demands)
					demands = append(demands, d)
					data = append(data, t.Data[i])
				}
			}
		}
		t.Demands, t.Data = demands, data
		for _, pairs := range [][]place.Pair{t.Elements, t.Regions} {
			for i, p := range pairs {
				a, b := index[p.A], index[p.B]
				pairs[i] = place.Pair{A: min(a, b), B: max(a, b)}
			}
		}
		renumber[t.Tile] = index
	}
	fix := func(r *Ref) { r.Alloc = renumber[r.Tile][r.Alloc] }
	for _, s := range l.Sets {
		for _, v := range s.Vertices {
			index := renumber[v.Tile]
			v.State = index[v.State]
			for i := range v.Operands {
				op := &v.Operands[i]
				if op.Indirect >= 0 {
					op.Indirect = index[op.Indirect]
				}
				for k := range op.Data {
					if op.Data[k].Count > 0 {
						fix(&op.Data[k].Ref)
					}
				}
			}
		}
		for _, moves := range [][]Move{s.Before, s.After} {
			for i := range moves {
				fix(&moves[i].From)
				fix(&moves[i].To)
			}
		}
	}
	for i := range l.blocks {
		fix(&l.blocks[i])
	}
}

// Addresses holds the address of every allocation, by tile and demand.
type Addresses map[int][]uint64

// Of returns the address of a reference.
func (a Addresses) Of(r Ref) uint64 { return a[r.Tile][r.Alloc] + r.Offset }

// Place chooses addresses for all tiles. Errors as Place, with the tile in a note.
func (l *Program) Place() (Addresses, []error) {
	addrs := Addresses{}
	var errs []error
	for _, t := range l.Tiles {
		a, err := place.Place(l.Target, &t.Layout)
		if err != nil {
			errs = append(errs, diag.Note(err, "on tile %d with %d allocations", t.Tile, len(t.Demands)))
			continue
		}
		addrs[t.Tile] = a
	}
	return addrs, errs
}

// Pack encodes what is written before the program runs: states, tables, delta
// arrays and constants. The chunks of a tile are in the order of its demands.
// Errors name the vertex and the field.
func (l *Program) Pack(info func(*graph.VertexClass) *ClassInfo, addrs Addresses) (map[int][]image.Chunk, []error) {
	chunks := map[int][]image.Chunk{}
	var errs []error
	for _, t := range l.Tiles {
		for i, data := range t.Data {
			if len(data) > 0 {
				chunks[t.Tile] = append(chunks[t.Tile], image.Chunk{Addr: addrs[t.Tile][i], Bytes: data})
			}
		}
	}
	for _, s := range l.Sets {
		for _, v := range s.Vertices {
			state, indirect, fieldErrs := v.pack(l.Target, info(v.Class), addrs)
			for _, e := range fieldErrs {
				errs = append(errs, &Error{Vertex: v.Vertex, Err: vertexError(v, e)})
			}
			chunks[v.Tile] = append(chunks[v.Tile], image.Chunk{Addr: addrs[v.Tile][v.State], Bytes: state})
			chunks[v.Tile] = append(chunks[v.Tile], indirect...)
		}
	}
	return chunks, errs
}

func vertexError(v *Vertex, e *vertex.FieldError) error {
	d, ok := e.Err.(*diag.Error)
	if !ok {
		return e
	}
	out := *d
	out.Msg = fmt.Sprintf("field '%s' of '%s': %s", e.Name, v.Class.Name, d.Msg)
	return out.Note("vertex %d on tile %d", v.ID, v.Tile)
}

// pack encodes the state of a vertex.
func (v *Vertex) pack(t *target.Target, info *ClassInfo, addrs Addresses) (state []byte, indirect []image.Chunk, errs []*vertex.FieldError) {
	ops := make([]vertex.Operand, len(v.Operands))
	for i, lo := range v.Operands {
		ops[i].Plain = lo.Plain
		extents := make([]vertex.Extent, len(lo.Data))
		for k, x := range lo.Data {
			if x.Count > 0 {
				extents[k] = vertex.Extent{Addr: addrs.Of(x.Ref), Count: x.Count}
			}
		}
		if lo.Indirect >= 0 {
			ops[i].Subs, ops[i].Indirect = extents, addrs[v.Tile][lo.Indirect]
		} else if len(extents) > 0 {
			ops[i].Data = extents[0]
		}
	}
	state, errs = info.State.AppendState(nil, t, ops, func(addr uint64, b []byte) {
		indirect = append(indirect, image.Chunk{Addr: addr, Bytes: append([]byte(nil), b...)})
	})
	return state, indirect, errs
}

// Moves resolves copies; neighbours that continue each other are merged.
func (a Addresses) Moves(moves []Move) []image.MoveRecord {
	out := []image.MoveRecord{}
	for _, m := range moves {
		r := image.MoveRecord{FromTile: m.From.Tile, From: a.Of(m.From), ToTile: m.To.Tile, To: a.Of(m.To), Bytes: m.Bytes}
		if k := len(out) - 1; k >= 0 {
			p := &out[k]
			if p.FromTile == r.FromTile && p.ToTile == r.ToTile && p.From+p.Bytes == r.From && p.To+p.Bytes == r.To {
				p.Bytes += r.Bytes
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

// Runs returns where the elements of a variable lie, ascending by element.
func (l *Program) Runs(v *graph.Variable, addrs Addresses) []image.ElementRun {
	runs := []image.ElementRun{}
	if m := l.vars[v]; m != nil {
		for r := range m.Runs() {
			block := l.blocks[r.Unit]
			runs = append(runs, image.ElementRun{Begin: r.Index, End: r.Index + r.Len, Tile: block.Tile, Addr: addrs.Of(block) + uint64(r.Offset)})
		}
	}
	return runs
}

// Record describes an allocation for the manifest; written says that it has
// content before the program runs.
func Record(t *target.Target, d *place.Demand, addr uint64, written bool) image.AllocRecord {
	r := image.AllocRecord{Name: d.Name, Kind: d.Kind, Addr: addr, Size: d.Size, Align: d.Align, Elements: []int{}, Region: t.RegionOf(addr), Written: written}
	if d.Size > 0 {
		for e := t.ElementOf(addr); e <= t.ElementOf(addr+d.Size-1); e++ {
			r.Elements = append(r.Elements, e)
		}
	}
	return r
}
