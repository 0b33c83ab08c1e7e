package optmain

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"optc/dialect/vectorext"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/change"
	"optc/optmain/internal/spelling"
)

// studio is the data that the page of layouts shows for one or two layouts. docs/formats has its schema.
type studio struct {
	Fields   []studioField   `json:"fields"`
	Pictures []studioPicture `json:"pictures"`
	Product  *studioProduct  `json:"product,omitempty"`
	Steps    []studioStep    `json:"steps,omitempty"`    // of a change
	Step     *studioPicture  `json:"step,omitempty"`     // the picture of the step that the flag --step names, without anything else
	Memories []studioMemory  `json:"memories,omitempty"` // that serve the accesses, the best first
	Samples  []studioSample  `json:"samples,omitempty"`  // to begin with, if no layout is given
	Error    string          `json:"error,omitempty"`    // about the layouts together
}

// studioSample is an example: one or two layouts.
type studioSample struct {
	Title   string `json:"title"`
	A       string `json:"a"`
	B       string `json:"b,omitempty"`
	Element string `json:"element,omitempty"`
	Shape   string `json:"shape,omitempty"`
	Target  string `json:"target,omitempty"`
}

// studioSamples are examples of the page's uses. Samples of all spellings follow them.
var studioSamples = []studioSample{
	{Title: "rows become columns", A: rowsOfThreads, B: columnsOfThreads, Element: "f32", Shape: "16x16"},
	{Title: "columns in rows of memory: bank conflicts", A: columnsOfThreads, B: "(32,32):(32,1)", Element: "f32", Shape: "32x32"},
	{Title: "columns in a swizzled memory", A: columnsOfThreads, B: "Swizzle<5,0,5> o 0 o (32,32):(32,1)", Element: "f32", Shape: "32x32"},
	{Title: "shuffles of a subgroup", Element: "f32",
		A: "#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [4, 1]>",
		B: "#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [2, 1], thread_tile = [4, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>"},
	{Title: "batches, outers and subgroups", A: "#iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 2], outer_tile = [2, 1], thread_tile = [4, 8], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [8, 1]>"},
	{Title: "a tensor core: A, B and C", A: "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>", Element: "f16"},
	{Title: "a matrix core: A, B and C", A: "#iree_gpu.mma_layout<MFMA_F32_16x16x16_F16> acc", Element: "f16"},
}

const (
	rowsOfThreads    = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>"
	columnsOfThreads = "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [0, 1]}>"
)

// listSamples lists the examples of the page, and an example of each spelling.
func listSamples() []studioSample {
	list := slices.Clone(studioSamples)
	for _, s := range spelling.Table {
		list = append(list, studioSample{Title: s.Name + ": " + s.Title, A: s.Sample})
	}
	return list
}

// studioField is a layout as it was given.
type studioField struct {
	Text    string         `json:"text"`
	Sort    string         `json:"sort,omitempty"` // "threads" or "memory"
	Shape   string         `json:"shape,omitempty"`
	Sliders []studioSlider `json:"sliders,omitempty"`
	Error   string         `json:"error,omitempty"`
	At      int            `json:"at"` // byte of the mistake
	Notes   []string       `json:"notes,omitempty"`
}

// studioSlider is a number of a layout, with the values that it may have.
type studioSlider struct {
	Name    string         `json:"name"`
	Value   int64          `json:"value"`
	Choices []studioChoice `json:"choices"`
}

type studioChoice struct {
	Value int64  `json:"value"`
	Text  string `json:"text"`
}

// studioPicture is a picture, with an SVG for each panel.
type studioPicture struct {
	Title   string            `json:"title"`
	Field   int               `json:"field"` // the layout that it shows; -1 for both
	Panels  []studioPanel     `json:"panels"`
	Notes   []string          `json:"notes,omitempty"`
	Figures []draw.FigureData `json:"figures,omitempty"`
}

type studioPanel struct {
	Title  string   `json:"title"`
	SVG    string   `json:"svg"`
	Frames []string `json:"frames,omitempty"`
}

