package lower

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/layout/axes"
	"optc/sim"
)

// Family declares the programs of a family of hardware. All commands of the tool handle a
// program through its family.
type Family struct {
	Name string // of the family, in manifests and messages: "poplar"
	// Op is the operation that is a program. It is in the module's body.
	Op ir.OpKind
	// Source reports whether an operation of a dialect that belongs to no family, such as a function,
	// becomes a program in Pipeline; nil if no operation does.
	Source func(op *ir.Operation) bool
	// SourceDoc says in a clause which operations Source means; "" if Source is nil.
	SourceDoc string
	// Doc describes in a sentence or two how the device executes a program.
	Doc string
	// Pipeline holds the passes that lower a program to the form that Build reads.
	Pipeline string
	// Options names a pipeline in Pipeline whose options are flags of the commands that
	// compile programs; "" for none.
	Options string
	// Planning declares how functions on tensors are planned; nil if they are not.
	Planning *Planning
	// Reference holds the passes that Plain needs. They must not change the code that the program
	// executes. "" means no passes.
	Reference string
	// Targets returns the targets that programs can be built for.
	Targets func() []Target
	// Stage describes the progress of lowering a program. It is called between passes, so
	// that the program may be in any valid state.
	Stage func(ctx context.Context, program *ir.Operation) Stage
	// Build reads a lowered program. An error about the IR is an *ir.Diagnostic.
	Build func(ctx context.Context, program *ir.Operation) (*Program, error)
	// Values returns the constants of a lowered program, some of which may be only in its
	// images, in the order of Build; nil if programs have none.
	Values func(ctx context.Context, program *ir.Operation) ([]Value, error)
	// Plain returns the interpretation of a program that is lowered or was processed by Reference. It
	// contains nothing that depends on addresses.
	Plain func(ctx context.Context, program *ir.Operation, o Options) (Machine, error)
	// Layouts declares how tensors are spread over the units of a target; nil if there are no units.
	Layouts *Layouts
	// Export writes the declarations of a module for other tools of the family; nil if
	// there is nothing to write.
	Export *Export
	// Import reads declarations from sources of other tools of the family; nil if there
	// is nothing to read.
	Import *Import
	// Errors explains the codes of the family.
	Errors func() []diag.Doc
}

// Planning declares how functions on tensors are planned.
type Planning struct {
	// Source reports whether an operation of a module has steps with plans.
	Source func(op *ir.Operation) bool
	// Prepare holds the passes after which operations have plans: "a,b".
	Prepare string
	// Pass is the name of the pass that plans. It keeps plans that are in the text. With the option costs, it sets the
	// attribute Cost, and with the option others=n, the attribute Others.
	Pass string
	// On is the operation in the module on which the pass runs; "" for the module.
	On string
	// Plan, Cost and Others are attributes of an operation: its plan, the cost of the plan, and an array of plans that may be
	// better for the program as a whole.
	Plan, Cost, Others string
	// Overlaps is set if copies may run beside computations: the cycles of a computation then include the copies beside it.
	Overlaps bool
}

// HasSteps reports whether an operation of a module has steps with plans. The family may have no planning.
func (p *Planning) HasSteps(module *ir.Operation) bool {
	if p == nil || module.NumRegions() == 0 || module.Region(0).Empty() {
		return false
	}
	for op := range module.Body().Ops() {
		if p.Source(op) {
			return true
		}
	}
	return false
}

// Pipeline returns the pass with options in a pipeline, after the passes of Prepare unless the module is prepared.
func (p *Planning) Pipeline(prepared bool, options string) string {
	text := p.Pass + "{" + options + "}"
	if p.On != "" {
		text = p.On + "(" + text + ")"
	}
	if !prepared {
		text = p.Prepare + "," + text
	}
	return "builtin.module(" + text + ")"
}

// Target is a device that programs can be built for.
type Target struct {
	Name    string
	Summary string  // one line
	Doc     string  // what Fields are, or ""
	Fields  []Field // its figures
	// Set sets the target of a module, and replaces an existing target. The module's own
	// overrides of the same target are kept. The error code is target-fit if an override
	// cannot be kept.
	Set func(c *ir.Context, module *ir.Operation) error
}

