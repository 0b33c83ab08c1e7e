package num

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"optc/internal/testing/raced"
)

var testWidths = []int{1, 2, 3, 8, 17, 32, 63, 64, 65, 100, 128, 129}

// randomInt prefers the limits and small numbers.
func randomInt(r *rand.Rand, width int) Int {
	switch r.IntN(6) {
	case 0:
		return MinSigned(width)
	case 1:
		return MaxSigned(width)
	case 2:
		return MaxUnsigned(width)
	case 3:
		return IntFromInt64(width, int64(r.IntN(9)-4))
	}
	v := new(big.Int)
	for range (width + 63) / 64 {
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()))
	}
	return IntFromBig(width, v.Rsh(v, uint(r.IntN(width))))
}

func floorQuo(z, x, y *big.Int) *big.Int {
	q, m := z.DivMod(x, y, new(big.Int)) // m is not negative
	if y.Sign() < 0 && m.Sign() != 0 {
		q.Sub(q, big.NewInt(1))
	}
	return q
}

func ceilQuo(z, x, y *big.Int) *big.Int {
	return z.Neg(floorQuo(z, new(big.Int).Neg(x), y))
}

func TestIntArithmetic(t *testing.T) {
	t.Parallel()
	ok := func(v Int) func() (Int, bool) { return func() (Int, bool) { return v, true } }
	r := rand.New(rand.NewPCG(1, 1))
	for _, width := range testWidths {
		for range raced.Runs(2000) {
			a, b := randomInt(r, width), randomInt(r, width)
			as, bs, au, bu := a.SignedBig(), b.SignedBig(), a.UnsignedBig(), b.UnsignedBig()
			fits := func(v *big.Int, signed bool) bool {
				w := IntFromBig(width, v)
				if signed {
					return w.SignedBig().Cmp(v) == 0
				}
				return w.UnsignedBig().Cmp(v) == 0
			}
			divides := func(f func(z, x, y *big.Int) *big.Int, x, y *big.Int, signed bool) *big.Int {
				if y.Sign() == 0 {
					return nil
				}
				if v := f(new(big.Int), x, y); fits(v, signed) {
					return v
				}
				return nil
			}
			tests := []struct {
				name string
				got  func() (Int, bool)
				want *big.Int // nil: no result
			}{
				{"add", ok(a.Add(b)), new(big.Int).Add(as, bs)},
				{"sub", ok(a.Sub(b)), new(big.Int).Sub(as, bs)},
				{"mul", ok(a.Mul(b)), new(big.Int).Mul(as, bs)},
				{"and", ok(a.And(b)), new(big.Int).And(as, bs)},
				{"or", ok(a.Or(b)), new(big.Int).Or(as, bs)},
				{"xor", ok(a.Xor(b)), new(big.Int).Xor(as, bs)},
				{"not", ok(a.Not()), new(big.Int).Not(as)},
				{"neg", ok(a.Neg()), new(big.Int).Neg(as)},
				{"abs", ok(a.Abs()), new(big.Int).Abs(as)},
				{"div signed", func() (Int, bool) { return a.DivSigned(b) }, divides((*big.Int).Quo, as, bs, true)},
				{"rem signed", func() (Int, bool) { return a.RemSigned(b) }, divides((*big.Int).Rem, as, bs, true)},
				{"floordiv", func() (Int, bool) { return a.FloorDivSigned(b) }, divides(floorQuo, as, bs, true)},
				{"ceildiv", func() (Int, bool) { return a.CeilDivSigned(b) }, divides(ceilQuo, as, bs, true)},
				{"div unsigned", func() (Int, bool) { return a.DivUnsigned(b) }, divides((*big.Int).Quo, au, bu, false)},
				{"rem unsigned", func() (Int, bool) { return a.RemUnsigned(b) }, divides((*big.Int).Rem, au, bu, false)},
				{"ceildiv unsigned", func() (Int, bool) { return a.CeilDivUnsigned(b) }, divides(ceilQuo, au, bu, false)},
			}
			for _, tt := range tests {
				got, ok := tt.got()
				if ok != (tt.want != nil) || ok && !got.Equal(IntFromBig(width, tt.want)) {
					t.Fatalf("i%d: %s %s %s = %s, %v, want %v", width, a, tt.name, b, got, ok, tt.want)
				}
			}
			checkOverflow(t, a, b, fits)
			checkProducts(t, a, b)
			checkOrder(t, a, b)
			checkShifts(t, a, r)
		}
	}
}

