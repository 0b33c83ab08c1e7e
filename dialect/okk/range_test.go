package okk

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"optc/ir"
	"optc/parser"
)

// TestRangesHold computes the operations of the examples of all rows with random elements of random ranges: every
// result is in the range that was found for it, except for a NaN of an infinite range.
func TestRangesHold(t *testing.T) {
	t.Parallel()
	machineOf := func(row *Row) *Machine {
		name := "bm1684"
		if row.Kind == "okk.math" {
			name = "bm1684x"
		}
		m, err := LookupMachine(name)
		if err != nil {
			t.Fatal(err)
		}
		return &m
	}
	rng := rand.New(rand.NewPCG(1, 2))
	checked := map[ir.Kind]int{}
	for _, row := range rows() {
		if row.Range == nil || row.Compute == nil {
			continue
		}
		for _, text := range append(row.Examples, spelledForms(row)...) {
			c := ir.NewContext(Dialect)
			var ds ir.Diagnostics
			module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "example", Text: text}, &ds)
			if err != nil {
				t.Fatalf("%v\n%s\n%s", err, &ds, text)
			}
			ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
				if r := RowOf(op); r != nil && r.Compute != nil && r.Range != nil && ofFloats(op) {
					for range 40 {
						checkRange(t, machineOf(row), op, rng)
					}
					checked[op.Kind()]++
				}
				return ir.Advance
			})
		}
	}
	for _, row := range rows() {
		if row.Range != nil && row.Compute != nil && checked[row.Kind] == 0 && !otherTypes[row.Kind] {
			t.Errorf("no operation %s was computed", row.Kind)
		}
	}
}

// otherTypes are operations with operands of other types than f32; test/lit/okk/check_domains_math.mlir has their ranges.
var otherTypes = map[ir.Kind]bool{"okk.cast": true, "okk.gather": true, "okk.scatter": true, "okk.gather_each": true, "okk.scatter_each": true, "okk.gather_rows": true, "okk.scatter_rows": true}

// spelledForms are kernels with each function of a row.
func spelledForms(row *Row) (list []string) {
	const t = "!okk.local<1x3x4x5xf32, aligned>"
	kernel := func(op string, operands int) {
		list = append(list, "okk.kernel @k {\n  %a = okk.alloc : "+t+"\n  %b = okk.alloc : "+t+"\n  %c = okk.alloc : "+t+"\n  "+op+" : "+strings.Join(make([]string, operands), t+", ")+t+"\n}")
	}
	for _, f := range row.Functions {
		switch {
		case row.Kind == "okk.math":
			list = append(list, mathForms(&f, t)...)
		case row.Kind == "okk.eltwise" && f.Types.Has(F32) && f.Sources == 1:
			kernel("okk.eltwise "+f.Name+" %a, %b", 2)
		case row.Kind == "okk.eltwise" && f.Types.Has(F32):
			kernel("okk.eltwise "+f.Name+" %a, %b, %c", 3)
			kernel("okk.eltwise "+f.Name+" %a, %b, %b", 3)
			kernel("okk.eltwise "+f.Name+" %a, %b scalar -1.5 : f32", 2)
		case row.Kind == "okk.function" && f.Operands[0] == f32Set && f.Operands[1] == f32Set:
			form, operands := "okk.function "+f.Name+" %a, %b", 2
			if f.Works > 0 {
				form, operands = form+" work %c", 3
			}
			if f.Series {
				form += " series 20"
			}
			kernel(form, operands)
		}
	}
	return list
}

