package optmain_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestSARIF(t *testing.T) {
	t.Parallel()
	// The é takes two bytes and is a single character.
	text := "poplar.vertex @\"é\" worker external {\n  poplar.field @x : !poplar.in<vec<f33>> // é\n}\n"
	_, _, stderr := run("", text, "--diagnostics=sarif")
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name  string
					Rules []struct{ ID string }
				}
			}
			Results []struct {
				RuleID, Level    string
				Locations        []any
				RelatedLocations []any
				Fixes            []any
			}
		}
	}
	if err := json.Unmarshal([]byte(stderr), &log); err != nil {
		t.Fatalf("%v in\n%s", err, stderr)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 || len(log.Runs[0].Results) != 1 {
		t.Fatalf("got %+v", log)
	}
	r := log.Runs[0]
	if len(r.Tool.Driver.Rules) != 1 || r.Tool.Driver.Rules[0].ID != "poplar.elem-unknown" {
		t.Errorf("rules %v", r.Tool.Driver.Rules)
	}
	if d := r.Results[0]; d.RuleID != "poplar.elem-unknown" || d.Level != "error" || len(d.Locations) != 1 || len(d.RelatedLocations) != 1 || len(d.Fixes) != 1 {
		t.Errorf("result %+v", d)
	}
	// A run without mistakes has a log without results.
	if _, _, stderr := run("", "module {\n}\n", "--diagnostics=sarif"); !strings.Contains(stderr, `"results": []`) {
		t.Errorf("got %s", stderr)
	}
}

// TestSARIFSchema: the log contains the members that SARIF 2.1.0 requires and no unknown
// members, for errors with notes, fixes and codes, and for a file whose name is not a
// URI.
func TestSARIFSchema(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "poplar.vertex @\"p\" worker external {\n  poplar.field @x : !poplar.in<vec<f33>>\n}\nfunc.func @f(%a: i32) -> i32 {\n  return a : i32\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "a b#1.mlir"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, stderr := run(dir, "", "a b#1.mlir", "--diagnostics=sarif")
	var log any
	if err := json.Unmarshal([]byte(stderr), &log); err != nil {
		t.Fatal(err)
	}
	followsSchema(t, "log", log)
	for _, want := range []string{`"uri": "a%20b%231.mlir"`, `"ruleId"`, `"fixes"`, `"relatedLocations"`} {
		if !strings.Contains(stderr, want) {
			t.Errorf("there is no %s in\n%s", want, stderr)
		}
	}
}

// sarifSchema lists the used members of the objects of SARIF 2.1.0: their kind, and "!" if the
// schema requires them. A kind is another object, followed by "s" for a list of objects, or "="
// followed by a pattern for a string or number.
var sarifSchema = map[string]map[string]string{
	"log":         {"$schema": "=https://.*/sarif-schema-2\\.1\\.0\\.json", "version": "=2\\.1\\.0!", "runs": "runs!"},
	"run":         {"tool": "tool!", "columnKind": "=utf16CodeUnits|unicodeCodePoints", "results": "results"},
	"tool":        {"driver": "driver!"},
	"driver":      {"name": "=.+!", "rules": "rules"},
	"rule":        {"id": "=.+!", "fullDescription": "message", "help": "message"},
	"message":     {"text": "=.*!"},
	"result":      {"ruleId": "=.+", "level": "=none|note|warning|error", "message": "message!", "locations": "locations", "relatedLocations": "locations", "fixes": "fixs"},
	"location":    {"id": "=\\d+", "physicalLocation": "physical", "message": "message"},
	"physical":    {"artifactLocation": "artifact!", "region": "region"},
	"artifact":    {"uri": "=[-._~!$&'()*+,;=:@/%A-Za-z0-9]+!"},
	"region":      {"startLine": "=[1-9]\\d*!", "startColumn": "=[1-9]\\d*", "endLine": "=[1-9]\\d*", "endColumn": "=[1-9]\\d*"},
	"fix":         {"description": "message", "artifactChanges": "changes!"},
	"change":      {"artifactLocation": "artifact!", "replacements": "replacements!"},
	"replacement": {"deletedRegion": "region!", "insertedContent": "message"},
}

func followsSchema(t *testing.T, kind string, value any) {
	t.Helper()
	members, isObject := sarifSchema[kind]
	object, ok := value.(map[string]any)
	if !isObject || !ok {
		t.Fatalf("%v is no %s", value, kind)
	}
	for name, member := range object {
		kind := strings.TrimSuffix(members[name], "!")
		pattern, plain := strings.CutPrefix(kind, "=")
		switch list, isList := member.([]any); {
		case kind == "":
			t.Errorf("%v has a member '%s'", object, name)
		case plain:
			if text := fmt.Sprint(member); !regexp.MustCompile("^(" + pattern + ")$").MatchString(text) {
				t.Errorf("'%s' is %q, which does not match %s", name, text, pattern)
			}
		case isList:
			for _, item := range list {
				followsSchema(t, strings.TrimSuffix(kind, "s"), item)
			}
		default:
			followsSchema(t, kind, member)
		}
	}
	for name, member := range members {
		if _, ok := object[name]; !ok && strings.HasSuffix(member, "!") {
			t.Errorf("%v lacks '%s'", object, name)
		}
	}
}
