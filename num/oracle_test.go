package num

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"optc/internal/testing/raced"
)

// mlirOpt runs MLIR's own tool on src and returns its output.
func mlirOpt(t *testing.T, src string, args ...string) string {
	t.Helper()
	tool, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		t.Skip("mlir-opt-22 is not installed")
	}
	cmd := exec.Command(tool, append([]string{"--allow-unregistered-dialect"}, args...)...)
	cmd.Stdin = strings.NewReader(src)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mlir-opt-22: %v\n%s", err, stderr.String())
	}
	return string(out)
}

// attributes prints each literal with its type as an attribute of an operation and
// returns the attributes as MLIR prints them, without types.
func attributes(t *testing.T, k *FloatKind, literals []string) []string {
	var src strings.Builder
	for _, l := range literals {
		fmt.Fprintf(&src, "\"t.x\"() {a = %s : %s} : () -> ()\n", l, k)
	}
	found := regexp.MustCompile(`\{a = (\S+)`).FindAllStringSubmatch(mlirOpt(t, src.String()), -1)
	if len(found) != len(literals) {
		t.Fatalf("mlir-opt-22 printed %d attributes of %d", len(found), len(literals))
	}
	out := make([]string, len(found))
	for i, m := range found {
		out[i] = m[1]
	}
	return out
}

// encodings returns all encodings of the kind, or encodings near interesting exponents
// and random ones.
func encodings(k *FloatKind, r *rand.Rand) []Float {
	var fs []Float
	if k.Bits <= 8 {
		for b := range uint64(1) << k.Bits {
			fs = append(fs, FloatFromBits(k, 0, b))
		}
		return fs
	}
	// MLIR takes milliseconds to print the extreme exponents of the widest kinds.
	step, random := 1, raced.Runs(2000)
	if k.ExponentBits > 8 {
		step = 61
	}
	if k.Bits > 64 {
		step, random = 4093, 4
	}
	for _, neg := range []bool{false, true} {
		fs = append(fs, k.Zero(neg), k.Largest(neg), k.Smallest(neg), k.inf(neg), k.nan(neg, u128{}))
		for field := 0; field <= k.exponentMask(); field += step {
			for range 4 {
				fs = append(fs, withField(k, neg, field, r))
			}
		}
	}
	for range random {
		fs = append(fs, FloatFromBits(k, r.Uint64(), r.Uint64()))
	}
	for range raced.Runs(2000) {
		// Numbers with few decimal digits, as programs have them, and their neighbours.
		v := float64(r.IntN(1000000)) * math.Pow10(r.IntN(24)-14)
		if k.ExponentBits > 5 {
			fs = append(fs, withField(k, false, k.Bias+r.IntN(40)-20, r))
		}
		fs = append(fs, FloatFromFloat64(k, v), FloatFromFloat64(k, float64(r.IntN(4096))/16))
	}
	return fs
}

// withField returns a random number with the given exponent field.
func withField(k *FloatKind, neg bool, field int, r *rand.Rand) Float {
	sig := u128{r.Uint64(), r.Uint64()}.and(onesU128(uint(k.MantissaBits)))
	if field > 0 {
		sig = sig.or(u128{0, 1}.shl(uint(k.MantissaBits)))
	}
	return k.encode(neg, field, sig)
}

func TestPrintLikeMLIR(t *testing.T) {
	t.Parallel()
	for _, k := range FloatKinds() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			fs := encodings(k, rand.New(rand.NewPCG(1, uint64(k.Bits))))
			literals := make([]string, len(fs))
			for i, f := range fs {
				literals[i] = string(f.AppendHex(nil))
			}
			bad := 0
			for i, want := range attributes(t, k, literals) {
				if got := string(fs[i].appendUpstream(nil)); got != want {
					if bad++; bad < 10 {
						t.Errorf("%s : %s prints as %s, MLIR prints %s", literals[i], k, got, want)
					}
				}
				if back, err := ParseFloat(k, fs[i].String()); err != nil || back != fs[i] {
					t.Errorf("%s : %s reads back as %s, %v", fs[i], k, back, err)
				}
			}
		})
	}
}

