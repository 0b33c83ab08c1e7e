package okk_test

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"

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
