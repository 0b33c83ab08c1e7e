// Package dlti is the dlti dialect: attributes that describe how a target lays out data, and what its devices have.
//
//	module attributes {
//	  dlti.dl_spec = #dlti.dl_spec<index = 32, "dlti.endianness" = "little">,
//	  dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 32768 : i32>>
//	} {}
//
// It has no operations. Passes and simulators of this project ignore these facts: an index has 64 bits everywhere.
package dlti

import "optc/ir"

// Dialect is the dlti dialect.
var Dialect = &ir.Dialect{
	Name:    "dlti",
	Summary: "data layouts and facts of targets",
	Description: `Attributes that describe how a target lays out data (sizes and alignments of types, byte order, spaces of memory)
and what its devices have. They are checked and kept; nothing here depends on them.`,
	Define: func() ir.Definitions {
		return ir.Definitions{Attrs: []*ir.AttrDef{
			entryDef, specDef, mapDef, systemDef, deviceDef, pointerDef,
		}}
	},
	VerifyAttr: verifyAttr,
}

// verifyAttr checks an attribute of the dialect on any operation.
func verifyAttr(op *ir.Operation, attr ir.NamedAttr) *ir.Diagnostic {
	valid, kind := true, attr.Name
	switch attr.Name {
	case "dlti.dl_spec":
		var spec *SpecAttr
		if spec, valid = attr.Value.(*SpecAttr); valid && scopesLayouts(op) {
			return verifyScope(op, spec)
		}
	case "dlti.map":
		_, valid = attr.Value.(*MapAttr)
	case "dlti.target_system_spec":
		_, valid = attr.Value.(*SystemAttr)
	default:
		return ir.Errorf(op.Loc(), "attribute '%s' not supported by dialect", attr.Name)
	}
	if !valid {
		return ir.Errorf(op.Loc(), "'%s' is expected to be a #%s attribute", attr.Name, kind)
	}
	return nil
}
