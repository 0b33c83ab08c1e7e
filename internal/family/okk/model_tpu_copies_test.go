package okk_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"

	dialect "optc/dialect/okk"
)

// tpuCopies returns kernels with copies that exchange channels and columns: of the source and of the destination, from and to local
// memory, and within system memory.
func tpuCopies() (all []tpuPart) {
	for _, elem := range []string{"f32", "f16", "i8"} {
		for _, s := range []dialect.Dims{{2, 9, 3, 7}, {1, 70, 1, 5}, {3, 5, 2, 130}, {1, 1, 4, 6}, {2, 6, 4, 1}} {
			for _, form := range []string{"S2L", "L2S", "S2S", "to S"} {
				all = append(all, tpuPart{title: fmt.Sprintf("copy %s %s %v", form, elem, s), text: tpuExchange(form, elem, s)})
			}
		}
	}
	return all
}

// tpuExchange is a kernel that exchanges channels and columns of a buffer of a shape.
func tpuExchange(form, elem string, s dialect.Dims) string {
	t, _ := dialect.ParseDType(elem)
	r := rand.New(rand.NewPCG(uint64(s[1]), uint64(len(form))))
	raw := make([]byte, s[0]*s[1]*s[2]*s[3]*t.Bytes())
	for i := range raw {
		raw[i] = byte(r.IntN(64)) // no NaN
	}
	shape := func(s dialect.Dims) string { return fmt.Sprintf("%dx%dx%dx%d", s[0], s[1], s[2], s[3]) }
	turned := dialect.Dims{s[0], s[3], s[2], s[1]}
	from, to := systemOf(shape(s), elem), systemOf(shape(turned), elem)
	view := func(s dialect.Dims) string { // of a buffer of shape s
		return fmt.Sprintf("!okk.sys<%dx%dx%dx%dx%s, strides[%d, 1, %d, %d]>", s[0], s[3], s[2], s[1], elem, s[1]*s[2]*s[3], s[3], s[2]*s[3])
	}
	text := fmt.Sprintf("okk.kernel @k {\n    %%x = okk.sys_buffer \"x\" = dense<\"0x%s\"> : tensor<%sx%s> : %s\n    %%y = okk.sys_buffer \"y\" : %s\n", hex.EncodeToString(raw), shape(s), elem, from, to)
	source := fmt.Sprintf("    %%p = okk.permute %%x [0, 3, 2, 1] : %s to %s\n", from, view(s))
	destination := fmt.Sprintf("    %%q = okk.permute %%y [0, 3, 2, 1] : %s to %s\n", to, view(turned))
	local := func(s dialect.Dims) string { return fmt.Sprintf("!okk.local<%sx%s, aligned>", shape(s), elem) }
	switch form {
	case "S2L":
		return text + source + fmt.Sprintf("    %%l = okk.alloc : %[1]s\n    okk.load %%p to %%l : %[2]s to %[1]s\n    okk.store %%l to %%y : %[1]s to %[3]s\n}\n", local(turned), view(s), to)
	case "L2S":
		return text + destination + fmt.Sprintf("    %%l = okk.alloc : %[1]s\n    okk.load %%x to %%l : %[2]s to %[1]s\n    okk.store %%l to %%q : %[1]s to %[3]s\n}\n", local(s), from, view(turned))
	case "S2S":
		return text + source + fmt.Sprintf("    okk.sys_copy %%p to %%y : %s to %s\n}\n", view(s), to)
	}
	return text + destination + fmt.Sprintf("    okk.sys_copy %%x to %%q : %s to %s\n}\n", from, view(turned))
}

// tpuRows returns kernels with gathers and scatters of rows, from and to both memories, with indices in both.
func tpuRows() (all []tpuPart) {
	for _, elem := range []string{"f32", "f16", "i8"} {
		for _, s := range []dialect.Dims{{1, 3, 40, 5}, {1, 70, 9, 33}, {1, 1, 300, 64}} {
			for _, form := range []string{"S2L", "L2S", "S2S", "L2L"} {
				for _, memory := range []string{"S", "L"} {
					all = append(all, tpuPart{title: fmt.Sprintf("gather_rows %s index %s %s %v", form, memory, elem, s), text: tpuRowMove("gather_rows", form, memory, elem, s)},
						tpuPart{title: fmt.Sprintf("scatter_rows %s index %s %s %v", form, memory, elem, s), text: tpuRowMove("scatter_rows", form, memory, elem, s)})
				}
			}
		}
	}
	return all
}

