package spelling

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestThreadsAndValues compares layouts of the operands of matrix instructions with the layouts of threads and values
// that CuTe has for them (CUTLASS, include/cute/atom/mma_traits_sm80.hpp).
func TestThreadsAndValues(t *testing.T) {
	t.Parallel()
	nested := func(batch, outer, thread, element, strides string) string {
		return fmt.Sprintf("#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [%s], outer_tile = [%s], thread_tile = [%s], element_tile = [%s], subgroup_strides = [0, 0], thread_strides = [%s]>",
			batch, outer, thread, element, strides)
	}
	cute, err := Lookup("cute")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, text string
		want       string
	}{
		// SM80_16x8_Row, the accumulator of m16n8: rows 8 apart are two registers apart.
		{"accumulator", nested("1, 1", "2, 1", "8, 4", "1, 2", "4, 1"), "((4,8),(2,2)):((32,1),(16,8))"},
		// B of m16n8k16 is 8x16: ((4,8),(2,2)):((16,1),(8,64)).
		{"B of k16", nested("1, 1", "1, 2", "8, 4", "1, 2", "4, 1"), "((4,8),(2,2)):((16,1),(8,64))"},
		// B of m16n8k8 is 8x8: ((4,8),2):((16,1),8).
		{"B of k8", nested("1, 1", "1, 1", "8, 4", "1, 2", "4, 1"), "((4,8),2):((16,1),8)"},
		// A of m16n8k16: batches are columns 8 apart.
		{"A of k16", nested("1, 2", "2, 1", "8, 4", "1, 2", "4, 1"), "((4,8),(2,2,2)):((32,1),(16,8,128))"},
		{"a row for each thread", nested("1, 1", "1, 1", "8, 1", "1, 4", "1, 0"), "(8,4):(1,8)"},
		{"all in every thread", nested("1, 1", "1, 1", "1, 1", "2, 2", "0, 0"), "(1,(2,2)):(0,(2,1))"},
		{"accumulator of IREE", "#iree_gpu.mma_layout<NV_MMA_SYNC_F32_16x8x16_F16> acc", "((4,8),(2,2)):((32,1),(16,8))"},
		{"A of IREE", "#iree_gpu.mma_layout<NV_MMA_SYNC_F32_16x8x16_F16> lhs", "((4,8),(2,2,2)):((32,1),(16,128,8))"},
		{"accumulator of Triton", "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>", "((4,8),(2,2)):((32,1),(16,8))"},
	} {
		o := Options{Context: newContext()}
		l, err := Read(test.text, o)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got, err := cute.Write(l, o); err != nil || got != test.want {
			t.Errorf("%s: %s, want %s; %v", test.name, got, test.want, err)
		}
	}
}

// TestDocumented searches for every spelling in the page about spellings.
func TestDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/layouts_spellings.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range Table {
		if row := fmt.Sprintf("| `%s` | %s | %s |", s.Name, s.Title, s.Source); !strings.Contains(string(page), row) {
			t.Errorf("docs/layouts_spellings.md lacks the row %s", row)
		}
	}
}

// TestLabels: a line of a printed TiledMMA is read without its name.
func TestLabels(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"  ThrID:        _32:_1":                            "32:1",
		"LayoutC_TV: ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))": "((4,8),(2,2)):((32,1),(16,8))",
	} {
		got, err1 := Read(text, Options{})
		l, err2 := Read(want, Options{})
		if err1 != nil || err2 != nil || l.differs(got) != "" {
			t.Errorf("%s is not %s: %v, %v", text, want, err1, err2)
		}
	}
}
