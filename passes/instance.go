package passes

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
)

// Instance is a pass with option values and counters: one step of a pipeline.
type Instance struct {
	Pass    *Pass
	Reason  string // why the step is in its pipeline, or ""
	options any    // pointer to the options struct, nil without options
	stats   []atomic.Int64

	once   sync.Once
	shared any
}

// Use makes a step of a pass with its default options. One optional argument, a
// value of the pass's options struct, replaces all of them:
//
//	o := standard.CanonicalizeDefaults
//	o.MaxIterations = 3
//	passes.Use(standard.Canonicalize, o)
//
// It panics when the argument is not of the declared type.
func Use(p *Pass, options ...any) *Instance {
	inst := &Instance{Pass: p, stats: make([]atomic.Int64, len(p.Stats))}
	value := p.Options
	if len(options) > 0 {
		value = options[0]
		if reflect.TypeOf(value) != reflect.TypeOf(p.Options) {
			panic(fmt.Sprintf("passes: %s takes options of type %T, but got %T", p.Name, p.Options, value))
		}
	}
	if value != nil {
		ptr := reflect.New(reflect.TypeOf(value))
		ptr.Elem().Set(reflect.ValueOf(value))
		inst.options = ptr.Interface()
	}
	return inst
}

// InstanceOptions returns the option values of a step if they are of that type.
func InstanceOptions[T any](inst *Instance) (o *T, ok bool) {
	o, ok = inst.options.(*T)
	return o, ok
}

func (inst *Instance) count(name string, n int) {
	for i := range inst.Pass.Stats {
		if inst.Pass.Stats[i].Name == name {
			inst.stats[i].Add(int64(n))
			return
		}
	}
	panic("passes: " + inst.Pass.Name + " declares no statistic " + name)
}

// Counts returns the values of the pass's statistics, in the order of
// Pass.Stats, summed over all operations that the instance ran on.
func (inst *Instance) Counts() []int64 {
	vs := make([]int64, len(inst.stats))
	for i := range vs {
		vs[i] = inst.stats[i].Load()
	}
	return vs
}
