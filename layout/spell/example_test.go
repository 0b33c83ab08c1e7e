package spell_test

import (
	"fmt"

	"optc/layout/spell"
)

// The cells that a layout leaves out, and the result if extents are symbols.
func Example() {
	m, err := spell.EvalCuTe("complement(4:2, 24)")
	if err != nil {
		panic(err)
	}
	text, _ := spell.CuTe(m)
	fmt.Println(text)
	s, err := spell.EvalSymbolic("coalesce((4,2n):(1,4))")
	if err != nil {
		panic(err)
	}
	fmt.Println(s)
	_, err = spell.EvalSymbolic("divide((n,8):(8,1), 4:2)")
	fmt.Println(err)
	// Output:
	// (2,3):(1,8)
	// 8n:1
	// a step of 2 cells does not fall on the digit of size n for all values of the symbols [bad-digit]
}
