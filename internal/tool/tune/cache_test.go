package tune_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"optc/internal/tool/tune"
)

// rows is a kernel with one open anchor.
const rows = `func.func @rows(%x: memref<4x32xf32>, %y: memref<4xf32>) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4xf32>
  %v = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<4x32xf32>, vector<4x32xf32>
  %a = iree_vector_ext.to_layout %v to layout(?) : vector<4x32xf32>
  %s = vector.multi_reduction <add>, %a, %none [1] : vector<4x32xf32> to vector<4xf32>
  vector.transfer_write %s, %y[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  return
}
`

// TestCache: a second run takes all measurements from the file, and a damaged file is replaced.
func TestCache(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	open := func() *tune.Cache { return tune.OpenCache(folder, []byte("version"), []byte(rows)) }
	tuned := func(c *tune.Cache) *tune.Report {
		p := problem(t, rows, "sm_80")
		p.Cache = c
		r, err := p.Tune(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Save(); err != nil {
			t.Fatal(err)
		}
		return r.Report("sm_80")
	}
	want := tuned(open())
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	good, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(good); at += max(len(good)/5, 1) {
		bad := slices.Clone(good)
		bad[at] ^= 1
		for _, damaged := range [][]byte{bad, good[:at]} {
			if err := os.WriteFile(files[0], damaged, 0o666); err != nil {
				t.Fatal(err)
			}
			c := open()
			if err := c.Save(); err != nil { // which has nothing to write
				t.Fatal(err)
			}
			if now, _ := os.ReadFile(files[0]); !slices.Equal(now, damaged) {
				t.Error("a cache without measurements was written")
			}
		}
	}
	if got := tuned(open()); !reflect.DeepEqual(got, want) {
		t.Errorf("after damage: %v, want %v", got, want)
	}
	if now, _ := os.ReadFile(files[0]); !slices.Equal(now, good) {
		t.Error("the damaged file was not replaced by the same file")
	}
	if got := tuned(open()); !reflect.DeepEqual(got, want) {
		t.Errorf("from the cache: %v, want %v", got, want)
	}
}

// TestSharedCache: runs that use a folder at the same time find all measurements of runs that ended
// before, complete, and lose none.
func TestSharedCache(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	open := func() *tune.Cache { return tune.OpenCache(folder, []byte("program")) }
	const runs, rounds = 8, 20
	var all sync.WaitGroup
	for run := range runs {
		all.Go(func() {
			for round := range rounds {
				c := open()
				for before := range round {
					key := fmt.Sprint(run, before)
					if m := c.Get(key); m == nil || m.Refused != strings.Repeat(key, 1000) {
						t.Errorf("round %d of run %d does not find measurement %s", round, run, key)
					}
				}
				for _, key := range []string{fmt.Sprint(run, round), fmt.Sprint("common", round)} {
					c.Put(key, &tune.Measurement{Refused: strings.Repeat(key, 1000)})
				}
				if err := c.Save(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	c := open()
	for run := range runs {
		for round := range rounds {
			if c.Get(fmt.Sprint(run, round)) == nil || c.Get(fmt.Sprint("common", round)) == nil {
				t.Errorf("measurement %d of run %d is lost", round, run)
			}
		}
	}
	if tune.OpenCache(folder, []byte("other")).Get("0 0") != nil {
		t.Error("a cache has measurements of another problem")
	}
}

// TestThreads: the number of threads changes nothing.
func TestThreads(t *testing.T) {
	t.Parallel()
	blend, err := os.ReadFile("../../../examples/blend_on_tiles.mlir")
	if err != nil {
		t.Fatal(err)
	}
	mappings := regexp.MustCompile(`poplar\.map_linear (%\w+) min 40 grain 4`).ReplaceAllString(string(blend), "poplar.set_tile_mapping $1 #poplar.mapping<?>")
	for chip, text := range map[string]string{"gfx942": rows, "ipu2": mappings} {
		var want *tune.Report
		for _, threads := range []int{1, 3, 8} {
			p := problem(t, text, chip)
			p.Threads = threads
			r, err := p.Tune(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Report(chip); want == nil {
				want = got
			} else if !reflect.DeepEqual(got, want) {
				t.Errorf("%d threads: %v, want %v", threads, got, want)
			}
		}
	}
}

// TestInterrupted: when the context ends, the result is the best choice so far, or the cause.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../examples/workers/copy_transpose.mlir")
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	for rounds := range 3 {
		ctx, cancel := context.WithCancelCause(t.Context())
		p := problem(t, layoutName.ReplaceAllString(string(text), "to layout(?)"), "ipu2")
		n := 0
		p.Progress = func(x tune.Progress) {
			if x.Left == 0 {
				return // candidates are bounded
			}
			if n++; n > rounds {
				cancel(stop)
			}
		}
		r, err := p.Tune(ctx)
		switch {
		case rounds == 0 && !errors.Is(err, stop):
			t.Errorf("without a choice: %v, %v", r, err)
		case rounds > 0 && (err != nil || !r.Interrupted || r.Measured != 8*rounds || len(r.Best) == 0):
			t.Errorf("after %d rounds: %v, %v", rounds, r, err)
		}
	}
}
