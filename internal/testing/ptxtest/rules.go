package ptxtest

import "regexp"

// rule gives the types of the arguments of instructions (PTX ISA, "Instruction Set"). An argument is a
// type; T is the last type of the instruction and W its double width; a name in parentheses may be an
// immediate; T1 is the type before T, and S is T where T1 is set; "~" allows wider registers.
type rule struct {
	op        *regexp.Regexp
	arguments string
}

func rules(list ...[2]string) (all []rule) {
	for _, r := range list {
		all = append(all, rule{regexp.MustCompile("^(?:" + r[0] + ")$"), r[1]})
	}
	return all
}

const (
	integers = `[us](16|32|64)`
	compares = `(eq|ne|lt|le|gt|ge)`
)

// instructions lists the instructions that kernels use, and that LLVM writes for them.
var instructions = rules(
	[2]string{`(add|sub)\.` + integers, "T (T) (T)"},
	[2]string{`(add|sub|mul)\.rn\.f(32|64)`, "T (T) (T)"},
	[2]string{`(add|sub|mul)\.rn\.f16`, "T T T"},
	[2]string{`(add|sub|mul)\.rn\.f16x2`, "b32 b32 b32"},
	[2]string{`mul\.(lo|hi)\.` + integers, "T (T) (T)"},
	[2]string{`mul\.wide\.[us](16|32)`, "W T (T)"},
	[2]string{`mad\.lo\.` + integers, "T (T) (T) (T)"},
	[2]string{`mad\.wide\.[us](16|32)`, "W T (T) (W)"},
	[2]string{`(div|rem)\.` + integers, "T (T) (T)"},
	[2]string{`div\.rn\.f(32|64)`, "T (T) (T)"},
	[2]string{`(rcp|sqrt)\.rn\.f(32|64)`, "T T"},
	[2]string{`(rcp|rsqrt|ex2|lg2)\.approx\.f32`, "T T"},
	[2]string{`div\.full\.f32`, "T (T) (T)"},
	[2]string{`fma\.rn\.f(32|64)`, "T (T) (T) (T)"},
	[2]string{`fma\.rn\.b?f16`, "T T T T"},
	[2]string{`fma\.rn\.b?f16x2`, "b32 b32 b32 b32"},
	[2]string{`(min|max)\.` + integers, "T (T) (T)"},
	[2]string{`(min|max)(\.NaN)?\.f32|(min|max)\.f64`, "T (T) (T)"},
	[2]string{`(min|max)(\.NaN)?\.b?f16`, "T T T"},
	[2]string{`(neg|abs)\.(s(16|32|64)|f(16|32|64)|bf16)`, "T T"},
	[2]string{`copysign\.f(32|64)`, "T (T) (T)"},
	[2]string{`testp\.(finite|infinite|number|notanumber|normal|subnormal)\.f(32|64)`, "pred T"},
	[2]string{`(and|or|xor)\.pred`, "T T T"},
	[2]string{`(and|or|xor)\.b(16|32|64)`, "T (T) (T)"},
	[2]string{`not\.(pred|b16|b32|b64)`, "T T"},
	[2]string{`(shl\.b|shr\.[us])(16|32|64)`, "T (T) (b32)"},
	[2]string{`bfe\.[us](32|64)`, "T T (b32) (b32)"},
	[2]string{`(popc|clz)\.b(32|64)`, "b32 T"},
	[2]string{`brev\.b(32|64)`, "T T"},
	[2]string{`prmt\.b32`, "T (T) (T) (T)"},
	[2]string{`shf\.[lr]\.(wrap|clamp)\.b32`, "T (T) (T) (b32)"},
	[2]string{`selp\.([busf](32|64)|[bus]16)`, "T (T) (T) pred"},
	[2]string{`setp\.` + compares + `\.` + integers, "pred T (T)"},
	[2]string{`setp\.(eq|ne)\.b(16|32|64)`, "pred T (T)"},
	[2]string{`setp\.(` + compares + `u?|equ|neu|ltu|leu|gtu|geu|num|nan)\.f(32|64)`, "pred T (T)"},
	[2]string{`setp\.(` + compares + `u?|equ|neu|ltu|leu|gtu|geu|num|nan)\.f16`, "pred T T"},
	[2]string{`cvt\.[us](8|16|32|64)\.[us](8|16|32|64)`, "T1~ S~"},
	[2]string{`cvt\.rn?z?\.f(16|32|64)\.[us](8|16|32|64)`, "T1 S~"},
	[2]string{`cvt\.r[nzmp]i\.(f16\.f16|f32\.f32|f64\.f64)`, "T1 S"},
	[2]string{`cvt\.rzi\.[us](16|32|64)\.f(16|32|64)`, "T1~ S"},
	[2]string{`cvt\.(rn|rz)\.(f16|bf16)\.f32|cvt\.(rn|rz)\.f(16|32)\.f64|cvt\.f(32|64)\.f16|cvt\.f64\.f32`, "T1 S"},
	[2]string{`cvt\.rn\.b?f16x2\.f32`, "b32 S S"},
	[2]string{`mov\.(pred|[busf](32|64)|[bus]16)`, "mov"},
	[2]string{`cvta\.to\.(global|shared|local)\.u64`, "b64 b64"},
	[2]string{`ld\.(param|(volatile\.)?(global|shared|local)|global\.nc)(\.v[248])?\.([bus](8|16|32|64)|f(32|64))`, "vector~ address"},
	[2]string{`st\.(volatile\.)?(global|shared|local)(\.v[248])?\.([bus](8|16|32|64)|f(32|64))`, "address vector~"},
	[2]string{`shfl\.sync\.(bfly|up|down|idx)\.b32`, "b32| b32 (b32) (b32) (b32)"},
	[2]string{`bar\.sync|barrier\.sync`, "immediate"},
	[2]string{`bra(\.uni)?`, "label"},
	[2]string{`ret|exit`, ""},
	[2]string{`ldmatrix\.sync\.aligned\.m8n8\.x[124](\.trans)?\.shared\.b16`, "rows address"},
	[2]string{`cp\.async\.(ca|cg)\.shared\.global`, "copy"},
	[2]string{`cp\.async\.commit_group`, ""},
	[2]string{`cp\.async\.wait_group`, "immediate"},
	[2]string{`mma\.sync\.aligned\.m\d+n\d+k\d+\.row\.col(\.\w+){4}`, "mma"},
)

// matrices holds the numbers of registers of a, b and c (PTX ISA, "Matrix Fragments for mma").
var matrices = map[string][3]int{
	"m16n8k8.f16.f16.f16.f16": {2, 1, 2}, "m16n8k8.f32.f16.f16.f32": {2, 1, 4}, "m16n8k16.f16.f16.f16.f16": {4, 2, 2}, "m16n8k16.f32.f16.f16.f32": {4, 2, 4},
	"m16n8k8.f32.bf16.bf16.f32": {2, 1, 4}, "m16n8k16.f32.bf16.bf16.f32": {4, 2, 4}, "m16n8k16.s32.s8.s8.s32": {2, 1, 4}, "m16n8k32.s32.s8.s8.s32": {4, 2, 4},
	"m8n8k4.f64.f64.f64.f64": {1, 1, 2},
}

// specials are the registers of positions and of the clock.
var specials = regexp.MustCompile(`^%(tid|ntid|ctaid|nctaid)\.[xyz]$|^%(laneid|clock)$`)
