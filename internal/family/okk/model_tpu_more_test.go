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

// tpuIntegers returns a kernel for each function of okk.integer and combination of types, with shifts and roundings in turn.
func tpuIntegers() (all []tpuPart) {
	modes, n := []string{"even", "away", "zero", "down", "up", "half_up", "half_down"}, 0
	for _, f := range dialect.Integer {
		for _, to := range tpuInts {
			for _, x := range tpuInts {
				for _, y := range tpuInts {
					if signed := f.Name == "sub" || x[0] != 'u' || y[0] != 'u'; signed != (to[0] != 'u') {
						continue // which the chip lacks
					}
					n++
					form := fmt.Sprintf("shift %d rounding %s%s", []int{0, -1, -3, -7, 2, -12}[n%6], modes[n%7], []string{"", " wrap"}[n/42%2])
					title := fmt.Sprintf("%s %s %s %s %s", f.Name, form, to, x, y)
					all = append(all, tpuPart{title: title, text: tpuKernel("integer "+f.Name+"|"+form, to, x, y)})
					if x == y { // a number has the type of the source
						all = append(all, tpuPart{title: title + " number", text: tpuKernel("integer "+f.Name+"|scalar 3 : "+x+" "+form, to, x)})
						if f.TPU.Reversed != "" {
							all = append(all, tpuPart{title: title + " reversed", text: tpuKernel("integer "+f.Name+"|scalar 3 : "+x+" reversed "+form, to, x)})
						}
					}
				}
			}
		}
	}
	return all
}

// tpuMath returns a kernel for each function of okk.math, with numbers of its domain.
func tpuMath() (all []tpuPart) {
	m, _ := dialect.LookupMachine("bm1684x")
	for _, f := range dialect.Math {
		var forms []string
		if f.TPU.C != "" {
			forms = append(forms, "")
		}
		if f.TPU.Scalar != "" {
			forms = append(forms, " scalar 2.5 : f32")
		}
		for _, form := range forms {
			sources := f.Sources
			if form != "" {
				sources--
			}
			const shape = "1x3x1x64"
			local := func(shape string) string { return "!okk.local<" + shape + "xf32, aligned>" }
			r := rand.New(rand.NewPCG(uint64(len(f.Name)), 9))
			var head, loads strings.Builder
			names, types := "%d", local(shape)
			for i := range sources {
				function := f.Name
				if i > 0 {
					function = ""
				}
				head.WriteString(tpuReals(fmt.Sprint("x", i), tpuCount, r, function))
				fmt.Fprintf(&loads, "    %%s%[1]d = okk.alloc : %[2]s\n    okk.load %%x%[1]d to %%s%[1]d : %[3]s to %[2]s\n", i, local(shape), systemOf(shape, "f32"))
				names, types = fmt.Sprintf("%s, %%s%d", names, i), types+", "+local(shape)
			}
			lists := [2][2][]string{}
			for i, table := range f.Tables {
				length := map[string]int{"exp_table": 192, "erf_coeff": 10}[table]
				if length == 0 {
					length = 32
				}
				typ := local(fmt.Sprintf("1x%dx1x%d", m.NPUs, length))
				fmt.Fprintf(&loads, "    %%c%[1]d = okk.alloc : %[2]s\n    okk.table %[3]s %%c%[1]d : %[2]s\n", i, typ, table)
				lists[0][0], lists[0][1] = append(lists[0][0], fmt.Sprintf("%%c%d", i)), append(lists[0][1], typ)
			}
			for i := range f.Works {
				fmt.Fprintf(&loads, "    %%w%d = okk.alloc : %s\n", i, local(shape))
				lists[1][0], lists[1][1] = append(lists[1][0], fmt.Sprintf("%%w%d", i)), append(lists[1][1], local(shape))
			}
			join := func(list []string) string { return strings.Join(list, ", ") }
			text := "okk.kernel @k {\n" + head.String() + "    %y = okk.sys_buffer \"y\" : " + systemOf(shape, "f32") + "\n" + loads.String() + "    %d = okk.alloc : " + local(shape) +
				"\n    okk.math " + f.Name + " " + names + form + " tables " + join(lists[0][0]) + " work " + join(lists[1][0]) + " : " + types + " tables " + join(lists[0][1]) + " work " + join(lists[1][1]) +
				"\n    okk.store %d to %y : " + local(shape) + " to " + systemOf(shape, "f32") + "\n}\n"
			all = append(all, mathPart(f.Name, form, text))
		}
	}
	return all
}

