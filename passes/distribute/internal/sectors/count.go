package sectors

import (
	"cmp"
	"fmt"
	"slices"

	"optc/diag"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/change"
	"optc/num"
	"optc/passes/distribute/internal/core"
	"optc/passes/vectors"
)

// sectorCount is the number of sectors of global memory that the threads of a subgroup touch in an operation. A
// mask counts as on everywhere, and an index that is not constant counts as beginning a sector.
type sectorCount struct {
	verb     string
	accesses vectorAccesses
	sector   int64 // bytes
	touched  int64 // the least number, if most is larger
	most     int64
	together int64  // the number if the bytes of each access were contiguous
	unknown  string // the reason why touched and most differ
}

// text describes the accesses in a sentence.
func (s *sectorCount) text() string {
	touch := "threads touch"
	if len(s.accesses.lanes) == 1 {
		touch = "thread touches"
	}
	begin := fmt.Sprintf("%s %s; %d %s ", s.verb, s.accesses.text(), len(s.accesses.lanes), touch)
	switch {
	case s.touched < s.most:
		return begin + fmt.Sprintf("from %d to %s of %d bytes, as %s decide", s.touched, diag.Counted(s.most, "sector"), s.sector, s.unknown)
	case s.unknown != "":
		return begin + fmt.Sprintf("%s of %d bytes, whatever %s are", diag.Counted(s.touched, "sector"), s.sector, s.unknown)
	case s.touched > s.together:
		return begin + fmt.Sprintf("%s of %d bytes, %d if the bytes of each access were neighbours", diag.Counted(s.touched, "sector"), s.sector, s.together)
	}
	return begin + fmt.Sprintf("%s of %d bytes, the least", diag.Counted(s.touched, "sector"), s.sector)
}

// AccessCount is the number of sectors of global memory that the threads of a subgroup touch in an operation.
type AccessCount struct {
	Verb        string // what a thread does: "reads", "writes", "gathers", "scatters" or "stores"
	Text        string // a description that begins with the verb
	Least, Most int64  // sectors; Least and Most differ if unknown indices decide
}

// CountAccesses returns a function that counts the sectors that the threads of a subgroup of a chip touch when they read or write the
// value of a to_layout: in transfers, gathers, scatters and map_stores of module.
func CountAccesses(module *ir.Operation, chip gpu.Chip, subgroup int64) func(op vectorext.ToLayoutOp) []AccessCount {
	known := vectors.IndicesIn(module)
	return func(op vectorext.ToLayoutOp) (list []AccessCount) {
		l := vectorext.LayoutOf(op.Operation())
		if l == nil {
			return nil
		}
		c := &accessCounter{chip: chip, subgroup: subgroup}
		if f := ir.Enclosing[fn.FuncOp](op.Operation()); f.Ok() {
			if t := ireecodegen.TranslationOf(f.Operation()); t != nil {
				c.subgroup = cmp.Or(t.SubgroupSize, subgroup)
			}
		}
		c.lanes = chip.Lanes(c.subgroup)
		add := func(of *ir.Operation, moved *ir.Value, kind ir.EffectKinds) {
			a, ok := ir.MoveOf(of)
			if !ok || a.Moved != moved || a.Kind != kind {
				return
			}
			if s, ok := c.sectors(of, &a, l, known); ok {
				list = append(list, AccessCount{Verb: s.verb, Text: s.text(), Least: s.touched, Most: s.most})
			}
		}
		add(op.Input().DefiningOp(), op.Input(), ir.Read)
		for use := op.Output().FirstUse(); use != nil; use = use.Next() {
			add(use.Owner(), op.Output(), ir.Write)
		}
		return list
	}
}

// sectors counts the sectors of an access of an operation to a vector in a layout.
func (c *accessCounter) sectors(op *ir.Operation, a *ir.Access, l vectorext.Distribution, known *vectors.Indices) (s *sectorCount, ok bool) {
	memory, ok := globalMemory(a.Memory.Type())
	if !ok || a.Packed || len(a.Chosen) > 0 && len(a.Indices) == 0 { // the memory has one element, and no dimension to index
		return nil, false
	}
	if a.Body != nil {
		s, ok = c.count("stores", l, memory, newMappedPlace(a, memory, l, known))
		return s, ok && len(s.accesses.widths) > 0
	}
	place := newVectorPlace(memory, a.Indices, l.UndistributedShape(), a.Map.Results)
	place.once = a.Kind == ir.Write
	if len(a.Chosen) > 0 {
		addChoices(&place, a, memory, l, known)
	}
	return c.count(verbOf(op, a), l, memory, place)
}

