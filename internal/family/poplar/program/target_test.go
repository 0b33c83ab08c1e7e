package program_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"optc/diag"
	"optc/dialect/all"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/ir"
	mlir "optc/parser"
	"optc/passes"
	"optc/registry"
)

// Every field of a target matters: another value gives another program, or an error.
func TestEveryTargetField(t *testing.T) {
	t.Parallel()
	changes := map[string]string{
		"num_ipus": "1", "tiles_per_ipu": "3", "address_bits": "18", "mem_base": "0x40008", "element_bytes": "8192",
		"bytes_per_tile": "131072", "region1_base": "0x64000", "interleave": "4", "interleave_unit": "16", "workers": "5",
		"data_path_bits": "128", "atomic_store": "8", "scaled32_base": "0x44000", "vector_width": "{f32 = 8}",
		"type_size": "{f32 = 8}", "quarter_metadata": "[none]", "layouts": "[SPAN, ONE_PTR, DELTANELEMENTS]",
	}
	const base = "ipu1, num_ipus = 2, tiles_per_ipu = 4"
	var unknown *diag.Error
	chip, err := target.Lookup("ipu1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chip.With(target.Setting{Field: "nothing"}); !errors.As(err, &unknown) {
		t.Fatal(err)
	}
	was := meaning(t, base)
	for _, field := range strings.Split(strings.TrimPrefix(unknown.Notes[0], "target fields: "), ", ") {
		value, ok := changes[field]
		if !ok {
			t.Errorf("no change of field %s is tried", field)
			continue
		}
		with := base + ", " + field + " = " + value
		switch field {
		case "num_ipus":
			with = "ipu1, num_ipus = 1, tiles_per_ipu = 4"
		case "tiles_per_ipu":
			with = "ipu1, num_ipus = 2, tiles_per_ipu = 3"
		}
		if meaning(t, with) == was {
			t.Errorf("%s = %s changes nothing", field, value)
		}
	}
}

var spelled = regexp.MustCompile(`#poplar\.target<[^>]*>`)

// meaning is the program on a target, without the target's own spelling, or the error for
// the target.
func meaning(t *testing.T, chip string) string {
	t.Helper()
	text := `module attributes {poplar.target = #poplar.target<` + chip + `>} {
  poplar.vertex @"demo::P" worker external attributes {worker_stack = 8 : i64} {
    poplar.field @a : !poplar.in<vec<f32, COMPACT_PTR, interleaved>>
    poplar.field @b : !poplar.in<vec<f32, COMPACT_PTR, interleaved>>
    poplar.field @c : !poplar.in<vec<f32, SCALED_PTR32>>
    poplar.field @d : !poplar.in<vec<f32>>
    poplar.constraint "elem(*a) != elem(*b)"
    poplar.constraint "elem(*c) != elem(*d)"
  }
  poplar.graph @g {
    %a = poplar.variable "a" : !poplar.tensor<4xf32>
    %b = poplar.variable "b" : !poplar.tensor<4xf32>
    %c = poplar.variable "c" : !poplar.tensor<4xf32>
    %d = poplar.variable "d" : !poplar.tensor<4xf32>
    %e = poplar.variable "e" : !poplar.tensor<1000xf32>
    poplar.set_tile_mapping %a on 0
    poplar.set_tile_mapping %b on 0
    poplar.set_tile_mapping %c on 0
    poplar.set_tile_mapping %d on 0
    poplar.map_linear %e
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @a to %a
      poplar.connect %v @b to %b
      poplar.connect %v @c to %c
      poplar.connect %v @d to %d
    }
  }
}`
	ctx := all.Context()
	var ds ir.Diagnostics
	module, err := mlir.Parse(context.Background(), ctx, &ir.Source{Name: "test.mlir", Text: text}, &ds)
	if err != nil {
		return ds.String()
	}
	p, err := registry.Passes().Parse("builtin.module(poplar-resolve-layouts,poplar-lower-edges,poplar-place,poplar-pack-state)")
	if err != nil {
		t.Fatal(err)
	}
	m := passes.NewManager(ctx)
	m.Sink = &ds
	if err := m.Run(context.Background(), p, module); err != nil {
		return ds.String()
	}
	on := ir.Get[*poplar.TargetAttr](module, poplar.TargetAttrName).Target
	// Fields that no pass of this pipeline uses: banks, atomic stores, the grain of
	// broadcast operands, the metadata of quarter.
	return spelled.ReplaceAllString(string(ir.Print(module, ir.PrintOptions{})), "T") +
		fmt.Sprint(on.BankOf(on.Region1Base+8), on.AtomicStore, on.DataPathBits, on.NoQuarterMetadata)
}