// mathForms are kernels with a function of okk.math.
func mathForms(f *Function, t string) (list []string) {
	head, tables, tableTypes, work, workTypes := "", []string(nil), []string(nil), []string(nil), []string(nil)
	for i, name := range f.Tables {
		n := coefficients[slices.IndexFunc(coefficients, func(c coefficientTable) bool { return c.name == name })].len
		typ := fmt.Sprintf("!okk.local<1x64x1x%dxf32, aligned>", n)
		head += fmt.Sprintf("  %%t%d = okk.alloc : %s\n  okk.table %s %%t%d : %s\n", i, typ, name, i, typ)
		tables, tableTypes = append(tables, fmt.Sprintf("%%t%d", i)), append(tableTypes, typ)
	}
	for i := range f.Works {
		head += fmt.Sprintf("  %%w%d = okk.alloc : %s\n", i, t)
		work, workTypes = append(work, fmt.Sprintf("%%w%d", i)), append(workTypes, t)
	}
	form := func(sources string, types ...string) {
		list = append(list, "okk.kernel @k {\n  %a = okk.alloc : "+t+"\n  %b = okk.alloc : "+t+"\n  %c = okk.alloc : "+t+"\n"+head+"  okk.math "+f.Name+" %a, "+sources+
			" tables "+strings.Join(tables, ", ")+" work "+strings.Join(work, ", ")+" : "+t+", "+strings.Join(types, ", ")+" tables "+strings.Join(tableTypes, ", ")+" work "+strings.Join(workTypes, ", ")+"\n}")
	}
	if f.Sources == 1 {
		form("%b", t)
		return list
	}
	if f.TPU.C != "" {
		form("%b, %c", t, t)
	}
	for _, number := range []string{"0.5", "2.5"} {
		form("%b scalar "+number+" : f32", t)
	}
	return list
}

// ofFloats reports whether all tensors of an operation are of f32, and of known extents.
func ofFloats(op *ir.Operation) bool {
	for _, v := range Tensors(op) {
		if local, ok := v.Type().(*LocalType); !ok || local.Tensor.DType != F32 || local.Open != 0 {
			return false
		}
	}
	return true
}

// checkRange computes an operation with random elements.
func checkRange(t *testing.T, m *Machine, op *ir.Operation, rng *rand.Rand) {
	t.Helper()
	ranges := map[*ir.Value]Range{}
	for _, v := range Tensors(op) {
		scale := []float64{1, 10, 100, 1e30}[rng.IntN(4)]
		low := (rng.Float64()*2 - 1) * scale
		if rng.IntN(4) == 0 {
			low = 0
		}
		ranges[v] = RangeOf(float32(low), float32(low+rng.Float64()*scale))
	}
	leaves := false
	_, result := Ranges(m, op, func(v *ir.Value) Range { return ranges[v] }, func(*Function, Domain, Range) { leaves = true })
	args, same := []*Elements(nil), map[*ir.Value]*Elements{}
	for _, v := range Tensors(op) {
		if same[v] == nil {
			shape := v.Type().(*LocalType).Tensor.LogicalShape()
			e := &Elements{DType: F32, Shape: shape, Bits: make([]uint64, countElements(shape))}
			for i := range e.Bits {
				r := ranges[v]
				x := float32(float64(r.Low) + rng.Float64()*(float64(r.High)-float64(r.Low)))
				if rng.IntN(4) == 0 {
					x = r.Low
				}
				e.Bits[i] = uint64(math.Float32bits(min(max(x, r.Low), r.High)))
			}
			same[v] = e
		}
		args = append(args, same[v])
	}
	class := RowOf(op).Of(op)
	for len(args) > 1 && class.column(len(args)-1).Access&ir.Write != 0 {
		args = args[:len(args)-1] // work buffers
	}
	a := &Arithmetic{Numbers: m.Numbers}
	if err := RowOf(op).Compute(a, op, args); err != nil {
		if !leaves {
			t.Errorf("%s\n%v: %v, but no operand was found to leave the domain", op.String(), ranges, err)
		}
		return
	}
	for _, bits := range args[0].Bits {
		v := float(bits)
		if v != v && result == AnyNumber || v >= result.Low && v <= result.High {
			continue
		}
		t.Errorf("%s\n%v: %g is not from %g to %g", op.String(), ranges, v, result.Low, result.High)
		return
	}
}
