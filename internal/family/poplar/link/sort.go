package link

import (
	"optc/internal/family/poplar/place"
	"optc/internal/family/poplar/program"
	"optc/ir"
)

// sortAllocs sorts the allocations of every tile into the order of creation that the
// placer assumes: stacks, states with their tables, temporaries, blocks by variable.
// Blocks were made before temporaries, because edges look them up; here they move to the
// end.
func (l *linker) sortAllocs() {
	renumber := map[int][]int{} // tile → new index by old index, for tiles whose order changes
	for _, t := range l.Tiles {
		if blocksAreLast(t) {
			continue
		}
		n := len(t.Demands)
		index, demands, data, locs := make([]int, n), make([]place.Demand, 0, n), make([][]byte, 0, n), make([]ir.Location, 0, n)
		for pass := range 2 {
			for i, d := range t.Demands {
				if (d.Kind == "data") == (pass == 1) {
					index[i] = len(demands)
					demands = append(demands, d)
					data = append(data, t.Bytes[i])
					locs = append(locs, t.Locs[i])
				}
			}
		}
		t.Demands, t.Bytes, t.Locs = demands, data, locs
		for _, pairs := range [][]place.Pair{t.Elements, t.Regions} {
			for i, p := range pairs {
				a, b := index[p.A], index[p.B]
				pairs[i] = place.Pair{A: min(a, b), B: max(a, b)}
			}
		}
		renumber[t.Number] = index
	}
	if len(renumber) == 0 {
		return
	}
	fix := func(r *program.Ref) {
		if index := renumber[r.Tile]; index != nil {
			r.Alloc = index[r.Alloc]
		}
	}
	for _, s := range l.Sets {
		for _, v := range s.Vertices {
			index := renumber[v.Tile]
			if index == nil {
				continue
			}
			v.State = index[v.State]
			for i := range v.Fields {
				op := &v.Fields[i]
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
		for _, moves := range [][]program.Move{s.Before, s.After} {
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

// blocksAreLast reports whether no other allocation of a tile follows a block.
func blocksAreLast(t *program.Tile) bool {
	blocks := false
	for i := range t.Demands {
		data := t.Demands[i].Kind == "data"
		if blocks && !data {
			return false
		}
		blocks = data
	}
	return true
}
