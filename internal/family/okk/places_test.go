package okk_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/testing/raced"
	"optc/internal/testing/randprog"
	"optc/ir"
	"optc/passes"
	"optc/registry"
)

var sizedRuns = flag.Int("okk.sized", 100, "random kernels with parameters that are checked for all sizes")

// sizedKernel writes a kernel with parameters whose parts, first lanes, decisions and races depend
// on sizes in ways that often break a rule for a few sizes only.
type sizedKernel struct {
	randprog.Writer
	values []string // sizes, at least 0
}

const (
	wholeType  = "!okk.local<4x12x4x8xf32, LAYOUT>"
	bufferType = "!okk.sys<4x12x4x8xf32, continuous>"
)

// size defines a size in [0, below-1].
func (k *sizedKernel) size(below int) string {
	v := randprog.Pick(k, k.values)
	switch k.IntN(4) {
	case 0:
		v = k.Define("arith.muli %s, %%c%d : index", v, 1+k.IntN(4))
	case 1:
		v = k.Define("arith.addi %s, %s : index", v, randprog.Pick(k, k.values))
	case 2:
		return k.Define("arith.minui %s, %%c%d : index", v, below-1)
	}
	return k.Define("arith.remui %s, %%c%d : index", v, below)
}

// part defines a part of a tensor of 1 or 2 batches and some channels, rows and columns. The
// extents of two parts are alike if open is.
func (k *sizedKernel) part(of, typ string, shape [4]int, open string) (name, part string) {
	whole := [4]int{4, 12, 4, 8}
	var offsets []string
	for d, n := range whole {
		room := n - shape[d]
		switch {
		case room == 0 || k.Chance(50) || d == 1 && k.Chance(80):
			offsets = append(offsets, "0")
		case d == 1 && k.Chance(50):
			offsets = append(offsets, k.Define("arith.muli %s, %%c7 : index", k.Define("arith.divui %s, %%c%d : index", k.size(room+1), room)))
		case k.Chance(40):
			offsets = append(offsets, fmt.Sprint(k.IntN(room+1)))
		default:
			offsets = append(offsets, k.size(room+1))
		}
	}
	extents, sizes, most := fmt.Sprintf("%dx%dx%dx%d", shape[0], shape[1], shape[2], shape[3]), "", ""
	if open != "" {
		extents, sizes, most = fmt.Sprintf("%dx?x%dx%d", shape[0], shape[2], shape[3]), fmt.Sprintf(" sizes(%s)", open), fmt.Sprintf(", max = [%d]", shape[1])
	}
	memory, layout := "local", "auto"
	if strings.HasPrefix(typ, "!okk.sys") {
		memory, layout = "sys", "strides[384, 32, 8, 1]"
		if open != "" {
			layout = "strided"
		}
	}
	part = fmt.Sprintf("!okk.%s<%sxf32%s, %s>", memory, extents, most, layout)
	return k.Define("okk.slice %s[%s]%s : %s to %s", of, strings.Join(offsets, ", "), sizes, typ, part), part
}

// operation writes an operation on parts of tensors.
func (k *sizedKernel) operation(tensors []string, typ string) {
	shape := [4]int{1 + k.IntN(2), 1 + k.IntN(5), 1 + 3*k.IntN(2), 1 + 7*k.IntN(2)}
	open := ""
	if k.Chance(40) {
		open = k.Define("arith.addi %s, %%c1 : index", k.size(shape[1]))
	}
	a, ta := k.part(randprog.Pick(k, tensors), typ, shape, open)
	b, tb := k.part(randprog.Pick(k, tensors), typ, shape, open)
	switch k.IntN(6) {
	case 0:
		k.Line("okk.pool2d max %s, %s kernel [1, 1] : %s, %s", a, b, ta, tb)
	case 1:
		x, tx := k.part("%x", bufferType, shape, open)
		k.Line("okk.load %s to %s : %s to %s", x, a, tx, ta)
	case 2:
		x, tx := k.part("%x", bufferType, shape, open)
		k.Line("okk.store %s to %s : %s to %s", b, x, tb, tx)
	case 3:
		k.Line("okk.set %s, 1.0 : f32 : %s", a, ta)
	default:
		k.Line("okk.eltwise relu %s, %s : %s, %s", a, b, ta, tb)
	}
}

