package okk_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
)

// fixedTypes holds the element types that fixed-point functions take, by function: sources
// and destination, as the functional model of BM1684 executes them. All other triples are
// refused: the model asserts, or okk.h has no name for them.
var fixedTypes = map[string]string{
	"add": bothWidths, "sub": bothWidths,
	"mul": narrowSources,
	"mac": `i8 i8 i16, i8 ui8 i16, ui8 i8 i16, ui8 ui8 i16, ui8 ui8 ui16`,
	"max": `i8 i8 i8, ui8 ui8 ui8, i16 i16 i16, ui16 ui16 ui16`,
	"min": `i8 i8 i8, ui8 ui8 ui8, i16 i16 i16, ui16 ui16 ui16`,
}

const (
	narrowSources = `i8 i8 i8, i8 i8 i16, i8 ui8 i8, i8 ui8 i16, ui8 i8 i8, ui8 i8 i16, ui8 ui8 i8, ui8 ui8 i16, ui8 ui8 ui8, ui8 ui8 ui16`
	bothWidths    = narrowSources +
		`, i16 i16 i8, i16 i16 i16, i16 ui16 i8, i16 ui16 i16, ui16 i16 i8, ui16 i16 i16, ui16 ui16 i8, ui16 ui16 i16, ui16 ui16 ui8, ui16 ui16 ui16`
)

// TestFixedTypes: every function takes exactly the types of the table.
func TestFixedTypes(t *testing.T) {
	t.Parallel()
	small := []string{"i8", "ui8", "i16", "ui16"}
	for kind, list := range fixedTypes {
		for _, first := range small {
			for _, second := range small {
				for _, dst := range small {
					triple := strings.Join([]string{first, second, dst}, " ")
					want := strings.Contains(", "+list+",", ", "+triple+",")
					if err := verifyFixed(t, kind, dst, first, second); (err == nil) != want {
						t.Errorf("%s %s: %v", kind, triple, err)
					}
				}
			}
		}
	}
}

func verifyFixed(t *testing.T, kind string, types ...string) error {
	var b strings.Builder
	b.WriteString("module attributes {okk.machine = #okk.machine<bm1684>} {\n  okk.kernel @k {\n")
	names, all3 := []string{}, []string{}
	for i, elem := range types {
		mode := "n4"
		if strings.HasSuffix(elem, "16") {
			mode = "n2"
		}
		typ := fmt.Sprintf("!okk.local<4x2x1x3x%s, mode = %s, aligned>", elem, mode)
		fmt.Fprintf(&b, "    %%t%d = okk.alloc : %s\n", i, typ)
		names, all3 = append(names, fmt.Sprintf("%%t%d", i)), append(all3, typ)
	}
	fmt.Fprintf(&b, "    okk.fixed_point %s %s : %s\n  }\n}\n", kind, strings.Join(names, ", "), strings.Join(all3, ", "))
	var ds ir.Diagnostics
	m, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Name: "kernel.mlir", Text: b.String()}, &ds)
	if err == nil {
		err = ir.Verify(m, &ds)
	}
	return err
}
