package codelet

import (
	"fmt"
	"strings"
	"testing"

	"optc/ir"
)

// TestExpressions: constants have the values of C++, here as the size of an array.
func TestExpressions(t *testing.T) {
	t.Parallel()
	const context = `
namespace n { enum class E : unsigned char { A = 3, B, C = B + 10 }; enum Plain { P, Q = 7 }; constexpr int k = 6; constexpr unsigned big = 4000000000u; struct S { static constexpr int m = 9; }; }
template <class T, int N = sizeof(T) * 2> struct F { static constexpr int v = N; };
template <int N> using G = F<char, N>;
template <class... T> struct Count { static constexpr int v = 2; };
`
	for expression, want := range map[string]string{
		"1 + 2 * 3 - 4":                 "3",
		"(1 + 2) * 3":                   "9",
		"17 / 5 + 17 % 5":               "5",
		"-7 / 2 + 10":                   "7",
		"0xffu & 0x3c":                  "60",
		"5 | 8":                         "13",
		"5 ^ 12":                        "9",
		"1 << 4 >> 1":                   "8",
		"~-6":                           "5",
		"+8":                            "8",
		"!0 + !3 + 1":                   "2",
		"n::k != 6 ? 1 : 2":             "2",
		"n::k != 5 ? 1 : 2":             "1",
		"n::k <= 6 ? 3 : 4":             "3",
		"n::k >= 7 ? 3 : 4":             "4",
		"n::k < 6 ? 3 : 4":              "4",
		"n::k > 5 ? 3 : 4":              "3",
		"2 > 1 && 1 > 2 ? 1 : 2":        "2",
		"2 > 1 || 1 / 0 ? 1 : 2":        "1",
		"1 > 2 && 1 / 0 ? 1 : 2":        "2",
		"0u - 1 > 0 ? 5 : 6":            "5",
		"n::big / 1000000000":           "4",
		"static_cast<int>(n::E::C)":     "14",
		"int(n::E::B)":                  "4",
		"(unsigned char)(260)":          "4",
		"unsigned{3}":                   "3",
		"n::Q":                          "7",
		"n::S::m":                       "9",
		"sizeof(short) + sizeof(float)": "6",
		"sizeof(n::E)":                  "1",
		"sizeof(n::Plain)":              "4",
		"F<short>::v":                   "4",
		"F<short, 11>::v":               "11",
		"G<5>::v":                       "5",
		"Count<int, float>::v":          "2",
		"'A' - 60":                      "5",
		"0b101":                         "5",
		"010":                           "8",
		"1'000":                         "1000",

		"1 / 0":                      "division by zero",
		"1 % 0":                      "division by zero",
		"2147483647 + 1":             "2147483647 + 1 does not fit in 'int'",
		"0 - 2147483648 > 0 ? 1 : 2": "2",
		"0x80000000 > 0 ? 3 : 4":     "3",
		"(0xffffffff + 1) + 1":       "1",
		"0xffffffff / 0x55555555":    "3",
		"-1 / 2u / 1000000000":       "2",
		"-1 % 10u":                   "5",
		"-8 >> 1 < 0 ? 5 : 6":        "5",
		"0x80000000 >> 28":           "8",
		"1ull << 40 >> 36":           "16",
		"18446744073709551615u / 6148914691236517205": "3",
		"18446744073709551615 > 0 ? 1 : 2":            "'18446744073709551615' is too large for an integer",
		"-1l < 1u ? 1 : 2":                            "2",
		"-1ll < 1u ? 1 : 2":                           "1",
		"-1l < 1 ? 1 : 2":                             "1",
		"1u < -1l ? 1 : 2":                            "1",
		"1u << 31 > 0 ? 1 : 2":                        "1",
		"1 << 31 < 0 ? 1 : 2":                         "1",
		"1 << 32":                                     "cannot shift 'int' by 32",
		"1ll << 63 < 0 ? 1 : 2":                       "1",
		"1ll << 64":                                   "cannot shift 'long long' by 64",
		"3 << 0":                                      "3",
		"short(1) << 16 >> 16":                        "1",
		"sizeof(1ul)":                                 "4",
		"sizeof(2147483647)":                          "4",
		"sizeof(2147483648)":                          "8",
		"sizeof(0x80000000)":                          "4",
		"sizeof(4294967295)":                          "8",
		"sizeof(4294967295u)":                         "4",
		"sizeof(0xffffffff)":                          "4",
		"sizeof(0x100000000)":                         "8",
		"sizeof(1ll) + sizeof(0)":                     "12",
		"9223372036854775807 > 0 ? 1 : 2":             "1",
		"9223372036854775808 > 0 ? 1 : 2":             "'9223372036854775808' is too large for an integer",
		"0x8000000000000000 > 0 ? 1 : 2":              "1",
		"0xffffffffffffffff / 0xfffffffffffffff":      "16",
		"bool(5) + 1":                                 "2",
		"unsigned(-1) > 0 ? 1 : 2":                    "1",
		"int() + 3":                                   "3",
		"(signed char)(200) + 60":                     "4",
		"int(n::E(4))":                                "4",
		"int(n::E(99))":                               "99",
		"sizeof(short(1) + short(1))":                 "4",
		"sizeof(1 > 2)":                               "1",
		"sizeof(1u + 1ll)":                            "8",
		"short(65537)":                                "1",
		"int('\\n')":                                  "10",
		"'ab'":                                        "expected a type or an integer, but got 'ab'",
		"1 << 64":                                     "cannot shift 'int' by 64",
		"1 >> -1":                                     "cannot shift 'int' by -1",
		"1.5":                                         "expected an integer, but got '1.5'",
		"\"a\"":                                       "expected a type or an integer",
		"int ? 1 : 2":                                 "expected a constant before '?', but got 'int'",
		"int + 1":                                     "expected constants around '+', but got 'int' and '1'",
		"-int":                                        "expected a constant after '-', but got 'int'",
		"n":                                           "field 'a': expected a number of elements of at least 1, but got 'a namespace'",
		"-2":                                          "field 'a': expected a number of elements of at least 1, but got '-2'",
		"65536][65536][65536][65536":                  "field 'a': expected an array of 1 to 16777216 elements",
		"n::kk":                                       "unknown name 'kk' in 'n'; did you mean 'k'?",
		"n::E::D":                                     "'n::E' has no enumerator 'D'",
		"n::S::x":                                     "'n::S' has no member 'x'",
		"n::k::x":                                     "has no member 'x'",
		"n::k(3)":                                     "cannot be called",
		"sizeof(n)":                                   "size of ",
		"F<3>::v":                                     "expected template argument 'T' to be a type, but got '3'",
		"F<int, int>::v":                              "expected a template argument that is a constant, but got 'int'",
		"F::v":                                        "class template 'F' needs arguments",
		"F<int, 1, 2>::v":                             "expected 2 template arguments, but got 3",
		"G::v":                                        "arguments",
	} {
		t.Run(expression, func(t *testing.T) {
			t.Parallel()
			module, problems := imported(t, source(context+fmt.Sprintf("class V : public poplar::Vertex { public: int a[%s]; };", expression)), "ipu2")
			got := problems + string(ir.Print(module, ir.PrintOptions{}))
			if want[0] <= '9' && !strings.Contains(want, " ") {
				want = "!poplar.array<" + want + " x si32>"
			}
			if !strings.Contains(got, want) {
				t.Errorf("no %q in\n%s", want, got)
			}
		})
	}
}