// studioProduct is the matrix product of an instruction: elements of the operands are named A3,5, B5,2 and C3,2.
type studioProduct struct {
	M       int64         `json:"m"`
	N       int64         `json:"n"`
	K       int64         `json:"k"`
	Texts   []string      `json:"texts"`
	Picture studioPicture `json:"picture"`
}

// studioStep is a step of a change, which the flag --step draws.
type studioStep struct {
	Name   string   `json:"name"`
	Way    string   `json:"way"`
	Phases int64    `json:"phases,omitempty"` // steps of the banks
	Items  []string `json:"items"`            // elements that move
}

// studioMemory is a layout of memory.
type studioMemory struct {
	Kind   string        `json:"kind"`
	Texts  []string      `json:"texts"` // spellings
	Cycles int64         `json:"cycles"`
	Least  int64         `json:"least"` // cycles without conflicts
	Bytes  int64         `json:"bytes"`
	More   int64         `json:"more"` // bytes that hold no element
	Panels []studioPanel `json:"panels"`
}

// answerStudio writes a studio as JSON, in one line: a page reads it, and indents would be a third of its time.
func (t *tool) answerStudio(texts []string, o layoutOptions) int {
	s := &studio{Fields: []studioField{}, Pictures: []studioPicture{}}
	ok := true
	switch {
	case len(texts) == 0:
		s.Samples = listSamples()
	case o.step != "":
		p, err := t.drawStep(texts, o)
		if ok = err == nil; ok {
			step := pictureOf(-1, p)
			s.Step = &step
		} else {
			s.Error = err.Error()
		}
	default:
		ok = t.fillStudio(s, texts, o)
	}
	e := json.NewEncoder(t.stdout)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return t.fail(err)
	}
	if !ok {
		return 1
	}
	return 0
}

// fillStudio fills in the answers to all questions about the layouts; ok is false if one of them cannot be read.
func (t *tool) fillStudio(s *studio, texts []string, o layoutOptions) (ok bool) {
	c := t.newContext()
	elem, err := o.elementType(c, nil)
	if err == nil {
		_, err = o.extents()
	}
	if err != nil {
		s.Error = err.Error()
		return false
	}
	sides := make([]changedLayout, len(texts))
	ok = true
	for i, text := range texts {
		f, l := readField(c, text, o)
		s.Fields, sides[i] = append(s.Fields, f), changedLayout{text: text, threads: l}
		if f.Error != "" {
			ok = false
			continue
		}
		p, err := drawLayout(c, text, o, nil)
		if err != nil {
			s.Fields[i].Error, ok = err.Error(), false
			continue
		}
		if l != nil && !l.Memory {
			slices.Reverse(p.Panels) // the matrix first
		}
		s.add(i, p)
		if l != nil && l.Memory {
			if m, err := inBanks(l, o.chip().TrafficOf(elem, usualSubgroup)); err == nil {
				s.add(i, vectorext.DrawBanks("banks of "+text, m))
			}
		}
	}
	if !ok {
		return false
	}
	for _, text := range texts {
		if p := spelling.ProductOf(text, spelling.Options{Context: c, Lanes: o.lanes()}); p != nil && s.Product == nil {
			s.Product = productOf(p)
		}
	}
	if err := t.compareInStudio(c, s, sides, elem, o); err != nil {
		s.Error = err.Error()
		return false
	}
	return true
}

// lanes returns the lanes of a subgroup of the target, 0 if none is given.
func (o layoutOptions) lanes() int64 {
	if o.gpu == nil {
		return 0
	}
	return o.gpu.Subgroups[0]
}

