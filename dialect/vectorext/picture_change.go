package vectorext

import (
	"fmt"
	"strings"

	"optc/dialect/gpu"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/change"
	"optc/layout/picture"
)

// DrawChange draws what a change of layout costs, from one map to threads and registers to another: the digits that move, the
// ways, and how the banks of workgroup memory serve the first write and the first read. Subgroups of the chip have the given
// number of threads.
func DrawChange(m, n *layout.Map, elem ir.Type, chip gpu.Chip, subgroup int64) (*draw.Picture, error) {
	t := chip.TrafficOf(elem, subgroup)
	a, b := m.Shape(), n.Shape()
	if join(a, "x") != join(b, "x") {
		return nil, fmt.Errorf("the layouts describe vectors of different shapes, %s and %s", join(a, "x"), join(b, "x"))
	}
	title := fmt.Sprintf("%sx%s changes its layout over %s in subgroups of %d", join(a, "x"), elem, m.Axes().Unit.Count(int64(m.Units())), subgroup)
	w, ok := change.FindWays(m, n, t)
	if !ok {
		return drawListed(title, m, n, elem, chip, t)
	}
	if !chip.Exchanges(elem) {
		w.NoRounds = fmt.Sprintf("lanes cannot exchange elements of type %s", elem)
	}
	local, err := m.SameUnits(n)
	if err != nil {
		return nil, err
	}
	c := changePicture{Ways: w, from: m.Axes(), to: n.Axes(), elements: m.Count(), local: local}
	p := &draw.Picture{
		Title:  title,
		Panels: []*draw.Panel{c.digits()},
		Notes:  c.notes(),
	}
	if !c.local {
		if w.NoRounds == "" && w.Rounds.Shuffles > 0 && (w.Steps == nil || w.ByRounds()) {
			panel, note := lanesPanel(&w.Rounds)
			p.Panels, p.Notes = append(p.Panels, panel), append([]string{note}, p.Notes...)
		}
		p.Panels = append(p.Panels,
			banksPanel("lanes of the first write, by bank", t, w.Buffer.FirstWrite(t), nil), banksPanel("lanes of the first read, by bank", t, w.Buffer.FirstRead(t), nil))
		p.Figures = c.figures()
	}
	return p, nil
}

// changePicture draws the ways of a change of layout.
type changePicture struct {
	*change.Ways
	from, to axes.Pair
	elements int64
	local    bool // every thread keeps its elements
}

// digits draws the digits with their addresses in the buffer.
func (c *changePicture) digits() *draw.Panel {
	p := picture.Blocks(c.Buffer.Blocks, c.from, c.to)
	if c.local {
		return p
	}
	names := []string{"before", "after", "address"}
	p.Axis.To, p.Axis.Label = 3, func(n int64) string { return names[n] }
	for i, k := range c.Buffer.Blocks {
		if !k.IsCopy() {
			p.Add(draw.Cell{Row: i, From: 2, To: 3, Colour: draw.Series(3), Text: fmt.Sprint(c.Buffer.Strides[i])})
		}
	}
	return p
}

// notes explains the digits, and describes the cost of each way.
func (c *changePicture) notes() (notes []string) {
	if c.local {
		return []string{picture.OnlyRenamed(c.from)}
	}
	notes = append(notes, "A step of a digit moves an element by so many threads or registers. The address of an element is "+c.combination()+" of digit times address.")
	if c.Steps == nil {
		notes = append(notes, "Where a row has several digits on a side, the lowest first, the layouts divide its elements in numbers that do not divide each other.")
	}
	return append(notes, c.costs()...)
}

// costs describes the cost of each way, and which way is taken.
func (c *changePicture) costs() []string {
	notes := []string{noteOfRounds(c.Ways)}
	b := &c.Buffer
	padding := ""
	if more := b.Cells - c.elements; more > 0 {
		padding = fmt.Sprintf(", %d of them padding", more*c.Element)
	}
	notes = append(notes, fmt.Sprintf("Workgroup memory takes about %s: a thread writes %d × %s and reads %d × %s of %s%s, with a barrier between.",
		spellCount(c.BufferCycles(), "cycle"), b.Write.Count, spellCount(b.Write.Width*c.Element, "byte"),
		b.Read.Count, spellCount(b.Read.Width*c.Element, "byte"), spellCount(b.Cells*c.Element, "byte"), padding),
		c.conflicts("Writes", b.Write), c.conflicts("Reads", b.Read))
	if c.ByRounds() {
		return append(notes, "Shuffles are taken.")
	}
	return append(notes, "Memory is taken.")
}

// noteOfRounds describes the cost of the way by shuffles.
func noteOfRounds(w *change.Ways) string {
	if w.NoRounds != "" {
		return "There is no way by shuffles: " + w.NoRounds + "."
	}
	operations := spellCount(w.Rounds.Selects, "select")
	if w.Rounds.Sums > 0 {
		operations += " and " + spellCount(w.Rounds.Sums, "operation") + " that find lanes"
	}
	return fmt.Sprintf("No element changes its subgroup: %s, %s, and %s take about %s.",
		spellCount(w.Rounds.Shuffles, "shuffle"), w.Rounds.Fewest(), operations, spellCount(w.RoundCycles(), "cycle"))
}

// figures are the numbers of the ways.
func (c *changePicture) figures() (list []draw.Figure) {
	add := func(name string, value int64, unit string) {
		list = append(list, draw.Figure{Name: name, Value: value, Unit: unit})
	}
	if c.NoRounds == "" {
		add("shuffles", c.Rounds.Shuffles, "operations")
		add("selects", c.Rounds.Selects, "operations")
		add("lanes found", c.Rounds.Sums, "operations")
		add("way by shuffles", c.RoundCycles(), "cycles")
	}
	b := &c.Buffer
	for _, side := range []struct {
		one, all string
		change.Accesses
	}{{"write", "writes", b.Write}, {"read", "reads", b.Read}} {
		add(side.all+" of a thread", side.Count, "accesses")
		add(side.one, side.Width*c.Element, "bytes")
		add(side.all, side.Cycles, "cycles")
		add(side.all+" without conflicts", side.Least, "cycles")
	}
	add("buffer", b.Cells*c.Element, "bytes")
	add("padding", max(b.Cells-c.elements, 0)*c.Element, "bytes")
	add("way through memory", c.BufferCycles(), "cycles")
	return list
}

// combination names how the addresses of digits are combined.
func (c *changePicture) combination() string {
	if c.Buffer.IsPermuted() {
		return "the exclusive or"
	}
	return "the sum"
}

// conflicts says whether lanes wait for a bank.
func (c *changePicture) conflicts(what string, a change.Accesses) string {
	together := fmt.Sprintf("%s of %s go together", spellCount(c.Banks.Lanes(a.Width*c.Element), axes.Lane.String()), spellCount(a.Width*c.Element, axes.Byte.String()))
	if a.Cycles == a.Least {
		return fmt.Sprintf("%s take %s, the least: %s, and no two of them need different words of a bank.", what, spellCount(a.Cycles, "cycle"), together)
	}
	return fmt.Sprintf("%s take %s, and would take %d without conflicts: %s, and some need different words of a bank.", what, spellCount(a.Cycles, "cycle"), a.Least, strings.TrimSuffix(together, "."))
}
