package prove

import (
	"slices"
	"strings"

	"optc/num"
	"optc/sim"
	"optc/validate/internal/prove/sat"
)

// integerFlags are the flags of operations on integers whose poison is known bit by bit. All other
// flags permit freedom for floats.
var integerFlags = map[string]bool{"nsw": true, "nuw": true, "exact": true, "nneg": true}

// decides reports whether poison operands matter only if they are chosen, or the result reports
// whether an operand is poison.
func (f *Function) decides() bool {
	return f.Do == "select" || strings.HasPrefix(f.Do, "defined ")
}

// mayMakePoison reports whether the result may be poison although no operand is.
func (f *Function) mayMakePoison() bool {
	switch f.Do {
	case "fptosi", "fptoui", "shli", "shrsi", "shrui", "poison if", "poison unless":
		return true
	}
	return len(f.Flags) > 0
}

func (f *Function) flags() string { return strings.Join(f.Flags, " ") }

func (f *Function) has(flag string) bool { return slices.Contains(f.Flags, flag) }

// rules write operations as clauses, by the words of the operations. An operation that has no rule is an unknown function.
var rules map[string]rule

func init() { // because rules use themselves
	rules = map[string]rule{
		"addi":  (*Bits).addi,
		"subi":  (*Bits).subi,
		"muli":  (*Bits).muli,
		"andi":  bitwise(func(b *Bits, x, y sat.Literal) sat.Literal { return b.and(x, y) }),
		"xori":  bitwise(func(b *Bits, x, y sat.Literal) sat.Literal { return b.xor(x, y) }),
		"ori":   bitwise(func(b *Bits, x, y sat.Literal) sat.Literal { return b.or(x, y) }),
		"shli":  (*Bits).shli,
		"shrui": (*Bits).shr,
		"shrsi": (*Bits).shr,
		"divui": (*Bits).divide,
		"divsi": (*Bits).divide,
		"remui": (*Bits).divide,
		"remsi": (*Bits).divide,
		"ceildivui": func(b *Bits, _ *Function, x []word) word {
			q, r := b.quotient(x[0].bits, x[1].bits)
			return b.plain(b.plusOne(q, b.isZero(r).Not()))
		},
		"ceildivsi": func(b *Bits, _ *Function, x []word) word {
			q, r := b.quotientSigned(x[0].bits, x[1].bits)
			same := b.xor(sign(x[0].bits), sign(x[1].bits)).Not()
			return b.plain(b.plusOne(q, b.and(b.isZero(r).Not(), same)))
		},
		"floordivsi": func(b *Bits, _ *Function, x []word) word {
			q, r := b.quotientSigned(x[0].bits, x[1].bits)
			apart := b.xor(sign(x[0].bits), sign(x[1].bits))
			less, _ := b.difference(q, b.number(1, len(q)))
			return b.plain(b.muxAll(b.and(b.isZero(r).Not(), apart), less, q))
		},
		"maxsi": extreme((*Bits).lessSigned, true), "minsi": extreme((*Bits).lessSigned, false),
		"maxui": extreme((*Bits).less, true), "minui": extreme((*Bits).less, false),
		"extui": func(b *Bits, f *Function, x []word) word {
			w := b.plain(b.extended(x[0].bits, f.Result.Width, b.no()))
			if f.has("nneg") {
				w.poison = sign(x[0].bits)
			}
			return w
		},
		"extsi": func(b *Bits, f *Function, x []word) word {
			return b.plain(b.extended(x[0].bits, f.Result.Width, sign(x[0].bits)))
		},
		"trunci": (*Bits).trunci,
		"index_cast": func(b *Bits, f *Function, x []word) word {
			return b.plain(b.extended(x[0].bits, f.Result.Width, sign(x[0].bits)))
		},
		"index_castui": func(b *Bits, f *Function, x []word) word {
			w := b.plain(b.extended(x[0].bits, f.Result.Width, b.no()))
			if f.has("nneg") {
				w.poison = sign(x[0].bits)
			}
			return w
		},
		joining:   func(b *Bits, _ *Function, x []word) word { return b.plain(slices.Concat(x[0].bits, x[1].bits)) },
		"bitcast": func(b *Bits, _ *Function, x []word) word { return b.plain(x[0].bits) },
		"select": func(b *Bits, _ *Function, x []word) word {
			c := x[0].bits[0]
			return word{b.muxAll(c, x[1].bits, x[2].bits), b.or(x[0].poison, b.mux(c, x[1].poison, x[2].poison))}
		},
		"poison if": func(b *Bits, _ *Function, x []word) word {
			return word{x[1].bits, b.any(x[0].poison, x[0].bits[0], x[1].poison)}
		},
		"poison unless": func(b *Bits, _ *Function, x []word) word {
			return word{x[1].bits, b.any(x[0].poison, x[0].bits[0].Not(), x[1].poison)}
		},
		"absi":  func(b *Bits, _ *Function, x []word) word { return b.plain(b.magnitude(x[0].bits)) },
		"ctpop": func(b *Bits, _ *Function, x []word) word { return b.plain(b.count(x[0].bits)) },
		"ctlz":  func(b *Bits, _ *Function, x []word) word { return b.plain(b.zeros(x[0].bits, true)) },
		"cttz":  func(b *Bits, _ *Function, x []word) word { return b.plain(b.zeros(x[0].bits, false)) },
		"addui_extended#0": func(b *Bits, _ *Function, x []word) word {
			s, _ := b.sum(x[0].bits, x[1].bits, b.no())
			return b.plain(s)
		},
		"addui_extended#1": func(b *Bits, _ *Function, x []word) word {
			_, carry := b.sum(x[0].bits, x[1].bits, b.no())
			return b.bit(carry)
		},
		"mului_extended#0": wideProduct(false, false), "mului_extended#1": wideProduct(false, true),
		"mulsi_extended#0": wideProduct(true, false), "mulsi_extended#1": wideProduct(true, true),

		// Conditions that must hold where an operation is executed.
		"defined divui": func(b *Bits, _ *Function, x []word) word {
			return b.bit(b.and(x[1].poison.Not(), b.isZero(x[1].bits).Not()))
		},
		"defined divsi": func(b *Bits, _ *Function, x []word) word {
			least := b.and(sign(x[0].bits), b.isZero(x[0].bits[:len(x[0].bits)-1]))
			wraps := b.and(b.all(x[1].bits...), b.or(x[0].poison, least))
			return b.bit(b.all(x[1].poison.Not(), b.isZero(x[1].bits).Not(), wraps.Not()))
		},
		"defined inside": func(b *Bits, _ *Function, x []word) word {
			return b.bit(b.and(x[0].poison.Not(), b.less(x[0].bits, x[1].bits)))
		},
		"defined number": func(b *Bits, _ *Function, x []word) word { return b.bit(x[0].poison.Not()) },
	}
	for p, less := range map[string]func(b *Bits, x, y []sat.Literal) sat.Literal{
		"eq": (*Bits).equal, "slt": (*Bits).lessSigned, "ult": (*Bits).less,
	} {
		rules["cmpi "+p] = func(b *Bits, _ *Function, x []word) word { return b.bit(less(b, x[0].bits, x[1].bits)) }
	}
	for p, of := range map[string]string{"ne": "eq", "sle": "slt", "ule": "ult"} {
		rules["cmpi "+p] = func(b *Bits, f *Function, x []word) word {
			if p != "ne" { // a <= b is not b < a
				x = []word{x[1], x[0]}
			}
			return b.bit(rules["cmpi "+of](b, f, x).bits[0].Not())
		}
	}
	addFloatRules()
}

