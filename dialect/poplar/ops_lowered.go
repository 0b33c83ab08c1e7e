package poplar

import (
	"slices"
	"strings"

	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/target"
	"optc/ir"
)

// allocKinds are what an allocation may hold.
var allocKinds = []string{"state", "table", "deltas", "constant", "data", "temporary", "stack"}

func loweredOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:        TileOp,
			Summary:     "memory of one tile",
			Attrs:       []ir.PropDef{{Name: "tile", Type: ir.I64Attr}},
			Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{ir.HasParent{GraphOp}},
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
			Kind:    AllocOp,
			Summary: "allocation on a tile",
			Description: "Sizes and alignments are in bytes. An allocation has an address after poplar-place. 'region' is the " +
				"region it must lie in, if that matters.",
			Attrs: []ir.PropDef{
				{Name: "name", Type: stringAttr},
				{Name: "address", Type: addressAttr, Optional: true},
				{Name: "size", Type: integerAttr},
				{Name: "align", Type: integerAttr},
				{Name: "kind", Type: ir.StrEnum("kind", allocKinds...)},
				{Name: "region", Type: integerAttr, Optional: true},
			},
			Assembly:    "$name (`at` $address^)? `size` $size `align` $align `kind` $kind (`region` $region^)? attr-dict",
			Constraints: []ir.Constraint{ir.HasParent{TileOp}},
			Verify:      verifyAlloc,
			Examples:    []string{loweredExample},
		},

		{
			Kind:        BytesOp,
			Summary:     "bytes of an allocation",
			Description: "Two hexadecimal digits per byte, in ascending order of addresses; '--' is a byte that is not written.",
			Attrs:       []ir.PropDef{{Name: "name", Type: stringAttr}, {Name: "bytes", Type: stringAttr}},
			Assembly:    "$name $bytes attr-dict",
			Constraints: []ir.Constraint{ir.HasParent{TileOp}},
			Verify: func(op *ir.Operation) *ir.Diagnostic {
				if _, _, ok := ParseBytes(StrAttr(op, "bytes")); !ok {
					return op.Errorf("expected bytes of two hexadecimal digits or '--', but got '%s'", StrAttr(op, "bytes")).WithCode(Codes + "bytes-parse")
				}
				return nil
			},
			Examples: []string{loweredExample},
		},

		{
			Kind:        MovesOp,
			Summary:     "copies between tiles before or after a compute set",
			Attrs:       []ir.PropDef{{Name: "when", Type: ir.StrEnum("when", "before", "after")}, {Name: "set", Type: symbolAttr}},
			Assembly:    "$when $set attr-dict-with-keyword $body",
			Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{ir.HasParent{GraphOp}},
			Interfaces: ir.Interfaces{SymbolUser: func(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
				_, d := graphSymbol(tables, op, "set", ComputeSetOp, "compute set")
				return d
			}},
			Examples: []string{loweredExample},
		},

		{
			Kind:    MoveOp,
			Summary: "copy of consecutive bytes",
			Description: "Each end is a place in an allocation, its name and a number of bytes from its start, until " +
				"poplar-place adds the address.",
			Attrs: slices.Concat(endOfMove("src"), endOfMove("dst"), integers("bytes")),
			Assembly: "`tile` $src_tile (`in` $src^ `+` $src_offset)? (`at` $src_address^)? `to` " +
				"`tile` $dst_tile (`in` $dst^ `+` $dst_offset)? (`at` $dst_address^)? `bytes` $bytes attr-dict",
			Constraints: []ir.Constraint{ir.HasParent{MovesOp}},
			Verify:      verifyMove,
			Examples:    []string{loweredExample},
		},
	}
}

// endOfMove declares one end of a move: a tile, and a place in an allocation, an
// address, or both.
func endOfMove(end string) []ir.PropDef {
	return []ir.PropDef{
		{Name: end + "_tile", Type: integerAttr},
		{Name: end, Type: stringAttr, Optional: true},
		{Name: end + "_offset", Type: integerAttr, Optional: true},
		{Name: end + "_address", Type: addressAttr, Optional: true},
	}
}

const loweredExample = `poplar.graph @g {
  poplar.compute_set @cs {
  }
  poplar.tile 0 {
    poplar.alloc "v0.state" size 8 align 4 kind state
    poplar.alloc "x.t0" at 0x4c000 size 64 align 8 kind data region 0
    poplar.bytes "v0.state" "00 c0 04 00 -- -- -- --"
  }
  poplar.moves before @cs {
    poplar.move tile 1 in "x.t1" + 8 to tile 0 in "x.t0" + 0 bytes 64
    poplar.move tile 1 at 0x4c008 to tile 0 at 0x4c000 bytes 64
  }
}`

func verifyAlloc(op *ir.Operation) *ir.Diagnostic {
	if n := IntAttr(op, "size"); n < 0 {
		return op.Errorf("expected a size of at least 0, but got %d", n)
	}
	align := IntAttr(op, "align")
	if align < 1 || !target.PowerOfTwo(uint64(align)) {
		return op.Errorf("alignment %d is not a power of two", align).WithCode(Codes + "bad-align")
	}
	if at := op.Attr("address"); at != nil {
		a := ir.IntOr(at, 0)
		if a < 0 || a%align != 0 {
			return op.Errorf("address %s is not a multiple of %d", target.Hex(uint64(a)), align).WithCode(Codes+"addr-align").
				Note(op.Loc(), "%s mod %d = %d", target.Hex(uint64(a)), align, uint64(a)%uint64(align))
		}
	}
	if r := op.Attr("region"); r != nil && ir.IntOr(r, 0) != 0 && ir.IntOr(r, 0) != 1 {
		return op.Errorf("expected region 0 or 1, but got %d", ir.IntOr(r, 0))
	}
	return nil
}

func verifyMove(op *ir.Operation) *ir.Diagnostic {
	for _, end := range []string{"src", "dst"} {
		if op.Attr(end) == nil && op.Attr(end+"_address") == nil {
			return op.Errorf("expected an allocation or an address as %s", end)
		}
		if IntAttr(op, end+"_offset") < 0 || IntAttr(op, end+"_address") < 0 {
			return op.Errorf("expected a %s of at least 0", end)
		}
	}
	if n := IntAttr(op, "bytes"); n < 0 {
		return op.Errorf("expected a number of bytes of at least 0, but got %d", n)
	}
	return nil
}

// ParseBytes reads the text of bytes, "00 c0 -- ff"; written tells which of them
// are not --.
func ParseBytes(text string) (bytes []byte, written []bool, ok bool) {
	for _, word := range strings.Fields(text) {
		if len(word) != 2 {
			return nil, nil, false
		}
		if word == "--" {
			bytes, written = append(bytes, 0), append(written, false)
			continue
		}
		hi, okHi := hexDigit(word[0])
		lo, okLo := hexDigit(word[1])
		if !okHi || !okLo {
			return nil, nil, false
		}
		bytes, written = append(bytes, hi<<4|lo), append(written, true)
	}
	return bytes, written, true
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// BytesText is the inverse of ParseBytes for bytes that are all written.
func BytesText(bytes []byte) string {
	const digits = "0123456789abcdef"
	if len(bytes) == 0 {
		return ""
	}
	out := make([]byte, 0, 3*len(bytes))
	for _, b := range bytes {
		out = append(out, digits[b>>4], digits[b&15], ' ')
	}
	return string(out[:len(out)-1])
}

// PeekText writes bytes of which some are not written, those as "--".
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
