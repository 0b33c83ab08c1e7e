package sim_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/num"
	"optc/parser"
	"optc/sim"
)

// exact returns the meanings of all dialects without quick forms.
func exact() sim.Table {
	t := sim.Table{}
	for _, d := range all.Dialects() {
		switch m := d.Meanings().(type) {
		case *sim.Meanings:
			maps.Copy(t, m.Table)
		case sim.Table:
			maps.Copy(t, m)
		}
	}
	return t
}

// quickCases lists operations of one to three operands: name, predicate, flags and, for a
// cast, the type of the result.
var quickCases = []struct{ types, ops string }{
	{"i1 i8 i17 i32 i64 index", `arith.addi arith.subi arith.muli arith.andi arith.ori arith.xori
arith.minsi arith.maxsi arith.minui arith.maxui arith.divui arith.divsi arith.remui arith.remsi arith.shli arith.shrui arith.shrsi
arith.cmpi|eq arith.cmpi|ne arith.cmpi|slt arith.cmpi|sle arith.cmpi|sgt arith.cmpi|sge arith.cmpi|ult arith.cmpi|ule arith.cmpi|ugt arith.cmpi|uge
arith.addi||overflow<nsw> arith.addi||overflow<nuw> arith.addi||overflow<nsw,nuw> arith.subi||overflow<nsw> arith.subi||overflow<nuw> arith.subi||overflow<nsw,nuw>
arith.muli||overflow<nsw> arith.muli||overflow<nuw> arith.muli||overflow<nsw,nuw> arith.divui||exact arith.shrui||exact`},
	{"f16 bf16 f32 f64", `arith.addf arith.subf arith.mulf arith.divf arith.minimumf arith.maximumf arith.minnumf arith.maxnumf arith.negf math.absf math.sqrt math.fma
arith.addf||fastmath<contract> arith.addf||fastmath<fast> arith.mulf||fastmath<nnan,ninf> arith.subf||fastmath<nsz>
arith.cmpf|false arith.cmpf|oeq arith.cmpf|ogt arith.cmpf|oge arith.cmpf|olt arith.cmpf|ole arith.cmpf|one arith.cmpf|ord
arith.cmpf|ueq arith.cmpf|ugt arith.cmpf|uge arith.cmpf|ult arith.cmpf|ule arith.cmpf|une arith.cmpf|uno arith.cmpf|true`},
	{"i8 i32", "arith.extsi|||i64 arith.extui|||i64 arith.index_cast|||index arith.index_castui|||index arith.sitofp|||f16 arith.sitofp|||f32 arith.sitofp|||f64 arith.uitofp|||f32 arith.uitofp|||f64"},
	{"index", "arith.index_cast|||i8 arith.index_castui|||i32"},
	{"i64", "arith.trunci|||i8 arith.trunci||overflow<nsw>|i32 arith.sitofp|||f32 arith.uitofp|||f32 arith.sitofp|||f64 arith.uitofp|||f64"},
	{"f16 bf16", "arith.extf|||f32 arith.extf|||f64"},
	{"f32", "arith.extf|||f64 arith.truncf|||f16 arith.truncf|||bf16 arith.truncf||upward|f16 arith.fptosi|||i8 arith.fptosi|||i32 arith.fptosi|||i64"},
	{"f64", "arith.truncf|||f32 arith.truncf|||f16 arith.fptosi|||i16 arith.fptosi|||i32 arith.fptosi|||i64"},
}

// statement writes a case for operands of type t, whose element is elem.
func statement(op, t, elem string) (text, result string, operands int) {
	parts := append(strings.Split(op, "|"), "", "", "")
	name, predicate, flags, to := parts[0], parts[1], parts[2], parts[3]
	if to != "" {
		result = strings.Replace(t, elem, to, 1)
		return fmt.Sprintf("%s %%a %s : %s to %s", name, flags, t, result), result, 1
	}
	operands = map[string]int{"arith.negf": 1, "math.absf": 1, "math.sqrt": 1, "math.fma": 3}[name]
	if operands == 0 {
		operands = 2
	}
	result, values := t, strings.Join([]string{"%a", "%b", "%c"}[:operands], ", ")
	if predicate != "" {
		result, values = strings.Replace(t, elem, "i1", 1), predicate+", "+values
	}
	return fmt.Sprintf("%s %s %s : %s", name, values, flags, t), result, operands
}

