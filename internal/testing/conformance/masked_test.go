package conformance

import (
	"fmt"
	"strings"
	"testing"
)

// TestJudgeMaskedReductions compares masked reductions of every kind with the machine. LLVM 22 uses
// a number that is not neutral in three cases: for maximumf, lanes that are off are the negative
// number of the smallest magnitude; for minimumf, they are the largest finite number; and a sum
// without an accumulator starts at +0.0. Each of these differences must occur, so that the
// exceptions are removed when the fault is.
func TestJudgeMaskedReductions(t *testing.T) {
	t.Parallel()
	j, ok := FindJudge()
	if !ok {
		t.Skip("skipped: " + Tool + " or " + Runner + " is not installed")
	}
	floats := []string{"add", "mul", "minimumf", "maximumf", "minnumf", "maxnumf"}
	integers := []string{"add", "mul", "minsi", "maxsi", "minui", "maxui", "and", "or", "xor"}
	const negative, zeros = "-1.0, -2.0, -4.0, -3.0", "-0.0, 0.0, -0.0, -0.0"
	infinite := map[string]string{"f16": "0x7C00, 0x7C00, 0x7C00, 0x7C00", "f32": "0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000", "f64": "0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000"}
	var cases []*Case
	faulty := map[*Case]bool{}
	for _, elem := range []string{"f16", "f32", "f64", "i8", "i32"} {
		kinds, vectors, accs := integers, []string{"-1, -2, 5, 100", "7, 3, 127, 64", "-128, 127, 0, -1"}, []string{"", ", %c"}
		if elem[0] == 'f' {
			kinds, vectors = floats, []string{"1.0, 2.0, -4.0, 0.5", negative, infinite[elem], zeros}
		}
		for _, kind := range kinds {
			for _, v := range vectors {
				if v == zeros && strings.HasSuffix(kind, "numf") {
					continue // either zero is right
				}
				for _, acc := range accs {
					c, err := maskedReductions(kind, elem, v, acc)
					if err != nil {
						t.Fatal(err)
					}
					faulty[c] = kind == "maximumf" && v == negative || kind == "minimumf" && v == infinite[elem] || kind == "add" && v == zeros && acc == ""
					cases = append(cases, c)
				}
			}
		}
	}
	if err := j.Judge(cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Refused != "" || c.Judged == 0 {
			t.Errorf("%s is not executed: %s", c.Trial.Name, c.Refused)
		}
		if wrong := c.Wrong != ""; wrong != faulty[c] {
			t.Errorf("%s: differs %v, want %v: %s", c.Trial.Name, wrong, faulty[c], c.Wrong)
		}
	}
}

// maskedReductions returns a module that reduces a vector under several masks.
func maskedReductions(kind, elem, v, acc string) (*Case, error) {
	var b strings.Builder
	b.WriteString("module {\n")
	first, _, _ := strings.Cut(v, ",")
	for i, mask := range []string{"true, true, true, true", "true, false, false, false", "false, true, true, false", "false, true, false, true"} {
		fmt.Fprintf(&b, `  func.func @f%d() -> %[2]s {
    %%v = arith.constant dense<[%[3]s]> : vector<4x%[2]s>
    %%m = arith.constant dense<[%[4]s]> : vector<4xi1>
    %%c = arith.constant %[5]s : %[2]s
    %%r = vector.mask %%m { vector.reduction <%[6]s>, %%v%[7]s : vector<4x%[2]s> into %[2]s } : vector<4xi1> -> %[2]s
    return %%r : %[2]s
  }
`, i, elem, v, mask, first, kind, acc)
	}
	b.WriteString("}\n")
	trial, err := NewTrial(fmt.Sprintf("%s of %s [%s]%s", kind, elem, v, acc), b.String(), 1)
	if err != nil {
		return nil, err
	}
	return &Case{Trial: trial, Text: b.String()}, nil
}
