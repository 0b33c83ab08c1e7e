package ptxtest

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"optc/num"
)

// kinds holds the kinds of floats by their types.
var kinds = map[string]*num.FloatKind{"f16": num.F16, "bf16": num.BF16, "f32": num.F32, "f64": num.F64}

// floatOf returns the float with some bits.
func floatOf(typ string, v uint64) num.Float { return num.FloatFromBits(kinds[typ], 0, v) }

func bitsOf(f num.Float) uint64 {
	_, v := f.Bits()
	return v
}

// compute executes an instruction that computes registers from other registers.
func (t *thread) compute(in *Instruction, name string) error {
	parts := strings.Split(in.Op, ".")
	_, typ := types(in.Op)
	if name == "mov" && (in.Arguments[0].Braces || in.Arguments[1].Braces) {
		return t.split(in, widthOf(typ))
	}
	var x []uint64
	for _, a := range in.Arguments[1:] {
		v, err := t.value(a.word())
		if err != nil {
			return err
		}
		x = append(x, v)
	}
	to := in.Arguments[0].word()
	switch name {
	case "mov", "cvta":
		t.set(to, x[0])
		return nil
	case "cvt":
		return t.convert(to, parts, x[0])
	case "selp":
		if x[2]&1 == 1 {
			t.set(to, x[0])
		} else {
			t.set(to, x[1])
		}
		return nil
	case "setp":
		v, err := compare(parts[1], typ, x[0], x[1])
		t.set(to, v)
		return err
	case "testp":
		f := floatOf(typ, x[0]&mask(widthOf(typ)))
		t.set(to, bit(parts[1] == "finite" && f.IsFinite() || parts[1] == "infinite" && f.IsInf()))
		return nil
	}
	var v uint64
	var ok bool
	if name == "mad" {
		t.set(to, extended(x[0], typ)*extended(x[1], typ)+x[2])
		return nil
	}
	if kinds[typ] != nil {
		v, ok = ofFloats(name, slices.Contains(parts, "NaN"), typ, x)
	} else {
		v, ok = ofIntegers(name, parts[1], typ, x)
	}
	if !ok {
		return fmt.Errorf("is not executed")
	}
	t.set(to, v)
	return nil
}

// split moves between a register and its parts, the lowest first.
func (t *thread) split(in *Instruction, width int) error {
	to, from := in.Arguments[0], in.Arguments[1]
	if to.Braces {
		v, err := t.value(from.word())
		for i, w := range to.Words {
			t.set(w, v>>(i*width/len(to.Words)))
		}
		return err
	}
	var all uint64
	for i, w := range from.Words {
		v, err := t.value(w)
		if err != nil {
			return err
		}
		n := width / len(from.Words)
		all |= v & mask(n) << (i * n)
	}
	t.set(to.word(), all)
	return nil
}

var roundings = map[string]num.Rounding{"rn": num.NearestEven, "rz": num.TowardZero, "rni": num.NearestEven, "rzi": num.TowardZero, "rmi": num.Downward, "rpi": num.Upward}

// convert executes cvt.
func (t *thread) convert(to string, parts []string, x uint64) error {
	target, source := parts[len(parts)-2], parts[len(parts)-1]
	mode := roundings[parts[1]]
	v := extended(x, source)
	a, b := kinds[target], kinds[source]
	switch {
	case a == nil && b == nil:
		v = extended(v, target)
	case b == nil:
		signed := source[0] == 's'
		n := num.IntFromUint64(64, v)
		f, _ := num.FloatFromInt(a, n, signed, mode)
		v = bitsOf(f)
	case a == nil:
		n, _, _ := floatOf(source, v).ToInt(widthOf(target), target[0] == 's', mode)
		v = extended(n.Uint64(), target)
	case a == b:
		v = bitsOf(floatOf(source, v).RoundToInteger(mode))
	default:
		f, _ := floatOf(source, v).Convert(a, mode)
		v = bitsOf(f)
	}
	t.set(to, v)
	return nil
}

