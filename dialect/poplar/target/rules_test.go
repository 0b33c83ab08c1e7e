package target

import (
	"fmt"
	"testing"

	"optc/dialect/poplar/scalar"
)

// TestRules: the values at the bounds of target fields, and the errors beyond the bounds.
func TestRules(t *testing.T) {
	t.Parallel()
	number := func(field string, n uint64) Setting { return Setting{Field: field, Int: n} }
	elem := func(field string, e scalar.Type, n int) Setting {
		return Setting{Field: field, Elems: []ElemCount{{e, n}}}
	}
	for _, c := range []struct {
		settings []Setting
		want     string // the error, or the setting as it is printed
	}{
		{[]Setting{number("num_ipus", 0)}, "target field num_ipus = 0 is not between 1 and 16777216 [target-bad]"},
		{[]Setting{number("num_ipus", 1)}, "[]"},
		{[]Setting{number("num_ipus", 1<<24), number("tiles_per_ipu", 1)}, "[num_ipus = 0x1000000 tiles_per_ipu = 1]"},
		{[]Setting{number("num_ipus", 1<<24+1), number("tiles_per_ipu", 1)}, "target field num_ipus = 0x1000001 is not between 1 and 16777216 [target-bad]"},
		{[]Setting{number("num_ipus", 2), number("tiles_per_ipu", 1<<23)}, "[num_ipus = 2 tiles_per_ipu = 0x800000]"},
		{[]Setting{number("num_ipus", 2), number("tiles_per_ipu", 1<<23+1)}, "target field tiles_per_ipu = 0x800001 is not between 1 and 8388608 [target-bad]"},
		{[]Setting{number("tiles_per_ipu", 65535)}, "[tiles_per_ipu = 65535]"},
		{[]Setting{number("tiles_per_ipu", 65536)}, "[tiles_per_ipu = 0x10000]"},
		{[]Setting{number("tiles_per_ipu", 65537)}, "[tiles_per_ipu = 0x10001]"},
		{[]Setting{number("address_bits", 0)}, "target field address_bits = 0 is not between 1 and 32 [target-bad]"},
		{[]Setting{number("address_bits", 32)}, "[address_bits = 32]"},
		{[]Setting{number("address_bits", 33)}, "target field address_bits = 33 is not between 1 and 32 [target-bad]"},
		{[]Setting{number("mem_base", 4)}, "target field mem_base = 4 is not a multiple of 8 [target-bad]"},
		{[]Setting{number("mem_base", 1<<21)}, "target field mem_base = 0x200000 does not fit in 21 address bits [target-bad]"},
		{[]Setting{number("element_bytes", 3)}, "target field element_bytes = 3 is not a power of two [target-bad]"},
		{[]Setting{number("element_bytes", 1<<33)}, "target field element_bytes = 0x200000000 is above 4294967296 [target-bad]"},
		{[]Setting{number("element_bytes", 4)}, "target field bytes_per_tile = 0x9c000 has more than 65536 memory elements [target-bad]"},
		{[]Setting{number("bytes_per_tile", 0)}, "target field bytes_per_tile = 0 is not positive [target-bad]"},
		{[]Setting{number("bytes_per_tile", 1<<40)}, "target field bytes_per_tile = 0x10000000000 ends above 2^21, the end of 21 address bits [target-bad]"},
		{[]Setting{number("bytes_per_tile", 100)}, "target field bytes_per_tile = 100 is not a multiple of element_bytes = 16384 [target-bad]"},
		{[]Setting{number("region1_base", 0)}, "target field region1_base = 0 is outside tile memory [0x4c000, 0xe8000] [target-bad]"},
		{[]Setting{number("region1_base", 0x4c008)}, "target field region1_base = 0x4c008 is not a multiple of element_bytes = 16384 [target-bad]"},
		{[]Setting{number("region1_base", 0x4c000)}, "[region1_base = 0x4c000]"},
		{[]Setting{number("interleave", 3)}, "target field interleave = 3 is not a power of two [target-bad]"},
		{[]Setting{number("interleave", 1<<16)}, "[interleave = 0x10000]"},
		{[]Setting{number("interleave", 1<<17)}, "target field interleave = 0x20000 is above 65536 [target-bad]"},
		{[]Setting{number("interleave_unit", 1<<20)}, "target field interleave_unit = 0x100000 is above 16384 [target-bad]"},
		{[]Setting{number("workers", 0)}, "target field workers = 0 is not between 1 and 65536 [target-bad]"},
		{[]Setting{number("workers", 1<<16)}, "[workers = 0x10000]"},
		{[]Setting{number("workers", 1<<16+1)}, "target field workers = 0x10001 is not between 1 and 65536 [target-bad]"},
		{[]Setting{number("data_path_bits", 0)}, "target field data_path_bits = 0 is not a positive multiple of 8 [target-bad]"},
		{[]Setting{number("data_path_bits", 12)}, "target field data_path_bits = 12 is not a positive multiple of 8 [target-bad]"},
		{[]Setting{number("data_path_bits", 8)}, "[data_path_bits = 8]"},
		{[]Setting{number("data_path_bits", 1<<16)}, "[data_path_bits = 0x10000]"},
		{[]Setting{number("data_path_bits", 1<<16+8)}, "target field data_path_bits = 0x10008 is not between 8 and 65536 [target-bad]"},
		{[]Setting{number("atomic_store", 0)}, "target field atomic_store = 0 is not a power of two [target-bad]"},
		{[]Setting{number("atomic_store", 1<<30)}, "target field atomic_store = 0x40000000 is above 16384 [target-bad]"},
		{[]Setting{number("scaled32_base", 2)}, "target field scaled32_base = 2 is not a multiple of 4 within 21 address bits [target-bad]"},
		{[]Setting{number("scaled32_base", 1<<21)}, "target field scaled32_base = 0x200000 is not a multiple of 4 within 21 address bits [target-bad]"},
		{[]Setting{number("scaled32_base", 1<<21-4)}, "[scaled32_base = 0x1ffffc]"},
		{[]Setting{number("scaled32_base", NoAddress)}, "[]"},
		{[]Setting{elem("vector_width", scalar.Half, 0)}, "target field vector_width = {i1 = 8, i8 = 8, si8 = 8, ui8 = 8, quarter = 8, si16 = 4, ui16 = 4, f16 = 0, si32 = 2, ui32 = 2, long = 2, ulong = 2, f32 = 2, si64 = 1, ui64 = 1} has f16 = 0, which is not between 1 and 65536 [target-bad]"},
		{[]Setting{elem("vector_width", scalar.Half, 1<<16)}, "[vector_width = {f16 = 65536}]"},
		{[]Setting{elem("vector_width", scalar.Half, 1<<16+1)}, "target field vector_width = {i1 = 8, i8 = 8, si8 = 8, ui8 = 8, quarter = 8, si16 = 4, ui16 = 4, f16 = 65537, si32 = 2, ui32 = 2, long = 2, ulong = 2, f32 = 2, si64 = 1, ui64 = 1} has f16 = 65537, which is not between 1 and 65536 [target-bad]"},
		{[]Setting{elem("vector_width", 0, 1)}, "target field vector_width names no element type [target-unknown]"},
		{[]Setting{elem("type_size", scalar.Half, 3)}, "target field type_size = {i1 = 1, i8 = 1, si8 = 1, ui8 = 1, quarter = 1, si16 = 2, ui16 = 2, f16 = 3, si32 = 4, ui32 = 4, long = 4, ulong = 4, f32 = 4, si64 = 8, ui64 = 8} has f16 = 3, which is not a power of two [target-bad]"},
		{[]Setting{elem("type_size", scalar.Half, 8)}, "[type_size = {f16 = 8}]"},
		{[]Setting{elem("type_size", scalar.Half, 16)}, "target field type_size = {i1 = 1, i8 = 1, si8 = 1, ui8 = 1, quarter = 1, si16 = 2, ui16 = 2, f16 = 16, si32 = 4, ui32 = 4, long = 4, ulong = 4, f32 = 4, si64 = 8, ui64 = 8} has f16 = 16, which is above 8 [target-bad]"},
		{[]Setting{{Field: "quarter_metadata", Names: []string{"none"}}}, "[quarter_metadata = [none]]"},
		{[]Setting{{Field: "quarter_metadata", Names: []string{"some"}}}, "target field quarter_metadata takes none or unknown, but got some [target-bad]"},
		{[]Setting{{Field: "quarter_metadata", Names: []string{"none", "unknown"}}}, "target field quarter_metadata takes none or unknown, but got none, unknown [target-bad]"},
		{[]Setting{{Field: "layouts", Names: []string{"SPAN", "SPANN"}}}, "unknown layout 'SPANN'; did you mean 'SPAN'? [target-unknown]"},
		{[]Setting{{Field: "workers", Names: []string{"six"}}}, "target field workers takes an integer, but got a list of names [target-bad]"},
		{[]Setting{elem("workers", scalar.Half, 6)}, "target field workers takes an integer, but got a number per element type [target-bad]"},
		{[]Setting{number("layouts", 6)}, "target field layouts takes a list of names, but got an integer [target-bad]"},
		{[]Setting{number("wokers", 6)}, "unknown target field 'wokers'; did you mean 'workers'? [target-unknown]; target fields: num_ipus, tiles_per_ipu, address_bits, mem_base, element_bytes, bytes_per_tile, region1_base, interleave, interleave_unit, workers, data_path_bits, atomic_store, scaled32_base, vector_width, type_size, quarter_metadata, layouts"},
	} {
		base, err := Lookup("ipu2")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if other, err := base.With(c.settings...); err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(other.Overrides())
		}
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.settings, got, c.want)
		}
	}
}
