package okk_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	dialect "optc/dialect/okk"
)

// tpuTypes are the types of the kernels, and specialBits numbers at the edges of each.
var (
	tpuFloats   = []string{"f32", "f16", "bf16"}
	tpuInts     = []string{"i32", "ui32", "i16", "ui16", "i8", "ui8"}
	specialBits = map[string][]uint64{
		"f32": {0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x40200000, 0xc0200000, 0x3fc00000, 0xbfc00000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff,
			0xff7fffff, 0x00800000, 0x00000001, 0x80000001, 0x007fffff, 0x477fe000, 0x477ff000, 0x477fefff, 0x33800000, 0x33000000, 0x38800000, 0x387fffff, 0x7f7f8000,
			0x3f808000, 0x3f818000, 0x4f000000, 0xcf000000, 0x4effffff, 0x42fe0000, 0x42ff0000, 0x43000000, 0xc3000000, 0xc3008000, 0x3f801000, 0x3f803000},
		"f16":  {0, 0x8000, 0x3c00, 0xbc00, 0x3800, 0x4100, 0xc100, 0x3e00, 0xbe00, 0x7c00, 0xfc00, 0x7e00, 0x7bff, 0xfbff, 0x0400, 0x0001, 0x8001, 0x03ff, 0x57f8, 0xd7f8},
		"bf16": {0, 0x8000, 0x3f80, 0xbf80, 0x3f00, 0x4020, 0xc020, 0x3fc0, 0xbfc0, 0x7f80, 0xff80, 0x7fc0, 0x7f7f, 0xff7f, 0x0080, 0x0001, 0x8001, 0x007f, 0x4f00, 0xcf00},
	}
)

// tpuValues is the text of a buffer with special and random numbers of a type.
func tpuValues(name, elem string, count int, r *rand.Rand, function string) string {
	t, _ := dialect.ParseDType(elem)
	var raw []byte
	special := specialBits[elem]
	if special == nil {
		special = []uint64{0, 1, ^uint64(0), 0x7f, 0x80, 0x81, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0x10001, 33554433}
	}
	for i := range count {
		bits := r.Uint64()
		if i%3 > 0 {
			bits = special[r.IntN(len(special))]
		}
		if i < len(special) {
			bits = special[i]
		}
		if elem == "f32" {
			bits = insideDomain(function, bits, r)
		}
		raw = binary.LittleEndian.AppendUint64(raw, bits)[:int64(len(raw))+t.Bytes()]
	}
	return fmt.Sprintf("    %%%s = okk.sys_buffer %q = dense<\"0x%s\"> : tensor<1x3x1x%dx%s> : %s\n", name, name, hex.EncodeToString(raw), count/3, elem, systemOf(fmt.Sprintf("1x3x1x%d", count/3), elem))
}

// insideDomain returns the bits of a number of f32, or of another number if the function is not computed for it.
func insideDomain(function string, bits uint64, r *rand.Rand) uint64 {
	m, _ := dialect.LookupMachine("bm1684x")
	d, limited := m.Domain(function)
	for limited && !d.Has(math.Float32frombits(uint32(bits))) {
		bits = uint64(math.Float32bits(float32(r.NormFloat64() * math.Exp2(float64(r.IntN(12)-4)))))
	}
	return bits
}

// tpuCount is the number of elements of a tensor.
const tpuCount = 192

// tpuKernel is a kernel that applies an operation to tensors of such numbers.
func tpuKernel(operation, result string, sources ...string) string {
	const count = tpuCount
	r := rand.New(rand.NewPCG(uint64(len(operation)), uint64(len(result))))
	shape := fmt.Sprintf("1x3x1x%d", count/3)
	local := func(elem string) string { return "!okk.local<" + shape + "x" + elem + ", aligned>" }
	var head, loads, names, types strings.Builder
	for i, elem := range sources {
		name := fmt.Sprint("s", i)
		function := strings.Fields(strings.ReplaceAll(operation, "|", " "))[1]
		if i < len(sources)-1 {
			function = ""
		}
		head.WriteString(tpuValues("x"+name, elem, count, r, function))
		fmt.Fprintf(&loads, "    %%%s = okk.alloc : %s\n    okk.load %%x%s to %%%s : %s to %s\n", name, local(elem), name, name, systemOf(shape, elem), local(elem))
		fmt.Fprintf(&names, ", %%%s", name)
		types.WriteString(", " + local(elem))
	}
	fmt.Fprintf(&loads, "    %%d = okk.alloc : %s\n", local(result))
	operation, attrs, _ := strings.Cut(operation, "|")
	if operation == "eltwise mac" { // which adds to its destination
		fmt.Fprintf(&loads, "    okk.load %%xs0 to %%d : %s to %s\n", systemOf(shape, result), local(result))
	}
	return "okk.kernel @k {\n" + head.String() + "    %y = okk.sys_buffer \"y\" : " + systemOf(shape, result) + "\n" + loads.String() +
		"    okk." + operation + " %d" + names.String() + " " + attrs + " : " + local(result) + types.String() + "\n    okk.store %d to %y : " + local(result) + " to " + systemOf(shape, result) + "\n}\n"
}

