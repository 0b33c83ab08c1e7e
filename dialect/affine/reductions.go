package affine

import (
	"math"

	"optc/ir"
)

// reduces reports whether a reduction may have a type. The types are upstream's: some useful
// combinations are missing, and assign may have any type.
func reduces(t ir.Type, kind string) bool {
	_, isFloat := t.(*ir.FloatType)
	it, isInt := t.(*ir.IntegerType)
	switch kind {
	case "addf", "mulf", "maximumf", "minimumf":
		return isFloat
	case "addi", "muli", "ori", "andi":
		return isInt
	case "maxs", "mins":
		return isInt && it.Signedness == ir.Signed
	case "maxu", "minu":
		return isInt && it.Signedness == ir.Unsigned
	}
	return kind == "assign"
}

// Neutral returns the initial value of a reduction; nil where arith has no operation for
// the reduction.
func Neutral(kind string, t ir.Type) ir.TypedAttr {
	c := t.Context()
	switch t := t.(type) {
	case *ir.FloatType:
		switch kind {
		case "addf":
			return c.FloatAttrOf(t, 0)
		case "mulf":
			return c.FloatAttrOf(t, 1)
		case "maximumf":
			return c.FloatAttrOf(t, math.Inf(-1))
		case "minimumf":
			return c.FloatAttrOf(t, math.Inf(1))
		}
	case *ir.IntegerType:
		if t.Signedness != ir.Signless {
			return nil
		}
		switch kind {
		case "addi", "ori":
			return c.Int(t, 0)
		case "muli":
			return c.Int(t, 1)
		case "andi":
			return c.Int(t, -1)
		}
	}
	return nil
}
