package probe

import (
	"fmt"
	"strings"

	"optc/dialect/gpu"
	"optc/internal/family/gpu/ptx"
)

// inPTX returns the kernels in PTX.
func inPTX(chip gpu.Chip, lanes int) string {
	var b strings.Builder
	b.WriteString(ptx.Header(chip))
	for i, a := range accesses {
		b.WriteString(entryInPTX(a.name, i, lanes, a.inPTX()))
	}
	b.WriteString(entryInPTX("exchange", len(accesses), lanes, "\tshfl.sync.bfly.b32 %value, %value, 1, 31, -1;\n"))
	return b.String()
}

// inPTX returns the instructions of an access to %at.
func (a access) inPTX() string {
	vector, words := "", "%value"
	if a.words > 1 {
		vector = fmt.Sprintf(".v%d", a.words)
		words = "{" + strings.Join([]string{"%value", "%w1", "%w2", "%w3"}[:a.words], ", ") + "}"
	}
	if a.store {
		return fmt.Sprintf("\t@%%on st.volatile.shared%s.b32 [%%at], %s;\n", vector, words)
	}
	return fmt.Sprintf("\t@%%on ld.volatile.shared%s.b32 %s, [%%at];\n", vector, words) + "\txor.b32 %sum, %sum, %value;\n"
}

// exchanged is the number of patterns of the kernel that exchanges values: each repeats once more than the one before.
const exchanged = 3

// entryInPTX returns a kernel whose body is repeated between two readings of the clock, for each pattern.
func entryInPTX(name string, number, lanes int, body string) string {
	repetitions, limit := fmt.Sprintf("mov.u32 %%left, %d", repeats), "%number"
	if name == "exchange" {
		repetitions, limit = fmt.Sprintf("mad.lo.u32 %%left, %%pattern, %d, %d", repeats, repeats), fmt.Sprint(exchanged)
	}
	return fmt.Sprintf(`
.visible .entry %[1]s(
	.param .u64 .ptr .global .align 16 patterns,
	.param .u64 .ptr .global .align 16 cycles,
	.param .u32 number
)
.reqntid %[2]d, 1, 1
{
	.reg .pred %%on;
	.reg .pred %%more;
	.reg .pred %%last;
	.reg .b32 %%thread;
	.reg .b32 %%lane;
	.reg .b32 %%number;
	.reg .b32 %%pattern;
	.reg .b32 %%left;
	.reg .b32 %%at;
	.reg .b32 %%place;
	.reg .b32 %%value;
	.reg .b32 %%w1;
	.reg .b32 %%w2;
	.reg .b32 %%w3;
	.reg .b32 %%sum;
	.reg .b32 %%start;
	.reg .b32 %%end;
	.reg .b64 %%patterns;
	.reg .b64 %%cycles;
	.reg .b64 %%from;
	.reg .b64 %%to;
	.shared .align 16 .b8 memory[%[3]d];
	ld.param.u64 %%patterns, [patterns];
	ld.param.u64 %%cycles, [cycles];
	ld.param.u32 %%number, [number];
	mov.u32 %%thread, %%tid.x;
	and.b32 %%lane, %%thread, %[4]d;
	mov.b32 %%value, 0;
	mov.b32 %%w1, 0;
	mov.b32 %%w2, 0;
	mov.b32 %%w3, 0;
	mov.b32 %%sum, 0;
	mov.b32 %%place, memory;
	// The memory gets zeros, 4 bytes by each thread in turn.
	mad.lo.u32 %%at, %%thread, 4, %%place;
	mov.u32 %%left, %[5]d;
clear:
	st.shared.b32 [%%at], %%value;
	add.u32 %%at, %%at, %[6]d;
	sub.u32 %%left, %%left, 1;
	setp.ne.u32 %%more, %%left, 0;
	@%%more bra clear;
	// The times of the kernel are a row of the array.
	mul.lo.u32 %%left, %%number, %[7]d;
	mad.wide.u32 %%to, %%left, 4, %%cycles;
	mad.wide.u32 %%from, %%lane, 4, %%patterns;
	mov.u32 %%pattern, 0;
next:
	ld.global.b32 %%at, [%%from];
	setp.ge.s32 %%on, %%at, 0;
	add.u32 %%at, %%at, %%place;
	%[8]s;
	bar.sync 0;
	mov.u32 %%start, %%clock;
repeat:
%[9]s	sub.u32 %%left, %%left, 1;
	setp.ne.u32 %%more, %%left, 0;
	@%%more bra repeat;
	// All values are 0. The store that never happens waits for the last access.
	xor.b32 %%left, %%sum, %%value;
	setp.ne.b32 %%last, %%left, 0;
	@%%last st.global.b32 [%%to], %%left;
	bar.sync 0;
	mov.u32 %%end, %%clock;
	sub.u32 %%end, %%end, %%start;
	setp.eq.u32 %%last, %%thread, 0;
	@%%last st.global.b32 [%%to], %%end;
	add.u64 %%to, %%to, 4;
	add.u64 %%from, %%from, %[10]d;
	add.u32 %%pattern, %%pattern, 1;
	setp.lt.u32 %%more, %%pattern, %[11]s;
	@%%more bra next;
	ret;
}
`, name, threads, lanes*rowBytes, lanes-1, lanes*rowBytes/4/threads, 4*threads, number, repetitions, strings.Repeat(body, unrolled), 4*lanes, limit)
}
