package lower

import (
	"bytes"
	"encoding/json"
	"testing"
)

type rawText struct{ N int }

func (r rawText) MarshalJSON() ([]byte, error) { return []byte(`{"raw": 1}`), nil }

// TestRecordsAreWrittenAsByTheLibrary: a value is written with the bytes of
// json.MarshalIndent, whether its type is a record or not, and in pieces, too.
func TestRecordsAreWrittenAsByTheLibrary(t *testing.T) {
	t.Parallel()
	type inner struct {
		Name string `json:"name"`
		Size uint64 `json:"size,omitempty"`
		Step int64  `json:"step,omitempty"`
	}
	type noRecord struct {
		Plain  int
		hidden int
	}
	type outer struct {
		List  []inner          `json:"list"`
		None  []inner          `json:"none"`
		Empty []inner          `json:"empty"`
		Maybe []int            `json:"maybe,omitempty"`
		To    *inner           `json:"to,omitempty"`
		Nil   *inner           `json:"nil"`
		Yes   bool             `json:"yes"`
		Text  string           `json:"text"`
		Bytes []byte           `json:"bytes"`
		Map   map[string]int   `json:"map"`
		Float float64          `json:"float"`
		Raw   rawText          `json:"raw"`
		Other noRecord         `json:"other"`
		Any   any              `json:"any"`
		Array [2]int           `json:"array"`
		Deep  [][]inner        `json:"deep"`
		Keyed map[string]inner `json:"keyed,omitempty"`
		Blank struct{}         `json:"blank"`
	}
	v := &outer{
		List: []inner{{"a", 1, -2}, {"<&>\"\\\n\u2028é", 0, 0}}, Empty: []inner{}, To: &inner{Name: "to"}, Yes: true, Text: "x",
		Bytes: []byte{1, 2}, Map: map[string]int{"b": 1, "a": 2}, Float: 1.5, Other: noRecord{1, 2}, Any: inner{Size: 3}, Deep: [][]inner{{}, {{Name: "d"}}},
	}
	for range 3000 {
		v.List = append(v.List, inner{"many", 7, 8})
	}
	want, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	w := &jsonWriter{}
	w.value(v)
	if !bytes.Equal(w.b, want) {
		t.Errorf("got %s\nwant %s", w.b, want)
	}
	var out bytes.Buffer
	parts := &jsonWriter{out: &out}
	parts.value(v)
	out.Write(parts.b)
	if !bytes.Equal(out.Bytes(), want) {
		t.Error("the text in pieces differs")
	}
	if len(parts.b) >= len(want) {
		t.Error("the text was kept")
	}
	same := &jsonWriter{compares: true, expected: want}
	same.value(v)
	if !same.equal() {
		t.Error("the text does not compare as equal")
	}
	// The fields of a record follow the members that an object has.
	members := &jsonWriter{}
	members.open('{')
	members.key("first")
	members.value(1)
	members.members(v)
	members.close('}')
	if got := append([]byte("{"), bytes.TrimPrefix(members.b, []byte("{\n \"first\": 1,"))...); !bytes.Equal(got, want) {
		t.Errorf("members: got %s\nwant %s", got, want)
	}
}
