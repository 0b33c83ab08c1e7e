package tensorgraph

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/ir"
)

// mostLanes is the largest number of points that a worker computes together. The partial results of all of them are in registers.
const mostLanes = 4

// chooseUnrolled chooses the parallel loop whose iterations are computed several at a time, so that the elements which they have in common
// are loaded once. The order of the operations of each result does not change.
//
//	for %k { load x[m, k]; load w[k, n]; multiply; add }
//	=>
//	for %k { load w[k, n]; load x[m, k]; multiply; add; load x[m + 1, k]; multiply; add; … }
func (k *coder) chooseUnrolled() {
	k.unrolled = -1
	if len(k.reduced) == 0 || len(k.starts) > 0 {
		return
	}
	best := 0
	for i, l := range k.parallel {
		if i == k.spread {
			continue
		}
		if _, common := k.loadsOf(l); common > best {
			k.unrolled, best = i, common
		}
	}
}

// loadsOf counts the elements that a point loads: own elements, which differ between the iterations of a loop, and common elements.
func (k *coder) loadsOf(l loop) (own, common int) {
	for f, d := range k.fields {
		switch {
		case d.output || d.operand >= k.nest.Inputs:
		case l.steps[f] == 0 && k.nest.Operands[d.operand].Extract == nil:
			common++
		default:
			own++
		}
	}
	return own, common
}

// unrolledLoop writes the loop whose iterations are computed several at a time, and after it the remaining iterations.
func (k *coder) unrolledLoop(i int, offsets []*ir.Value) {
	l := k.parallel[i]
	lanes := min(l.extent, mostLanes)
	rest := l.extent % lanes
	k.lanes = lanes
	scf.BuildFor(k.Builder, arith.ConstantIndex(k, 0), arith.ConstantIndex(k, l.extent-rest), arith.ConstantIndex(k, lanes), nil, func(iv *ir.Value, _ []*ir.Value) []*ir.Value {
		k.parallelLoop(i+1, k.advance(offsets, l.steps, iv))
		return nil
	})
	if rest > 0 {
		k.lanes = rest
		last := slices.Clone(offsets)
		for f, step := range l.steps {
			if step != 0 {
				last[f] = k.shift(offsets[f], (l.extent-rest)*step)
			}
		}
		k.parallelLoop(i+1, last)
	}
	k.lanes = 1
}

// point writes the computation of a point of the parallel loops, and of the next points that are computed together with it.
func (k *coder) point(offsets []*ir.Value) {
	lanes := [][]*ir.Value{offsets}
	for p := int64(1); p < k.lanes; p++ {
		next := slices.Clone(offsets)
		for f, step := range k.parallel[k.unrolled].steps {
			if step != 0 {
				next[f] = k.shift(offsets[f], p*step)
			}
		}
		lanes = append(lanes, next)
	}
	var inits []*ir.Value // initial elements of the outputs of each lane
	for _, offsets := range lanes {
		for i := k.nest.Inputs; i < len(k.nest.Operands); i++ {
			inits = append(inits, k.initial(i, offsets))
		}
	}
	results := k.reduction(0, lanes, inits)
	outputs := len(k.nest.Operands) - k.nest.Inputs
	for p, offsets := range lanes {
		for f, d := range k.fields {
			if d.output {
				memref.NewStore(k, results[p*outputs+d.operand-k.nest.Inputs], d.arg, k.at(offsets[f]))
			}
		}
	}
}

// shift adds a number to a place.
func (k *coder) shift(offset *ir.Value, by int64) *ir.Value {
	d := arith.ConstantIndex(k, by)
	if offset == nil {
		return d
	}
	return arith.NewAddI(k, offset, d).Result()
}

// forEach replaces the offset of each field in each lane. An offset that several lanes share is replaced once.
func forEach(lanes [][]*ir.Value, replace func(f int, offset *ir.Value) *ir.Value) [][]*ir.Value {
	type fieldAt struct {
		field  int
		offset *ir.Value
	}
	known := map[fieldAt]*ir.Value{}
	next := make([][]*ir.Value, len(lanes))
	for p, offsets := range lanes {
		next[p] = make([]*ir.Value, len(offsets))
		for f, offset := range offsets {
			at := fieldAt{f, offset}
			v, ok := known[at]
			if !ok {
				v = replace(f, offset)
				known[at] = v
			}
			next[p][f] = v
		}
	}
	return next
}

// reduction writes the reducing loops, beginning with loop i, and returns the new elements of the outputs of each lane.
func (k *coder) reduction(i int, lanes [][]*ir.Value, carried []*ir.Value) []*ir.Value {
	if i == len(k.reduced) {
		return k.bodies(lanes, nil, carried)
	}
	l := k.reduced[i]
	innermost := i == len(k.reduced)-1
	zero, extent, one := arith.ConstantIndex(k, 0), arith.ConstantIndex(k, l.extent), arith.ConstantIndex(k, 1)
	var rows [][]*ir.Value
	if innermost {
		rows = forEach(lanes, func(f int, offset *ir.Value) *ir.Value {
			if d := k.fields[f]; !d.output && l.steps[f] != 0 && k.nest.Operands[d.operand].Extract == nil {
				return k.row(d.arg, offset, l, f)
			}
			return nil
		})
	}
	loop := scf.BuildFor(k.Builder, zero, extent, one, carried, func(iv *ir.Value, carried []*ir.Value) []*ir.Value {
		k.indices[l.source] = iv
		steps := l.steps
		if innermost {
			steps = k.extractedSteps(l)
		}
		distances := k.advance(make([]*ir.Value, len(steps)), steps, iv)
		next := forEach(lanes, func(f int, offset *ir.Value) *ir.Value {
			switch {
			case innermost && rows[0][f] != nil:
				return iv
			case distances[f] == nil:
				return offset
			case offset == nil:
				return distances[f]
			}
			return arith.NewAddI(k, offset, distances[f]).Result()
		})
		if !innermost {
			return k.reduction(i+1, next, carried)
		}
		return k.bodies(next, rows, carried)
	})
	return loop.Operation().ResultList()
}

// bodies writes the region for the points of all lanes. The elements of a field are in its buffer, or in a row of the buffer.
func (k *coder) bodies(lanes, rows [][]*ir.Value, carried []*ir.Value) (results []*ir.Value) {
	outputs := len(k.nest.Operands) - k.nest.Inputs
	loaded := map[place]*ir.Value{}
	fields := k.fields
	for p, offsets := range lanes {
		k.fields = slices.Clone(fields)
		if rows != nil {
			for f, row := range rows[p] {
				if row != nil {
					k.fields[f].arg = row
				}
			}
		}
		results = append(results, k.body(offsets, carried[p*outputs:(p+1)*outputs], loaded)...)
	}
	k.fields = fields
	return results
}
