package place

import (
	"cmp"
	"slices"

	"optc/dialect/poplar/target"
)

// Check tests addresses against every demand without using the placer's algorithm, and
// returns all violations.
func Check(t *target.Target, tile *Tile, addrs []uint64) (errs []*Error) {
	report := func(at, other int, code, format string, args ...any) {
		errs = append(errs, failed(at, other, code, format, args...))
	}
	byAddr := make([]int, len(addrs))
	for i := range byAddr {
		byAddr[i] = i
	}
	slices.SortFunc(byAddr, func(a, b int) int { return cmp.Or(cmp.Compare(addrs[a], addrs[b]), cmp.Compare(a, b)) })
	var before []int // spans that extend beyond the start of the next span
	for _, i := range byAddr {
		d, lo := &tile.Demands[i], addrs[i]
		hi := lo + d.Size
		if lo < t.MemBase || hi > t.MemEnd() || d.Range != (target.Range{}) && (lo < d.Range.Lo || hi > d.Range.Hi) {
			report(i, -1, "addr-range", "%s [%s, %s) is outside its range", d.Name, target.Hex(lo), target.Hex(hi))
		}
		if lo%d.Align != 0 {
			report(i, -1, "addr-align", "address %s of %s is not a multiple of %d", target.Hex(lo), d.Name, d.Align)
		}
		if d.Size == 0 {
			continue
		}
		if d.Region != AnyRegion && (t.RegionOf(lo) != d.Region || t.RegionOf(hi-1) != d.Region) {
			report(i, -1, "region-unsat", "%s [%s, %s) is not in region %d", d.Name, target.Hex(lo), target.Hex(hi), d.Region)
		}
		before = slices.DeleteFunc(before, func(k int) bool { return addrs[k]+tile.Demands[k].Size <= lo })
		for _, k := range before {
			if d.Life.Meets(tile.Demands[k].Life) {
				report(k, i, "out-of-memory", "%s overlaps %s", tile.Demands[k].Name, d.Name)
				break
			}
		}
		before = append(before, i)
	}
	for _, e := range tile.Elements {
		a, b := &tile.Demands[e.A], &tile.Demands[e.B]
		if a.Size == 0 || b.Size == 0 {
			continue
		}
		if t.ElementOf(addrs[e.A]) <= t.ElementOf(addrs[e.B]+b.Size-1) && t.ElementOf(addrs[e.B]) <= t.ElementOf(addrs[e.A]+a.Size-1) {
			report(e.A, e.B, "elem-unsat", "%s and %s share a memory element", a.Name, b.Name)
		}
	}
	for _, r := range tile.Regions {
		a, b := &tile.Demands[r.A], &tile.Demands[r.B]
		if a.Size == 0 || b.Size == 0 {
			continue
		}
		ra, rb := t.RegionOf(addrs[r.A]), t.RegionOf(addrs[r.B])
		if ra == rb || ra != t.RegionOf(addrs[r.A]+a.Size-1) || rb != t.RegionOf(addrs[r.B]+b.Size-1) {
			report(r.A, r.B, "region-unsat", "%s and %s are not wholly in different regions", a.Name, b.Name)
		}
	}
	return errs
}
