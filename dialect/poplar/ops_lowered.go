package poplar

import (
	"encoding/hex"
	"fmt"
	"strings"

	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/target"
	"optc/ir"
)

// allocKinds are the kinds of contents of an allocation.
var allocKinds = []string{"state", "table", "deltas", "constant", "data", "temporary", "stack"}

func loweredOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:        "poplar.tile",
			Summary:     "memory of a tile",
			Attrs:       []ir.PropDef{{Name: "tile", Type: ir.I64Attr, Go: goInt}},
			Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{ir.HasParent{GraphOp{}}},
			Assembly:    "$tile attr-dict-with-keyword $body",
			Verify: func(op *ir.Operation) *ir.Diagnostic {
				if t, known := TargetFor(op); known {
					return verifyTile(op, graph.New(t))
				}
				return nil
			},
			Examples: []string{loweredExample},
		},
		{
			Kind:    "poplar.alloc",
			New:     ir.ByHand,
			Summary: "allocation on a tile",
			Description: "Sizes and alignments are in bytes. The pass poplar-place chooses an address for each allocation without 'at', which " +
				"gives the address. The pass must follow the other optional parts: 'region' is the region of memory in which the " +
				"allocation must be, and 'range' has the addresses that the fields which refer to the allocation can express.",
			Attrs: []ir.PropDef{
				{Name: "name", Type: stringAttr},
				{Name: "address", Type: addressAttr, Go: goUint64, Optional: true},
				{Name: "size", Type: integerAttr, Go: goUint64},
				{Name: "align", Type: integerAttr, Go: goUint64},
				{Name: "kind", Type: ir.StrEnum("kind", allocKinds...)},
				{Name: "region", Type: integerAttr, Go: goInt, Optional: true},
				{Name: "lo", Type: addressAttr, Go: goUint64, Optional: true, Absent: 0},
				{Name: "hi", Type: addressAttr, Go: goUint64, Optional: true, Absent: 0},
			},
			Assembly: "$name (`at` $address^)? `size` $size `align` $align `kind` $kind (`region` $region^)? " +
				"(`range` $lo^ `to` $hi)? attr-dict",
			Constraints: []ir.Constraint{ir.HasParent{TileOp{}}},
			Verify:      verifyAlloc,
			Examples:    []string{loweredExample},
		},

		{
			Kind:    "poplar.apart",
			Summary: "two allocations of a tile that must lie apart",
			Description: "The allocations lie in different memory elements, or one lies wholly in region 0 and the other " +
				"wholly in region 1.",
			Attrs: []ir.PropDef{
				{Name: "what", Type: ir.StrEnum("what", ApartElements, ApartRegions)},
				{Name: "first", Type: stringAttr}, {Name: "second", Type: stringAttr},
			},
			Assembly:    "$what $first `,` $second attr-dict",
			Constraints: []ir.Constraint{ir.HasParent{TileOp{}}},
			Examples:    []string{loweredExample},
		},

		{
			Kind:        "poplar.bytes",
			New:         ir.ByHand,
			Summary:     "contents of an allocation at the start of the program",
			Attrs:       []ir.PropDef{{Name: "name", Type: stringAttr}, {Name: "value", Type: ir.ElementsConstraint}},
			Assembly:    "$name `=` $value attr-dict",
			Constraints: []ir.Constraint{ir.HasParent{TileOp{}}},
			Verify: func(op *ir.Operation) *ir.Diagnostic {
				_, err := ElementBytes(op.Attr("value"))
				if err != nil {
					return Diagnose(op, err)
				}
				return nil
			},
			Examples: []string{loweredExample},
		},
	}
}

// The two ways in which poplar.apart keeps allocations apart.
const (
	ApartElements = "elements"
	ApartRegions  = "regions"
)

const loweredExample = `poplar.vertex @"demo::Copy" worker external {
  poplar.field @src : !poplar.in<vec<f32, SPAN, align 8>>
  poplar.field @n : ui32
}
poplar.graph @g {
  poplar.tile 0 {
    poplar.alloc "v0.state" size 12 align 4 kind state
    poplar.alloc "x.t0" at 0x4c000 size 64 align 8 kind data region 0 range 0x4c000 to 0x80000
    poplar.apart elements "v0.state", "x.t0"
    poplar.bytes "v0.state" = dense<[0, 192, 4, 0, 16, 0, 0, 0, 3, 0, 0, 0]> : tensor<12xui8>
  }
  poplar.tile 1 {
    poplar.alloc "x.t1" size 64 align 4 kind data
  }
  poplar.storage "x" : !poplar.tensor<32xf32> = dense<1.0> : tensor<32xf32> {
    poplar.run 0 to 16 tile 0 in "x.t0" + 0
    poplar.run 16 to 32 tile 1 in "x.t1" + 0
  }
  poplar.compute_set @cs {
    poplar.state 0 @"demo::Copy" on 0 in "v0.state" {
      poplar.refer @src to ["x.t0"] offsets [0] counts [16]
      poplar.refer @n = [3]
    }
  }
  poplar.moves before @cs {
    poplar.move tile 1 in "x.t1" + 0 to tile 0 in "x.t0" + 0 bytes 64
  }
  poplar.program {
    poplar.execute @cs
    poplar.exchange {
      poplar.move tile 0 in "x.t0" + 0 to tile 1 in "x.t1" + 0 bytes 32
    }
  }
}`

func verifyAlloc(op *ir.Operation) *ir.Diagnostic {
	if n := intAttr(op, "size"); n < 0 {
		return op.Errorf("expected a size of at least 0, but got %d", n)
	}
	align := intAttr(op, "align")
	if align < 1 || !target.PowerOfTwo(uint64(align)) {
		return op.Errorf("alignment %d is not a power of two", align).WithCode(Codes + "bad-align")
	}
	at := intAttr(op, "address")
	if at < 0 {
		return op.Errorf("expected an address of at least 0, but got %d", at)
	}
	if at%align != 0 {
		return op.Errorf("address %s is not a multiple of %d", target.Hex(uint64(at)), align).WithCode(Codes+"addr-align").
			Note(op.Loc(), "%s mod %d = %d", target.Hex(uint64(at)), align, at%align)
	}
	if r := intAttr(op, "region"); r != 0 && r != 1 {
		return op.Errorf("expected region 0 or 1, but got %d", r)
	}
	if lo, hi := intAttr(op, "lo"), intAttr(op, "hi"); lo < 0 || hi < lo {
		return op.Errorf("expected a range of addresses, but got %d to %d", lo, hi)
	}
	return nil
}

// ParseBytes reads the text of bytes, "00 c0 -- ff"; written reports which bytes are not
// --.
func ParseBytes(text string) (bytes []byte, written []bool, ok bool) {
	for _, word := range strings.Fields(text) {
		if len(word) != 2 {
			return nil, nil, false
		}
		if word == "--" {
			bytes, written = append(bytes, 0), append(written, false)
			continue
		}
		var b [1]byte
		if _, err := hex.Decode(b[:], []byte(word)); err != nil {
			return nil, nil, false
		}
		bytes, written = append(bytes, b[0]), append(written, true)
	}
	return bytes, written, true
}

// BytesText is the inverse of ParseBytes if all bytes are written.
func BytesText(bytes []byte) string { return fmt.Sprintf("% x", bytes) }

// PeekText writes bytes; bytes that were not written are "--".
func PeekText(bytes []byte, written []bool) string {
	words := make([]string, len(bytes))
	for i := range bytes {
		words[i] = "--"
		if written[i] {
			words[i] = BytesText(bytes[i : i+1])
		}
	}
	return strings.Join(words, " ")
}
