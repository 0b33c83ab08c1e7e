package okk

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/internal/family/okk/extent"
	"optc/ir"
	"optc/ir/integers"
	"optc/passes"
)

// CheckSizes is okk-check-sizes.
var CheckSizes = &passes.Pass{
	Name:  "okk-check-sizes",
	Title: "Check a kernel for all sizes of its parameters",
	Doc: `Proves, for all numbers of the parameters within their bounds, that every extent is at least 1 and at most its
largest size, that every slice stays within its tensor, and that the shapes of operands match. Also proves that divisions,
minima and maxima have no negative operands. A statement for which no proof is found is an error. Proofs exist for loops
that count in steps up to the extent, and for the minimum of a step and the rest.

All other rules, of layouts, addresses, operands, okk.parallel and tensors that are stored, are checked for the smallest and
the largest sizes and two between them. For an operation that these sizes reach, the checks prove a rule for all sizes if
everything on which the rule depends is proven to be alike for all sizes. This can be first NPUs, layouts, extents within the limits,
alignment, and which tensors share bytes. Other operations are checked for all sizes on which they depend, in all iterations, if these are at
most 8192 sizes. If there are more, a warning names the operation, which is then checked only for the sizes of a run.`,
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"arith", "okk"},
	Needs:    []passes.Condition{{Text: "layouts and addresses are chosen"}},
	Run: onLaidOutKernel("okk-check-sizes", func(c *passes.Context, m *okk.Machine) bool {
		checkSizes(c, m)
		return false
	}),
}

// checkSizes reports what is not certain for all sizes.
func checkSizes(c *passes.Context, m *okk.Machine) {
	s := &sizeChecker{Context: c, machine: m, sizes: extent.New(), names: ir.ValueNames(c.Op), checked: map[string]bool{}}
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if row := okk.RowOf(op); row != nil {
			s.operands(op, row)
			return ir.Skip // code that it has computes elements
		}
		s.operation(op)
		return ir.Advance
	})
	if c.Failed() {
		return
	}
	if reached, ok := s.samples(); ok {
		s.places(reached)
	}
}

type sizeChecker struct {
	*passes.Context
	machine *okk.Machine
	sizes   *extent.Sizes
	names   func(*ir.Value) string
	checked map[string]bool // operations on tensors at places
}

func (s *sizeChecker) unproven(op *ir.Operation, code, format string, args ...any) {
	s.Report(op.Errorf(format, args...).WithCode(okk.Codes + code))
}

// leastOperands are the least operands with which arithmetic on sizes means what it means for numbers
// without a sign: quotients are rounded down, and there is no division by zero.
var leastOperands = map[integers.Function][]int64{
	integers.DivU: {0, 1}, integers.DivS: {0, 1}, integers.FloorDivS: {0, 1}, integers.CeilDivU: {0, 1}, integers.CeilDivS: {0, 1},
	integers.RemU: {0, 1}, integers.RemS: {0, 1}, integers.MinU: {0, 0}, integers.MaxU: {0, 0},
}

// operation checks what an operation needs of sizes.
func (s *sizeChecker) operation(op *ir.Operation) {
	for i, least := range leastOperands[integers.FunctionOf(op)] {
		s.atLeast(op, op.Operand(i), least)
	}
	if compare := ir.As[arith.CmpIOp](op); compare.Ok() && compare.Predicate() >= arith.ULT {
		s.atLeast(op, compare.Lhs(), 0)
		s.atLeast(op, compare.Rhs(), 0)
	}
	if loop := ir.As[scf.ForOp](op); loop.Ok() {
		s.atLeast(op, loop.Step(), 1)
		s.carried(op, loop)
	}
	if ir.Is[scf.IfOp](op) && op.NumResults() > 0 {
		s.unproven(op, "open-condition", "expected a decision without results in a kernel whose conditions are not known")
	}
	if _, ok := op.Typed().(okk.Sized); ok {
		s.extents(op, op.Result(0))
	}
	switch view, _ := okk.ViewOf(op); {
	case view.Repeats:
		s.repeats(op, view)
	case view.Part:
		s.slice(op, view)
	case view.Order != nil:
		s.permute(op, view)
	}
}

// atLeast checks an operand of arithmetic, which must not be negative: its type has no sign.
func (s *sizeChecker) atLeast(op *ir.Operation, v *ir.Value, least int64) {
	if !s.sizes.At(op).AtLeast(s.sizes.Of(v), least) {
		s.unproven(op, "size-negative", "needs '%s' to be at least %d, which is not proven for all sizes", s.names(v), least)
	}
}

