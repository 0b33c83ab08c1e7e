package codelet

import (
	"slices"

	"optc/ir"
)

// declaratorType returns the type and the name of the k-th declarator of a declaration. The
// operators of the first declarator are part of the type; the other declarators have their own: int
// *a, b, **c.
func declaratorType(typ, item []token, k int) ([]token, []token) {
	if k == 0 {
		return typ, item
	}
	base, ops := len(typ), 0
	for base > 0 && typ[base-1].is("*", "&") {
		base--
	}
	for ops < len(item)-1 && item[ops].is("*", "&", "const") {
		ops++
	}
	return slices.Concat(typ[:base], item[:ops]), item[ops:]
}

// unread adds a member whose declaration cannot be read to the class, with an error.
func (c *classDecl) unread(tokens []token) {
	if len(tokens) > 0 {
		loc := tokens[0].loc()
		c.fields = append(c.fields, fieldDecl{loc: loc, problem: ir.Errorf(loc, "cannot read the member '%s'", spellTokens(tokens)).WithCode(codes + "cpp-parse")})
	}
}

// field enters a data member: a type, and a name with bounds and an initializer.
func (c *classDecl) field(typ, item []token) {
	if len(typ) == 0 {
		return
	}
	f := fieldDecl{loc: item[0].loc()}
	end := 1
	for hasToken(item, end, "[") {
		end = min(closing(item, end)+1, len(item))
	}
	f.typ, f.what = parseLater(typeNames, typ), parseLater(declarators, item[:end])
	switch rest := item[end:]; {
	case len(rest) == 0:
	case rest[0].is("="):
		f.init = rest[1:]
	case rest[0].is("{"):
		f.init = rest[1:closing(rest, 0)]
	default:
		f.problem = ir.Errorf(f.loc, "cannot read '%s' after field '%s'", spellTokens(rest), item[0].text).WithCode(codes + "cpp-parse")
	}
	c.fields = append(c.fields, f)
}
