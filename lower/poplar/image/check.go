package image

import (
	"slices"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
)

// Check tests that a manifest describes what can be on a device: it is of that
// target, everything lies in the memory of tiles that exist, allocations do not
// overlap, and what is referred to is described. Error manifest.
func (m *Manifest) Check(t *target.Target) error {
	c := manifestCheck{m: m, t: t}
	c.target()
	c.tiles()
	c.variables()
	c.vertices()
	c.program()
	if c.err == nil {
		return nil
	}
	return c.err
}

// manifestCheck keeps the first error.
type manifestCheck struct {
	m   *Manifest
	t   *target.Target
	err *diag.Error
}

func (c *manifestCheck) fail(format string, args ...any) *diag.Error {
	e := diag.Errorf("manifest", format, args...)
	if c.err == nil {
		c.err = e
	}
	return e
}

func (c *manifestCheck) target() {
	want, got := NewTargetRecord(c.t), c.m.Target
	if !slices.Equal(want.Layouts, got.Layouts) {
		c.fail("expected images for the target of the program, %s, but its layouts differ", want.Arch)
	}
	want.Layouts, got.Layouts = nil, nil
	if !sameRecord(want, got) {
		c.fail("expected images for the target of the program, %s, but they are for %s, or a field of the target differs", want.Arch, got.Arch)
	}
}

func sameRecord(a, b TargetRecord) bool {
	return a.Arch == b.Arch && a.NumIPUs == b.NumIPUs && a.TilesPerIPU == b.TilesPerIPU && a.BytesPerTile == b.BytesPerTile &&
		a.MemBase == b.MemBase && a.Region1Base == b.Region1Base && a.ElementBytes == b.ElementBytes &&
		a.Interleave == b.Interleave && a.InterleaveUnit == b.InterleaveUnit && a.Workers == b.Workers &&
		a.DataPathBits == b.DataPathBits && a.AtomicStore == b.AtomicStore && a.AddressBits == b.AddressBits
}

// extent tests that [addr, addr + size) lies in the memory of a tile.
func (c *manifestCheck) extent(what string, tile int, addr, size uint64) {
	base, end := c.t.MemBase, c.t.MemEnd()
	switch {
	case tile < 0 || tile >= c.t.NumTiles():
		c.fail("%s is on tile %d, but the device has %d tiles", what, tile, c.t.NumTiles())
	case addr < base || addr > end || size > end-addr:
		c.fail("%s at %s of %d bytes lies outside of tile memory [%s, %s)", what, target.Hex(addr), size, target.Hex(base), target.Hex(end))
	}
}

func (c *manifestCheck) tiles() {
	last := -1
	for _, t := range c.m.Tiles {
		if t.Tile <= last {
			c.fail("tile %d is listed twice or out of order", t.Tile)
		}
		last = t.Tile
		allocs := slices.Clone(t.Allocs)
		for _, a := range allocs {
			c.extent("'"+a.Name+"'", t.Tile, a.Addr, a.Size)
		}
		if c.err != nil {
			return
		}
		slices.SortStableFunc(allocs, func(a, b AllocRecord) int {
			if a.Addr != b.Addr {
				return int(int64(a.Addr) - int64(b.Addr))
			}
			return int(int64(a.Size) - int64(b.Size))
		})
		for i := 1; i < len(allocs); i++ {
			if a, b := &allocs[i-1], &allocs[i]; b.Size > 0 && a.Addr+a.Size > b.Addr {
				c.fail("'%s' and '%s' on tile %d overlap", a.Name, b.Name, t.Tile).
					Note("[%s, %s) and [%s, %s)", target.Hex(a.Addr), target.Hex(a.Addr+a.Size), target.Hex(b.Addr), target.Hex(b.Addr+b.Size))
			}
		}
	}
}

func (c *manifestCheck) variables() {
	names := map[string]bool{}
	for _, v := range c.m.Variables {
		e, err := scalar.Parse(v.Type)
		if err != nil {
			c.fail("variable '%s' has the unknown type '%s'", v.Name, v.Type)
			return
		}
		if names[v.Name] {
			c.fail("variable '%s' is listed twice", v.Name)
		}
		names[v.Name] = true
		n := int64(1)
		for _, extent := range v.Shape {
			if extent < 0 || extent > 0 && n > tilemap.MaxElems/extent {
				c.fail("variable '%s' has the impossible shape %v", v.Name, v.Shape)
				return
			}
			n *= extent
		}
		size, at := uint64(c.t.TypeSize(e)), int64(0)
		for _, r := range v.Runs {
			if r.Begin < at || r.End < r.Begin || r.End > n {
				c.fail("elements [%d, %d) of variable '%s' overlap others or leave its %d elements", r.Begin, r.End, v.Name, n)
				return
			}
			c.extent("variable '"+v.Name+"'", r.Tile, r.Addr, uint64(r.End-r.Begin)*size)
			at = r.End
		}
	}
}

func (c *manifestCheck) vertices() {
	symbols := map[string]bool{}
	for _, s := range c.m.Symbols {
		symbols[s.Symbol] = true
	}
	ids := map[int]*VertexRecord{}
	for i := range c.m.Vertices {
		v := &c.m.Vertices[i]
		if ids[v.ID] != nil {
			c.fail("vertex %d is listed twice", v.ID)
		}
		ids[v.ID] = v
		if !symbols[v.Symbol] {
			c.fail("vertex %d is of '%s', which is not described", v.ID, v.Symbol)
		}
		c.extent("the state of a vertex", v.Tile, v.State, 0)
	}
	names := map[string]bool{}
	for i := range c.m.ComputeSets {
		s := &c.m.ComputeSets[i]
		if names[s.Name] {
			c.fail("compute set '%s' is listed twice", s.Name)
		}
		names[s.Name] = true
		for _, tv := range s.Vertices {
			for _, id := range tv.IDs {
				if v := ids[id]; v == nil || v.Tile != tv.Tile {
					c.fail("compute set '%s' runs vertex %d on tile %d, where it is not", s.Name, id, tv.Tile)
				}
			}
		}
		c.moves(s.Before)
		c.moves(s.After)
	}
}

func (c *manifestCheck) program() {
	names := map[string]bool{}
	for i := range c.m.ComputeSets {
		names[c.m.ComputeSets[i].Name] = true
	}
	for _, s := range c.m.Program {
		if s.Execute != "" && !names[s.Execute] {
			c.fail("the program executes compute set '%s', which is not described", s.Execute)
		}
		c.moves(s.Copy)
	}
}

func (c *manifestCheck) moves(list []MoveRecord) {
	for _, m := range list {
		c.extent("the source of a copy", m.FromTile, m.From, m.Bytes)
		c.extent("the destination of a copy", m.ToTile, m.To, m.Bytes)
	}
}
