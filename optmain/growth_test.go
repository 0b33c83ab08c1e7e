package optmain_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"optc/optmain"
)

// TestGrowth measures the work of reading, verifying and printing small inputs of the
// benchmark, with each of their passes in between, and of inputs four times as large:
// work grows linearly with the text. Work is measured by the allocations of a run and by
// how often it checks whether it has ended, which it does after a fixed number of visits.
// The test is not parallel, because allocations are counted for the whole process.
func TestGrowth(t *testing.T) {
	const fraction, factor, limit = 64, 4, 1.5
	for _, in := range benchInputs {
		if in.size == 0 {
			continue
		}
		small, large := in.text(1, in.size/fraction), in.text(1, factor*in.size/fraction)
		ratio := float64(len(large)) / float64(len(small))
		for _, pass := range append([]string{""}, in.passes...) {
			var passes []string
			if pass != "" {
				passes = append(passes, pass)
			}
			few, many := workOf(t, small, passes...), workOf(t, large, passes...)
			for k, name := range []string{"visits", "allocations", "bytes"} {
				if many[k] > limit*ratio*few[k] {
					t.Errorf("%s %s: a text %.1f times as long takes %.0f %s instead of %.0f", in.name, pass, ratio, many[k], name, few[k])
				}
			}
		}
	}
}

// workOf runs passes on a text with one thread, and returns how often the context was
// checked, in units of 1024 visits and at least 100, and the numbers of allocations and
// allocated bytes.
func workOf(t *testing.T, text []byte, passes ...string) [3]float64 {
	file := filepath.Join(t.TempDir(), "in.mlir")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"--allow-unregistered-dialect", "--threads=1", file}, passes...)
	ctx := &askedContext{Context: t.Context()}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if code := optmain.Run(ctx, optmain.DefaultConfig(), args, nil, io.Discard, io.Discard); code != 0 {
		t.Fatalf("%v: exit code %d", passes, code)
	}
	runtime.ReadMemStats(&after)
	return [3]float64{max(100, float64(ctx.asked)), float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc - before.TotalAlloc)}
}

// askedContext counts how often it is checked.
type askedContext struct {
	context.Context
	asked int
}

func (c *askedContext) Err() error {
	c.asked++
	return c.Context.Err()
}