func bitwise(gate func(b *Bits, x, y sat.Literal) sat.Literal) rule {
	return func(b *Bits, _ *Function, x []word) word {
		r := make([]sat.Literal, len(x[0].bits))
		for i := range r {
			r[i] = gate(b, x[0].bits[i], x[1].bits[i])
		}
		return b.plain(r)
	}
}

func extreme(less func(b *Bits, x, y []sat.Literal) sat.Literal, most bool) rule {
	return func(b *Bits, _ *Function, x []word) word {
		c := less(b, x[0].bits, x[1].bits)
		if !most {
			c = c.Not()
		}
		return b.plain(b.muxAll(c, x[1].bits, x[0].bits))
	}
}

// overflow returns the poison that the flags of an operation make of overflows.
func (b *Bits) overflow(f *Function, signed, unsigned func() sat.Literal) sat.Literal {
	p := b.no()
	if f.has("nsw") {
		p = signed()
	}
	if f.has("nuw") {
		p = b.or(p, unsigned())
	}
	return p
}

func (b *Bits) addi(f *Function, x []word) word {
	r, carry := b.sum(x[0].bits, x[1].bits, b.no())
	return word{r, b.overflow(f, func() sat.Literal {
		return b.and(b.xor(sign(x[0].bits), sign(x[1].bits)).Not(), b.xor(sign(r), sign(x[0].bits)))
	}, func() sat.Literal { return carry })}
}

