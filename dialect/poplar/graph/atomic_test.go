package graph

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/vertex"
	"optc/internal/testing/targettest"
)

func TestCheckSplit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arch  string
		elem  scalar.Type
		split WorkerSplit
		want  string
	}{
		{arch: "ipu2", elem: scalar.Half, split: WorkerSplit{Grain: 5}, want: "worker 0 and worker 1 write parts of the same 4-byte word at byte 8 [atomic-hazard]; " +
			"parts of 5 elements of 2 bytes: the second part starts at byte 10, 10 mod 4 = 2; a grain that is a multiple of 2 is safe, and so is code that asks for its part with poplar.part"},
		{arch: "ipu2", elem: scalar.Half, split: WorkerSplit{Grain: 6}},
		{arch: "ipu2", elem: scalar.Char, split: WorkerSplit{Grain: 8}},
		{arch: "ipu2", elem: scalar.Char, split: WorkerSplit{Grain: 6}, want: "worker 0 and worker 1 write parts of the same 4-byte word at byte 4 [atomic-hazard]; " +
			"parts of 6 elements of 1 bytes: the second part starts at byte 6, 6 mod 4 = 2; a grain that is a multiple of 4 is safe, and so is code that asks for its part with poplar.part"},
		{arch: "ipu2", elem: scalar.Float, split: WorkerSplit{Grain: 1}},
		{arch: "ipu2", elem: scalar.Float, split: WorkerSplit{Strided: true}},
		{arch: "ipu2", elem: scalar.LongLong, split: WorkerSplit{Strided: true}},
		{arch: "ipu2", elem: scalar.Half, split: WorkerSplit{Strided: true}, want: "worker 0 and worker 1 write parts of the same 4-byte word at byte 0 [atomic-hazard]; " +
			"elements of 2 bytes go to the workers in turn; element 1 starts at byte 2, 2 mod 4 = 2"},
		{arch: "cpu", elem: scalar.Char, split: WorkerSplit{Strided: true}},
		{arch: "ipu2", elem: scalar.Half, split: WorkerSplit{}, want: "cannot split: grain 0 is not positive [split-bad]"},
	} {
		tg := targettest.New(t, c.arch)
		got := ""
		if err := CheckSplit(&tg, c.elem, c.split); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s %s %+v:\n got %s\nwant %s", c.arch, c.elem, c.split, got, c.want)
		}
	}
}

// A contiguous split is reported exactly when byte ranges of two workers share an atom.
func TestCheckSplitAgainstRanges(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu2")
	for _, e := range scalar.Types() {
		for grain := 1; grain <= 9; grain++ {
			var writes []Write
			part := uint64(grain * tg.TypeSize(e))
			for w := range uint64(tg.Workers) {
				writes = append(writes, Write{int(w), vertex.ByteRange{Lo: 0x50000 + w*part, Hi: 0x50000 + (w+1)*part}})
			}
			hazard := diag.CodeOf(CheckSplit(&tg, e, WorkerSplit{Grain: grain})) == "atomic-hazard"
			if clashes := AtomClashes(&tg, writes); hazard != (len(clashes) > 0) {
				t.Errorf("%s, grain %d: hazard %v, but clashes %v", e, grain, hazard, clashes)
			}
			if safe := grain%AtomicGrain(&tg, e) == 0; safe == hazard {
				t.Errorf("%s, grain %d: hazard %v, atomic grain %d", e, grain, hazard, AtomicGrain(&tg, e))
			}
		}
	}
}

func TestAtomClashes(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu2")
	w := func(writer int, lo, hi uint64) Write { return Write{writer, vertex.ByteRange{Lo: lo, Hi: hi}} }
	got := AtomClashes(&tg, []Write{w(1, 0x5000A, 0x50014), w(0, 0x50000, 0x5000A), w(0, 0x50014, 0x50016), w(0, 0x50016, 0x50018), w(2, 0x50017, 0x50017)})
	if diff := cmp.Diff([]AtomClash{{0, 1, 0x50008}}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	err := got[0].Error(&tg, func(i int) string { return []string{"'v0'", "'v1'"}[i] })
	if want := "'v0' and 'v1' write parts of the same 4-byte word at 0x50008 [atomic-hazard]"; err.Error() != want {
		t.Errorf("got %s, want %s", err, want)
	}
}

// Against a model that marks every byte.
func TestAtomClashesAgainstModel(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu2")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var writes []Write
		owners := map[uint64]map[int]bool{}
		for range rng.IntN(6) {
			lo := tg.MemBase + rng.Uint64N(40)
			x := Write{rng.IntN(3), vertex.ByteRange{Lo: lo, Hi: lo + rng.Uint64N(12)}}
			writes = append(writes, x)
			for b := x.Lo; b < x.Hi; b++ {
				if owners[b/4] == nil {
					owners[b/4] = map[int]bool{}
				}
				owners[b/4][x.Writer] = true
			}
		}
		shared := false
		for _, o := range owners {
			shared = shared || len(o) > 1
		}
		clashes := AtomClashes(&tg, writes)
		if shared != (len(clashes) > 0) {
			t.Fatalf("%+v: clashes %+v, but shared atoms %v", writes, clashes, shared)
		}
		for _, c := range clashes {
			if o := owners[c.Addr/4]; !o[c.First] || !o[c.Second] || c.First == c.Second {
				t.Fatalf("%+v: clash %+v, but the atom belongs to %v", writes, c, o)
			}
		}
	}
}

// The parts of workers follow each other, are multiples of the grain, share no atom, and,
// except for the last, differ by at most one grain.
func TestWorkerPart(t *testing.T) {
	t.Parallel()
	for _, arch := range []string{"ipu2", "cpu"} {
		tg := targettest.New(t, arch)
		for _, e := range scalar.Types() {
			for grain := int64(1); grain <= 9; grain++ {
				for n := range int64(100) {
					at, least, most := int64(0), n, int64(0)
					for w := range int64(tg.Workers) {
						iv, err := WorkerPart(&tg, e, grain, n, w)
						if err != nil {
							t.Fatal(err)
						}
						if iv.Begin != at || iv.End < iv.Begin {
							t.Fatalf("%s %s, %d in grains of %d: worker %d gets %v behind %d", arch, e, n, grain, w, iv, at)
						}
						at = iv.End
						if at == n {
							continue
						}
						if at%grain != 0 || uint64(at)*uint64(tg.TypeSize(e))%tg.AtomicStore != 0 {
							t.Fatalf("%s %s, %d in grains of %d: worker %d ends at %d", arch, e, n, grain, w, at)
						}
						least, most = min(least, iv.Size()), max(most, iv.Size())
					}
					if whole := grain * int64(AtomicGrain(&tg, e)); at != n || most > least+whole {
						t.Fatalf("%s %s, %d in grains of %d: parts of %d to %d elements end at %d", arch, e, n, grain, least, most, at)
					}
				}
			}
		}
	}
	tg := targettest.New(t, "ipu2")
	for _, c := range [][3]int64{{1, -1, 0}, {1, 8, -1}, {0, 8, 0}, {1 << 40, 8, 0}, {1<<63 - 1, 8, 0}} {
		if iv, err := WorkerPart(&tg, scalar.Half, c[0], c[1], c[2]); diag.CodeOf(err) != "split-bad" {
			t.Errorf("grain %d, %d elements, worker %d: got %v, %v", c[0], c[1], c[2], iv, err)
		}
	}
}
