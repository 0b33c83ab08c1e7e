package okk_test

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"optc/dialect/okk"
)

// operationKernel writes a kernel around an operation: its operands come from buffers and
// its destination is copied to a buffer.
type operationKernel struct {
	body strings.Builder
	n    int
}

// value is a tensor: its name and its type.
type value struct{ name, typ string }

func (k *operationKernel) line(format string, args ...any) {
	fmt.Fprintf(&k.body, "    "+format+"\n", args...)
}

func systemOf(shape, elem string) string { return "!okk.sys<" + shape + "x" + elem + ", continuous>" }

// alloc allocates a tensor of a type.
func (k *operationKernel) alloc(typ string) value {
	k.n++
	v := value{"%t" + strconv.Itoa(k.n), typ}
	k.line("%s = okk.alloc : %s", v.name, v.typ)
	return v
}

// tensor allocates a tensor; rest is the text after the element type.
func (k *operationKernel) tensor(shape, elem, rest string) value {
	return k.alloc("!okk.local<" + shape + "x" + elem + ", " + rest + ">")
}

func (k *operationKernel) load(system string, to value) value {
	k.line(`%%in_%s = okk.sys_buffer "in_%s" : %s`, to.name[1:], to.name[1:], system)
	k.line("okk.load %%in_%s to %s : %s to %s", to.name[1:], to.name, system, to.typ)
	return to
}

func (k *operationKernel) store(from value, system string) {
	k.line(`%%out_%s = okk.sys_buffer "out_%s" : %s`, from.name[1:], from.name[1:], system)
	k.line("okk.store %s to %%out_%s : %s to %s", from.name, from.name[1:], from.typ, system)
}

// input is a tensor with the contents of a buffer, packed if its mode requires that.
func (k *operationKernel) input(shape, elem, rest string) value {
	if !strings.HasPrefix(rest, "mode") {
		return k.load(systemOf(shape, elem), k.tensor(shape, elem, rest))
	}
	plain, v := k.load(systemOf(shape, elem), k.tensor(shape, elem, "compact"+startOf(rest))), k.tensor(shape, elem, rest)
	k.line("okk.pack %s to %s fill 9 : %s to %s", plain.name, v.name, plain.typ, v.typ)
	return v
}

// gaps is an input with a stride of 2 along W, which the copy engine does not have.
func (k *operationKernel) gaps(shape, elem, rest string) value {
	v := k.tensor(shape, elem, "strides[60, 30, 8, 2]"+rest)
	k.respace(v, k.input(shape, elem, "aligned"+rest))
	return v
}

// respace moves elements to a tensor of other strides. The functional model of BM1684
// executes an eltwise copy with the strides of its destination for both tensors.
func (k *operationKernel) respace(dst, src value) { k.apply("eltwise or", "", dst, src, src) }

// output stores a tensor, unpacked if it is packed.
func (k *operationKernel) output(v value, shape, elem string) {
	if strings.Contains(v.typ, "mode = n") {
		plain := k.tensor(shape, elem, "aligned")
		k.line("okk.unpack %s to %s : %s to %s", v.name, plain.name, v.typ, plain.typ)
		v = plain
	}
	k.store(v, systemOf(shape, elem))
}

// apply writes an operation, the destination first.
func (k *operationKernel) apply(words, attrs string, operands ...value) {
	names, types := make([]string, len(operands)), make([]string, len(operands))
	for i, v := range operands {
		names[i], types[i] = v.name, v.typ
	}
	k.line("okk.%s %s %s : %s", words, strings.Join(names, ", "), attrs, strings.Join(types, ", "))
}

// operationKernels holds the bodies of kernels by name.
type operationKernels map[string]string

func (all operationKernels) add(name string, write func(k *operationKernel)) {
	k := &operationKernel{}
	write(k)
	all[name] = k.body.String()
}

