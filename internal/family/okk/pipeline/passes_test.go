package okk_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	dialect "optc/dialect/okk"
	okk "optc/internal/family/okk/pipeline"
	"optc/internal/testing/littest"
	"optc/ir"
	"optc/parser"
	"optc/passes"
)

func TestLit(t *testing.T) { littest.Run(t, "okk/*.mlir") }

// passCase is a kernel for a machine of 4 NPUs of 1024 bytes, and what passes make of it: lines that the
// text has in this order, lines that it lacks, or the begin of a diagnostic.
type passCase struct {
	name, text string
	steps      []passes.Step
	want, gone []string
	says       string
}

const (
	conv = `  %x = okk.sys_buffer "x" : !okk.sys<8x3x4x4xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<8x4x2x2xf32, continuous>
  %a = okk.alloc : !okk.local<8x3x4x4xf32, auto>
  %w = okk.alloc : !okk.local<3x4x3x3xf32, mode = ic2, auto>
  %b = okk.alloc : !okk.local<8x4x2x2xf32, auto>
  okk.load %x to %a : !okk.sys<8x3x4x4xf32, continuous> to !okk.local<8x3x4x4xf32, auto>
  okk.conv2d %b, %a, %w : !okk.local<8x4x2x2xf32, auto>, !okk.local<8x3x4x4xf32, auto>, !okk.local<3x4x3x3xf32, mode = ic2, auto>
  okk.store %b to %y : !okk.local<8x4x2x2xf32, auto> to !okk.sys<8x4x2x2xf32, continuous>`
	pool = `  %x = okk.sys_buffer "x" : !okk.sys<1x8x8x32xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x8x4x16xf32, continuous>
  %a = okk.alloc : !okk.local<1x8x8x32xf32, auto>
  %b = okk.alloc : !okk.local<1x8x4x16xf32, auto>
  okk.load %x to %a : !okk.sys<1x8x8x32xf32, continuous> to !okk.local<1x8x8x32xf32, auto>
  okk.pool2d max %b, %a kernel [2, 2] stride [2, 2] : !okk.local<1x8x4x16xf32, auto>, !okk.local<1x8x8x32xf32, auto>
  okk.store %b to %y : !okk.local<1x8x4x16xf32, auto> to !okk.sys<1x8x4x16xf32, continuous>`
	scale = `  %x = okk.sys_buffer "x" : !okk.sys<1x32x4x8xf32, continuous>
  %s = okk.sys_buffer "s" : !okk.sys<1x32x1x1xf32, continuous>
  %a = okk.alloc : !okk.local<1x32x4x8xf32, auto>
  %n = okk.alloc : !okk.local<1x32x1x1xf32, auto>
  okk.load %x to %a : !okk.sys<1x32x4x8xf32, continuous> to !okk.local<1x32x4x8xf32, auto>
  okk.load %s to %n : !okk.sys<1x32x1x1xf32, continuous> to !okk.local<1x32x1x1xf32, auto>
  okk.scale %a, %a, %n : !okk.local<1x32x4x8xf32, auto>, !okk.local<1x32x4x8xf32, auto>, !okk.local<1x32x1x1xf32, auto>
  okk.store %a to %x : !okk.local<1x32x4x8xf32, auto> to !okk.sys<1x32x4x8xf32, continuous>`
	product = `  %l = okk.sys_buffer "l" : !okk.sysmatrix<16x2xf32, row_stride = 2>
  %y = okk.sys_buffer "y" : !okk.sysmatrix<16x8xf32, row_stride = 8>
  %a = okk.alloc : !okk.matrix<16x2xf32, w = ?>
  %b = okk.alloc : !okk.matrix<2x8xf32, w = ?>
  %c = okk.alloc : !okk.matrix<16x8xf32, w = ?>
  okk.load %l to %a : !okk.sysmatrix<16x2xf32, row_stride = 2> to !okk.matrix<16x2xf32, w = ?>
  okk.set %b, 1.0 : f32 : !okk.matrix<2x8xf32, w = ?>
  okk.matmul %c, %a, %b : !okk.matrix<16x8xf32, w = ?>, !okk.matrix<16x2xf32, w = ?>, !okk.matrix<2x8xf32, w = ?>
  okk.store %c to %y : !okk.matrix<16x8xf32, w = ?> to !okk.sysmatrix<16x8xf32, row_stride = 8>`
	// open is a kernel whose extents are the parameter n; the operation in the place of @ is wrong or right.
	open = `  %n = okk.param "n" range [1, 2]
  %f = okk.alloc sizes(%n) : !okk.local<?x3x4x5xf32, max = [2], aligned>
  %g = okk.alloc sizes(%n) : !okk.local<?x3x4x5xf32, max = [2], aligned>
  %h = okk.alloc sizes(%n) : !okk.local<?x3x4x4xf32, max = [2], aligned>
  %v = okk.alloc : !okk.local<1x3x1x1xf32, compact>
  %u = okk.alloc : !okk.local<1x4x1x1xf32, compact>
  okk.set %g, 0.0 : f32 : !okk.local<?x3x4x5xf32, max = [2], aligned>
  okk.set %v, 0.0 : f32 : !okk.local<1x3x1x1xf32, compact>
  okk.set %u, 0.0 : f32 : !okk.local<1x4x1x1xf32, compact>
  @`
)

