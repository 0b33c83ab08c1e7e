package passes

import (
	"slices"

	"optc/ir"
)

// Registry is the set of passes and pipelines that texts may name.
type Registry struct {
	Passes    []*Pass
	Pipelines []*NamedPipeline
}

// NamedPipeline is a sequence of steps with a name. The name is replaced by the steps.
type NamedPipeline struct {
	Name  string
	Title string
	Doc   string
	// Options is a struct that holds the defaults, or nil, as for passes.
	Options any
	// Build returns the steps; options points to a struct of the type of Options.
	Build func(options any) []Step
	// Orders lists the orders of passes that the steps must keep, with the reasons.
	// Check compares them with the steps.
	Orders []Order
}

// Pass returns the pass of that name or alias, or nil.
func (r *Registry) Pass(name string) *Pass {
	for _, p := range r.Passes {
		if p.Name == name || slices.Contains(p.Aliases, name) {
			return p
		}
	}
	return nil
}

// Pipeline returns the named pipeline of that name, or nil.
func (r *Registry) Pipeline(name string) *NamedPipeline {
	for _, p := range r.Pipelines {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Names lists all passes, their aliases and named pipelines.
func (r *Registry) Names() []string {
	var names []string
	for _, p := range r.Passes {
		names = append(append(names, p.Name), p.Aliases...)
	}
	for _, p := range r.Pipelines {
		names = append(names, p.Name)
	}
	return names
}

// missingDialect returns the first dialect of p.Dialects that c does not know.
func (p *Pass) missingDialect(c *ir.Context) string {
	for _, d := range p.Dialects {
		if c.Dialect(d) == nil {
			return d
		}
	}
	return ""
}