// tpuGroups are the groups of kernels by name.
var tpuGroups = map[string]func() []tpuPart{
	"eltwise": tpuEltwise, "cast": tpuCasts, "product": tpuProducts, "select": tpuSelects, "integer": tpuIntegers, "math": tpuMath, "spread": tpuSpreads, "window": tpuWindows, "copy": tpuCopies, "rows": tpuRows, "pool": tpuIntegerPools,
}

// tpuTolerances are the relative errors of functions that the chip approximates.
var tpuTolerances = map[string]float64{"div": 1e-6, "reciprocal": 1e-6}

// tpuEltwise returns a kernel for each function of okk.eltwise, with its forms and types.
func tpuEltwise() (all []tpuPart) {
	add := func(f dialect.Function, title, operation, elem string, sources ...string) {
		all = append(all, tpuPart{title: title, text: tpuKernel(operation, elem, sources...), tolerance: tpuTolerances[f.Name]})
	}
	for _, f := range dialect.Eltwise {
		for t := dialect.F32; t <= dialect.UI8; t++ {
			if !f.TPU.Types.Has(t) {
				continue
			}
			elem := t.String()
			number := tpuNumber("3", elem)
			sources := slices.Repeat([]string{elem}, f.Sources)
			if f.TPU.Shifts {
				sources[1] = strings.TrimPrefix(elem, "u")
			}
			if f.TPU.C != "" {
				add(f, f.Name+" "+elem, "eltwise "+f.Name, elem, sources...)
			}
			if f.TPU.Scalar != "" {
				add(f, f.Name+" number "+elem, "eltwise "+f.Name+"|scalar "+number, elem, elem)
			}
			if f.TPU.Reversed != "" {
				add(f, f.Name+" reversed "+elem, "eltwise "+f.Name+"|scalar "+number+" reversed", elem, elem)
			}
		}
	}
	return all
}

// tpuNumber is a number of a type: digits, and half of it for floats.
func tpuNumber(digits, elem string) string {
	if slices.Contains(tpuFloats, elem) {
		return digits + ".5 : " + elem
	}
	return digits + " : " + elem
}

// tpuCasts returns a kernel for each conversion and rounding.
func tpuCasts() (all []tpuPart) {
	for _, to := range slices.Concat(tpuFloats, tpuInts) {
		for _, from := range slices.Concat(tpuFloats, tpuInts) {
			for _, mode := range []string{"even", "away", "zero", "down", "up", "half_up", "half_down"} {
				half := strings.HasPrefix(mode, "half") && slices.Contains(tpuFloats, from) && !slices.Contains(tpuFloats, to)
				if to != from && !half && from+to != "bf16f16" && from+to != "f16bf16" { // which the chip lacks
					all = append(all, tpuPart{title: "cast " + from + " " + to + " " + mode, text: tpuKernel("cast|rounding "+mode, to, from)})
				}
			}
		}
	}
	return all
}

// tpuProducts returns a kernel for each product that BM1684X has, by its types, with sums of fewer and of more products than the
// chip adds at once. Some numbers are at the edges of the type.
func tpuProducts() (all []tpuPart) {
	for _, name := range []string{"mm", "mm_transposed"} {
		for _, from := range []string{"f16", "bf16"} {
			for _, to := range []string{from, "f32"} {
				for _, inner := range []int{1, 7, 32, 75} {
					all = append(all, tpuPart{title: fmt.Sprintf("%s %s %d %s", name, from, inner, to), text: tpuProduct(name, "", from, to, inner)})
					if name == "mm" && to == "f32" {
						all = append(all, tpuPart{title: fmt.Sprintf("%s result_add %s %d %s", name, from, inner, to), text: tpuProduct(name, " result_add", from, to, inner)})
					}
				}
			}
		}
	}
	return all
}

