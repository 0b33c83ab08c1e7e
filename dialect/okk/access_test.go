package okk_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/okk"
	"optc/ir"
	"optc/parser"
)

// accesses is a kernel with an operation of every kind; most kinds occur both in a form
// that reads its destination and in a form that does not.
const accesses = `!f = !okk.local<6x5x4x5xf32, aligned>
!v = !okk.local<1x5x1x1xf32, compact>
!b = !okk.local<6x5x4x5xi8, mode = n4, aligned>
!h = !okk.local<6x5x4x5xi16, mode = n2, aligned>
!n = !okk.local<6x5x4x5xi8, aligned>
!k = !okk.local<5x5x1x1xf32, mode = ic2, compact>
!d = !okk.local<1x5x1x1xf32, compact>
!m = !okk.matrix<4x4xf32, w = 2>
!s = !okk.sys<6x5x4x5xf32, continuous>
okk.kernel @k {
  %s = okk.sys_buffer "s" : !s
  %f = okk.alloc : !f
  %g = okk.alloc : !f
  %w = okk.alloc : !f
  %v = okk.alloc : !v
  %b = okk.alloc : !b
  %h = okk.alloc : !h
  %i = okk.alloc : !h
  %n = okk.alloc : !n
  %k = okk.alloc : !k
  %m = okk.alloc : !m
  %u = okk.alloc : !m
  okk.load %s to %f : !s to !f
  okk.parallel {
    okk.store %f to %s : !f to !s
    okk.copy %f to %g : !f to !f
  }
  %p = okk.slice %s[0, 0, 0, 0] : !s to !s
  okk.sys_copy %s to %p : !s to !s
  okk.fill %f, 1.0 : f32 : !f
  okk.set %f, 1.0 : f32 : !f
  okk.pack %n to %b : !n to !b
  okk.unpack %b to %n : !b to !n
  okk.eltwise add %f, %g, %f : !f, !f, !f
  okk.eltwise mac %f, %g, %g : !f, !f, !f
  okk.select greater %f, %g, 1.0 : f32, %w, 2.0 : f32 : !f, !f, !f
  okk.function exp %f, %g work %w : !f, !f, !f
  okk.function sqrt %f, %g : !f, !f
  okk.bias %f, %g, %v : !f, !f, !v
  okk.scale %f, %g, %v : !f, !f, !v
  okk.scale_bias %f, %g, %v, %v : !f, !f, !v, !v
  okk.conv2d %f, %g, %k bias %v : !f, !f, !k, !v
  okk.conv2d %f, %g, %k result_add : !f, !f, !k
  okk.depthwise2d %f, %g, %v : !f, !f, !v
  okk.pool2d avg %f, %g kernel [1, 1] : !f, !f
  okk.matmul %m, %u, %u : !m, !m, !m
  okk.matmul %m, %u, %u result_add : !m, !m, !m
  okk.fixed_point add %h, %b, %b : !h, !b, !b
  okk.fixed_point mac %h, %b, %b : !h, !b, !b
  okk.fixed_point split_low %b, %h, %i : !b, !h, !h
  okk.int8_to_fp32 %f, %n, %w : !f, !n, !f
  okk.compute "c"(%f, %g) to (%w) : (!f, !f) -> !f
  %x = okk.view %f : !f to !f
  okk.assert_layout %f rows 2 : !f
  okk.dealloc %f : !f
  %never = okk.alloc : !d
  %shown = okk.alloc : !f
  %y = okk.view %shown : !f to !f
  okk.fill %y, 1.0 : f32 : !f
  %zero = arith.constant 0 : index
  %other = memref.alloc() : memref<1xf32>
  %number = memref.load %other[%zero] : memref<1xf32>
}
`

