package optmain

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/gpu"
	"optc/dialect/vectorext"
	"optc/draw"
	"optc/ir"
)

// drawStep draws the step of a change of layout that the flag --step names.
func (t *tool) drawStep(texts []string, o layoutOptions) (*draw.Picture, error) {
	c := t.newContext()
	if len(texts) != 2 {
		return nil, fmt.Errorf("flag '--step' is for a change from one layout of threads to another; give two layouts")
	}
	if o.family != nil {
		return nil, fmt.Errorf("flag '--step' is for GPUs, but %s is none", o.target)
	}
	elem, err := o.elementType(c, t.stderr)
	if err != nil {
		return nil, err
	}
	sides := make([]changedLayout, len(texts))
	for i, text := range texts {
		sides[i].text = text
		if sides[i].threads, _, err = o.read(c, text); err != nil {
			return nil, err
		}
		if sides[i].isMemory() {
			return nil, fmt.Errorf("'%s' is a layout of memory, but flag '--step' takes layouts of threads", text)
		}
	}
	play, err := playChange(sides, elem, o)
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range play.Steps {
		name := play.Steps[i].Name()
		if name == o.step {
			return play.Draw(i), nil
		}
		names = append(names, name)
	}
	if names == nil {
		return nil, fmt.Errorf("the change has no steps: every thread keeps its elements")
	}
	const most = 12
	if len(names) > most {
		names = append(names[:most:most], "…")
	}
	return nil, fmt.Errorf("flag '--step': there is no step '%s'%s; the steps are %s", o.step, diag.DidYouMean(o.step, names), strings.Join(names, ", "))
}

// playChange returns the steps of a change between layouts of threads.
func playChange(sides []changedLayout, elem ir.Type, o layoutOptions) (*vectorext.Play, error) {
	chip, subgroup := gpu.Chip(""), lanesOf(sides...)
	if o.gpu != nil {
		chip, subgroup = o.gpu.Chip, o.gpu.Subgroups[0]
	}
	if !slices.Equal(sides[0].threads.Shape, sides[1].threads.Shape) {
		return nil, fmt.Errorf("the layouts have the shapes %s and %s; give one with '--shape'", writeExtents(sides[0].threads.Shape), writeExtents(sides[1].threads.Shape))
	}
	maps, err := holdersOf(subgroup, sides...)
	if err != nil {
		return nil, err
	}
	return vectorext.PlayChange(maps[0], maps[1], elem, chip, subgroup)
}
