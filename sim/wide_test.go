package sim_test

import (
	"fmt"
	"math/big"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/num"
	"optc/parser"
	"optc/sim"
)

// wideOps are operations of integers, with their definition for big integers: s and u are
// the signed and the unsigned values of the operands.
var wideOps = []struct {
	op string
	of func(s, u [2]*big.Int, width uint) *big.Int // nil: not defined
}{
	{"arith.addi", func(s, _ [2]*big.Int, _ uint) *big.Int { return new(big.Int).Add(s[0], s[1]) }},
	{"arith.subi", func(s, _ [2]*big.Int, _ uint) *big.Int { return new(big.Int).Sub(s[0], s[1]) }},
	{"arith.muli", func(s, _ [2]*big.Int, _ uint) *big.Int { return new(big.Int).Mul(s[0], s[1]) }},
	{"arith.divsi", func(s, _ [2]*big.Int, _ uint) *big.Int { return bigQuotient((*big.Int).Quo, s) }},
	{"arith.divui", func(_, u [2]*big.Int, _ uint) *big.Int { return bigQuotient((*big.Int).Quo, u) }},
	{"arith.remsi", func(s, _ [2]*big.Int, _ uint) *big.Int { return bigQuotient((*big.Int).Rem, s) }},
	{"arith.remui", func(_, u [2]*big.Int, _ uint) *big.Int { return bigQuotient((*big.Int).Rem, u) }},
	{"arith.andi", func(_, u [2]*big.Int, _ uint) *big.Int { return new(big.Int).And(u[0], u[1]) }},
	{"arith.ori", func(_, u [2]*big.Int, _ uint) *big.Int { return new(big.Int).Or(u[0], u[1]) }},
	{"arith.xori", func(_, u [2]*big.Int, _ uint) *big.Int { return new(big.Int).Xor(u[0], u[1]) }},
	{"arith.maxsi", func(s, _ [2]*big.Int, _ uint) *big.Int { return bigLarger(s) }},
	{"arith.maxui", func(_, u [2]*big.Int, _ uint) *big.Int { return bigLarger(u) }},
	{"arith.shli", func(_, u [2]*big.Int, w uint) *big.Int {
		if u[1].Cmp(big.NewInt(int64(w))) >= 0 {
			return nil
		}
		return new(big.Int).Lsh(u[0], uint(u[1].Uint64()))
	}},
	{"arith.shrsi", func(s, u [2]*big.Int, w uint) *big.Int {
		if u[1].Cmp(big.NewInt(int64(w))) >= 0 {
			return nil
		}
		return new(big.Int).Rsh(s[0], uint(u[1].Uint64()))
	}},
}

func bigQuotient(f func(z, a, b *big.Int) *big.Int, x [2]*big.Int) *big.Int {
	if x[1].Sign() == 0 {
		return nil
	}
	return f(new(big.Int), x[0], x[1])
}

func bigLarger(x [2]*big.Int) *big.Int {
	if x[0].Cmp(x[1]) > 0 {
		return x[0]
	}
	return x[1]
}