// tpuRowMove is a kernel that moves 7 rows of each channel of a table, or to a table.
func tpuRowMove(operation, form, memory, elem string, s dialect.Dims) string {
	const rows = 7
	t, _ := dialect.ParseDType(elem)
	r := rand.New(rand.NewPCG(uint64(s[1]), uint64(len(form))))
	shape := func(h, w int64) string { return fmt.Sprintf("1x%dx%dx%d", s[1], h, w) }
	var head, body string
	buffer := func(name, shape, elem string, raw []byte) {
		head += fmt.Sprintf("    %%%s = okk.sys_buffer %q = dense<\"0x%s\"> : tensor<%sx%s> : %s\n", name, name, hex.EncodeToString(raw), shape, elem, systemOf(shape, elem))
	}
	place := func(name, shape, elem, memory string) (value, typ string) {
		local := fmt.Sprintf("!okk.local<%sx%s, aligned>", shape, elem)
		if memory == "S" {
			return "%" + name, systemOf(shape, elem)
		}
		body += fmt.Sprintf("    %%t%[1]s = okk.alloc : %[2]s\n    okk.load %%%[1]s to %%t%[1]s : %[3]s to %[2]s\n", name, local, systemOf(shape, elem))
		return "%t" + name, local
	}
	fill := func(n int64) []byte {
		raw := make([]byte, n*t.Bytes())
		for i := range raw {
			raw[i] = byte(r.IntN(64)) // no NaN
		}
		return raw
	}
	from, to := s[2], int64(rows)
	if operation == "scatter_rows" {
		from, to = rows, s[2]
	}
	var list []byte
	for range s[1] {
		for _, i := range r.Perm(int(s[2]))[:rows] { // different ones
			list = binary.LittleEndian.AppendUint32(list, uint32(i))
		}
	}
	buffer("i", shape(rows, 1), "ui32", list)
	buffer("x", shape(from, s[3]), elem, fill(s[1]*from*s[3]))
	buffer("y", shape(to, s[3]), elem, fill(s[1]*to*s[3]))
	index, indexType := place("i", shape(rows, 1), "ui32", memory)
	x, xType := place("x", shape(from, s[3]), elem, form[:1])
	y, yType := place("y", shape(to, s[3]), elem, form[2:])
	text := "okk.kernel @k {\n" + head + body + fmt.Sprintf("    okk.%s %s, %s, %s : %s, %s, %s\n", operation, y, x, index, yType, xType, indexType)
	if form[2:] == "L" {
		text += fmt.Sprintf("    okk.store %s to %%y : %s to %s\n", y, yType, systemOf(shape(to, s[3]), elem))
	}
	return text + "}\n"
}

// tpuIntegerPools returns kernels with pools of integers of 8 bits, for each type of the result.
func tpuIntegerPools() (all []tpuPart) {
	const window = "kernel [3, 2] padding [1, 1, 0, 1] stride [2, 1]"
	add := func(title, operation, attrs string, operands ...tpuOperand) {
		all = append(all, tpuPart{title: title, text: tpuOperation(operation, attrs, operands...)})
	}
	for _, from := range []string{"i8", "ui8"} {
		of := func(shape, elem string) tpuOperand { return tpuTensor(shape, elem, "aligned", 256) }
		add("pool_integer max "+from, "pool_integer max", window, of("2x66x4x8", from), of("2x66x8x8", from))
		for _, to := range []string{from, strings.Replace(from, "8", "16", 1)} {
			for _, numbers := range []string{"", " scale 43 shift 8", " scale 255 shift 1", " scale 3 shift 2", " scale 1 shift 31"} {
				add("pool_integer avg "+from+" "+to+numbers, "pool_integer avg", window+numbers, of("2x66x4x8", to), of("2x66x8x8", from))
			}
		}
	}
	return all
}
