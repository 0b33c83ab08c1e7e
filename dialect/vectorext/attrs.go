package vectorext

import (
	"strings"

	"optc/ir"
	"optc/layout/picture"
)

// nestedLayout declares #iree_vector_ext.nested_layout<…>.
var nestedLayout = &ir.AttrDef{
	Mnemonic: "nested_layout",
	Summary:  "distribution of a vector over subgroups and threads",
	Description: `A vector dimension is split five times, outermost first: subgroups, batches,
outers, threads, elements. Each list has an entry per vector dimension. The
strides specify how the subgroup and thread digits of a dimension are computed
from the flat ids:

    subgroup digit d = (subgroup id / subgroup_strides[d]) mod subgroup_tile[d]
    thread digit d   = (thread id / thread_strides[d]) mod thread_tile[d]

A tile count of 1 has stride 0. The part of a thread is a vector of shape
batch_tile ++ outer_tile ++ element_tile.`,
	Syntax: "`<` `subgroup_tile` `=` ints `,` `batch_tile` `=` ints `,` `outer_tile` `=` ints `,` `thread_tile` `=` ints `,` " +
		"`element_tile` `=` ints `,` `subgroup_strides` `=` ints `,` `thread_strides` `=` ints `>`, ints ::= `[` (int (`,` int)*)? `]`",
	Examples: []string{
		"#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>",
		"#iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 4], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [8, 1]>",
		"#iree_vector_ext.nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>",
	},
	Parse:      parseNestedLayout,
	Implements: []ir.Implementation{picture.Node.By(drawLayout)},
}

func parseNestedLayout(p ir.AsmParser) ir.Attribute {
	pos := p.Pos()
	var lists LayoutLists
	p.Expect("<")
	for f, list := range lists.lists() {
		if f > 0 {
			p.Expect(",")
			if !p.Ok() {
				p.HintAt(p.Pos(), "still to come: %s", strings.Join(layoutFields[f:], " = [...], ")+" = [...]")
				return nil
			}
		}
		p.Keyword(layoutFields[f])
		p.Expect("=")
		p.List("[]", func() { *list = append(*list, p.Integer()) })
	}
	p.Expect(">")
	if !p.Ok() {
		return nil
	}
	l, err := NewLayout(p.Context(), lists)
	if err != nil {
		p.ErrorAt(pos, "%s", err.Msg)
		return nil
	}
	return l
}

// layoutConstraint accepts attributes that describe a vector layout.
var layoutConstraint = &ir.AttrConstraint{
	Go:      ir.GoAttr[Distribution](),
	Summary: "VectorLayoutInterface instance",
	Check: func(a ir.Attribute) bool {
		_, ok := a.(Distribution)
		return ok
	},
}

func alias(a ir.Attribute) string {
	if _, ok := a.(*NestedLayout); ok {
		return "nested"
	}
	return ""
}