func passCases() []passCase {
	tile := []passes.Step{passes.Use(okk.Tile)}
	sizes := []passes.Step{passes.Use(okk.Allocate, okk.AllocateOptions{Policy: "linear"}), passes.Use(okk.CheckSizes)}
	with := func(op string) string { return strings.Replace(open, "@", op, 1) }
	const f, h, v, u = "!okk.local<?x3x4x5xf32, max = [2], aligned>", "!okk.local<?x3x4x4xf32, max = [2], aligned>", "!okk.local<1x3x1x1xf32, compact>", "!okk.local<1x4x1x1xf32, compact>"
	return []passCase{
		{name: "convolution by batches", text: conv, steps: tile, says: "divided along N in parts of 2 of 8, with loads beside computations, in 1024 bytes",
			want: []string{"okk.alloc : !okk.local<3x4x3x3xf32, mode = ic2, auto>", "scf.for", "okk.alloc : !okk.local<2x3x4x4xf32, auto>", "okk.conv2d"}},
		{name: "pool by channels and rows", text: pool, steps: tile, says: "divided along C in parts of 4 of 8 and along H in parts of 2 of 4",
			want: []string{"arith.divui", "arith.remui", "okk.alloc : !okk.local<1x4x4x32xf32, auto>", "okk.pool2d"}},
		{name: "scale by channels", text: scale, steps: tile, says: "divided along C in parts of 16 of 32",
			want: []string{"scf.for", "okk.slice %s", "okk.scale"}},
		{name: "matrices by rows", text: product, steps: tile, says: "divided along M in parts of 2 of 16, with loads beside computations",
			want: []string{"okk.set", "scf.for", "okk.matmul"}},
		{name: "widths and layouts", text: "  %m = okk.alloc : !okk.matrix<2x40xf32, w = ?>\n" + conv,
			steps: []passes.Step{passes.Use(okk.ChooseW, okk.ChooseWOptions{Policy: "lanes"}), passes.Use(okk.AssignLayout)},
			want:  []string{"!okk.matrix<2x40xf32, w = 10>", "!okk.local<3x4x3x3xf32, mode = ic2, compact[9, 9, 3, 1]>"}, gone: []string{"auto", "w = ?"}},
		{name: "unread tensors", text: pool + "\n  okk.fill %a, 1.0 : f32 : !okk.local<1x8x8x32xf32, auto>\n  %t = okk.alloc : !okk.local<1x1x1x1xf32, auto>\n  okk.set %t, 2.0 : f32 : !okk.local<1x1x1x1xf32, auto>",
			steps: []passes.Step{passes.Use(okk.Fold)}, want: []string{"okk.pool2d", "okk.fill"}, gone: []string{"okk.set", "1x1x1x1"}},
		{name: "overlap with a permuted buffer", text: scale + `
  %p = okk.permute %x [0, 2, 1, 3] : !okk.sys<1x32x4x8xf32, continuous> to !okk.sys<1x4x32x8xf32, strides[1024, 8, 32, 1]>
  %z = okk.sys_buffer "z" : !okk.sys<1x4x32x8xf32, continuous>
  okk.sys_copy %z to %p : !okk.sys<1x4x32x8xf32, continuous> to !okk.sys<1x4x32x8xf32, strides[1024, 8, 32, 1]>`,
			steps: []passes.Step{passes.Use(okk.AssignLayout), passes.Use(okk.Overlap, okk.OverlapOptions{Window: 32})}, want: []string{"okk.scale", "okk.sys_copy"}, gone: []string{"okk.parallel"}},
		{name: "same sizes", text: with("okk.eltwise relu %f, %g : " + f + ", " + f), steps: sizes},
		{name: "other sizes", text: with("okk.eltwise relu %h, %g : " + h + ", " + f), steps: sizes, says: "'okk.eltwise' op '%h' has the sizes (%n, 3, 4, 4), but '%g' has the sizes (%n, 3, 4, 5)"},
		{name: "numbers per channel", text: with("okk.scale %f, %g, %v : " + f + ", " + f + ", " + v), steps: sizes},
		{name: "other numbers per channel", text: with("okk.scale %f, %g, %u : " + f + ", " + f + ", " + u), steps: sizes,
			says: "'okk.scale' op expected '%u' to have the sizes (1, 3, 1, 1), but it has the sizes (1, 4, 1, 1)"},
		{name: "pool of open batches", text: with("okk.pool2d avg %h, %g kernel [1, 2] : " + h + ", " + f), steps: sizes},
		{name: "pool with another window", text: with("okk.pool2d avg %h, %g kernel [1, 3] : " + h + ", " + f), steps: sizes,
			says: "'okk.pool2d' op expected extent 3 of the output to be (extent + -3) / 1 + 1, but got 4"},
	}
}

func TestPasses(t *testing.T) {
	t.Parallel()
	for _, c := range passCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx := all.Context()
			text := "module attributes {okk.machine = #okk.machine<toy4>} {\nokk.kernel @k tiled {\n" + c.text + "\n}\n}"
			module, err := parser.Parse(context.Background(), ctx, &ir.Source{Name: "k.mlir", Text: text}, nil)
			if err != nil {
				t.Fatal(err)
			}
			var said ir.Diagnostics
			m := passes.NewManager(ctx)
			m.Sink = &said
			err = m.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.On(dialect.KernelOp{}, c.steps...)), module)
			if err != nil && c.says == "" {
				t.Fatal(err)
			}
			says := func(d *ir.Diagnostic) bool { return strings.Contains(d.Msg, c.says) }
			if c.says != "" && !slices.ContainsFunc(said.List(), says) {
				t.Errorf("said %v, want %s", said.List(), c.says)
			}
			got := module.String()
			rest := got
			for _, line := range c.want {
				_, after, found := strings.Cut(rest, line)
				if !found {
					t.Errorf("no %q in\n%s", line, got)
				}
				rest = after
			}
			for _, line := range c.gone {
				if strings.Contains(got, line) {
					t.Errorf("%q is in\n%s", line, got)
				}
			}
		})
	}
}