// edges lists raw bits that are likely to reveal errors in rounding, signs and widths.
func edges(t ir.Type, r *rand.Rand) []uint64 {
	list := []uint64{0, 1, 2, 3, 7, 31, 63, 64, 1 << 31, 1<<31 - 1, 1 << 32, 1<<63 - 1, 1 << 63, math.MaxUint64, math.MaxUint64 - 1}
	if f, ok := t.(*ir.FloatType); ok {
		for _, x := range []float64{0, 1, -1, 0.5, 3, -7.25, 1e-8, 6.1e-5, 5.9e-8, 2.98e-8, 65504, 65519.9, 65520, 65536, 1e30, 3e38, 1e-40, 1e-45, 1e300, 1e-310, 2147483647, -2147483648, 2147483648, 9.2e18, math.Inf(1), math.Inf(-1)} {
			list = append(list, sim.FloatBits(num.FloatFromFloat64(f.Kind, x)), sim.FloatBits(num.FloatFromFloat64(f.Kind, -x)))
		}
		list = append(list, sim.FloatBits(num.FloatFromFloat64(f.Kind, math.NaN())))
	}
	for range 200 {
		list = append(list, r.Uint64()>>r.IntN(64))
	}
	for i := range list {
		list[i] = sim.Truncate(t, list[i])
	}
	return list
}

// Quick forms give the same results as the exact arithmetic, for scalars and for vectors.
func TestQuickIsExact(t *testing.T) {
	t.Parallel()
	const lanes = 1500
	r := rand.New(rand.NewPCG(1, 2))
	for _, group := range quickCases {
		for _, elem := range strings.Fields(group.types) {
			for _, op := range strings.Fields(group.ops) {
				vector := fmt.Sprintf("vector<%dx%s>", lanes, elem)
				scalarText, scalarResult, operands := statement(op, elem, elem)
				vectorText, vectorResult, _ := statement(op, vector, elem)
				c := all.Context()
				var ds ir.Diagnostics
				text := fmt.Sprintf("func.func @s(%%a: %[1]s, %%b: %[1]s, %%c: %[1]s) -> %[2]s { %%r = %[3]s\nreturn %%r : %[2]s }\nfunc.func @v(%%a: %[4]s, %%b: %[4]s, %%c: %[4]s) -> %[5]s { %%r = %[6]s\nreturn %%r : %[5]s }",
					elem, scalarResult, scalarText, vector, vectorResult, vectorText)
				module, err := parser.Parse(t.Context(), c, &ir.Source{Name: op, Text: text}, &ds)
				if err != nil || ir.Verify(module, &ds) != nil {
					t.Fatalf("%s\nin\n%s", ds.String(), text)
				}
				want, got := sim.New(module, exact()), sim.New(module, nil)
				argType := module.Body().Front().Body().Arg(0).Type()
				values := edges(argType, r)
				args := make([]sim.Value, 3)
				for k := range args {
					v := sim.NewVector([]int64{lanes}, argType)
					for i := range v.Len() {
						v.SetBits(i, values[r.IntN(len(values))])
						if k > 0 && (strings.Contains(op, "div") || strings.Contains(op, "rem")) {
							v.SetBits(i, v.Bits(i)|1)
						}
					}
					args[k] = sim.Value{Ref: v}
				}
				wantVector, wantErr := want.Call(t.Context(), "v", args...)
				gotVector, gotErr := got.Call(t.Context(), "v", args...)
				if fmt.Sprint(wantErr) != fmt.Sprint(gotErr) {
					t.Fatalf("%s of %s: error %v, want %v", op, vector, gotErr, wantErr)
				}
				for i := range 300 {
					x := make([]sim.Value, 3)
					for k := range x {
						x[k] = args[k].Vector().At(i)
					}
					w, wantErr := want.Call(t.Context(), "s", x...)
					g, gotErr := got.Call(t.Context(), "s", x...)
					if fmt.Sprint(wantErr) != fmt.Sprint(gotErr) || !slices.Equal(w, g) {
						t.Fatalf("%s of %s %#x: got %v (%v), want %v (%v)", op, elem, x[:operands], g, gotErr, w, wantErr)
					}
				}
				if wantErr != nil {
					continue
				}
				w, g := wantVector[0].Vector(), gotVector[0].Vector()
				for i := range w.Len() {
					if w.At(i) != g.At(i) {
						t.Fatalf("%s of %s, lane %d: got %v, want %v of %v", op, vector, i, g.At(i), w.At(i), args[0].Vector().At(i))
					}
				}
			}
		}
	}
}

