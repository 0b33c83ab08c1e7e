package okk

import (
	"slices"
	"strings"

	"optc/ir"
)

func computeRow() *Row {
	const t = "!okk.local<1x3x4x5xf32, aligned>"
	return &Row{
		Kind:    "okk.compute",
		Summary: "operation of your own",
		Description: "Writes the first group of tensors, element by element, and reads the second group. The region " +
			"computes an element of each destination from the elements of the sources at the same place and from " +
			"nothing else. Without a region, the operation can be placed and checked, but not executed. " +
			"`aligned`, `same_start` and `first_npu` in the dictionary are conditions on the operands.",
		Attrs: []ir.PropDef{
			{Name: "callee", Type: ir.StrAttr}, word("aligned", "operands are in aligned layout"), word("same_start", "operands start at the same NPU"),
			word("first_npu", "operands start at NPU 0"),
		},
		Regions:  []ir.RegionDef{{Name: "body"}},
		Traits:   ir.AttrSizedOperandSegments | ir.IsolatedFromAbove,
		Assembly: "$callee `(` $sources `)` `to` `(` $destinations `)` attr-dict `:` functional-type($sources, $destinations) ($body^)?",
		OpClass: OpClass{Name: "compute", InPlace: true, Operands: []Column{
			{Name: "destinations", Arity: ir.Variadic, Access: ir.Write}, {Name: "sources", Arity: ir.Variadic, Access: ir.Read},
		}},
		Form: computeForm, CheckAttrs: checkCode, Check: verifyCompute, Engine: ComputeEngine,
		Examples: []string{"okk.kernel @k {\n  %a = okk.alloc : " + t + "\n  %b = okk.alloc : " + t + "\n  okk.compute \"twice\"(%a) to (%b) {same_start} : (" + t + ") -> " + t + ` {
  ^bb0(%x: f32):
    %y = arith.addf %x, %x : f32
    okk.yield %y : f32
  }
}`},
	}
}

// computeForm: the attributes are conditions on the operands. Without code the shapes need not go together.
func computeForm(op *ir.Operation, c *OpClass) {
	compute := ir.Cast[ComputeOp](op)
	c.Name, c.SameStart, c.FirstNPU, c.AnyShape = compute.Callee(), compute.SameStart(), compute.FirstNPU(), compute.Body().Empty()
	if compute.Aligned() {
		for i := range c.Operands {
			c.Operands[i].Layouts = aligned
		}
	}
}

// verifyCompute checks the operands with each destination as the first operand.
func verifyCompute(op *ir.Operation) *ir.Diagnostic {
	operands := op.OperandList()
	for i, dst := range ir.Cast[ComputeOp](op).Destinations() {
		if d := verifyClass(op, RowOf(op).Of(op), append([]*ir.Value{dst}, slices.Delete(slices.Clone(operands), i, i+1)...)...); d != nil {
			return d
		}
	}
	return nil
}

// checkCode checks that the region of okk.compute takes an element of each source and
// yields an element of each destination, of which there is one at least.
func checkCode(op *ir.Operation) *ir.Diagnostic {
	compute := ir.Cast[ComputeOp](op)
	dsts, srcs, body := compute.Destinations(), compute.Sources(), compute.Body()
	if len(dsts) == 0 {
		return problem(op, "bad-op", "expected a destination")
	}
	if body.Empty() {
		return nil
	}
	args := body.Front().ArgTypes()
	if want := elementTypes(srcs); !slices.Equal(args, want) {
		return problem(op, "dtype-mismatch", "expected arguments %s of the code, which are elements of the sources, but got %s", spellTypes(want), spellTypes(args))
	}
	for block := range body.Blocks() {
		if end := block.Terminator(); ir.Is[YieldOp](end) {
			if got, want := end.OperandTypes(), elementTypes(dsts); !slices.Equal(got, want) {
				return problem(end, "dtype-mismatch", "expected values %s, which are elements of the destinations, but got %s", spellTypes(want), spellTypes(got))
			}
		}
	}
	return nil
}

// elementTypes returns the types of the elements of tensors, as code computes with them.
func elementTypes(tensors []*ir.Value) (list []ir.Type) {
	for _, v := range tensors {
		list = append(list, ScalarType(v.Type().(*LocalType)))
	}
	return list
}

// ScalarType is the type of an element in code: the dialect arith has no unsigned types.
func ScalarType(t *LocalType) ir.Type {
	d := t.Tensor.DType
	if d.isFloat() {
		return d.IR(t.Context())
	}
	return t.Context().Integer(int(8 * d.Bytes()))
}

func spellTypes(list []ir.Type) string {
	text := make([]string, len(list))
	for i, t := range list {
		text[i] = t.String()
	}
	return "(" + strings.Join(text, ", ") + ")"
}
