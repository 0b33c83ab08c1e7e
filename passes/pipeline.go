package passes

import (
	"strings"

	"optc/ir"
)

// AnyOp is the anchor of a pipeline that runs on every operation that is
// registered and isolated from above.
const AnyOp = "any"

// Pipeline is a sequence of steps that runs on operations with a given name, or on any
// operation. A pipeline is itself a step: as a step it runs on the operations directly
// inside the operation of the enclosing pipeline.
type Pipeline struct {
	Anchor string // full name of an operation, or AnyOp
	Steps  []Step
	// Optional is set if there need not be any operation to run on; for other pipelines
	// that is probably a mistake in the text, and causes a warning.
	Optional bool
}

// Step is a part of a pipeline: *Instance or *Pipeline.
type Step interface {
	appendText(b *pipelineWriter)
}

// On makes a pipeline that runs steps, in order, on operations of that kind.
func On(anchor ir.OpKind, steps ...Step) *Pipeline {
	return &Pipeline{Anchor: anchor.Kind().String(), Steps: steps}
}

// Add appends steps. A pass that cannot run on the anchor's operations is added to a nested
// pipeline on operations that it can run on, as the flags of the command do.
func (p *Pipeline) Add(steps ...Step) {
	for _, s := range steps {
		inst, ok := s.(*Instance)
		if !ok || p.Anchor == AnyOp || inst.Pass.RunsOn(p.Anchor) {
			p.Steps = append(p.Steps, s)
			continue
		}
		anchor := inst.Pass.Anchor[0].Kind().String()
		if n := len(p.Steps); n > 0 {
			if last, ok := p.Steps[n-1].(*Pipeline); ok && last.Anchor == anchor {
				last.Add(inst)
				continue
			}
		}
		p.Steps = append(p.Steps, On(inst.Pass.Anchor[0], inst))
	}
}

// Instances yields the passes of the pipeline and of the pipelines in it, in
// the order of the text.
func (p *Pipeline) Instances(yield func(*Instance) bool) { p.instances(yield) }

func (p *Pipeline) instances(yield func(*Instance) bool) bool {
	for _, s := range p.Steps {
		switch s := s.(type) {
		case *Instance:
			if !yield(s) {
				return false
			}
		case *Pipeline:
			if !s.instances(yield) {
				return false
			}
		}
	}
	return true
}

// pipelineWriter writes pipelines on one line, or indented.
type pipelineWriter struct {
	strings.Builder
	pretty bool
	depth  int
}

func (w *pipelineWriter) line() {
	if w.pretty {
		w.WriteByte('\n')
		w.WriteString(strings.Repeat("  ", w.depth))
	}
}

func (p *Pipeline) appendText(w *pipelineWriter) {
	w.WriteString(p.Anchor)
	w.WriteByte('(')
	w.depth++
	for i, s := range p.Steps {
		if i > 0 {
			w.WriteByte(',')
		}
		w.line()
		s.appendText(w)
	}
	w.depth--
	if len(p.Steps) > 0 {
		w.line()
	}
	w.WriteByte(')')
}

func (inst *Instance) appendText(w *pipelineWriter) {
	w.WriteString(inst.Pass.Name)
	if inst.options != nil {
		w.WriteByte('{')
		w.WriteString(formatOptions(inst.options))
		w.WriteByte('}')
	}
}

// String renders the pipeline on one line; the text can be parsed to an equal pipeline.
func (p *Pipeline) String() string {
	var w pipelineWriter
	p.appendText(&w)
	return w.Builder.String()
}

// Pretty renders the pipeline with one step per line.
func (p *Pipeline) Pretty() string {
	w := pipelineWriter{pretty: true}
	p.appendText(&w)
	return w.Builder.String()
}

// String renders the step as in a pipeline.
func (inst *Instance) String() string {
	var w pipelineWriter
	inst.appendText(&w)
	return w.Builder.String()
}
