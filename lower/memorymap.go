package lower

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"optc/dialect/poplar/target"
	"optc/lower/poplar/image"
)

// barWidth is the width in characters of the picture of a tile's memory.
const barWidth = 64

// kinds orders the kinds of allocations in the legend and gives each a letter.
var kinds = []struct {
	name   string
	letter byte
}{
	{"state", 'S'}, {"table", 'T'}, {"deltas", 'L'}, {"constant", 'C'},
	{"data", 'D'}, {"temporary", 'M'}, {"stack", 'K'},
}

// WriteMemoryMap writes what lies where, for people: per tile a picture of its
// memory, a table of allocations with gaps, and totals by kind; then the totals
// of all tiles. Tiles with the same allocations are described once.
func WriteMemoryMap(w io.Writer, t *target.Target, m *image.Manifest) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: tile memory [%#x, %#x), %d bytes", t.Arch, t.MemBase, t.MemEnd(), t.BytesPerTile)
	if t.HasInterleaved() {
		fmt.Fprintf(&b, "; interleaved from %#x", t.Region1Base)
	}
	fmt.Fprintf(&b, "\n%d tiles used, %d vertices\n", len(m.Tiles), len(m.Vertices))
	total := map[string]uint64{}
	for lo := 0; lo < len(m.Tiles); {
		hi := lo + 1
		for hi < len(m.Tiles) && sameShape(&m.Tiles[lo], &m.Tiles[hi]) {
			hi++
		}
		writeTile(&b, t, &m.Tiles[lo], m.Tiles[hi-1].Tile)
		for _, tile := range m.Tiles[lo:hi] {
			for _, a := range tile.Allocs {
				total[a.Kind] += a.Size
			}
		}
		lo = hi
	}
	b.WriteString("\nall tiles, bytes by kind:")
	for _, k := range kinds {
		if total[k.name] > 0 {
			fmt.Fprintf(&b, " %s %d", k.name, total[k.name])
		}
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

// sameShape tells whether two tiles differ in names only.
func sameShape(a, b *image.TileRecord) bool {
	return b.Tile > a.Tile && slices.EqualFunc(a.Allocs, b.Allocs, func(x, y image.AllocRecord) bool {
		return x.Kind == y.Kind && x.Addr == y.Addr && x.Size == y.Size && x.Align == y.Align
	})
}

func writeTile(b *strings.Builder, t *target.Target, tile *image.TileRecord, last int) {
	if last > tile.Tile {
		fmt.Fprintf(b, "\ntiles %d to %d\n", tile.Tile, last)
	} else {
		fmt.Fprintf(b, "\ntile %d\n", tile.Tile)
	}
	fmt.Fprintf(b, "  |%s|  %s\n", bar(t, tile), legend(tile))
	allocs := slices.Clone(tile.Allocs)
	slices.SortStableFunc(allocs, func(x, y image.AllocRecord) int { return cmp.Compare(x.Addr, y.Addr) })
	b.WriteString("  address    end        bytes  align  region  elements  kind       name\n")
	at := t.MemBase
	for _, a := range allocs {
		if a.Addr > at {
			fmt.Fprintf(b, "  %#08x   %#08x  %6d                           (free)\n", at, a.Addr, a.Addr-at)
		}
		fmt.Fprintf(b, "  %#08x   %#08x  %6d  %5d  %6d  %-8s  %-9s  %s\n",
			a.Addr, a.Addr+a.Size, a.Size, a.Align, a.Region, elements(a.Elements), a.Kind, a.Name)
		at = max(at, a.Addr+a.Size)
	}
	fmt.Fprintf(b, "  %#08x   %#08x  %6d                           (free)\n", at, t.MemEnd(), t.MemEnd()-at)
	fmt.Fprintf(b, "  %d bytes used, %d unused\n", t.BytesPerTile-tile.Unused, tile.Unused)
}

func elements(es []int) string {
	switch len(es) {
	case 0:
		return "-"
	case 1:
		return fmt.Sprint(es[0])
	}
	return fmt.Sprintf("%d-%d", es[0], es[len(es)-1])
}

// bar draws the memory of a tile, one character per 64th: the letter of the kind
// with most bytes there, a dot where nothing lies.
func bar(t *target.Target, tile *image.TileRecord) string {
	line := make([]byte, barWidth)
	for i := range line {
		lo := t.MemBase + uint64(i)*t.BytesPerTile/barWidth
		hi := t.MemBase + uint64(i+1)*t.BytesPerTile/barWidth
		use := map[string]uint64{}
		for _, a := range tile.Allocs {
			if from, to := max(lo, a.Addr), min(hi, a.Addr+a.Size); from < to {
				use[a.Kind] += to - from
			}
		}
		line[i] = '.'
		most := uint64(0)
		for _, k := range kinds {
			if use[k.name] > most {
				most, line[i] = use[k.name], k.letter
			}
		}
	}
	return string(line)
}

func legend(tile *image.TileRecord) string {
	var parts []string
	for _, k := range kinds {
		if slices.ContainsFunc(tile.Allocs, func(a image.AllocRecord) bool { return a.Kind == k.name }) {
			parts = append(parts, string(k.letter)+" "+k.name)
		}
	}
	return strings.Join(parts, ", ")
}