// carried checks that the tensors that a loop carries keep their sizes.
func (s *sizeChecker) carried(op *ir.Operation, loop scf.ForOp) {
	for i, v := range loop.InitArgs() {
		if !isTensor(v) {
			continue
		}
		next := ir.Cast[scf.YieldOp](loop.Region().Front().Terminator()).Results()[i]
		if next.Type() != v.Type() || !slices.EqualFunc(s.sizes.Shape(v), s.sizes.Shape(next), extent.Size.Equal) {
			s.unproven(op, "shape-mismatch", "carries '%s' with the sizes %s, but '%s' has the sizes %s", s.names(v), s.spell(v), s.names(next), s.spell(next))
		}
	}
}

func isTensor(v *ir.Value) bool {
	return ir.IsType[*okk.LocalType](v.Type()) || ir.IsType[*okk.SystemType](v.Type())
}

// extents checks the open extents of a tensor against the largest ones.
func (s *sizeChecker) extents(op *ir.Operation, v *ir.Value) {
	largest, open := okk.Extents(v.Type())
	facts := s.sizes.At(op)
	for d, n := range s.sizes.Shape(v) {
		if !open.Has(d) {
			continue
		}
		switch {
		case !facts.AtLeast(n, 1):
			s.unproven(op, "size-range", "needs extent %d of '%s' to be at least 1, which is not proven for all sizes", d, s.names(v))
		case !facts.AtMost(n, largest[d]):
			s.unproven(op, "size-range", "needs extent %d of '%s' to be at most %d, which is not proven for all sizes", d, s.names(v), largest[d])
		}
	}
}

// slice checks that a part is within its tensor, and that the strides and the first NPU of its
// type follow from the tensor.
func (s *sizeChecker) slice(op *ir.Operation, view okk.View) {
	result := op.Result(0)
	whole, part := s.sizes.Shape(view.Source), s.sizes.Shape(result)
	facts := s.sizes.At(op)
	entire := true // channels, rows and columns
	for d, offset := range view.Offsets {
		at := s.sizes.OfMixed(offset)
		if !facts.AtLeast(at, 0) || !facts.AtLeast(whole[d].Minus(at).Minus(part[d]), 0) {
			s.unproven(op, "slice-range", "needs its part to be within dimension %d of '%s', which is not proven for all sizes", d, s.names(view.Source))
		}
		entire = entire && (d == 0 || at.Is(0) && whole[d].Equal(part[d]))
	}
	switch t := result.Type().(type) {
	case *okk.SystemType:
		s.systemStrides(op, result, s.sizes.SystemStrides(view.Source))
	case *okk.LocalType:
		from := view.Source.Type().(*okk.LocalType)
		if from.Tensor.Broadcast && !okk.IsSettled(view.Source) {
			s.unproven(op, "view-illegal", "expected a part of '%s' before it is repeated", s.names(view.Source))
		}
		if !t.Follows && !okk.IsSettled(result) && !(entire && t.Tensor.Layout == from.Tensor.Layout && !from.Follows) {
			s.unproven(op, "stride-mismatch", "expected a strided part, because '%s' has other strides for some sizes", s.names(view.Source))
		}
		if u := t.Tensor.UnitBytes(); u < 4 && !entire && t.Open != 0 {
			s.unproven(op, "addr-align", "expected a part with all channels, rows and columns, because elements of %d bytes begin at other addresses than multiples of 4", u)
		}
		if !t.AnyStart {
			want := s.sizes.Rest(s.sizes.Start(view.Source, s.machine.NPUs).Plus(s.sizes.OfMixed(view.Offsets[1])), extent.Constant(s.machine.NPUs))
			if !want.Is(t.Start) {
				s.unproven(op, "start-attr", "expected the type of the part to have start = ?, because its first NPU depends on an offset")
			}
		}
	}
}

// systemStrides checks the strides that the type of a view has against those of its source.
func (s *sizeChecker) systemStrides(op *ir.Operation, v *ir.Value, want []extent.Size) {
	declared := s.sizes.SystemStrides(v)
	for d, n := range s.sizes.Shape(v) {
		if !n.Is(1) && !declared[d].Equal(want[d]) {
			s.unproven(op, "stride-mismatch", "expected a strided view, because the strides of '%s' are others for some sizes", s.names(v))
			return
		}
	}
}

