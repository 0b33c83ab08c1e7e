package vertex

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"optc/diag"
	"optc/dialect/poplar/cpp"
	"optc/dialect/poplar/target"
	"optc/internal/testing/cases"
	"optc/internal/testing/targettest"
)

// The suites below run the shared case files, which need not be present, and
// the project's own files of the same form in testdata.

const (
	layoutFile = "vector-layout-cases.json"
	stateFile  = "vertex-state-cases.json"
)

func ownFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestLayoutCases(t *testing.T) {
	t.Parallel()
	runLayoutCases(t, layoutFile, cases.Open(t, layoutFile))
}

func TestOwnLayoutCases(t *testing.T) {
	t.Parallel()
	runLayoutCases(t, "testdata/"+layoutFile, ownFile(t, layoutFile))
}

func TestStateCases(t *testing.T) {
	t.Parallel()
	runStateCases(t, stateFile, cases.Open(t, stateFile))
}

func TestOwnStateCases(t *testing.T) {
	t.Parallel()
	runStateCases(t, "testdata/"+stateFile, ownFile(t, stateFile))
}

// layoutCase is one case of vector-layout-cases.json; addresses are hex text.
type layoutCase struct {
	ID     string
	Kind   string
	Inputs struct {
		Target, Layout, ElementType, CompactPolicy string
		Outer, Inner                               string
		MinAlign, InnerMinAlign, OuterMinAlign     *int
		Address, TableAddress, DeltasAddress       addrText
		FirstAddress                               addrText
		Count, StepBytes                           uint64
		ElementsPerSubVector, NumSubVectors        uint64
		SubVectors                                 []subVector
		Bytes                                      string
	}
	Expected struct {
		Error, Layout, Bytes, FieldBytes, TableBytes string
		Size, FieldAlign, DataAlign, TableAlign      int
		Base                                         addrText
		Deltas                                       json.RawMessage // words, or the address of the array
		LastDelta                                    addrText
		Count                                        uint64
	}
}

// addrText is a number written as hex text.
type addrText uint64

func (a *addrText) UnmarshalJSON(b []byte) error {
	s, err := strconv.Unquote(string(b))
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(s, 0, 64)
	*a = addrText(n)
	return err
}

// subVector is [address, count].
type subVector Extent

func (x *subVector) UnmarshalJSON(b []byte) error {
	pair := [2]any{new(addrText), new(uint64)}
	if err := json.Unmarshal(b, &pair); err != nil {
		return err
	}
	x.Addr, x.Count = uint64(*pair[0].(*addrText)), *pair[1].(*uint64)
	return nil
}

func runLayoutCases(t *testing.T, name string, data []byte) {
	t.Helper()
	var file struct{ Cases []layoutCase }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) == 0 {
		t.Fatal("no cases")
	}
	for i := range file.Cases {
		c := &file.Cases[i]
		if err := c.run(t); diag.CodeOf(err) != c.Expected.Error {
			t.Errorf("%s %s: error %v, want code %q", c.ID, c.Kind, err, c.Expected.Error)
		}
	}
	cases.Ran(t, name, len(file.Cases))
}

// fieldType is the type of an input edge as the case describes it.
func (c *layoutCase) fieldType(t *testing.T) FieldType {
	t.Helper()
	in := &c.Inputs
	args := func(layout string, align *int) string {
		if align == nil {
			return ", " + layout + ">"
		}
		return ", " + layout + ", " + strconv.Itoa(*align) + ">"
	}
	switch {
	case c.Kind == "encode-nested":
		return fieldType(t, "Vector<Input<Vector<"+in.ElementType+args(in.Inner, in.InnerMinAlign)+">"+args(in.Outer, in.OuterMinAlign))
	case strings.Contains(in.Layout, "DELTAN"):
		return fieldType(t, "Input<VectorList<"+in.ElementType+args(in.Layout, in.MinAlign)+">")
	}
	return fieldType(t, "Input<Vector<"+in.ElementType+args(in.Layout, in.MinAlign)+">")
}

