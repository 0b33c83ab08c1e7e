package ptxtest_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/internal/testing/ptxtest"
)

// kernelOf returns a module with a kernel of some instructions.
func kernelOf(code string) string {
	return `.version 7.0
.target sm_80
.address_size 64
.visible .entry k(
	.param .u64 .ptr .global .align 16 k_param_0
)
.reqntid 32, 1, 1
{
	.reg .pred %p<3>;
	.reg .b16 %h<4>;
	.reg .b32 %r<9>;
	.reg .b64 %rd<4>;
	.shared .align 16 .b8 buffer[64];
	ld.param.b64 %rd1, [k_param_0];
	mov.u32 %r1, %tid.x;
	` + code + "\n\tret;\n}\n"
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ code, problem string }{
		{"add.s32 %r2, %r1, 5; @%p1 st.shared.b32 [buffer+4], %r2; setp.lt.s32 %p1, %r2, 7;", ""},
		{"ld.global.v4.b32 {%r2, %r3, _, %r5}, [%rd1+16]; st.global.v2.b32 [%rd1], {%r2, 0};", ""},
		{"mov.b32 %r2, {%h1, %h2}; mov.b32 {%h1, %h2}, %r1;", ""},
		{"{ .reg .b32 part; mov.b64 {part, %r2}, %rd1; }", ""},
		{"shfl.sync.bfly.b32 %r2|%p1, %r1, 1, 31, -1;\n$L_1: bra $L_1;", ""},
		{"mov.b32 %r2, buffer; ld.shared.u8 %r3, [%r2+1];", ""},
		{"add.s32 %r2, %r1, %rd1;", "%rd1 has 64 bits, expected 32"},
		{"add.s32 %r2, %r9, 1;", "%r9 is not declared"},
		{"add.s32 %r2, %r3, 1;", "%r3 is set nowhere"},
		{"add.s32 %r2, %r1, 5000000000;", "5000000000 is no number of type s32"},
		{"add.rn.f32 %r2, %r1, 5;", "5 is no number of type f32"},
		{"add.rn.f16 %h1, %h1, 0x3C00;", "0x3C00 is no register"},
		{"add.f32 %r2, %r1, %r1;", `unknown instruction "add.f32"`},
		{"@%r1 ret;", "%r1 is of type b32, expected pred"},
		{"mul.wide.u32 %r2, %r1, 4;", "%r2 has 32 bits, expected 64"},
		{"ld.global.v4.b64 {%rd2, %rd3, %rd2, %rd3}, [%rd1];", "is wider than 16 bytes"},
		{"ld.global.v2.b32 %r2, [%rd1];", "has 1 registers, expected 2"},
		{"ld.global.b32 %r2, [%r1];", "%r1 of type b32 is no address in global memory"},
		{"ld.global.b32 %r2, [buffer];", "buffer is no variable in global memory"},
		{"ld.param.b64 %rd2, [k_param_0+8];", "parameter k_param_0 is accessed"},
		{"ld.shared.b64 %r2, [buffer];", "%r2 has 32 bits, expected 64"},
		{"bra $L_2;", "no label $L_2"},
		{"setp.ltu.s32 %p1, %r1, 0;", `unknown instruction "setp.ltu.s32"`},
		{"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r1}, {%r1}, {%r1}, {%r1};", "has 1 registers, expected 4"},
	} {
		m, err := ptxtest.Parse(kernelOf(c.code))
		if err != nil {
			t.Errorf("%s: %v", c.code, err)
			continue
		}
		problems := fmt.Sprint(ptxtest.Check(m))
		if c.problem == "" && problems != "[]" || !strings.Contains(problems, c.problem) {
			t.Errorf("%s: got %s, expected %q", c.code, problems, c.problem)
		}
	}
}
