package num

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"optc/internal/testing/raced"
)

var roundings = []Rounding{NearestEven, TowardZero, Upward, Downward, NearestAway}

func TestKinds(t *testing.T) {
	t.Parallel()
	// largest and smallest positive numbers and the encodings of infinity and NaN
	tests := []struct {
		k                             *FloatKind
		largest, smallest, inf, quiet string
	}{
		{k: F4E2M1FN, largest: "6.000000e+00", smallest: "5.000000e-01"},
		{k: F6E2M3FN, largest: "7.500000e+00", smallest: "1.250000e-01"},
		{k: F6E3M2FN, largest: "2.800000e+01", smallest: "6.250000e-02"},
		{k: F8E5M2, largest: "5.734400e+04", smallest: "1.525880e-05", inf: "0x7C", quiet: "0x7E"},
		{k: F8E4M3, largest: "2.400000e+02", smallest: "1.953130e-03", inf: "0x78", quiet: "0x7C"},
		{k: F8E4M3FN, largest: "4.480000e+02", smallest: "1.953130e-03", quiet: "0x7F"},
		{k: F8E5M2FNUZ, largest: "5.734400e+04", smallest: "7.629390e-06", quiet: "0x80"},
		{k: F8E4M3FNUZ, largest: "2.400000e+02", smallest: "9.765620e-04", quiet: "0x80"},
		{k: F8E4M3B11FNUZ, largest: "3.000000e+01", smallest: "1.220700e-04", quiet: "0x80"},
		{k: F8E3M4, largest: "1.550000e+01", smallest: "1.562500e-02", inf: "0x70", quiet: "0x78"},
		{k: F8E8M0FNU, largest: "1.701410e+38", smallest: "5.877470e-39", quiet: "0xFF"},
		{k: BF16, largest: "3.389530e+38", smallest: "9.183550e-41", inf: "0x7F80", quiet: "0x7FC0"},
		{k: F16, largest: "6.550400e+04", smallest: "5.960460e-08", inf: "0x7C00", quiet: "0x7E00"},
		{k: TF32, largest: "3.401160e+38", smallest: "1.147940e-41", inf: "0x3FC00", quiet: "0x3FE00"},
		{k: F32, largest: "3.40282347E+38", smallest: "1.401300e-45", inf: "0x7F800000", quiet: "0x7FC00000"},
		{k: F64, largest: "1.7976931348623157E+308", smallest: "4.940660e-324", inf: "0x7FF0000000000000",
			quiet: "0x7FF8000000000000"},
		{k: F80, largest: "1.18973149535723176502E+4932", smallest: "3.645200e-4951", inf: "0x7FFF8000000000000000",
			quiet: "0x7FFFC000000000000000"},
		{k: F128, largest: "1.18973149535723176508575932662800702E+4932", smallest: "6.475180e-4966",
			inf: "0x7FFF0000000000000000000000000000", quiet: "0x7FFF8000000000000000000000000000"},
	}
	if len(tests) != len(FloatKinds()) {
		t.Errorf("%d kinds tested of %d", len(tests), len(FloatKinds()))
	}
	for _, tt := range tests {
		k := tt.k
		if FloatKindByName(k.Name) != k {
			t.Errorf("%s is not found by name", k)
		}
		signs := 1
		if k.Scale {
			signs = 0
		}
		integer := 0
		if k.IntegerBit {
			integer = 1
		}
		if signs+k.ExponentBits+integer+k.MantissaBits != k.Bits {
			t.Errorf("%s: the fields do not add up to %d bits", k, k.Bits)
		}
		if got := k.Largest(false).String(); got != tt.largest {
			t.Errorf("%s: largest is %s, want %s", k, got, tt.largest)
		}
		if got := k.Smallest(false).String(); got != tt.smallest {
			t.Errorf("%s: smallest is %s, want %s", k, got, tt.smallest)
		}
		inf, ok := k.Inf(false)
		if ok != (tt.inf != "") || ok && (inf.String() != tt.inf || !inf.IsInf()) {
			t.Errorf("%s: infinity is %v, want %s", k, inf, tt.inf)
		}
		quiet, ok := k.NaN(false)
		if ok != (tt.quiet != "") || ok && (quiet.String() != tt.quiet || !quiet.IsNaN()) {
			t.Errorf("%s: NaN is %v, want %s", k, quiet, tt.quiet)
		}
	}
}

