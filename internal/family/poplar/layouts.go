package poplar

import (
	"fmt"
	"slices"

	"optc/dialect/poplar/target"
	"optc/draw"
	"optc/internal/family/poplar/run"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/change"
	"optc/layout/picture"
	"optc/lower"
	"optc/num"
)

// changeLayout draws the cost of a layout change between tiles, or between the workers of a tile.
func changeLayout(name string, c *lower.LayoutChange) (*draw.Picture, error) {
	axis, units := c.To.Axes().Unit, max(c.From.Units(), c.To.Units())
	from, to := c.From, c.To
	if t, err := target.Lookup(name); err == nil && axis == axes.Worker {
		from, to = onWorkers(from, t.Workers), onWorkers(to, t.Workers)
		units = max(from.Units(), to.Units())
	}
	t, owner, err := tilesOf(name, axis, units)
	if err != nil {
		return nil, err
	}
	path := int64(t.DataPathBits / 8)
	x, err := layout.CountExchange(from, to, max(path/c.Cell, 1))
	if err != nil {
		return nil, err
	}
	tiles := tileChange{Target: &t, LayoutChange: c, Exchange: x, path: path}
	p := &draw.Picture{
		Title:  fmt.Sprintf("%s changes its layout over %s of %s", c.Tensor(c.Type), axis.Count(int64(units)), owner),
		Panels: []*draw.Panel{picture.Exchange(x, c.Cell, "")},
	}
	blocks, regular := change.Blocks(c.From, c.To)
	if regular {
		p.Panels = append(p.Panels, picture.Blocks(blocks, c.From.Axes(), c.To.Axes()))
		tiles.blocks = blocks
	}
	note, figures := picture.Moved(x, c.Cell)
	p.Notes, p.Figures = append(p.Notes, note), append(p.Figures, figures...)
	tiles.picture = p
	if axis == axes.Worker {
		tiles.workers()
		return p, nil
	}
	tiles.exchange()
	tiles.copies()
	tiles.memory()
	return p, nil
}

// tilesOf returns a target with the given number of tiles, or of workers per tile, and names their owner.
func tilesOf(name string, axis axes.Axis, units int) (t target.Target, owner string, err error) {
	if t, err = target.Lookup(name); err != nil {
		return t, "", err
	}
	if !t.IsTile() {
		return t, "", fmt.Errorf("%s has no tiles: all elements are in the memory of the host", name)
	}
	limit, owner := t.NumTiles(), name
	if axis == axes.Worker {
		limit, owner = t.Workers, "a tile of "+name
	}
	if units > limit {
		return t, "", fmt.Errorf("the layout needs %s, but %s has %d", axis.Count(int64(units)), owner, limit)
	}
	return t, owner, nil
}

// onWorkers returns the layout of the workers of a tile: as in distribution, digits of a worker's number are taken modulo their
// sizes, so that workers beyond the layout hold copies. It returns m if m has exactly that many workers, or if some elements would
// have no worker.
func onWorkers(m *layout.Map, workers int) *layout.Map {
	if m.Units() == workers {
		return m
	}
	t := layout.Table{Units: workers, Axes: m.Axes(), Width: m.Width(), Shape: m.Shape()}
	held := map[int64]bool{}
	for r := range m.Runs() {
		for u := r.Unit; u < workers; u += m.Units() {
			place := layout.Place{Unit: u, Offset: r.Offset}
			t.Runs = append(t.Runs, layout.Run{Index: r.Index, Len: r.Len, Place: place})
		}
		for i := r.Index; r.Unit < workers && i < r.Index+r.Len; i++ {
			held[i] = true
		}
	}
	shared, err := layout.NewTable(t)
	if err != nil || int64(len(held)) < m.Count() {
		return m
	}
	return shared
}

// traffic describes the accesses of a worker: one worker accesses memory at a time, with the whole data path.
func traffic(t *target.Target, element int64) change.Traffic {
	path := int64(t.DataPathBits / 8)
	return change.Traffic{Banks: change.Banks{Count: 1, Word: path}, Widest: path, Element: element, Subgroup: 1}
}

// accessLayout describes how a worker accesses memory that has the elements of a layout row by row.
func accessLayout(name string, m *layout.Map, elem ir.Type) ([]string, error) {
	axis := m.Axes().Unit
	t, _, err := tilesOf(name, axis, m.Units())
	if err != nil || axis != axes.Worker {
		return nil, err
	}
	element := int64(ir.ElementBytes(elem))
	rows, err := layout.RowMajor(m.Shape())
	if err != nil {
		return nil, err
	}
	a, err := change.AccessMemory(m, rows, traffic(&t, element), change.After, int64(t.DataPathBits/8))
	if err != nil {
		return nil, nil // too many registers
	}
	return []string{fmt.Sprintf("Where memory has the elements row by row as %s, a worker makes %d × %s to load or to store them, about %d cycles of the tile, because its %d workers issue in turn.",
		elem, a.Count, axes.Byte.Count(a.Width*element), a.Count*int64(t.Workers), t.Workers)}, nil
}

// tileChange describes a change of layout on tiles.
type tileChange struct {
	*target.Target
	*lower.LayoutChange
	*layout.Exchange
	path    int64          // bytes of the widest access
	blocks  []change.Block // nil if threads and registers are no sums of digits
	picture *draw.Picture
}

func (c *tileChange) note(format string, args ...any) {
	c.picture.Notes = append(c.picture.Notes, fmt.Sprintf(format, args...))
}

