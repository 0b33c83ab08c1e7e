package lazyre_test

import (
	"fmt"

	"optc/internal/base/lazyre"
)

var word = lazyre.New(`[a-z]+`)

func Example() {
	fmt.Println(word().FindAllString("one 2 three", -1))
	// Output: [one three]
}