// exactValue returns the value of a finite number.
func exactValue(f Float) *big.Rat {
	u := f.unpack()
	v := new(big.Rat).SetInt(u.sig.big())
	scale := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(u.exp, -u.exp))))
	if u.exp < 0 {
		scale.Inv(scale)
	}
	if v.Mul(v, scale); u.neg {
		v.Neg(v)
	}
	return v
}

// checkRounded checks that got is a neighbour of want on the side that the mode requires.
func checkRounded(t *testing.T, what string, got Float, want *big.Rat, mode Rounding) {
	t.Helper()
	k := got.Kind
	if k.Scale && want.Sign() < 0 {
		if !got.IsNaN() {
			t.Fatalf("%s: %s is %s, want NaN", k, what, got)
		}
		return
	}
	if limit := exactValue(k.Largest(false)); !got.IsFinite() || new(big.Rat).Abs(want).Cmp(limit) > 0 {
		if new(big.Rat).Abs(want).Cmp(limit) <= 0 {
			t.Fatalf("%s: %s = %s is %s", k, what, want.FloatString(40), got)
		}
		return // overflow has its own test
	}
	v := exactValue(got)
	err := new(big.Rat).Sub(v, want)
	if err.Sign() == 0 {
		return
	}
	if (mode == Upward && err.Sign() < 0 || mode == Downward && err.Sign() > 0 || mode == TowardZero && err.Sign() == want.Sign()) && !k.Scale {
		t.Fatalf("%s: mode %d: %s = %s is %s, on the wrong side", k, mode, what, want.FloatString(40), got)
	}
	// The neighbour on the other side of want is not nearer.
	step := int64(1)
	if (err.Sign() > 0) != got.IsNegative() {
		step = -1
	}
	if got.IsZero() {
		return
	}
	bits := new(big.Int).Add(got.Abs().bits.big(), big.NewInt(step))
	if bits.Sign() < 0 {
		return
	}
	top, _, _ := topU128(bits)
	next := FloatFromBits(k, top.hi, top.lo)
	if got.IsNegative() {
		next = next.Neg()
	}
	if !next.IsFinite() {
		return
	}
	other := new(big.Rat).Sub(exactValue(next), want)
	if other.Sign() == err.Sign() && !k.Scale {
		t.Fatalf("%s: mode %d: %s = %s is %s, but %s is between", k, mode, what, want.FloatString(40), got, next)
	}
	near := new(big.Rat).Abs(err).Cmp(new(big.Rat).Abs(other))
	if (mode == NearestEven || mode == NearestAway) && near > 0 {
		t.Fatalf("%s: mode %d: %s = %s is %s, but %s is nearer", k, mode, what, want.FloatString(40), got, next)
	}
	if mode == NearestEven && near == 0 && got.bits.lo&1 == 1 && !k.Scale {
		t.Fatalf("%s: %s = %s is %s, a tie to odd", k, what, want.FloatString(40), got)
	}
}

func TestArithmeticRoundsCorrectly(t *testing.T) {
	t.Parallel()
	for _, k := range FloatKinds() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(5, uint64(k.Bits)))
			near := func() Float { // exponents close enough for the exact values to stay small
				span := min(40, k.exponentMask())
				return withField(k, r.IntN(2) == 0 && !k.Scale, max(0, min(k.exponentMask()-1, k.Bias-span/2+r.IntN(span))), r)
			}
			for range raced.Runs(300) {
				x, y, z := near(), near(), near()
				if x.IsNaN() || y.IsNaN() || z.IsNaN() {
					continue
				}
				for _, mode := range roundings {
					rx, ry := exactValue(x), exactValue(y)
					checkRounded(t, "sum", x.Add(y, mode), new(big.Rat).Add(rx, ry), mode)
					checkRounded(t, "difference", x.Sub(y, mode), new(big.Rat).Sub(rx, ry), mode)
					checkRounded(t, "product", x.Mul(y, mode), new(big.Rat).Mul(rx, ry), mode)
					fma := new(big.Rat).Mul(rx, ry)
					checkRounded(t, "fma", x.FMA(y, z, mode), fma.Add(fma, exactValue(z)), mode)
					if !y.IsZero() {
						checkRounded(t, "quotient", x.Div(y, mode), new(big.Rat).Quo(rx, ry), mode)
					}
					root := x.Abs().Sqrt(mode)
					if want, _ := new(big.Float).SetPrec(300).SetMode(big.ToNearestEven).SetRat(exactValue(x.Abs())).Float64(); want > 0 && !k.Scale {
						sq := new(big.Float).SetPrec(600).SetRat(exactValue(x.Abs()))
						rat, _ := sq.Sqrt(sq).Rat(nil)
						if e := exactValue(root); new(big.Rat).Mul(e, e).Cmp(exactValue(x.Abs())) != 0 {
							checkRounded(t, "root", root, rat, mode)
						}
					}
				}
			}
		})
	}
}

