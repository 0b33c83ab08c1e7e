package gpu

import (
	"slices"
	"strings"

	"optc/ir"
)

// Attributes of compiled kernels (CompilationAttrs.td).
type (
	// KernelMetadataAttr is #gpu.kernel_metadata<"name", type, …>.
	KernelMetadataAttr struct {
		ir.AttrBase
		Name     string
		Type     ir.Type
		ArgAttrs *ir.ArrayAttr // nil when absent
		Metadata *ir.DictAttr  // nil when absent
	}
	// KernelTableAttr is #gpu.kernel_table<[…]>, ordered by name.
	KernelTableAttr struct {
		ir.AttrBase
		Kernels []*KernelMetadataAttr
	}
	// ObjectAttr is #gpu.object<target, …, "bytes">: a compiled module.
	ObjectAttr struct {
		ir.AttrBase
		Target     ir.Attribute
		Format     string // "offload", "assembly", "bin" or "fatbin"
		Object     *ir.StringAttr
		Properties *ir.DictAttr     // nil when absent
		Kernels    *KernelTableAttr // nil when absent
	}
	// SelectObjectAttr is #gpu.select_object or #gpu.select_object<target>: it selects
	// the object of a gpu.binary that is used.
	SelectObjectAttr struct {
		ir.AttrBase
		Target ir.Attribute // nil means the first object
	}
)

var kernelMetadataDef = &ir.AttrDef{
	Mnemonic: "kernel_metadata", Summary: "name, type and facts of a compiled kernel",
	Syntax:   `"<" string "," type ("," ("arg_attrs" "=" array | "metadata" "=" dictionary))* ">"`,
	Examples: []string{`#gpu.kernel_metadata<"k", (i32) -> (), arg_attrs = [{}], metadata = {registers = 8 : i64}>`},
	Parse:    func(p ir.AsmParser) ir.Attribute { return orNil(parseKernelMetadata(p)) },
}

func parseKernelMetadata(p ir.AsmParser) *KernelMetadataAttr {
	pos := p.Pos()
	p.Expect("<")
	a := KernelMetadataAttr{Name: p.QuotedString()}
	p.Expect(",")
	a.Type = p.Type()
	if p.Accept(",") {
		fields := structParser{p: p}
		fields.optional("arg_attrs", func() { a.ArgAttrs, _ = p.Attr(nil).(*ir.ArrayAttr) })
		fields.optional("metadata", func() { a.Metadata, _ = p.Attr(nil).(*ir.DictAttr) })
		fields.parse()
	}
	p.Expect(">")
	isDict := ir.IsArrayOf(func(e ir.Attribute) bool { _, ok := e.(*ir.DictAttr); return ok })
	switch {
	case !p.Ok():
		return nil
	case a.Name == "":
		p.ErrorAt(pos, "the kernel name can't be empty")
		return nil
	case a.ArgAttrs != nil && !isDict(a.ArgAttrs):
		p.ErrorAt(pos, "all attributes in the array must be a dictionary attribute")
		return nil
	}
	c := p.Context()
	s := ir.Spell(c).Str("#gpu.kernel_metadata<").Node(c.Str(a.Name)).Str(", ").Node(a.Type)
	if a.ArgAttrs != nil {
		s.Str(", arg_attrs = ").Node(a.ArgAttrs)
	}
	if a.Metadata != nil {
		s.Str(", metadata = ").Node(a.Metadata)
	}
	return ir.InternAttr(s.Str(">"), func(b ir.AttrBase) *KernelMetadataAttr {
		a.AttrBase = b
		return &a
	})
}

// orNil turns a nil pointer into a nil attribute.
func orNil[A interface {
	comparable
	ir.Attribute
}](a A) ir.Attribute {
	var none A
	if a == none {
		return nil
	}
	return a
}

var kernelTableDef = &ir.AttrDef{
	Mnemonic: "kernel_table", Summary: "kernels of a compiled module, by name",
	Syntax:   `"<" ("[" kernel-metadata ("," kernel-metadata)* "]")? ">"`,
	Examples: []string{"#gpu.kernel_table<>", `#gpu.kernel_table<[#gpu.kernel_metadata<"k", () -> ()>]>`},
	Parse:    func(p ir.AsmParser) ir.Attribute { return orNil(parseKernelTable(p)) },
}