func (s *sizeChecker) permute(op *ir.Operation, view okk.View) {
	_, local := view.Source.Type().(*okk.LocalType) // has extents that are numbers
	if _, open := okk.Extents(view.Source.Type()); local || open == 0 && okk.IsSettled(op.Result(0)) {
		return
	}
	from := s.sizes.SystemStrides(view.Source)
	want := make([]extent.Size, len(from))
	largest, _ := okk.Extents(op.Result(0).Type())
	before, openBefore := okk.Extents(view.Source.Type())
	_, open := okk.Extents(op.Result(0).Type())
	for d, i := range view.Order {
		want[d] = from[i]
		if largest[d] != before[i] || open.Has(d) != openBefore.Has(int(i)) {
			s.unproven(op, "shape-mismatch", "expected dimension %d to be dimension %d of '%s'", d, i, s.names(view.Source))
			return
		}
	}
	s.systemStrides(op, op.Result(0), want)
}

// repeats checks that only extents of 1 grow.
func (s *sizeChecker) repeats(op *ir.Operation, view okk.View) {
	from, to := s.sizes.Shape(view.Source), s.sizes.Shape(op.Result(0))
	for d := range from {
		if !from[d].Equal(to[d]) && (d == 1 || !from[d].Is(1)) {
			s.unproven(op, "view-illegal", "expected extent %d of '%s' to stay or to be 1", d, s.names(view.Source))
		}
	}
}

// operands checks that the shapes of the operands of an operation go together: that equal letters of its
// row are equal extents.
func (s *sizeChecker) operands(op *ir.Operation, row *okk.Row) {
	list := okk.Tensors(op)
	if !slices.ContainsFunc(list, isOpen) {
		return
	}
	if row.Sliding() {
		s.window(op, row)
	}
	rules := row.Of(op)
	of := s.letters(rules, list)
	alike := []*ir.Value{list[0]}
	for i, v := range list[1:] {
		if rules.Letters(i+1) == rules.Letters(0) {
			alike = append(alike, v)
		}
	}
	s.sameShapes(op, alike)
	for i, v := range list {
		if rules.Letters(i) == rules.Letters(0) && (i > 0 || len(alike) > 1 || rules.Alike()) {
			continue
		}
		var want []extent.Size
		for _, letter := range rules.Letters(i) {
			want = append(want, of[letter])
		}
		s.shape(op, v, want...)
	}
}

// letters returns what the letters of an operation's rules mean: each one for its first extent in the sources, or
// else in the destination.
func (s *sizeChecker) letters(rules okk.OpClass, operands []*ir.Value) map[rune]extent.Size {
	of := map[rune]extent.Size{'1': extent.Constant(1)}
	for i := range operands {
		i = (i + 1) % len(operands)
		shape := s.sizes.Shape(operands[i])
		for d, letter := range rules.Letters(i) {
			if _, known := of[letter]; !known && d < len(shape) {
				of[letter] = shape[d]
			}
		}
	}
	return of
}

func isOpen(v *ir.Value) bool {
	_, open := okk.Extents(v.Type())
	return open != 0
}

// window checks the rows and columns of an output.
func (s *sizeChecker) window(op *ir.Operation, row *okk.Row) {
	operands := okk.Tensors(op)
	for i, v := range operands {
		if _, open := okk.Extents(v.Type()); strings.HasSuffix(row.Letters(i), "KL") && (open.Has(2) || open.Has(3)) {
			s.unproven(op, "open-window", "expected a window whose rows and columns are numbers, but got '%s'", v.Type())
			return
		}
	}
	out, in := s.sizes.Shape(operands[0]), s.sizes.Shape(operands[1])
	w := okk.WindowOf(op)
	for i := range 2 {
		reach, padding := w.Reach(i), w.Padding(i)
		room := in[2+i].Add(padding - reach)
		if i == 0 {
			for _, v := range w.Edges {
				room = room.Plus(s.sizes.Of(v))
				s.atLeast(op, v, 0)
			}
		}
		want := s.sizes.Quotient(room, extent.Constant(w.Stride[i])).Add(1)
		if !want.Equal(out[2+i]) && !s.sizes.At(op).AtLeast(want.Minus(out[2+i]), 0) || !s.sizes.At(op).AtLeast(out[2+i].Minus(want), 0) {
			s.unproven(op, "shape-mismatch", "expected extent %d of the output to be (extent + %d) / %d + 1, but got %s", 2+i, padding-reach, w.Stride[i], s.text(out[2+i]))
		}
		if !s.sizes.At(op).AtLeast(room, 0) {
			s.unproven(op, "shape-mismatch", "needs extent %d of the input to be at least %d, which is not proven for all sizes", 2+i, reach-padding)
		}
	}
}

