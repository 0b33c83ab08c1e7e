package lower

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// Device is the memory of a simulated device with the images of a program loaded. The
// device of a family embeds it and adds the execution of the program.
type Device struct {
	Access
	Program *Program

	units map[place]*sim.Memory
}

type place struct {
	memory *Memory
	number int
}

// NewDevice loads the images of a program.
func NewDevice(p *Program) (*Device, error) {
	d := &Device{Program: p, units: make(map[place]*sim.Memory, len(p.Units))}
	d.Access = d.elements
	for _, u := range p.Units {
		d.units[place{u.Memory, u.Number}] = u.sparse()
		for _, c := range u.Chunks {
			if err := d.Unit(u.Memory, u.Number).Write(int64(c.Addr), c.Bytes); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}

// Unit returns a unit of memory, which is empty at first.
func (d *Device) Unit(m *Memory, number int) *sim.Memory {
	u := d.units[place{m, number}]
	if u == nil {
		u = (&Unit{Memory: m, Number: number}).sparse()
		d.units[place{m, number}] = u
	}
	return u
}

// sparse returns the memory of a unit, which takes little more than the bytes of its allocations.
// None of its bytes is written.
func (u *Unit) sparse() *sim.Memory {
	used := make([]sim.Range, len(u.Allocs))
	for i := range u.Allocs {
		a := &u.Allocs[i]
		used[i] = sim.Range{Begin: int64(a.Addr), End: int64(a.Addr + a.Size)}
	}
	return sim.NewSparseMemory(fmt.Sprintf("%s %d", u.Memory.Unit.One, u.Number), int64(u.Memory.Base), int64(u.Memory.Size), used)
}

// Variables returns the variables of the program.
func (d *Device) Variables() []*HostVariable { return d.Program.Variables }

// elements is the Access of the device.
func (d *Device) elements(name string) (*HostVariable, []ElementRun, error) {
	v, err := d.placed(name)
	if err != nil {
		return nil, nil, err
	}
	runs := make([]ElementRun, len(v.Runs))
	for i, r := range v.Runs {
		runs[i] = ElementRun{Memory: d.Unit(r.Memory, r.Unit), Addr: int64(r.Addr), Begin: r.Begin, End: r.End}
	}
	return v, runs, nil
}

// placed finds a variable all elements of which have a place.
func (d *Device) placed(name string) (*HostVariable, error) {
	v, err := FindVariable(d.Program.Variables, name)
	if err != nil {
		return nil, err
	}
	missing := v.Len()
	for _, r := range v.Runs {
		missing -= r.End - r.Begin
	}
	if missing != 0 {
		return nil, diag.Errorf("no-place", "%d of the %d elements of variable '%s' have no place", missing, v.Len(), name)
	}
	return v, nil
}

// FindVariable finds a variable by name. The error code is unknown-variable, with a suggestion, or
// with the names of the host's arrays or else of all variables.
func FindVariable(variables []*HostVariable, name string) (*HostVariable, error) {
	i, err := variableIndex(variables, name)
	if err != nil {
		return nil, err
	}
	return variables[i], nil
}

func variableIndex(variables []*HostVariable, name string) (int, error) {
	var names, arrays []string
	for i, v := range variables {
		if v.Name == name {
			return i, nil
		}
		names = append(names, v.Name)
		if v.Host {
			arrays = append(arrays, v.Name)
		}
	}
	near := diag.DidYouMean(name, names)
	err := diag.Errorf("unknown-variable", "there is no variable '%s'%s", name, near)
	count := len(names)
	if len(arrays) > 0 { // the names that a user of the program knows
		names = arrays
	}
	if near.Meant == "" && len(names) > 0 {
		const shown = 8
		list := strings.Join(names[:min(len(names), shown)], ", ")
		if count > min(len(names), shown) {
			list += ", …"
		}
		err = err.Note("there are %s", list)
	}
	return 0, err
}

// CheckSize tests that data holds all elements of the variable. The error code is
// input-size.
func (v *HostVariable) CheckSize(data []byte) error {
	if want := v.Len() * int64(v.Bytes); int64(len(data)) != want {
		return diag.Errorf("input-size", "variable '%s' takes %d bytes, but got %d", v.Name, want, len(data)).
			Note("%d elements of %d bytes", v.Len(), v.Bytes)
	}
	return nil
}

// Host holds each variable in a separate array. The plain interpretation of a family
// embeds it and adds the execution of the program.
type Host struct {
	Access
	variables []*HostVariable
	arrays    []*sim.Memory
}

// NewHost returns a host with an array for each variable; nothing is written in the arrays yet.
// Addresses begin at 0.
func NewHost(variables []*HostVariable) *Host {
	h := &Host{variables: slices.Clone(variables), arrays: make([]*sim.Memory, len(variables))}
	h.Access = h.elements
	return h
}

// Array returns the array of a variable, which is given by its position. The first call makes it.
func (h *Host) Array(i int) *sim.Memory {
	if h.arrays[i] == nil {
		v := h.variables[i]
		h.arrays[i] = sim.NewMemory(arrayName(v), 0, v.Len()*int64(v.Bytes))
	}
	return h.arrays[i]
}

func arrayName(v *HostVariable) string { return "variable " + v.Name }

// Share implements Sharer. An array that exists already gets the elements by a copy.
func (h *Host) Share(name string, image *sim.Image) error {
	i, err := variableIndex(h.variables, name)
	if err != nil {
		return err
	}
	if h.arrays[i] != nil {
		return h.Write(name, image.Bytes())
	}
	v := h.variables[i]
	if v.IsOpen() {
		return diag.Errorf("input-shape", "the extents of variable '%s', %s, are not known", name, v.ShapeText())
	}
	if err := v.CheckSize(image.Bytes()); err != nil {
		return err
	}
	h.arrays[i] = sim.NewSharedMemory(arrayName(v), image)
	return nil
}

// SetShape implements Shaper. The program does not see the extents.
func (h *Host) SetShape(name string, shape []int64) error {
	i, err := variableIndex(h.variables, name)
	if err != nil {
		return err
	}
	v := h.variables[i]
	if len(shape) != len(v.Shape) {
		return diag.Errorf("input-shape", "variable '%s' is %s, of %d dimensions, but got %d", name, v.ShapeText(), len(v.Shape), len(shape))
	}
	for d, n := range shape {
		if n < 0 || v.Shape[d] != ir.Dynamic && v.Shape[d] != n {
			return diag.Errorf("input-shape", "variable '%s' is %s, but got the extents %s", name, v.ShapeText(), num.JoinInts(shape))
		}
	}
	if v.IsOpen() {
		shaped := *v
		shaped.Shape = slices.Clone(shape)
		h.variables[i] = &shaped
	}
	return nil
}

// Variables returns the variables in the order of their positions.
func (h *Host) Variables() []*HostVariable { return h.variables }

// Counters returns nothing, because a host counts nothing.
func (h *Host) Counters() []Counter { return nil }

// elements is the Access of the host. The error code is unknown-variable.
func (h *Host) elements(name string) (*HostVariable, []ElementRun, error) {
	i, err := variableIndex(h.variables, name)
	if err != nil {
		return nil, nil, err
	}
	v := h.variables[i]
	if v.IsOpen() {
		return nil, nil, diag.Errorf("input-shape", "the extents of variable '%s', %s, are not known", name, v.ShapeText())
	}
	return v, []ElementRun{{Memory: h.Array(i), Begin: 0, End: v.Len()}}, nil
}