func parseKernelTable(p ir.AsmParser) *KernelTableAttr {
	pos := p.Pos()
	p.Expect("<")
	var kernels []*KernelMetadataAttr
	p.OptionalList("[]", func() {
		lo := p.Pos()
		k, ok := p.Attr(nil).(*KernelMetadataAttr)
		if p.Ok() && !ok {
			p.ErrorAt(lo, "expected a #gpu.kernel_metadata attribute")
			return
		}
		kernels = append(kernels, k)
	})
	p.Expect(">")
	if !p.Ok() {
		return nil
	}
	slices.SortStableFunc(kernels, func(a, b *KernelMetadataAttr) int { return strings.Compare(a.Name, b.Name) })
	s := ir.Spell(p.Context()).Str("#gpu.kernel_table<")
	for i, k := range kernels {
		if i == 0 {
			s.Str("[")
		} else {
			s.Str(", ")
			if kernels[i-1].Name == k.Name {
				p.ErrorAt(pos, "expected all kernels to be uniquely named")
				return nil
			}
		}
		s.Node(k)
	}
	if len(kernels) > 0 {
		s.Str("]")
	}
	return ir.InternAttr(s.Str(">"), func(b ir.AttrBase) *KernelTableAttr { return &KernelTableAttr{b, kernels} })
}

// objectFormats are the kinds of compiled code; the last one has no keyword.
var objectFormats = []string{"offload", "assembly", "bin", "fatbin"}

const fatbin = "fatbin"

var objectDef = &ir.AttrDef{
	Mnemonic: "object", Summary: "compiled module for a target",
	Syntax: `"<" attribute "," ("properties" "=" dictionary ",")? ("kernels" "=" kernel-table ",")? (("offload" | "assembly" | "bin" | "fatbin") "=")? string ">"`,
	Parse:  parseObject,
}

func parseObject(p ir.AsmParser) ir.Attribute {
	pos := p.Pos()
	p.Expect("<")
	a := ObjectAttr{Format: fatbin, Target: p.Attr(nil)}
	p.Expect(",")
	if p.AcceptKeyword("properties") {
		p.Expect("=")
		a.Properties, _ = p.Attr(nil).(*ir.DictAttr)
		p.Expect(",")
	}
	if p.AcceptKeyword("kernels") {
		p.Expect("=")
		if p.Peek("<") {
			a.Kernels = parseKernelTable(p)
		} else {
			a.Kernels, _ = p.Attr(nil).(*KernelTableAttr)
		}
		p.Expect(",")
	}
	lo := p.Pos()
	if word, ok := p.OptionalKeyword(); ok {
		if !slices.Contains(objectFormats, word) {
			p.ErrorAt(lo, "expected keyword for GPU object format")
			return nil
		}
		a.Format = word
		p.Expect("=")
	}
	a.Object, _ = p.Attr(nil).(*ir.StringAttr)
	p.Expect(">")
	if !p.Ok() {
		return nil
	}
	if a.Object == nil {
		p.ErrorAt(lo, "failed to parse GPU_ObjectAttr parameter 'object' which is to be a `StringAttr`")
		return nil
	}
	if !isTarget(a.Target) {
		p.ErrorAt(pos, "the target attribute must implement or promise the `gpu::TargetAttrInterface`")
		return nil
	}
	s := ir.Spell(p.Context()).Str("#gpu.object<").Node(a.Target).Str(", ")
	if a.Properties != nil {
		s.Str("properties = ").Node(a.Properties).Str(", ")
	}
	if a.Kernels != nil {
		s.Str("kernels = ").Str(strings.TrimPrefix(a.Kernels.String(), "#gpu.kernel_table")).Str(", ")
	}
	if a.Format != fatbin {
		s.Str(a.Format).Str(" = ")
	}
	return ir.InternAttr(s.Node(a.Object).Str(">"), func(b ir.AttrBase) *ObjectAttr {
		a.AttrBase = b
		return &a
	})
}

// isTarget reports whether an attribute may describe a target. Targets belong to dialects
// that are not known here (#nvvm.target, #rocdl.target). Therefore any attribute of such
// a dialect of upstream is accepted.
func isTarget(a ir.Attribute) bool {
	o, ok := a.(*ir.OpaqueAttr)
	return ok && ir.ForeignAttrs(o.Dialect)
}

var selectObjectDef = &ir.AttrDef{
	Mnemonic: "select_object", Summary: "which object of a gpu.binary is used",
	Syntax:   `("<" attribute ">")?`,
	Examples: []string{"#gpu.select_object", "#gpu.select_object<1 : i64>"},
	Parse: func(p ir.AsmParser) ir.Attribute {
		pos := p.Pos()
		var target ir.Attribute
		if p.Accept("<") {
			target = p.Attr(nil)
			p.Expect(">")
		}
		if !p.Ok() {
			return nil
		}
		if i, ok := target.(*ir.IntegerAttr); ok && i.Int64() < 0 {
			p.ErrorAt(pos, "the object index must be positive")
			return nil
		} else if !ok && target != nil && !isTarget(target) {
			p.ErrorAt(pos, "the target attribute must be a GPU Target attribute")
			return nil
		}
		return selectObject(p.Context(), target)
	},
}

func selectObject(c *ir.Context, target ir.Attribute) *SelectObjectAttr {
	s := ir.Spell(c).Str("#gpu.select_object")
	if target != nil {
		s.Str("<").Node(target).Str(">")
	}
	return ir.InternAttr(s, func(b ir.AttrBase) *SelectObjectAttr { return &SelectObjectAttr{b, target} })
}
