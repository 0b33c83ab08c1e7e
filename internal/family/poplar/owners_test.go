package poplar

import (
	"fmt"
	"strings"
	"testing"

	"optc/internal/family/poplar/place"
	"optc/internal/family/poplar/program"
)

// TestOwners: the owner of each allocation of a tile.
func TestOwners(t *testing.T) {
	t.Parallel()
	p := &program.Program{}
	var at []program.Ref
	table := p.Tile(3).Add(place.Demand{Name: "table"})
	for i := range 6 {
		at = append(at, program.Ref{Tile: 3, Alloc: p.Tile(3).Add(place.Demand{Name: fmt.Sprint("a", i)})})
	}
	part := at[0]
	part.Offset = 4
	for name, refs := range map[string][]program.Ref{"x": {at[0], part}, "y": {at[1]}, "z": {at[1], at[2]}} {
		v := &program.Storage{Name: name}
		for _, r := range refs {
			v.Runs = append(v.Runs, program.AllocRun{Ref: r})
		}
		p.Variables = append(p.Variables, v)
	}
	c := &program.Class{Name: "C"}
	p.Sets = []*program.Set{
		{Vertices: []*program.BoundVertex{{Class: c, Tile: 3, State: 4, Fields: []program.BoundField{{Indirect: 5}, {Indirect: table}, {Indirect: -1}}}}},
		{Vertices: []*program.BoundVertex{{Class: c, Tile: 3, State: 4, Fields: []program.BoundField{{Indirect: -1}, {Indirect: 6}}}}},
	}
	var got []string
	for i, a := range describeAllocs(p)[3] {
		got = append(got, fmt.Sprintf("3/%d %s", i, a.Owner))
	}
	const want = "3/0 vertices C, 3/1 variable x, 3/2 several variables, 3/3 variable z, 3/4 vertices C, 3/5 vertices C, 3/6 vertices C"
	if got := strings.Join(got, ", "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestMoveRecords: the addresses of copies, and the steps of copies of several pieces.
func TestMoveRecords(t *testing.T) {
	t.Parallel()
	p := &program.Program{}
	p.Tile(1).Add(place.Demand{Fixed: 0x100, HasFixed: true})
	p.Tile(2).Add(place.Demand{Fixed: 0x200, HasFixed: true})
	from, to := program.Ref{Tile: 1, Offset: 4}, program.Ref{Tile: 2, Offset: 8}
	got := fmt.Sprint(moveRecords(p, []program.Move{
		{From: from, To: to, Bytes: 16, Count: 1},
		{From: to, To: from, Bytes: 4, Count: 2, FromStep: 12, ToStep: -4},
	}))
	const want = "[{1 260 2 520 16 0 0 0} {2 520 1 260 4 2 12 -4}]"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
