package vectorext_test

import (
	"fmt"
	"testing"

	"optc/dialect/all"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
	"optc/parser"
)

// mapOf returns the map of a nested layout of a matrix in one subgroup of 32 threads.
func mapOf(t *testing.T, outer, threads, elements, strides string) *layout.Map {
	t.Helper()
	a, err := parser.ParseAttr(all.Context(), fmt.Sprintf("#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = %s, thread_tile = %s, "+
		"element_tile = %s, subgroup_strides = [0, 0], thread_strides = %s>", outer, threads, elements, strides), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := a.(*vectorext.NestedLayout).UnitMap(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPlay carries out the steps of changes: shuffles, and writes with the reads after them, bring every element to its new place.
func TestPlay(t *testing.T) {
	t.Parallel()
	f32 := ir.Type(all.Context().F32())
	for _, maps := range [][2]*layout.Map{
		{mapOf(t, "[1, 1]", "[8, 4]", "[1, 4]", "[4, 1]"), mapOf(t, "[2, 1]", "[4, 8]", "[1, 2]", "[8, 1]")},
		{mapOf(t, "[2, 1]", "[8, 4]", "[1, 4]", "[4, 1]"), mapOf(t, "[1, 2]", "[4, 8]", "[4, 1]", "[1, 4]")},
	} {
		p, err := vectorext.PlayChange(maps[0], maps[1], f32, "", 32)
		if err != nil {
			t.Fatal(err)
		}
		shuffled, buffer, read := map[layout.Place]int64{}, map[layout.Place]int64{}, map[layout.Place]int64{}
		held := func(at layout.Place) int64 { return maps[0].Invert(at.Unit, at.Offset).Index }
		for i := range p.Steps {
			s := &p.Steps[i]
			for _, m := range s.Moves {
				switch s.Way {
				case "shuffle":
					shuffled[m.To] = held(m.From)
				case "write":
					buffer[m.To] = held(m.From)
				case "read":
					read[m.To] = buffer[m.From]
				}
			}
			if pic := p.Draw(i); len(pic.Panels) < 2 || pic.SVG() == "" {
				t.Errorf("%s has no picture", s.Name())
			}
		}
		for index := range maps[1].Count() {
			at, _ := maps[1].LocateIndex(index)
			before, _ := maps[0].LocateIndex(index)
			if got, ok := shuffled[at]; ok && got != index || !ok && before.Unit != at.Unit {
				t.Errorf("shuffles bring %d to %v, want %d", got, at, index)
			}
			if got, ok := read[at]; !ok || got != index {
				t.Errorf("memory brings %d to %v, want %d", got, at, index)
			}
		}
	}
	if p, err := vectorext.PlayChange(mapOf(t, "[1, 1]", "[8, 4]", "[1, 4]", "[4, 1]"), mapOf(t, "[1, 1]", "[8, 4]", "[1, 4]", "[4, 1]"), f32, "", 32); err != nil || len(p.Steps) != 0 {
		t.Errorf("a change of nothing has steps: %v", err)
	}
}