// TestNativeEqualsExact compares the computation in float64 with the exact computation.
func TestNativeEqualsExact(t *testing.T) {
	t.Parallel()
	for _, k := range FloatKinds() {
		if !k.native(NearestEven) {
			continue
		}
		r := rand.New(rand.NewPCG(6, uint64(k.Bits)))
		fs := encodings(k, r)
		for range raced.Runs(3000) {
			x, y := fs[r.IntN(len(fs))], fs[r.IntN(len(fs))]
			if x.IsNaN() || y.IsNaN() {
				continue
			}
			ux, uy := x.unpack().exact(), y.unpack().exact()
			if got, want := x.Add(y, NearestEven), k.sum(ux, uy, NearestEven); got != want {
				t.Fatalf("%s: %s + %s is %s and exactly %s", k, x, y, got, want)
			}
			if got, want := x.Mul(y, NearestEven), k.fromExact(ux.times(uy), NearestEven); got != want {
				t.Fatalf("%s: %s * %s is %s and exactly %s", k, x, y, got, want)
			}
		}
	}
}

func TestSpecialResults(t *testing.T) {
	t.Parallel()
	f := func(k *FloatKind, text string) Float {
		v, err := ParseFloat(k, text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	one, zero32, minusZero := f(F32, "1.0"), f(F32, "0.0"), f(F32, "-0.0")
	inf, nan32 := f(F32, "0x7F800000"), f(F32, "0xFFC00001")
	inf128, one128 := F128.inf(false), f(F128, "1.0")
	tests := []struct {
		name string
		got  Float
		want string
	}{
		{"inf - inf", inf.Sub(inf, NearestEven), "0x7FC00000"},
		{"0 / 0", zero32.Div(zero32, NearestEven), "0x7FC00000"},
		{"1 / -0", one.Div(minusZero, NearestEven), "0xFF800000"},
		{"0 * inf", zero32.Mul(inf, NearestEven), "0x7FC00000"},
		{"1 + NaN", one.Add(nan32, NearestEven), "0xFFC00001"},
		{"sqrt -1", one.Neg().Sqrt(NearestEven), "0x7FC00000"},
		{"sqrt -0", minusZero.Sqrt(NearestEven), "-0.000000e+00"},
		{"1 - 1 down", one.Sub(one, Downward), "-0.000000e+00"},
		{"1 - 1", one.Sub(one, Upward), "0.000000e+00"},
		{"0 + -0", zero32.Add(minusZero, NearestEven), "0.000000e+00"},
		{"inf rem 1", inf.Rem(one), "0x7FC00000"},
		{"1 rem inf", one.Rem(inf), "1.000000e+00"},
		{"max * 2", F32.Largest(false).Mul(f(F32, "2.0"), NearestEven), "0x7F800000"},
		{"max * 2 to zero", F32.Largest(false).Mul(f(F32, "2.0"), TowardZero), "3.40282347E+38"},
		{"max * 2 in f8E4M3FN", F8E4M3FN.Largest(true).Mul(f(F8E4M3FN, "2.0"), NearestEven), "0xFF"},
		{"max * 2 in f4E2M1FN", F4E2M1FN.Largest(true).Mul(f(F4E2M1FN, "2.0"), NearestEven), "-6.000000e+00"},
		{"inf / inf in f128", inf128.Div(inf128, NearestEven), "0x7FFF8000000000000000000000000000"},
		{"1 / inf in f128", one128.Div(inf128, NearestEven), "0.000000e+00"},
		{"-1 / 0 in f128", one128.Neg().Div(F128.Zero(false), NearestEven), "0xFFFF0000000000000000000000000000"},
		{"0 * inf in f128", F128.Zero(false).Mul(inf128, NearestEven), "0x7FFF8000000000000000000000000000"},
		{"min(0, -0)", zero32.Minimum(minusZero), "-0.000000e+00"},
		{"max(-0, 0)", minusZero.Maximum(zero32), "0.000000e+00"},
		{"minimum with NaN", one.Minimum(nan32), "0xFFC00001"},
		{"minnum with NaN", one.MinNum(nan32), "1.000000e+00"},
		{"maxnum with NaN", nan32.MaxNum(one), "1.000000e+00"},
		{"neg 0 in f8E4M3FNUZ", F8E4M3FNUZ.Zero(false).Neg(), "0.000000e+00"},
		{"copysign", one.CopySign(minusZero), "-1.000000e+00"},
		{"floor -0.5", f(F32, "-0.5").RoundToInteger(Downward), "-1.000000e+00"},
		{"ceil -0.5", f(F32, "-0.5").RoundToInteger(Upward), "-0.000000e+00"},
		{"round 2.5", f(F32, "2.5").RoundToInteger(NearestAway), "3.000000e+00"},
		{"roundeven 2.5", f(F32, "2.5").RoundToInteger(NearestEven), "2.000000e+00"},
	}
	for _, tt := range tests {
		if got := tt.got.String(); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
	if c, ok := one.Compare(nan32); ok || c != 0 {
		t.Errorf("1 compares to NaN as %d", c)
	}
	if c, ok := zero32.Compare(minusZero); !ok || c != 0 {
		t.Errorf("0 compares to -0 as %d", c)
	}
}

func TestCompareFollowsFloat64(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 7))
	for _, k := range FloatKinds() {
		fs := encodings(k, r)
		for range raced.Runs(2000) {
			x, y := fs[r.IntN(len(fs))], fs[r.IntN(len(fs))]
			if k.Bits > 64 { // may round to equal
				continue
			}
			a, b := x.Float64(), y.Float64()
			c, ok := x.Compare(y)
			if ok != (a == a && b == b) || ok && (c < 0) != (a < b) || ok && (c > 0) != (a > b) {
				t.Fatalf("%s: %s compares to %s as %d, %v", k, x, y, c, ok)
			}
		}
	}
}

// TestConvertNaN: the only NaN of a kind without infinities has all mantissa bits
// set, and keeps them (as arith.extf of mlir-opt-22).
func TestConvertNaN(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		from *FloatKind
		bits uint64
		to   *FloatKind
		want uint64
	}{
		{from: F8E4M3FN, bits: 0x7F, to: F32, want: 0x7FF00000},
		{from: F8E4M3FN, bits: 0xFF, to: F32, want: 0xFFF00000},
		{from: F8E4M3FN, bits: 0x7F, to: F16, want: 0x7F80},
		{from: F8E4M3FNUZ, bits: 0x80, to: F32, want: 0x7FC00000},
		{from: F32, bits: 0x7FC00001, to: F16, want: 0x7E00},
	} {
		got, _ := FloatFromBits(tc.from, 0, tc.bits).Convert(tc.to, NearestEven)
		if _, lo := got.Bits(); lo != tc.want {
			t.Errorf("%v %#x to %v: got %#x, want %#x", tc.from, tc.bits, tc.to, lo, tc.want)
		}
	}
}

