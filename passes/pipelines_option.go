package passes

import (
	"fmt"
	"strings"
)

// Pipelines is an option whose value is a list of pipelines.
type Pipelines []*Pipeline

// ParseOption implements OptionValue.
func (ps *Pipelines) ParseOption(r *Registry, text string) error {
	steps, err := r.ParseSteps(text)
	if err != nil {
		return fmt.Errorf("holds a mistake: %w", err)
	}
	*ps = nil
	for _, s := range steps {
		p, ok := s.(*Pipeline)
		if !ok {
			return fmt.Errorf("expects pipelines such as func.func(cse), but got '%s'", s)
		}
		*ps = append(*ps, p)
	}
	return nil
}

// String renders the pipelines, separated by commas.
func (ps *Pipelines) String() string {
	texts := make([]string, len(*ps))
	for i, p := range *ps {
		texts[i] = p.String()
	}
	return strings.Join(texts, ",")
}

// Find returns the pipeline for operations of that name, or nil.
func (ps Pipelines) Find(op string) *Pipeline {
	for _, p := range ps {
		if p.Anchor == op {
			return p
		}
	}
	return nil
}
