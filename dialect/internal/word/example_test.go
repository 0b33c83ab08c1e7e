package word_test

import (
	"fmt"

	"optc/dialect/internal/word"
	"optc/ir"
)

// A set of words declares an attribute kind.
func Example() {
	signs := &word.Set{Dialect: "sample", Mnemonic: "sign", Summary: "sign of a number", Words: []string{"plus", "minus"}, Angles: true}
	c := ir.NewContext()
	minus := signs.Of(c, 1)
	fmt.Println(minus, minus.Word(), signs.Is(minus), signs.Is(c.Unit()))
	// Output: #sample.sign<minus> minus true false
}
