package scalar

import (
	"strings"

	"optc/diag"
)

// Type is the type of an element of tensor data or of a plain field. The zero value is
// not a type. char, signed char and unsigned char are three types, and so are int and
// long, because they have different mangled names.
type Type uint8

// The element types of the tile (Graphcore ABI, scalar types).
const (
	Bool      Type = iota + 1 // bool, a byte that holds 0 or 1
	Char                      // char, signed on the tile
	SChar                     // signed char
	UChar                     // unsigned char
	Quarter                   // 8-bit float with metadata beside the data
	Short                     // short
	UShort                    // unsigned short
	Half                      // IEEE binary16
	Int                       // int, and enumerations without a fixed underlying type
	UInt                      // unsigned int
	Long                      // long
	ULong                     // unsigned long
	Float                     // IEEE binary32
	LongLong                  // long long
	ULongLong                 // unsigned long long

	Count = int(ULongLong) + 1
)

// elemTypes holds, per element type, the canonical C++ name, the IR spelling without the prefix
// "!poplar.", and the size of one element in bytes on a tile; types are
// aligned to their size.
var elemTypes = [Count]struct {
	cpp, ir string
	size    int
}{
	Bool:      {"bool", "i1", 1},
	Char:      {"char", "i8", 1},
	SChar:     {"signed char", "si8", 1},
	UChar:     {"unsigned char", "ui8", 1},
	Quarter:   {"quarter", "quarter", 1},
	Short:     {"short", "si16", 2},
	UShort:    {"unsigned short", "ui16", 2},
	Half:      {"half", "f16", 2},
	Int:       {"int", "si32", 4},
	UInt:      {"unsigned int", "ui32", 4},
	Long:      {"long", "long", 4},
	ULong:     {"unsigned long", "ulong", 4},
	Float:     {"float", "f32", 4},
	LongLong:  {"long long", "si64", 8},
	ULongLong: {"unsigned long long", "ui64", 8},
}

// Types returns all element types in the order of their constants.
func Types() []Type {
	all := make([]Type, 0, Count-1)
	for e := Bool; e.Valid(); e++ {
		all = append(all, e)
	}
	return all
}

// Valid reports whether e is one of the element types.
func (e Type) Valid() bool { return e != 0 && int(e) < Count }

// String is the canonical C++ name, such as "unsigned short".
func (e Type) String() string {
	if !e.Valid() {
		return "<no type>"
	}
	return elemTypes[e].cpp
}

// IRName is the spelling of e inside a poplar type, such as "ui16", "f16" or
// "quarter".
func (e Type) IRName() string {
	if !e.Valid() {
		return "<no type>"
	}
	return elemTypes[e].ir
}

// IsBuiltin reports whether e is a builtin type of the IR; the others are types of this
// dialect.
func (e Type) IsBuiltin() bool { return e != Quarter && e != Long && e != ULong }

// Size is the size and alignment of one element in tile memory, in bytes. A target may
// store an element in another size (half on the CPU): layouts use
// [target.Target.TypeSize].
func (e Type) Size() int {
	if !e.Valid() {
		return 0
	}
	return elemTypes[e].size
}

// Parse finds an element type by its IR spelling ("f16", "ui32", "long") or by any C++
// spelling ("unsigned", "long long int"). The error code is elem-unknown, with a
// suggestion.
func Parse(name string) (Type, error) {
	for _, e := range Types() {
		if elemTypes[e].ir == name {
			return e, nil
		}
	}
	cpp := name
	if long, ok := LongForm(strings.Fields(name)); ok {
		cpp = long
	}
	known := make([]string, 0, 2*Count)
	for _, e := range Types() {
		if elemTypes[e].cpp == cpp {
			return e, nil
		}
		known = append(known, elemTypes[e].ir, elemTypes[e].cpp)
	}
	return 0, diag.Errorf("elem-unknown", "unknown element type '%s'%s", name, diag.DidYouMean(name, known))
}

// LongForm returns the long form of a C++ integer type, given its words in any order:
// "unsigned" → "unsigned int", "long long int" → "long long", "signed" → "int". ok is
// false when the words are not an integer type.
func LongForm(words []string) (long string, ok bool) {
	var sign, base string
	longs, shorts, ints := 0, 0, 0
	for _, w := range words {
		switch w {
		case "signed", "unsigned":
			if sign != "" {
				return "", false
			}
			sign = w
		case "long":
			longs++
		case "short":
			shorts++
		case "int":
			ints++
		case "char":
			if base != "" {
				return "", false
			}
			base = w
		default:
			return "", false
		}
	}
	switch {
	case len(words) == 0, ints > 1, shorts > 1, longs > 2, longs > 0 && shorts > 0,
		base != "" && longs+shorts+ints > 0:
		return "", false
	case base == "char":
		// The three char types are distinct: the sign is part of the name.
		if sign != "" {
			return sign + " char", true
		}
		return base, true
	case shorts == 1:
		base = "short"
	case longs == 1:
		base = "long"
	case longs == 2:
		base = "long long"
	default:
		base = "int"
	}
	if sign == "unsigned" {
		return sign + " " + base, true
	}
	return base, true
}
