package poplar_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
	"optc/grammar"
	"optc/ir"
	"optc/parser"
)

// parseModule reads and verifies text; it returns the diagnostics, "" for none.
func parseModule(ctx *ir.Context, text string) (*ir.Operation, string) {
	var diags ir.Diagnostics
	module, err := parser.Parse(context.Background(), ctx, &ir.Source{Name: "test.mlir", Text: text}, &diags)
	if err == nil {
		ir.Verify(module, &diags)
	}
	return module, diags.String()
}

// roundTrip parses, prints and parses again, in both forms.
func roundTrip(t *testing.T, text string) string {
	t.Helper()
	ctx := ir.NewContext(poplar.Dialect)
	module, diags := parseModule(ctx, text)
	if diags != "" {
		t.Fatalf("%s\nin\n%s", diags, text)
	}
	pretty := module.String()
	for _, o := range []ir.PrintOptions{{}, {Generic: true}} {
		printed := string(ir.Print(module, o))
		again, diags := parseModule(ctx, printed)
		if diags != "" {
			t.Fatalf("%s\nin\n%s", diags, printed)
		}
		if got := again.String(); got != pretty {
			t.Fatalf("printed\n%s\nbut read again it prints\n%s", pretty, got)
		}
	}
	return pretty
}

func TestEvalPredicate(t *testing.T) {
	t.Parallel()
	args := map[string]poplar.TemplateArg{
		"T":  {Kind: poplar.TypeParam, Elem: scalar.Half},
		"on": {Kind: poplar.BoolParam, Int: 1},
		"n":  {Kind: poplar.UIntParam, Int: 4},
		"op": {Kind: poplar.EnumParam, Name: "ns::Op::ADD"},
		"C":  {Kind: poplar.ClassParam, Name: "ns::Add"},
		"L":  {Kind: poplar.EnumParam, Name: "poplar::VectorLayout::ONE_PTR"},
	}
	for text, want := range map[string]string{
		"on":                         "true",
		"!on":                        "false",
		"!!on":                       "true",
		"T == f16":                   "true",
		"T != f16 || n < 5":          "true",
		"T != f16 || n < 4":          "false",
		"on && (T == f32 || n == 4)": "true",
		"!(on && n == 4)":            "false",
		"op == ns::Op::ADD":          "true",
		"-1 < n":                     "true",
		"false || true && false":     "false",
		"n <= 4 && !(n <= 3)":        "true",
		"n * 2 + 1 == 9":             "true",
		"7 / n - 7 % n == -2":        "true",
		"2 + 3 * n == (2 + 3) * n":   "false",
		"sizeof(T) * n == 8":         "true",
		"-n == 0 - 4":                "true",
		"(on ? T : f32) == f16":      "true",
		"on ? false : true":          "false",
		"C == ns::Add":               "true",
		"C == ::Add":                 "false",
		"L == ONE_PTR":               "true",
		"n / 0 == 1":                 "4 / 0 has no value [predicate-value]",
		"9999999999 * n == 1":        "9999999999 * 4 leaves the numbers that an expression may have [predicate-value]",
		"T + 1 == 2":                 "expected integers on both sides of '+', but 'half' is of kind type [predicate-kind]",
		"sizeof(n) == 4":             "expected a type in sizeof, but '4' is of kind ui32 [predicate-kind]",
		"on ? n : T":                 "cannot choose between '4' of kind ui32 and 'half' of kind type [predicate-kind]",
		"n ? on : on":                "expected a truth value in predicate, but '4' is of kind ui32 [predicate-kind]",
		strings.Repeat("n < 5 && ", grammar.MaxNesting) + "on": "true", // '<' is no bracket
		"n * 3 == 12 && n + 0 == 4":                            "true",
		"n % 3 == 1 && 3 - 0 != 0":                             "true",
		"T == f16 && T != f32":                                 "true",
		"n <= 3 || n < 4":                                      "false",
		"2147483647 + n == 2147483651":                         "true",
		"-2147483647 - 1 - n == -2147483647 - 5":               "true",
		"sizeof(T) == 2 && sizeof(f32) == 4":                   "true",
		"2147483648 + n == 0":                                  "2147483648 + 4 leaves the numbers that an expression may have [predicate-value]",
		"n - 2147483648 == 0":                                  "4 - 2147483648 leaves the numbers that an expression may have [predicate-value]",
		"-2147483648 == 0":                                     "0 - 2147483648 leaves the numbers that an expression may have [predicate-value]",
		"n * (-2147483647 - 2) == 0":                           "4 * -2147483649 leaves the numbers that an expression may have [predicate-value]",
		"n % 0 == 1":                                           "4 % 0 has no value [predicate-value]",
		"0 / n == 0 && 0 % n == 0":                             "true",
		"!n":                                                   "expected a truth value in predicate, but '4' is of kind ui32 [predicate-kind]",
		"!m":                                                   "'m' is no template parameter and no literal [predicate-name]",
		"on && n":                                              "expected a truth value in predicate, but '4' is of kind ui32 [predicate-kind]",
		"n || on":                                              "expected a truth value in predicate, but '4' is of kind ui32 [predicate-kind]",
		"on ? n * 5 : T":                                       "cannot choose between '20' of kind si32 and 'half' of kind type [predicate-kind]",
		"on ? m : T":                                           "'m' is no template parameter and no literal [predicate-name]",
		"on ? T : m":                                           "'m' is no template parameter and no literal [predicate-name]",
		"on ? op == ns::Op::ADD : C == ns::Add":                "true",
		"(on ? op : C) == ns::Op::ADD":                         "true",
		"m == 1":                                               "'m' is no template parameter and no literal [predicate-name]",
		"1 == m":                                               "'m' is no template parameter and no literal [predicate-name]",
		"m + 1 == 1":                                           "'m' is no template parameter and no literal [predicate-name]",
		"1 + m == 1":                                           "'m' is no template parameter and no literal [predicate-name]",
		"1 * m * 2 == 1":                                       "'m' is no template parameter and no literal [predicate-name]",
		"1 + m + 2 == 1":                                       "'m' is no template parameter and no literal [predicate-name]",
		"1 + T == 1":                                           "expected integers on both sides of '+', but 'half' is of kind type [predicate-kind]",
		"sizeof(m) == 1":                                       "'m' is no template parameter and no literal [predicate-name]",
		"-T == 1":                                              "expected integers on both sides of '-', but 'half' is of kind type [predicate-kind]",
		"on < on":                                              "expected integers on both sides of '<', but 'true' is of kind i1 [predicate-kind]",
		"on == true && on != false":                            "true",
		"L == poplar::VectorLayout::ONE_PTR":                   "true",
		"L == DELTAN":                                          "false",
		"ff == f16":                                            "'ff' is no template parameter and no literal [predicate-name]",
		"n":                                                    "expected a truth value in predicate, but '4' is of kind ui32 [predicate-kind]",
		"T < f16":                                              "expected integers on both sides of '<', but 'half' is of kind type [predicate-kind]",
		"T == 1":                                               "cannot compare 'half' of kind type with '1' of kind si32 [predicate-kind]",
		"true || m":                                            "'m' is no template parameter and no literal [predicate-name]",
		"on &&":                                                "expected a parameter or literal in predicate, found the end [predicate-parse]; at byte 5 of 'on &&'",
		"n == 99999999999999999999999":                         "integer 99999999999999999999999 is too large [predicate-parse]",
	} {
		v, err := poplar.EvalPredicate(text, args)
		got := fmt.Sprint(v)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestExamplesRoundTrip(t *testing.T) {
	t.Parallel()
	for _, op := range poplar.Dialect.Definitions().Ops {
		if len(op.Examples) == 0 {
			t.Errorf("%s has no example", op.Name())
		}
		mentioned := false
		for _, e := range op.Examples {
			mentioned = mentioned || strings.Contains(e, op.Name())
			roundTrip(t, e)
		}
		if !mentioned {
			t.Errorf("the examples of %s do not show it", op.Name())
		}
	}
}
