package explore

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
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

// TestDeflate: the JSON of a long page is compressed, and is read back unchanged.
func TestDeflate(t *testing.T) {
	t.Parallel()
	p := &Page{Name: "long.mlir", Lines: []Line{{}}, Result: &Text{}, Steps: []Step{}}
	for i := range 5000 {
		p.Lines = append(p.Lines, Line{Text: fmt.Sprintf("  %%%d = okk.slice %%x[0, %d, 0, 0] : !okk.sys<16x64x64x64xf32, continuous> to !okk.sys<1x64x64x64xf32, continuous>", i, i), From: []int{i % 7}})
	}
	plain, err := p.JSON()
	if err != nil {
		t.Fatal(err)
	}
	html, err := p.HTML()
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(html), `id="data" data-form="deflate">`)
	data, _, _ := strings.Cut(rest, "</script>")
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	back, err := io.ReadAll(flate.NewReader(bytes.NewReader(raw)))
	if err != nil || !bytes.Equal(back, plain) {
		t.Errorf("%v: read back %d of %d bytes", err, len(back), len(plain))
	}
	if len(data)*5 > len(plain) {
		t.Errorf("%d bytes of %d", len(data), len(plain))
	}
}