// verbOf names what a thread does in an access.
func verbOf(op *ir.Operation, a *ir.Access) string {
	verbs := [2]string{"reads", "writes"}
	if isIndexed(op, a) {
		verbs = [2]string{"gathers", "scatters"}
	}
	if a.Kind == ir.Read {
		return verbs[0]
	}
	return verbs[1]
}

// isIndexed reports whether an access has index vectors, or its operation may have some.
func isIndexed(op *ir.Operation, a *ir.Access) bool {
	return len(a.Chosen) > 0 || ir.IsAny(op, vectorext.TransferGatherOp{}, vectorext.TransferScatterOp{})
}

// globalMemory returns the type of memory whose sectors are counted.
func globalMemory(t ir.Type) (memory *ir.MemRefType, ok bool) {
	memory, ok = t.(*ir.MemRefType)
	return memory, ok && gpu.SpaceOf(memory) == gpu.Global
}

// count counts the sectors that a subgroup touches when each thread accesses its part of a vector in memory.
func (c *accessCounter) count(verb string, l vectorext.Distribution, memory *ir.MemRefType, place vectorPlace) (s *sectorCount, ok bool) {
	if core.PartSize(l) > core.MaxHeld {
		return nil, false
	}
	if _, offset, ok := memory.StridesAndOffset(); ok && offset != ir.Dynamic { // like an index that is not constant, another offset begins a sector
		place.first += offset
	}
	s = &sectorCount{verb: verb, sector: c.chip.Sector()}
	if s.accesses, ok = c.accessesOf(l, memory.Elem, place); !ok {
		return nil, false
	}
	grain := int64(0) // elements
	switch {
	case place.indexed != nil:
		grain, s.unknown = place.indexed.grain, place.indexed.unknown
	case place.mapped != nil && place.mapped.isBounded():
		grain, s.unknown = place.mapped.grain, "the indices that its region computes"
	}
	for k, list := range s.accesses.places {
		width := s.accesses.widths[k]
		touched, together := change.Sectors(list, width, s.sector)
		most := touched
		if picked := s.accesses.picked[k]; picked != nil {
			touched, most = boundSectors(list, picked, width, num.GCD(s.sector, grain*int64(ir.ElementBytes(memory.Elem))), s.sector)
			if whole, ok := sectorsOf(memory, s.sector); ok {
				most = min(most, whole)
			}
		}
		s.touched, s.most, s.together = s.touched+touched, s.most+most, s.together+together
	}
	return s, true
}

// sectorsOf returns the number of sectors of a whole memory, whose buffer begins with a sector.
func sectorsOf(memory *ir.MemRefType, sector int64) (n int64, ok bool) {
	strides, first, ok := memory.StridesAndOffset()
	if !ok || slices.Contains(strides, ir.Dynamic) || slices.Contains(memory.Dims, ir.Dynamic) {
		return 0, false
	}
	if first == ir.Dynamic {
		first = 0
	}
	last := first
	for k, size := range memory.Dims {
		first += (size - 1) * min(strides[k], 0)
		last += (size - 1) * max(strides[k], 0)
	}
	bytes := int64(ir.ElementBytes(memory.Elem))
	n, _ = change.Sectors([]int64{first * bytes}, (last-first+1)*bytes, sector)
	return n, true
}

// boundSectors returns the least and the largest number of sectors that threads touch in an access. Threads that use the
// same unknown indices have known distances; a group of them is moved by an unknown multiple of grain, which divides the sector.
func boundSectors(addresses []int64, picked []string, width, grain, sector int64) (least, most int64) {
	groups := map[string][]int64{}
	for i, at := range addresses {
		groups[picked[i]] = append(groups[picked[i]], at)
	}
	for _, list := range groups {
		few, many := int64(0), int64(0)
		for moved := int64(0); moved < sector; moved += grain {
			n, _ := change.Sectors(list, width, sector)
			if few == 0 || n < few {
				few = n
			}
			many = max(many, n)
			for i := range list {
				list[i] += grain
			}
		}
		least, most = max(least, few), most+many
	}
	return least, most
}