func checkOverflow(t *testing.T, a, b Int, fits func(v *big.Int, signed bool) bool) {
	t.Helper()
	for name, op := range map[string]struct {
		got  func(Int) (Int, Overflow)
		want func(z, x, y *big.Int) *big.Int
	}{
		"add": {a.AddOverflow, (*big.Int).Add},
		"sub": {a.SubOverflow, (*big.Int).Sub},
		"mul": {a.MulOverflow, (*big.Int).Mul},
	} {
		_, got := op.got(b)
		want := Overflow{
			Signed:   !fits(op.want(new(big.Int), a.SignedBig(), b.SignedBig()), true),
			Unsigned: !fits(op.want(new(big.Int), a.UnsignedBig(), b.UnsignedBig()), false),
		}
		if got != want {
			t.Fatalf("i%d: %s %s %s overflows %+v, want %+v", a.Width(), a, name, b, got, want)
		}
	}
}

func checkProducts(t *testing.T, a, b Int) {
	t.Helper()
	twice := 2 * a.Width()
	for _, signed := range []bool{false, true} {
		low, high := a.MulUnsignedExtended(b)
		want := new(big.Int).Mul(a.UnsignedBig(), b.UnsignedBig())
		if signed {
			low, high = a.MulSignedExtended(b)
			want = new(big.Int).Mul(a.SignedBig(), b.SignedBig())
		}
		got := high.ZeroExtend(twice).shiftLeft(uint(a.Width())).Or(low.ZeroExtend(twice))
		if !got.Equal(IntFromBig(twice, want)) {
			t.Fatalf("i%d: signed %v product of %s and %s is %s, want %s", a.Width(), signed, a, b, got, want)
		}
	}
}

func checkOrder(t *testing.T, a, b Int) {
	t.Helper()
	if got, want := a.CmpSigned(b), a.SignedBig().Cmp(b.SignedBig()); got != want || (a.MinSigned(b) == a) != (want <= 0) && !a.Equal(b) {
		t.Fatalf("i%d: %s compared to %s is %d, want %d", a.Width(), a, b, got, want)
	}
	if got, want := a.CmpUnsigned(b), a.UnsignedBig().Cmp(b.UnsignedBig()); got != want || a.MaxUnsigned(b).CmpUnsigned(a) < 0 {
		t.Fatalf("i%d: unsigned %s compared to %s is %d, want %d", a.Width(), a, b, got, want)
	}
}

func checkShifts(t *testing.T, a Int, r *rand.Rand) {
	t.Helper()
	width := a.Width()
	n := r.IntN(width + 1)
	by := IntFromUint64(64, uint64(n))
	left, ok1 := a.Shl(by)
	right, ok2 := a.ShrUnsigned(by)
	signed, ok3 := a.ShrSigned(by)
	if want := n < width; ok1 != want || ok2 != want || ok3 != want {
		t.Fatalf("i%d: shift by %d: %v %v %v, want %v", width, n, ok1, ok2, ok3, want)
	}
	if !ok1 {
		return
	}
	if !left.Equal(IntFromBig(width, new(big.Int).Lsh(a.UnsignedBig(), uint(n)))) ||
		!right.Equal(IntFromBig(width, new(big.Int).Rsh(a.UnsignedBig(), uint(n)))) ||
		!signed.Equal(IntFromBig(width, new(big.Int).Rsh(a.SignedBig(), uint(n)))) {
		t.Fatalf("i%d: %s shifted by %d: %s %s %s", width, a, n, left, right, signed)
	}
}

