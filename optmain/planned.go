package optmain

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"optc/draw"
	"optc/internal/family/nests"
	"optc/ir"
)

// planStep is a step of a planned program.
type planStep struct {
	Operation string `json:"operation"`
	Place     string `json:"place"`
	nests.Cost
}

// planSteps lists the operations that have costs.
func planSteps(module *ir.Operation, attribute string) []planStep {
	steps := []planStep{}
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		c := nests.ReadCost(op.Attr(attribute))
		if c == nil {
			return ir.Advance
		}
		s := planStep{Operation: op.Name(), Cost: *c}
		if s.Operands == nil {
			s.Operands = []string{} // a list, also if it is empty
		}
		if file, line, col, ok := op.Loc().FileLineCol(); ok {
			s.Place = fmt.Sprintf("%s:%d:%d", file, line, col)
		}
		steps = append(steps, s)
		return ir.Advance
	})
	return steps
}

// drawPlan draws a plan: when each step receives its operands and when it computes, one step after the other, and the memory that the step
// needs in a unit. The note of a step is its division; pointing at a bar shows how the operands come, and the best plan that was not taken.
func drawPlan(steps []planStep) draw.Pictures {
	const exchangeColour, computeColour, memoryColour = 1, 0, 2
	var now, most int64
	cycles := &draw.Panel{Axis: draw.Axis{Name: "cycles", Scaled: true}}
	memory := &draw.Panel{Axis: draw.Axis{Name: "bytes of a unit", Scaled: true}}
	for i, s := range steps {
		label := s.label()
		hover := append([]string{label + ": " + s.Plan + ", over " + s.Over}, s.Operands...)
		if s.Other != "" {
			hover = append(hover, fmt.Sprintf("%s would take %d cycles more", s.Other, s.More))
		}
		row := draw.Row{Label: label, Note: s.Plan + " over " + s.Over, Hover: strings.Join(hover, "\n")}
		cycles.Rows = append(cycles.Rows, row)
		for _, part := range []struct {
			name   string
			cycles int64
			colour int
			mark   rune
		}{
			{name: "exchange", cycles: s.Exchange, colour: exchangeColour, mark: '-'},
			{name: "compute", cycles: s.Compute, colour: computeColour, mark: '#'},
		} {
			if part.cycles > 0 {
				cycles.Add(draw.Cell{Row: i, From: now, To: now + part.cycles, Colour: draw.Series(part.colour), Mark: part.mark,
					Hover: fmt.Sprintf("%s: %d cycles\n%s", part.name, part.cycles, row.Hover)})
			}
			now += part.cycles
		}
		memory.Rows = append(memory.Rows, draw.Row{Label: label, Note: number(s.Memory), Hover: row.Hover})
		if s.Memory > 0 {
			memory.Add(draw.Cell{Row: i, To: s.Memory, Colour: draw.Series(memoryColour), Mark: '#', Hover: fmt.Sprintf("%s: %d bytes", label, s.Memory)})
		}
		most = max(most, s.Memory)
	}
	cycles.Axis.To, memory.Axis.To = max(1, now), max(1, most)
	return draw.Pictures{
		{Title: fmt.Sprintf("plan: about %d cycles", now), Panels: []*draw.Panel{cycles}, Legend: []draw.Key{
			{Colour: draw.Series(exchangeColour), Mark: '-', Text: "exchange or copies"}, {Colour: draw.Series(computeColour), Mark: '#', Text: "compute"}}},
		{Title: fmt.Sprintf("memory of the plan: at most %d bytes of a unit", most), Panels: []*draw.Panel{memory}},
	}
}

// drawPlanned draws a plan, if it has steps.
func drawPlanned(steps []planStep) draw.Pictures {
	if len(steps) == 0 {
		return nil
	}
	return drawPlan(steps)
}

// label names a step by its operation and line: "matmul, block.mlir:8".
func (s *planStep) label() string {
	_, name, _ := strings.Cut(s.Operation, ".")
	place := path.Base(s.Place)
	if at := strings.LastIndex(place, ":"); at > 0 {
		place = place[:at] // without the column
	}
	if s.Place == "" {
		return name
	}
	return name + ", " + place
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