// eltwise adds kernels of every function of okk.eltwise, in all of its forms.
func (all operationKernels) eltwise() {
	const shape, start = "2x6x3x4", ", start = 2"
	for _, f := range okk.Eltwise {
		if f.C == "" { // which only TPUKernel has
			continue
		}
		elem, number := "f32", "1.75 : f32"
		switch {
		case !f.Types.Has(okk.F32):
			elem, number = "i32", "-3 : i32"
		case f.Types.Has(okk.I32):
			elem, number = "ui32", "1431655765 : ui32"
		}
		form := func(suffix string, sources int, attrs string) {
			all.add("eltwise_"+f.Name+suffix, func(k *operationKernel) {
				operands := []value{k.input(shape, elem, "compact"+start)}
				shift := strings.HasSuffix(f.Name, "_shift")
				if shift && suffix == "_reversed" {
					operands = append(operands, k.amounts(shape, elem, "aligned"+start))
				} else {
					operands = append(operands, k.input(shape, elem, "aligned"+start))
				}
				switch {
				case sources == 2 && shift:
					operands = append(operands, k.amounts(shape, elem, "aligned"+start))
				case sources == 2:
					operands = append(operands, k.gaps(shape, elem, start))
				}
				k.apply("eltwise "+f.Name, attrs, operands...)
				k.output(operands[0], shape, elem)
			})
		}
		form("", f.Sources, "")
		if f.Scalar != "" {
			form("_number", 1, "scalar "+number)
		}
		if f.Reversed != "" {
			form("_reversed", 1, "scalar "+number+" reversed")
		}
	}
}

// choices adds kernels of okk.select, with every mixture of tensors and numbers that it has.
func (all operationKernels) choices() {
	const shape = "1x6x2x3"
	for _, predicate := range []string{okk.Greater, okk.Equal} {
		for _, form := range []string{"ttn", "tnn", "ntn", "tttt", "tntn", "nttn", "tnnn", "nntt"} {
			all.add("select_"+predicate+"_"+form, func(k *operationKernel) {
				dst := k.tensor(shape, "f32", "aligned, start = 1")
				names, types := []string{dst.name}, []string{dst.typ}
				for i, c := range form {
					if c == 'n' {
						names = append(names, []string{"1.25 : f32", "0.5 : f32", "-7.0 : f32", "3.5 : f32"}[i])
						continue
					}
					v := k.input(shape, "f32", "aligned, start = 1")
					names, types = append(names, v.name), append(types, v.typ)
				}
				k.line("okk.select %s %s : %s", predicate, strings.Join(names, ", "), strings.Join(types, ", "))
				k.output(dst, shape, "f32")
			})
		}
	}
}

// whole adds kernels of every function of okk.function, and of okk.int8_to_fp32.
func (all operationKernels) whole() {
	const shape = "3x6x2x3"
	for _, f := range okk.WholeTensor {
		to, from := f.Operands[0].String(), f.Operands[1].String()
		all.add("function_"+f.Name, func(k *operationKernel) {
			src := k.input(shape, from, "aligned, start = 3")
			dst := k.tensor(shape, to, "aligned, start = 3")
			attrs, types := "", src.typ
			if f.Works > 0 {
				work := k.tensor(shape, to, "aligned, start = 3")
				attrs, types = " work "+work.name, types+", "+work.typ
			}
			if f.Series {
				attrs += " series 12"
			}
			if strings.HasSuffix(f.Name, "sqrt") { // which has a domain of positive numbers
				k.line("okk.eltwise mul %s, %s, %s : %s, %s, %s", src.name, src.name, src.name, src.typ, src.typ, src.typ)
			}
			k.line("okk.function %s %s, %s%s : %s, %s", f.Name, dst.name, src.name, attrs, dst.typ, types)
			k.output(dst, shape, to)
		})
	}
	for _, elem := range []string{"i8", "ui8"} {
		for _, rest := range []string{"aligned", "compact", "mode = n4, aligned", "mode = n4, compact"} {
			all.add("int8_to_fp32_"+elem+"_"+cName(rest), func(k *operationKernel) {
				layout := rest[strings.LastIndexByte(rest, ' ')+1:]
				src, dst, work := k.input(shape, elem, rest), k.tensor(shape, "f32", layout), k.tensor(shape, "f32", layout)
				k.apply("int8_to_fp32", "", dst, src, work)
				k.output(dst, shape, "f32")
			})
		}
	}
}

