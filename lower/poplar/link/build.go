package link

import (
	"optc/diag"
	"optc/dialect/poplar"
	"optc/ir"
	"optc/lower/poplar/image"
	"optc/lower/poplar/place"
)

// BuildTile appends the poplar.tile of a linked tile: one poplar.alloc per
// allocation, with addresses if they are known, and one poplar.bytes per
// allocation that chunks write.
func BuildTile(b *ir.Builder, t *Tile, addrs []uint64, chunks []image.Chunk) {
	c := b.Context()
	num := func(name string, v uint64) ir.NamedAttr { return ir.NamedAttr{Name: name, Value: c.I64Attr(int64(v))} }
	tile := b.Op(poplar.TileOp, nil, nil, num("tile", uint64(t.Tile)))
	at := b.Save()
	defer b.Restore(at)
	b.NewBlock(tile.Region(0), nil, b.Loc)
	for i := range t.Demands {
		d := &t.Demands[i]
		attrs := []ir.NamedAttr{
			{Name: "name", Value: c.Str(d.Name)}, num("size", d.Size), num("align", d.Align),
			{Name: "kind", Value: c.Str(d.Kind)},
		}
		if addrs != nil {
			attrs = append(attrs, num("address", addrs[i]))
		}
		if d.Region != place.AnyRegion {
			attrs = append(attrs, num("region", uint64(d.Region)))
		}
		b.Op(poplar.AllocOp, nil, nil, attrs...)
	}
	byAddr := make(map[uint64][]byte, len(chunks))
	for _, ch := range chunks {
		if len(ch.Bytes) > 0 {
			byAddr[ch.Addr] = ch.Bytes
		}
	}
	for i := range t.Demands {
		if d := &t.Demands[i]; addrs != nil && d.Size > 0 && byAddr[addrs[i]] != nil {
			b.Op(poplar.BytesOp, nil, nil,
				ir.NamedAttr{Name: "name", Value: c.Str(d.Name)},
				ir.NamedAttr{Name: "bytes", Value: c.Str(poplar.BytesText(byAddr[addrs[i]]))})
		}
	}
}

// BuildMoves appends the poplar.moves of one side of a compute set, unless there
// are none.
func BuildMoves(b *ir.Builder, l *Program, when, set string, moves []Move, addrs Addresses) {
	if len(moves) == 0 {
		return
	}
	c := b.Context()
	num := func(name string, v uint64) ir.NamedAttr { return ir.NamedAttr{Name: name, Value: c.I64Attr(int64(v))} }
	op := b.Op(poplar.MovesOp, nil, nil,
		ir.NamedAttr{Name: "when", Value: c.Str(when)},
		ir.NamedAttr{Name: "set", Value: c.SymbolRef(set)})
	at := b.Save()
	defer b.Restore(at)
	b.NewBlock(op.Region(0), nil, b.Loc)
	end := func(name string, r Ref) []ir.NamedAttr {
		attrs := []ir.NamedAttr{
			num(name+"_tile", uint64(r.Tile)),
			{Name: name, Value: c.Str(l.byTile[r.Tile].Demands[r.Alloc].Name)},
			num(name+"_offset", r.Offset),
		}
		if addrs != nil {
			attrs = append(attrs, num(name+"_address", addrs.Of(r)))
		}
		return attrs
	}
	for _, m := range moves {
		attrs := append(end("src", m.From), end("dst", m.To)...)
		b.Op(poplar.MoveOp, nil, nil, append(attrs, num("bytes", m.Bytes))...)
	}
}

// PlacedAddresses reads the addresses of a linked graph from its poplar.tile
// operations. The diagnostic says what is missing or does not fit the graph: the
// IR must have been placed and not changed since.
func PlacedAddresses(graph *ir.Operation, l *Program) (Addresses, *ir.Diagnostic) {
	addrs := Addresses{}
	for tile := range graph.Body().Ops() {
		if !poplar.TileOp.Is(tile) {
			continue
		}
		n := int(poplar.IntAttr(tile, "tile"))
		t := l.byTile[n]
		if t == nil {
			return nil, tile.Errorf("tile %d holds nothing of the graph", n)
		}
		list := make([]uint64, 0, len(t.Demands))
		for op := range tile.Body().Ops() {
			if !poplar.AllocOp.Is(op) {
				continue
			}
			k := len(list)
			switch {
			case k >= len(t.Demands) || t.Demands[k].Name != poplar.StrAttr(op, "name") || t.Demands[k].Size != uint64(poplar.IntAttr(op, "size")):
				return nil, op.OpError(poplar.Codes, diag.Errorf("unresolved", "allocations must be those that the graph needs; run poplar-lower-edges again"))
			case op.Attr("address") == nil:
				return nil, op.OpError(poplar.Codes, diag.Errorf("unresolved", "addresses must be resolved; run poplar-place first"))
			}
			list = append(list, uint64(poplar.IntAttr(op, "address")))
		}
		if len(list) != len(t.Demands) {
			return nil, tile.OpError(poplar.Codes, diag.Errorf("unresolved", "expected %d allocations, but got %d; run poplar-lower-edges again", len(t.Demands), len(list)))
		}
		addrs[n] = list
	}
	for _, t := range l.Tiles {
		if addrs[t.Tile] == nil {
			return nil, graph.OpError(poplar.Codes, diag.Errorf("unresolved", "tile %d must be lowered and placed before this pass", t.Tile))
		}
	}
	return addrs, nil
}