func TestIntBits(t *testing.T) {
	t.Parallel()
	tests := []struct {
		v                           Int
		ones, leading, trailing     int
		isOne, allOnes, isMin, zero bool
	}{
		{v: IntFromUint64(8, 0), ones: 0, leading: 8, trailing: 8, zero: true},
		{v: IntFromUint64(8, 1), ones: 1, leading: 7, trailing: 0, isOne: true},
		{v: IntFromUint64(1, 1), ones: 1, leading: 0, trailing: 0, isOne: true, allOnes: true, isMin: true},
		{v: MinSigned(8), ones: 1, leading: 0, trailing: 7, isMin: true},
		{v: MaxUnsigned(8), ones: 8, leading: 0, trailing: 0, allOnes: true},
		{v: MinSigned(100), ones: 1, leading: 0, trailing: 99, isMin: true},
		{v: MaxUnsigned(100), ones: 100, leading: 0, trailing: 0, allOnes: true},
		{v: IntFromUint64(100, 12), ones: 2, leading: 96, trailing: 2},
		{v: IntFromUint64(0, 0), ones: 0, leading: 0, trailing: 0, allOnes: true, zero: true},
	}
	for _, tt := range tests {
		v := tt.v
		if v.PopCount() != tt.ones || v.LeadingZeros() != tt.leading || v.TrailingZeros() != tt.trailing ||
			v.IsOne() != tt.isOne || v.IsAllOnes() != tt.allOnes || v.IsMinSigned() != tt.isMin || v.IsZero() != tt.zero {
			t.Errorf("i%d %s: got %d %d %d %v %v %v %v", v.Width(), v, v.PopCount(), v.LeadingZeros(), v.TrailingZeros(), v.IsOne(), v.IsAllOnes(), v.IsMinSigned(), v.IsZero())
		}
		if !v.Not().Not().Equal(v) || v.Width() > 0 && v.IsMinSigned() != v.Not().IsMaxSigned() {
			t.Errorf("i%d %s: wrong complement", v.Width(), v)
		}
	}
}

func TestIntExtend(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 2))
	for _, from := range testWidths {
		for _, to := range testWidths {
			a := randomInt(r, from)
			if got := a.ZeroExtend(to); !got.Equal(IntFromBig(to, a.UnsignedBig())) {
				t.Errorf("i%d %s zero-extends to i%d %s", from, a, to, got)
			}
			if got := a.SignExtend(to); !got.Equal(IntFromBig(to, a.SignedBig())) {
				t.Errorf("i%d %s sign-extends to i%d %s", from, a, to, got)
			}
			raw := a.AppendBytes(nil)
			if len(raw) != (from+7)/8 || !IntFromBytes(from, raw).Equal(a) {
				t.Errorf("i%d %s does not survive its bytes %v", from, a, raw)
			}
			if a.IsInt64() != a.SignedBig().IsInt64() || a.IsUint64() != a.UnsignedBig().IsUint64() {
				t.Errorf("i%d %s: wrong size", from, a)
			}
		}
	}
	if got := IntFromInt64(20, -2).AppendBytes(nil); !slices.Equal(got, []byte{0xFE, 0xFF, 0x0F}) {
		t.Errorf("got %v", got)
	}
}