// networks adds kernels of the operations on channels, windows and matrices.
func (all operationKernels) networks() {
	const shape, numbers = "2x6x3x4", "1x6x1x1"
	for _, kind := range []string{"bias", "scale", "scale_bias"} {
		all.add(kind, func(k *operationKernel) {
			dst := k.tensor(shape, "f32", "aligned, start = 1")
			operands := []value{dst, k.gaps(shape, "f32", ", start = 1"), k.input(numbers, "f32", "compact, start = 1")}
			if kind == "scale_bias" {
				operands = append(operands, k.input(numbers, "f32", "compact, start = 1"))
			}
			k.apply(kind, "", operands...)
			k.output(dst, shape, "f32")
		})
	}
	window := func(name, op, out, in, weight, mode, attrs, channels string, given bool) {
		all.add(name, func(k *operationKernel) {
			dst := k.input(out, "f32", "aligned, start = 1")
			operands := []value{dst, k.input(in, "f32", "aligned, start = 1")}
			if weight != "" {
				rest := "compact, start = 1"
				if mode != "" {
					rest = mode + ", compact, start = 1"
				}
				operands = append(operands, k.input(weight, "f32", rest))
			}
			names, types := []string{}, []string{}
			for _, v := range operands {
				names, types = append(names, v.name), append(types, v.typ)
			}
			if given {
				b := k.input("1x"+channels+"x1x1", "f32", "compact, start = 1")
				attrs, types = "bias "+b.name+" "+attrs, append(types, b.typ)
			}
			k.line("okk.%s %s %s : %s", op, strings.Join(names, ", "), attrs, strings.Join(types, ", "))
			k.output(dst, out, "f32")
		})
	}
	window("conv2d_bias", "conv2d", "2x5x3x4", "2x3x6x8", "3x5x3x3", "mode = ic2", "padding [1, 0, 1, 1] stride [2, 2]", "5", true)
	window("conv2d_add", "conv2d", "2x5x2x4", "2x4x6x8", "4x5x3x3", "mode = ic2", "dilation [2, 2] result_add", "5", false)
	window("depthwise2d_bias", "depthwise2d", "2x5x6x8", "2x5x6x8", "1x5x3x3", "", "padding [1, 1, 1, 1]", "5", true)
	window("depthwise2d_steps", "depthwise2d", "1x6x2x2", "1x6x6x8", "1x6x3x3", "", "stride [1, 2] dilation [2, 2]", "6", false)
	window("pool2d_avg", "pool2d avg", "1x6x3x4", "1x6x6x8", "", "", "kernel [3, 2] padding [1, 0, 0, 0] stride [2, 2]", "6", false)
	window("pool2d_max", "pool2d max", "1x6x6x8", "1x6x6x8", "", "", "kernel [3, 3] padding [1, 1, 1, 1]", "6", false)
	for i, attrs := range []string{"", "result_add", "bias", "bias result_add"} {
		all.add(fmt.Sprint("matmul_", i), func(k *operationKernel) {
			matrix := func(rows, cols, width int) value {
				return k.load(fmt.Sprintf("!okk.sysmatrix<%dx%dxf32, row_stride = %d>", rows, cols, cols+3), k.alloc(fmt.Sprintf("!okk.matrix<%dx%dxf32, w = %d>", rows, cols, width)))
			}
			dst, left, right := matrix(3, 17, 5), matrix(3, 7, 2), matrix(7, 17, 5)
			types := []string{dst.typ, left.typ, right.typ}
			if rest, ok := strings.CutPrefix(attrs, "bias"); ok {
				b := matrix(1, 17, 5)
				attrs, types = "bias "+b.name+rest, append(types, b.typ)
			}
			k.line("okk.matmul %s, %s, %s %s : %s", dst.name, left.name, right.name, attrs, strings.Join(types, ", "))
			k.store(dst, "!okk.sysmatrix<3x17xf32, row_stride = 20>")
		})
	}
}