// shape checks that a tensor has certain extents.
func (s *sizeChecker) shape(op *ir.Operation, v *ir.Value, want ...extent.Size) {
	if got := s.sizes.Shape(v); !slices.EqualFunc(got, want, extent.Size.Equal) {
		s.unproven(op, "shape-mismatch", "expected '%s' to have the sizes %s, but it has the sizes %s", s.names(v), s.texts(want), s.texts(got))
	}
}

// sameShapes checks that tensors have the same sizes.
func (s *sizeChecker) sameShapes(op *ir.Operation, list []*ir.Value) {
	if !slices.ContainsFunc(list, isOpen) {
		return
	}
	for _, v := range list[1:] {
		if !slices.EqualFunc(s.sizes.Shape(list[0]), s.sizes.Shape(v), extent.Size.Equal) {
			s.unproven(op, "shape-mismatch", "'%s' has the sizes %s, but '%s' has the sizes %s", s.names(list[0]), s.spell(list[0]), s.names(v), s.spell(v))
			return
		}
	}
}

func (s *sizeChecker) spell(v *ir.Value) string { return s.texts(s.sizes.Shape(v)) }

func (s *sizeChecker) texts(list []extent.Size) string {
	var parts []string
	for _, n := range list {
		parts = append(parts, s.text(n))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func (s *sizeChecker) text(n extent.Size) string {
	return extent.Text{Name: s.names, Smallest: "min", Largest: "max"}.Write(n)
}

// samples checks instances of the kernel: the smallest and the largest sizes and sizes between
// them. It returns the operations that they reach, and false if there are errors.
func (s *sizeChecker) samples() (reached map[*ir.Operation]bool, ok bool) {
	params := parameters(s.Op)
	reached = map[*ir.Operation]bool{}
	tried := map[string]bool{}
	for part := range int64(4) {
		var given []string
		numbers := map[*ir.Value]int64{}
		for _, op := range params {
			p := ir.Cast[okk.ParamOp](op)
			low, high := p.Range()[0], p.Range()[1]
			n := low + (high-low)*part/3
			numbers[p.Result()] = n
			given = append(given, fmt.Sprint(p.Name(), ":", n))
		}
		key := strings.Join(given, ",")
		if tried[key] {
			continue
		}
		tried[key] = true
		if s.sample(given) {
			return nil, false
		}
		s.reach(numbers, reached)
	}
	return reached, true
}

// reach adds the operations that a sample reaches.
func (s *sizeChecker) reach(numbers map[*ir.Value]int64, reached map[*ir.Operation]bool) {
	f := &follower{machine: s.machine, sizes: s.sizes, numbers: numbers, wanted: map[*ir.Operation]bool{}, left: triedSteps, ends: true}
	f.visit = func(op *ir.Operation) { reached[op] = true }
	s.Walk(s.Op, func(op *ir.Operation) ir.WalkResult {
		f.wanted[op] = true
		return ir.Advance
	})
	f.follow(s.Op)
}

// sample checks the kernel for certain sizes; it reports whether there are errors.
func (s *sizeChecker) sample(given []string) (failed bool) {
	module := ir.NewModule(ir.NewBuilder(s.IR)).Operation()
	module.SetAttr(okk.MachineAttrName, okk.MachineOf(s.IR, *s.machine))
	kernel := ir.Clone(s.Op, &ir.Arena{}, nil)
	module.Body().Append(kernel)
	m := passes.NewManager(s.IR)
	m.Sink, m.Threads = sinkOfPass{s.Context}, 1
	err := m.Run(s.Context, passes.On(ir.ModuleOp{}, passes.On(okk.KernelOp{},
		passes.Use(BindSizes, BindSizesOptions{Sizes: given}),
		passes.Use(unrollEnds),
		passes.Use(AssignLayout),
		passes.Use(Allocate, AllocateOptions{Policy: "reuse"}),
		passes.Use(Verify),
		passes.Use(checkPlaces))), module)
	if err != nil && len(given) > 0 {
		s.unproven(s.Op, "bad-sizes", "is wrong for the sizes %s", strings.Join(given, ", "))
	}
	return err != nil
}

// sinkOfPass hands diagnostics of another run to a pass.
type sinkOfPass struct{ c *passes.Context }

func (s sinkOfPass) Report(d *ir.Diagnostic) { s.c.Report(d) }
