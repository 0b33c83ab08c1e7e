package cpp

import (
	"strings"
	"testing"

	"optc/diag"
)

// FuzzCanonical: a canonical name is its own canonical name.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"::a::b<c,unsigned>", "a<-3, 0x10u>", "a<b<c>>::d<>", "a<const long long int>", "a<int", "a<float*>", "a_b", "unsigned"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		c, err := Canonical(name)
		if err != nil {
			if diag.CodeOf(err) == "" {
				t.Fatalf("error without a code: %v", err)
			}
			return
		}
		if again, err := Canonical(c); err != nil || again != c {
			t.Fatalf("%q is %q, which is %q, error %v", name, c, again, err)
		}
	})
}

// FuzzMangle: a symbol is a prefix followed by an identifier, the optional spaces of a
// name do not change it, and the rules keep and triple give the same symbol if there is
// no lone underscore.
func FuzzMangle(f *testing.F) {
	for _, s := range []string{"a::b<c, unsigned int>", "a_b", "a__b___c", "x____y", "a<b<c> >", "demo::P<-3>", "_", "a _ b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		keep, err := Mangle(name, KeepUnderscore)
		if err != nil {
			if diag.CodeOf(err) != "mangle-char" {
				t.Fatalf("%q: %v", name, err)
			}
			return
		}
		for i := range len(keep) {
			if !isIdent(keep[i]) {
				t.Fatalf("%q: symbol %q is no identifier", name, keep)
			}
		}
		triple, err := Mangle(name, TripleUnderscore)
		if err != nil || HasLoneUnderscore(name) != (keep != triple) {
			t.Fatalf("%q: %q and %q, error %v", name, keep, triple, err)
		}
		if !strings.Contains(name, "__") {
			if model := mangleByReplacing(name); !strings.Contains(name, " ") && model != keep {
				t.Fatalf("%q: %q, but replacing gives %q", name, keep, model)
			}
		}
		if c, err := Canonical(name); err == nil {
			if s, err := Mangle(c, KeepUnderscore); err != nil && diag.CodeOf(err) != "mangle-char" || !strings.HasPrefix(s, SymbolPrefix) && err == nil {
				t.Fatalf("%q: canonical %q gives %q, error %v", name, c, s, err)
			}
		}
	})
}

// mangleByReplacing implements the document's rule as a chain of replacements; it is
// correct for names without spaces and neighbouring underscores.
func mangleByReplacing(name string) string {
	return SymbolPrefix + strings.NewReplacer("::", "__", "<", "___", ",", "_", ">", "").Replace(name)
}
