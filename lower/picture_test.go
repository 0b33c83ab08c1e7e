package lower_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/lower"
)

// Allocations with lives are drawn over the steps of the program: allocations that are
// never in use together may share addresses.
func TestDrawOverTime(t *testing.T) {
	t.Parallel()
	p := program()
	p.Steps = []string{"load", "add", "store"}
	p.Memories[0].Regions = []lower.Region{{Name: "bank 0", From: 0x100, To: 0x120}, {Name: "bank 1", From: 0x120, To: 0x140}}
	p.Units[0].Allocs = []lower.Alloc{
		{Name: "main", Kind: "code", Addr: 0x100, Size: 16, Align: 4},
		{Name: "x", Kind: "data", Addr: 0x110, Size: 48, Align: 4, Life: lower.Life{From: 0, To: 2}},
		{Name: "y", Kind: "data", Addr: 0x120, Size: 8, Align: 4, Life: lower.Life{From: 2, To: 3}},
	}
	pictures, err := lower.Draw(p, "cell 1")
	if err != nil {
		t.Fatal(err)
	}
	want := `cell 1
          |            bank 0             |            bank 1             |
  address  0x100   0x108   0x110   0x118   0x120   0x128   0x130   0x138
  0 load  |CCCCCCmainCCCCCCDDDDDDDDDDDDDDDDDDDDDDDxDDDDDDDDDDDDDDDDDDDDDDDD|
  1 add   |CCCCCCmainCCCCCCDDDDDDDDDDDDDDDDDDDDDDDxDDDDDDDDDDDDDDDDDDDDDDDD|
  2 store |CCCCCCmainCCCCCC                DDDyDDDD                        |

D data, C code

64 bytes used, 0 unused
`
	if diff := cmp.Diff(want, pictures.Text()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

// A memory may distinguish allocations, by a letter and a colour each.
func TestDrawApart(t *testing.T) {
	t.Parallel()
	p := program()
	p.Memories[0].Apart = true
	p.Units[0].Allocs = []lower.Alloc{
		{Name: "%0: u8", Label: "first", Kind: "data", Addr: 0x100, Size: 4, Align: 4},
		{Name: "%1: u8", Label: "second", Kind: "data", Addr: 0x104, Size: 60, Align: 4},
	}
	pictures, err := lower.Draw(p, "")
	if err != nil {
		t.Fatal(err)
	}
	want := `cell 1
  address  0x100   0x108   0x110   0x118   0x120   0x128   0x130   0x138
          |aaaabbbbbbbbbbbbbbbbbbbbbbbbbb second bbbbbbbbbbbbbbbbbbbbbbbbbb|

a first, b second

64 bytes used, 0 unused
`
	if diff := cmp.Diff(want, pictures.Text()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

// A gap ends a panel if it is larger than all used ranges together.
func TestDrawGaps(t *testing.T) {
	t.Parallel()
	for gap, want := range map[uint64]int{0: 1, 7: 1, 8: 1, 9: 2} {
		p := program()
		p.Units[0].Allocs = []lower.Alloc{
			{Name: "a", Kind: "data", Addr: 0x104, Size: 5, Align: 1},
			{Name: "b", Kind: "data", Addr: 0x109 + gap, Size: 3, Align: 1},
		}
		pictures, err := lower.Draw(p, "")
		if err != nil || len(pictures) != 1 || len(pictures[0].Panels) != want {
			t.Errorf("a gap of %d: %v, %v, want %d panels", gap, pictures, err, want)
		}
	}
}

func TestDrawOneUnit(t *testing.T) {
	t.Parallel()
	p := program()
	for at, want := range map[string]bool{"": true, "1": true, "cell 1": true, "0": false, "tile 1": false, "x": false} {
		pictures, err := lower.Draw(p, at)
		if want && (err != nil || len(pictures) != 1) || !want && diag.CodeOf(err) != "no-unit" {
			t.Errorf("at %q: %d pictures, error %v", at, len(pictures), err)
		}
	}
}

// Units with the same allocations are drawn once if their numbers are consecutive.
func TestDrawAlike(t *testing.T) {
	t.Parallel()
	p := program()
	first := p.Units[0]
	for _, number := range []int{2, 4, 5} {
		unit := *first
		unit.Number = number
		p.Units = append(p.Units, &unit)
	}
	pictures, err := lower.Draw(p, "")
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, picture := range pictures {
		titles = append(titles, picture.Title)
	}
	if diff := cmp.Diff([]string{"cells 1 to 2", "cells 4 to 5"}, titles); diff != "" {
		t.Errorf("titles (-want +got):\n%s", diff)
	}
}