// readField reads the layout of a field; other types and attributes with a picture have no layout.
func readField(c *ir.Context, text string, o layoutOptions) (f studioField, l *spelling.Layout) {
	f.Text = text
	if spelling.Of(text) == nil && !spelling.Misspelled(c, text) && len(text) > 0 && (text[0] == '!' || text[0] == '#') {
		return f, nil
	}
	l, so, err := o.read(c, text)
	if err != nil {
		f.Error = err.Error()
		if d := (*ir.Diagnostic)(nil); errors.As(err, &d) {
			f.Error = d.Msg
			if _, at, ok := d.Loc.Source(); ok {
				f.At = at
			}
			for _, n := range d.Notes {
				f.Notes = append(f.Notes, n.Msg)
			}
		}
		return f, nil
	}
	f.Sort, f.Shape = "threads", writeExtents(l.Shape)
	if l.Memory {
		f.Sort = "memory"
	}
	for _, x := range spelling.Sliders(text, so) {
		slider := studioSlider{Name: x.Name, Value: x.Value}
		for _, choice := range x.Choices {
			slider.Choices = append(slider.Choices, studioChoice(choice))
		}
		f.Sliders = append(f.Sliders, slider)
	}
	return f, l
}

// add adds a picture of a field.
func (s *studio) add(field int, p *draw.Picture) {
	s.Pictures = append(s.Pictures, pictureOf(field, p))
}

func pictureOf(field int, p *draw.Picture) studioPicture {
	out := studioPicture{Title: p.Title, Field: field, Notes: p.Notes, Panels: []studioPanel{}}
	for _, f := range p.Figures {
		out.Figures = append(out.Figures, draw.FigureData(f))
	}
	for i, panel := range p.Panels {
		alone := *panel
		alone.Title = ""
		shown := &draw.Picture{Panels: []*draw.Panel{&alone}}
		if i == len(p.Panels)-1 {
			shown.Legend = p.Legend
		}
		x := studioPanel{Title: panel.Title, SVG: shown.SVG()}
		for _, f := range panel.Frames {
			x.Frames = append(x.Frames, f.Name)
		}
		out.Panels = append(out.Panels, x)
	}
	return out
}

// compareInStudio adds the answers about two layouts: the change, its steps, and layouts of memory; for a single layout of threads,
// it adds layouts for a memory that the threads access.
func (t *tool) compareInStudio(c *ir.Context, s *studio, sides []changedLayout, elem ir.Type, o layoutOptions) error {
	if o.family != nil {
		if len(sides) == 2 {
			p, err := t.drawChange([]string{sides[0].text, sides[1].text}, o)
			if err != nil {
				return err
			}
			s.add(-1, p)
		}
		return nil
	}
	if slices.ContainsFunc(sides, func(x changedLayout) bool { return x.threads == nil }) {
		return nil
	}
	var threads []changedLayout
	var memory *changedLayout
	for i := range sides {
		if sides[i].isMemory() {
			memory = &sides[i]
		} else {
			threads = append(threads, sides[i])
		}
	}
	subgroup, sector := lanesOf(threads...), usualSector
	if o.gpu != nil {
		subgroup, sector = o.gpu.Subgroups[0], o.gpu.Sector
	}
	switch {
	case len(threads) == 0:
		return nil
	case len(threads) == 2:
		p, err := drawThreadChange([2]changedLayout(threads), elem, o.gpu)
		if err != nil {
			return err
		}
		s.add(-1, p)
		if play, err := playChange(threads, elem, o); err == nil {
			s.addSteps(play)
		}
	case memory != nil:
		p, err := drawAccesses(c, &threads[0], memory, elem, o)
		if err != nil {
			return err
		}
		s.add(-1, p)
	}
	maps, err := holdersOf(subgroup, threads...)
	if err != nil {
		return nil // several workgroups share no memory
	}
	traffic := o.chip().TrafficOf(elem, subgroup)
	order := rowsFirst(len(threads[0].threads.Shape))
	if memory != nil && memory.isMemory() && slices.Equal(memory.threads.Shape, maps[0].Shape()) {
		order = orderOf(memory.threads.Map)
		if w, err := measured(maps, memory.threads.Map, traffic, sector); err == nil {
			w.kind, w.text = "this memory", memory.text
			s.addMemory(c, &w, maps, elem, traffic, sector)
		}
	}
	ways, err := bestMemories(c, maps, traffic, sector, order)
	if err != nil {
		return nil // the memory has no rows, or is too large to compare
	}
	for i := range ways {
		if memory != nil && ways[i].text == memory.text {
			continue
		}
		s.addMemory(c, &ways[i], maps, elem, traffic, sector)
	}
	return nil
}

