package lower

import (
	"errors"
	"io"

	"optc/diag"
	"optc/ir"
)

// Value is a constant of a lowered program that the images also hold: in each run the
// elements are packed as in the attribute.
type Value struct {
	Attr ir.ElementsAttr
	Set  func(ir.ElementsAttr) // replaces the constant
	Runs []AddressRun          // ascending by element
}

// If values take more than keptBytes together, the text of the program repeats only
// values of at most smallBytes.
const (
	keptBytes  = 1 << 20
	smallBytes = 1 << 10
)

// bytes returns the data in the attribute, or nil if the data is only in the images.
func (v *Value) bytes() []byte {
	switch a := v.Attr.(type) {
	case *ir.DenseAttr:
		return a.Raw
	case *ir.ResourceAttr:
		if r := a.Type().Context().Resources.Get(a.Key); r != nil {
			return r.Data
		}
	}
	return nil
}

// placed reports whether every element has a place in memory.
func (v *Value) placed() bool {
	t := v.Attr.ShapedType()
	held, size := int64(0), int64(ir.ElementBytes(t.ElementType()))
	for _, r := range v.Runs {
		if r.Begin != held || r.Addr < r.Memory.Base || r.Addr > r.Memory.End() || uint64(r.End-r.Begin) > (r.Memory.End()-r.Addr)/uint64(size) {
			return false
		}
		held = r.End
	}
	n, _ := ir.NumElements(t.Shape())
	return held == n
}

// takeOut replaces large values by a resource without data, so that the text of the
// program refers to the images. It returns the units that hold them.
func takeOut(values []Value) (putBack func(), units map[place]bool) {
	total := 0
	for i := range values {
		total += len(values[i].bytes())
	}
	if total <= keptBytes {
		return func() {}, nil
	}
	var taken []*Value
	units = map[place]bool{}
	var empty *ir.Resource
	for i := range values {
		v := &values[i]
		if len(v.bytes()) <= smallBytes || !v.placed() {
			continue
		}
		c := v.Attr.Type().Context()
		if empty == nil {
			empty = c.Resources.Declare("images")
		}
		v.Set(c.Resource(empty.Key, v.Attr.ShapedType()))
		taken = append(taken, v)
		for _, r := range v.Runs {
			units[place{r.Memory, r.Unit}] = true
		}
	}
	return func() {
		for _, v := range taken {
			v.Set(v.Attr)
		}
	}, units
}

// putBack reads the values that are only in the images. The error code is image-size.
func (f *Folder) putBack(values []Value) error {
	for i := range values {
		v := &values[i]
		if v.bytes() != nil {
			continue
		}
		t := v.Attr.ShapedType()
		if !v.placed() {
			return diag.Errorf("image-size", "expected the images to hold all elements of a value of type '%s' that %s leaves out", t, ProgramFile)
		}
		n, _ := ir.NumElements(t.Shape())
		size := int64(ir.ElementBytes(t.ElementType()))
		data := make([]byte, n*size)
		for _, r := range v.Runs {
			if err := f.readRun(data[r.Begin*size:r.End*size], &r); err != nil {
				return err
			}
		}
		v.Set(t.Context().Dense(t, data))
	}
	return nil
}

// readRun reads the elements of a run from its image.
func (f *Folder) readRun(dst []byte, r *AddressRun) error {
	name := (&Unit{Memory: r.Memory, Number: r.Unit}).file()
	file, err := f.dir.Open(name)
	if err == nil {
		defer file.Close()
		at, ok := file.(io.ReaderAt)
		if !ok {
			return errors.ErrUnsupported
		}
		_, err = io.ReadFull(io.NewSectionReader(at, int64(r.Addr-r.Memory.Base), int64(len(dst))), dst)
	}
	if err != nil {
		return diag.Errorf("image-size", "%s is missing, too short or cannot be read", name).Note("%v", err)
	}
	return nil
}
