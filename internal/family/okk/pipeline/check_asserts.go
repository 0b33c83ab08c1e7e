package okk

import (
	"slices"

	"optc/dialect/okk"
	"optc/ir"
	"optc/layout"
	"optc/passes"
)

// CheckAsserts evaluates okk.assert_at, okk.assert_layout and okk.assert_byte and
// removes those that hold.
var CheckAsserts = &passes.Pass{
	Name:     "okk-check-asserts",
	Title:    "Check and remove the assertions of kernels",
	Doc:      `Evaluates okk.assert_at, okk.assert_layout and okk.assert_byte. Those that hold are removed, the others are errors.`,
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"okk"},
	Needs:    []passes.Condition{{Text: "addresses are chosen"}},
	Run: onKernel(func(c *passes.Context, m *okk.Machine) (changed bool) {
		var asserts []*ir.Operation
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if ir.IsAny(op, okk.AssertAtOp{}, okk.AssertLayoutOp{}, okk.AssertByteOp{}) {
				asserts = append(asserts, op)
			}
			return ir.Advance
		})
		rw := c.Rewriter(nil)
		for op := range passes.Each(c, asserts) {
			v := op.Typed().(okk.OfTensor).Tensor()
			if _, known := okk.AddressOf(v); !known {
				c.Report(op.Errorf("the address must be resolved before okk-check-asserts").WithCode(okk.Codes + "unresolved"))
				continue
			}
			x, _, err := okk.Placed(m, v)
			if err != nil {
				okkFail(c, op, err)
				continue
			}
			if d := checkAssert(op, x); d != nil {
				c.Report(d)
				continue
			}
			rw.Erase(op)
			changed = true
		}
		return changed
	}),
}

// checkAssert returns the violation of an assertion, or nil.
func checkAssert(op *ir.Operation, x *okk.Tensor) *ir.Diagnostic {
	failed := func(format string, args ...any) *ir.Diagnostic {
		return op.Errorf(format, args...).WithCode(okk.Codes + "assert-failed")
	}
	if assertLayout := ir.As[okk.AssertLayoutOp](op); assertLayout.Ok() {
		if s := assertLayout.Strides(); s != nil {
			want := x.Geometry
			if len(s) != len(want.Strides) {
				return failed("expected 4 strides, but the assertion has %d", len(s))
			}
			copy(want.Strides[:], s)
			if !want.Equivalent(x.Geometry) {
				return failed("expected strides %s, found %s", want.Strides, x.Strides)
			}
		}
		if k := assertLayout.Rows(); k >= 0 && k != x.Rows {
			return failed("expected %d block rows, found %d", k, x.Rows)
		}
		if r := assertLayout.Reserved(); r >= 0 && r != x.Reserved {
			return failed("expected %d reserved bytes, found %d", r, x.Reserved)
		}
		return nil
	}
	elements := x.Elements()
	if assertAt := ir.As[okk.AssertAtOp](op); assertAt.Ok() {
		p, ok := elements.Locate(assertAt.At())
		npu, offset := assertAt.NPU(), assertAt.Offset()
		switch {
		case !ok:
			return failed("expected an element of the tensor, found coordinates outside of its shape")
		case int64(p.Unit) != npu || p.Offset != offset:
			return failed("expected NPU %d, offset %d, found NPU %d, offset %d", npu, offset, p.Unit, p.Offset)
		}
		return nil
	}
	assertByte := ir.Cast[okk.AssertByteOp](op)
	hit := elements.Invert(int(assertByte.NPU()), assertByte.Offset())
	if want := assertByte.Class(); hit.Class.String() != want {
		return failed("expected a byte of class '%s', found '%s'", want, hit.Class)
	}
	if at := assertByte.At(); at != nil && hit.Class == layout.Element {
		if found := elements.Coord(hit.Index, nil); !slices.Equal(found, at) || hit.Cell != assertByte.Byte() {
			return failed("expected byte %d of element %v, found byte %d of element %v", assertByte.Byte(), at, hit.Cell, found)
		}
	}
	return nil
}
