package gpgpusim

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"optc/internal/testing/ptxtest"
)

// ErrNoForm reports an instruction that GPGPU-Sim computes in another way than PTX says, and that has no other form here.
var ErrNoForm = errors.New("GPGPU-Sim has no form of the instruction")

// Respell writes a module of PTX with the instructions that GPGPU-Sim reads (about PTX 6.3), with the meaning that it gives them:
// newer instructions become several, and so do those that it computes in another way than PTX says. Memory whose size a launch says
// gets the bytes that are requested.
func Respell(m *ptxtest.Module, requested int) (string, error) {
	var out strings.Builder
	out.WriteString(".version 6.3\n.target sm_70\n.address_size 64\n")
	for _, e := range m.Entries {
		s := speller{temporaries: map[string]int{}}
		if err := s.code(e); err != nil {
			return "", fmt.Errorf("kernel %s: %w", e.Name, err)
		}
		fmt.Fprintf(&out, ".visible .entry %s(\n", e.Name)
		for i, p := range e.Parameters {
			comma := ","
			if i+1 == len(e.Parameters) {
				comma = ""
			}
			fmt.Fprintf(&out, "\t.param .%s %s%s\n", p.Type, p.Name, comma)
		}
		out.WriteString(")\n{\n")
		for _, r := range slices.Sorted(maps.Keys(e.Registers)) {
			fmt.Fprintf(&out, "\t.reg .%s %s;\n", e.Registers[r], r)
		}
		for _, t := range slices.Sorted(maps.Keys(s.temporaries)) {
			fmt.Fprintf(&out, "\t.reg .%s %%respelled_%s_<%d>;\n", t, t, s.temporaries[t]+1)
		}
		for _, name := range slices.Sorted(maps.Keys(e.Variables)) {
			v := e.Variables[name]
			bytes := v.Bytes()
			if v.Count == 0 {
				bytes = requested
			}
			fmt.Fprintf(&out, "\t.%s .align %d .b8 %s[%d];\n", v.Space, v.Align, name, bytes)
		}
		out.WriteString(s.out.String())
		out.WriteString("}\n")
	}
	return out.String(), nil
}

// speller writes the instructions of a kernel.
type speller struct {
	out         strings.Builder
	temporaries map[string]int // the number of own registers by type
	guard       string         // "@%p1 ", before each instruction
}