func (c *tileChange) figure(name string, value int64, unit string) {
	c.picture.Figures = append(c.picture.Figures, draw.Figure{Name: name, Value: value, Unit: unit})
}

// exchange returns how long the tiles exchange bytes.
func (c *tileChange) exchange() {
	if c.Between == 0 {
		c.note("No element changes its tile, so nothing is exchanged.")
		return
	}
	tile, cells := c.Busiest()
	bytes := cells * c.Cell
	cycles := num.CeilDiv(bytes, run.ExchangeBytes)
	c.note("The exchange takes about %d cycles: %d until all tiles are ready, and %d for the %s that %s, the busiest, receives or sends. "+
		"A tile receives and sends %d bytes in a cycle; bytes for several tiles are sent once.",
		run.SyncCycles+cycles, run.SyncCycles, cycles, axes.Byte.Count(bytes), axes.Tile.At(int64(tile)), run.ExchangeBytes)
	c.figure("synchronisation", run.SyncCycles, "cycles")
	c.figure("exchange", cycles, "cycles")
}

// copies returns how long the workers of a tile copy bytes to other places of their tile.
func (c *tileChange) copies() {
	if c.Within == 0 {
		return
	}
	tile := 0
	for i, n := range c.Accesses {
		if n > c.Accesses[tile] {
			tile = i
		}
	}
	each := num.CeilDiv(c.Accesses[tile], int64(c.Workers))
	cycles := 2 * each * int64(c.Workers)
	c.note("Copies within a tile take about %d cycles where its %d workers share them: in %s, the busiest, a worker makes %d × up to %d bytes to load and as many to store, "+
		"and workers issue in turn. They take %d more if both parts are in one memory element. The start of the vertex is not counted.",
		cycles, c.Workers, axes.Tile.At(int64(tile)), each, c.path, each*int64(c.Workers))
	c.figure("copies", cycles, "cycles")
}

// memory describes the memory that the parts of a tile are in.
func (c *tileChange) memory() {
	most := func(m *layout.Map) (bytes int64, err error) {
		for u := range m.Units() {
			lo, hi, err := m.Extent(u)
			if err != nil {
				return 0, err
			}
			bytes = max(bytes, (hi-lo)*c.Cell)
		}
		return bytes, nil
	}
	before, err1 := most(c.LayoutChange.From)
	after, err2 := most(c.LayoutChange.To)
	if err1 != nil || err2 != nil {
		c.note("The digits of the layouts do not show how many bytes a tile has.")
		return
	}
	plain := c.InterleavedIndex()
	c.note("A tile has at most %s before and %d after. Its memory has %d elements of %d bytes, and %d of %d bytes in which %d banks take turns every %d bytes; "+
		"poplar-place chooses among them. A load and a store in one cycle need different elements.",
		axes.Byte.Count(before), after, plain, c.ElementBytes, c.NumElements()-plain, c.ElementBytes*uint64(c.Interleave), c.Interleave, c.InterleaveUnit)
	c.figure("largest part before", before, "bytes")
	c.figure("largest part after", after, "bytes")
}

// workers returns how long the workers of a tile take. Workers cannot exchange values while they run, so that
// elements go through the memory of the tile.
func (c *tileChange) workers() {
	if c.Between == 0 {
		c.picture.Notes = append(c.picture.Notes, picture.OnlyRenamed(c.LayoutChange.From.Axes()))
		return
	}
	stores, loads := c.accesses()
	workers := int64(c.Workers)
	cycles := workers * (stores.Count + loads.Count)
	c.note("Workers cannot exchange values while they run: a first vertex stores the elements in the memory of the tile, and a second one loads them. "+
		"A worker makes %d × %s to store and %d × %s to load, %d at most.",
		stores.Count, axes.Byte.Count(stores.Width*c.Element), loads.Count, axes.Byte.Count(loads.Width*c.Element), c.path)
	c.note("The tile takes about %d cycles: its %d workers issue in turn, so that a tile takes %d times the instructions of its busiest worker, and no two workers access a memory element in one cycle. "+
		"The start of the vertices is not counted.", cycles, c.Workers, c.Workers)
	if bytes := stores.Width * c.Element; bytes < int64(c.AtomicStore) {
		c.note("A store of %s also writes its neighbours: %d bytes are stored at once. Workers lose values if two of them store parts of these bytes.", axes.Byte.Count(bytes), c.AtomicStore)
	}
	if n := max(c.LayoutChange.From.Units(), c.LayoutChange.To.Units()); n < c.Workers {
		c.note("The layouts tell %d of the %d workers apart: the others hold the same elements as the first ones.", n, c.Workers)
	}
	c.figure("stores of a worker", stores.Count, "accesses")
	c.figure("loads of a worker", loads.Count, "accesses")
	c.figure("workers", cycles, "cycles")
}

// accesses returns the accesses of a worker to a buffer in the memory of the tile. They are as wide as the runs of
// registers that are contiguous in both layouts; they are single elements if threads and registers are not sums of digits.
func (c *tileChange) accesses() (stores, loads change.Accesses) {
	if c.blocks == nil {
		held := func(m *layout.Map) change.Accesses {
			counts := make([]int64, m.Units())
			for r := range m.Runs() {
				counts[r.Unit] += r.Len
			}
			return change.Accesses{Width: 1, Count: slices.Max(counts)}
		}
		return held(c.LayoutChange.From), held(c.LayoutChange.To)
	}
	b := change.FindBuffer(c.blocks, traffic(c.Target, c.Element))
	return b.Write, b.Read
}
