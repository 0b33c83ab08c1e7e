package passes

// Order requires a named pipeline to run one pass before another.
type Order struct {
	Before, After *Pass
	Reason        string // a clause without a full stop
}

// kept reports whether a run of Before precedes a run of After in steps.
func (o Order) kept(steps []Step) bool {
	ran := false
	for inst := range (&Pipeline{Steps: steps}).Instances {
		if ran && inst.Pass == o.After {
			return true
		}
		ran = ran || inst.Pass == o.Before
	}
	return false
}

// Because sets the reason why the step is in its pipeline, a clause without a full stop
// that help shows, and returns the step.
func (inst *Instance) Because(reason string) *Instance {
	inst.Reason = reason
	return inst
}

// DefaultSteps returns the steps of the pipeline with its default options.
func (p *NamedPipeline) DefaultSteps() []Step {
	return p.Build(Use(&Pass{Options: p.Options}).options)
}
