package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/sim"
)

// runOperation executes an operation, written with operands %0, %1, … that are the given
// constants, and returns its results as text.
func runOperation(t *testing.T, op string, constants []string, results ...string) (string, error) {
	t.Helper()
	var b strings.Builder
	for i, c := range constants {
		if rest, isPoison := strings.CutPrefix(c, "poison"); isPoison {
			fmt.Fprintf(&b, "  %%%d = ub.poison%s\n", i, rest)
		} else {
			fmt.Fprintf(&b, "  %%%d = arith.constant %s\n", i, c)
		}
	}
	var names []string
	for i := range results {
		names = append(names, fmt.Sprintf("%%r%d", i))
	}
	types := strings.Join(results, ", ")
	text := fmt.Sprintf("func.func @f() -> (%s) {\n%s  %s = %s\n  return %s : %s\n}",
		types, b.String(), strings.Join(names, ", "), op, strings.Join(names, ", "), types)
	m := load(t, all.Context(), text)
	values, err := sim.New(m, nil).Call(t.Context(), "f")
	if err != nil {
		return "", err
	}
	f := m.Body().Front()
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = sim.Format(f.Body().Back().Operand(i).Type(), v)
	}
	return strings.Join(out, ", "), nil
}

func TestArithmetic(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		op        string
		constants []string
		result    string // type, or types
		want      string
	}{
		{"arith.addi %0, %1 : i8", []string{"100 : i8", "100 : i8"}, "i8", "-56"},
		{"arith.addi %0, %1 overflow<nuw> : i8", []string{"100 : i8", "100 : i8"}, "i8", "-56"},
		{"arith.addi %0, %1 overflow<nsw> : i8", []string{"100 : i8", "100 : i8"}, "i8", "poison"},
		{"arith.subi %0, %1 overflow<nuw> : i8", []string{"1 : i8", "2 : i8"}, "i8", "poison"},
		{"arith.muli %0, %1 : vector<2xi4>", []string{"dense<[3, 7]> : vector<2xi4>", "dense<3> : vector<2xi4>"}, "vector<2xi4>", "[-7, 5]"},
		{"arith.muli %0, %1 overflow<nsw> : vector<2xi4>", []string{"dense<[2, 7]> : vector<2xi4>", "dense<3> : vector<2xi4>"}, "vector<2xi4>", "[6, undef]"},
		{"arith.divsi %0, %1 : i8", []string{"-7 : i8", "2 : i8"}, "i8", "-3"},
		{"arith.divsi %0, %1 exact : i8", []string{"-7 : i8", "2 : i8"}, "i8", "poison"},
		{"arith.floordivsi %0, %1 : i8", []string{"-7 : i8", "2 : i8"}, "i8", "-4"},
		{"arith.ceildivui %0, %1 : i8", []string{"-7 : i8", "2 : i8"}, "i8", "125"},
		{"arith.remsi %0, %1 : i8", []string{"-128 : i8", "-1 : i8"}, "i8", "0"},
		{"arith.shli %0, %1 : i8", []string{"3 : i8", "8 : i8"}, "i8", "poison"},
		{"arith.shli %0, %1 overflow<nsw> : i8", []string{"-1 : i8", "7 : i8"}, "i8", "-128"},
		{"arith.shli %0, %1 overflow<nuw> : i8", []string{"-1 : i8", "7 : i8"}, "i8", "poison"},
		{"arith.shrui %0, %1 exact : i8", []string{"12 : i8", "2 : i8"}, "i8", "3"},
		{"arith.shrui %0, %1 exact : i8", []string{"13 : i8", "2 : i8"}, "i8", "poison"},
		{"arith.shrsi %0, %1 : index", []string{"-16 : index", "2 : index"}, "index", "-4"},
		{"arith.addui_extended %0, %1 : i8, i1", []string{"-1 : i8", "2 : i8"}, "i8 i1", "1, true"},
		{"arith.mulsi_extended %0, %1 : i8", []string{"-1 : i8", "2 : i8"}, "i8 i8", "-2, -1"},
		{"arith.mului_extended %0, %1 : i8", []string{"-1 : i8", "2 : i8"}, "i8 i8", "-2, 1"},
		{"arith.cmpi ult, %0, %1 : i8", []string{"-1 : i8", "2 : i8"}, "i1", "false"},
		{"arith.cmpi slt, %0, %1 : i8", []string{"-1 : i8", "2 : i8"}, "i1", "true"},

		{"arith.addf %0, %1 : f16", []string{"2048.0 : f16", "1.0 : f16"}, "f16", "2.048000e+03"},
		{"arith.addf %0, %1 fastmath<ninf> : f16", []string{"60000.0 : f16", "60000.0 : f16"}, "f16", "poison"},
		{"arith.divf %0, %1 : f8E5M2", []string{"1.0 : f8E5M2", "3.0 : f8E5M2"}, "f8E5M2", "3.125000e-01"},
		{"arith.remf %0, %1 : f32", []string{"-5.5 : f32", "2.0 : f32"}, "f32", "-1.500000e+00"},
		{"arith.maximumf %0, %1 : f32", []string{"0x7FC00000 : f32", "2.0 : f32"}, "f32", "0x7FC00000"},
		{"arith.maxnumf %0, %1 : f32", []string{"0x7FC00000 : f32", "2.0 : f32"}, "f32", "2.000000e+00"},
		{"arith.minimumf %0, %1 : f32", []string{"0.0 : f32", "-0.0 : f32"}, "f32", "-0.000000e+00"},
		{"arith.cmpf ult, %0, %1 : f32", []string{"0x7FC00000 : f32", "2.0 : f32"}, "i1", "true"},
		{"arith.cmpf ult, %0, %1 fastmath<nnan> : f32", []string{"0x7FC00000 : f32", "2.0 : f32"}, "i1", "poison"},
		{"arith.negf %0 : f32", []string{"0.0 : f32"}, "f32", "-0.000000e+00"},

		{"arith.extsi %0 : i1 to i8", []string{"true"}, "i8", "-1"},
		{"arith.trunci %0 overflow<nsw> : i16 to i8", []string{"-128 : i16"}, "i8", "-128"},
		{"arith.trunci %0 overflow<nuw> : i16 to i8", []string{"-128 : i16"}, "i8", "poison"},
		{"arith.truncf %0 : f32 to f16", []string{"0.333333343 : f32"}, "f16", "3.332520e-01"},
		{"arith.truncf %0 fastmath<ninf> : f32 to f16", []string{"65536.0 : f32"}, "f16", "poison"},
		{"arith.truncf %0 fastmath<ninf> : f32 to f16", []string{"65504.0 : f32"}, "f16", "6.550400e+04"},
		{"arith.truncf %0 fastmath<ninf> : f32 to f8E4M3FN", []string{"0x7F800000 : f32"}, "f8E4M3FN", "poison"},
		{"arith.truncf %0 upward : f32 to bf16", []string{"1.00001 : f32"}, "bf16", "1.007810e+00"},
		{"arith.scaling_extf %0, %1 : f4E2M1FN, f8E8M0FNU to f32", []string{"1.5 : f4E2M1FN", "4.0 : f8E8M0FNU"}, "f32", "6.000000e+00"},
		{"arith.scaling_truncf %0, %1 : f32, f8E8M0FNU to f4E2M1FN", []string{"6.0 : f32", "4.0 : f8E8M0FNU"}, "f4E2M1FN", "1.500000e+00"},
		{"arith.fptosi %0 : f32 to i8", []string{"-3.9 : f32"}, "i8", "-3"},
		{"arith.fptoui %0 : f32 to i8", []string{"256.0 : f32"}, "i8", "poison"},
		{"arith.uitofp %0 : i8 to f32", []string{"-1 : i8"}, "f32", "2.550000e+02"},
		{"arith.bitcast %0 : vector<2xf16> to vector<2xi16>", []string{"dense<[1.0, -2.0]> : vector<2xf16>"}, "vector<2xi16>", "[15360, -16384]"},
		{"arith.index_castui %0 : i8 to index", []string{"-1 : i8"}, "index", "255"},

		{"poplar.convert %0 : f32 to f16", []string{"0.333333343 : f32"}, "f16", "3.332520e-01"},
		{"poplar.convert %0 : f16 to f16", []string{"0.5 : f16"}, "f16", "5.000000e-01"},
		// 0x48 is 2 as F143, with bias 8, and 0x44 is 2 as F152, with bias 16.
		{"poplar.from_quarter %0 metadata %1 : f16", []string{"72 : i8", "0 : i8"}, "f16", "2.000000e+00"},
		{"poplar.from_quarter %0 metadata %1 : f32", []string{"72 : i8", "6 : i8"}, "f32", "1.280000e+02"},
		{"poplar.from_quarter %0 metadata %1 : f32", []string{"72 : i8", "63 : i8"}, "f32", "1.000000e+00"},
		{"poplar.from_quarter %0 metadata %1 : f32", []string{"68 : i8", "128 : i8"}, "f32", "2.000000e+00"},
		{"poplar.from_quarter %0 metadata %1 : f16", []string{"127 : i8", "31 : i8"}, "f16", "0x7C00"},
		{"poplar.from_quarter %0 metadata %1 : f32", []string{"-128 : i8", "0 : i8"}, "f32", "0x7FC00000"},
		{"poplar.to_quarter %0 metadata %1 : f16", []string{"2.0 : f16", "0 : i8"}, "i8", "72"},
		{"poplar.to_quarter %0 metadata %1 : f32", []string{"128.0 : f32", "6 : i8"}, "i8", "72"},
		{"poplar.to_quarter %0 metadata %1 : f32", []string{"2.125 : f32", "0 : i8"}, "i8", "72"},
		{"poplar.to_quarter %0 metadata %1 : f32", []string{"2.375 : f32", "0 : i8"}, "i8", "74"},
		{"poplar.to_quarter %0 metadata %1 : f32", []string{"-1.0e9 : f32", "0 : i8"}, "i8", "-128"},
		{"poplar.to_quarter %0 metadata %1 saturate : f32", []string{"-1.0e9 : f32", "0 : i8"}, "i8", "-1"},
		{"poplar.to_quarter %0 metadata %1 saturate : f32", []string{"0x7F800000 : f32", "0 : i8"}, "i8", "-128"},
		{"poplar.to_quarter %0 metadata %1 : f32", []string{"1.0 : f32", "poison : i8"}, "i8", "poison"},

		{"arith.addi %0, %1 : i8", []string{"1 : i8", "poison : i8"}, "i8", "poison"},
		{"arith.select %0, %1, %2 : i8", []string{"true", "1 : i8", "poison : i8"}, "i8", "1"},
		{"arith.select %0, %1, %2 : vector<2xi1>, vector<2xi8>",
			[]string{"dense<[true, false]> : vector<2xi1>", "dense<1> : vector<2xi8>", "poison : vector<2xi8>"}, "vector<2xi8>", "[1, undef]"},

		{"math.clampf %0 to [%1, %2] : f32", []string{"-1.0 : f32", "2.0 : f32", "3.0 : f32"}, "f32", "2.000000e+00"},
		{"math.clampf %0 to [%1, %2] : f32", []string{"2.5 : f32", "2.0 : f32", "3.0 : f32"}, "f32", "2.500000e+00"},
		{"math.clampf %0 to [%1, %2] : f32", []string{"9.0 : f32", "2.0 : f32", "3.0 : f32"}, "f32", "3.000000e+00"},
		{"math.absi %0 : i8", []string{"-128 : i8"}, "i8", "-128"},
		{"math.ctlz %0 : vector<2xi8>", []string{"dense<[1, 0]> : vector<2xi8>"}, "vector<2xi8>", "[7, 8]"},
		{"math.ipowi %0, %1 : i8", []string{"3 : i8", "5 : i8"}, "i8", "-13"},
		{"math.fpowi %0, %1 : f32, i32", []string{"2.0 : f32", "-2 : i32"}, "f32", "2.500000e-01"},
		{"math.roundeven %0 : f32", []string{"2.5 : f32"}, "f32", "2.000000e+00"},
		{"math.sqrt %0 : f16", []string{"2.0 : f16"}, "f16", "1.414060e+00"},
		{"math.exp %0 : bf16", []string{"1.0 : bf16"}, "bf16", "2.718750e+00"},
		{"math.fma %0, %1, %2 : f32", []string{"16777217.0 : f32", "1.0 : f32", "1.0 : f32"}, "f32", "0x4B800000"},
		{"math.clampf %0 to [%1, %2] : f32", []string{"5.0 : f32", "0.0 : f32", "1.0 : f32"}, "f32", "1.000000e+00"},
		{"math.sincos %0 : f32", []string{"0.0 : f32"}, "f32 f32", "0.000000e+00, 1.000000e+00"},
		{"math.isnormal %0 : f16", []string{"0x0001 : f16"}, "i1", "false"},
		{"math.atan2 %0, %1 : f32", []string{"1.0 : f32", "1.0 : f32"}, "f32", "0.785398185"},
	} {
		t.Run(tc.op, func(t *testing.T) {
			t.Parallel()
			got, err := runOperation(t, tc.op, tc.constants, strings.Fields(tc.result)...)
			if err != nil || got != tc.want {
				t.Errorf("of %s: got %s, %v, want %s", strings.Join(tc.constants, "; "), got, err, tc.want)
			}
		})
	}
}

