package cpp

import (
	"strings"
	"testing"

	"optc/diag"
)

func TestCanonical(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"::a::b<c,d>":                                   "a::b<c, d>",
		"a :: b < c , d >":                              "a::b<c, d>",
		"d::A<unsigned>":                                "d::A<unsigned int>",
		"d::A<long long int, short int, signed>":        "d::A<long long, short, int>",
		"d::A<int unsigned long>":                       "d::A<unsigned long>",
		"d::A<unsigned  char>":                          "d::A<unsigned char>",
		"d::A<signed char, char>":                       "d::A<signed char, char>",
		"d::A<const float, half const, const unsigned>": "d::A<float, half, unsigned int>",
		"d::A<0x10u, 1'000ull, 010, 0b11, 42L, 0>":      "d::A<16, 1000, 8, 3, 42, 0>",
		"d::A<-3, -0>":                                  "d::A<-3, 0>",
		"d::A<true, false>":                             "d::A<true, false>",
		"d::A<d::B<int, 2>, half>":                      "d::A<d::B<int, 2>, half>",
		"d::A<d::B<d::C<half>>>":                        "d::A<d::B<d::C<half>>>",
		"d::A<::ns::E::X>":                              "d::A<ns::E::X>",
		"d::A<>":                                        "d::A<>",
		"d::A<int>::B<half>":                            "d::A<int>::B<half>",
		"d::A<float *>":                                 "d::A<float*>",
		"SetSeed":                                       "SetSeed",
		"d::a__b_c":                                     "d::a__b_c",
	} {
		got, err := Canonical(name)
		if err != nil || got != want {
			t.Errorf("%q: %q, error %v; want %q", name, got, err, want)
		}
		if err := CheckCanonical(want); err != nil {
			t.Errorf("%q: %v", want, err)
		}
		if name != want {
			if err := CheckCanonical(name); diag.CodeOf(err) != "name-form" {
				t.Errorf("%q: error %v, want name-form", name, err)
			}
		}
	}
}

func TestCanonicalErrors(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"":                         "expected a name in vertex name, found the end [name-parse]; at byte 0 of ''",
		"a::":                      "expected a name in vertex name, found the end [name-parse]; at byte 3 of 'a::'",
		"a<b":                      "expected '>' in vertex name, found the end [name-parse]; at byte 3 of 'a<b'",
		"a<b>>":                    "unexpected '>' in vertex name [name-parse]; at byte 4 of 'a<b>>'",
		"a b":                      "unexpected 'b' in vertex name [name-parse]; at byte 2 of 'a b'",
		"3a":                       "expected a name in vertex name, found '3a' [name-parse]; at byte 0 of '3a'",
		"unsigned":                 "expected the name of a class in vertex name, found 'unsigned' [name-parse]",
		"a<float int>":             "expected one type in template argument, found 'float int' [name-parse]",
		"a<12abc>":                 "expected an integer of at most 64 bits, found '12abc' [name-parse]",
		"a<0o17>":                  "expected an integer of at most 64 bits, found '0o17' [name-parse]",
		"a<18446744073709551616>":  "expected an integer of at most 64 bits, found '18446744073709551616' [name-parse]",
		"a<const>":                 "expected one type in template argument, found 'const' [name-parse]",
		strings.Repeat("a<", 65):   "vertex name nests more than 64 template argument lists [name-parse]",
		strings.Repeat("a", 65537): "vertex name of 65537 bytes exceeds the limit of 65536 [name-parse]",
	} {
		_, err := Canonical(name)
		if err == nil || err.Error() != want {
			t.Errorf("%.40q:\n got %v\nwant %s", name, err, want)
		}
	}
}