// TestAccesses checks the tensors that every operation writes and reads, and when tensors
// are in use.
func TestAccesses(t *testing.T) {
	t.Parallel()
	module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Name: "k.mlir", Text: accesses}, nil)
	if err != nil {
		t.Fatal(err)
	}
	kernel := module.Body().Front()
	name := ir.ValueNames(kernel)
	names := func(list []*ir.Value) string {
		text := make([]string, len(list))
		for i, v := range list {
			text[i] = name(v)
		}
		return strings.Join(text, " ")
	}
	var b strings.Builder
	for op := range kernel.Body().Ops() {
		ir.Walk(op, func(op *ir.Operation) ir.WalkResult {
			writes, reads := okk.Accesses(op)
			if len(writes)+len(reads) == 0 {
				return ir.Advance
			}
			fmt.Fprintf(&b, "%s: %s, from %s; %s", strings.TrimPrefix(op.Name(), "okk."), names(writes), names(reads), names(okk.Touched(op)))
			if c := okk.CompactOperands(op); c != nil {
				fmt.Fprintf(&b, "; compact %s", names(c))
			}
			b.WriteString("\n")
			return ir.Advance
		})
	}
	if got := b.String(); got != accessed {
		t.Errorf("%s", got)
	}
	lives := okk.Lives(kernel)
	b.Reset()
	for op := range kernel.Body().Ops() {
		if ir.Is[okk.AllocOp](op) {
			l := lives[op.Result(0)]
			fmt.Fprintf(&b, "%s %d to %d, ", name(op.Result(0)), l.First, l.Last)
		}
	}
	if got, want := b.String(), "%f 12 to 41, %g 13 to 38, %w 22 to 38, %v 25 to 30, %b 18 to 36, %h 34 to 36, %i 36 to 36, %n 18 to 37, "+
		"%k 28 to 29, %m 32 to 33, %u 32 to 33, %never 42 to 42, %shown 45 to 45, "; got != want {
		t.Errorf("lives %s", got)
	}
	for _, c := range []struct {
		a, b okk.Life
		meet bool
	}{{okk.Life{First: 0, Last: 2}, okk.Life{First: 2, Last: 3}, true}, {okk.Life{First: 0, Last: 1}, okk.Life{First: 2, Last: 3}, false}, {okk.Life{First: 1, Last: 1}, okk.Life{First: 0, Last: 9}, true}} {
		if c.a.Meets(c.b) != c.meet || c.b.Meets(c.a) != c.meet {
			t.Errorf("%v and %v meet: %v", c.a, c.b, !c.meet)
		}
	}
}

const accessed = `load: %f, from %s; %f %s
store: %s, from %f; %s %f
copy: %g, from %f; %g %f
sys_copy: %p, from %s; %p %s
fill: %f, from ; %f
set: %f, from ; %f
pack: %b, from %n; %b %n
unpack: %n, from %b; %n %b
eltwise: %f, from %g %f; %f %g
eltwise: %f, from %g %f; %f %g
select: %f, from %g %w; %f %g %w
function: %f %w, from %g; %f %w %g
function: %f, from %g; %f %g
bias: %f, from %g %v; %f %g %v; compact %v
scale: %f, from %g %v; %f %g %v; compact %v
scale_bias: %f, from %g %v; %f %g %v; compact %v %v
conv2d: %f, from %g %k %v; %f %g %k %v; compact %k %v
conv2d: %f, from %g %k %f; %f %g %k; compact %k
depthwise2d: %f, from %g %v; %f %g %v; compact %v
pool2d: %f, from %g; %f %g
matmul: %m, from %u; %m %u
matmul: %m, from %u %m; %m %u
fixed_point: %h, from %b; %h %b
fixed_point: %h, from %b %h; %h %b
fixed_point: %b %i, from %h %i; %b %i %h
int8_to_fp32: %f %w, from %n; %f %w %n
compute: %w, from %f %g; %w %f %g
fill: %y, from ; %y
`

