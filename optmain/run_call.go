package optmain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	fn "optc/dialect/func"
	"optc/dialect/iree/ireecodegen"
	"optc/internal/base/flags"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/layout/threads"
	"optc/lower"
	"optc/optmain/internal/heap"
	"optc/optmain/internal/values"
	"optc/sim"
)

// callOptions name a function and its arguments.
type callOptions struct {
	function string
	all      bool
	args     []string
	seed     *int
}

func (o *callOptions) flags() []*flags.Flag {
	return []*flags.Flag{
		flags.Text("call", "function", &o.function, "call a function of the file instead of running its program"),
		flags.Switch("all", &o.all, "call every function without arguments, with --target on that machine; a function passes if it ends without an error and all of its check.expect operations hold"),
		flags.Repeated("arg", "value", &o.args, "argument of the called function, in order or as name=value: a number, a file with an array, dense<…>, with its type behind it where the function leaves the shape open, or random"),
		flags.Number("seed", &o.seed, 0, "choice of the random arguments and inputs; the default is 0"),
	}
}

// callFunction is `optc run --call f --arg …`: it runs a function of a file, and prints,
// writes or compares its results and the final contents of its memrefs.
func (t *tool) callFunction(file string, source *sourceFlags, o *callOptions, r *resultOptions, cost *profileOptions, limits sim.Limits) int {
	p, ok := t.load(file, source)
	if !ok {
		return 1
	}
	m := sim.New(p.module, nil)
	m.Limits, m.Out = limits, t.stdout
	op, err := m.Function(o.function)
	if t.failed(err) {
		return 1
	}
	if !ir.Is[fn.FuncOp](op) {
		return t.fail(fmt.Errorf("'%s' is a '%s', which cannot be called", o.function, op.Name()))
	}
	f := newCalled(o.function, op)
	texts, err := f.texts(o.args)
	if err != nil {
		return t.fail(err)
	}
	r.expandAll(f.names())
	for _, name := range r.names() { // before the run, which may take long
		if f.find(name) < 0 {
			return t.fail(unknownValue(name, f.names()))
		}
	}
	numbers := randomNumbers(o.seed)
	left := limits.Memory()
	for i := range texts {
		bytes, err := values.CheckSize(f.slots[i].typ, left)
		if err != nil {
			return t.fail(fmt.Errorf("argument %d: %w", i, err))
		}
		left -= bytes
	}
	if used := limits.Memory() - left; t.ownsProcess && used >= heap.LeastExpected {
		heap.Expect(4 * used) // files, arguments, results, and values in between
	}
	args := make([]sim.Value, len(texts))
	for i, text := range texts {
		if args[i], err = values.Argument(t.files, p.ctx, f.slots[i].name, f.slots[i].typ, text, numbers, t.stderr); err != nil {
			return t.fail(fmt.Errorf("argument %d: %w", i, err))
		}
	}
	var profile *kernel.Profile
	if cost.any() {
		if profile, err = kernel.NewProfile(op); err != nil {
			return t.fail(err)
		}
	}
	results, err := t.callInThreads(m, p.module, source, op, args, profile)
	if err != nil {
		var at *sim.RuntimeError
		if errors.As(err, &at) {
			t.stderr.Report(at.Diagnostic())
			return 1
		}
		return t.fail(err)
	}
	all := append(args, results...)
	if !r.any() && profile == nil {
		f.print(t.stdout, all, r.full)
		return 0
	}
	err = t.deliver(r, func(name string) (*values.Array, error) {
		i := f.find(name)
		return values.OfValue(name, f.slots[i].typ, all[i]), nil
	})
	if err == nil && profile != nil {
		err = cost.write(t, profile)
	}
	if err != nil {
		return t.fail(err)
	}
	return 0
}

// called is a function that is called, with its arguments and after them its results.
type called struct {
	name      string
	slots     []slot
	numInputs int
}

// slot is an argument or a result.
type slot struct {
	name  string // of the argument in the text, or "argument0", "result0"
	place string // "argument0", "result0"
	typ   ir.Type
}

func newCalled(name string, op *ir.Operation) *called {
	signature := fn.TypeOf(op)
	f := &called{name: name, numInputs: len(signature.Inputs)}
	for i, t := range signature.Inputs {
		place := fmt.Sprintf("argument%d", i)
		f.slots = append(f.slots, slot{name: cmp.Or(op.Body().Args()[i].NameHint(), place), place: place, typ: t})
	}
	for i, t := range signature.Results {
		place := fmt.Sprintf("result%d", i)
		f.slots = append(f.slots, slot{name: place, place: place, typ: t})
	}
	return f
}

// find returns the slot of a name or a place, or -1.
func (f *called) find(name string) int {
	return slices.IndexFunc(f.slots, func(s slot) bool { return s.name == name || s.place == name })
}

func (f *called) names() (list []string) {
	for _, s := range f.slots {
		list = append(list, s.name)
	}
	return list
}

