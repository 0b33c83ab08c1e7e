package lit

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"unicode/utf8"

	"optc/internal/base/output"
)

// jsonVersion is the version of lit whose format JSON results have.
var jsonVersion = [3]int{22, 1, 0}

// writeJSON writes results as lit's option --output does (llvm/utils/lit/lit/reports.py,
// JsonReport).
func writeJSON(file string, results []Result, seconds float64) error {
	type test struct {
		Name    string  `json:"name"`
		Code    string  `json:"code"`
		Output  string  `json:"output"`
		Elapsed float64 `json:"elapsed"`
	}
	report := struct {
		Version [3]int  `json:"__version__"`
		Elapsed float64 `json:"elapsed"`
		Tests   []test  `json:"tests"`
	}{Version: jsonVersion, Elapsed: seconds, Tests: []test{}}
	for _, r := range results {
		report.Tests = append(report.Tests, test{Name: r.Name, Code: r.Status.String(), Output: r.Report, Elapsed: r.Elapsed.Seconds()})
	}
	data, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	return output.WriteFile(file, append(data, '\n'))
}

// writeXUnit writes results as JUnit does and lit's option --xunit-xml-output.
func writeXUnit(file string, results []Result, seconds float64) error {
	type message struct {
		Message string `xml:"message,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
	type testcase struct {
		Class   string   `xml:"classname,attr"`
		Name    string   `xml:"name,attr"`
		Time    string   `xml:"time,attr"`
		Failure *message `xml:"failure"`
		Skipped *message `xml:"skipped"`
	}
	suite := struct {
		XMLName  xml.Name   `xml:"testsuite"`
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Time     string     `xml:"time,attr"`
		Cases    []testcase `xml:"testcase"`
	}{Name: "lit", Tests: len(results), Time: fmt.Sprintf("%.3f", seconds)}
	for _, r := range results {
		class, name := "lit", r.Name
		if i := strings.LastIndexByte(name, '/'); i >= 0 {
			class, name = "lit."+strings.ReplaceAll(name[:i], "/", "."), name[i+1:]
		}
		c := testcase{Class: class, Name: name, Time: fmt.Sprintf("%.3f", r.Elapsed.Seconds())}
		switch {
		case r.Status.Bad():
			suite.Failures++
			c.Failure = &message{r.Status.String(), printable(r.Report)}
		case r.Status == Unsupported:
			suite.Skipped++
			c.Skipped = &message{printable(r.Report), ""}
		}
		suite.Cases = append(suite.Cases, c)
	}
	data, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	return output.WriteFile(file, append([]byte(xml.Header), append(data, '\n')...))
}

// printable replaces characters that XML does not allow.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' {
			return utf8.RuneError
		}
		return r
	}, text)
}

// shard returns the tests of one of several shards: every n-th test, as in lit, so that folders
// with slow tests are divided.
func shard(names []string, number, of int) []string {
	var part []string
	for i := number - 1; i < len(names); i += of {
		part = append(part, names[i])
	}
	return part
}
