package bytecode

import (
	"context"
	"strings"
	"testing"

	"optc/ir"
)

// file is a bytecode file that the test constructs by hand.
type file struct{ buffer }

func newFile(version uint64) *file {
	f := &file{}
	f.bytes([]byte(Magic))
	f.varint(version)
	f.byte(0) // the producer
	return f
}

// numbers appends a section that consists of numbers.
func (f *file) numbers(section byte, vs ...uint64) *file {
	body := &buffer{}
	for _, v := range vs {
		body.varint(v)
	}
	f.section(section, body)
	return f
}

// texts appends the section of strings.
func (f *file) texts(list ...string) *file {
	body := &buffer{}
	body.varint(uint64(len(list)))
	for i := range list {
		body.varint(uint64(len(list[len(list)-1-i]) + 1))
	}
	for _, s := range list {
		body.bytes([]byte(s + "\x00"))
	}
	f.section(stringSection, body)
	return f
}

// module is a file with an empty module, up to its attributes and types: attribute 0
// is the unknown location. Strings: builtin, module, x.
func module(offsets, nodes []uint64) *file {
	return newFile(MaxVersion).texts("builtin", "module", "x").
		numbers(dialectSection, 1, 0<<1, 1, 0, 1, 1<<1|1).
		numbers(nodeOffsetSection, offsets...).numbers(nodeSection, nodes...)
}

// withOp adds to a module an operation with one attribute, the unknown location; the
// arguments are its flags and numbers.
func withOp(mask byte, vs ...uint64) *file {
	body := &buffer{}
	body.flagged(1, false)
	body.varint(0)
	body.byte(mask)
	for _, v := range vs {
		body.varint(v)
	}
	f := module([]uint64{1, 0, 0, 1, 1<<1 | 1}, []uint64{codeUnknownLoc})
	f.section(irSection, body)
	return f
}