func TestUndefinedArithmetic(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		op        string
		constants []string
		want      string
	}{
		{"arith.divui %0, %1 : i8", []string{"1 : i8", "0 : i8"}, "division by zero"},
		{"arith.divsi %0, %1 : i8", []string{"-128 : i8", "-1 : i8"}, "does not fit"},
		{"arith.remsi %0, %1 : i8", []string{"1 : i8", "poison : i8"}, "depends on a poison value"},
		{"math.ipowi %0, %1 : i8", []string{"0 : i8", "-1 : i8"}, "division by zero"},
	} {
		if _, err := runOperation(t, tc.op, tc.constants, "i8"); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: got %v, want %q", tc.op, err, tc.want)
		}
	}
	if _, err := runOperation(t, "arith.addi %0, %0 : i128", []string{"1 : i128"}, "i128"); err == nil || !strings.Contains(err.Error(), "i128") {
		t.Errorf("i128: got %v", err)
	}
}

// BenchmarkElementwise measures an addition of 1024 floats.
func BenchmarkElementwise(b *testing.B) {
	for _, op := range []string{"arith.addf %x, %x : vector<1024xf32>", "arith.muli %y, %y : vector<1024xi32>"} {
		b.Run(op, func(b *testing.B) {
			t := "f32"
			if strings.Contains(op, "i32") {
				t = "i32"
			}
			c := all.Context()
			m := load(b, c, fmt.Sprintf("func.func @f(%%x: vector<1024xf32>, %%y: vector<1024xi32>) -> vector<1024x%s> {\n  %%0 = %s\n  return %%0 : vector<1024x%s>\n}", t, op, t))
			args := []sim.Value{{Ref: sim.VectorLike(ir.Vector([]int64{1024}, c.F32()))}, {Ref: sim.VectorLike(ir.Vector([]int64{1024}, c.I32()))}}
			machine := sim.New(m, nil)
			for b.Loop() {
				if _, err := machine.Call(b.Context(), "f", args...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