func TestParseInt(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text  string
		width int
		s     Signedness
		want  string // signed
		err   error
	}{
		{text: "255", width: 8, s: Signless, want: "-1"},
		{text: "256", width: 8, s: Signless, err: ErrRange},
		{text: "-128", width: 8, s: Signless, want: "-128"},
		{text: "-129", width: 8, s: Signless, err: ErrRange},
		{text: "-0", width: 8, s: Signless, err: ErrRange},
		{text: "-0x1", width: 32, s: Signless, want: "-1"},
		{text: "0x1F", width: 4, s: Signless, err: ErrRange},
		{text: "0x0000000000000000000F", width: 4, s: Signless, want: "-1"},
		{text: "127", width: 8, s: Signed, want: "127"},
		{text: "128", width: 8, s: Signed, err: ErrRange},
		{text: "0xFF", width: 8, s: Signed, err: ErrRange},
		{text: "255", width: 8, s: Unsigned, want: "-1"},
		{text: "-1", width: 8, s: Unsigned, err: ErrSign},
		{text: "0", width: 0, s: Signless, want: "0"},
		{text: "1", width: 0, s: Signless, err: ErrRange},
		{text: "-0", width: 0, s: Signless, err: ErrRange},
		{text: "340282366920938463463374607431768211455", width: 128, s: Signless, want: "-1"},
		{text: "340282366920938463463374607431768211456", width: 128, s: Signless, err: ErrRange},
		{text: "-170141183460469231731687303715884105728", width: 128, s: Signless,
			want: "-170141183460469231731687303715884105728"},
		{text: "99999999999999999999", width: 64, s: Signless, err: ErrRange},
		{width: 8, s: Signless, err: ErrSyntax},
		{text: "-", width: 8, s: Signless, err: ErrSyntax},
		{text: "0x", width: 8, s: Signless, err: ErrSyntax},
		{text: "1_0", width: 8, s: Signless, err: ErrSyntax},
		{text: "+1", width: 8, s: Signless, err: ErrSyntax},
		{text: "0xG", width: 8, s: Signless, err: ErrSyntax},
		{text: "0b1", width: 8, s: Signless, err: ErrSyntax},
	}
	for _, tt := range tests {
		got, err := ParseInt(tt.text, tt.width, tt.s)
		if !errors.Is(err, tt.err) || err == nil && got.String() != tt.want {
			t.Errorf("%s as i%d: got %s, %v, want %s, %v", tt.text, tt.width, got, err, tt.want, tt.err)
		}
	}
}

func FuzzParseInt(f *testing.F) {
	f.Add("-0x80", uint16(8))
	f.Add("340282366920938463463374607431768211455", uint16(128))
	f.Fuzz(func(t *testing.T, text string, width uint16) {
		v, err := ParseInt(text, int(width), Signless)
		if err != nil {
			return
		}
		for name, printed := range map[string][]byte{"signed": v.AppendSigned(nil), "unsigned": v.AppendUnsigned(nil)} {
			if back, err := ParseInt(string(printed), int(width), Signless); err != nil || !back.Equal(v) {
				t.Errorf("%q as i%d, printed %s as %s, reads back as %s, %v", text, width, name, printed, back, err)
			}
		}
	})
}

func TestMachineIntegers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ a, b, floor, ceil, gcd int64 }{
		{a: 7, b: 2, floor: 3, ceil: 4, gcd: 1}, {a: -7, b: 2, floor: -4, ceil: -3, gcd: 1}, {a: 7, b: -2, floor: -4, ceil: -3, gcd: 1}, {a: -7, b: -2, floor: 3, ceil: 4, gcd: 1},
		{a: 6, b: 3, floor: 2, ceil: 2, gcd: 3}, {a: -6, b: 4, floor: -2, ceil: -1, gcd: 2}, {a: 0, b: 5, floor: 0, ceil: 0, gcd: 5}, {a: 12, b: -18, floor: -1, ceil: 0, gcd: 6},
	} {
		if floor, ceil, gcd := FloorDiv(c.a, c.b), CeilDiv(c.a, c.b), GCD(c.a, c.b); floor != c.floor || ceil != c.ceil || gcd != c.gcd {
			t.Errorf("%d, %d: got %d, %d, %d", c.a, c.b, floor, ceil, gcd)
		}
		if c.b > 0 && Mod(c.a, c.b) != c.a-c.b*c.floor {
			t.Errorf("%d mod %d = %d", c.a, c.b, Mod(c.a, c.b))
		}
	}
	if got := JoinInts([]int64{4, -1, 8}); got != "4, -1, 8" {
		t.Errorf("got %q", got)
	}
}
