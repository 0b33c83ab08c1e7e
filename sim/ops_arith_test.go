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
		{op: "arith.addi %0, %1 : i8", constants: []string{"100 : i8", "100 : i8"}, result: "i8", want: "-56"},
		{op: "arith.addi %0, %1 overflow<nuw> : i8", constants: []string{"100 : i8", "100 : i8"}, result: "i8", want: "-56"},
		{op: "arith.addi %0, %1 overflow<nsw> : i8", constants: []string{"100 : i8", "100 : i8"}, result: "i8",
			want: "poison"},
		{op: "arith.subi %0, %1 overflow<nuw> : i8", constants: []string{"1 : i8", "2 : i8"}, result: "i8", want: "poison"},
		{op: "arith.muli %0, %1 : vector<2xi4>",
			constants: []string{"dense<[3, 7]> : vector<2xi4>", "dense<3> : vector<2xi4>"}, result: "vector<2xi4>",
			want: "[-7, 5]"},
		{op: "arith.muli %0, %1 overflow<nsw> : vector<2xi4>",
			constants: []string{"dense<[2, 7]> : vector<2xi4>", "dense<3> : vector<2xi4>"}, result: "vector<2xi4>",
			want: "[6, undef]"},
		{op: "arith.divsi %0, %1 : i8", constants: []string{"-7 : i8", "2 : i8"}, result: "i8", want: "-3"},
		{op: "arith.divsi %0, %1 exact : i8", constants: []string{"-7 : i8", "2 : i8"}, result: "i8", want: "poison"},
		{op: "arith.floordivsi %0, %1 : i8", constants: []string{"-7 : i8", "2 : i8"}, result: "i8", want: "-4"},
		{op: "arith.ceildivui %0, %1 : i8", constants: []string{"-7 : i8", "2 : i8"}, result: "i8", want: "125"},
		{op: "arith.shli %0, %1 : i8", constants: []string{"3 : i8", "8 : i8"}, result: "i8", want: "poison"},
		{op: "arith.shli %0, %1 overflow<nsw> : i8", constants: []string{"-1 : i8", "7 : i8"}, result: "i8", want: "-128"},
		{op: "arith.shli %0, %1 overflow<nuw> : i8", constants: []string{"-1 : i8", "7 : i8"}, result: "i8", want: "poison"},
		{op: "arith.shrui %0, %1 exact : i8", constants: []string{"12 : i8", "2 : i8"}, result: "i8", want: "3"},
		{op: "arith.shrui %0, %1 exact : i8", constants: []string{"13 : i8", "2 : i8"}, result: "i8", want: "poison"},
		{op: "arith.shrsi %0, %1 : index", constants: []string{"-16 : index", "2 : index"}, result: "index", want: "-4"},
		{op: "arith.addui_extended %0, %1 : i8, i1", constants: []string{"-1 : i8", "2 : i8"}, result: "i8 i1",
			want: "1, true"},
		{op: "arith.mulsi_extended %0, %1 : i8", constants: []string{"-1 : i8", "2 : i8"}, result: "i8 i8", want: "-2, -1"},
		{op: "arith.mului_extended %0, %1 : i8", constants: []string{"-1 : i8", "2 : i8"}, result: "i8 i8", want: "-2, 1"},
		{op: "arith.cmpi ult, %0, %1 : i8", constants: []string{"-1 : i8", "2 : i8"}, result: "i1", want: "false"},
		{op: "arith.cmpi slt, %0, %1 : i8", constants: []string{"-1 : i8", "2 : i8"}, result: "i1", want: "true"},

		{op: "arith.addf %0, %1 : f16", constants: []string{"2048.0 : f16", "1.0 : f16"}, result: "f16",
			want: "2.048000e+03"},
		{op: "arith.addf %0, %1 fastmath<ninf> : f16", constants: []string{"60000.0 : f16", "60000.0 : f16"}, result: "f16",
			want: "poison"},
		{op: "arith.divf %0, %1 : f8E5M2", constants: []string{"1.0 : f8E5M2", "3.0 : f8E5M2"}, result: "f8E5M2",
			want: "3.125000e-01"},
		{op: "arith.remf %0, %1 : f32", constants: []string{"-5.5 : f32", "2.0 : f32"}, result: "f32", want: "-1.500000e+00"},
		{op: "arith.maximumf %0, %1 : f32", constants: []string{"0x7FC00000 : f32", "2.0 : f32"}, result: "f32",
			want: "0x7FC00000"},
		{op: "arith.maxnumf %0, %1 : f32", constants: []string{"0x7FC00000 : f32", "2.0 : f32"}, result: "f32",
			want: "2.000000e+00"},
		{op: "arith.minimumf %0, %1 : f32", constants: []string{"0.0 : f32", "-0.0 : f32"}, result: "f32",
			want: "-0.000000e+00"},
		{op: "arith.cmpf ult, %0, %1 : f32", constants: []string{"0x7FC00000 : f32", "2.0 : f32"}, result: "i1",
			want: "true"},
		{op: "arith.cmpf ult, %0, %1 fastmath<nnan> : f32", constants: []string{"0x7FC00000 : f32", "2.0 : f32"},
			result: "i1", want: "poison"},
		{op: "arith.negf %0 : f32", constants: []string{"0.0 : f32"}, result: "f32", want: "-0.000000e+00"},

		{op: "arith.extsi %0 : i1 to i8", constants: []string{"true"}, result: "i8", want: "-1"},
		{op: "arith.trunci %0 overflow<nsw> : i16 to i8", constants: []string{"-128 : i16"}, result: "i8", want: "-128"},
		{op: "arith.trunci %0 overflow<nuw> : i16 to i8", constants: []string{"-128 : i16"}, result: "i8", want: "poison"},
		{op: "arith.truncf %0 : f32 to f16", constants: []string{"0.333333343 : f32"}, result: "f16", want: "3.332520e-01"},
		{op: "arith.truncf %0 fastmath<ninf> : f32 to f16", constants: []string{"65536.0 : f32"}, result: "f16",
			want: "poison"},
		{op: "arith.truncf %0 fastmath<ninf> : f32 to f16", constants: []string{"65504.0 : f32"}, result: "f16",
			want: "6.550400e+04"},
		{op: "arith.truncf %0 fastmath<ninf> : f32 to f8E4M3FN", constants: []string{"0x7F800000 : f32"}, result: "f8E4M3FN",
			want: "poison"},
		{op: "arith.truncf %0 upward : f32 to bf16", constants: []string{"1.00001 : f32"}, result: "bf16",
			want: "1.007810e+00"},
		{op: "arith.scaling_extf %0, %1 : f4E2M1FN, f8E8M0FNU to f32",
			constants: []string{"1.5 : f4E2M1FN", "4.0 : f8E8M0FNU"}, result: "f32", want: "6.000000e+00"},
		{op: "arith.scaling_truncf %0, %1 : f32, f8E8M0FNU to f4E2M1FN", constants: []string{"6.0 : f32", "4.0 : f8E8M0FNU"},
			result: "f4E2M1FN", want: "1.500000e+00"},
		{op: "arith.fptosi %0 : f32 to i8", constants: []string{"-3.9 : f32"}, result: "i8", want: "-3"},
		{op: "arith.fptoui %0 : f32 to i8", constants: []string{"256.0 : f32"}, result: "i8", want: "poison"},
		{op: "arith.uitofp %0 : i8 to f32", constants: []string{"-1 : i8"}, result: "f32", want: "2.550000e+02"},
		{op: "arith.bitcast %0 : vector<2xf16> to vector<2xi16>", constants: []string{"dense<[1.0, -2.0]> : vector<2xf16>"},
			result: "vector<2xi16>", want: "[15360, -16384]"},
		{op: "arith.index_castui %0 : i8 to index", constants: []string{"-1 : i8"}, result: "index", want: "255"},

		{op: "poplar.convert %0 : f32 to f16", constants: []string{"0.333333343 : f32"}, result: "f16", want: "3.332520e-01"},
		{op: "poplar.convert %0 : f16 to f16", constants: []string{"0.5 : f16"}, result: "f16", want: "5.000000e-01"},
		// 0x48 is 2 as F143, with bias 8, and 0x44 is 2 as F152, with bias 16.
		{op: "poplar.from_quarter %0 metadata %1 : f16", constants: []string{"72 : i8", "0 : i8"}, result: "f16",
			want: "2.000000e+00"},
		{op: "poplar.from_quarter %0 metadata %1 : f32", constants: []string{"72 : i8", "6 : i8"}, result: "f32",
			want: "1.280000e+02"},
		{op: "poplar.from_quarter %0 metadata %1 : f32", constants: []string{"72 : i8", "63 : i8"}, result: "f32",
			want: "1.000000e+00"},
		{op: "poplar.from_quarter %0 metadata %1 : f32", constants: []string{"68 : i8", "128 : i8"}, result: "f32",
			want: "2.000000e+00"},
		{op: "poplar.from_quarter %0 metadata %1 : f16", constants: []string{"127 : i8", "31 : i8"}, result: "f16",
			want: "0x7C00"},
		{op: "poplar.from_quarter %0 metadata %1 : f32", constants: []string{"-128 : i8", "0 : i8"}, result: "f32",
			want: "0x7FC00000"},
		{op: "poplar.to_quarter %0 metadata %1 : f16", constants: []string{"2.0 : f16", "0 : i8"}, result: "i8", want: "72"},
		{op: "poplar.to_quarter %0 metadata %1 : f32", constants: []string{"128.0 : f32", "6 : i8"}, result: "i8",
			want: "72"},
		{op: "poplar.to_quarter %0 metadata %1 : f32", constants: []string{"2.125 : f32", "0 : i8"}, result: "i8",
			want: "72"},
		{op: "poplar.to_quarter %0 metadata %1 : f32", constants: []string{"2.375 : f32", "0 : i8"}, result: "i8",
			want: "74"},
		{op: "poplar.to_quarter %0 metadata %1 : f32", constants: []string{"-1.0e9 : f32", "0 : i8"}, result: "i8",
			want: "-128"},
		{op: "poplar.to_quarter %0 metadata %1 saturate : f32", constants: []string{"-1.0e9 : f32", "0 : i8"}, result: "i8",
			want: "-1"},
		{op: "poplar.to_quarter %0 metadata %1 saturate : f32", constants: []string{"0x7F800000 : f32", "0 : i8"},
			result: "i8", want: "-128"},
		{op: "poplar.to_quarter %0 metadata %1 : f32", constants: []string{"1.0 : f32", "poison : i8"}, result: "i8",
			want: "poison"},

		{op: "arith.addi %0, %1 : i8", constants: []string{"1 : i8", "poison : i8"}, result: "i8", want: "poison"},
		{op: "arith.select %0, %1, %2 : i8", constants: []string{"true", "1 : i8", "poison : i8"}, result: "i8", want: "1"},
		{op: "arith.select %0, %1, %2 : vector<2xi1>, vector<2xi8>",
			constants: []string{"dense<[true, false]> : vector<2xi1>", "dense<1> : vector<2xi8>", "poison : vector<2xi8>"}, result: "vector<2xi8>", want: "[1, undef]"},

		{op: "math.clampf %0 to [%1, %2] : f32", constants: []string{"-1.0 : f32", "2.0 : f32", "3.0 : f32"}, result: "f32",
			want: "2.000000e+00"},
		{op: "math.clampf %0 to [%1, %2] : f32", constants: []string{"2.5 : f32", "2.0 : f32", "3.0 : f32"}, result: "f32",
			want: "2.500000e+00"},
		{op: "math.clampf %0 to [%1, %2] : f32", constants: []string{"9.0 : f32", "2.0 : f32", "3.0 : f32"}, result: "f32",
			want: "3.000000e+00"},
		{op: "math.absi %0 : i8", constants: []string{"-128 : i8"}, result: "i8", want: "-128"},
		{op: "math.ctlz %0 : vector<2xi8>", constants: []string{"dense<[1, 0]> : vector<2xi8>"}, result: "vector<2xi8>",
			want: "[7, 8]"},
		{op: "math.ipowi %0, %1 : i8", constants: []string{"3 : i8", "5 : i8"}, result: "i8", want: "-13"},
		{op: "math.fpowi %0, %1 : f32, i32", constants: []string{"2.0 : f32", "-2 : i32"}, result: "f32",
			want: "2.500000e-01"},
		{op: "math.roundeven %0 : f32", constants: []string{"2.5 : f32"}, result: "f32", want: "2.000000e+00"},
		{op: "math.sqrt %0 : f16", constants: []string{"2.0 : f16"}, result: "f16", want: "1.414060e+00"},
		{op: "math.exp %0 : bf16", constants: []string{"1.0 : bf16"}, result: "bf16", want: "2.718750e+00"},
		{op: "math.fma %0, %1, %2 : f32", constants: []string{"16777217.0 : f32", "1.0 : f32", "1.0 : f32"}, result: "f32",
			want: "1.6777216e+07"},
		{op: "math.clampf %0 to [%1, %2] : f32", constants: []string{"5.0 : f32", "0.0 : f32", "1.0 : f32"}, result: "f32",
			want: "1.000000e+00"},
		{op: "math.sincos %0 : f32", constants: []string{"0.0 : f32"}, result: "f32 f32", want: "0.000000e+00, 1.000000e+00"},
		{op: "math.isnormal %0 : f16", constants: []string{"0x0001 : f16"}, result: "i1", want: "false"},
		{op: "math.atan2 %0, %1 : f32", constants: []string{"1.0 : f32", "1.0 : f32"}, result: "f32", want: "7.853982e-01"},
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
		{"arith.remsi %0, %1 : i8", []string{"-128 : i8", "-1 : i8"}, "the quotient does not fit"},
		{"math.ipowi %0, %1 : i8", []string{"0 : i8", "-1 : i8"}, "division by zero"},
	} {
		if _, err := runOperation(t, tc.op, tc.constants, "i8"); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: got %v, want %q", tc.op, err, tc.want)
		}
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
