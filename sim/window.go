package sim

import (
	"fmt"

	"optc/diag"
)

// Window is the memory that a memref and all its views may access, independently of their extents.
// It is needed because a vertex knows only the address of some fields, so that nothing else keeps
// its accesses within the data that a field is connected to.
type Window struct {
	Name   fmt.Stringer // of what was given, for messages: "field 'x' of 'demo::P'"
	Lo, Hi int64        // addresses; Hi is after the last byte
	// ReadOnly refuses stores.
	ReadOnly bool
	// Fresh is set if the old contents of the memory are undefined.
	Fresh bool
	// About, if set, describes the use of the bytes of a refused access, or returns "".
	About func(addr int64, size int) string
}

// allow checks an access through the memref against its window. The error codes are
// edge-bounds and input-store.
func (r *MemRef) allow(addr int64, size int, write bool) *diag.Error {
	if !r.outside(addr, size, write) {
		return nil
	}
	return r.Window.refuse(addr, size, write)
}

// outside reports whether the window of a memref refuses an access.
func (r *MemRef) outside(addr int64, size int, write bool) bool {
	w := r.Window
	return w != nil && (addr < w.Lo || addr+int64(size) > w.Hi || write && w.ReadOnly)
}

func (w *Window) refuse(addr int64, size int, write bool) *diag.Error {
	if addr >= w.Lo && addr+int64(size) <= w.Hi {
		return w.about(diag.Errorf("input-store", "stores to %s, which is an input", w.Name), addr, size)
	}
	verb := "loads"
	if write {
		verb = "stores"
	}
	return w.about(diag.Errorf("edge-bounds", "%s %d bytes at %#x, outside of [%#x, %#x), the %d bytes of %s", verb, size, addr, w.Lo, w.Hi, w.Hi-w.Lo, w.Name), addr, size)
}

// about adds the description of the accessed bytes to an error.
func (w *Window) about(err *diag.Error, addr int64, size int) *diag.Error {
	if w.About != nil {
		if text := w.About(addr, size); text != "" {
			return err.Note("%s", text)
		}
	}
	return err
}

// name is the name of a memref's memory in messages.
func (r *MemRef) name() string {
	if r.Window != nil {
		return r.Window.Name.String()
	}
	return r.Mem.Name
}

// MoveElements copies size bytes between two memrefs, as a load and a store.
func MoveElements(dst *MemRef, to int64, src *MemRef, from int64, size int) *diag.Error {
	if err := src.allow(from, size, false); err != nil {
		return err
	}
	if err := dst.allow(to, size, true); err != nil {
		return err
	}
	if err := src.Mem.watch(from, size, false); err != nil {
		return err
	}
	if err := dst.Mem.watch(to, size, true); err != nil {
		return err
	}
	return Move(dst.Mem, to, src.Mem, from, size)
}
