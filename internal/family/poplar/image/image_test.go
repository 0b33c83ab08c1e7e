package image

import (
	"encoding/json"
	"fmt"
	"testing"

	"optc/dialect/poplar/target"
	"optc/internal/testing/targettest"
)

// TestTarget: the manifest contains every field of a target, with null for an address
// that does not exist.
func TestTarget(t *testing.T) {
	t.Parallel()
	const fields = `{"arch":"ipu2","num_ipus":1,"tiles_per_ipu":1472,"address_bits":21,"mem_base":311296,"element_bytes":16384,` +
		`"bytes_per_tile":638976,"region1_base":524288,"interleave":2,"interleave_unit":8,"workers":6,"data_path_bits":64,` +
		`"atomic_store":4,"scaled32_base":%s,` +
		`"vector_width":{"f16":4,"f32":2,"i1":8,"i8":8,"long":2,"quarter":8,"si16":4,"si32":2,"si64":1,"si8":8,"ui16":4,"ui32":2,"ui64":1,"ui8":8,"ulong":2},` +
		`"type_size":{"f16":2,"f32":4,"i1":1,"i8":1,"long":4,"quarter":1,"si16":2,"si32":4,"si64":8,"si8":1,"ui16":2,"ui32":4,"ui64":8,"ui8":1,"ulong":4},` +
		`"quarter_metadata":["unknown"],"layouts":["SPAN","SHORT_SPAN","ONE_PTR","SCALED_PTR128","DELTANELEMENTS"]}`
	for _, c := range []struct {
		base uint64
		want string
	}{
		{target.NoAddress, "null"}, {0x4c000, "311296"},
	} {
		tg, err := targettest.New(t, "ipu2").With(target.Setting{Field: "scaled32_base", Int: c.base})
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(Target{tg})
		if want := fmt.Sprintf(fields, c.want); string(got) != want || err != nil {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
}