// TestErrors: every fault of a file is an error with its place.
func TestErrors(t *testing.T) {
	t.Parallel()
	const custom = 1
	for _, test := range []struct {
		name string
		file *file
		want string
	}{
		{"newer version", newFile(7), "byte 0x4: bytecode version 7 is newer than 6"},
		{"nothing", newFile(6), "byte 0x6: there is no section of strings"},
		{"unknown section", newFile(6).numbers(40), "byte 0x6: section 40 is unknown"},
		{"section twice", newFile(6).texts().texts(), "byte 0x9: section 0 is there twice"},
		{"section too long", &file{buffer{data: append(newFile(6).data, stringSection, 0xFE, 0xFF)}}, "byte 0x9: 16383 bytes of section, but only 0 bytes are left"},
		{"too many strings", newFile(6).numbers(stringSection, 1<<40), "byte 0xe: 1099511627776 strings, but only 0 bytes are left"},
		{"string too long", newFile(6).numbers(stringSection, 1, 1<<40), "byte 0x9: string of 1099511627776 bytes"},
		{"strings too short", newFile(6).numbers(stringSection, 1, 1, 0, 0), "byte 0xa: strings of 1 bytes, but the section has 2"},
		{"dialect without name", newFile(6).texts().numbers(dialectSection, 1, 3<<1), "byte 0xc: reference to string 3, but there are 0"},
		{"no attributes", newFile(6).texts("a").numbers(dialectSection, 1, 0, 0), "byte 0x11: there is no section of offsets of attributes and types"},
		{"attribute behind the end", module([]uint64{1, 0, 0, 1, 9<<1 | custom}, []uint64{codeUnknownLoc}),
			"byte 0x2b: attribute or type of 9 bytes, which end behind the section of 1 bytes"},
		{"fewer attributes", module([]uint64{2, 0, 0, 1, 1<<1 | custom}, []uint64{codeUnknownLoc}), "byte 0x2c: expected 2 attributes and types, but got 1"},
		{"unknown attribute", module([]uint64{1, 0, 0, 1, 1<<1 | custom}, []uint64{99}), "byte 0x2e: attribute of the builtin dialect with code 99"},
		{"unknown type", module([]uint64{0, 1, 0, 1, 1<<1 | custom}, []uint64{99}), "byte 0x2e: type of the builtin dialect with code 99"},
		{"bytes behind an attribute", module([]uint64{1, 0, 0, 1, 2<<1 | custom}, []uint64{codeUnit, 5}), "byte 0x2f: 1 bytes behind the end of an attribute or type"},
		{"attribute in itself", module([]uint64{1, 0, 0, 1, 3<<1 | custom}, []uint64{codeArray, 1, 0}), "byte 0x31: attribute or type that contains itself"},
		{"missing attribute", module([]uint64{1, 0, 0, 1, 3<<1 | custom}, []uint64{codeArray, 1, 8}), "byte 0x30: reference to attribute 8, but there are 1"},
		{"many elements", module([]uint64{1, 0, 0, 1, 7<<1 | custom}, []uint64{codeArray, 1 << 40}), "byte 0x35: 1099511627776 elements, but only 0 bytes are left"},
		{"wide integer", module([]uint64{0, 1, 0, 1, 5<<1 | custom}, []uint64{codeIntegerType, 1 << 26}),
			"byte 0x2f: integer bitwidth is limited to 16777215 bits, but got 16777216, signedness 0"},
		{"location in a file without name", module([]uint64{1, 0, 0, 1, 4<<1 | custom}, []uint64{codeFileLineColLoc, 0, 1, 2}), "byte 0x30: attribute or type that contains itself"},
		{"assembly", module([]uint64{1, 0, 0, 1, 1 << 1}, []uint64{5}), "byte 0x2f: assembly of an attribute or type does not end with a zero byte"},
		{"no operations", module([]uint64{1, 0, 0, 1, 1<<1 | custom}, []uint64{codeUnknownLoc}), "byte 0x2f: there is no section of operations"},
		{"half an operation", withOp(0), "byte 0x32: 1 operations, but only 2 bytes are left"},
		{"many operations", module([]uint64{1, 0, 0, 1, 1<<1 | custom}, []uint64{codeUnknownLoc}).numbers(irSection, 1<<40), "byte 0x37: 549755813888 operations, but only 0 bytes are left"},
		{"many operands", withOp(hasOperands, 0, 1<<40), "byte 0x3b: 1099511627776 operands, but only 0 bytes are left"},
		{"location that is none", module([]uint64{1, 0, 0, 1, 1<<1 | custom}, []uint64{codeUnit}).numbers(irSection, 1<<1, 0, 0, 0), "byte 0x34: expected a location, but got attribute 0"},
		{"missing operand", withOp(hasOperands, 0, 1, 0), "byte 0x36: reference to value 0, but there are 0"},
		{"many regions", withOp(hasRegions, 0, 1<<41), "byte 0x3b: 1099511627776 regions, but only 0 bytes are left"},
		{"no section for isolated regions", withOp(hasRegions, 0, 1<<1|1), "byte 0x36: 1 regions, but only 0 bytes are left"},
		{"many values", withOp(hasRegions, 0, 1<<1, 1, 1<<40), "byte 0x3d: 1099511627776 values, but only 0 bytes are left"},
		{"fewer values", withOp(hasRegions, 0, 1<<1, 1, 1, 0), "byte 0x37: region has 0 values, but 1 were announced"},
		{"missing properties", withOp(hasProperties, 0, 1), "byte 0x35: reference to properties 1, but there are 0"},
		{"successor of no terminator", withOp(hasSuccessors, 0, 1, 0), "byte 0x32: 'builtin.module' op has successors, but is no terminator"},
	} {
		_, err := Read(context.Background(), ir.NewContext(), &ir.Source{Name: "f", Text: string(test.file.data)}, Options{Threads: 1})
		if err == nil || err.Error() != "f: "+test.want {
			t.Errorf("%s: got %v, want f: %s", test.name, err, test.want)
		}
	}
}

