package poplar

import (
	"slices"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/ir/affine"
)

// A number of an operation that may depend on the index of a loop is an attribute: either
// an integer, or an affine map of the operands `indices`.
//
//	poplar.use %t on 3
//	poplar.use %t on %tile
//	%s = poplar.slice %x from %i * 8 to %i * 8 + 8 dim 0
//
// The definition contains the attribute indexNumber("tile"), the operands indices(), the
// constraint hasNumbers{"tile"}, and custom<Index>($indices, $tile) in its assembly
// format; a second number of the operation has ref($indices).
func indexNumber(name string) ir.PropDef {
	return ir.PropDef{Name: name, Type: indexNumberAttr}
}

// optionalNumber is an indexNumber that may be absent.
func optionalNumber(name string) ir.PropDef {
	return ir.PropDef{Name: name, Type: indexNumberAttr, Optional: true}
}

// indices are the operands of the maps of an operation.
func indices() ir.ValueDef {
	return ir.ValueDef{Name: indicesName, Type: ir.IndexConstraint, Kind: ir.Variadic}
}

const indicesName = "indices"

// Go code sees a number as a map: an integer is a constant map, an absent number the zero
// map, which has no result.
var indexNumberAttr = &ir.AttrConstraint{
	Go:      ir.GoAs(readNumber, numberAttrOf),
	Summary: "64-bit integer, or affine map with one result",
	Check: func(a ir.Attribute) bool {
		if m, ok := a.(*ir.AffineMapAttr); ok {
			return len(m.Map.Results) == 1 && m.Map.NumSymbols == 0
		}
		return ir.I64Attr.Check(a)
	},
}

func readNumber(a ir.Attribute) affine.Map {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return affine.Constant(a.Int64())
	case *ir.AffineMapAttr:
		return a.Map
	}
	return affine.Map{}
}

func numberAttrOf(c *ir.Context, m affine.Map) ir.Attribute {
	if n, ok := m.SingleConstant(); ok {
		return c.I64Attr(n)
	}
	return c.AffineMap(m)
}

// indexDirective reads and prints a number of an operation.
var indexDirective = ir.CustomDirective{
	Form: "(#2 | affine expression of #1)",
	Parse: func(p ir.OpParser, st *ir.OpState, args []ir.FormatArg) {
		known := p.Bound(args[0])
		if n, used := parseNumber(p, known); p.Ok() {
			p.BindOperands(args[0], used[len(known):]...)
			st.SetProp(args[1].Text, n)
		}
	},
	Print: func(p *ir.Printer, op *ir.Operation, args []ir.FormatArg) {
		printNumber(p, op.Prop(args[1].Index), op.OperandGroup(args[0].Index))
	},
}

// parseNumber reads an integer or an affine expression. The dimensions of the expression
// are positions in used, which begins with the values known.
func parseNumber(p ir.OpParser, known []ir.Unresolved) (n ir.Attribute, used []ir.Unresolved) {
	if !p.Peek("%") && !p.Peek("(") {
		return parseInteger(p), known
	}
	pos := p.Pos()
	e, dims, symbols := p.AffineExprOfValues()
	if len(symbols) > 0 {
		p.ErrorAt(pos, "expected an expression without symbols")
	}
	if !p.Ok() {
		return nil, known
	}
	m, used := mapOf(known, dims, e)
	return numberAttrOf(p.Context(), m), used
}

// mapOf returns the map of expressions of the values dims. The operands that the results use become
// the map's operands: of known, then of dims. A result such as %i * 0 depends on no operand.
func mapOf(known, dims []ir.Unresolved, results ...affine.Expr) (m affine.Map, used []ir.Unresolved) {
	used = append(used, known...)
	m = affine.NewMap(len(dims), 0, results...)
	places := make([]affine.Expr, len(dims))
	for i, u := range dims {
		if !m.IsFunctionOfDim(i) {
			continue
		}
		k := placeOf(used, u)
		if k == len(used) {
			used = append(used, u)
		}
		places[i] = affine.Dim(k)
	}
	return m.ReplaceDims(places, len(used)), used
}

// placeOf returns the position of a value in a list, or the list's length.
func placeOf(list []ir.Unresolved, u ir.Unresolved) int {
	for i, v := range list {
		if v.Name == u.Name && v.Number == u.Number {
			return i
		}
	}
	return len(list)
}

// printNumber writes a number whose map has the given operands.
func printNumber(p *ir.Printer, a ir.Attribute, operands []*ir.Value) {
	if m, ok := a.(*ir.AffineMapAttr); ok && m.Map.NumDims <= len(operands) {
		p.AffineMapOfOperands(m.Map, operands)
		return
	}
	p.AttrWithoutType(a)
}

