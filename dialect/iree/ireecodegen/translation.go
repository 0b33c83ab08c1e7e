package ireecodegen

import (
	"slices"

	"optc/ir"
)

// Translation is #iree_codegen.translation_info<…>: the pipeline that lowers a function,
// and the workgroup for which it is lowered.
type Translation struct {
	ir.AttrBase
	WorkgroupSize []int64 // threads in x, y and z; nil if it is not specified
	SubgroupSize  int64   // threads; 0 if it is not specified

	word                   string       // name of the pipeline, if a word names it
	pipeline, spec, config ir.Attribute // nil if the text omits them
	sized, subgrouped      bool         // the text gives the sizes
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
	var t Translation
	p.Expect("<")
	p.Keyword("pipeline")
	p.Expect("=")
	if word, ok := p.OptionalKeyword(); ok {
		t.word = word
	} else {
		t.pipeline = p.Attr(nil)
	}
	if p.AcceptKeyword("codegen_spec") {
		p.Expect("=")
		t.spec = p.Attr(nil)
	}
	if p.AcceptKeyword("workgroup_size") {
		p.Expect("=")
		p.List("[]", func() { t.WorkgroupSize = append(t.WorkgroupSize, p.Integer()) })
		t.sized = true
	}
	if p.AcceptKeyword("subgroup_size") {
		p.Expect("=")
		t.SubgroupSize = p.Integer()
		t.subgrouped = true
	}
	if p.Accept(",") {
		t.config = p.Attr(nil)
	}
	p.Expect(">")
	if !p.Ok() {
		return nil
	}
	return t.intern(p.Context())
}

// intern returns the attribute with the contents of t.
func (t Translation) intern(c *ir.Context) *Translation {
	s := ir.Spell(c).Str("#iree_codegen.translation_info<pipeline = ").Str(t.word)
	if t.pipeline != nil {
		s.Node(t.pipeline)
	}
	if t.spec != nil {
		s.Str(" codegen_spec = ").Node(t.spec)
	}
	if t.sized {
		s.Str(" workgroup_size = [").Ints(t.WorkgroupSize).Str("]")
	}
	if t.subgrouped {
		s.Str(" subgroup_size = ").Int(t.SubgroupSize)
	}
	if t.config != nil {
		s.Str(", ").Node(t.config)
	}
	s.Str(">")
	return ir.InternAttr(s, func(b ir.AttrBase) *Translation {
		t.AttrBase = b
		return &t
	})
}

// SetWorkgroup sets the numbers of threads of a function's workgroup and subgroups, and
// keeps the rest of its translation.
func SetWorkgroup(function *ir.Operation, workgroup []int64, subgroup int64) {
	t := Translation{word: "None"}
	if given := TranslationOf(function); given != nil {
		t = *given
	}
	t.WorkgroupSize, t.SubgroupSize, t.sized, t.subgrouped = slices.Clone(workgroup), subgroup, true, true
	function.SetAttr(translationAttr, t.intern(ir.ContextOf(function)))
}