func (b *Bits) subi(f *Function, x []word) word {
	r, borrow := b.difference(x[0].bits, x[1].bits)
	return word{r, b.overflow(f, func() sat.Literal {
		return b.and(b.xor(sign(x[0].bits), sign(x[1].bits)), b.xor(sign(r), sign(x[0].bits)))
	}, func() sat.Literal { return borrow })}
}

func (b *Bits) muli(f *Function, x []word) word {
	n := len(x[0].bits)
	r := b.product(x[0].bits, x[1].bits)
	return word{r, b.overflow(f, func() sat.Literal {
		wide := b.wide(x[0].bits, x[1].bits, true)
		return b.equal(wide[n:], b.extended(nil, n, sign(r))).Not()
	}, func() sat.Literal {
		return b.isZero(b.wide(x[0].bits, x[1].bits, false)[n:]).Not()
	})}
}

// wide returns all bits of a product.
func (b *Bits) wide(x, y []sat.Literal, signed bool) []sat.Literal {
	n := len(x)
	fx, fy := b.no(), b.no()
	if signed {
		fx, fy = sign(x), sign(y)
	}
	return b.product(b.extended(x, 2*n, fx), b.extended(y, 2*n, fy))
}

func wideProduct(signed, high bool) rule {
	return func(b *Bits, _ *Function, x []word) word {
		n := len(x[0].bits)
		r := b.wide(x[0].bits, x[1].bits, signed)
		if high {
			return b.plain(r[n:])
		}
		return b.plain(r[:n])
	}
}

// tooFar reports whether a shift is by the width or more.
func (b *Bits) tooFar(by []sat.Literal) sat.Literal {
	n := len(by)
	if n < 64 && n >= 1<<n {
		return b.no()
	}
	return b.less(by, b.number(uint64(n), n)).Not()
}

func (b *Bits) shli(f *Function, x []word) word {
	by := x[1].bits
	r := b.shift(x[0].bits, by, true, b.no())
	return word{r, b.or(b.tooFar(by), b.overflow(f,
		func() sat.Literal { return b.equal(b.shift(r, by, false, sign(r)), x[0].bits).Not() },
		func() sat.Literal { return b.equal(b.shift(r, by, false, b.no()), x[0].bits).Not() }))}
}

func (b *Bits) shr(f *Function, x []word) word {
	fill := b.no()
	if f.Do == "shrsi" {
		fill = sign(x[0].bits)
	}
	r := b.shift(x[0].bits, x[1].bits, false, fill)
	w := word{r, b.tooFar(x[1].bits)}
	if f.has("exact") {
		w.poison = b.or(w.poison, b.equal(b.shift(r, x[1].bits, true, b.no()), x[0].bits).Not())
	}
	return w
}

func (b *Bits) divide(f *Function, x []word) word {
	by := b.quotient
	if strings.HasSuffix(f.Do, "si") {
		by = b.quotientSigned
	}
	q, r := by(x[0].bits, x[1].bits)
	if strings.HasPrefix(f.Do, "rem") {
		return b.plain(r)
	}
	w := b.plain(q)
	if f.has("exact") {
		w.poison = b.isZero(r).Not()
	}
	return w
}

func (b *Bits) trunci(f *Function, x []word) word {
	n := f.Result.Width
	rest := x[0].bits[n:]
	return word{x[0].bits[:n], b.overflow(f,
		func() sat.Literal { return b.equal(rest, b.extended(nil, len(rest), x[0].bits[n-1])).Not() },
		func() sat.Literal { return b.isZero(rest).Not() })}
}

// plusOne adds a bit.
func (b *Bits) plusOne(x []sat.Literal, bit sat.Literal) []sat.Literal {
	r, _ := b.sum(x, b.number(0, len(x)), bit)
	return r
}

// count returns the number of bits that are set.
func (b *Bits) count(x []sat.Literal) []sat.Literal {
	r := b.number(0, len(x))
	for _, l := range x {
		r = b.plusOne(r, l)
	}
	return r
}

// zeros counts the zeros before the first bit that is set, from the highest or the lowest.
func (b *Bits) zeros(x []sat.Literal, highest bool) []sat.Literal {
	r, before := b.number(0, len(x)), b.yes
	for i := range x {
		l := x[i]
		if highest {
			l = x[len(x)-1-i]
		}
		before = b.and(before, l.Not())
		r = b.plusOne(r, before)
	}
	return r
}

