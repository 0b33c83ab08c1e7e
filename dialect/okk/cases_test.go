package okk

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"optc/diag"
	"optc/internal/testing/cases"
)

// caseFile is the format of the file of cases.
type caseFile struct {
	Machines map[string]struct {
		NPUs  int64 `json:"npus"`
		Bytes int64 `json:"bytes_per_npu"`
		Align int64 `json:"align_bytes"`
		Banks int64 `json:"banks"`
		Base  int64 `json:"base"`
	} `json:"machines"`
	Count int        `json:"count"`
	Cases []caseItem `json:"cases"`
}

type caseItem struct {
	ID      string          `json:"id"`
	Kind    string          `json:"kind"`
	Machine string          `json:"machine"`
	Input   json.RawMessage `json:"input"`
	Expect  json.RawMessage `json:"expect"`
}

// tensorInput is a local tensor as the cases write it.
type tensorInput struct {
	Layout    string  `json:"layout"`
	DType     string  `json:"dtype"`
	Mode      string  `json:"mode"`
	Shape     []int64 `json:"shape"`
	Addr      int64   `json:"addr"`
	Strides   *Dims   `json:"strides"`
	W         int64   `json:"w"`
	Broadcast bool    `json:"broadcast"`
}

func (in tensorInput) typ(t *testing.T) Type {
	t.Helper()
	dtype, err := ParseDType(in.DType)
	if err != nil {
		t.Fatal(err)
	}
	mode := N1
	if in.Mode != "" {
		if mode, err = ParseMode(in.Mode); err != nil {
			t.Fatal(err)
		}
	}
	l := slices.Index(layoutNames[:], in.Layout)
	if l < 0 {
		t.Fatalf("layout %q", in.Layout)
	}
	typ := Type{DType: dtype, Mode: mode, Layout: Layout(l), Broadcast: in.Broadcast}
	if typ.Layout == Matrix {
		typ.Rows, typ.Cols, typ.Width = in.Shape[0], in.Shape[1], in.W
	} else {
		typ.Shape = Dims(in.Shape)
	}
	if in.Strides != nil {
		typ.Strides = *in.Strides
	}
	return typ
}

func (in tensorInput) place(t *testing.T, m *Machine) (*Tensor, error) {
	t.Helper()
	return Place(m, in.typ(t), in.Addr)
}

type elementCase struct {
	At      []int64 `json:"at"`
	NPU     int     `json:"npu"`
	Offset  int64   `json:"offset"`
	Address *int64  `json:"address"`
}

func TestSharedCases(t *testing.T) {
	t.Parallel()
	const name = "okk-layout-cases.json"
	data := cases.Open(t, name)
	n := runCases(t, data)
	cases.Ran(t, name, n)
}

func TestWorkedExamples(t *testing.T) {
	t.Parallel()
	const name = "testdata/worked.json"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	cases.Ran(t, name, runCases(t, data))
}

// runCases runs every case and returns their number.
func runCases(t *testing.T, data []byte) int {
	t.Helper()
	var file caseFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if file.Count != len(file.Cases) {
		t.Errorf("the file announces %d cases and has %d", file.Count, len(file.Cases))
	}
	machine := func(name string) *Machine {
		if f, ok := file.Machines[name]; ok {
			m := CustomMachine(name)
			m.NPUs, m.NPUBytes, m.Align, m.Banks, m.Base, m.Rules = f.NPUs, f.Bytes, f.Align, f.Banks, f.Base, true
			if err := m.Check(); err != nil {
				t.Fatal(err)
			}
			if known, err := LookupMachine(name); err == nil {
				if known.NPUs != m.NPUs || known.NPUBytes != m.NPUBytes || known.Align != m.Align || known.Banks != m.Banks {
					t.Errorf("machine %s is %+v in the file and %+v in the table", name, m, known)
				}
			}
			return &m
		}
		m, err := LookupMachine(name)
		if err != nil && name != "none" {
			t.Fatal(err)
		}
		return &m
	}
	for _, c := range file.Cases {
		run, ok := kinds[c.Kind]
		if !ok {
			t.Errorf("%s: unknown kind %q", c.ID, c.Kind)
			continue
		}
		m := machine(c.Machine)
		t.Run(c.ID, func(t *testing.T) {
			got, err := run(t, m, c)
			var want struct {
				Error  string `json:"error"`
				Tensor string `json:"tensor"`
			}
			decode(t, c.Expect, &want)
			if diag.CodeOf(err) != want.Error {
				t.Fatalf("error %v, want code %q", err, want.Error)
			}
			if err == nil {
				compare(t, c.Expect, got)
			}
		})
	}
	return len(file.Cases)
}

func decode(t *testing.T, data json.RawMessage, into any) {
	t.Helper()
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// answer holds the results of an operation, under the names of the case file.
type answer map[string]any

// compare checks every expected field that is not a list of samples; got must contain all
// of these fields.
func compare(t *testing.T, expect json.RawMessage, got answer) {
	t.Helper()
	var want map[string]any
	decode(t, expect, &want)
	raw, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var have map[string]any
	decode(t, raw, &have)
	for field, w := range want {
		h, ok := have[field]
		if !ok {
			t.Errorf("no answer for %s", field)
		} else if !reflect.DeepEqual(h, w) {
			t.Errorf("%s = %v, want %v", field, h, w)
		}
	}
}

var kinds = map[string]func(*testing.T, *Machine, caseItem) (answer, error){
	"address":  runAddress,
	"scatter":  runScatter,
	"layout":   runLayout,
	"system":   runSystem,
	"copy":     runCopy,
	"pack":     runPack,
	"choose_w": runChooseW,
	"overlap":  runOverlap,
	"slice":    runSlice,
	"view":     runView,
	"inverse":  runInverse,
	"alloc":    runAlloc,
	"op_check": runOpCheck,
	"digits":   runDigits,
}