// Integers of more than 64 bits are computed as big integers: as scalars, as elements of
// vectors, and after they were in memory.
func TestWideIntegers(t *testing.T) {
	t.Parallel()
	for _, width := range []uint{65, 100, 128, 257} {
		typ := fmt.Sprintf("i%d", width)
		one := big.NewInt(1)
		top := new(big.Int).Lsh(one, width-1)
		operands := []*big.Int{
			big.NewInt(0), one, big.NewInt(-1), big.NewInt(70), new(big.Int).Sub(top, one), new(big.Int).Neg(top), new(big.Int).Lsh(one, 64),
			new(big.Int).Sub(new(big.Int).Lsh(one, 64), one), new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(12345), 50)),
		}
		for _, o := range wideOps {
			text := fmt.Sprintf(`func.func @f(%%a: %[1]s, %%b: %[1]s) -> (%[1]s, %[1]s, %[1]s) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%r = %[2]s %%a, %%b : %[1]s
  %%m = memref.alloc() : memref<2x%[1]s>
  memref.store %%a, %%m[%%c0] : memref<2x%[1]s>
  memref.store %%b, %%m[%%c1] : memref<2x%[1]s>
  %%x = memref.load %%m[%%c0] : memref<2x%[1]s>
  %%y = memref.load %%m[%%c1] : memref<2x%[1]s>
  %%s = %[2]s %%x, %%y : %[1]s
  %%v = vector.load %%m[%%c0] : memref<2x%[1]s>, vector<2x%[1]s>
  %%w = vector.shuffle %%v, %%v [1, 0] : vector<2x%[1]s>, vector<2x%[1]s>
  %%e = vector.broadcast %%a : %[1]s to vector<2x%[1]s>
  %%z = %[2]s %%e, %%w : vector<2x%[1]s>
  vector.store %%z, %%m[%%c0] : memref<2x%[1]s>, vector<2x%[1]s>
  %%q = memref.load %%m[%%c0] : memref<2x%[1]s>
  return %%r, %%s, %%q : %[1]s, %[1]s, %[1]s
}`, typ, o.op)
			module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Text: text}, nil)
			if err != nil {
				t.Fatal(err)
			}
			m := sim.New(module, nil)
			for _, a := range operands {
				for _, b := range operands {
					x, y := num.IntFromBig(int(width), a), num.IntFromBig(int(width), b)
					want := o.of([2]*big.Int{x.SignedBig(), y.SignedBig()}, [2]*big.Int{x.UnsignedBig(), y.UnsignedBig()}, width)
					// Vectors divide by both elements of the memory.
					other := o.of([2]*big.Int{x.SignedBig(), x.SignedBig()}, [2]*big.Int{x.UnsignedBig(), x.UnsignedBig()}, width)
					overflow := (o.op == "arith.divsi" || o.op == "arith.remsi") && x.IsMinSigned() && y.IsAllOnes()
					if want == nil || other == nil || overflow {
						continue
					}
					got, err := m.Call(t.Context(), "f", sim.IntValue(x), sim.IntValue(y))
					if err != nil {
						t.Errorf("%s of %s and %s: %v", o.op, x, y, err)
						continue
					}
					expected := num.IntFromBig(int(width), want).String()
					for i, v := range got {
						if s := sim.Format(ir.ContextOf(module).Integer(int(width)), v); s != expected {
							t.Errorf("%s of %s and %s : %s: result %d is %s, want %s", o.op, x, y, typ, i, s, expected)
						}
					}
				}
			}
		}
	}
}

// Casts, comparisons, constants, selections, reductions and loops with wide integers.
func TestWideOperations(t *testing.T) {
	t.Parallel()
	const text = `func.func @f(%n: i32, %t: i1) -> (i128, i1, i64, vector<3xi100>, i128, f64, i128, index, i128) {
  %big = arith.constant 170141183460469231731687303715884105727 : i128
  %one = arith.constant 1 : i128
  %sum = arith.addi %big, %one : i128
  %less = arith.cmpi slt, %sum, %one : i128
  %wide = arith.extsi %n : i32 to i128
  %back = arith.trunci %wide : i128 to i64
  %v = arith.constant dense<[1, -2, 633825300114114700748351602687]> : vector<3xi100>
  %m = vector.create_mask %c2 : vector<3xi1>
  %w = arith.select %m, %v, %u : vector<3xi1>, vector<3xi100>
  %r = vector.reduction <add>, %e : vector<3xi128> into i128
  %x = arith.sitofp %wide : i128 to f64
  %chosen = arith.select %t, %big, %one : i128
  %i = arith.index_cast %wide : i128 to index
  %f = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %one) -> (i128) {
    %p = arith.muli %acc, %wide : i128
    scf.yield %p : i128
  }
  return %sum, %less, %back, %w, %r, %x, %chosen, %i, %f : i128, i1, i64, vector<3xi100>, i128, f64, i128, index, i128
}`
	full := `func.func @f(%n: i32, %t: i1) -> (i128, i1, i64, vector<3xi100>, i128, f64, i128, index, i128) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %u = arith.constant dense<7> : vector<3xi100>
  %e = arith.constant dense<85070591730234615865843651857942052864> : vector<3xi128>
` + text[len("func.func @f(%n: i32, %t: i1) -> (i128, i1, i64, vector<3xi100>, i128, f64, i128, index, i128) {\n"):]
	module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Text: full}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := sim.New(module, nil).Call(t.Context(), "f", sim.Int(uint64(uint32(0xfffffffb))), sim.Bool(true))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"-170141183460469231731687303715884105728", "true", "-5", "[1, -2, 7]", "-85070591730234615865843651857942052864", "-5.000000e+00",
		"170141183460469231731687303715884105727", "-5", "-125"}
	for i, r := range module.Body().Front().Body().Back().OperandList() {
		if s := sim.Format(r.Type(), got[i]); s != want[i] {
			t.Errorf("result %d: %s, want %s", i, s, want[i])
		}
	}
}
