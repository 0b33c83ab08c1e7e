package tune_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"optc/internal/tool/tune"
)

// TestInterrupt: a search that is interrupted has the best choice so far, or an error that there is none.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	const kernel = `func.func @f(%x: memref<4x64xf32>, %y: memref<4x64xf32>) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<4x64xf32>, vector<4x64xf32>
  %l = iree_vector_ext.to_layout %v to layout(?) : vector<4x64xf32>
  vector.transfer_write %l, %y[%c0, %c0] {in_bounds = [true, true]} : vector<4x64xf32>, memref<4x64xf32>
  return
}
`
	printing := strings.Replace(kernel, "  vector.transfer_write", "  vector.print %l : vector<4x64xf32>\n  vector.transfer_write", 1)
	for _, c := range []struct {
		name, text string
		when       func(tune.Progress) bool
		want       string // error
	}{
		{name: "before the search", text: kernel, want: "interrupted before the first candidate was executed; there is no best choice so far"},
		{
			name: "at the beginning", text: kernel, when: func(tune.Progress) bool { return true },
			want: "interrupted before the first candidate was executed; there is no best choice so far",
		},
		{
			name: "among refused candidates", text: printing, when: func(p tune.Progress) bool { return p.Measured > 0 },
			want: "interrupted after 8 candidates, of which none can be used; there is no best choice so far",
		},
		{name: "after a choice", text: strings.ReplaceAll(kernel, "64xf32", "67xf32"), when: func(p tune.Progress) bool { return p.Cycles > 0 }},
	} {
		ctx, end := context.WithCancelCause(t.Context())
		cause := errors.New("interrupted")
		p := problem(t, c.text, "sm_80")
		p.Progress = func(x tune.Progress) {
			if c.when(x) {
				end(cause)
			}
		}
		if c.when == nil {
			end(cause)
		}
		r, err := p.Tune(ctx)
		switch {
		case c.want == "":
			if err != nil || !r.Interrupted || len(r.Best) == 0 || r.Open == 0 {
				t.Errorf("%s: %v, %+v", c.name, err, r)
			}
		case err == nil || err.Error() != c.want || !errors.Is(err, cause):
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}
