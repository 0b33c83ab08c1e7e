package okk

import (
	"maps"

	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/ir"
	"optc/passes"
)

// CheckDomains is okk-check-domains.
var CheckDomains = &passes.Pass{
	Name:  "okk-check-domains",
	Title: "Prove that arguments of functions stay where the chip computes them",
	Doc: `Bounds the numbers of each tensor, from the ranges that okk.sys_buffer declares for inputs and from constants,
through all operations and loops. An operation whose operand may leave the domain of its function, such as -85 to 89
for exp on BM1684, is an error with the range that was found; nothing is printed if there is none.

The bounds belong to whole tensors: x - max(x) is as wide as x - y. A loop of known length is followed as
often as it runs, up to 10000 iterations in all; another one until its bounds stay, and a bound that still moves after four
iterations counts as infinite. Of okk.compute and of integers nothing is known.

    %x = okk.sys_buffer "x" range [-40.0, 40.0] : …
    okk.load %x to %t : …
    okk.function exp %e, %t work %w : …     // from -40 to 40: in the domain
    okk.eltwise mul %t, %t, %t : …
    okk.function exp %e, %t work %w : …     // error: from 0 to 1600`,
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"okk"},
	Run: onKernel(func(c *passes.Context, m *okk.Machine) bool {
		d := &domains{Context: c, machine: m, numbers: map[*ir.Value]okk.Range{}, reports: true, found: map[*ir.Operation]bool{}}
		d.block(ir.Cast[okk.KernelOp](c.Op).Body().Front())
		return false
	}),
}

// domains are the ranges of the tensors of a kernel at an operation.
type domains struct {
	*passes.Context
	machine  *okk.Machine
	numbers  map[*ir.Value]okk.Range // by the tensor on which views are
	reports  bool                    // false in a loop whose ranges may still grow
	found    map[*ir.Operation]bool  // operations that were reported
	followed uint64                  // iterations that were followed one by one
}

func (d *domains) block(b *ir.Block) {
	for op := range b.Ops() {
		if d.Ended() {
			return
		}
		d.operation(op)
	}
}

func (d *domains) operation(op *ir.Operation) {
	switch {
	case ir.Is[okk.ParallelOp](op):
		d.block(ir.Cast[okk.ParallelOp](op).Body().Front())
	case ir.Is[scf.ForOp](op):
		d.loop(ir.Cast[scf.ForOp](op))
	case ir.Is[scf.IfOp](op):
		d.branches(op)
	case ir.Is[okk.SysBufferOp](op):
		d.buffer(op)
	case okk.RowOf(op) != nil:
		d.row(op)
	}
}

// loopRounds is the number of iterations after which a bound that still moves is taken as infinite.
const loopRounds = 4

// mostIterations is the number of iterations that are followed one by one, with the iterations of inner loops.
const mostIterations = 10_000

// loop follows a loop: as many iterations as it has, if they are few and known, and otherwise iterations until the ranges
// where one begins stay. Bounds that were taken as infinite come back as far as one more iteration shows.
func (d *domains) loop(loop scf.ForOp) {
	body := loop.Body()
	if _, _, n, known := iterations(loop.Operation()); known && n <= mostIterations-d.followed {
		d.followed += n
		for range n {
			d.block(body)
		}
		return
	}
	before, reports := d.numbers, d.reports
	d.reports = false
	entry := before
	iterated := func() map[*ir.Value]okk.Range {
		d.numbers = maps.Clone(entry)
		d.block(body)
		return d.numbers
	}
	for round := 0; ; round++ {
		next := merged(entry, iterated(), round >= loopRounds)
		if maps.Equal(next, entry) || d.Ended() {
			break
		}
		entry = next
	}
	entry = merged(before, iterated(), false)
	if d.reports = reports; reports {
		iterated()
	}
	d.numbers = entry
}

// merged returns the ranges where two ways meet; widen is set if the second way goes around a loop again.
func merged(x, y map[*ir.Value]okk.Range, widen bool) map[*ir.Value]okk.Range {
	z := maps.Clone(x)
	for v, r := range y {
		if widen {
			z[v] = z[v].Widened(r)
		} else {
			z[v] = z[v].Or(r)
		}
	}
	return z
}

func (d *domains) branches(op *ir.Operation) {
	before, after := d.numbers, map[*ir.Value]okk.Range(nil)
	for region := range op.Regions() {
		d.numbers = maps.Clone(before)
		if !region.Empty() {
			d.block(region.Front())
		}
		if after == nil {
			after = d.numbers
		} else {
			after = merged(after, d.numbers, false)
		}
	}
	d.numbers = after
}

// buffer gives a buffer the range of its values before the run.
func (d *domains) buffer(op *ir.Operation) {
	r := okk.AnyNumber
	if declared, ok := okk.DeclaredRange(op); ok {
		r = declared
	} else if values := ir.Cast[okk.SysBufferOp](op).Value(); values != nil {
		r = okk.ConstantRange(values)
	}
	d.numbers[op.Result(0)] = r
}

// row follows an operation on tensors.
func (d *domains) row(op *ir.Operation) {
	of := func(v *ir.Value) okk.Range { return d.numbers[okk.Base(v)] }
	written, result := okk.Ranges(d.machine, op, of, func(f *okk.Function, domain okk.Domain, operand okk.Range) {
		if d.reports && !d.found[op] {
			d.found[op] = true
			d.outside(op, f, domain, operand)
		}
	})
	for i, v := range written {
		r, base := okk.AnyNumber, okk.Base(v)
		if i == 0 {
			r = result
		}
		if base != v {
			r = d.numbers[base].Or(r)
		}
		d.numbers[base] = r
	}
}

// outside reports an operand that may leave a domain.
func (d *domains) outside(op *ir.Operation, f *okk.Function, domain okk.Domain, operand okk.Range) {
	e := op.Errorf("may get numbers from %g to %g, but the chip computes '%s' for %s", operand.Low, operand.High, f.Name, domain).WithCode(okk.Codes + "domain")
	if operand == okk.AnyNumber {
		e = e.Note(op.Loc(), "nothing is known of these numbers; inputs declare a range, as in 'okk.sys_buffer \"x\" range [-8.0, 8.0]'")
	}
	if remedy := f.Remedy(domain, operand.Low, operand.High); remedy != "" {
		e = e.Note(op.Loc(), "%s", remedy)
	}
	d.Report(e)
}