// mathPart is the part for a function of okk.math. The model forgets to subtract the bias of exponents in its logarithms.
func mathPart(function, form, text string) tpuPart {
	p := tpuPart{title: "math " + function + form, text: text, tolerance: 2e-6}
	switch function {
	case "log", "log1p":
		p.above, p.tolerance = 127*math.Ln2, 1e-5
	case "log_base":
		p.above, p.tolerance = 127*math.Ln2/math.Log(2.5), 1e-5
	case "exp_base": // the product of the exponent and the logarithm of the base is rounded
		p.tolerance = 1e-5
	case "pow":
		p.fault = "the model has logarithms that are larger by 127 · log 2"
	}
	return p
}

// tpuReals is the text of a buffer with numbers of the domain of a function, most of them near 0.
func tpuReals(name string, count int, r *rand.Rand, function string) string {
	var raw []byte
	for i := range count {
		v := float32(r.NormFloat64() * math.Exp2(float64(i%16-6)))
		if function == "" {
			v = float32(r.NormFloat64())
		}
		raw = binary.LittleEndian.AppendUint32(raw, uint32(insideDomain(function, uint64(math.Float32bits(v)), r)))
	}
	return fmt.Sprintf("    %%%s = okk.sys_buffer %q = dense<\"0x%s\"> : tensor<1x3x1x%dxf32> : %s\n", name, name, hex.EncodeToString(raw), count/3, systemOf(fmt.Sprintf("1x3x1x%d", count/3), "f32"))
}

// tpuOperand is a tensor of a kernel: a shape, a type and a layout, with numbers below a limit if there is one.
type tpuOperand struct {
	shape, elem, layout string
	limit               int
}

func tpuTensor(shape, elem, layout string, limit int) tpuOperand {
	return tpuOperand{shape: shape, elem: elem, layout: layout, limit: limit}
}

// tpuOperation is a kernel that loads all operands, applies an operation and stores the first operand.
func tpuOperation(operation, attrs string, operands ...tpuOperand) string {
	r := rand.New(rand.NewPCG(uint64(len(operation)), uint64(len(operands[0].shape))))
	var head, loads strings.Builder
	var names, types []string
	for k := range operands {
		i := (k + 1) % len(operands) // the result last
		o := operands[i]
		t, _ := dialect.ParseDType(o.elem)
		count := 1
		for _, n := range strings.Split(o.shape, "x") {
			var extent int
			fmt.Sscan(n, &extent)
			count *= extent
		}
		var raw []byte
		for range count {
			bits := uint64(math.Float32bits(float32(r.NormFloat64())))
			switch {
			case o.limit > 0:
				bits = uint64(r.IntN(o.limit))
				if o.elem == "f32" { // a positive number that is not near 0
					bits = uint64(0x01800000 + r.IntN(o.limit-0x01800000))
				}
			case o.elem == "f16":
				bits = bits>>16&0x8000 | uint64(0x3000+r.IntN(0x1400))
			case o.elem == "bf16":
				bits >>= 16
			}
			raw = binary.LittleEndian.AppendUint64(raw, bits)[:int64(len(raw))+t.Bytes()]
		}
		local := "!okk.local<" + o.shape + "x" + o.elem + ", " + o.layout + ">"
		fmt.Fprintf(&head, "    %%b%[1]d = okk.sys_buffer \"b%[1]d\" = dense<\"0x%[2]s\"> : tensor<%[3]sx%[4]s> : %[5]s\n", i, hex.EncodeToString(raw), o.shape, o.elem, systemOf(o.shape, o.elem))
		fmt.Fprintf(&loads, "    %%t%[1]d = okk.alloc : %[2]s\n    okk.load %%b%[1]d to %%t%[1]d : %[3]s to %[2]s\n", i, local, systemOf(o.shape, o.elem))
	}
	for i, o := range operands {
		names, types = append(names, fmt.Sprintf("%%t%d", i)), append(types, "!okk.local<"+o.shape+"x"+o.elem+", "+o.layout+">")
	}
	result := operands[0]
	return "okk.kernel @k {\n" + head.String() + loads.String() + "    okk." + operation + " " + strings.Join(names, ", ") + " " + attrs + " : " + strings.Join(types, ", ") +
		"\n    okk.store %t0 to %b0 : " + types[0] + " to " + systemOf(result.shape, result.elem) + "\n}\n"
}

