// Package spelling reads and writes layouts as other compilers spell them. It exists so that a layout of Triton,
// IREE, XeGPU or CuTe can be drawn, compared with a layout of another compiler, and written in
// its spelling.
//
// A reader makes a [Layout] of a text: digits of package layout. A writer searches parameters of its attribute,
// and the result is read again and compared place by place. So a text that is written describes exactly the
// layout; if a spelling cannot express a layout, the error names the first place that differs.
package spelling

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/internal/base/lazyre"
	"optc/ir"
	"optc/layout/spell"
)

// Spelling is a way to write layouts.
type Spelling struct {
	Name   string // the beginning of the texts, without the mark # or !
	Title  string
	Memory bool   // a layout of memory, not of threads
	Both   bool   // also a layout of threads, even if Memory is set
	Drawn  bool   // the definition of the attribute has its own picture
	Sample string // a text of the spelling
	Source string // source of its rules
	prefix string // of texts
	read   func(text string, o Options) (*Layout, error)
	write  func(l *Layout, o Options) (string, error)
	// symbolic writes a layout with symbols, and returns it with the names that they have in the text; nil if no text describes it.
	symbolic func(l *spell.Symbolic) (named *spell.Symbolic, text string, err error)
}

// Options are facts that a text of a layout leaves open.
type Options struct {
	Context *ir.Context
	Shape   []int64 // shape of the tensor; nil for the smallest shape that the layout describes
	Lanes   int64   // lanes of a subgroup, if a spelling does not distinguish threads of different subgroups; 0 for all threads, at most 32
	threads int64   // least number of threads of a workgroup; threads beyond the layout hold copies
	depth   int     // depth of nested layouts
}

// Table lists the spellings.
var Table []*Spelling

func init() {
	Table = slices.Concat(cuteSpellings, tritonSpellings, tritonOperandSpellings, tritonSharedSpellings, xegpuSpellings, ireeSpellings, swizzleSpellings)
}

// Help lists the spellings.
func Help() string {
	lines := make([]string, len(Table))
	for i, s := range Table {
		lines[i] = fmt.Sprintf("%s: %s", s.Name, s.Title)
	}
	return "Spellings: " + strings.Join(lines, "; ") + "."
}

// Names lists the names of the spellings.
func Names() (names []string) {
	for _, s := range Table {
		names = append(names, s.Name)
	}
	return names
}

// Lookup returns the spelling with a name.
func Lookup(name string) (*Spelling, error) {
	for _, s := range Table {
		if s.Name == name {
			return s, nil
		}
	}
	return nil, fmt.Errorf("there is no spelling '%s'; %s%s", name, listed, diag.DidYouMean(name, Names()))
}

// listed is the hint that names the help topic with all spellings.
const listed = "'optc help layout' lists the spellings"

// Of returns the spelling of a text; nil if there is none. A function of layouts, such as inverse(A), has CuTe's
// spelling.
func Of(text string) *Spelling {
	text = pasted(text)
	for _, s := range Table {
		if strings.HasPrefix(text, s.prefix) {
			return s
		}
	}
	if spell.IsCuTe(text) {
		return cuteSpellings[0]
	}
	return nil
}

// Read returns the layout that a text describes. The error is an [ir.Diagnostic] at the mistake in the text, unless no spelling begins like
// the text.
func Read(text string, o Options) (*Layout, error) {
	s := Of(text)
	text = pasted(text)
	if s == nil {
		return nil, fmt.Errorf("expected a layout, but got '%s'; %s%s", text, listed, suggestion(text))
	}
	l, err := s.read(text, o)
	if err != nil {
		return nil, Located(text, err)
	}
	return l, nil
}

// before are texts that a spelling had in earlier versions of a compiler, with the texts of today.
var before = strings.NewReplacer("#triton_gpu.shared<", "#ttg.swizzled_shared<", "#ttg.shared<", "#ttg.swizzled_shared<", "#triton_gpu.", "#ttg.")

// labelled matches the name that CuTe prints before a layout of a TiledMMA or TiledCopy.
var labelled = lazyre.New(`^[A-Z]\w{2,}:\s+`)

// WithoutLabel returns a text without the name that CuTe prints before it: LayoutC_TV: (_4,_8):(_8,_1) is (_4,_8):(_8,_1).
func WithoutLabel(text string) string {
	trimmed := strings.TrimSpace(text)
	if label := labelled().FindString(trimmed); label != "" {
		return trimmed[len(label):]
	}
	return text
}