func TestConvertRoundTrips(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 8))
	for _, k := range FloatKinds() {
		for _, f := range encodings(k, r) {
			wide, exact := f.Convert(F128, NearestEven)
			if !exact {
				t.Fatalf("%s: %s is not exact in f128", k, f)
			}
			back, exact := wide.Convert(k, TowardZero)
			if !exact || !f.IsNaN() && back != f {
				t.Fatalf("%s: %s comes back from f128 as %s, %v", k, f, back, exact)
			}
			if raw := f.AppendBytes(nil); len(raw) != (k.Bits+7)/8 || FloatFromBytes(k, raw) != f {
				t.Fatalf("%s: %s does not survive its bytes", k, f)
			}
		}
	}
}

func TestFloatToInt(t *testing.T) {
	t.Parallel()
	tests := []struct {
		v         float64
		width     int
		signed    bool
		mode      Rounding
		want      string
		exact, ok bool
	}{
		{v: 2.75, width: 8, signed: true, mode: TowardZero, want: "2", ok: true},
		{v: -2.75, width: 8, signed: true, mode: TowardZero, want: "-2", ok: true},
		{v: -2.75, width: 8, signed: true, mode: Downward, want: "-3", ok: true},
		{v: 2.5, width: 8, signed: true, mode: NearestEven, want: "2", ok: true},
		{v: 2.5, width: 8, signed: true, mode: NearestAway, want: "3", ok: true},
		{v: 127, width: 8, signed: true, mode: TowardZero, want: "127", exact: true, ok: true},
		{v: 127.9, width: 8, signed: true, mode: TowardZero, want: "127", ok: true},
		{v: 128, width: 8, signed: true, mode: TowardZero, want: "127"},
		{v: -128, width: 8, signed: true, mode: TowardZero, want: "-128", exact: true, ok: true},
		{v: -129, width: 8, signed: true, mode: TowardZero, want: "-128"},
		{v: 255, width: 8, mode: TowardZero, want: "-1", exact: true, ok: true},
		{v: 256, width: 8, mode: TowardZero, want: "-1"},
		{v: -0.5, width: 8, mode: TowardZero, want: "0", ok: true},
		{v: -1, width: 8, mode: TowardZero, want: "0"},
		{v: 0.25, width: 1, mode: TowardZero, want: "0", ok: true},
		{v: math.Inf(1), width: 8, signed: true, mode: TowardZero, want: "127"},
		{v: math.Inf(-1), width: 8, signed: true, mode: TowardZero, want: "-128"},
		{v: math.NaN(), width: 8, signed: true, mode: TowardZero, want: "0"},
		{v: math.Ldexp(1, 99), width: 128, signed: true, mode: TowardZero, want: "633825300114114700748351602688",
			exact: true, ok: true},
		{v: 1e-300, width: 64, signed: true, mode: Upward, want: "1", ok: true},
		{v: 1e300, width: 64, signed: true, mode: Upward, want: "9223372036854775807"},
	}
	for _, tt := range tests {
		got, exact, ok := FloatFromFloat64(F64, tt.v).ToInt(tt.width, tt.signed, tt.mode)
		if got.String() != tt.want || exact != tt.exact || ok != tt.ok {
			t.Errorf("%v to %d bits: got %s, %v, %v, want %s, %v, %v", tt.v, tt.width, got, exact, ok, tt.want, tt.exact, tt.ok)
		}
	}
}

