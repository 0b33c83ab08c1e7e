package tune

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/dialect/vectorext"
	"optc/internal/base/lazyre"
	"optc/ir"
)

// edit replaces length bytes of a text at an offset.
type edit struct {
	offset, length int
	text           string
}

// Rewrite returns the source of the program with the best layouts in the place of the question
// marks. Each layout has a name, which is defined before the operation that is the first to use
// it. Nothing else changes.
func (r *Result) Rewrite() (string, error) {
	names := map[*vectorext.NestedLayout]string{}
	var edits []edit
	if err := inOneText(r.Anchors); err != nil {
		return "", err
	}
	source, _, _ := r.Anchors[0].Loc.Source()
	for i, a := range r.Anchors {
		_, offset, _ := a.Loc.Source()
		switch o := r.Best[0].Choice[i].(type) {
		case *Mapping:
			edits = append(edits, mappingEdit(source.Text, offset, o))
		case *vectorext.NestedLayout:
			if names[o] == "" {
				names[o] = freshName(source.Text, strings.TrimPrefix(a.Name, "%"), names)
				edits = append(edits, edit{offset: a.before, text: definition(names[o], o)})
			}
			edits = append(edits, edit{offset: questionMark(source.Text, offset), length: 1, text: names[o]})
		}
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.offset, b.offset) })
	newline := "\n"
	if strings.Contains(source.Text, "\r\n") {
		newline = "\r\n"
	}
	var out strings.Builder
	done := 0
	for i, e := range edits {
		out.WriteString(source.Text[done:e.offset])
		if e.length == 0 && (i+1 == len(edits) || edits[i+1].offset != e.offset) {
			e.text += "\n" // after the last definition
		}
		out.WriteString(strings.ReplaceAll(e.text, "\n", newline))
		done = e.offset + e.length
	}
	out.WriteString(source.Text[done:])
	return out.String(), nil
}

// inOneText returns an error for the first anchor whose question mark is not in the text of the program, or
// in another text than the question marks before it.
func inOneText(anchors []*Anchor) error {
	first, _, _ := anchors[0].Loc.Source()
	for _, a := range anchors {
		source, offset, ok := a.Loc.Source()
		switch {
		case !ok || source != first:
			ok = false
		case a.isMapping():
			ok = mappingText().MatchString(source.Text[offset:])
		default:
			ok = questionMark(source.Text, offset) >= 0
		}
		if !ok {
			return ir.Errorf(a.Loc, "the layout cannot be written here: there is no question mark in the text").WithCode("tune-anchor")
		}
	}
	return nil
}

// definition defines a layout, on three lines.
func definition(name string, l *vectorext.NestedLayout) string {
	text := strings.Replace(l.String(), "<", "<\n  ", 1)
	return name + " = " + strings.Replace(text, ", subgroup_strides", ",\n  subgroup_strides", 1) + "\n"
}

// mappingText is an operation with an open mapping. Its first group is the tensor.
var mappingText = lazyre.New(`^poplar\.set_tile_mapping\s+(%[\w$.#-]+)\s+#poplar\.mapping<\s*\?\s*>`)

// mappingEdit replaces the operation at an offset by the operations of a mapping.
func mappingEdit(text string, offset int, m *Mapping) edit {
	found := mappingText().FindStringSubmatchIndex(text[offset:])
	begin := strings.LastIndexByte(text[:offset], '\n') + 1
	indent := text[begin : begin+len(text[begin:offset])-len(strings.TrimLeft(text[begin:offset], " \t"))]
	tensor := text[offset+found[2] : offset+found[3]]
	name := strings.NewReplacer("%", "", "#", "_").Replace(tensor)
	for strings.Contains(text, "%"+name+"_order") || strings.Contains(text, "%"+name+"_blocks") {
		name += "_mapped"
	}
	lines := m.lines(tensor, name)
	return edit{offset: offset, length: found[1], text: strings.Join(lines, "\n"+indent)}
}

// anchorText is the text of an open anchor up to the question mark, without comments.
var anchorText = lazyre.New(`\slayout\s*\(\s*\?`)

// questionMark returns the offset of the layout of the operation at an offset, or -1.
func questionMark(text string, offset int) int {
	if !strings.HasPrefix(text[offset:], string(vectorext.ToLayoutOp{}.Kind())) {
		return -1 // the generic form has no question mark
	}
	blank := []byte(text[offset:])
	for at := 0; at < len(blank); at++ {
		if blank[at] != '/' || at+1 == len(blank) || blank[at+1] != '/' {
			continue
		}
		for ; at < len(blank) && blank[at] != '\n'; at++ {
			blank[at] = ' '
		}
	}
	found := anchorText().FindIndex(blank)
	if found == nil {
		return -1
	}
	return offset + found[1] - 1
}

// aliasNames finds the names of aliases and the beginnings of attributes.
var aliasNames = lazyre.New(`#[\w$.-]+`)

// freshName returns the name of an alias that neither the text nor another layout has.
func freshName(text, hint string, taken map[*vectorext.NestedLayout]string) string {
	if hint == "" || hint[0] >= '0' && hint[0] <= '9' {
		hint = "layout"
	}
	for n := 1; ; n++ {
		name := "#" + hint
		if n > 1 {
			name = fmt.Sprintf("#%s_%d", hint, n)
		}
		used := slices.Contains(aliasNames().FindAllString(text, -1), name)
		for _, other := range taken {
			used = used || other == name
		}
		if !used {
			return name
		}
	}
}

// topOf returns the offset in the text before which aliases for op are defined: the line of the
// outermost operation around op that the text has, with the comment above it.
func topOf(op *ir.Operation) (offset int) {
	for at := op; at != nil; at = at.Parent() {
		src, begin, ok := at.Loc().Source()
		if !ok {
			continue
		}
		rest := src.Text[begin:]
		for _, name := range []string{at.Name(), `"` + at.Name(), strings.TrimPrefix(at.Name(), "builtin.")} {
			if strings.HasPrefix(rest, name) {
				offset = lineAbove(src.Text, begin)
			}
		}
	}
	return offset
}

// lineAbove returns the begin of the line with an offset, or of the comment directly above it.
func lineAbove(text string, offset int) int {
	begin := strings.LastIndexByte(text[:offset], '\n') + 1
	for begin > 0 {
		above := strings.LastIndexByte(text[:begin-1], '\n') + 1
		if !strings.HasPrefix(strings.TrimSpace(text[above:begin]), "//") {
			break
		}
		begin = above
	}
	return begin
}
