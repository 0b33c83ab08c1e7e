// Package layout answers, for every kind of hardware, two questions about distributed data: which
// unit holds a logical element, and where in the unit. It exists so that the rest of the program
// asks these questions in one way, for a thread with registers, a tile with memory or a processor
// with banks.
//
// # A picture
//
// A vector of 2×8 elements is spread over four threads. Each cell shows the
// thread and the register that hold the element:
//
//	        j=0  1    2    3    4    5    6    7
//	i=0     t0r0 t0r1 t1r0 t1r1 t0r2 t0r3 t1r2 t1r3
//	i=1     t2r0 t2r1 t3r0 t3r1 t2r2 t2r3 t3r2 t3r3
//
// The same picture describes a tensor whose rows are dealt to tiles, or
// channels that are dealt to processors, if "register" is read as "byte
// offset". A layout is a function from coordinates to (unit, offset):
//
//	f(i, j) = (thread, register)
//
// [Map] is such a function. We call it a unit map.
//
// # The key fact
//
// Write every coordinate as a number in a mixed radix. In the picture i has
// one digit, and j has three, from the least significant one: j mod 2,
// (j div 2) mod 2, j div 4. Every digit moves the element by a fixed amount:
//
//	digit         values   moves the thread by   moves the register by
//	i             2        2                     0
//	j mod 2       2        0                     1
//	j div 2 mod 2 2        1                     0
//	j div 4       2        0                     2
//
// So f(i, j) is the sum of one step per digit, and the table above describes it
// completely. [Digits] holds exactly this table. For (1, 6) the digits are 1; 0, 1, 1,
// and the sum is thread 2+1 = 3, register 0+2 = 2: t3r2.
//
// # Three facts that the radix alone does not determine
//
// A shift. Channels are dealt to processors in turn, but a tensor may begin at
// processor 2. Then the number that is written in digits is c + 2:
//
//	c            0     1     2     3     4
//	c + 2        2     3     4     5     6
//	processor    2     3     0     1     2       (c+2) mod 4
//	block row    0     0     1     1     1       (c+2) div 4
//
// Copies. If 64 threads share a vector that needs 16, every element exists in four
// threads. A free digit is a digit that no coordinate drives: the element is stored at
// each of its values ([Digits.Free], [Map.LocateAll]).
//
// Reversal. A digit with negative steps runs through its places in the opposite order.
//
// # Names
//
// A map may declare what its units and its cells are ([Map.Axes]), such as the tiles of an IPU and bytes. Slices, views,
// compositions and the other maps to the same places keep the names, an inverse has none, because its places are elements. Errors
// and pictures use these names. [Map.Grouped], [Map.Dealt], [Map.InBanks] and [Map.Tiled] change the axes: from threads to
// subgroups, to lanes, from cells to banks, and from a workgroup to a grid.
//
// # Where the forms come from
//
//	source             units            digits, from the least significant one
//	nested layout      threads of all   per dimension: element (offset), thread (unit), outer,
//	                   subgroups        batch (offset), subgroup (unit); see [Nested]
//	okk tensor         processors       N: one digit; C, shifted by the first processor:
//	                                    processor (unit), block row (offset); H; W
//	okk packed modes   processors       N: place inside the packed group, then group
//	okk matrix         processors       column, shifted: column of the channel (offset),
//	                                    processor (unit), block row (offset)
//	system memory      one              one digit per dimension; see [Strided]
//	linear tile map    tiles            flat index: element (offset), tile (unit)
//	any tile map       tiles            none: see the table form
//
// # The table form
//
// Not every function is regular. A tile mapping may assign the elements [0, 7) and [40,
// 41) to tile 3 and the others to tile 4. The table form ([Table]) is a list of runs:
// elements with consecutive indices at consecutive places. [Map.Runs] turns digits into
// runs, [Map.Fold] finds the digits again if the runs are regular. All methods work on
// both forms, and neither form stores data per element: work and memory are proportional
// to the number of runs of a table, or to powers of the number of digits. Only [Map.Runs], [Plan] and [Moves] take steps per run of
// digits, because their results are lists of runs. Only a table makes a table: compositions, slices and views of digits are digits or
// chains.
//
// # Chains
//
// Two maps may have radices without a common refinement, such as 3·5 and 5·3. Their composition then has no digits: it is a chain,
// which evaluates one map after the other. Places, cells and the elements in cells of a chain cost steps per digit, as they do for
// digits.
//
// # What digits do not decide
//
// Some of these questions are NP-complete, so that no algorithm is known that answers all of them in a number of steps that is a
// polynomial in the number of digits. First, the digits are divided into the smallest parts such that a place is a sum of one number
// per part. Each part is decided separately, if necessary by a walk over its elements. No search or walk takes more than 2^24 steps,
// however many elements there are. Beyond, the method refuses: the error code is undecided.
//
//   - Do two elements share a cell ([Map.Collides]), and which element is in a cell ([Map.Invert], whose class is then [Undecided])? If
//     the steps of digits overlap, a digit of size 2 for each of some numbers asks whether two groups of the numbers have the same sum,
//     or whether one has a given sum. Digits of units that overlap ask the same for the cells of a unit ([Map.Extent]).
//   - Are two chains equal ([Map.Difference], [Map.SameUnits]), and which cells does a chain use ([Map.Extent])? Chains of maps in the
//     radices 2, 3, 5, 7, … ask whether a number below some bound has none of given rests.
//   - Where do two maps differ, if a dimension ends within a group of its digits, or if a digit turns another one after it was turned
//     itself? How many cells move, if digits do not divide each other ([CountExchange])? For the parts with such digits no method in
//     steps per digit is implemented.
//
// # Properties
//
//   - Locate and Invert are inverse: if Locate(c) = (u, o) then Invert(u, o+k)
//     is element c, cell k. Where nothing lies, Invert says why not (padding
//     after a row, a filler in a packed group, …: [Class]).
//   - A slice is the same map with other shifts ([Map.Slice]), so it never
//     moves data. Slices of slices are slices.
//   - A view under another shape exists when the digits can be dealt out to the
//     new dimensions ([Map.Reshape]); a table always has one.
//   - Maps compose: a map from a tensor to the registers of threads, followed
//     by one from registers to addresses, is a map from the tensor to addresses
//     ([Map.Compose]). A map has an inverse, from places to elements ([Map.Inverse]).
//     The inverse of one layout followed by another layout is the change from one to
//     the other, from places to places; package layout/change plans it.
//   - A change of layout is a list of moves in which every place of the
//     destination is written once ([Plan]). Moves within a unit are local, the
//     others need an exchange.
//   - Two elements share a cell if and only if [Map.Collides] says so. When
//     every stride exceeds what the smaller ones can add, none do.
//
// # The mathematics
//
// Let dimension d have extent n, shift a and digits of sizes s₀ … s_k with steps v₀ … v_k
// in ℤ², unit and offset. With x_i = ((c+a) div s₀⋯s_{i-1}) mod s_i the map is c ↦ Σ
// x_i·v_i, and f is the sum of these over the dimensions, plus a base. Three identities
// carry the algorithms. Two neighbouring dimensions, the inner one exact (no shift, n =
// s₀⋯s_k), are equivalent to one dimension with the digits of both. A digit of size s and
// step v followed by a digit of size t and step s·v is equivalent to one digit of size
// s·t. And adding a multiple of s₀⋯s_{k-1} moves only the top digit. These identities
// reduce every map to as few axes as possible, and a walk over its runs follows these
// axes.
//
// # Compared with linear layouts
//
// A linear layout, as in Triton, is a matrix over the field of two elements: every size must be a
// power of two, swizzles (exclusive or) are layouts too, and inverting is elimination. Here the
// digits have any size, because tiles come in 1472 and processors in 7, coordinates may be shifted,
// and irregular mappings have a separate form. A swizzle is a list of turns ([Turn]): a digit is
// added to another one, modulo its size, which is an exclusive or for bits and a rotation for
// larger digits. [Linear] finds the turns of a linear layout by elimination. Turns survive
// [Map.Inverse] and, as long as no digit that turns is divided, [Map.Compose]; if one is divided,
// the composition is a chain.
//
// # Errors
//
// Errors are [optc/diag.Error] values: bad-shape, bad-digit, bad-table,
// bad-nested, bad-permutation, too-large (beyond 2^62), unit-range,
// index-range, slice-range, does-not-fit, view-count, view-illegal,
// compose-shape, shape-mismatch, width-mismatch, unmapped, undecided (see above).
package layout
