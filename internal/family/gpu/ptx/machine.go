package ptx

import (
	"fmt"
	"strings"

	"optc/ir/ranges"
)

// class is a class of registers.
type class uint8

const (
	predicate class = iota
	half            // 16 bits: f16 and bf16
	word            // 32 bits: integers of up to 32 bits, whose upper bits are unknown if they have fewer, and f32
	double          // 64 bits
)

// classes holds the type and the prefix of the registers of each class.
var classes = [...]struct{ typ, prefix string }{{".pred", "%p"}, {".b16", "%h"}, {".b32", "%r"}, {".b64", "%rd"}}

func (c class) bits() int { return 8 << c }

// register is a virtual register, which one instruction sets, unless it is a variable.
type register struct {
	class    class
	number   int // number in the text, or 0
	order    int // of creation
	scope    *scope
	def      *instruction // nil for a variable
	values   ranges.Interval
	known    bool // values holds the numbers that the register may hold
	digit    digit
	uses     int
	variable bool
}

// operand is a register or a constant.
type operand struct {
	reg   *register
	bits  uint64 // bits of a constant
	class class
}

func (o operand) isConst() bool { return o.reg == nil }

func constant(c class, bits uint64) operand {
	if c < double && c > predicate {
		bits &= 1<<c.bits() - 1
	}
	return operand{bits: bits, class: c}
}

// signed returns the bits of a constant as a signed number.
func (o operand) signed() int64 {
	switch o.class {
	case half:
		return int64(int16(o.bits))
	case word:
		return int64(int32(o.bits))
	}
	return int64(o.bits)
}

// group is an argument of an instruction: an operand, operands in braces, or an address.
type group struct {
	list    []operand
	braces  bool
	address bool
	offset  int64  // offset of an address
	name    string // name of a variable or an argument, instead of an operand
}

func one(o operand) group         { return group{list: []operand{o}} }
func several(l []operand) group   { return group{list: l, braces: true} }
func named(name string) group     { return group{name: name} }
func addressed(name string) group { return group{name: name, address: true} }

// effect is the effect of an instruction besides setting registers.
type effect uint8

const (
	pure   effect = iota
	reads         // memory that may change, or another lane
	writes        // memory, or waits
)

// instruction is an instruction of PTX.
type instruction struct {
	op     string
	to     []operand // set registers
	braces bool      // around to
	from   []group
	effect effect
	guard  operand // a predicate, if guarded
	not    bool    // the negation of the guard
	guards bool
	line   place
	text   string // a label
}

// place is a line and a column of a file of the source.
type place struct{ file, line, column int }

// operands calls f for each operand that an instruction reads.
func (in *instruction) operands(f func(*operand)) {
	for i := range in.from {
		for k := range in.from[i].list {
			f(&in.from[i].list[k])
		}
	}
	if in.guards {
		f(&in.guard)
	}
}

// suffix returns the last type of an instruction: "f32" for "add.rn.f32".
func (in *instruction) suffix() string { return in.op[strings.LastIndexByte(in.op, '.')+1:] }

// write writes an instruction.
func (in *instruction) write(b *strings.Builder) {
	if in.text != "" {
		fmt.Fprintf(b, "%s:\n", in.text)
		return
	}
	b.WriteByte('\t')
	if in.guards {
		b.WriteByte('@')
		if in.not {
			b.WriteByte('!')
		}
		b.WriteString(in.register(in.guard) + " ")
	}
	b.WriteString(in.op)
	separator := " \t"
	if len(in.to) > 0 {
		b.WriteString(separator)
		in.list(b, in.to, in.braces, in.between())
		separator = ", "
	}
	for _, g := range in.from {
		b.WriteString(separator)
		separator = ", "
		if g.address {
			b.WriteByte('[')
		}
		if g.name != "" {
			b.WriteString(g.name)
		} else {
			in.list(b, g.list, g.braces, ", ")
		}
		if g.address {
			if g.offset != 0 {
				fmt.Fprintf(b, "%+d", g.offset)
			}
			b.WriteByte(']')
		}
	}
	b.WriteString(";\n")
}

// between returns the text between the registers that an instruction sets: shfl also sets a predicate.
func (in *instruction) between() string {
	if in.braces {
		return ", "
	}
	return "|"
}

func (in *instruction) list(b *strings.Builder, list []operand, braces bool, between string) {
	if braces {
		b.WriteByte('{')
	}
	for i, o := range list {
		if i > 0 {
			b.WriteString(between)
		}
		b.WriteString(in.register(o))
	}
	if braces {
		b.WriteByte('}')
	}
}

// register returns the text of an operand.
func (in *instruction) register(o operand) string {
	if o.reg != nil {
		return fmt.Sprint(classes[o.class].prefix, o.reg.number)
	}
	switch typ := in.suffix(); {
	case o.class == word && typ == "f32":
		return fmt.Sprintf("0f%08X", o.bits)
	case o.class == double && typ == "f64":
		return fmt.Sprintf("0d%016X", o.bits)
	case o.class == half:
		return fmt.Sprintf("0x%04X", o.bits)
	}
	return fmt.Sprint(o.signed())
}