// addSteps adds the steps of a change.
func (s *studio) addSteps(play *vectorext.Play) {
	for i := range play.Steps {
		x := &play.Steps[i]
		step := studioStep{Name: x.Name(), Way: x.Way, Phases: x.Phases, Items: []string{}}
		for _, m := range x.Moves {
			step.Items = append(step.Items, play.Element(m.Element))
		}
		s.Steps = append(s.Steps, step)
	}
}

// addMemory adds a layout of memory, with how the banks serve the slowest access of each layout of threads.
func (s *studio) addMemory(c *ir.Context, w *memoryWay, maps []*layout.Map, elem ir.Type, t change.Traffic, sector int64) {
	bytes := int64(ir.ElementBytes(elem))
	m := studioMemory{Kind: w.kind, Texts: w.spellings(c), Cycles: w.cycles, Least: w.least, Bytes: w.cells * bytes, More: (w.cells - maps[0].Count()) * bytes, Panels: []studioPanel{}}
	l, err := spelling.Read(w.text, spelling.Options{Context: c, Shape: maps[0].Shape()})
	if err != nil || !l.Memory {
		if l, err = spelling.Read(w.text, spelling.Options{Context: c}); err != nil {
			return
		}
	}
	for i, threads := range maps {
		if p, err := vectorext.DrawAccesses(threads, l.Map, elem, t, sideOf(i, len(maps)), sector); err == nil {
			m.Panels = append(m.Panels, pictureOf(-1, p).Panels...)
		}
	}
	s.Memories = append(s.Memories, m)
}

// mostProduct bounds the rows and the columns of the picture of a product.
const mostProduct = 160

// productOf draws the operands and the result of a product in one panel: the left operand beside the result, the right operand
// above it.
func productOf(p *spelling.Product) *studioProduct {
	if p.M+p.K > mostProduct || p.N+p.K > mostProduct {
		return nil
	}
	panel := &draw.Panel{Title: "lane and register of each element", Axis: draw.Axis{Name: "k, then n", To: p.K + p.N, Label: func(n int64) string {
		if n < p.K {
			return fmt.Sprint("k", n)
		}
		return fmt.Sprint("n", n-p.K)
	}, Groups: []draw.Group{{From: 0, To: p.K, Text: "A"}, {From: p.K, To: p.K + p.N, Text: "B above C"}}}}
	for k := range p.K {
		panel.Rows = append(panel.Rows, draw.Row{Label: fmt.Sprint("k", k), Group: "B"})
	}
	for m := range p.M {
		panel.Rows = append(panel.Rows, draw.Row{Label: fmt.Sprint("m", m), Group: "A, C"})
	}
	for i, l := range p.Layouts {
		held, err := l.Holders()
		if err != nil {
			return nil
		}
		row, column := int64(0), int64(0)
		if p.Operands[i] != "B" {
			row = p.K
		}
		if p.Operands[i] != "A" {
			column = p.K
		}
		for index := range held.Count() {
			coord := held.Coord(index, nil)
			at := held.LocateAll(coord, nil)[0]
			x := coord[1] + column
			panel.Add(draw.Cell{Row: int(coord[0] + row), From: x, To: x + 1, Colour: draw.Series(at.Unit), Text: fmt.Sprintf("%d:%d", at.Unit, at.Offset),
				Item: fmt.Sprintf("%s%d,%d", p.Operands[i], coord[0], coord[1]), Owner: axes.Thread.At(int64(at.Unit)),
				Hover: fmt.Sprintf("%s(%d,%d): %s, %s", p.Operands[i], coord[0], coord[1], axes.Thread.At(int64(at.Unit)), axes.Register.At(at.Offset))})
		}
	}
	pic := &draw.Picture{Title: fmt.Sprintf("C = A × B with %d rows, %d columns and sums of %d", p.M, p.N, p.K), Panels: []*draw.Panel{panel},
		Notes: []string{"A cell names the thread and the register. One step over k multiplies the column k of A by the row k of B."}}
	return &studioProduct{M: p.M, N: p.N, K: p.K, Texts: p.Texts[:], Picture: pictureOf(-1, pic)}
}
