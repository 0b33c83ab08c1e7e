package lower

import "testing"

// TestDifference: the first difference of two manifests, by its path.
func TestDifference(t *testing.T) {
	t.Parallel()
	const want = `{"a": 1, "b": [1, {"c": "x"}], "d": {"e": null, "f": true}}`
	for got, told := range map[string]string{
		want: "",
		`{"d":{"f":true,"e":null},"b":[1,{"c":"x"}],"a":1}`:                   "",
		`{"a": 2, "b": [1, {"c": "x"}], "d": {"e": null, "f": true}}`:         "expected a to be 1, but got 2",
		`{"a": 1.0, "b": [1, {"c": "x"}], "d": {"e": null, "f": true}}`:       "expected a to be 1, but got 1.0",
		`{"a": [1], "b": [1, {"c": "x"}], "d": {"e": null, "f": true}}`:       "expected a to be 1",
		`{"a": {}, "b": [1, {"c": "x"}], "d": {"e": null, "f": true}}`:        "expected a to be 1",
		`{"b": [1, {"c": "x"}], "d": {"e": null, "f": true}}`:                 "expected a, which is missing",
		`{"a": 1, "b": [1], "d": {"e": null, "f": true}}`:                     "expected 2 entries in b",
		`{"a": 1, "b": {}, "d": {"e": null, "f": true}}`:                      "expected 2 entries in b",
		`{"a": 1, "b": [1, {"c": "y"}], "d": {"e": null, "f": true}}`:         "expected b[1].c to be x, but got y",
		`{"a": 1, "b": [3, {"c": "x"}], "d": {"e": null, "f": true}}`:         "expected b[0] to be 1, but got 3",
		`{"a": 1, "b": [1, {"c": "x"}], "d": {"e": 0, "f": true}}`:            "expected d.e to be <nil>, but got 0",
		`{"a": 1, "b": [1, {"c": "x"}], "d": {"e": null}}`:                    "expected d.f, which is missing",
		`{"a": 1, "b": [1, {"c": "x"}], "d": [null]}`:                         "expected an object in d",
		`{"a": 1, "b": [1, {"c": "x"}], "d": {"e": null, "f": true}, "z": 3}`: "expected no 'z'",
		`{"a": 1, "b": [1, {"c": "x", "w": 1}], "d": {"e": null, "f": true}}`: "expected no 'w'",
	} {
		if d := difference([]byte(want), []byte(got)); d != told {
			t.Errorf("%s: %q, want %q", got, d, told)
		}
	}
}