// Field is a figure of a target.
type Field struct {
	Setting string // as it is written: "workers = 6"
	Doc     string
}

// Stage is the progress of a program in its pipeline.
type Stage int

const (
	// Untargeted programs cannot be executed, because they do not name a target.
	Untargeted Stage = iota
	// Targeted programs have a plain meaning, after the passes of Reference.
	Targeted
	// Lowered programs have a plain meaning without further passes.
	Lowered
	// Complete programs can be read by Build.
	Complete
)

// Options of an execution.
type Options struct {
	// Limits of each thread of the device.
	sim.Limits
	// Threads bounds the number of units that run concurrently; 0 means the number
	// of processors.
	Threads int
	// Destroy makes a device destroy all bytes that the hardware may destroy in addition
	// to the results of an operation, so that a program that relies on them gives other
	// results.
	Destroy bool
	// Order is the order of threads that a plain machine runs one after the other.
	Order Order
	// Symbols, if set, computes with unknown numbers; the variables may then hold symbols.
	Symbols sim.Symbols
	// Outside, if set, is called if a chip computes something different from the exact result of a function; the
	// exact result is then used. If it is nil, the run stops instead.
	Outside func(op *ir.Operation, err error)
	// Profile makes a machine that is a Profiler record the cost of its run.
	Profile bool
	// Workgroups, if not 0, bounds the workgroups of a grid that a machine executes: some that are
	// spread evenly, with the first and the last. Costs are scaled to the whole grid.
	Workgroups int64
}

// Machine executes a program once. Its variables are named; their elements are
// packed, little-endian, in row-major order.
type Machine interface {
	Variables() []*HostVariable
	// Elements returns a variable, and where its elements are. The error codes are
	// unknown-variable and no-place.
	Elements(name string) (*HostVariable, []ElementRun, error)
	// Write sets all elements of a variable. The error codes are unknown-variable and
	// input-size.
	Write(name string, data []byte) error
	// Read returns the elements of a variable, and which of them were written. The error
	// code is unknown-variable.
	Read(name string) (data []byte, written []bool, err error)
	// Run executes the program, until it or ctx ends. The error wraps a *sim.RuntimeError
	// where an operation failed.
	Run(ctx context.Context) error
	// Counters returns the counts so far; nil if nothing is counted.
	Counters() []Counter
}

// Sharer is a Machine that can use elements of variables without copying them.
type Sharer interface {
	// Share does the same as Write. Other machines may use the same elements, and the machine copies
	// only elements near those that it changes.
	Share(name string, image *sim.Image) error
}

// Shaper is a Machine with variables whose extents its program leaves open.
type Shaper interface {
	// SetShape sets the extents of a variable, before its elements are set. The error codes are unknown-variable, input-shape
	// and sim.memory.
	SetShape(name string, shape []int64) error
}

// Counter is a quantity that a machine counts.
type Counter struct {
	Name  string
	Value int64
}

// Programs returns the programs of this family in a module.
func (f *Family) Programs(module *ir.Operation) (list []*ir.Operation) {
	if module.NumRegions() == 0 || module.Region(0).Empty() {
		return nil
	}
	for op := range module.Body().Ops() {
		if f.Op.Kind().Is(op) {
			list = append(list, op)
		}
	}
	return list
}

// candidates returns the programs of this family in a module and the operations that become
// programs of it.
func (f *Family) candidates(module *ir.Operation) (list []*ir.Operation) {
	if list = f.Programs(module); len(list) > 0 || f.Source == nil || module.NumRegions() == 0 || module.Region(0).Empty() {
		return list
	}
	for op := range module.Body().Ops() {
		if f.Source(op) {
			list = append(list, op)
		}
	}
	return list
}