// pasted returns a text copied from the output of a compiler without the text around the layout: the name of an alias, as in
// "#blocked = #ttg.blocked<…>", or of a part, as in "LayoutC_TV: (_4,_8):(_8,_1)", spaces, and names from earlier versions.
func pasted(text string) string {
	text = strings.TrimSpace(WithoutLabel(text))
	if name, value, ok := strings.Cut(text, "="); ok && len(name) > 1 && strings.ContainsRune("#!", rune(name[0])) {
		if !strings.ContainsFunc(strings.TrimSpace(name[1:]), func(c rune) bool { return c >= 0x80 || !isLetter(byte(c)) }) {
			text = strings.TrimSpace(value)
		}
	}
	if strings.HasPrefix(text, "#") {
		text = before.Replace(text)
	}
	return text
}

// IsExpression reports whether a text looks like a function of layouts, or like a swizzled layout, whatever its name.
func IsExpression(text string) bool {
	end := strings.IndexAny(text, "(<")
	if end < 1 || strings.ContainsFunc(text[:end], func(c rune) bool { return c >= 0x80 || !isLetter(byte(c)) }) {
		return false
	}
	if text[end] == '<' {
		_, inner, ok := strings.Cut(text, ">")
		return ok && strings.HasPrefix(strings.TrimLeft(inner, " "), "o")
	}
	return strings.HasSuffix(text, ")")
}

// suggestion names the spelling, or the function of layouts, that a text may mean, if any.
func suggestion(text string) diag.Suggestion {
	if name, _, ok := strings.Cut(text, "("); ok && !strings.Contains(name, "<") {
		return diag.DidYouMean(name, spell.CuTeFunctions())
	}
	name, _, _ := strings.Cut(text, "<")
	return diag.DidYouMean(strings.TrimLeft(name, "#!"), append(Names(), "Swizzle"))
}

// Misspelled reports whether a text begins nearly like a spelling whose dialect a context does not have, so that its
// parser would call the dialect unregistered.
func Misspelled(c *ir.Context, text string) bool {
	dialect, _, _ := strings.Cut(strings.TrimLeft(text, "#!"), ".")
	return Of(text) == nil && c.Dialect(dialect) == nil && suggestion(text).Meant != ""
}

// errOther is the error of a writer that has found no parameters; a difference from the closest parameters is a better error.
var errOther = errors.New("no parameters describe it")

// Write writes a layout in the spelling, or says why the spelling cannot express it.
func (s *Spelling) Write(l *Layout, o Options) (string, error) {
	refuse := func(reason string) error {
		return fmt.Errorf("%s cannot express this layout: %s", s.Name, reason)
	}
	if s.write == nil {
		return "", refuse("the spelling is read only")
	}
	if s.Memory != l.Memory && !s.Both {
		return "", refuse(fmt.Sprintf("it describes %s, and this is a layout of %s", sortName(s.Memory), sortName(l.Memory)))
	}
	if l.Undivided {
		split, err := l.WithLanes(o.lanes(l))
		if err != nil {
			return "", refuse(err.Error())
		}
		l = split
	}
	o.Shape = l.Shape
	if !l.Memory {
		o.Lanes, o.threads = l.Extent(lane), l.Threads()
	}
	text, err := s.write(l, o)
	if err != nil {
		return "", refuse(err.Error())
	}
	again, err := s.read(text, o)
	if err != nil {
		return "", refuse(err.Error())
	}
	if how := l.differs(again); how != "" {
		return "", refuse("in " + text + ", the closest, " + how)
	}
	return text, nil
}

// lanes returns the size of a subgroup for a layout whose spelling has no subgroups.
func (o Options) lanes(l *Layout) int64 {
	if o.Lanes > 0 {
		return min(o.Lanes, l.Extent(lane))
	}
	return min(l.Extent(lane), 32)
}

// search returns the first of the texts that describes the layout. The error names the difference to the first text that
// describes a layout at all.
func search(l *Layout, o Options, texts []string, read func(text string, o Options) (*Layout, error)) (string, error) {
	reason := errOther
	for _, text := range texts {
		found, err := read(text, o)
		if err != nil {
			continue
		}
		how := l.differs(found)
		if how == "" {
			return text, nil
		}
		if errors.Is(reason, errOther) {
			reason = fmt.Errorf("in %s, for example, %s", text, how)
		}
	}
	return "", reason
}
