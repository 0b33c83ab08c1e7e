package optmain

import (
	"context"
	"errors"
	"testing"

	"optc/internal/output"
	"optc/passes"
)

// TestWork: an interrupt is told by what it ended, and the state names the last pass.
func TestWork(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	tool := (&Env{Config: DefaultConfig(), Context: ctx}).tool()
	var state string
	err := tool.do("transforming", func(ctx context.Context, w *work) error {
		w.watch().BeforePass(&passes.Event{Instance: &passes.Instance{Pass: &passes.Pass{Name: "cse"}}})
		state = w.state()
		cancel(output.ErrInterrupted)
		return ctx.Err()
	})
	if want := "interrupted while transforming; nothing was written"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if want := "transforming: 1 passes begun, the last is 'cse'"; state != want {
		t.Errorf("got %s, want %s", state, want)
	}
	if err := (&Env{Context: t.Context()}).tool().do("x", func(context.Context, *work) error { return errors.ErrUnsupported }); err != errors.ErrUnsupported {
		t.Errorf("got %v", err)
	}
}