// tpuSpreads returns kernels with the operations that move elements between lanes and by indices.
func tpuSpreads() (all []tpuPart) {
	add := func(title, operation, attrs string, operands ...tpuOperand) {
		all = append(all, tpuPart{title: title, text: tpuOperation(operation, attrs, operands...)})
	}
	for _, elem := range slices.Concat(tpuFloats, tpuInts) {
		of := func(shape string) tpuOperand { return tpuTensor(shape, elem, "aligned", 0) }
		add("spread "+elem, "spread", "", of("2x5x3x4"), of("2x1x3x4"))
		add("spread all "+elem, "spread", "", of("1x64x1x20"), of("1x1x1x20"))
		for _, s := range [][2]string{{"1x5x1x70", "1x70x1x5"}, {"1x70x1x5", "1x5x1x70"}, {"2x3x1x4", "2x4x1x3"}, {"2x67x1x66", "2x66x1x67"}} {
			add("transpose "+s[0]+" "+elem, "transpose", "", of(s[0]), of(s[1]))
		}
		for _, index := range []string{"ui8", "ui16"} {
			add("gather "+elem+" "+index, "gather", "", of("2x70x1x6"), of("2x70x1x40"), tpuTensor("1x6x1x1", index, "compact", 40))
			add("gather many "+elem+" "+index, "gather", "", of("1x3x1x130"), of("1x3x1x40"), tpuTensor("1x130x1x1", index, "compact", 40))
			add("scatter "+elem+" "+index, "scatter", "", of("2x70x1x40"), of("2x70x1x6"), tpuTensor("1x6x1x1", index, "compact", 40))
			add("gather_each "+elem+" "+index, "gather_each", "", of("2x70x1x6"), of("1x70x1x40"), tpuTensor("2x70x1x6", index, "aligned", 40))
			add("scatter_each "+elem+" "+index, "scatter_each", "", of("2x70x1x40"), of("1x70x1x6"), tpuTensor("2x70x1x6", index, "aligned", 40))
		}
	}
	for _, elem := range []string{"i32", "ui32"} {
		add("arange w "+elem, "arange w", "start 5 step -3", tpuTensor("1x64x1x40", elem, "aligned", 9))
		add("arange w few "+elem, "arange w", "start 7", tpuTensor("1x3x1x17", elem, "compact", 9))
		add("arange c "+elem, "arange c", "start -4 step 2", tpuTensor("1x130x1x1", elem, "compact", 9))
	}
	return all
}

