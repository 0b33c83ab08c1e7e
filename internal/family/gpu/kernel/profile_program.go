package kernel

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"optc/draw"
	"optc/ir"
	"optc/lower"
)

// programProfile is the cost of a run of a program with several kernels.
type programProfile struct {
	Kernels []kernelProfile `json:"kernels"`
	Cycles  float64         `json:"cycles"`
	// CostParts and Lines are the costs of all kernels, for comparisons with other runs.
	CostParts []lower.Cost     `json:"costs"`
	Lines     []lower.LineCost `json:"lines"`
}

// kernelProfile is the cost of a kernel of a program.
type kernelProfile struct {
	Kernel string  `json:"kernel"`
	Cycles float64 `json:"cycles"`
	*Profile
}

func newProgramProfile(g *program, profiles []*Profile) *programProfile {
	p := &programProfile{}
	for i, k := range g.kernels {
		kp := kernelProfile{Kernel: ir.SymbolName(k.op), Profile: profiles[i]}
		for _, c := range profiles[i].Costs() {
			kp.Cycles += c.Cycles
		}
		p.Kernels = append(p.Kernels, kp)
		p.Cycles += kp.Cycles
	}
	p.CostParts, p.Lines = p.Costs(), p.ByLine()
	return p
}

// Write implements lower.Report.
func (p *programProfile) Write(w io.Writer) error {
	for i := range p.Kernels {
		k := &p.Kernels[i]
		if _, err := fmt.Fprintf(w, "%s: %.0f cycles of a multiprocessor\n", k.Kernel, k.Cycles); err != nil {
			return err
		}
		if err := k.Profile.Write(w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%d kernels: %.0f cycles of a multiprocessor\n", len(p.Kernels), p.Cycles)
	return err
}

// ByLine implements lower.Lined: a line of the source may be in several kernels.
func (p *programProfile) ByLine() (list []lower.LineCost) {
	for i := range p.Kernels {
		for _, c := range p.Kernels[i].Lines {
			at := slices.IndexFunc(list, func(o lower.LineCost) bool { return o.File == c.File && o.Line == c.Line })
			if at < 0 {
				list = append(list, c)
				continue
			}
			sum := &list[at]
			sum.Instructions += c.Instructions
			sum.Bytes += c.Bytes
			sum.Sectors += c.Sectors
			sum.LeastSectors += c.LeastSectors
			sum.BankCycles += c.BankCycles
			sum.LeastBankCycles += c.LeastBankCycles
			sum.Shuffles += c.Shuffles
			sum.Barriers += c.Barriers
			sum.Cycles += c.Cycles
		}
	}
	slices.SortStableFunc(list, func(a, b lower.LineCost) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return list
}

// Draw implements lower.Report.
func (p *programProfile) Draw() (pictures draw.Pictures) {
	for i := range p.Kernels {
		for _, picture := range p.Kernels[i].Profile.Draw() {
			picture.Title = p.Kernels[i].Kernel + ": " + picture.Title
			pictures = append(pictures, picture)
		}
	}
	return pictures
}

// Costs implements lower.Priced.
func (p *programProfile) Costs() (list []lower.Cost) {
	for i := range p.Kernels {
		list = append(list, lower.Cost{Name: p.Kernels[i].Kernel, Count: 1, Cycles: p.Kernels[i].Cycles})
	}
	return list
}