func (c *layoutCase) run(t *testing.T) error {
	t.Helper()
	in, want := &c.Inputs, &c.Expected
	check := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("%s %s: %s is %v, want %v", c.ID, c.Kind, what, got, want)
		}
	}
	if c.Kind == "decode-list-base" {
		tg := targettest.New(t, "ipu2")
		l, err := target.ParseListLayout(in.Layout)
		if err != nil {
			return err
		}
		got, err := DecodeListBase(&tg, l, undump(t, in.Bytes))
		var deltas addrText
		if err := json.Unmarshal(want.Deltas, &deltas); err != nil {
			t.Fatal(err)
		}
		check("base", got, ListBase{Base: uint64(want.Base), Deltas: uint64(deltas), Count: want.Count})
		return err
	}

	tg := targettest.New(t, in.Target)
	policy := CompactReference
	if in.CompactPolicy != "" {
		var err error
		if policy, err = ParseCompactPolicy(in.CompactPolicy); err != nil {
			return err
		}
	}
	r, err := Resolve(&tg, c.fieldType(t), policy)
	if err != nil {
		return err
	}
	layout := r.Data.Layout.String()
	if r.Type.Kind == ListEdge {
		layout = r.List.Layout.String()
	}
	op := Operand{Data: Extent{uint64(in.Address), in.Count}}
	for _, x := range in.SubVectors {
		op.Subs = append(op.Subs, Extent(x))
	}
	switch c.Kind {
	case "resolve":
		check("layout", layout, want.Layout)
		check("size", r.Size, want.Size)
		check("field alignment", r.Align, want.FieldAlign)
		check("data alignment", r.DataAlign(), want.DataAlign)
		return nil
	case "encode":
		if want.Error == "" {
			check("layout", layout, want.Layout)
		}
	case "encode-nested":
		op.Indirect = uint64(in.TableAddress)
	case "encode-list":
		op.Indirect = uint64(in.DeltasAddress)
	case "encode-list-regular":
		for i := range in.NumSubVectors {
			op.Subs = append(op.Subs, Extent{uint64(in.FirstAddress) + i*in.StepBytes, in.ElementsPerSubVector})
		}
		op.Indirect = uint64(in.DeltasAddress)
	default:
		t.Errorf("%s: unknown kind %q", c.ID, c.Kind)
	}
	field, indirect, err := AppendField(nil, nil, &tg, &r, &op)
	if err != nil || want.Error != "" {
		return err
	}
	check("field", dump(field), want.Bytes+want.FieldBytes)
	switch c.Kind {
	case "encode-nested":
		_, align := r.IndirectSize(len(op.Subs))
		check("table alignment", align, want.TableAlign)
		check("table", dump(indirect), want.TableBytes)
	case "encode-list", "encode-list-regular":
		check("layout", layout, want.Layout)
		base, err := DecodeListBase(&tg, r.List.Layout, field)
		if err != nil {
			return err
		}
		check("base", base.Base, uint64(want.Base))
		if want.Deltas != nil {
			var words []addrText
			if err := json.Unmarshal(want.Deltas, &words); err != nil {
				t.Fatal(err)
			}
			var expected []byte
			for _, w := range words {
				expected = appendWord(expected, uint32(w))
			}
			check("deltas", dump(indirect), dump(expected))
		} else {
			check("last delta", loadWord(indirect, len(indirect)-4), uint64(want.LastDelta))
		}
	}
	return c.decodeBack(t, &tg, &r, &op, field, indirect)
}

// decodeBack decodes the encoded field as code on the tile would, and compares all properties that
// the representation can express.
func (c *layoutCase) decodeBack(t *testing.T, tg *target.Target, r *Resolved, op *Operand, field, indirect []byte) error {
	t.Helper()
	mem := tileMemory{}
	mem.store(op.Indirect, indirect)
	got, err := DecodeField(tg, r, field, mem)
	if err != nil {
		return err
	}
	if r.Type.Kind == VectorEdgeArray && !r.Table.Layout.HasCount() {
		if got.Subs, err = LoadTable(tg, r, Extent{got.Indirect, uint64(len(op.Subs))}, mem); err != nil {
			return err
		}
	}
	want := op.decoded(r)
	if got.Data != want.Data || got.Indirect != want.Indirect || !slices.Equal(got.Subs, want.Subs) {
		t.Errorf("%s %s: decoded %+v, want %+v", c.ID, c.Kind, got, want)
	}
	return nil
}

// decoded is the part of an operand that can be read back: counts that are not stored and
// addresses of empty vectors are lost.
func (op *Operand) decoded(r *Resolved) Operand {
	out := Operand{Plain: op.Plain}
	if r.Type.Depth() == 2 {
		out.Indirect = op.Indirect
	}
	lose := func(x Extent) Extent {
		switch {
		case r.Type.Kind == ListEdge:
			if x.Count == 0 {
				return Extent{}
			}
		case r.Type.Kind == ScalarEdge || r.Type.Kind == ScalarEdgeArray:
			x.Count = 1
		case x.Count == 0:
			return Extent{Addr: emptyAddr(r.Data)}
		case !r.Data.Layout.HasCount():
			x.Count = 0
		}
		return x
	}
	switch r.Type.Kind {
	case ScalarEdge, VectorEdge, VectorField:
		out.Data = lose(op.Data)
	default:
		for _, x := range op.Subs {
			out.Subs = append(out.Subs, lose(x))
		}
		if len(op.Subs) == 0 {
			out.Indirect = emptyAddr(r.Table)
		}
	}
	return out
}

// emptyAddr is the address to which zero bits of a layout are decoded on ipu1.
func emptyAddr(v ResolvedVector) uint64 {
	if v.Layout == target.ScaledPtr32 {
		return 0x40000
	}
	return 0
}

func runStateCases(t *testing.T, name string, data []byte) {
	t.Helper()
	var file struct {
		Cases []struct {
			Vertex, Target string
			Fields         []struct {
				Name, Type   string
				Offset, Size int // Size 0: the case does not specify it
			}
			Size int // 0: not stated
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range file.Cases {
		tg := targettest.New(t, c.Target)
		var fields []Field
		for _, f := range c.Fields {
			fields = append(fields, Field{f.Name, fieldType(t, f.Type)})
		}
		layout, errs := PackState(&tg, fields, CompactReference)
		if errs != nil {
			t.Errorf("%s on %s: %v", c.Vertex, c.Target, errs[0])
			continue
		}
		for i, f := range c.Fields {
			got := layout.Fields[i]
			if got.Name != f.Name || got.Offset != f.Offset || f.Size != 0 && got.Size != f.Size {
				t.Errorf("%s on %s: field %s (%s) at %d of %d bytes, want %d of %d", c.Vertex, c.Target, f.Name, f.Type, got.Offset, got.Size, f.Offset, f.Size)
			}
		}
		if c.Size != 0 && layout.Size != c.Size {
			t.Errorf("%s on %s: state of %d bytes, want %d", c.Vertex, c.Target, layout.Size, c.Size)
		}
		if err := cpp.CheckCanonical(c.Vertex); err != nil {
			t.Errorf("%s: %v", c.Vertex, err)
		}
	}
	cases.Ran(t, name, len(file.Cases))
}
