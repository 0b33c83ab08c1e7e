package optmain_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
)

// distinct returns a valid module of about the given size in bytes in which hardly any attribute,
// type or location occurs twice: many small functions, each with different maps, numbers, strings,
// lists, dictionaries, vectors and positions. repeated returns a module of the same size whose
// functions are equal except for their names.
func distinct(seed uint64, size int) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	return smallFunctions(size, func(int) *rand.Rand { return r })
}

func repeated(seed uint64, size int) []byte {
	return smallFunctions(size, func(int) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) })
}

func smallFunctions(size int, random func(f int) *rand.Rand) []byte {
	var b bytes.Buffer
	b.WriteString("module {\n")
	for f := 0; b.Len() < size; f++ {
		r := random(f)
		n := func() int { return 1 + r.IntN(1<<30) }
		made, used := n(), n()
		fmt.Fprintf(&b, "  func.func @f%d(%%i: index, %%m: memref<?x%dxf32>) -> vector<%dxf32> {\n", f, n(), used)
		fmt.Fprintf(&b, "    %%0 = affine.apply affine_map<(d0) -> (d0 * %d + %d)>(%%i)\n", n(), n())
		fmt.Fprintf(&b, "    %%1 = arith.constant %d : i32\n", n())
		fmt.Fprintf(&b, "    %%2 = arith.constant %d.5 : f64\n", n())
		fmt.Fprintf(&b, "    %%3 = \"acme.make\"(%%0, %%1, %%2) {name = \"v%d\", shape = [%d, %d, %d], info = {id = %d, owner = @v%d}} : (index, i32, f64) -> vector<%dxf32> loc(\"model.py\":%d:%d)\n",
			n(), n(), n(), n(), n(), n(), made, n(), n())
		fmt.Fprintf(&b, "    %%4 = \"acme.use\"(%%3) {offsets = array<i64: %d, %d>, kind = #acme.kind<%d>} : (vector<%dxf32>) -> vector<%dxf32> loc(callsite(\"g%d\" at \"model.py\":%d:%d))\n",
			n(), n(), n(), made, used, n(), n(), n())
		fmt.Fprintf(&b, "    return %%4 : vector<%dxf32>\n  }\n", used)
	}
	b.WriteString("}\n")
	return b.Bytes()
}
