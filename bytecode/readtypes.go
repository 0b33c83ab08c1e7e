package bytecode

import (
	"slices"

	"optc/ir"
	"optc/num"
)

// floatTypes are the floating point types with a code; other types are written as text.
var floatTypes = map[uint64]*num.FloatKind{
	codeBF16: num.BF16, codeF16: num.F16, codeF32: num.F32, codeF64: num.F64, codeF80: num.F80, codeF128: num.F128,
}

// builtinType reads a type of the builtin dialect.
func (r *reader) builtinType(c *cursor) ir.Type {
	at := c.pos
	switch code := c.varint(); code {
	case codeIntegerType:
		return r.integerType(c)
	case codeIndex:
		return r.ctx.Index()
	case codeNone:
		return r.ctx.None()
	case codeBF16, codeF16, codeF32, codeF64, codeF80, codeF128:
		return r.ctx.Float(floatTypes[code])
	case codeFunction:
		in := r.typeList(c)
		defer r.elementTypes.drop(len(in))
		out := r.typeList(c)
		defer r.elementTypes.drop(len(out))
		return makeUnlessFailed(c, func() ir.Type { return r.ctx.Function(in, out) })
	case codeTuple:
		elems := r.typeList(c)
		defer r.elementTypes.drop(len(elems))
		return makeUnlessFailed(c, func() ir.Type { return r.ctx.Tuple(elems) })
	case codeComplex:
		elem := r.typ(c)
		switch elem.(type) {
		case *ir.FloatType, *ir.IntegerType:
			return ir.Complex(elem)
		}
		c.failAt(at, "invalid element type for complex")
	case codeMemRef, codeMemRefWithSpace:
		return r.memref(c, code == codeMemRefWithSpace)
	case codeUnrankedMemRef, codeUnrankedMemRefWithSpace:
		space := r.space(c, code == codeUnrankedMemRefWithSpace)
		if elem := r.element(c, ir.IsMemRefElement, "memref"); c.err == nil {
			return ir.UnrankedMemRef(elem, space)
		}
	case codeRankedTensor, codeRankedTensorWithEncoding:
		var encoding ir.Attribute
		if code == codeRankedTensorWithEncoding {
			encoding = r.attr(c)
		}
		dims := c.shape()
		if elem := r.element(c, ir.IsTensorElement, "tensor"); c.err == nil {
			return ir.Tensor(dims, elem, encoding)
		}
	case codeUnrankedTensor:
		if elem := r.element(c, ir.IsTensorElement, "tensor"); c.err == nil {
			return ir.UnrankedTensor(elem)
		}
	case codeVector, codeScalableVector:
		return r.vector(c, code == codeScalableVector)
	default:
		c.failAt(at, "type of the builtin dialect with code %d", code)
	}
	return nil
}

// integerType reads a width with the signedness in the two lowest bits.
func (r *reader) integerType(c *cursor) ir.Type {
	at := c.pos
	v := c.varint()
	width, sign := v>>2, ir.Signedness(v&3)
	if width > ir.MaxIntegerWidth || sign > ir.Unsigned {
		c.failAt(at, "integer bitwidth is limited to %d bits, but got %d, signedness %d", ir.MaxIntegerWidth, width, sign)
	}
	return makeUnlessFailed(c, func() ir.Type { return r.ctx.IntegerOf(int(width), sign) })
}

// typeList reads a list of references, which the caller drops.
func (r *reader) typeList(c *cursor) []ir.Type {
	types := r.elementTypes.take(c.count("types"))
	for i := range types {
		types[i] = r.typ(c)
	}
	return types
}

// shape reads a list of extents.
func (c *cursor) shape() []int64 {
	dims := make([]int64, c.count("dimensions"))
	for i := range dims {
		at := c.pos
		if dims[i] = c.signed(); dims[i] < 0 && dims[i] != ir.Dynamic {
			c.failAt(at, "invalid dimension %d", dims[i])
		}
	}
	return dims
}

// element reads a reference to an element type.
func (r *reader) element(c *cursor, allowed func(ir.Type) bool, of string) ir.Type {
	at := c.pos
	t := r.typ(c)
	if c.err == nil && !allowed(t) {
		c.failAt(at, "invalid %s element type: '%s'", of, t)
	}
	return t
}

// space reads the memory space of a memref, if it has one.
func (r *reader) space(c *cursor, present bool) ir.Attribute {
	if !present {
		return nil
	}
	at := c.pos
	a := r.attr(c)
	if c.err == nil && !ir.IsMemorySpace(a) {
		c.failAt(at, "unsupported memory space Attribute")
	}
	return a
}

func (r *reader) memref(c *cursor, hasSpace bool) ir.Type {
	at := c.pos
	space := r.space(c, hasSpace)
	dims := c.shape()
	elem := r.element(c, ir.IsMemRefElement, "memref")
	layout := r.attr(c)
	if c.err != nil {
		return nil
	}
	if !ir.IsMemRefLayout(layout) {
		c.failAt(at, "expected a layout of a memref, but got '%s'", layout)
		return nil
	}
	if msg := ir.CheckLayout(layout, len(dims)); msg != "" {
		c.failAt(at, "%s", msg)
		return nil
	}
	return ir.MemRef(dims, elem, layout, space)
}

func (r *reader) vector(c *cursor, hasScalable bool) ir.Type {
	at := c.pos
	var scalable []bool
	if hasScalable {
		scalable = make([]bool, c.count("dimensions"))
		for i := range scalable {
			scalable[i] = c.byte() != 0
		}
	}
	dims := c.shape()
	elem := r.element(c, ir.IsVectorElement, "vector")
	if c.err == nil && (slices.ContainsFunc(dims, func(d int64) bool { return d <= 0 }) || hasScalable && len(scalable) != len(dims)) {
		c.failAt(at, "vector types must have positive constant sizes")
	}
	return makeUnlessFailed(c, func() ir.Type { return ir.ScalableVector(dims, scalable, elem) })
}
