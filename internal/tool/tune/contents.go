package tune

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"optc/ir"
	"optc/lower"
	"optc/num"
	"optc/sim"
	"optc/validate"
)

// contents are the values of variables after a run, by name.
type contents map[string]variable

// variable is a variable of a machine after a run.
type variable struct {
	*lower.HostVariable
	runs []lower.ElementRun
}

// sharedBytes is the size from which on candidates share the elements of a variable before a run. Smaller
// variables are copied, because a simulation accesses its own elements in less time.
const sharedBytes = 1 << 20

// observe fills the variables of a machine, runs it, and returns their contents. Floats that the
// program sets to one number get different numbers, because elements that are mistaken for each
// other would make no difference.
func (p *Problem) observe(ctx context.Context, m lower.Machine) (contents, error) {
	sharer, shares := m.(lower.Sharer)
	for _, v := range m.Variables() {
		if !(v.Input && !v.Initial || isSplat(m, v)) {
			continue
		}
		image := p.inputs.get(v.Name, func() *sim.Image { return sim.NewImage(moderate(v)) })
		var err error
		if shares && len(image.Bytes()) >= sharedBytes {
			err = sharer.Share(v.Name, image)
		} else {
			err = m.Write(v.Name, image.Bytes())
		}
		if err != nil {
			return nil, err
		}
	}
	if err := m.Run(ctx); err != nil {
		return nil, err
	}
	out := contents{}
	for _, v := range m.Variables() {
		if _, runs, err := m.Elements(v.Name); err == nil {
			out[v.Name] = variable{v, runs}
		}
	}
	return out, nil
}

// isSplat reports whether a variable has several floats from the program, which are all the same.
func isSplat(m lower.Machine, v *lower.HostVariable) bool {
	if _, ok := v.Elem.(*ir.FloatType); !ok || !v.Initial || v.Len() < 2 {
		return false
	}
	data, _, err := m.Read(v.Name)
	return err == nil && bytes.Equal(data[v.Bytes:], data[:len(data)-v.Bytes])
}

// period is the number of elements after which the elements of a large variable repeat. It is a prime
// number, so that rows do not begin alike.
const period = 1<<20 - 3

// moderate returns elements of a variable: multiples of 1/4 between -2 and 2, whose products have
// exact sums, and small integers, which may be indices.
func moderate(v *lower.HostVariable) (data []byte) {
	h := fnv.New64a()
	h.Write([]byte(v.Name))
	r := rand.New(rand.NewPCG(h.Sum64(), 0))
	for range min(v.Len(), period) {
		x := uint64(r.IntN(5))
		switch t := v.Elem.(type) {
		case *ir.FloatType:
			_, x = num.FloatFromFloat64(t.Kind, float64(r.IntN(17)-8)/4).Bits()
		case *ir.IntegerType:
			x &= 1<<min(t.Width, 63) - 1
		}
		data = binary.LittleEndian.AppendUint64(data, x)[:len(data)+v.Bytes]
	}
	if n := int(v.Len()) * v.Bytes; n > len(data) {
		data = bytes.Repeat(data, (n+len(data)-1)/len(data))[:n]
	}
	return data
}

// differs describes the first element that is not the wanted one, or returns "". Floats may differ
// by the rounding of sums, whose order passes after distribution may change. Elements that whole
// vectors leave unwritten may hold anything if free is set.
func (want contents) differs(got contents, free bool) (difference string) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		w, g := want[name], got[name]
		if g.HostVariable == nil {
			continue
		}
		for begin, end := range w.comparedWith(g) {
			if difference = w.differs(g, begin, end, free); difference != "" {
				return difference
			}
		}
	}
	return ""
}

// comparedElements is the largest number of elements that are compared at a time.
const comparedElements = 1 << 16

// comparedWith returns ranges of elements outside of which two contents of a variable are equal: both
// are as they were before the run.
func (w variable) comparedWith(g variable) iter.Seq2[int64, int64] {
	ranges := []sim.Range{{Begin: 0, End: w.Len() * int64(w.Bytes)}}
	if len(w.runs) == 1 && len(g.runs) == 1 {
		image, changed := w.runs[0].Memory.Changed()
		if other, more := g.runs[0].Memory.Changed(); image != nil && image == other {
			ranges = append(changed, more...)
			slices.SortFunc(ranges, func(a, b sim.Range) int { return cmp.Compare(a.Begin, b.Begin) })
		}
	}
	return func(yield func(begin, end int64) bool) {
		size, done := int64(w.Bytes), int64(0)
		for len(ranges) > 0 {
			begin, last, n := max(ranges[0].Begin/size, done), ranges[0].End, 1
			for ; n < len(ranges) && ranges[n].Begin <= last; n++ {
				last = max(last, ranges[n].End)
			}
			for last = (last + size - 1) / size; begin < last; begin = done {
				done = min(begin+comparedElements, last)
				if !yield(begin, done) {
					return
				}
			}
			ranges = ranges[n:]
		}
	}
}

// differs is the same for the elements [begin, end) of a variable.
func (w variable) differs(g variable, begin, end int64, free bool) string {
	want, wanted, err := w.LoadPart(w.runs, begin, end)
	if err != nil {
		return err.Error()
	}
	got, written, err := g.LoadPart(g.runs, begin, end)
	if err != nil {
		return err.Error()
	}
	if bytes.Equal(want, got) && slices.Equal(wanted, written) {
		return ""
	}
	for i, at := 0, 0; at < len(want); i, at = i+1, at+w.Bytes {
		if !wanted[i] && !free && written[i] {
			return fmt.Sprintf("element %d of '%s' is written, but not if all open mappings are on one tile", begin+int64(i), w.Name)
		}
		if x, y := want[at:at+w.Bytes], got[at:at+w.Bytes]; wanted[i] && (!written[i] || !equal(w.HostVariable, x, y)) {
			return fmt.Sprintf("element %d of '%s' is % x on whole vectors, but % x", begin+int64(i), w.Name, x, y)
		}
	}
	return ""
}

// roundedBits is the number of bits of a float that rounding may change.
const roundedBits = 5

// equal reports whether two elements of a variable are equal, or floats that differ by rounding.
func equal(v *lower.HostVariable, a, b []byte) bool {
	if validate.SameElement(v, a, b) {
		return true
	}
	t, ok := v.Elem.(*ir.FloatType)
	if !ok {
		return false
	}
	x, y := num.FloatFromBits(t.Kind, 0, sim.RawBits(a)).Float64(), num.FloatFromBits(t.Kind, 0, sim.RawBits(b)).Float64()
	return math.Abs(x-y) <= math.Ldexp(max(math.Abs(x), math.Abs(y), 1), roundedBits-t.Kind.MantissaBits)
}
