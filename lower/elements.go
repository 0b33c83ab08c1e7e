package lower

import "optc/sim"

// ElementRun is the place of the elements [Begin, End) of a variable: they are consecutive in a
// memory, starting at an address.
type ElementRun struct {
	Memory     *sim.Memory
	Addr       int64
	Begin, End int64
}

// Access finds a variable by its name, and the places of its elements. It has the methods of a
// Machine that set and return elements; a machine embeds it.
type Access func(name string) (*HostVariable, []ElementRun, error)

// Elements returns a variable and the places of its elements. The error codes are
// unknown-variable and no-place.
func (find Access) Elements(name string) (*HostVariable, []ElementRun, error) { return find(name) }

// Write stores all elements of a variable. The error codes are unknown-variable, no-place
// and input-size.
func (find Access) Write(name string, data []byte) error {
	v, runs, err := find(name)
	if err != nil {
		return err
	}
	return v.Store(runs, data)
}

// Read returns the elements of a variable, and which of them were written. The error codes
// are unknown-variable and no-place.
func (find Access) Read(name string) (data []byte, written []bool, err error) {
	v, runs, err := find(name)
	if err != nil {
		return nil, nil, err
	}
	return v.Load(runs)
}

// Store sets all elements of the variable at their places. The error code is input-size.
func (v *HostVariable) Store(runs []ElementRun, data []byte) error {
	if err := v.CheckSize(data); err != nil {
		return err
	}
	size := int64(v.Bytes)
	for _, r := range runs {
		if err := r.Memory.Write(r.Addr, data[r.Begin*size:r.End*size]); err != nil {
			return err
		}
	}
	return nil
}

// Load returns the elements of the variable from their places, and which of them were
// written.
func (v *HostVariable) Load(runs []ElementRun) (data []byte, written []bool, err error) {
	return v.LoadPart(runs, 0, v.Len())
}

// LoadPart returns the elements [begin, end) of the variable from their places, and which of them were
// written.
func (v *HostVariable) LoadPart(runs []ElementRun, begin, end int64) (data []byte, written []bool, err error) {
	size := int64(v.Bytes)
	data, written = make([]byte, (end-begin)*size), make([]bool, end-begin)
	for _, r := range runs {
		from, to := max(r.Begin, begin), min(r.End, end)
		if from >= to {
			continue
		}
		if err := r.Memory.ReadElements(r.Addr+(from-r.Begin)*size, v.Bytes, data[(from-begin)*size:(to-begin)*size], written[from-begin:to-begin]); err != nil {
			return nil, nil, err
		}
	}
	return data, written, nil
}
