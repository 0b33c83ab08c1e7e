package ptxtest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// copying is a copy that a thread has begun, from global to shared memory (PTX ISA, "cp.async").
type copying struct{ to, from []byte }

// copy checks a copy: an address in shared and one in global memory, and 4, 8 or 16 bytes, which must be 16 if it passes by the first cache.
func (c *checker) copy() {
	if len(c.in.Arguments) != 3 {
		c.report("%s has %d arguments, expected 3", c.in.Op, len(c.in.Arguments))
		return
	}
	for i, space := range []string{"shared", "global"} {
		a := c.in.Arguments[i]
		have := widthOf(c.Registers[a.word()])
		_, isVariable := c.Variables[a.word()]
		switch {
		case !a.Address:
			c.report("%s is no address", a.word())
		case isVariable && c.Variables[a.word()].Space == space:
		case !c.set[a.word()] || have != 64 && !(have == 32 && space == "shared"):
			c.report("%s is no address in %s memory", a.word(), space)
		}
	}
	bytes, err := strconv.Atoi(c.in.Arguments[2].word())
	if err != nil || !slices.Contains([]int{4, 8, 16}, bytes) || strings.HasPrefix(c.in.Op, "cp.async.cg") && bytes != 16 {
		c.report("%s copies %s bytes", c.in.Op, c.in.Arguments[2].word())
	}
}

// async begins copies, makes a group of them, or waits for groups. The bytes are written when the thread waits; until then they are garbage.
func (t *thread) async(in *Instruction) error {
	switch in.Op {
	case "cp.async.commit_group":
		t.groups, t.begun = append(t.groups, t.begun), nil
		return nil
	case "cp.async.wait_group":
		left, err := strconv.Atoi(in.Arguments[0].word())
		if err != nil {
			return err
		}
		for ; len(t.groups) > left; t.groups = t.groups[1:] {
			for _, c := range t.groups[0] {
				copy(c.to, c.from)
			}
		}
		return nil
	}
	bytes, err := strconv.Atoi(in.Arguments[2].word())
	if err != nil {
		return err
	}
	var places [2]uint64
	for i := range places {
		base, err := t.value(in.Arguments[i].word())
		if err != nil {
			return err
		}
		places[i] = base + uint64(in.Arguments[i].Offset)
	}
	to, array, from := places[0]&mask(32), int(places[1]/spacing)-1, places[1]%spacing
	n := uint64(bytes)
	switch {
	case array < 0 || array >= len(t.Memory):
		return errors.New("the source is in no array")
	case to+n > uint64(len(t.shared)) || from+n > uint64(len(t.Memory[array])) || to%n != 0 || from%n != 0:
		return fmt.Errorf("%d bytes from %d to %d are not there or not aligned", bytes, from, to)
	}
	c := copying{t.shared[to:][:n], t.Memory[array][from:][:n]}
	for i := range c.to {
		c.to[i] = 0xa5
	}
	t.begun = append(t.begun, c)
	return nil
}
