package vertex

import (
	"fmt"
	"testing"

	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/internal/testing/targettest"
)

// TestShortBytes: decoding too few bytes is an error for every representation.
func TestShortBytes(t *testing.T) {
	t.Parallel()
	ipu1 := targettest.New(t, "ipu1")
	for _, c := range []struct {
		field string
		want  string
	}{
		{"float", "plain scalar takes 4 bytes, but 3 are left [short-bytes]"}, {"unsigned short[3]", "plain array takes 6 bytes, but 5 are left [short-bytes]"},
		{"Input<float>", "scalar edge takes 4 bytes, but 3 are left [short-bytes]"}, {"Input<Vector<half, SPAN>>", "vector edge takes 8 bytes, but 7 are left [short-bytes]"},
		{"Input<VectorList<half, DELTAN>>", "list edge takes 6 bytes, but 5 are left [short-bytes]"},
		{"Vector<Input<float>>", "array of scalar edges takes 8 bytes, but 7 are left [short-bytes]"},
		{"Vector<Input<Vector<half, SPAN>>, SPAN>", "array of vector edges takes 8 bytes, but 7 are left [short-bytes]"},
	} {
		r, err := Resolve(&ipu1, fieldType(t, c.field), CompactReference)
		if err != nil {
			t.Fatal(err)
		}
		_, err = DecodeField(&ipu1, &r, make([]byte, r.Size-1), nil)
		if got := fmt.Sprint(err); got != c.want {
			t.Errorf("%s: %s, want %s", c.field, got, c.want)
		}
	}
	span, err := Resolve(&ipu1, fieldType(t, "Input<Vector<half, SPAN>>"), CompactReference)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeVector(&ipu1, span.Data, make([]byte, 7)); fmt.Sprint(err) != "SPAN takes 8 bytes, but 7 are left [short-bytes]" {
		t.Error(err)
	}
	if _, err := DecodeListBase(&ipu1, target.DeltaN, make([]byte, 5)); fmt.Sprint(err) != "DELTAN takes 6 bytes, but 5 are left [short-bytes]" {
		t.Error(err)
	}
	if _, err := DecodeScalar(&ipu1, scalar.Half, []byte{1}); fmt.Sprint(err) != "half takes 2 bytes, but 1 are left [short-bytes]" {
		t.Error(err)
	}
}
