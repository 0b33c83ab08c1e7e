package optmain

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"optc/draw"
	"optc/internal/family/poplar/image"
	"optc/lower"
)

// schema is a JSON schema, with the keywords that docs/formats uses.
type schema struct {
	Ref                  string             `json:"$ref"`
	Defs                 map[string]*schema `json:"$defs"`
	Type                 any                `json:"type"` // a word, or a list of them
	Const                any                `json:"const"`
	Enum                 []any              `json:"enum"`
	Pattern              string             `json:"pattern"`
	Minimum              *float64           `json:"minimum"`
	Items                *schema            `json:"items"`
	Required             []string           `json:"required"`
	Properties           map[string]*schema `json:"properties"`
	AdditionalProperties json.RawMessage    `json:"additionalProperties"` // false, or a schema
	MinProperties        int                `json:"minProperties"`
	MaxProperties        int                `json:"maxProperties"`

	// Documentation.
	Schema      string `json:"$schema"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

func readSchema(t *testing.T, file string) *schema {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	s := &schema{}
	if err := d.Decode(s); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return s
}

// resolve follows a reference to a definition of the root.
func (s *schema) resolve(root *schema) *schema {
	if s.Ref == "" {
		return s
	}
	return root.Defs[strings.TrimPrefix(s.Ref, "#/$defs/")]
}

// check returns the first reason why a value does not satisfy the schema, or "".
func (s *schema) check(root *schema, at string, v any) string {
	if s = s.resolve(root); s == nil {
		return at + ": the schema refers to nothing"
	}
	types, _ := s.Type.([]any)
	if s.Type != nil && types == nil {
		types = []any{s.Type}
	}
	if types != nil && !slices.ContainsFunc(types, func(t any) bool { return hasType(v, t.(string)) }) {
		return fmt.Sprintf("%s is %v, want %v", at, v, s.Type)
	}
	if s.Const != nil && v != s.Const || s.Enum != nil && !slices.Contains(s.Enum, v) {
		return fmt.Sprintf("%s is %v, want %v %v", at, v, s.Const, s.Enum)
	}
	switch v := v.(type) {
	case string:
		if !regexp.MustCompile(s.Pattern).MatchString(v) {
			return fmt.Sprintf("%s is %q, want %s", at, v, s.Pattern)
		}
	case float64:
		if s.Minimum != nil && v < *s.Minimum {
			return fmt.Sprintf("%s is %v, want at least %v", at, v, *s.Minimum)
		}
	case []any:
		for i := 0; i < len(v) && s.Items != nil; i++ {
			if bad := s.Items.check(root, fmt.Sprintf("%s[%d]", at, i), v[i]); bad != "" {
				return bad
			}
		}
	case map[string]any:
		return s.checkObject(root, at, v)
	}
	return ""
}

func (s *schema) checkObject(root *schema, at string, v map[string]any) string {
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			return fmt.Sprintf("%s has no %s", at, name)
		}
	}
	if n := len(v); n < s.MinProperties || s.MaxProperties > 0 && n > s.MaxProperties {
		return fmt.Sprintf("%s has %d members", at, n)
	}
	var others *schema
	if json.Unmarshal(s.AdditionalProperties, &others) != nil {
		others = nil // false
	}
	for name, x := range v {
		member := s.Properties[name]
		if member == nil {
			member = others
		}
		if member == nil && s.AdditionalProperties != nil {
			return fmt.Sprintf("%s has a member %s that the schema does not know", at, name)
		}
		if member != nil {
			if bad := member.check(root, at+"."+name, x); bad != "" {
				return bad
			}
		}
	}
	return ""
}

func hasType(v any, name string) bool {
	switch v := v.(type) {
	case nil:
		return name == "null"
	case string:
		return name == "string"
	case bool:
		return name == "boolean"
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	case float64:
		return name == "number" || name == "integer" && v == float64(int64(v))
	}
	return false
}

// same compares the members of a Go type with the schema: their names, and which are always
// written.
func same(t *testing.T, root, s *schema, typ reflect.Type, seen map[reflect.Type]bool) {
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
		if s = s.resolve(root); typ.Kind() == reflect.Slice {
			s = s.Items
		}
		typ = typ.Elem()
	}
	if s = s.resolve(root); typ.Kind() != reflect.Struct || seen[typ] {
		return
	}
	seen[typ] = true
	var members, required []string
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		members = append(members, name)
		if option == "" {
			required = append(required, name)
		}
		if s.Properties[name] == nil {
			t.Errorf("the schema has no member %s of %v", name, typ)
			continue
		}
		if f.Type != reflect.TypeFor[image.Target]() {
			same(t, root, s.Properties[name], f.Type, seen)
		}
	}
	for name := range s.Properties {
		if s != root && !slices.Contains(members, name) {
			t.Errorf("%v has no member %s of the schema", typ, name)
		}
	}
	for _, name := range members {
		if slices.Contains(required, name) != slices.Contains(s.Required, name) {
			t.Errorf("schema and %v do not agree whether %s is always there", typ, name)
		}
	}
}

// TestSchemas: the schemas in docs/formats have the members of the Go types, and the files of
// built programs and profiles satisfy them.
func TestSchemas(t *testing.T) {
	t.Parallel()
	images, profile := readSchema(t, "../docs/formats/images.schema.json"), readSchema(t, "../docs/formats/profile.schema.json")
	same(t, images, images, reflect.TypeFor[image.Header](), map[reflect.Type]bool{})
	same(t, images, images, reflect.TypeFor[image.Details](), map[reflect.Type]bool{})
	same(t, profile, profile, reflect.TypeFor[lower.Profile](), map[reflect.Type]bool{})
	layout, dump := readSchema(t, "../docs/formats/layout.schema.json"), readSchema(t, "../docs/formats/dump.schema.json")
	same(t, layout, layout, reflect.TypeFor[draw.Drawing](), map[reflect.Type]bool{})
	same(t, dump, dump, reflect.TypeFor[lower.Dump](), map[reflect.Type]bool{})
	page := readSchema(t, "../docs/formats/studio.schema.json")
	same(t, page, page, reflect.TypeFor[studio](), map[reflect.Type]bool{})
	dir := t.TempDir()
	sources, err := filepath.Glob("../examples/programs/*.mlir")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for i, source := range append(sources, "../examples/blend_on_tiles.mlir", "../examples/codelets/loop_counter.mlir", "../test/lit/poplar/host_input.mlir") {
		source, err := filepath.Abs(source)
		if err != nil {
			t.Fatal(err)
		}
		out := fmt.Sprintf("out%d", i)
		if code, _, stderr := in(dir, "build", "--target", "ipu2", "-o", out, source); code != 0 {
			t.Fatal(stderr)
		}
		text, err := os.ReadFile(filepath.Join(dir, out, lower.ManifestFile))
		if err != nil {
			t.Fatal(err)
		}
		satisfies(t, images, source, text)
		_, stdout, _ := in(dir, "dump", "--format=json", out)
		satisfies(t, dump, source, []byte(stdout))
		for _, drawn := range []string{out, source} {
			_, stdout, _ := in(dir, "layout", "--format=json", drawn)
			satisfies(t, layout, source, []byte(stdout))
		}
		if i > 0 {
			continue
		}
		code, stdout, stderr := in(dir, "run", "--profile=json", out)
		if code != 0 {
			t.Fatal(stderr)
		}
		satisfies(t, profile, source, []byte(stdout[strings.Index(stdout, "{"):]))
	}
}

func satisfies(t *testing.T, s *schema, name string, text []byte) {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if bad := s.check(s, "$", v); bad != "" {
		t.Errorf("%s: %s", name, bad)
	}
}

// TestDecodeState runs the reader in Python, which prints the fields of a vertex as
// docs/formats.md shows them.
func TestDecodeState(t *testing.T) {
	t.Parallel()
	script, err := filepath.Abs("../examples/formats/decode_state.py")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n > 30 {
		t.Errorf("the reader has %d lines, want at most 30", n)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("skipped: python3 is not installed")
	}
	page, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"ipu1", "ipu2"} {
		dir := t.TempDir()
		blend, err := filepath.Abs("../examples/blend_on_tiles.mlir")
		if err != nil {
			t.Fatal(err)
		}
		if code, _, stderr := in(dir, "build", "--target", target, "-o", "out", blend); code != 0 {
			t.Fatal(stderr)
		}
		got, err := exec.Command(python, script, filepath.Join(dir, "out"), "1").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, got)
		}
		// The address of the state depends on the target, the rest does not.
		_, fields, _ := strings.Cut(string(got), "\n")
		if fields = indentedText(fields); !strings.Contains(string(page), fields) {
			t.Errorf("%s: docs/formats.md does not show\n%s", target, fields)
		}
	}
}

// indentedText indents lines as a page does.
func indentedText(text string) string {
	return regexp.MustCompile("(?m)^ ").ReplaceAllString(text, "     ")
}
