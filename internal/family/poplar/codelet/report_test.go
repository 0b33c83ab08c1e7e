package codelet

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/poplar/target"
	"optc/ir"
)

// Each class without code is named, with the first construct that has no translation.
func TestWithoutCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"all have code", "class A : public poplar::Vertex { public: void compute() {} };", ""},
		{"one reason of several classes", `void f() { asm("x"); }
class A : public poplar::Vertex { public: void compute() { f(); } };
class B : public poplar::Vertex { public: void compute() { f(); } };
template <class T> class C : public poplar::Vertex { public: void compute() { f(); } };
template class C<int>;
template class C<float>;
class D : public poplar::Vertex { public: void compute() {} };`, `a.cpp:1:12: warning: cannot translate 'asm' [poplar.cpp-body]
a.cpp:2:1: note: 'A' has no code
a.cpp:3:1: note: 'B' has no code
a.cpp:4:20: note: 'C<int>', 'C<float>' have no code
a.cpp:1:1: remark: 1 of 5 classes have code`},
		{"supervisor", "class A : public poplar::SupervisorVertex { public:\nbool compute() { return true; } };", `a.cpp:2:6: warning: expected the 'compute' of a supervisor to have the attribute target("supervisor") [poplar.supervisor-compiled]
a.cpp:1:1: note: 'A' has no code
a.cpp:1:1: remark: 0 of 1 classes have code`},
		{"declared method", "class A : public poplar::Vertex { public: void compute(); };", `a.cpp:1:1: warning: the class has no method 'compute' with a body [poplar.cpp-body]
a.cpp:1:1: note: 'A' has no code
a.cpp:1:1: remark: 0 of 1 classes have code`},
		{"assembly", "class A : public poplar::Vertex { public: static const bool isExternalCodelet = true; void compute(); };", ""},
		{"unread class", "class A : public poplar::Vertex { public: none x; void compute() {} };\nclass B : public poplar::Vertex { public: void compute() {} };",
			`a.cpp:1:48: error: unknown name 'none' [poplar.cpp-eval]
a.cpp:1:1: note: in 'A'
a.cpp:1:1: remark: 1 of 2 classes have code`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, problems := translated(t, c.text)
			if got := strings.Join(slices.DeleteFunc(strings.Split(problems, "\n"), func(line string) bool { return !strings.HasPrefix(line, "a.cpp:") }), "\n"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// Code for the host has supervisors without the attribute of the tile's compiler.
func TestSupervisorOnHost(t *testing.T) {
	t.Parallel()
	chip, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	const text = "class A : public poplar::SupervisorVertex { public:\npoplar::Output<int> x;\nbool compute() { *x = 3; return true; } };"
	open := func(string) ([]byte, error) { return []byte(text), nil }
	var problems ir.Diagnostics
	module, err := Import(t.Context(), all.Context(), chip, Source{Files: []string{"a.cpp"}, Undefined: []string{"__IPU__"}, Open: open}, &problems)
	if err != nil || len(problems.List()) > 0 {
		t.Fatalf("%v\n%s", err, problems.String())
	}
	if !strings.Contains(module.String(), "poplar.compute") {
		t.Errorf("no code in\n%s", module)
	}
}

// A file that is no source ends the search for an included file, and is reported.
func TestRefusedInclude(t *testing.T) {
	t.Parallel()
	p := &preprocessor{ctx: context.Background(), macros: map[string]*macro{}, once: map[string]bool{}, scanned: map[string][]token{}, folders: []string{"in"}}
	var problems ir.Diagnostics
	p.sink = &problems
	p.open = func(string) ([]byte, error) { return nil, refused{} }
	p.file("a.cpp", []byte("#include <x.hpp>"))
	const want = "a.cpp:1:10: error: cannot read 'in/x.hpp': it never ends [poplar.cpp-file]"
	if got := problems.String(); !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

type refused struct{}

func (refused) Error() string { return "it never ends" }

func (refused) Is(target error) bool { return target == fs.ErrInvalid }
