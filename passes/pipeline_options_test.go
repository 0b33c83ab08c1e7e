package passes_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"optc/internal/family/okk"
	"optc/internal/family/poplar"
	"optc/lower"
	"optc/registry"
)

// stepOptions reads the options of the passes of a pipeline as it is printed: by "pass option".
func stepOptions(t *testing.T, pipeline string) map[string]string {
	t.Helper()
	p, err := registry.Passes().Parse("builtin.module(" + pipeline + ")")
	if err != nil {
		t.Fatal(err)
	}
	options := map[string]string{}
	for _, step := range regexp.MustCompile(`([a-z-]+)\{([^}]*)\}`).FindAllStringSubmatch(p.String(), -1) {
		for _, option := range strings.Fields(step[2]) {
			name, value, _ := strings.Cut(option, "=")
			options[step[1]+" "+name] = value
		}
	}
	return options
}

// TestPipelineOptions: each option of the passes in a dialect's pipeline is also an
// option of the pipeline, and thus a flag of build and run, or is set by the passes that the command plan runs.
func TestPipelineOptions(t *testing.T) {
	t.Parallel()
	for _, family := range []*lower.Family{poplar.Family(), okk.Family()} {
		pipeline, dialect := family.Options, family.Name+"-"
		defaults := stepOptions(t, pipeline)
		reached := map[string]bool{}
		for _, o := range registry.Passes().Pipeline(pipeline).OptionList() {
			values := o.Values
			switch o.Kind {
			case "bool":
				values = []string{"true", "false"}
			case "int":
				values = []string{"4711"}
			case "string,…":
				values = []string{"n:4"}
			}
			changed := 0
			for _, value := range values {
				steps := stepOptions(t, fmt.Sprintf("%s{%s=%s}", pipeline, o.Name, value))
				if len(steps) != len(defaults) { // other passes
					changed++
				}
				for name, now := range steps {
					if now != defaults[name] {
						reached[name] = true
						changed++
					}
				}
			}
			if changed == 0 {
				t.Errorf("%s: option '%s' changes no pass", pipeline, o.Name)
			}
		}
		for name, value := range stepOptions(t, family.Planning.Pipeline(false, "costs others=1")) {
			reached[name] = reached[name] || value != defaults[name]
		}
		for name := range defaults {
			if strings.HasPrefix(name, dialect) && !reached[name] {
				t.Errorf("%s has no option for '%s'", pipeline, name)
			}
		}
	}
}