// TestDepth: the nesting of attributes is limited, independently of their order in the file.
func TestDepth(t *testing.T) {
	t.Parallel()
	const n = 1100
	for _, innerFirst := range []bool{false, true} {
		offsets, nodes := []uint64{n, 0, 0, n}, []uint64{}
		for i := range uint64(n) {
			inner := i + 1
			if innerFirst {
				inner = i - 1
			}
			one := []uint64{codeArray, 1, inner}
			if inner >= n {
				one = []uint64{codeUnit}
			}
			b := &buffer{}
			for _, v := range one {
				b.varint(v)
			}
			nodes = append(nodes, one...)
			offsets = append(offsets, uint64(len(b.data))<<1|1)
		}
		_, err := Read(context.Background(), ir.NewContext(), &ir.Source{Name: "f", Text: string(module(offsets, nodes).data)}, Options{})
		if err == nil || !strings.HasSuffix(err.Error(), "nesting is deeper than the limit of 1000") {
			t.Errorf("inner first %v: got %v", innerFirst, err)
		}
	}
}

// TestShared: an attribute that occurs in several places is made once. Written out, these
// attributes would have 2^60 elements.
func TestShared(t *testing.T) {
	t.Parallel()
	offsets, nodes := []uint64{61, 0, 0, 61, 1<<1 | 1}, []uint64{codeUnknownLoc}
	for i := range uint64(60) {
		offsets = append(offsets, 4<<1|1)
		nodes = append(nodes, codeArray, 2, i, i)
	}
	f := module(offsets, nodes)
	f.section(irSection, &buffer{data: []byte{1<<2 | 1, 1, 0, 1}})
	op, err := Read(context.Background(), ir.NewContext(), &ir.Source{Name: "f", Text: string(f.data)}, Options{})
	if err != nil || !ir.Is[ir.ModuleOp](op) {
		t.Errorf("got %v", err)
	}
	_, err = Read(context.Background(), ir.NewContext(), &ir.Source{Name: "f", Text: string(module(offsets, append(nodes[:len(nodes)-1], 99)).data)}, Options{})
	if err == nil || len(err.Error()) > 1000 {
		t.Errorf("got %v", err)
	}
}

// TestVarint: numbers of all widths read as they were written.
func TestVarint(t *testing.T) {
	t.Parallel()
	for shift := range 64 {
		for _, v := range []uint64{1 << shift, 1<<shift - 1, 1<<shift | 1, ^uint64(0) >> shift} {
			b := &buffer{}
			b.varint(v)
			b.signed(int64(v))
			b.flagged(v>>1, true)
			c := &cursor{data: b.data}
			if got := c.varint(); got != v {
				t.Errorf("%#x: got %#x", v, got)
			}
			if got := c.signed(); got != int64(v) {
				t.Errorf("signed %#x: got %#x", v, got)
			}
			if got, flag := c.flagged(); got != v>>1 || !flag || c.err != nil || c.left() > 0 {
				t.Errorf("flagged %#x: got %#x, %v", v>>1, got, c.err)
			}
		}
	}
}

// TestSparseArray: lists of numbers are read as they were written, whether most numbers
// are zero or not, and numbers that do not fit are errors.
func TestSparseArray(t *testing.T) {
	t.Parallel()
	long := make([]int64, 300)
	long[299] = 7
	for _, test := range []struct {
		list  []int64
		bytes int
	}{{[]int64{}, 1}, {[]int64{0, 0}, 1}, {[]int64{1, 2, 1, 0}, 5}, {[]int64{0, 0, 0, 5}, 3}, {[]int64{3, 0}, 3}, {long, 302}} {
		b := &buffer{}
		b.sparseArray(test.list)
		if len(b.data) != test.bytes {
			t.Errorf("%v: %d bytes, want %d", test.list, len(b.data), test.bytes)
		}
		c := &cursor{data: b.data}
		got := c.sparseArray(len(test.list))
		if c.err != nil || c.left() > 0 {
			t.Errorf("%v: %v", test.list, c.err)
		}
		for i, v := range test.list {
			if int64(got[i]) != v {
				t.Errorf("%v: got %v", test.list, got)
				break
			}
		}
	}
	for _, raw := range [][]uint64{{3 << 1, 0, 0, 0}, {1<<1 | 1, 9, 0}, {1<<1 | 1, 2, 3}, {1 << 1, 1 << 40}} {
		b := &buffer{}
		for _, v := range raw {
			b.varint(v)
		}
		c := &cursor{data: b.data}
		if c.sparseArray(2); c.err == nil {
			t.Errorf("%v: no error", raw)
		}
	}
}