// IndicesOf returns the operands of the maps of op.
func IndicesOf(op *ir.Operation) []*ir.Value {
	return op.OperandGroup(op.Def().OperandIndex(indicesName))
}

// hasNumbers requires the maps of the named numbers to fit the operands `indices`.
type hasNumbers []string

func (h hasNumbers) Check(op *ir.Operation) *ir.Diagnostic {
	used := 0
	for _, name := range h {
		if m, ok := op.Attr(name).(*ir.AffineMapAttr); ok {
			used = max(used, m.Map.NumDims)
		}
	}
	if n := len(IndicesOf(op)); n != used {
		return op.Errorf("expected %d operands as indices of %s, but got %d", used, strings.Join(h, " and "), n)
	}
	return nil
}

func (h hasNumbers) Doc() string {
	return strings.Join(h, " and ") + " are numbers, or maps that use all indices"
}

// A NumberOf returns the number that a value is known to be.
type NumberOf func(v *ir.Value) (n int64, known bool)

// Evaluate returns the results of a map of op's indices. known is false where an index is
// not known. The error code is index-value.
func (number NumberOf) Evaluate(op *ir.Operation, m affine.Map) (results []int64, known bool, err error) {
	if n, ok := m.SingleConstant(); ok {
		return []int64{n}, true, nil
	}
	dims := make([]int64, m.NumDims)
	for i, v := range IndicesOf(op)[:m.NumDims] {
		if dims[i], known = number(v); !known {
			return nil, false, nil
		}
	}
	if results, err = m.Eval(dims, nil); err != nil {
		return nil, true, diag.Errorf("index-value", "%v", err)
	}
	return results, true, nil
}

// suffixed returns the name of an operation, its first attribute, with numbers at the end.
func suffixed(op *ir.Operation, numbers []int64) ir.NamedAttr {
	named := ir.NamedAttr{Name: op.Def().Attrs[0].Name}
	switch name := op.Prop(0).(type) {
	case *ir.SymbolRefAttr:
		named.Value = ir.ContextOf(op).FlatSymbol(SuffixedName(name.Root, numbers))
	case *ir.StringAttr:
		named.Value = ir.ContextOf(op).Str(SuffixedName(name.Value, numbers))
	}
	return named
}

// hasIndices reports whether the operands `indices` of an operation belong to its numbers.
func hasIndices(op *ir.Operation) bool {
	return slices.ContainsFunc(op.Def().Constraints, func(c ir.Constraint) bool {
		_, numbers := c.(hasNumbers)
		return numbers
	})
}

// WriteIndices replaces the indices with known values by their numbers, in the attributes and the
// name of an operation:
//
//	%v = poplar.add_vertex @"demo::P" on %tile   →   %v = poplar.add_vertex @"demo::P" on 3
//
// The error code is index-value.
func WriteIndices(rw *ir.Rewriter, op *ir.Operation, number NumberOf) error {
	group := op.Def().OperandIndex(indicesName)
	if group < 0 || len(op.OperandGroup(group)) == 0 || !hasIndices(op) {
		return nil
	}
	all := op.OperandGroup(group)
	var left []*ir.Value
	values := make([]affine.Expr, len(all))
	for i, v := range all {
		if n, known := number(v); known {
			values[i] = affine.Const(n)
		} else {
			values[i] = affine.Dim(len(left))
			left = append(left, v)
		}
	}
	if len(left) == len(all) {
		return nil
	}
	var written []ir.NamedAttr
	for i := range op.Def().Attrs {
		a, ok := op.Prop(i).(*ir.AffineMapAttr)
		if !ok {
			continue
		}
		dims := values[:a.Map.NumDims]
		unknown := 0
		for _, e := range dims {
			if _, known := e.IsConst(); !known {
				unknown++
			}
		}
		m := a.Map.ReplaceDims(dims, unknown)
		if attr := op.Def().Attrs[i].Name; unknown > 0 {
			written = append(written, ir.NamedAttr{Name: attr, Value: rw.Context().AffineMap(m)})
		} else if results, err := m.Eval(nil, nil); err != nil {
			return diag.Errorf("index-value", "%v", err)
		} else if attr == suffixAttr {
			written = append(written, ir.NamedAttr{Name: attr}, suffixed(op, results))
		} else {
			written = append(written, ir.NamedAttr{Name: attr, Value: rw.Context().I64Attr(results[0])})
		}
	}
	rw.Modify(op, func() {
		op.SetOperandGroup(group, left)
		for _, a := range written {
			op.SetAttr(a.Name, a.Value)
		}
	})
	return nil
}
