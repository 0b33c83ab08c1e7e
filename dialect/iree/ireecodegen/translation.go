package ireecodegen

import (
	"optc/ir"
)

// Translation is #iree_codegen.translation_info<…>: the pipeline that lowers a function,
// and the workgroup for which it is lowered.
type Translation struct {
	ir.AttrBase
	WorkgroupSize []int64 // threads in x, y and z; nil if it is not specified
	SubgroupSize  int64   // threads; 0 if it is not specified
}

// translationAttr is the attribute of a function that holds its translation.
const translationAttr = "translation_info"

// TranslationOf returns the translation of a function, or nil.
func TranslationOf(function *ir.Operation) *Translation {
	t, _ := function.Attr(translationAttr).(*Translation)
	return t
}

var translationInfo = &ir.AttrDef{
	Mnemonic: "translation_info", Summary: "how a function is lowered",
	Description: `Names the pipeline that lowers the function, and the numbers of threads of its
workgroup and subgroups. The other entries configure the pipeline.`,
	Syntax: `"<" "pipeline" "=" (word | attribute) ("codegen_spec" "=" symbol)? ("workgroup_size" "=" ints)? ("subgroup_size" "=" int)? ("," dictionary)? ">"`,
	Examples: []string{
		"#iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>",
		"#iree_codegen.translation_info<pipeline = LLVMGPUVectorDistribute workgroup_size = [64, 1, 1], {prefetch = true}>",
	},
	Parse: parseTranslation,
}

func parseTranslation(p ir.AsmParser) ir.Attribute {
	var (
		workgroup []int64
		subgroup  int64
	)
	s := ir.Spell(p.Context()).Str("#iree_codegen.translation_info<pipeline = ")
	p.Expect("<")
	p.Keyword("pipeline")
	p.Expect("=")
	if word, ok := p.OptionalKeyword(); ok {
		s.Str(word)
	} else if a := p.Attr(nil); a != nil {
		s.Node(a)
	}
	if p.AcceptKeyword("codegen_spec") {
		p.Expect("=")
		if a := p.Attr(nil); a != nil {
			s.Str(" codegen_spec = ").Node(a)
		}
	}
	if p.AcceptKeyword("workgroup_size") {
		p.Expect("=")
		p.List("[]", func() { workgroup = append(workgroup, p.Integer()) })
		s.Str(" workgroup_size = [").Ints(workgroup).Str("]")
	}
	if p.AcceptKeyword("subgroup_size") {
		p.Expect("=")
		subgroup = p.Integer()
		s.Str(" subgroup_size = ").Int(subgroup)
	}
	if p.Accept(",") {
		if a := p.Attr(nil); a != nil {
			s.Str(", ").Node(a)
		}
	}
	p.Expect(">")
	s.Str(">")
	if !p.Ok() {
		return nil
	}
	return ir.InternAttr(s, func(b ir.AttrBase) *Translation { return &Translation{b, workgroup, subgroup} })
}