func TestFloatFromInt(t *testing.T) {
	t.Parallel()
	tests := []struct {
		k      *FloatKind
		v      Int
		signed bool
		mode   Rounding
		want   string
		exact  bool
	}{
		{k: F32, v: IntFromInt64(8, -1), signed: true, mode: NearestEven, want: "-1.000000e+00", exact: true},
		{k: F32, v: IntFromInt64(8, -1), mode: NearestEven, want: "2.550000e+02", exact: true},
		{k: F32, v: IntFromInt64(32, 16777217), signed: true, mode: NearestEven, want: "0x4B800000"},
		{k: F32, v: IntFromInt64(32, 16777217), signed: true, mode: Upward, want: "0x4B800001"},
		{k: F16, v: IntFromInt64(32, 70000), signed: true, mode: NearestEven, want: "0x7C00"},
		{k: F8E4M3FN, v: IntFromInt64(32, 17), signed: true, mode: NearestEven, want: "1.600000e+01"},
		{k: F64, v: MinSigned(128), signed: true, mode: NearestEven, want: "-1.7014118346046923E+38", exact: true},
		{k: F64, v: IntFromUint64(8, 0), signed: true, mode: NearestEven, want: "0.000000e+00", exact: true},
	}
	for _, tt := range tests {
		got, exact := FloatFromInt(tt.k, tt.v, tt.signed, tt.mode)
		if got.String() != tt.want || exact != tt.exact {
			t.Errorf("%s to %s: got %s, %v, want %s, %v", tt.v, tt.k, got, exact, tt.want, tt.exact)
		}
	}
}

// TestWideLiterals: literals of f80 and f128 that no f64 can represent are read exactly, and all
// other literals through f64.
func TestWideLiterals(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		k          *FloatKind
		text, want string // want is the encoding
	}{
		{F80, "0.1", "0x3FFBCCCCCCCCCCCCD000"}, // as f64
		{F80, "0.10000000000000000000136", "0x3FFBCCCCCCCCCCCCCCCD"},
		{F80, "1.0e400", "0x452FDA763FC8CB9FF9E6"}, {F80, "000.001e403", "0x452FDA763FC8CB9FF9E6"},
		{F80, "3.645200e-4951", "0x1"}, {F80, "-1.5e-4951", "0x80000000000000000000"},
		{F80, "1.0e5000", "0x7FFF8000000000000000"}, {F80, "1.0e99999999999999999999", "0x7FFF8000000000000000"},
		{F80, "-1.0e-99999999999999999999", "0x80000000000000000000"}, {F80, "0.0e99999999999999999999", "0x0"},
		{F128, "6.475175e-4966", "0x1"},
		{F128, "0." + strings.Repeat("0", 20_000) + "1e20001", "0x3FFF0000000000000000000000000000"},
		{F128, "1." + strings.Repeat("0", 13_000) + "1", "0x3FFF0000000000000000000000000000"},
		{F128, strings.Repeat("9", 20_000) + ".0", "0x7FFF0000000000000000000000000000"},
	} {
		f, err := ParseFloat(tt.k, tt.text)
		if got := string(f.AppendHex(nil)); err != nil || got != tt.want {
			t.Errorf("%.40s : %s is read as %s, %v, want %s", tt.text, tt.k, got, err, tt.want)
		}
	}
}

func TestParseFloatErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		k    *FloatKind
		text string
		want error
	}{
		{F32, "-0x1", ErrSign}, {F32, "0x7F800000F", ErrRange}, {F8E4M3FN, "0x100", ErrRange}, {F8E8M0FNU, "-1.0", ErrSign},
		{F32, "1", ErrSyntax}, {F32, ".5", ErrSyntax}, {F32, "inf", ErrSyntax}, {F32, "1.0e", ErrSyntax}, {F32, "1.0e+", ErrSyntax},
		{F32, "1.0x", ErrSyntax}, {F32, "1_0.0", ErrSyntax}, {F32, "", ErrSyntax}, {F32, "0x1p3", ErrSyntax}, {F32, "--1.0", ErrSyntax},
	}
	for _, tt := range tests {
		if got, err := ParseFloat(tt.k, tt.text); !errors.Is(err, tt.want) {
			t.Errorf("%q as %s: got %v, %v, want %v", tt.text, tt.k, got, err, tt.want)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	f32, f64, i := FloatFromFloat64(F32, 0.7), FloatFromFloat64(F64, 5e-324), IntFromInt64(64, -123456789)
	dst := make([]byte, 0, 64)
	for name, f := range map[string]func(){
		"print f32":  func() { dst = f32.AppendText(dst[:0]) },
		"print f64":  func() { dst = f64.AppendText(dst[:0]) },
		"print i64":  func() { dst = i.AppendSigned(dst[:0]) },
		"parse f32":  func() { f32, _ = ParseFloat(F32, "0.699999988") },
		"parse f64":  func() { f64, _ = ParseFloat(F64, "-1.0e-310") },
		"parse i64":  func() { i, _ = ParseInt("-123456789", 64, Signless) },
		"parse i1":   func() { i, _ = ParseInt("1", 1, Signless) },
		"add f32":    func() { f32 = f32.Add(f32, NearestEven) },
		"mul bf16":   func() { _ = FloatFromFloat64(BF16, 3).Mul(FloatFromFloat64(BF16, 5), NearestEven) },
		"add i64":    func() { i = IntFromInt64(64, 3).Add(IntFromInt64(64, 4)) },
		"read bytes": func() { f32 = FloatFromBytes(F32, []byte{0, 0, 128, 63}) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func FuzzFloatText(f *testing.F) {
	f.Add("0x7F800000", uint8(14))
	f.Add("0.699999988", uint8(14))
	f.Add("-1.5e-3", uint8(5))
	f.Fuzz(func(t *testing.T, text string, kind uint8) {
		kinds := FloatKinds()
		k := kinds[int(kind)%len(kinds)]
		v, err := ParseFloat(k, text)
		if err != nil {
			return
		}
		back, err := ParseFloat(k, v.String())
		if err != nil || back != v {
			t.Errorf("%q as %s prints as %s, which reads back as %s, %v", text, k, v, back, err)
		}
	})
}

func BenchmarkPrint(b *testing.B) {
	for name, f := range map[string]Float{
		"f32-0.7": FloatFromFloat64(F32, 0.7), "f32-1.5": FloatFromFloat64(F32, 1.5), "f64-0.1": FloatFromFloat64(F64, 0.1),
		"f64-small": FloatFromFloat64(F64, 5e-324), "f16-0.1": FloatFromFloat64(F16, 0.1), "f128-small": F128.Smallest(false),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var dst []byte
			for b.Loop() {
				dst = f.AppendText(dst[:0])
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for _, k := range []*FloatKind{F32, F64, BF16, F8E4M3FN} {
		b.Run(k.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ParseFloat(k, "1.500000e+00"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
