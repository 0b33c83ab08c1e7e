package parser

import "optc/ir"

// numberedNames holds the names from one multiple of its length up to the next.
type numberedNames [32]valueDef

// valueNames maps the visible names to values. Names such as %12, the great majority, are stored as
// indices.
type valueNames struct {
	nums  []*numberedNames    // result 0 of %0, %1, …; nil if there was no such name
	spare []*numberedNames    // empty ones
	limit int                 // number that names in nums must not reach
	names nameTable[valueDef] // other names
	more  map[resultKey]int32 // entries of names for results after the first that were used before their definition

	// defined lists the ids of defined names, in order, so that the names of a region can
	// be removed at its end.
	defined []valueID
	// forward holds the placeholders of values that are not defined yet, with the place
	// of their first use.
	forward map[*ir.Value]int
	piece   *piece // the piece that the names belong to, if not nil
}

// valueID is an index of values.nums, or the complement of the number of an entry of values.names.
type valueID int32

// numeric returns the number of a name that indexes values.nums. Names with leading zeros
// are treated like other names.
func (v *valueNames) numeric(name string) (n int, ok bool) {
	if len(name) > 8 || name[0] == '0' && len(name) > 1 {
		return 0, false
	}
	for i := 0; i < len(name); i++ {
		d := name[i] - '0'
		if d > 9 {
			return 0, false
		}
		n = n*10 + int(d)
	}
	return n, n < v.limit
}

// id returns the id of a result with a name, and adds an empty entry if there is none.
func (v *valueNames) id(name string, number int) valueID {
	if number > 0 {
		k := resultKey{name, number}
		i, ok := v.more[k]
		if !ok {
			if v.more == nil {
				v.more = map[resultKey]int32{}
			}
			i = int32(v.names.append())
			v.label(name, number)
			v.more[k] = i
		}
		return ^valueID(i)
	}
	if n, ok := v.numeric(name); ok {
		v.makeRoom(n)
		return valueID(n)
	}
	i, added := v.names.number(name)
	if added {
		v.label(name, 0)
	}
	return ^valueID(i)
}

// makeRoom extends values.nums so that it has an entry for number n.
func (v *valueNames) makeRoom(n int) {
	i := n / len(numberedNames{})
	if i >= len(v.nums) {
		v.nums = append(v.nums, make([]*numberedNames, i+1-len(v.nums))...)
	}
	if v.nums[i] != nil {
		return
	}
	if last := len(v.spare) - 1; last >= 0 {
		v.nums[i], v.spare = v.spare[last], v.spare[:last]
	} else {
		v.nums[i] = new(numberedNames)
	}
}

// forgetNumbers removes the names that are numbers, whose entries have no values if clean
// is set.
func (v *valueNames) forgetNumbers(clean bool) {
	for i, ns := range v.nums {
		if ns == nil {
			continue
		}
		if !clean {
			*ns = numberedNames{}
		}
		v.spare, v.nums[i] = append(v.spare, ns), nil
	}
	v.nums = v.nums[:0]
}

// has reports whether there is a value with the given name, which is not a number.
func (v *valueNames) has(name string) bool {
	i := v.names.find(name)
	return i >= 0 && v.names.at(i).def.value != nil
}

// label tells the piece the name of the entry that was just added.
func (v *valueNames) label(name string, number int) {
	if v.piece != nil {
		v.piece.labels = append(v.piece.labels, resultKey{name, number})
	}
}

// entry returns the entry of an id.
func (v *valueNames) entry(id valueID) *valueDef {
	if id < 0 {
		return &v.names.at(int(^id)).def
	}
	return &v.nums[int(id)/len(numberedNames{})][int(id)%len(numberedNames{})]
}

// slot returns the entry of a result with a name.
func (v *valueNames) slot(name string, number int) *valueDef { return v.entry(v.id(name, number)) }

// scopeMark is the number of names that were defined before a region.
type scopeMark int

func (v *valueNames) mark() scopeMark { return scopeMark(len(v.defined)) }

// forget removes the names that were defined since the mark.
func (v *valueNames) forget(m scopeMark) {
	for _, id := range v.defined[m:] {
		*v.entry(id) = valueDef{}
	}
	v.defined = v.defined[:m]
}

// reset forgets all names but keeps the memory.
func (v *valueNames) reset() {
	v.forgetNumbers(false)
	v.names.reset()
	clear(v.more)
	*v = valueNames{limit: v.limit, nums: v.nums, spare: v.spare, names: v.names, more: v.more, defined: v.defined[:0]}
}
