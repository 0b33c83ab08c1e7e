package cpp

import (
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/scalar"
)

// Canonical returns the canonical C++ name of a class or class template instantiation
// (Poplar and PopLibs User Guide, Vertex name mangling): no leading "::", ", " after
// commas and no other optional space, types in their long form, integers in decimal
// without suffix, no const on arguments. Typedef names, missing default arguments and
// unqualified names cannot be recognized in the text and are kept unchanged. The error
// code is name-parse.
func Canonical(name string) (string, error) {
	n, err := names.Parse(name)
	if err != nil {
		return "", err
	}
	if len(n.Parts) == 1 && n.Parts[0].Args == nil {
		if _, isType := scalar.LongForm([]string{n.Parts[0].Ident}); isType {
			return "", diag.Errorf("name-parse", "expected the name of a class in vertex name, found '%s'", n.Parts[0].Ident)
		}
	}
	var b strings.Builder
	if err := writeName(&b, n); err != nil {
		return "", err
	}
	return b.String(), nil
}

// ParseName reads the name of a class or of an instantiation. The error code is
// name-parse.
func ParseName(name string) (*Name, error) { return names.Parse(name) }

// CheckCanonical tests that a name is canonical. The error codes are name-parse and
// name-form, whose message contains the canonical spelling.
func CheckCanonical(name string) error {
	c, err := Canonical(name)
	if err != nil {
		return err
	}
	if c != name {
		return diag.Errorf("name-form", "'%s' is not canonical; expected '%s'", name, c)
	}
	return nil
}

func writeName(b *strings.Builder, n *Name) error {
	for i := range n.Parts {
		if i > 0 {
			b.WriteString("::")
		}
		p := &n.Parts[i]
		b.WriteString(p.Ident)
		if p.Args == nil {
			continue
		}
		b.WriteByte('<')
		for j := range p.Args.Args {
			if j > 0 {
				b.WriteString(", ")
			}
			if err := writeArg(b, &p.Args.Args[j]); err != nil {
				return err
			}
		}
		b.WriteByte('>')
	}
	return nil
}

func writeArg(b *strings.Builder, a *Arg) error {
	if a.Number != "" {
		n, err := Decimal(a.Number)
		if err != nil {
			return err
		}
		b.WriteString(n)
		return nil
	}
	names := a.WithoutConst()
	words := make([]string, len(names))
	for i, n := range names {
		words[i] = n.Word()
	}
	if long, ok := scalar.LongForm(words); ok {
		b.WriteString(long)
	} else if len(names) == 1 {
		if err := writeName(b, &names[0]); err != nil {
			return err
		}
	} else {
		return diag.Errorf("name-parse", "expected one type in template argument, found '%s'", a.Spelling())
	}
	for _, r := range a.Refs {
		b.WriteString(r)
	}
	return nil
}

// WithoutConst returns the names of the argument without the word const.
func (a *Arg) WithoutConst() []Name {
	isConst := func(n Name) bool { return n.Word() == "const" }
	if !slices.ContainsFunc(a.Names, isConst) {
		return a.Names
	}
	return slices.DeleteFunc(slices.Clone(a.Names), isConst)
}

// String is the canonical spelling, or "" if there is none.
func (n *Name) String() string {
	var b strings.Builder
	if writeName(&b, n) != nil {
		return ""
	}
	return b.String()
}

// String is the canonical spelling of the argument, or "" if there is none.
func (a *Arg) String() string {
	var b strings.Builder
	if writeArg(&b, a) != nil {
		return ""
	}
	return b.String()
}

// Word returns the name if it is a single identifier, otherwise "".
func (n *Name) Word() string {
	if len(n.Parts) != 1 || n.Parts[0].Args != nil {
		return ""
	}
	return n.Parts[0].Ident
}

// Spelling renders an argument for messages.
func (a *Arg) Spelling() string {
	if a.Number != "" {
		return a.Number
	}
	var b strings.Builder
	for i := range a.Names {
		if i > 0 {
			b.WriteByte(' ')
		}
		last := a.Names[i].Parts[len(a.Names[i].Parts)-1]
		for _, p := range a.Names[i].Parts[:len(a.Names[i].Parts)-1] {
			b.WriteString(p.Ident + "::")
		}
		b.WriteString(last.Ident)
		if last.Args != nil {
			b.WriteString("<…>")
		}
	}
	return b.String() + strings.Join(a.Refs, "")
}

// Decimal returns a C++ integer literal in decimal without suffix: "0x10u" is
// "16", "1'000" is "1000", "010" is "8".
func Decimal(literal string) (string, error) {
	digits, negative := strings.CutPrefix(literal, "-")
	digits = strings.ReplaceAll(strings.TrimRight(digits, "uUlL"), "'", "")
	base := 0
	if strings.HasPrefix(digits, "0o") || strings.HasPrefix(digits, "0O") {
		base = 10 // Go's octal prefix is no C++
	}
	n, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return "", diag.Errorf("name-parse", "expected an integer of at most 64 bits, found '%s'", literal)
	}
	s := strconv.FormatUint(n, 10)
	if negative && n != 0 {
		s = "-" + s
	}
	return s, nil
}
