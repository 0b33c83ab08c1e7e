package ir

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
)

// endingContext ends when it has been checked the given number of times.
type endingContext struct {
	context.Context
	looks atomic.Int64
}

func (c *endingContext) Err() error {
	if c.looks.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A verification that is stopped, at any point, reports that it was stopped instead of reporting
// that everything is valid.
func TestVerifyStopped(t *testing.T) {
	t.Parallel()
	forever, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, functions := range []int{1, 3} {
		c, m, b := newModule()
		for i := range functions {
			f := b.AtEnd(m.Body()).Op(Kind("test.func"), nil, nil, NamedAttr{"sym_name", c.Str("f" + string(rune('0'+i)))})
			b.NewBlock(f.Region(0), nil, Location{})
			v := i32(c, b)
			for range 3 * pollOps {
				b.Op(Kind("test.add"), []*Value{v, v}, nil)
			}
			b.Op(Kind("test.return"), nil, nil)
			if i == functions-1 {
				v.DefiningOp().MoveBefore(v.DefiningOp().Block().Back())
			}
		}
		want := []string{"error: operand #0 does not dominate this use", "note: operand defined here (op in the same block)"}
		if got := messages(m); !slices.Equal(got, want) {
			t.Fatalf("got %q", got)
		}
		for _, threads := range []int{1, 4} {
			stopped := 0
			for {
				ctx := &endingContext{Context: forever}
				ctx.looks.Store(int64(stopped))
				var ds Diagnostics
				err := VerifyContext(ctx, m, &ds, threads)
				if !errors.Is(err, context.Canceled) {
					if ctx.looks.Load() < 0 || len(ds.List()) != 1 {
						t.Errorf("%d functions, %d threads, %d looks: got %v", functions, threads, stopped, err)
					}
					break
				}
				if len(ds.List()) != 0 {
					t.Errorf("%d functions, %d threads, %d looks: reported %v", functions, threads, stopped, ds.List())
				}
				stopped++
			}
			if stopped < 4 {
				t.Errorf("%d functions, %d threads: only %d looks", functions, threads, stopped)
			}
		}
	}
}
