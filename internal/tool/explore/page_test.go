package explore

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestNothingEndsTheData: for any source, the HTML has the same elements, and the data is read back
// unchanged.
func TestNothingEndsTheData(t *testing.T) {
	t.Parallel()
	empty, err := (&Page{Result: &Text{}}).HTML()
	if err != nil {
		t.Fatal(err)
	}
	p := &Page{
		Name: "a</title>", Source: "</script><script>alert(1)</script><!-- {script} {style} \u2028 & ]]>",
		Lines: []Line{{}, {Text: "<!--<script>"}, {Text: "</SCRIPT >"}},
		Steps: []Step{{Pass: "x", Rows: []DiffRow{{Kind: Added, Right: 1}}}}, Result: &Text{Lines: []int{1}},
	}
	html, err := p.HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, mark := range []string{"<script", "</script", "<!--", "<style", "</title"} {
		if got, want := bytes.Count(bytes.ToLower(html), []byte(mark)), bytes.Count(bytes.ToLower(empty), []byte(mark)); got != want {
			t.Errorf("%d of %s, want %d", got, mark, want)
		}
	}
	_, rest, _ := strings.Cut(string(html), `id="data">`)
	data, _, _ := strings.Cut(rest, "</script>")
	var back Page
	if err := json.Unmarshal([]byte(data), &back); err != nil || !reflect.DeepEqual(&back, p) {
		t.Errorf("%v: read back %+v", err, back)
	}
}
