package okk

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/okk"
	"optc/ir"
	"optc/passes"
)

// CheckBanks is okk-check-banks.
var CheckBanks = &passes.Pass{
	Name:  "okk-check-banks",
	Title: "Remark on placements that slow down a kernel",
	Doc: `Remarks on tensors that share a bank and are used at the same time: operands of
the same computing operation, and in okk.parallel an operand of a copy with an
operand of such an operation. Warns of operands that are not aligned, and of
tensors that need more block rows than they would need from NPU 0.`,
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"okk"},
	Needs:    []passes.Condition{{Text: "addresses are chosen"}},
	Run: onFlatKernel("okk-check-banks", true, func(c *passes.Context, m *okk.Machine) bool {
		for p := range passes.Each(c, okkTogether(c, c.Op)) {
			x, y := okkTensor(m, p.a), okkTensor(m, p.b)
			if x.Address == y.Address && x.Equivalent(y.Geometry) {
				continue
			}
			if banks := sharedBanks(m, x, y); len(banks) > 0 {
				c.Report(p.at.Remarkf("'%s' and '%s' share banks %s", p.a.Type(), p.b.Type(), strings.Join(banks, ", ")).WithCode(okk.Codes+"bank-conflict").
					Note(p.a.DefiningOp().Loc(), "the first one has offsets [%d, %d)", x.Offset, x.Offset+x.Reserved).
					Note(p.b.DefiningOp().Loc(), "the second one has offsets [%d, %d)", y.Offset, y.Offset+y.Reserved))
			}
		}
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			slowPlaces(c, m, op)
			return ir.Advance
		})
		return false
	}),
}

// sharedBanks lists the banks that two tensors touch.
func sharedBanks(m *okk.Machine, x, y *okk.Tensor) (list []string) {
	a, b := m.BanksOf(x.Offset, x.Offset+x.Reserved)
	lo, hi := m.BanksOf(y.Offset, y.Offset+y.Reserved)
	for bank := max(a, lo); bank <= min(b, hi); bank++ {
		list = append(list, fmt.Sprint(bank))
	}
	return list
}

// slowPlaces warns about an operation.
func slowPlaces(c *passes.Context, m *okk.Machine, op *ir.Operation) {
	if ir.Is[okk.AllocOp](op) {
		x := okkTensor(m, op.Result(0))
		if from0 := m.BlockRows(0, x.Packed[1]); x.Rows > from0 {
			c.Report(op.Warningf("%d channels from NPU %d open %d block rows; starting at NPU 0 would need %d", x.Packed[1], x.Start, x.Rows, from0).
				WithCode(okk.Codes + "many-rows"))
		}
		return
	}
	if row := okk.RowOf(op); row == nil || row.AnyAddress || okk.IsCopyEngine(op) {
		return
	}
	compact := okk.CompactOperands(op)
	for _, v := range okk.Touched(op) {
		t, ok := v.Type().(*okk.LocalType)
		if !ok || slices.Contains(compact, v) {
			continue
		}
		if address, _ := okk.AddressOf(v); t.Tensor.Layout != okk.Matrix && address%m.Align != 0 {
			c.Report(op.Warningf("address %d is a multiple of 4 but not of %d; the operation will be slow", address, m.Align).
				WithCode(okk.Codes+"unaligned-operand").Note(v.DefiningOp().Loc(), "the tensor is defined here"))
		}
	}
}