// tpuWindows returns kernels with the operations on floats whose operands have several shapes: numbers per channel, windows, products
// and functions of whole tensors.
func tpuWindows() (all []tpuPart) {
	for _, elem := range tpuFloats {
		tolerance := map[string]float64{"f32": 2e-6, "f16": 2e-3, "bf16": 2e-2}[elem]
		add := func(title, operation, attrs string, exact bool, operands ...tpuOperand) {
			p := tpuPart{title: title + " " + elem, text: tpuOperation(operation, attrs, operands...), tolerance: tolerance}
			if exact {
				p.tolerance = 0
			}
			all = append(all, p)
		}
		of := func(shape string) tpuOperand { return tpuTensor(shape, elem, "aligned", 0) }
		compact := func(shape string) tpuOperand { return tpuTensor(shape, elem, "compact", 0) }
		add("bias", "bias", "", true, of("2x70x3x4"), of("2x70x3x4"), compact("1x70x1x1"))
		add("scale", "scale", "", true, of("2x70x3x4"), of("2x70x3x4"), compact("1x70x1x1"))
		add("pool avg", "pool2d avg", "kernel [3, 2] padding [1, 1, 0, 1] stride [2, 1]", false, of("2x66x4x8"), of("2x66x8x8"))
		add("pool max", "pool2d max", "kernel [3, 2] padding [1, 1, 0, 1] stride [2, 1]", true, of("2x66x4x8"), of("2x66x8x8"))
		if elem != "f32" {
			continue
		}
		add("scale_bias", "scale_bias", "", true, of("2x70x3x4"), of("2x70x3x4"), compact("1x70x1x1"), compact("1x70x1x1"))
		add("depthwise2d", "depthwise2d", "padding [1, 1, 1, 1] stride [2, 1] dilation [1, 2]", false, of("2x66x4x6"), of("2x66x8x8"), compact("1x66x3x3"))
		add("depthwise2d bias", "depthwise2d", "padding [1, 1, 1, 1]", false, of("1x5x8x8"), of("1x5x8x8"), compact("1x5x3x3"))
		tolerance = 2e-5 // sums of more products
		add("conv2d", "conv2d", "padding [1, 1, 1, 1] stride [2, 1]", false, of("2x66x4x8"), of("2x5x8x8"), tpuTensor("5x66x3x3", elem, "strides[9, 45, 3, 1]", 0))
		add("conv2d result_add", "conv2d", "padding [1, 1, 1, 1] result_add", false, of("1x6x8x8"), of("1x70x8x8"), compact("70x6x3x3"))
		tolerance = 2e-6
		add("sqrt", "function sqrt", "", false, of("1x3x1x64"), tpuTensor("1x3x1x64", "f32", "aligned", 0x7f000000))
		add("rsqrt", "function rsqrt", "", false, of("1x3x1x64"), tpuTensor("1x3x1x64", "f32", "aligned", 0x7f000000))
	}
	for _, attrs := range []string{"", " result_add"} {
		all = append(all, tpuPart{title: "matmul" + attrs, text: tpuMatmul(attrs), tolerance: 1e-5})
	}
	for _, elem := range slices.Concat(tpuFloats, tpuInts) {
		text := tpuKernel("eltwise copy", elem, elem)
		at := strings.Index(text, "    okk.eltwise")
		end := at + strings.IndexByte(text[at:], '\n')
		all = append(all, tpuPart{title: "set " + elem, text: text[:at] + "    okk.set %d, " + tpuNumber("7", elem) + " : !okk.local<1x3x1x64x" + elem + ", aligned>" + text[end:]})
	}
	return all
}

// tpuMatmul is a kernel with a product of matrices and a bias.
func tpuMatmul(attrs string) string {
	shapes, widths := []string{"5x70", "70x90", "1x90", "5x90"}, []int{7, 9, 9, 9}
	r := rand.New(rand.NewPCG(uint64(len(attrs)), 3))
	var head, loads strings.Builder
	var names, types []string
	for i, shape := range shapes {
		var rows, cols int
		fmt.Sscanf(shape, "%dx%d", &rows, &cols)
		var raw []byte
		for range rows * cols {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(float32(r.NormFloat64())))
		}
		system, local := fmt.Sprintf("!okk.sysmatrix<%sxf32, row_stride = %d>", shape, cols), fmt.Sprintf("!okk.matrix<%sxf32, w = %d>", shape, widths[i])
		fmt.Fprintf(&head, "    %%b%[1]d = okk.sys_buffer \"b%[1]d\" = dense<\"0x%[2]s\"> : tensor<%[3]sxf32> : %[4]s\n", i, hex.EncodeToString(raw), shape, system)
		fmt.Fprintf(&loads, "    %%t%[1]d = okk.alloc : %[2]s\n    okk.load %%b%[1]d to %%t%[1]d : %[3]s to %[2]s\n", i, local, system)
		names, types = append(names, fmt.Sprintf("%%t%d", i)), append(types, local)
	}
	return "okk.kernel @k {\n" + head.String() + loads.String() + "    okk.matmul " + names[3] + ", " + names[0] + ", " + names[1] + " bias " + names[2] + attrs +
		" : " + types[3] + ", " + types[0] + ", " + types[1] + ", " + types[2] + "\n    okk.store %t3 to %b3 : " + types[3] + " to !okk.sysmatrix<5x90xf32, row_stride = 90>\n}\n"
}