// packedMode is the storage mode of small integers on a machine with packed modes.
func packedMode(elem string) string {
	if strings.HasSuffix(elem, "16") {
		return "mode = n2, "
	}
	return "mode = n4, "
}

// fixedForms are the functions of okk.fixed_point on every triple of element types, with
// tensors and numbers as sources.
var fixedForms = []struct{ kind, attrs string }{
	{"add", "rshift 1"}, {"sub", "rshift 1"}, {"mul", "rshift 3"}, {"mac", "lshift 2 rshift 3"}, {"max", ""}, {"min", ""},
	{"add", "scalar 77 : i32 rshift 1"}, {"add", "scalar -5 : i32 rshift 1"}, {"sub", "scalar 77 : i32 rshift 1"}, {"sub", "scalar -5 : i32"}, {"sub", "scalar 77 : i32 reversed"},
	{"sub", "scalar -5 : i32 reversed rshift 2"}, {"mul", "scalar 77 : i32 rshift 3"}, {"mul", "scalar -5 : i32"}, {"mac", "scalar 77 : i32 lshift 1 rshift 2"},
	{"mac", "scalar -5 : i32 lshift 1"}, {"max", "scalar 77 : i32"}, {"max", "scalar -5 : i32"}, {"min", "scalar 77 : i32"}, {"min", "scalar -5 : i32"},
}

// fixed adds kernels of every function of okk.fixed_point, with all widths and signs that
// it has.
func (all operationKernels) fixed() {
	const shape = "5x6x2x3"
	apply := func(k *operationKernel, name, attrs, dst string, sources ...string) {
		operands := []value{k.input(shape, dst, packedMode(dst)+"compact")}
		for i, elem := range sources {
			operands = append(operands, k.input(shape, elem, packedMode(elem)+[]string{"aligned", "compact"}[i%2]))
		}
		k.apply("fixed_point "+name, attrs, operands...)
		k.output(operands[0], shape, dst)
	}
	add := func(name, attrs, dst string, sources ...string) {
		all.add("fixed_"+name+"_"+dst+"_"+strings.Join(sources, "_")+cName(attrs), func(k *operationKernel) { apply(k, name, attrs, dst, sources...) })
	}
	small := []string{"i8", "ui8", "i16", "ui16"}
	for _, f := range fixedForms {
		for _, dst := range small {
			for _, first := range small {
				seconds := []string{""}
				if !strings.Contains(f.attrs, "scalar") {
					seconds = small
				}
				for _, second := range seconds {
					sources := []string{first}
					if second != "" {
						sources = append(sources, second)
					}
					k := &operationKernel{}
					apply(k, f.kind, f.attrs, dst, sources...)
					if isAccepted(module("k", k.body.String())) {
						add(f.kind, f.attrs, dst, sources...)
					}
				}
			}
		}
	}
	for _, name := range []string{"arithmetic_shift", "logical_shift"} {
		add(name, "scalar -3 : i32", "ui16", "ui16")
		add(name, "scalar 3 : i32", "i16", "i16")
		for _, elem := range []string{"i16", "ui16"} {
			all.add("fixed_"+name+"_"+elem, func(k *operationKernel) {
				operands := []value{k.tensor(shape, elem, "mode = n2, aligned"), k.input(shape, elem, "mode = n2, compact"), k.amounts(shape, "i16", "mode = n2, aligned")}
				k.apply("fixed_point "+name, "", operands...)
				k.output(operands[0], shape, elem)
			})
			all.add("fixed_"+name+"_reversed_"+elem, func(k *operationKernel) {
				operands := []value{k.tensor(shape, elem, "mode = n2, aligned"), k.amounts(shape, "i16", "mode = n2, aligned")}
				k.apply("fixed_point "+name, "scalar -77 : i32 reversed", operands...)
				k.output(operands[0], shape, elem)
			})
		}
	}
	add(okk.SplitHigh, "", "i8", "i16")
	add(okk.SplitLow, "", "ui8", "i16", "i16")
	add(okk.Mul16x8, "rshift 6", "i16", "i8", "ui8", "i8")
	add(okk.Mul16x8, "rshift 6", "ui16", "ui8", "ui8", "ui8")
	add(okk.MulS16U8, "rshift 6", "i16", "i16", "ui8", "i16", "i8", "ui8")
}