// TestTypes: every element type and every form of a type is printed as it is written.
func TestTypes(t *testing.T) {
	t.Parallel()
	for _, elem := range []string{"f32", "i32", "ui32", "f16", "bf16", "i16", "ui16", "i8", "ui8"} {
		for _, text := range []string{
			"!okk.local<2x3x4x5x%s, aligned>", "!okk.local<2x3x4x5x%s, compact[60, 20, 5, 1], start = 2>", "!okk.local<2x3x4x5x%s, auto, start = 1>",
			"!okk.local<2x3x4x5x%s, strides[0, 0, 5, 1], start = 1, broadcast>", "!okk.local<2x3x4x5x%s, strides[0, 0, 5, 1], broadcast>",
			"!okk.matrix<2x40x%s, w = ?>", "!okk.matrix<2x40x%s, w = 10, start = 3>", "!okk.sys<2x3x4x5x%s, continuous>",
			"!okk.sys<2x3x4x5x%s, strides[120, 40, 10, 1], space = l2>", "!okk.sysmatrix<2x40x%s, row_stride = 41>", "!okk.sysmatrix<2x40x%s, row_stride = 41, space = l2>",
		} {
			text = fmt.Sprintf(text, elem)
			typ, err := parser.ParseType(all.Context(), text, nil)
			if err != nil || typ.String() != text {
				t.Errorf("%s: %v, %v", text, typ, err)
				continue
			}
			if local, ok := typ.(*okk.LocalType); ok && local.Tensor.DType.String() != elem {
				t.Errorf("%s: elements of %s", text, local.Tensor.DType)
			}
		}
	}
	for text, want := range map[string]string{
		"!okk.local<2x3x4xf32, aligned>":                   "expected 4 extents, but got 3",
		"!okk.local<2x3x4x5x6xf32, aligned>":               "expected 4 extents, but got 5",
		"!okk.local<2x3x4x5xi4, aligned>":                  "but got 'i4'",
		"!okk.local<2x3x4x5xui64, aligned>":                "but got 'ui64'",
		"!okk.local<2x3x4x5xsi8, aligned>":                 "but got 'si8'",
		"!okk.local<2x3x4x5xf64, aligned>":                 "but got 'f64'",
		"!okk.local<2x3x4x5xf32, mode = n8, aligned>":      "expected a storage mode",
		"!okk.local<2x3x4x5xf32, strides[1, 2, 3]>":        "expected 4 strides, but got 3",
		"!okk.local<2x3x4x5xf32, aligned, broadcast, x>":   "expected '>'",
		"!okk.local<2x3x4x5xf32, aligned, begin = 1>":      "expected 'start'",
		"!okk.matrix<2x3x40xf32, w = 4>":                   "expected 2 extents, but got 3",
		"!okk.sysmatrix<40xf32, row_stride = 4>":           "expected 2 extents, but got 1",
		"!okk.sys<2x3x4x5xf32, strides[1, 2, 3, 4, 5]>":    "expected 4 strides, but got 5",
		"!okk.sysmatrix<2x40xf32, row_stride = 4, spce=x>": "expected 'space'",
	} {
		if _, err := parser.ParseType(all.Context(), text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestMachineAttributes: only the figures that differ from the named machine are printed,
// in their order.
func TestMachineAttributes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"#okk.machine<toy4k>", ""},
		{"#okk.machine<toy4k, npus = 2, npu_bytes = 8192, align = 64, banks = 16, base = 4096, batch_max = 7, dim_max = 8, chan_max = 9, matrix_cols_max = 10>", ""},
		{"#okk.machine<mine, npus = 3, npu_bytes = 3072, align = 32, banks = 4>", ""},
		{"#okk.machine<toy4k, banks = 0x10, npus = 4, align = 64>", "#okk.machine<toy4k, align = 64, banks = 16>"},
		{"#okk.machine<mine, npus = 3, npu_bytes = 3072, align = 32>", "machine 'mine' is not known, so it needs the field banks"},
		{"#okk.machine<toy5>", "unknown machine 'toy5'"},
		{"#okk.machine<toy4, npus = 3, npus = 3>", "machine field npus is given twice"},
		{"#okk.machine<toy4, npus = 9223372036854775808>", "machine field npus = 9223372036854775808 is too large"},
		{"#okk.machine<toy4, npu = 3>", "unknown machine field 'npu'; did you mean 'npus'?"},
		{"#okk.machine<toy4, npus = 0>", "machine field npus = 0 must be in [1, 2^31]"},
	} {
		if c.want == "" {
			c.want = c.text
		}
		a, err := parser.ParseAttr(all.Context(), c.text, nil, nil)
		got := fmt.Sprint(err)
		if err == nil {
			got = a.String()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}
