package okk

import (
	"strings"
	"testing"

	"optc/ir"
)

// TestRows checks that the columns of every row fit together.
func TestRows(t *testing.T) {
	t.Parallel()
	for _, r := range rows() {
		destination := r.Letters(0)
		for i, c := range r.Operands {
			if len(r.Letters(i)) != len(destination) {
				t.Errorf("%s: operand %s has the extents %s, the destination %s", r.Kind, c.Name, r.Letters(i), destination)
			}
			if c.Arity != ir.Single && i < len(r.Operands)-1 && r.Operands[i+1].Arity == ir.Single {
				t.Errorf("%s: operand %s is followed by one that is not optional", r.Kind, c.Name)
			}
		}
		for _, letter := range r.Sum {
			if strings.ContainsRune(destination, letter) {
				t.Errorf("%s: adds up over %c, which %s has", r.Kind, letter, destination)
			}
		}
		for _, letter := range r.Divide {
			if !strings.ContainsRune(destination, letter) {
				t.Errorf("%s: divided along %c, which %s lacks", r.Kind, letter, destination)
			}
		}
		computes := r.Compute != nil || len(r.Regions) > 0
		if computes == (r.Movement != NoMovement) {
			t.Errorf("%s: expected arithmetic, code or a movement", r.Kind)
		}
		if r.Calls[OKKernel] == nil && r.Calls[TPUKernel] == nil && r.Engine == ComputeEngine && len(r.Regions) == 0 {
			t.Errorf("%s: the compute engine has no call", r.Kind)
		}
		for _, f := range r.Functions {
			ways := 0
			for _, given := range []bool{f.Sum != nil, f.Bits != nil, f.Exact != nil, f.Typed != nil} {
				if given {
					ways++
				}
			}
			if ways != 1 || f.C == "" && f.TPU.C+f.TPU.Scalar == "" || f.Tables == nil && f.Works >= f.Sources && f.Works > 0 {
				t.Errorf("%s %s: %d ways to compute, call '%s', %d of %d sources are work buffers", r.Kind, f.Name, ways, f.C, f.Works, f.Sources)
			}
		}
	}
}

// TestRowQuestions checks what passes ask an operation: the extents along which it is divided and over which it adds
// up, the products per element, and the layouts that it requires.
func TestRowQuestions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, divided string
		products      int64
		layouts       string
	}{
		{text: "okk.eltwise add %f, %f, %f : !f, !f, !f", divided: "NCH/", products: 1, layouts: "any any any"},
		{text: "okk.scale %f, %f, %v : !f, !f, !v", divided: "NCH/", products: 1, layouts: "any any compact"},
		{text: "okk.conv2d %f, %f, %w : !f, !f, !w", divided: "NOP/I", products: 3, layouts: "aligned any any"},
		{text: "okk.depthwise2d %f, %f, %v bias %v : !f, !f, !v, !v", divided: "NCP/", products: 1, layouts: "aligned aligned compact compact"},
		{text: "okk.pool2d avg %f, %f kernel [2, 3] : !f, !f", divided: "NCP/", products: 6, layouts: "aligned aligned"},
		{text: "okk.matmul %m, %m, %m : !m, !m, !m", divided: "MN/K", products: 4, layouts: "matrix matrix matrix"},
		{text: "okk.select greater %f, %f, %f, %f, 1 : i32 : !f, !f, !f, !f", divided: "NCH/", products: 1, layouts: "aligned aligned aligned aligned"},
		{text: "okk.int8_to_fp32 %v, %v, %v : !v, !v, !v", divided: "NCH/", products: 1, layouts: "compact compact compact"},
		{text: "okk.pack %f to %f : !f to !f", divided: "/", products: 1, layouts: "any any"},
	} {
		op := parsedOp(c.text)
		r := RowOf(op)
		var layouts []string
		for i := range op.NumOperands() {
			text := "any"
			if l, required := RequiredLayout(op, i); required {
				text = l.String()
			}
			layouts = append(layouts, text)
		}
		divided := r.Divide + "/" + r.Sum
		if divided != c.divided || r.Products(op) != c.products || strings.Join(layouts, " ") != c.layouts {
			t.Errorf("%s: divided %v, %d products, layouts %v", c.text, divided, r.Products(op), layouts)
		}
	}
}