func TestParseLikeMLIR(t *testing.T) {
	t.Parallel()
	for _, k := range FloatKinds() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(2, uint64(k.Bits)))
			literals := []string{"0.0", "1."}
			if k.Bits <= 64 { // wider kinds contain numbers that MLIR cannot read
				literals = append(literals, "1.0e-400", "123456789012345678901234567890.0")
			}
			if k.Bits <= 64 && k.NonFinite != FiniteOnly { // there MLIR keeps an infinity that has no encoding
				literals = append(literals, "1.0e400")
			}
			for range raced.Runs(1500) {
				v := math.Ldexp(r.Float64()+0.5, r.IntN(2*k.Bias+20)%2000-min(k.Bias, 1000)-10)
				if r.IntN(2) == 0 { // the middle of two numbers
					f := FloatFromFloat64(k, v)
					u := f.unpack()
					if u.class == finite && u.exp > -1000 && u.exp < 900 {
						mid, _ := F64.round(u.neg, u.sig.shl(1).inc(), u.exp-1, false, NearestEven)
						v = mid.Float64()
					}
				}
				if k.HasSign() && r.IntN(2) == 0 {
					v = -v
				}
				if math.IsInf(v, 0) {
					continue
				}
				literals = append(literals, strconv.FormatFloat(v, 'e', 17, 64))
			}
			bad := 0
			for i, want := range attributes(t, k, literals) {
				f, err := ParseFloat(k, literals[i])
				if got := f.String(); err != nil || got != want {
					if bad++; bad < 10 {
						t.Errorf("%s : %s reads as %s (%v), MLIR prints %s", literals[i], k, got, err, want)
					}
				}
			}
		})
	}
}

// TestArithmeticLikeMLIR compares with the constant folder of the arith dialect.
func TestArithmeticLikeMLIR(t *testing.T) {
	t.Parallel()
	ops := []struct {
		name string
		f    func(x, y Float) Float
	}{
		{"addf", func(x, y Float) Float { return x.Add(y, NearestEven) }},
		{"subf", func(x, y Float) Float { return x.Sub(y, NearestEven) }},
		{"mulf", func(x, y Float) Float { return x.Mul(y, NearestEven) }},
		{"divf", func(x, y Float) Float { return x.Div(y, NearestEven) }},
		{"remf", Float.Rem},
		{"minimumf", Float.Minimum},
		{"maximumf", Float.Maximum},
	}
	for _, k := range FloatKinds() {
		if k.Scale || k.NonFinite == FiniteOnly {
			continue // without zero or NaN, MLIR's folder has no result to compare with
		}
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(3, uint64(k.Bits)))
			all := encodings(k, r)
			var src strings.Builder
			type pair struct{ x, y Float }
			var pairs []pair
			for i := range 400 {
				p := pair{all[r.IntN(len(all))], all[r.IntN(len(all))]}
				if i%2 == 0 { // close in magnitude
					p.y = FloatFromFloat64(k, p.x.Float64()*(r.Float64()+0.5))
				}
				if p.x.IsNaN() || p.y.IsNaN() {
					continue
				}
				pairs = append(pairs, p)
				fmt.Fprintf(&src, "func.func @f%d() {\n%%x = arith.constant %s : %s\n%%y = arith.constant %s : %s\n", i, p.x.AppendHex(nil), k, p.y.AppendHex(nil), k)
				for _, op := range ops {
					fmt.Fprintf(&src, "%%%s = arith.%s %%x, %%y : %s\n\"t.%s\"(%%%s) : (%s) -> ()\n", op.name, op.name, k, op.name, op.name, k)
				}
				src.WriteString("return\n}\n")
			}
			out := mlirOpt(t, src.String(), "--canonicalize", "--mlir-print-op-generic")
			functions := strings.Split(out, "func.func")[1:]
			constant := regexp.MustCompile(`(%\S+) = "arith.constant"\(\) <\{value = (\S+)`)
			use := regexp.MustCompile(`"t\.(\w+)"\((%\S+)\)`)
			compared := 0
			for i, p := range pairs {
				values := map[string]string{}
				for _, m := range constant.FindAllStringSubmatch(functions[i], -1) {
					values[m[1]] = m[2]
				}
				for j, m := range use.FindAllStringSubmatch(functions[i], -1) {
					want, folded := values[m[2]]
					if !folded {
						continue
					}
					compared++
					got := ops[j].f(p.x, p.y)
					if string(got.appendUpstream(nil)) != want && !t.Failed() {
						t.Errorf("%s(%s, %s) : %s is %s, MLIR folds to %s", ops[j].name, p.x, p.y, k, got, want)
					}
				}
			}
			t.Logf("%d results compared", compared)
			if compared < len(pairs) {
				t.Errorf("only %d results were folded", compared)
			}
		})
	}
}
