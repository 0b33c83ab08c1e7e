// Package word declares attributes whose value is a word of a set: #gpu<dim x>,
// #gpu.address_space<private>, #amdgpu<mfma_perm_b none>. A dialect lists the words once;
// parser, printer, constraint, messages and reference are derived from the list.
package word

import (
	"slices"
	"strings"

	"optc/ir"
)

// Attr is an attribute whose value is a word.
type Attr struct {
	ir.AttrBase
	set   *Set
	value int
}

// Word returns the word of the attribute.
func (a *Attr) Word() string { return a.set.Words[a.value] }

// Value returns the position of the word in its set.
func (a *Attr) Value() int { return a.value }

// IsDeviceMapping reports whether the attribute maps a dimension of a loop
// (scf.DeviceMapping).
func (a *Attr) IsDeviceMapping() bool { return a.set.Device }

// IsWorkgroupMemory reports whether the attribute is the memory space that the threads of a
// workgroup share.
func (a *Attr) IsWorkgroupMemory() bool { return a.set.Shared != "" && a.Word() == a.set.Shared }

// Set declares the attributes whose values are the words of a set.
type Set struct {
	Dialect  string // dialect of the attributes
	Mnemonic string
	Class    string // of upstream, in its messages: "::mlir::gpu::Dimension"
	Summary  string
	Words    []string // by value
	Listed   []string // words in the order of upstream's messages; nil means Words
	Angles   bool     // spelled #dialect.mnemonic<word> instead of #dialect<mnemonic word>
	Device   bool     // the attributes map dimensions of loops (scf.DeviceMapping)
	Shared   string   // word of the memory that the threads of a workgroup share, or ""
}

// Of returns the attribute of a value.
func (s *Set) Of(c *ir.Context, value int) *Attr {
	sp := ir.Spell(c).Str("#").Str(s.Dialect)
	if s.Angles {
		sp.Str(".").Str(s.Mnemonic).Str("<")
	} else {
		sp.Str("<").Str(s.Mnemonic).Str(" ")
	}
	sp.Str(s.Words[value]).Str(">")
	return ir.InternAttr(sp, func(b ir.AttrBase) *Attr { return &Attr{b, s, value} })
}

// Read returns the number of the word of an attribute, or -1 if it is not an attribute of
// the set.
func Read[T ~int | ~uint8](a ir.Attribute) T {
	if w, ok := a.(*Attr); ok {
		return T(w.value)
	}
	none := -1
	return T(none)
}

// ReadList returns the numbers of the words in an array, or nil if there is no array.
func ReadList[T ~[]E, E ~int | ~uint8](a ir.Attribute) T {
	elems := ir.ReadArray(a)
	if elems == nil {
		return nil
	}
	list := make(T, len(elems))
	for i, e := range elems {
		list[i] = Read[E](e)
	}
	return list
}

// Is reports whether an attribute belongs to the set.
func (s *Set) Is(a ir.Attribute) bool {
	w, ok := a.(*Attr)
	return ok && w.set == s
}

// ValueOf returns the value of an attribute; ok is false if it is not an attribute of the set.
func (s *Set) ValueOf(a ir.Attribute) (value int, ok bool) {
	if w, ok := a.(*Attr); ok && w.set == s {
		return w.value, true
	}
	return 0, false
}

// Get returns the index of the word that attribute name of op holds, or -1.
func (s *Set) Get(op *ir.Operation, name string) int {
	if a, ok := op.Attr(name).(*Attr); ok && a.set == s {
		return a.value
	}
	return -1
}

// Read reads a word of the set; ok is false after an error.
func (s *Set) Read(p ir.AsmParser) (value int, ok bool) {
	pos := p.Pos()
	word := p.KeywordOrString()
	value = slices.Index(s.Words, word)
	if p.Ok() && value < 0 {
		listed := s.Listed
		if listed == nil {
			listed = s.Words
		}
		p.ErrorAt(pos, "expected %s to be one of: %s", s.Class, strings.Join(listed, ", "))
		p.SuggestAt(pos, word, s.Words)
	}
	return value, p.Ok()
}

// Parse reads the attribute without its mnemonic.
func (s *Set) Parse(p ir.AsmParser) ir.Attribute {
	if s.Angles {
		p.Expect("<")
	}
	value, ok := s.Read(p)
	if s.Angles {
		p.Expect(">")
	}
	if !ok || !p.Ok() {
		return nil
	}
	return s.Of(p.Context(), value)
}

// Print writes the text that Parse reads.
func (s *Set) Print(p *ir.Printer, a ir.Attribute) {
	word := a.(*Attr).Word()
	if s.Angles {
		p.Str("<").Str(word).Str(">")
	} else {
		p.Str(" ").Str(word)
	}
}

// Def declares the attribute.
func (s *Set) Def() *ir.AttrDef {
	open, end, sep := "#"+s.Dialect+"<", `">"`, " "
	syntax := `"` + strings.Join(s.Words, `" | "`) + `"`
	if s.Angles {
		open, sep = "#"+s.Dialect+".", "<"
		syntax = `"<" (` + syntax + `) ` + end
	}
	k := &ir.AttrDef{Mnemonic: s.Mnemonic, Summary: s.Summary, Syntax: syntax, Parse: s.Parse}
	for _, w := range s.Words {
		k.Examples = append(k.Examples, open+s.Mnemonic+sep+w+">")
	}
	return k
}

// Constraint accepts the attributes of the set.
func (s *Set) Constraint() *ir.AttrConstraint {
	return &ir.AttrConstraint{Summary: s.Summary, Check: s.Is, Parse: s.Parse, Print: s.Print}
}
