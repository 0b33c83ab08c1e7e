package passes

import (
	"context"
	"io"

	"optc/ir"
)

// Instrumentation observes a run of a pipeline. nil functions are not called. The functions about
// passes are called by several goroutines at once, for different operations; BeginRun and EndRun
// are called by one goroutine, before and after all other functions.
type Instrumentation struct {
	BeginRun func(r *ManagerRun)
	EndRun   func(r *ManagerRun, ok bool)

	// BeforePass and AfterPass are called around a pass on an operation.
	BeforePass func(e *Event)
	AfterPass  func(e *Event)

	// BeforeAnalysis is called when a pass needs an analysis that is not kept.
	BeforeAnalysis func(e *Event, name string)

	// BeforePipeline and AfterPipeline are called before and after the run of a nested pipeline, or of
	// a group of neighbouring ones, on all operations inside Op. The instance is nil.
	BeforePipeline func(e *Event)
	AfterPipeline  func(e *Event)

	// Serial requires a single thread, for instrumentations that examine more than the
	// operation of the pass.
	Serial bool
}

// ManagerRun is one call of Manager.Run.
type ManagerRun struct {
	Context  context.Context
	Manager  *Manager
	Pipeline *Pipeline
	Op       *ir.Operation
	Out      io.Writer
	Sink     ir.Sink
}

// Event describes a step of the run on an operation.
type Event struct {
	Run       *ManagerRun
	Instance  *Instance
	Within    *Instance   // the pass that runs this pipeline as a part of itself, or nil
	Pipelines []*Pipeline // the nested pipelines, for pipeline events
	Op        *ir.Operation
	Worker    int // number of the worker, 0 if there is only one
	Changed   bool
	// NestedOnly: all changes were made by passes that this pass ran on nested operations,
	// each of which was a separate event.
	NestedOnly bool
	Failed     bool
	Out        io.Writer // appears in the order of the operations
	Sink       ir.Sink

	// state holds the data of an instrumentation between its calls before and after.
	state map[*Instrumentation]any
}

// Fail makes the pass fail; it is for instrumentations that check.
func (e *Event) Fail() { e.Failed = true }

// remember keeps a value from BeforePass to AfterPass of the same instrumentation.
func (e *Event) remember(i *Instrumentation, v any) {
	if e.state == nil {
		e.state = map[*Instrumentation]any{}
	}
	e.state[i] = v
}

func (e *Event) remembered(i *Instrumentation) any { return e.state[i] }