// A reduction combines like the exact arithmetic, one element after the other, with and
// without an accumulator, for numbers of all kinds and for poison.
func TestReductionIsExact(t *testing.T) {
	t.Parallel()
	const lanes = sim.PollSteps + 6
	r := rand.New(rand.NewPCG(3, 4))
	for _, group := range []struct{ types, kinds string }{
		{"i1 i8 i17 i32 i64", "add mul minui minsi maxui maxsi and or xor"},
		{"f16 bf16 f32 f64", "add mul minnumf maxnumf minimumf maximumf"},
	} {
		for _, elem := range strings.Fields(group.types) {
			for _, kind := range strings.Fields(group.kinds) {
				c := all.Context()
				var ds ir.Diagnostics
				text := strings.NewReplacer("$V", fmt.Sprintf("vector<%dx%s>", lanes, elem), "$E", elem, "$K", kind).Replace(`func.func @f(%v: $V, %a: $E) -> ($E, $E) {
  %r = vector.reduction <$K>, %v : $V into $E
  %s = vector.reduction <$K>, %v, %a : $V into $E
  return %r, %s : $E, $E
}`)
				module, err := parser.Parse(t.Context(), c, &ir.Source{Name: kind, Text: text}, &ds)
				if err != nil || ir.Verify(module, &ds) != nil {
					t.Fatalf("%s\nin\n%s", ds.String(), text)
				}
				argType := module.Body().Front().Body().Arg(1).Type()
				values, machine := edges(argType, r), sim.New(module, nil)
				add := func(acc, x sim.Value) sim.Value {
					if acc.IsPoison() || x.IsPoison() {
						return sim.Poison
					}
					return sim.Int(combineExactly(kind, argType, acc.Bits, x.Bits))
				}
				for special := range 4 {
					v, start := sim.NewVector([]int64{lanes}, argType), sim.Int(values[r.IntN(len(values))])
					for i := range v.Len() {
						v.SetBits(i, values[r.IntN(15*(1+special))]) // integers, then floats of all kinds
					}
					switch special {
					case 2:
						v.SetUndef(r.IntN(lanes))
					case 3:
						start = sim.Poison
					}
					without, with := v.At(0), add(start, v.At(0))
					for i := 1; i < lanes; i++ {
						without, with = add(without, v.At(i)), add(with, v.At(i))
					}
					got, err := machine.Call(t.Context(), "f", sim.Value{Ref: v}, start)
					if err != nil || got[0] != without || got[1] != with {
						t.Fatalf("%s of %s: got %v (%v), want %v and %v", kind, elem, got, err, without, with)
					}
				}
			}
		}
	}
}

// combineExactly combines two numbers by the kind of a reduction.
func combineExactly(kind string, t ir.Type, a, b uint64) uint64 {
	if f, ok := t.(*ir.FloatType); ok {
		x, y := num.FloatFromBits(f.Kind, 0, a), num.FloatFromBits(f.Kind, 0, b)
		return sim.FloatBits(map[string]func(x, y num.Float) num.Float{
			"add":     func(x, y num.Float) num.Float { return x.Add(y, num.NearestEven) },
			"mul":     func(x, y num.Float) num.Float { return x.Mul(y, num.NearestEven) },
			"minnumf": num.Float.MinNum, "maxnumf": num.Float.MaxNum, "minimumf": num.Float.Minimum, "maximumf": num.Float.Maximum,
		}[kind](x, y))
	}
	return map[string]func(x, y num.Int) num.Int{
		"add": num.Int.Add, "mul": num.Int.Mul, "and": num.Int.And, "or": num.Int.Or, "xor": num.Int.Xor,
		"minui": num.Int.MinUnsigned, "minsi": num.Int.MinSigned, "maxui": num.Int.MaxUnsigned, "maxsi": num.Int.MaxSigned,
	}[kind](sim.ToInt(t, a), sim.ToInt(t, b)).Uint64()
}