// texts assigns the values of --arg to arguments: values with the name of an argument to that
// argument, and the other values in their order.
func (f *called) texts(given []string) ([]string, error) {
	inputs := make([]string, f.numInputs)
	next := 0
	for _, text := range given {
		name, value, named := strings.Cut(text, "=")
		i := f.find(name)
		if !named || strings.ContainsAny(name, "<. ") {
			for next < len(inputs) && inputs[next] != "" {
				next++
			}
			i, value = next, text
		} else if i < 0 || i >= len(inputs) {
			return nil, unknownValue(name, f.names()[:f.numInputs])
		}
		switch {
		case i >= len(inputs):
			return nil, fmt.Errorf("function '%s' takes %s, but got %d --arg", f.name, numArguments.Count(len(inputs)), len(given))
		case inputs[i] != "":
			return nil, fmt.Errorf("argument '%s' is given twice", f.slots[i].name)
		}
		inputs[i] = value
	}
	if i := slices.Index(inputs, ""); i >= 0 {
		return nil, fmt.Errorf("function '%s' takes %s, but got %d --arg; '%s' of type '%s' is missing, --arg random fills it", f.name, numArguments.Count(len(inputs)), len(given), f.slots[i].name, f.slots[i].typ)
	}
	return inputs, nil
}

// print writes the results, and the arguments that the function may have changed.
func (f *called) print(w io.Writer, all []sim.Value, full bool) {
	line := func(kind string, n, i int) {
		fmt.Fprintf(w, "%s %d = %s\n", kind, n, values.OfValue("", f.slots[i].typ, all[i]).Text(full))
	}
	for i := f.numInputs; i < len(f.slots); i++ {
		line("result", i-f.numInputs, i)
	}
	for i := range f.numInputs {
		if _, isMemRef := f.slots[i].typ.(*ir.MemRefType); isMemRef {
			line("argument", i, i)
		}
	}
}

// callInThreads calls a function in every thread of a grid, one workgroup after the other, and
// returns the results of the first thread. Without the size of a workgroup or a grid one thread
// calls it. A profile, if not nil, gets the cost.
func (t *tool) callInThreads(m *sim.Machine, module *ir.Operation, source *sourceFlags, f *ir.Operation, args []sim.Value, profile *kernel.Profile) (results []sim.Value, err error) {
	l, err := source.launch()
	if err != nil {
		return nil, err
	}
	if l == nil {
		l = launchOf(f)
	}
	if l == nil && profile != nil {
		return nil, errors.New("flag '--profile' needs '--workgroup', the number of threads that call the function")
	}
	err = t.do("calling the function", func(ctx context.Context, _ *work) error {
		if l == nil {
			results, err = m.Call(ctx, ir.SymbolName(f), args...)
		} else {
			results, err = l.Call(ctx, m, module, f, args, profile)
		}
		return err
	})
	return results, err
}

// launchOf returns the sizes in the translation_info of a function whose code is for one thread, which reads its number; nil for
// other functions.
func launchOf(f *ir.Operation) *kernel.Launch {
	info := ireecodegen.TranslationOf(f)
	if info == nil || info.WorkgroupSize == nil {
		return nil
	}
	numbered := false
	ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
		if numbered = op.NumOperands() == 0 && op.NumRegions() == 0 && threads.Uniformity.Has(op); numbered {
			return ir.Interrupt
		}
		return ir.Advance
	})
	if !numbered {
		return nil
	}
	l := &kernel.Launch{Workgroup: [3]int64{1, 1, 1}, Grid: [3]int64{1, 1, 1}, Subgroup: info.SubgroupSize}
	copy(l.Workgroup[:], info.WorkgroupSize)
	return l
}

// launch returns the sizes that the options of the pipeline for GPUs give, or nil.
func (s *sourceFlags) launch() (*kernel.Launch, error) {
	l := &kernel.Launch{Workgroup: [3]int64{1, 1, 1}, Grid: [3]int64{1, 1, 1}}
	for _, o := range s.settings {
		parts := strings.Split(o.value, ",")
		var sizes []int64
		for _, text := range parts {
			n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
			if err != nil || n < 1 {
				return nil, fmt.Errorf("flag '--%s' takes numbers of at least 1, but got '%s'", o.name, text)
			}
			sizes = append(sizes, n)
		}
		switch {
		case len(sizes) > 3:
			return nil, fmt.Errorf("flag '--%s' takes at most 3 numbers, but got %d", o.name, len(sizes))
		case o.name == workgroupFlag:
			copy(l.Workgroup[:], sizes)
		case o.name == gridFlag:
			copy(l.Grid[:], sizes)
		case o.name == subgroupFlag:
			l.Subgroup = sizes[0]
		default:
			return nil, fmt.Errorf("flag '--%s' has no effect on --call", o.name)
		}
	}
	if s.settings == nil {
		return nil, nil
	}
	return l, nil
}

// The flags for the sizes of a launch, which are options of the pipeline gpu.
const (
	workgroupFlag = "workgroup"
	subgroupFlag  = "subgroup"
	gridFlag      = "grid"
)

var numArguments = lower.Noun{One: "argument", Many: "arguments"}
