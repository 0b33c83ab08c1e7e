package lower

import "optc/sim"

// ElementRun is where the elements [Begin, End) of a variable are: one behind the other
// in a memory, from an address on.
type ElementRun struct {
	Memory     *sim.Memory
	Addr       int64
	Begin, End int64
}

// Unwritten returns memory for the elements of the variable, none of which is written.
func (v *HostVariable) Unwritten() (data []byte, written []bool) {
	return make([]byte, v.Len()*int64(v.Bytes)), make([]bool, v.Len())
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
	data, written = v.Unwritten()
	size := int64(v.Bytes)
	for _, r := range runs {
		for i := r.Begin; i < r.End; i++ {
			raw, ok, err := r.Memory.Read(r.Addr+(i-r.Begin)*size, int(size))
			if err != nil {
				return nil, nil, err
			}
			copy(data[i*size:], raw)
			written[i] = ok
		}
	}
	return data, written, nil
}