// Each rule of mangling is tested once; symbols of poplibs are in testdata.
func TestMangle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, keep, triple string }{
		{"a::b", "a__b", "a__b"},
		{"a<b>", "a___b", "a___b"},
		{"a<b,c,  d>", "a___b_c_d", "a___b_c_d"},
		{"a<b >", "a___b", "a___b"},
		{"a<unsigned int>", "a___unsigned_int", "a___unsigned_int"},
		{"a<unsigned   int>", "a___unsigned_int", "a___unsigned_int"},
		{"a< b>", "a___b", "a___b"},
		{"a_b", "a_b", "a___b"},
		{"a__b", "a_Zb", "a_Zb"},
		{"a___b", "a_Z_b", "a_Z___b"},
		{"a____b", "a_Z_Zb", "a_Z_Zb"},
		{"_a_", "_a_", "___a___"},
		{"a_::_b", "a____b", "a________b"},
		{"a_Zb", "a_Zb", "a___Zb"},
		{"a b", "a_b", "a_b"},
		{" a", "a", "a"},
		{"a ", "a", "a"},
		{"a<b, c>", "a___b_c", "a___b_c"},
	} {
		for rule, want := range map[UnderscoreRule]string{KeepUnderscore: c.keep, TripleUnderscore: c.triple} {
			if got, err := Mangle(c.name, rule); err != nil || got != SymbolPrefix+want {
				t.Errorf("%q, %s: %q, error %v; want %q", c.name, rule, got, err, SymbolPrefix+want)
			}
		}
		if lone := HasLoneUnderscore(c.name); lone != (c.keep != c.triple) {
			t.Errorf("%q: lone underscore %v, but symbols %q and %q", c.name, lone, c.keep, c.triple)
		}
	}
	for name, want := range map[string]string{
		"demo::P<-3>": "character '-' in 'demo::P<-3>' cannot be mangled [mangle-char]; at byte 8",
		"a<float*>":   "character '*' in 'a<float*>' cannot be mangled [mangle-char]; at byte 7",
		"a:b":         "character ':' in 'a:b' cannot be mangled [mangle-char]; at byte 1",
		"a:::b":       "character ':' in 'a:::b' cannot be mangled [mangle-char]; at byte 3",
		"a<é>":        "character 'é' in 'a<é>' cannot be mangled [mangle-char]; at byte 2",
		"a\tb":        "character '\t' in 'a\tb' cannot be mangled [mangle-char]; at byte 1",
	} {
		if got, err := AppendSymbol([]byte("x"), name, KeepUnderscore); err == nil || err.Error() != want || string(got) != "x" {
			t.Errorf("%q:\n got %v, %q\nwant %s", name, err, got, want)
		}
	}
}

// Different names that share a symbol.
func TestSymbolCollisions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, second string
		keep, triple  string // the common symbol under each rule, "" if they differ
	}{
		{first: "d::A<d::B<int, 2>, half>", second: "d::A<d::B<int>, 2, half>", keep: "d__A___d__B___int_2_half",
			triple: "d__A___d__B___int_2_half"},
		{first: "d::V<long, long>", second: "d::V<long long>", keep: "d__V___long_long", triple: "d__V___long_long"},
		{first: "d::A_B", second: "d::A<B>", triple: "d__A___B"},
		{first: "d::_a", second: "d_::a", keep: "d___a", triple: "d_____a"},
		{first: "d::f__g", second: "d::f_Zg", keep: "d__f_Zg"},
	} {
		for rule, symbol := range map[UnderscoreRule]string{KeepUnderscore: c.keep, TripleUnderscore: c.triple} {
			table := SymbolTable{Rule: rule}
			first, err := table.Add(c.first)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := table.Add(c.first); err != nil {
				t.Errorf("%s twice: %v", c.first, err)
			}
			_, err = table.Add(c.second)
			if symbol == "" {
				if err != nil {
					t.Errorf("%s and %s, %s: %v", c.first, c.second, rule, err)
				}
				continue
			}
			want := "'" + c.first + "' and '" + c.second + "' both mangle to " + SymbolPrefix + symbol + " [symbol-collision]"
			if err == nil || err.Error() != want {
				t.Errorf("%s:\n got %v\nwant %s", rule, err, want)
			}
			if name, ok := table.Name(first); !ok || name != c.first {
				t.Errorf("%s: search gives %q, want the first vertex", rule, name)
			}
		}
	}
}

func TestUnderscoreRules(t *testing.T) {
	t.Parallel()
	for _, r := range []UnderscoreRule{KeepUnderscore, TripleUnderscore} {
		if got, err := ParseUnderscoreRule(r.String()); got != r || err != nil {
			t.Errorf("%s: %v, error %v", r, got, err)
		}
	}
	_, err := ParseUnderscoreRule("tripple")
	if want := "expected single-underscore keep or triple, but got 'tripple'; did you mean 'triple'? [option-value]"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
