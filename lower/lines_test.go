package lower_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/lower"
)

// TestCompareRecords: lines belong together by their texts, wherever they are.
func TestCompareRecords(t *testing.T) {
	t.Parallel()
	line := func(number int, text string, sectors int64) lower.LineCost {
		return lower.LineCost{File: "k.mlir", Line: number, Text: text, Sectors: sectors, LeastSectors: 4, Cycles: float64(sectors)}
	}
	before := lower.Record{
		CostParts: []lower.Cost{{Name: "loads", Cycles: 40}, {Name: "shuffles", Cycles: 2}},
		Lines:     []lower.LineCost{line(3, "load", 32), line(4, "shuffle", 0), line(5, "store", 8)},
	}
	after := lower.Record{
		CostParts: []lower.Cost{{Name: "loads", Cycles: 10}, {Name: "barriers", Cycles: 8}},
		Lines:     []lower.LineCost{line(7, "load", 4), line(9, "store", 8)},
	}
	var b strings.Builder
	if err := lower.CompareRecords(before, after).Write(&b); err != nil {
		t.Fatal(err)
	}
	want := `cycles                           before      after  change
  loads                              40         10  -75 %
  shuffles                            2             gone
  barriers                                       8  new
  all                                42         18  -57 %

- k.mlir:3: 32 cycles, 32 (4) sectors
+ k.mlir:7: 4 cycles, 4 sectors
    load

- k.mlir:4: 
    shuffle
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestFormatCycles: cycles of any size are short.
func TestFormatCycles(t *testing.T) {
	t.Parallel()
	for cycles, want := range map[float64]string{0: "", 0.25: "0.25", 9.99: "9.99", 10.6: "11", 123456: "123456", 1e308: "1e+308"} {
		if got := lower.FormatCycles(cycles); got != want {
			t.Errorf("%v: got %q, want %q", cycles, got, want)
		}
	}
}

// TestReadRecord refuses texts that are not a profile.
func TestReadRecord(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "{", "[]", "{}", `{"lines": 3}`, `{"parts": []}`} {
		if _, err := lower.ReadRecord([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "expected a profile as --profile-json writes it") {
			t.Errorf("%s: %v", text, err)
		}
	}
	r, err := lower.ReadRecord([]byte(`{"cycles": 1, "lines": [{"file": "a", "line": 2, "cycles": 1.5}]}`))
	if err != nil || len(r.Lines) != 1 || r.Lines[0].Cycles != 1.5 {
		t.Errorf("%+v %v", r, err)
	}
}

// TestPhasesPicture: units with the same times share a row, even if other units are between them.
func TestPhasesPicture(t *testing.T) {
	t.Parallel()
	p := &lower.Profile{
		Units: []lower.ProfileUnit{{Unit: "tile", Threads: []int64{1}}},
		Phases: []lower.ProfilePhase{
			{Step: "copy 1", Kind: lower.Sync, Runs: 1, Cycles: 30},
			{Step: "copy 1", Kind: lower.Exchange, Runs: 1, Cycles: 30, Units: lower.FoldUnits(map[int]int64{0: 15, 1: 15, 2: 30, 5: 15})},
			{Step: "add", Kind: lower.Compute, Runs: 1, Cycles: 60, Units: lower.FoldUnits(map[int]int64{0: 60, 1: 60, 5: 60})},
		},
	}
	want := `phases of the run
  cycles          0         20         40         60        80         100
  tile 0 to 1, 5 |.....copy 1.....=copy 1=        ##############add###############|  75 busy
  tile 2         |.....copy 1.....=====copy 1=====                                |  30 busy
`
	got := p.Draw().Text()
	if _, got, _ = strings.Cut(got, "phases of the run"); got == "" {
		t.Fatal(p.Draw().Text())
	}
	got, _, _ = strings.Cut("phases of the run"+got, "\n\n")
	if diff := cmp.Diff(want, got+"\n"); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