func (k *sizedKernel) block(depth int, tensors []string, typ string) {
	for range 1 + k.IntN(2) {
		known := len(k.values)
		inside := func(open, end string, body func()) {
			k.Line("%s", open)
			k.Level++
			body()
			k.values = k.values[:known]
			k.Level--
			k.Line("%s", end)
		}
		switch n := k.IntN(8); {
		case depth > 0 && n == 0:
			v := k.size(4)
			cond := k.Define("arith.cmpi %s, %s, %%c%d : index", randprog.OneOf(k, "eq", "ne", "ult", "uge"), v, k.IntN(4))
			inside("scf.if "+cond+" {", "}", func() { k.block(depth-1, tensors, typ) })
		case depth > 0 && n == 1:
			i, high := k.Fresh(), k.size(7)
			inside(fmt.Sprintf("scf.for %s = %%c0 to %s step %%c%d {", i, high, 1+k.IntN(2)), "}", func() {
				k.values = append(k.values, i)
				k.block(depth-1, tensors, typ)
			})
		case depth > 0 && n == 2:
			i, p, q, high := k.Fresh(), k.Fresh(), k.Fresh(), k.size(7)
			inside(fmt.Sprintf("%s:2 = scf.for %s = %%c0 to %s step %%c1 iter_args(%s = %%t, %s = %%u) -> (%s, %s) {", k.Fresh(), i, high, p, q, typ, typ), "}", func() {
				k.values = append(k.values, i)
				k.block(depth-1, []string{p, q}, typ)
				k.Line("scf.yield %s, %s : %s, %s", q, p, typ, typ)
			})
		case depth > 0 && n == 3:
			inside("okk.parallel {", "}", func() {
				k.operation(tensors, typ)
				k.operation(tensors, typ)
			})
		default:
			k.operation(tensors, typ)
		}
	}
}

func (k *sizedKernel) write() string {
	k.values = []string{"%n", "%m"}
	layout := randprog.OneOf(k, "aligned", "aligned", "compact")
	typ := strings.ReplaceAll(wholeType, "LAYOUT", layout)
	k.Line("module attributes {okk.machine = #okk.machine<odd7, npu_bytes = 7168, dim_max = %d>} {", 3+k.IntN(6))
	k.Line("okk.kernel @sized {")
	k.Line("%%n = okk.param \"n\" range [%d, 9]", k.IntN(2))
	k.Line("%%m = okk.param \"m\" range [0, %d]", k.IntN(4))
	for i := range 14 {
		k.Line("%%c%d = arith.constant %d : index", i, i)
	}
	k.Line("%%x = okk.sys_buffer \"x\" : %s", bufferType)
	k.Line("%%t = okk.alloc : %s", typ)
	k.Line("%%u = okk.alloc : %s", typ)
	if k.Chance(70) {
		k.Line("okk.fill %%t, 1.0 : f32 : %s", typ)
	}
	k.Line("okk.fill %%u, 1.0 : f32 : %s", typ)
	k.block(2, []string{"%t", "%u"}, typ)
	k.Line("}")
	k.Line("}")
	return k.String()
}

// diagnosed runs passes on a kernel and returns their errors and warnings.
func diagnosed(t *testing.T, text, pipeline string) (list []*ir.Diagnostic) {
	t.Helper()
	ctx := all.Context()
	module, err := parsed(t, ctx, text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p, err := registry.Passes().Parse("builtin.module(okk.kernel(" + pipeline + "))")
	if err != nil {
		t.Fatal(err)
	}
	var ds ir.Diagnostics
	m := passes.NewManager(ctx)
	m.Sink = &ds
	if err := m.Run(t.Context(), p, module); err != nil && len(ds.List()) == 0 {
		t.Fatal(err)
	}
	return ds.List()
}

// TestPlacesForAllSizes compares the check of random kernels for all sizes with a check for each
// size: a kernel is right for all sizes if, and only if, there is no error and no warning.
func TestPlacesForAllSizes(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	const reserve = "okk-assign-layout,okk-allocate"
	for seed := range uint64(raced.Runs(*sizedRuns)) {
		k := &sizedKernel{Writer: randprog.NewWriter(seed, 11)}
		text := k.write()
		verdict := "right"
		var first *ir.Diagnostic
		for _, d := range diagnosed(t, text, reserve+",okk-check-sizes") {
			if d.Severity == ir.Error {
				verdict, first = "wrong", d
				break
			}
			verdict, first = "not proven", d
		}
		wrong := ""
		for n := range 10 {
			for m := range 4 {
				given := diagnosed(t, text, fmt.Sprintf("%s,okk-bind-sizes{sizes=n:%d,m:%d},okk-unroll,okk-assign-layout,okk-allocate,okk-verify,okk-check-hazards", reserve, n, m))
				for _, d := range given {
					if d.Severity == ir.Error && !strings.Contains(d.Text(), "expected a number in") {
						wrong = fmt.Sprintf("n:%d, m:%d: %v", n, m, d)
					}
				}
			}
		}
		counts[verdict]++
		if wrong == "" && verdict == "wrong" && !strings.Contains(first.Text(), "not proven") || wrong != "" && verdict == "right" {
			t.Errorf("seed %d: %s (%v), but %s\n%s", seed, verdict, first, wrong, text)
		}
	}
	t.Log(counts)
}