// code writes the code of a kernel.
func (s *speller) code(e *ptxtest.Entry) error {
	labels := map[int][]string{}
	for _, l := range slices.Sorted(maps.Keys(e.Labels)) {
		labels[e.Labels[l]] = append(labels[e.Labels[l]], l)
	}
	for i, in := range e.Code {
		for _, l := range labels[i] {
			fmt.Fprintf(&s.out, "%s:\n", l)
		}
		s.guard = ""
		if in.Guard != "" {
			s.guard = "@" + strings.Repeat("!", number(in.Not)) + in.Guard + " "
		}
		if err := s.instruction(in); err != nil {
			return fmt.Errorf("line %d: %s: %w", in.Line, in.Op, err)
		}
	}
	for _, l := range labels[len(e.Code)] {
		fmt.Fprintf(&s.out, "%s:\n\tret;\n", l)
	}
	return nil
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// temporary returns a new register.
func (s *speller) temporary(typ string) string {
	s.temporaries[typ]++
	return fmt.Sprintf("%%respelled_%s_%d", typ, s.temporaries[typ])
}

// write writes an instruction with arguments.
func (s *speller) write(op string, arguments ...any) {
	words := make([]string, len(arguments))
	for i, a := range arguments {
		words[i] = fmt.Sprint(a)
	}
	fmt.Fprintf(&s.out, "\t%s%s %s;\n", s.guard, op, strings.Join(words, ", "))
}

// compute writes an instruction whose result is a new register, and returns it.
func (s *speller) compute(typ, op string, arguments ...any) string {
	to := s.temporary(typ)
	s.write(op, append([]any{to}, arguments...)...)
	return to
}

// spelled returns an argument as PTX writes it.
func spelled(a ptxtest.Argument) string {
	switch {
	case a.Braces:
		return "{" + strings.Join(a.Words, ", ") + "}"
	case a.Address && a.Offset != 0:
		return fmt.Sprintf("[%s%+d]", a.Words[0], a.Offset)
	case a.Address:
		return "[" + a.Words[0] + "]"
	}
	return a.Words[0]
}

// instruction writes an instruction, or those that do the same.
func (s *speller) instruction(in *ptxtest.Instruction) error {
	x := make([]string, len(in.Arguments))
	for i, a := range in.Arguments {
		x[i] = spelled(a)
		// The simulator reads numbers of 32 bits.
		if n, err := strconv.ParseInt(x[i], 10, 64); err == nil && int64(int32(n)) != n && int64(uint32(n)) != n {
			low, high := s.compute("b32", "mov.u32", uint32(n)), s.compute("b32", "mov.u32", uint32(n>>32))
			x[i] = s.compute("b64", "mov.b64", "{"+low+", "+high+"}")
		}
	}
	parts := strings.Split(in.Op, ".")
	last := parts[len(parts)-1]
	if narrow := last == "f16" || last == "bf16"; narrow && parts[0] != "cvt" && parts[0] != "mma" {
		return s.narrow(parts, last, x)
	}
	switch {
	case in.Op == "ret" || in.Op == "exit":
		fmt.Fprintf(&s.out, "\t%s%s;\n", s.guard, in.Op)
	case parts[0] == "st" && in.Arguments[1].Braces:
		var list []string
		for _, w := range in.Arguments[1].Words {
			if !strings.HasPrefix(w, "%") {
				w = s.compute(last, "mov."+last, w)
			}
			list = append(list, w)
		}
		s.write(in.Op, x[0], "{"+strings.Join(list, ", ")+"}")
	case parts[0] == "ld" || parts[0] == "st":
		s.write(strings.Replace(in.Op, ".nc", "", 1), anyOf(x)...)
	case parts[0] == "shfl":
		return s.shuffle(parts[2], x, in.Arguments[0].Second)
	case in.Op == "fma.rn.f64":
		return ErrNoForm
	case in.Op == "fma.rn.f32":
		s.write("cvt.rn.f32.f64", x[0], s.fused(x[1], x[2], x[3]))
	case (parts[0] == "min" || parts[0] == "max") && last == "f32":
		s.write("mov.b32", x[0], s.extremum(parts[0], parts[1] == "NaN", x[1], x[2]))
	case parts[0] == "neg" && floats[last] != 0:
		s.write(fmt.Sprint("xor.b", floats[last]), x[0], x[1], s.signBit(floats[last]))
	case parts[0] == "abs" && floats[last] != 0:
		s.write(fmt.Sprint("and.b", floats[last]), x[0], x[1], s.rest(floats[last]))
	case parts[0] == "copysign":
		s.write("mov."+bits(floats[last]), x[0], s.signed(floats[last], x[1], x[2]))
	case parts[0] == "testp":
		s.classify(parts[1], floats[last], x)
	case parts[0] == "clz" && last == "b64":
		s.leadingZeros(x)
	case in.Op == "brev.b64":
		high := s.compute("b32", "brev.b32", s.compute("b32", "cvt.u32.u64", x[1]))
		low := s.compute("b32", "brev.b32", s.compute("b32", "cvt.u32.u64", s.compute("b64", "shr.u64", x[1], 32)))
		s.write("mov.b64", x[0], "{"+low+", "+high+"}")
	case parts[0] == "cvt":
		return s.convert(in.Op, parts, x)
	case parts[0] == "ldmatrix":
		s.matrices(in)
	case strings.HasPrefix(in.Op, "cp.async"):
		return s.copy(parts, in)
	case parts[0] == "mma":
		return s.multiply(parts, in)
	default:
		s.write(in.Op, anyOf(x)...)
	}
	return nil
}

func anyOf(list []string) []any {
	all := make([]any, len(list))
	for i, w := range list {
		all[i] = w
	}
	return all
}

// fused returns a product and a sum in f64, which hold each product of numbers in f32.
func (s *speller) fused(a, b, c string) string {
	x, y, z := s.compute("f64", "cvt.f64.f32", a), s.compute("f64", "cvt.f64.f32", b), s.compute("f64", "cvt.f64.f32", c)
	product := s.compute("f64", "mul.rn.f64", x, y)
	return s.compute("f64", "add.rn.f64", product, z)
}

// extremum returns the less or the greater of numbers in f32: NaN, or else the other number, where one is NaN, and the less zero is -0.
func (s *speller) extremum(name string, nan bool, a, b string) string {
	relation, zeros := "lt", "or"
	if name == "max" {
		relation, zeros = "gt", "and"
	}
	first, equal := s.compute("pred", "setp."+relation+".f32", a, b), s.compute("pred", "setp.eq.f32", a, b)
	same := s.compute("b32", zeros+".b32", a, b)
	r := s.compute("b32", "selp.b32", a, b, first)
	r = s.compute("b32", "selp.b32", same, r, equal)
	isNaN := s.compute("pred", "setp.nan.f32", a, a)
	if nan {
		r = s.compute("b32", "selp.b32", a, r, isNaN)
		return s.compute("b32", "selp.b32", b, r, s.compute("pred", "setp.nan.f32", b, b))
	}
	r = s.compute("b32", "selp.b32", b, r, isNaN)
	return s.compute("b32", "selp.b32", a, r, s.compute("pred", "setp.nan.f32", b, b))
}

// widened returns a number of 16 bits in f32.
func (s *speller) widened(typ, x string) string {
	if typ == "f16" {
		return s.compute("f32", "cvt.f32.f16", x)
	}
	wide := s.compute("b32", "cvt.u32.u16", x)
	return s.compute("b32", "shl.b32", wide, 16)
}

// rounded rounds a number in f32 to 16 bits. For f16, numbers below the least normal one are rounded by a sum with 0.5.
func (s *speller) rounded(typ, to, x string) {
	isNaN := s.compute("pred", "setp.nan.f32", x, x)
	if typ == "bf16" {
		odd := s.compute("b32", "bfe.u32", x, 16, 1)
		sum := s.compute("b32", "add.u32", s.compute("b32", "add.u32", x, odd), 0x7fff)
		top := s.compute("b32", "shr.u32", sum, 16)
		s.write("cvt.u16.u32", to, s.compute("b32", "selp.b32", 0x7fc0, top, isNaN))
		return
	}
	sign := s.compute("b32", "and.b32", s.compute("b32", "shr.u32", x, 16), 0x8000)
	magnitude := s.compute("b32", "and.b32", x, 0x7fffffff)
	odd := s.compute("b32", "bfe.u32", magnitude, 13, 1)
	normal := s.compute("b32", "add.u32", s.compute("b32", "add.u32", magnitude, odd), "0xC8000FFF")
	normal = s.compute("b32", "shr.u32", normal, 13)
	small := s.compute("b32", "sub.s32", s.compute("f32", "add.rn.f32", magnitude, "0f3F000000"), 0x3f000000)
	r := s.compute("b32", "selp.b32", small, normal, s.compute("pred", "setp.lt.u32", magnitude, 0x38800000))
	r = s.compute("b32", "selp.b32", 0x7c00, r, s.compute("pred", "setp.ge.u32", magnitude, 0x477ff000))
	r = s.compute("b32", "selp.b32", 0x7e00, r, isNaN)
	s.write("cvt.u16.u32", to, s.compute("b32", "or.b32", r, sign))
}

// narrow writes an instruction on numbers of 16 bits, which is computed in f32.
func (s *speller) narrow(parts []string, typ string, x []string) error {
	wide := make([]string, len(x))
	for i := 1; i < len(x); i++ {
		wide[i] = s.widened(typ, x[i])
	}
	switch name := parts[0]; name {
	case "add", "sub", "mul":
		s.rounded(typ, x[0], s.compute("f32", name+".rn.f32", wide[1], wide[2]))
	case "fma":
		s.rounded(typ, x[0], s.compute("f32", "cvt.rn.f32.f64", s.fused(wide[1], wide[2], wide[3])))
	case "min", "max":
		s.rounded(typ, x[0], s.extremum(name, parts[1] == "NaN", wide[1], wide[2]))
	case "setp":
		s.write("setp."+parts[1]+".f32", x[0], wide[1], wide[2])
	case "neg":
		s.write("xor.b16", x[0], x[1], "0x8000")
	case "abs":
		s.write("and.b16", x[0], x[1], "0x7fff")
	default:
		return ErrNoForm
	}
	return nil
}

// address returns the address of an argument in a register of 32 bits, or of 64 bits for global memory.
func (s *speller) address(a ptxtest.Argument, width int) string {
	typ := fmt.Sprint("b", width)
	to := s.temporary(typ)
	if !strings.HasPrefix(a.Words[0], "%") {
		s.write("mov.u"+strconv.Itoa(width), to, a.Words[0])
	} else {
		s.write("mov."+typ, to, a.Words[0])
	}
	return s.compute(typ, fmt.Sprint("add.s", width), to, a.Offset)
}

// matrices writes ldmatrix: lane l asks lane l div 4 of each matrix for the address of its row, and reads two numbers there.
func (s *speller) matrices(in *ptxtest.Instruction) {
	row := s.address(in.Arguments[1], 32)
	lane := s.compute("b32", "and.b32", s.compute("b32", "mov.u32", "%tid.x"), 31)
	transposed := strings.Contains(in.Op, ".trans.")
	place, pair := s.compute("b32", "shr.u32", lane, 2), s.compute("b32", "and.b32", lane, 3)
	for tile, to := range in.Arguments[0].Words {
		if !transposed {
			at := s.compute("b32", "shfl.idx.b32", row, s.compute("b32", "add.s32", place, 8*tile), 31)
			s.write("ld.shared.b32", to, "["+s.compute("b32", "mad.lo.s32", pair, 4, at)+"]")
			continue
		}
		var halves []string
		for j := range 2 {
			from := s.compute("b32", "mad.lo.s32", pair, 2, 8*tile+j)
			at := s.compute("b32", "shfl.idx.b32", row, from, 31)
			halves = append(halves, s.compute("b32", "ld.shared.u16", "["+s.compute("b32", "mad.lo.s32", place, 2, at)+"]"))
		}
		s.write("or.b32", to, halves[0], s.compute("b32", "shl.b32", halves[1], 16))
	}
}

// copy writes cp.async, whose copies are done at once.
func (s *speller) copy(parts []string, in *ptxtest.Instruction) error {
	if parts[2] == "commit_group" || parts[2] == "wait_group" {
		return nil
	}
	to, from := s.address(in.Arguments[0], 32), s.address(in.Arguments[1], 64)
	bytes, err := strconv.Atoi(in.Arguments[2].Words[0])
	for at := 0; at < bytes; at += 4 {
		word := s.compute("b32", "ld.global.b32", fmt.Sprintf("[%s+%d]", from, at))
		s.write("st.shared.b32", fmt.Sprintf("[%s+%d]", to, at), word)
	}
	return err
}

// multiply writes a matrix instruction of f16 or bf16 with sums in f32: lanes exchange the factors, and add products in the order of k
// (PTX ISA, "Matrix Fragments for mma.m16n8k16").
func (s *speller) multiply(parts []string, in *ptxtest.Instruction) error {
	depth := map[string]int{"m16n8k8": 8, "m16n8k16": 16}[parts[3]]
	typ := parts[7]
	if depth == 0 || typ != "f16" && typ != "bf16" || parts[6] != "f32" {
		return ErrNoForm
	}
	lane := s.compute("b32", "and.b32", s.compute("b32", "mov.u32", "%tid.x"), 31)
	row, column := s.compute("b32", "and.b32", lane, 28), s.compute("b32", "shl.b32", s.compute("b32", "and.b32", lane, 3), 3)
	// factor returns the numbers for k and k + 1 of a register of other lanes.
	factor := func(register, first string, k int) (list [2]string) {
		both := s.compute("b32", "shfl.idx.b32", register, s.compute("b32", "add.s32", first, k%8/2), 31)
		for j := range list {
			half := s.compute("b32", "bfe.u32", both, 16*j, 16)
			if typ == "bf16" {
				list[j] = s.compute("b32", "shl.b32", half, 16)
			} else {
				list[j] = s.compute("f32", "cvt.f32.f16", s.compute("b16", "cvt.u16.u32", half))
			}
		}
		return list
	}
	sums := slices.Clone(in.Arguments[3].Words)
	for k := 0; k < depth; k += 2 {
		var a, b [2][2]string
		for i := range 2 {
			a[i] = factor(in.Arguments[1].Words[k/8*2+i], row, k)
			b[i] = factor(in.Arguments[2].Words[k/8], s.compute("b32", "add.s32", column, 4*i), k)
		}
		for j := range sums {
			for h := range 2 {
				sums[j] = s.compute("f32", "add.rn.f32", sums[j], s.compute("f32", "mul.rn.f32", a[j/2][h], b[j%2][h]))
			}
		}
	}
	for j, w := range in.Arguments[0].Words {
		s.write("mov.b32", w, sums[j])
	}
	return nil
}