// tpuProduct is a kernel with a product of 5 rows and 70 columns.
func tpuProduct(name, adds, from, to string, inner int) string {
	const rows, cols = 5, 70
	r := rand.New(rand.NewPCG(uint64(inner), uint64(len(from))))
	shapes := []string{fmt.Sprintf("1x%dx1x%d", rows, inner), fmt.Sprintf("1x%dx1x%d", inner, cols), fmt.Sprintf("1x%dx1x%d", rows, cols)}
	if name == "mm_transposed" {
		shapes[1] = fmt.Sprintf("1x%dx1x%d", cols, inner)
	}
	var head, loads strings.Builder
	elems := []string{from, from, to}
	for i, elem := range elems {
		t, _ := dialect.ParseDType(elem)
		var raw []byte
		for range []int{rows * inner, inner * cols, rows * cols}[i] {
			bits := uint64(math.Float32bits(float32(r.NormFloat64())))
			switch {
			case r.IntN(200) == 0:
				bits = specialBits[elem][r.IntN(len(specialBits[elem]))]
			case elem == "f16":
				bits = bits>>16&0x8000 | uint64(0x3000+r.IntN(0x1400))
			case elem == "bf16":
				bits >>= 16
			}
			raw = binary.LittleEndian.AppendUint64(raw, bits)[:int64(len(raw))+t.Bytes()]
		}
		fmt.Fprintf(&head, "    %%b%d = okk.sys_buffer \"b%d\" = dense<\"0x%s\"> : tensor<%sx%s> : %s\n", i, i, hex.EncodeToString(raw), shapes[i], elem, systemOf(shapes[i], elem))
		fmt.Fprintf(&loads, "    %%t%[1]d = okk.alloc : !okk.local<%[2]sx%[3]s, aligned>\n    okk.load %%b%[1]d to %%t%[1]d : %[4]s to !okk.local<%[2]sx%[3]s, aligned>\n", i, shapes[i], elem, systemOf(shapes[i], elem))
	}
	local := func(i int) string { return "!okk.local<" + shapes[i] + "x" + elems[i] + ", aligned>" }
	return "okk.kernel @k {\n" + head.String() + loads.String() + "    okk." + name + " %t2, %t0, %t1" + adds + " : " + local(2) + ", " + local(0) + ", " + local(1) +
		"\n    okk.store %t2 to %b2 : " + local(2) + " to " + systemOf(shapes[2], to) + "\n}\n"
}

// tpuSelects returns a kernel for each predicate, with types of the compared and of the chosen numbers.
func tpuSelects() (all []tpuPart) {
	types := slices.Concat(tpuFloats, tpuInts)
	for _, predicate := range []string{"greater", "less", "equal", "greater_equal", "less_equal", "not_equal"} {
		for _, from := range types {
			for _, to := range types {
				add := func(form, sources string, elems ...string) {
					all = append(all, tpuPart{title: fmt.Sprintf("%s %s %s %s", predicate, form, from, to), text: tpuSelect(predicate, sources, to, elems...)})
				}
				yes, no := tpuNumber("7", to), tpuNumber("9", to)
				f, _ := dialect.ParseDType(from)
				d, _ := dialect.ParseDType(to)
				if d.Bytes() <= f.Bytes() {
					if slices.Contains(tpuFloats, from) || (from[0] == 'u') == (to[0] == 'u') {
						add("value", "%s0, %s1, "+yes, from, from)
					}
					add("value_number", "%s0, "+tpuNumber("1", from)+", "+yes, from)
					add("number_value", tpuNumber("1", from)+", %s0, "+yes, from)
				}
				if !strings.Contains(predicate, "_") && d.Bytes() == f.Bytes() {
					add("numbers", "%s0, "+tpuNumber("1", from)+", "+yes+", "+no, from)
					add("tensors", "%s0, %s1, %s2, %s3", from, from, to, to)
				}
			}
		}
	}
	return all
}

// tpuSelect is a kernel with a comparison of such numbers.
func tpuSelect(predicate, choices, result string, sources ...string) string {
	text := tpuKernel("select "+predicate, result, sources...)
	at := strings.Index(text, "okk.select")
	end := at + strings.Index(text[at:], " : ")
	return text[:at] + "okk.select " + predicate + " %d, " + choices + text[end:]
}