// compare executes setp.
func compare(relation, typ string, x, y uint64) (uint64, error) {
	var c int
	ordered := true
	if kinds[typ] != nil {
		c, ordered = floatOf(typ, x&mask(widthOf(typ))).Compare(floatOf(typ, y&mask(widthOf(typ))))
	} else {
		a, b := extended(x, typ), extended(y, typ)
		switch {
		case a == b:
		case typ[0] == 's' && int64(a) < int64(b), typ[0] != 's' && a < b:
			c = -1
		default:
			c = 1
		}
	}
	switch relation {
	case "num":
		return bit(ordered), nil
	case "nan":
		return bit(!ordered), nil
	}
	plain, unordered := strings.CutSuffix(relation, "u")
	if !ordered {
		return bit(unordered), nil
	}
	holds, ok := map[string]bool{"eq": c == 0, "ne": c != 0, "lt": c < 0, "le": c <= 0, "gt": c > 0, "ge": c >= 0}[plain]
	if !ok {
		return 0, fmt.Errorf("unknown relation %s", relation)
	}
	return bit(holds), nil
}

// ofFloats computes with floats, rounding to nearest.
func ofFloats(name string, nan bool, typ string, x []uint64) (v uint64, ok bool) {
	var f []num.Float
	for _, v := range x {
		f = append(f, floatOf(typ, v&mask(widthOf(typ))))
	}
	const mode = num.NearestEven
	var r num.Float
	switch name {
	case "add":
		r = f[0].Add(f[1], mode)
	case "sub":
		r = f[0].Sub(f[1], mode)
	case "mul":
		r = f[0].Mul(f[1], mode)
	case "div":
		r = f[0].Div(f[1], mode)
	case "fma":
		r = f[0].FMA(f[1], f[2], mode)
	case "sqrt":
		r = f[0].Sqrt(mode)
	case "rcp":
		r = num.FloatFromFloat64(kinds[typ], 1).Div(f[0], mode)
	case "rsqrt", "ex2", "lg2": // rounded to nearest, as in the simulator
		function := map[string]func(float64) float64{"rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) }, "ex2": math.Exp2, "lg2": math.Log2}[name]
		r = num.FloatFromFloat64(kinds[typ], function(f[0].Float64()))
	case "neg":
		r = f[0].Neg()
	case "abs":
		r = f[0].Abs()
	case "copysign":
		r = f[1].CopySign(f[0])
	case "max", "min":
		switch {
		case name == "max" && nan:
			r = f[0].Maximum(f[1])
		case name == "max":
			r = f[0].MaxNum(f[1])
		case nan:
			r = f[0].Minimum(f[1])
		default:
			r = f[0].MinNum(f[1])
		}
	default:
		return 0, false
	}
	return bitsOf(r), true
}

// ofIntegers computes with integers.
func ofIntegers(name, how, typ string, x []uint64) (v uint64, ok bool) {
	w := widthOf(typ)
	for i := range x {
		x[i] = extended(x[i], typ)
	}
	signed := typ[0] == 's'
	switch name {
	case "add":
		return x[0] + x[1], true
	case "sub":
		return x[0] - x[1], true
	case "mul":
		if how == "hi" {
			return 0, false
		}
		return x[0] * x[1], true // lo and wide
	case "and":
		return x[0] & x[1], true
	case "or":
		return x[0] | x[1], true
	case "xor":
		return x[0] ^ x[1], true
	case "not":
		return ^x[0], true
	case "neg":
		return -x[0], true
	case "abs":
		return uint64(max(int64(x[0]), -int64(x[0]))), true
	case "min", "max":
		less := x[0] < x[1]
		if signed {
			less = int64(x[0]) < int64(x[1])
		}
		if less == (name == "min") {
			return x[0], true
		}
		return x[1], true
	case "div", "rem":
		return quotient(name, signed, x[0], x[1]), true
	case "shl":
		return x[0] << x[1], true
	case "shr":
		if signed {
			return uint64(int64(x[0]) >> min(x[1]&mask(32), 63)), true
		}
		return x[0] >> x[1], true
	case "popc":
		return uint64(bits.OnesCount64(x[0])), true
	case "clz":
		return uint64(bits.LeadingZeros64(x[0]) - 64 + w), true
	case "brev":
		return bits.Reverse64(x[0]) >> (64 - w), true
	case "bfe":
		if signed {
			return 0, false
		}
		return x[0] >> (x[1] & 255) & mask(int(x[2]&255)), true
	}
	return 0, false
}

// quotient divides; a division by zero has all bits.
func quotient(name string, signed bool, a, b uint64) uint64 {
	switch {
	case b == 0:
		return ^uint64(0)
	case signed && name == "div":
		return uint64(int64(a) / int64(b))
	case signed:
		return uint64(int64(a) % int64(b))
	case name == "div":
		return a / b
	}
	return a % b
}