// fractions are the bits of the fraction in the formats whose infinities and NaN have the
// largest exponent.
var fractions = map[*num.FloatKind]int{num.F16: 10, num.BF16: 7, num.F32: 23, num.F64: 52}

// isNaN and bothZero are about floats of a format of fractions.
func (b *Bits) isNaN(x []sat.Literal, k *num.FloatKind) sat.Literal {
	m := fractions[k]
	return b.and(b.all(x[m:len(x)-1]...), b.any(x[:m]...))
}

func (b *Bits) bothZero(x, y []sat.Literal) sat.Literal {
	n := len(x) - 1
	return b.and(b.isZero(x[:n]), b.isZero(y[:n]))
}

// lessOrdered compares floats, neither of which is NaN; with zeros, -0 is less than 0.
func (b *Bits) lessOrdered(x, y []sat.Literal, zeros bool) sat.Literal {
	n := len(x) - 1
	sx, sy := sign(x), sign(y)
	apart := b.and(sx, sy.Not())
	if !zeros {
		apart = b.and(apart, b.bothZero(x, y).Not())
	}
	up := b.all(sx.Not(), sy.Not(), b.less(x[:n], y[:n]))
	down := b.all(sx, sy, b.less(y[:n], x[:n]))
	return b.any(apart, up, down)
}

// sameFloat reports whether floats have the same bits, or are both NaN.
func (b *Bits) sameFloat(x, y []sat.Literal, k *num.FloatKind) sat.Literal {
	same := b.equal(x, y)
	if fractions[k] == 0 {
		return same
	}
	return b.or(same, b.and(b.isNaN(x, k), b.isNaN(y, k)))
}

func addFloatRules() {
	comparison := func(b *Bits, f *Function, x []word) word {
		_, p, _ := strings.Cut(f.Do, " ")
		k := f.Operands[0].Kind
		a, c := x[0].bits, x[1].bits
		nan := b.or(b.isNaN(a, k), b.isNaN(c, k))
		less, same := b.lessOrdered(a, c, false), b.or(b.equal(a, c), b.bothZero(a, c))
		var r sat.Literal
		switch p[1:] {
		case "eq":
			r = same
		case "lt":
			r = less
		case "le":
			r = b.or(less, same)
		case "ne":
			r = same.Not()
		default: // ord, uno
			if p == "ord" {
				return b.bit(nan.Not())
			}
			return b.bit(nan)
		}
		if p[0] == 'o' {
			return b.bit(b.and(nan.Not(), r))
		}
		return b.bit(b.or(nan, r))
	}
	for _, p := range []string{"oeq", "olt", "ole", "one", "ord", "ueq", "ult", "ule", "une", "uno"} {
		rules["cmpf "+p] = comparison
	}
	extremum := func(most, skipsNaN bool) rule {
		return func(b *Bits, f *Function, x []word) word {
			k := f.Operands[0].Kind
			a, c := x[0].bits, x[1].bits
			second := b.lessOrdered(a, c, true)
			if !most {
				second = second.Not()
			}
			r := b.muxAll(second, c, a)
			na, nc := b.isNaN(a, k), b.isNaN(c, k)
			if skipsNaN {
				return b.plain(b.muxAll(na, c, b.muxAll(nc, a, r)))
			}
			return b.plain(b.muxAll(na, a, b.muxAll(nc, c, r)))
		}
	}
	rules["maximumf"], rules["minimumf"] = extremum(true, false), extremum(false, false)
	rules["maxnumf"], rules["minnumf"] = extremum(true, true), extremum(false, true)
	signed := func(change func(b *Bits, s sat.Literal, x []word) sat.Literal) rule {
		return func(b *Bits, _ *Function, x []word) word {
			r := append([]sat.Literal(nil), x[0].bits...)
			r[len(r)-1] = change(b, sign(r), x)
			return b.plain(r)
		}
	}
	rules["negf"] = signed(func(_ *Bits, s sat.Literal, _ []word) sat.Literal { return s.Not() })
	rules["absf"] = signed(func(b *Bits, _ sat.Literal, _ []word) sat.Literal { return b.no() })
	rules["copysign"] = signed(func(_ *Bits, _ sat.Literal, x []word) sat.Literal { return sign(x[1].bits) })
}

// hasRule reports whether the bits of a function of these operands can be written.
func hasRule(do string, operands []sim.Number) bool {
	for _, n := range operands {
		if n.Kind != nil && fractions[n.Kind] == 0 && do != "select" && do != "bitcast" {
			return false
		}
	}
	return rules[do] != nil
}
