// Package spell reads layouts of a memory as CuTe writes them, computes with them, and writes them.
//
// # A picture
//
// A layout is a shape and a stride for each extent of it. The first extent is the fastest:
//
//	(2,3):(3,1)       coordinates (i, j), i < 2, j < 3, are in cell 3·i + 1·j
//
//	           j=0  1  2
//	i=0          0  1  2
//	i=1          3  4  5
//
// An extent can be divided, as in ((2,2),3):((6,1),2). Its first mode has two digits: coordinate i is i mod 2 and i div 2, which
// move the element by 6 cells and by 1.
//
// # Functions
//
// A text may apply functions to layouts ([CuTeFunctions] lists them):
//
//	compose((6,2):(8,2), (4,3):(3,1))  =  ((2,2),3):((24,2),8)
//	complement(4:2, 24)                =  (2,3):(1,8)           the cells that 4:2 leaves out, up to 24
//	divide((4,2,3):(2,1,8), 4:2)       =  ((2,2),(2,3)):((4,1),(2,8))
//
// In the second line, 4:2 has the cells 0, 2, 4, 6. Each cell below 24 is the sum of one of these cells and of a cell of the
// result:
//
//	cell       0  1  2  3  4  5  6  7 │ 8  9  …
//	4:2        0     2     4     6    │
//	(2,3):(1,8)   0 or 1 more         │ 8 more
//
// Each function of maps here is also a Go function, such as [Complement], [Divide] and [LeftInverse].
//
// # Symbols
//
// Extents and strides may be terms with symbols, such as 16n ([Symbolic]). Functions of such layouts have results if divisors
// decide each step, so that a result holds for all values of the symbols:
//
//	coalesce((4,2n):(1,4))     =  8n:1
//	divide((n,8):(8,1), 4:2)   is refused: 2 divides some n, and not others
package spell
