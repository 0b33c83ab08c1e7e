package vertex

import (
	"testing"

	"optc/diag"
	"optc/internal/testing/targettest"
)

func TestWrapperSource(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu2")
	for kind, want := range map[CodeletKind]string{
		Worker: `int __runCodelet_demo__Fill___half() {
  auto *v = static_cast<demo::Fill<half> *>(__builtin_colossus_get_vertex_base());
  return v->compute();
}
`,
		Multi: `int __runCodelet_demo__Fill___half() {
  auto *v = static_cast<demo::Fill<half> *>(__builtin_colossus_get_vertex_base());
  auto w = __builtin_ipu_get(CSR_W_WSR__INDEX) & CSR_W_WSR__CTXTID_M1__MASK;
  return v->compute(w);
}
`} {
		c := Codelet{Name: "demo::Fill<half>", Kind: kind}
		w, ok, err := WrapperOf(&tg, c, "__runCodelet_demo__Fill___half", false)
		if err != nil || !ok || w.Source() != want || w.Compute != "demo::Fill<half>::compute" {
			t.Errorf("%s: %v, error %v, calls %s\n%s", kind, ok, err, w.Compute, w.Source())
		}
	}
}

// In the order of the decisions.
func TestWhoGetsAWrapper(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arch               string
		kind               CodeletKind
		external, provided bool
		wrapper            bool
		code               string
	}{
		{arch: "ipu2", kind: Worker, wrapper: true},
		{arch: "ipu2", kind: Multi, provided: true, code: "duplicate-symbol"},
		{arch: "ipu2", kind: Multi, external: true, provided: true},
		{arch: "ipu2", kind: Multi, external: true, code: "external-missing"},
		{arch: "cpu", kind: Multi, external: true, wrapper: true},
		{arch: "cpu", kind: Multi, external: true, provided: true},
		{arch: "ipu2", kind: Supervisor, external: true, provided: true},
		{arch: "ipu2", kind: Supervisor, external: true, code: "external-missing"},
		{arch: "cpu", kind: Supervisor, external: true, code: "external-missing"},
		{arch: "ipu2", kind: Supervisor, wrapper: true},
	} {
		tg := targettest.New(t, c.arch)
		_, ok, err := WrapperOf(&tg, Codelet{"demo::V", c.kind, c.external}, "__runCodelet_demo__V", c.provided)
		if ok != c.wrapper || diag.CodeOf(err) != c.code {
			t.Errorf("%+v: wrapper %v, error %v", c, ok, err)
		}
	}
}

func TestWorkerID(t *testing.T) {
	t.Parallel()
	for status, want := range map[uint32]int{0: 0, 5: 5, 0xFFFF_FFF8: 0, 0xABC3: 3} {
		if got := WorkerID(status); got != want {
			t.Errorf("status %#x: worker %d, want %d", status, got, want)
		}
	}
}

func TestParseVertexKind(t *testing.T) {
	t.Parallel()
	for _, k := range []CodeletKind{Worker, Multi, Supervisor} {
		if got, err := ParseKind(k.String()); got != k || err != nil {
			t.Errorf("%s: %v, error %v", k, got, err)
		}
	}
	_, err := ParseKind("supervisors")
	if want := "expected worker, multi or supervisor, but got 'supervisors'; did you mean 'supervisor'? [vertex-kind]"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