// Only returns the program of a module and its family. It is an error if there is no
// program or a second one.
func Only(families []*Family, module *ir.Operation) (*Family, *ir.Operation, error) {
	var family *Family
	var program *ir.Operation
	if module.NumRegions() > 0 && !module.Region(0).Empty() {
		for op := range module.Body().Ops() {
			i := slices.IndexFunc(families, func(f *Family) bool { return f.Op.Kind().Is(op) })
			switch {
			case i < 0:
			case program == nil:
				family, program = families[i], op
			case families[i] == family:
				_, what, _ := strings.Cut(op.Name(), ".")
				return nil, nil, op.Errorf("is the second %s; a program has one", what).Note(program.Loc(), "the first %s is here", what)
			default:
				return nil, nil, op.Errorf("is a second program; a file has one").Note(program.Loc(), "'%s' is the first", program.Name())
			}
		}
	}
	if program == nil {
		return nil, nil, module.Errorf("holds no %s, so there is no program to build", alternatives(families))
	}
	return family, program, nil
}

// Of returns the family of the program that a module contains. If it contains no program, the
// dialect of its operations determines the family, so that passes can report mistakes in
// them. Errors: see Only.
func Of(families []*Family, module *ir.Operation) (*Family, error) {
	family, _, err := Only(families, module)
	if err == nil {
		return family, nil
	}
	for _, f := range families {
		if len(f.Programs(module)) > 0 {
			return nil, err
		}
	}
	if module.NumRegions() > 0 && !module.Region(0).Empty() {
		if f, found, err := onlySource(families, module); found != nil || err != nil {
			return f, err
		}
		for op := range module.Body().Ops() {
			for _, f := range families {
				if dialectOf(op.Name()) == dialectOf(f.Op.Kind().String()) {
					return f, nil
				}
			}
		}
	}
	return nil, err
}

// onlySource returns the operation of a module that becomes a program, and its family; nil if
// there is none. A second such operation is an error.
func onlySource(families []*Family, module *ir.Operation) (family *Family, source *ir.Operation, err error) {
	for op := range module.Body().Ops() {
		i := slices.IndexFunc(families, func(f *Family) bool { return f.Source != nil && f.Source(op) })
		switch {
		case i < 0:
		case source != nil:
			return nil, nil, op.Errorf("would become a second program; a file has one").Note(source.Loc(), "'%s' would be the first", source.Name())
		default:
			family, source = families[i], op
		}
	}
	return family, source, nil
}

func dialectOf(op string) string {
	dialect, _, _ := strings.Cut(op, ".")
	return dialect
}

// alternatives lists the operations that are programs: "a.b, c.d or e.f".
func alternatives(families []*Family) string {
	var names []string
	for _, f := range families {
		names = append(names, f.Op.Kind().String())
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Targets returns the targets of all families.
func Targets(families []*Family) (list []Target) {
	for _, f := range families {
		list = append(list, f.Targets()...)
	}
	return list
}

// TargetNames returns the names of targets.
func TargetNames(list []Target) []string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	return names
}

// SetTarget sets the target of a module by its name. The module must contain a program
// that the target fits, or none at all. The error codes are target-unknown and
// target-fit.
func SetTarget(c *ir.Context, families []*Family, module *ir.Operation, name string) error {
	for _, f := range families {
		targets := f.Targets()
		i := slices.IndexFunc(targets, func(t Target) bool { return t.Name == name })
		if i < 0 {
			continue
		}
		for _, other := range families {
			if programs := other.candidates(module); other != f && len(programs) > 0 && len(f.candidates(module)) == 0 {
				return programs[0].Errorf("cannot be built for target '%s', which is for %s", name, f.Op.Kind()).WithCode("target-fit").
					Note(programs[0].Loc(), "%s: %s", name, targets[i].Summary).
					Note(programs[0].Loc(), "targets of %s: %s", programs[0].Name(), strings.Join(TargetNames(other.Targets()), ", "))
			}
		}
		return targets[i].Set(c, module)
	}
	known := TargetNames(Targets(families))
	return diag.Errorf("target-unknown", "unknown architecture '%s'%s", name, diag.DidYouMean(name, known)).
		Note("known architectures: %s", strings.Join(known, ", "))
}

// Noun is the name of a kind of items, in singular and plural.
type Noun struct{ One, Many string }

// NounOf returns the noun for the items along an axis.
func NounOf(a axes.Axis) Noun { return Noun{One: a.String(), Many: a.String() + "s"} }

// Count is a number with a noun: "1 tile", "2 tiles".
func (n Noun) Count(count int) string {
	if count == 1 {
		return "1 " + n.One
	}
	return fmt.Sprintf("%d %s", count, n.Many)
}