// amounts is a tensor of integers by which shifts move bits: -12 to 12 in turn.
func (k *operationKernel) amounts(shape, elem, rest string) value {
	n := 0
	var nested func(extents []string) string
	nested = func(extents []string) string {
		if len(extents) == 0 {
			n++
			return strconv.Itoa(n*7%25 - 12)
		}
		extent, _ := strconv.Atoi(extents[0])
		list := make([]string, extent)
		for i := range list {
			list[i] = nested(extents[1:])
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	values := nested(strings.Split(shape, "x"))
	plain := k.tensor(shape, elem, "compact"+startOf(rest))
	system := systemOf(shape, elem)
	k.line("%%v_%[1]s = okk.sys_buffer \"v_%[1]s\" = dense<%[2]s> : tensor<%[3]sx%[4]s> : %[5]s", plain.name[1:], values, shape, elem, system)
	k.line("okk.load %%v_%s to %s : %s to %s", plain.name[1:], plain.name, system, plain.typ)
	if !strings.HasPrefix(rest, "mode") {
		return plain
	}
	v := k.tensor(shape, elem, rest)
	k.line("okk.pack %s to %s : %s to %s", plain.name, v.name, plain.typ, v.typ)
	return v
}

// startOf is the first NPU that the end of a type names, with the comma before it.
func startOf(rest string) string {
	if i := strings.Index(rest, ", start"); i >= 0 {
		return rest[i:]
	}
	return ""
}

// copies adds kernels with copies and fills that need more than one call.
func (all operationKernels) copies() {
	fill := func(name, shape, elem, rest, literal string) {
		all.add("fill_"+name, func(k *operationKernel) {
			t := k.input(shape, elem, rest)
			k.line("okk.fill %s, %s : %s", t.name, literal, t.typ)
			if strings.Contains(rest, "ic2") {
				return
			}
			k.output(t, shape, elem)
		})
	}
	fill("f32", "2x6x3x4", "f32", "aligned, start = 3", "-1.5 : f32")
	fill("i16", "2x6x3x4", "i16", "compact", "-300 : i16")
	fill("i8", "3x6x3x4", "i8", "aligned", "-5 : i8")
	fill("n4", "6x6x3x4", "i8", "mode = n4, aligned", "-5 : i8")
	fill("n2", "3x6x3x4", "ui16", "mode = n2, compact", "65000 : ui16")
	fill("one_unit", "1x6x3x4", "ui8", "mode = n4, compact", "200 : ui8")
	all.add("fill_gaps", func(k *operationKernel) {
		t := k.gaps("2x6x3x4", "f32", "")
		k.line("okk.fill %s, 2.5 : f32 : %s", t.name, t.typ)
		u := k.tensor("2x6x3x4", "f32", "aligned")
		k.respace(u, t)
		k.output(u, "2x6x3x4", "f32")
	})
	all.add("fill_ic2", func(k *operationKernel) {
		t, u := k.tensor("3x6x2x3", "f32", "mode = ic2, compact"), k.tensor("3x6x2x3", "f32", "compact")
		k.line("okk.fill %s, 0.1 : f32 : %s", t.name, t.typ)
		k.line("okk.unpack %s to %s : %s to %s", t.name, u.name, t.typ, u.typ)
		k.output(u, "3x6x2x3", "f32")
	})
	all.add("fill_system", func(k *operationKernel) {
		k.line(`%%b = okk.sys_buffer "b" : !okk.sys<2x3x4x5xi16, strides[80, 25, 6, 1]>`)
		k.line("okk.fill %%b, 1234 : i16 : !okk.sys<2x3x4x5xi16, strides[80, 25, 6, 1]>")
	})
	all.add("sys_copy", func(k *operationKernel) {
		k.line(`%%x = okk.sys_buffer "x" : !okk.sys<2x3x4x5xi8, strides[80, 25, 6, 1]>`)
		k.line(`%%y = okk.sys_buffer "y" : !okk.sys<2x3x4x5xi8, continuous>`)
		k.line("okk.sys_copy %%x to %%y : !okk.sys<2x3x4x5xi8, strides[80, 25, 6, 1]> to !okk.sys<2x3x4x5xi8, continuous>")
	})
	for _, elem := range []string{"f32", "i16", "i8"} {
		all.add("matrix_"+elem, func(k *operationKernel) {
			system := "!okk.sysmatrix<3x17x" + elem + ", row_stride = 19>"
			a := k.load(system, k.alloc("!okk.matrix<3x17x"+elem+", w = 5, start = 1>"))
			b, c := k.alloc("!okk.matrix<3x17x"+elem+", w = 4>"), k.alloc("!okk.matrix<3x17x"+elem+", w = 4, start = 3>")
			k.line("okk.copy %s to %s : %s to %s", a.name, b.name, a.typ, b.typ)
			k.line("okk.copy %s to %s : %s to %s", b.name, c.name, b.typ, c.typ)
			k.store(c, system)
			literal := map[string]string{"f32": "1.5 : f32", "i16": "-2 : i16", "i8": "-3 : i8"}[elem]
			k.line("okk.fill %s, %s : %s", a.name, literal, a.typ)
			k.store(a, system)
		})
	}
	for _, rest := range []string{"strides[40, 20, 6, 1]", "strides[200, 100, 25, 6]"} {
		all.add("pack_gaps_"+cName(rest), func(k *operationKernel) {
			plain := k.load(systemOf("6x6x3x4", "i8"), k.tensor("6x6x3x4", "i8", "strides[60, 30, 8, 1]"))
			packed, back := k.tensor("6x6x3x4", "i8", "mode = n4, "+rest), k.tensor("6x6x3x4", "i8", "aligned")
			k.line("okk.pack %s to %s : %s to %s", plain.name, packed.name, plain.typ, packed.typ)
			k.line("okk.unpack %s to %s : %s to %s", packed.name, back.name, packed.typ, back.typ)
			k.output(back, "6x6x3x4", "i8")
		})
	}
	all.add("user", func(k *operationKernel) {
		t, u := k.input("1x6x2x3", "f32", "aligned"), k.tensor("1x6x2x3", "f32", "aligned")
		k.line(`okk.compute "twice"(%s) to (%s) {same_start} : (%s) -> %s {`, t.name, u.name, t.typ, u.typ)
		k.line("^bb0(%%x: f32):\n      %%y = arith.addf %%x, %%x : f32\n      okk.yield %%y : f32\n    }")
		k.output(u, "1x6x2x3", "f32")
	})
	all.add("values", func(k *operationKernel) {
		k.line(`%%w = okk.sys_buffer "w" = dense<[[[[1, 2, 3]], [[-4, 5, 6]]]]> : tensor<1x2x1x3xi16> : !okk.sys<1x2x1x3xi16, strides[9, 4, 3, 1]>`)
		t := k.tensor("1x2x1x3", "i16", "aligned")
		k.line("okk.load %%w to %s : !okk.sys<1x2x1x3xi16, strides[9, 4, 3, 1]> to %s", t.name, t.typ)
		k.output(t, "1x2x1x3", "i16")
	})
}

// bitcasts adds kernels that show bytes as elements of another type, of whole tensors and
// of parts.
func (all operationKernels) bitcasts() {
	for _, c := range []struct{ shape, elem, rest, toShape, toElem, toRest string }{
		{shape: "4x5x2x3", elem: "i8", rest: "aligned", toShape: "4x5x2x3", toElem: "ui8", toRest: "aligned"},
		{shape: "2x5x2x4", elem: "i8", rest: "compact", toShape: "2x5x2x1", toElem: "f32", toRest: "compact"},
		{shape: "2x5x2x4", elem: "i8", rest: "compact", toShape: "2x5x2x2", toElem: "i16", toRest: "compact"},
		{shape: "2x5x2x2", elem: "i16", rest: "compact", toShape: "2x5x2x4", toElem: "ui8", toRest: "compact"},
		{shape: "2x5x2x1", elem: "f32", rest: "compact", toShape: "2x5x2x4", toElem: "i8", toRest: "compact"},
		{shape: "8x5x2x3", elem: "i8", rest: "mode = n4, aligned", toShape: "2x5x2x3", toElem: "i32", toRest: "aligned"},
		{shape: "2x5x2x3", elem: "i32", rest: "aligned", toShape: "8x5x2x3", toElem: "ui8", toRest: "mode = n4, aligned"},
		{shape: "6x5x2x3", elem: "ui16", rest: "mode = n2, compact", toShape: "3x5x2x3", toElem: "f32", toRest: "compact"},
		{shape: "3x5x2x3", elem: "f32", rest: "compact", toShape: "6x5x2x3", toElem: "i16", toRest: "mode = n2, compact"},
		{shape: "8x5x2x3", elem: "i8", rest: "mode = n4, aligned", toShape: "4x5x2x3", toElem: "i16",
			toRest: "mode = n2, aligned"},
		{shape: "4x5x2x3", elem: "i16", rest: "mode = n2, aligned", toShape: "8x5x2x3", toElem: "i8",
			toRest: "mode = n4, aligned"},
		{shape: "8x5x2x3", elem: "i8", rest: "mode = n4, aligned", toShape: "8x5x2x3", toElem: "ui8",
			toRest: "mode = n4, aligned"},
	} {
		all.add("bitcast_"+cName(c.elem+c.rest+c.toElem+c.toRest), func(k *operationKernel) {
			t := k.input(c.shape, c.elem, c.rest)
			u := value{"%u", "!okk.local<" + c.toShape + "x" + c.toElem + ", " + c.toRest + ">"}
			k.line("%s = okk.bitcast %s : %s to %s", u.name, t.name, t.typ, u.typ)
			k.output(u, c.toShape, c.toElem)
			// Back, through a part and a type of the same size.
			v := value{"%v", "!okk.local<" + c.shape + "x" + c.elem + ", " + c.rest + ">"}
			k.line("%s = okk.bitcast %s : %s to %s", v.name, u.name, u.typ, v.typ)
			w := k.input(c.shape, c.elem, c.rest)
			k.line("okk.copy %s to %s : %s to %s", w.name, v.name, w.typ, v.typ)
			k.output(t, c.shape, c.elem)
		})
	}
}

// views adds kernels whose operands are views of views.
func (all operationKernels) views() {
	view := func(k *operationKernel, name, op, place string, of value, typ string) value {
		v := value{name, typ}
		k.line("%s = okk.%s %s%s : %s to %s", v.name, op, of.name, place, of.typ, v.typ)
		return v
	}
	for _, from := range []string{"1x6x3x4", "2x6x1x4", "2x6x3x1", "1x6x1x1"} {
		all.add("broadcast_"+from, func(k *operationKernel) {
			t, u := k.input(from, "f32", "compact, start = 1"), k.input("2x6x3x4", "f32", "aligned, start = 1")
			k.apply("eltwise mul", "", u, u, view(k, "%r", "broadcast", "", t, "!okk.local<2x6x3x4xf32, auto, start = 1>"))
			part := "!okk.local<1x3x2x3xf32, auto, start = 3>"
			r := view(k, "%s", "slice", "[1, 2, 1, 1]", value{"%r", "!okk.local<2x6x3x4xf32, auto, start = 1>"}, part)
			v := view(k, "%w", "slice", "[0, 2, 0, 1]", u, part)
			k.apply("eltwise sub", "", v, v, r)
			k.output(u, "2x6x3x4", "f32")
		})
	}
	for _, to := range []struct{ elem, whole, part, at string }{
		{elem: "i16", whole: "2x6x3x4", part: "1x3x2x2", at: "2"}, {elem: "i8", whole: "2x6x3x8", part: "1x3x2x3", at: "4"}, {elem: "i32", whole: "2x6x3x2",
			part: "1x3x2x1", at: "1"},
	} {
		all.add("slice_of_"+to.elem, func(k *operationKernel) {
			t := k.input("2x6x3x4", "i16", "compact")
			cast := view(k, "%c", "bitcast", "", t, "!okk.local<"+to.whole+"x"+to.elem+", compact>")
			part := view(k, "%p", "slice", "[1, 2, 1, "+to.at+"]", cast, "!okk.local<"+to.part+"x"+to.elem+", auto, start = 2>")
			k.line("okk.fill %s, -77 : %s : %s", part.name, to.elem, part.typ)
			k.output(t, "2x6x3x4", "i16")
		})
	}
	for _, to := range []struct{ order, shape string }{{"[3, 1, 2, 0]", "4x6x3x2"}, {"[2, 1, 0, 3]", "3x6x2x4"}, {"[0, 1, 3, 2]", "2x6x4x3"}} {
		all.add("permuted_to_"+to.shape, func(k *operationKernel) {
			t := k.input("2x6x3x4", "f32", "compact")
			turned := view(k, "%p", "permute", to.order, t, "!okk.local<"+to.shape+"xf32, auto>")
			u := k.input(to.shape, "f32", "aligned")
			k.apply("eltwise add", "scalar 3.0 : f32", u, turned)
			k.apply("eltwise neg", "", turned, turned)
			k.output(u, to.shape, "f32")
			k.output(t, "2x6x3x4", "f32")
		})
	}
	all.add("shape_of_slice", func(k *operationKernel) {
		t := k.input("2x6x3x4", "f32", "compact")
		part := view(k, "%p", "slice", "[0, 0, 1, 0]", t, "!okk.local<2x6x2x4xf32, auto>")
		flat := view(k, "%f", "view", "", part, "!okk.local<2x6x1x8xf32, auto>")
		k.apply("eltwise add", "scalar 3.0 : f32", flat, flat)
		k.output(t, "2x6x3x4", "f32")
	})
}

// cName makes words an identifier.
func cName(words string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, words)
}

// allOperations returns a kernel for every operation in all of its forms.
func allOperations() operationKernels {
	all := operationKernels{}
	all.eltwise()
	all.choices()
	all.whole()
	all.networks()
	all.fixed()
	all.copies()
	all.bitcasts()
	all.views()
	return all
}

// module puts the body of a kernel into a module for a machine of 4 lanes.
func module(name, body string) string {
	return "module attributes {okk.machine = #okk.machine<toy4k, npu_bytes = 16384>} {\n  okk.kernel @" + name + " {\n" + body + "  }\n}\n"
}

// TestOperations compares every operation on the device, where everything is destroyed that
// it may destroy, with the plain interpretation.
func TestOperations(t *testing.T) {
	t.Parallel()
	for name, body := range allOperations() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, got, err := bothWays(t, module(name, body), "builtin.module(okk)")
			if err != nil {
				t.Fatalf("%v\n%s", err, body)
			}
			for buffer, data := range want {
				if !bytes.Equal(data, got[buffer]) {
					t.Errorf("%s is % x on the device, % x plainly\n%s", buffer, got[buffer], data, body)
				}
			}
		})
	}
}

// TestValuesWithoutName: a buffer without a name also gets its values.
func TestValuesWithoutName(t *testing.T) {
	t.Parallel()
	k := &operationKernel{}
	k.line(`%%v = okk.sys_buffer = dense<[[[[7, 8, -9]]]]> : tensor<1x1x1x3xi16> : !okk.sys<1x1x1x3xi16, continuous>`)
	x := k.tensor("1x1x1x3", "i16", "aligned")
	k.line("okk.load %%v to %s : !okk.sys<1x1x1x3xi16, continuous> to %s", x.name, x.typ)
	k.output(x, "1x1x1x3", "i16")
	plainly, device, err := bothWays(t, module("k", k.body.String()), "builtin.module(okk)")
	if err != nil {
		t.Fatal(err)
	}
	want := []byte{7, 0, 8, 0, 0xf7, 0xff}
	if got := plainly["out_t1"]; !bytes.Equal(got, want) {
		t.Errorf("% x plainly", got)
	}
	if got := device["out_t1"]; !bytes.Equal(got, want) {
		t.Errorf("% x on the device", got)
	}
}
