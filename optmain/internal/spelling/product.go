package spelling

import (
	"fmt"
	"slices"
	"strings"
)

// Product is a matrix product whose operands and result have layouts.
type Product struct {
	Texts    [3]string // texts of the left operand, the right operand and the result
	Layouts  [3]*Layout
	M, N, K  int64
	Operands [3]string // names: A, B and C
}

// resultsOf are the spellings of results in Triton, with the elements that a lane holds along the sums in an operand of 16 bits.
var resultsOf = map[string]int64{"ttg.nvidia_mma": 2, "ttg.amd_mfma": 4, "ttg.amd_wmma": 8}

// ProductOf returns the matrix product that the layout in a text belongs to: the instruction of IREE, or the result or an operand of
// Triton. It returns nil if the layout belongs to no product, or if the layouts of the operands are not known.
func ProductOf(text string, o Options) *Product {
	s := Of(text)
	if s == nil {
		return nil
	}
	text = pasted(text)
	p := &Product{Operands: [3]string{"A", "B", "C"}}
	o.Shape = nil
	switch s.Name {
	case "iree_gpu.mma_layout", "iree_gpu.virtual_mma_layout":
		for i, word := range operands {
			if head, ok := strings.CutSuffix(text, " "+word); ok {
				text = head
			}
			p.Texts[i] = word
		}
		for i := range p.Texts {
			p.Texts[i] = text + " " + p.Texts[i]
		}
	case "ttg.dot_op":
		f, err := tritonFields("ttg.dot_op", text, "opIdx", "parent", "kWidth")
		if err != nil {
			return nil
		}
		parent, err := f.attribute("parent")
		if err != nil {
			return nil
		}
		held := int64(0)
		if f.has("kWidth") {
			if held, err = f.number("kWidth", 0); err != nil {
				return nil
			}
		}
		p.ofTriton(parent, held)
	default:
		held, ok := resultsOf[s.Name]
		if !ok {
			return nil
		}
		p.ofTriton(text, held)
	}
	for i, text := range p.Texts {
		l, err := Read(text, o)
		if err != nil || l.Memory || len(l.Shape) != 2 {
			return nil
		}
		p.Layouts[i] = l
	}
	p.M, p.K, p.N = p.Layouts[0].Shape[0], p.Layouts[0].Shape[1], p.Layouts[1].Shape[1]
	if p.Layouts[1].Shape[0] != p.K || !slices.Equal(p.Layouts[2].Shape, []int64{p.M, p.N}) {
		return nil
	}
	return p
}

// ofTriton sets the texts for a result in Triton, and for operands of which a lane holds held neighbours along the sums.
func (p *Product) ofTriton(result string, held int64) {
	for i := range 2 {
		width := ""
		if held > 0 {
			width = fmt.Sprintf(", kWidth = %d", held)
		}
		p.Texts[i] = fmt.Sprintf("#ttg.dot_op<{opIdx = %d, parent = %s%s}>", i, result, width)
	}
	p.Texts[2] = result
}
