package explore

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestContrast: text has a contrast of at least 4.5 to its background, in light and in dark
// colours, as WCAG 2.1 computes it.
func TestContrast(t *testing.T) {
	t.Parallel()
	light, dark, ok := strings.Cut(styleCSS, "prefers-color-scheme: dark")
	if !ok {
		t.Fatal("the style has no dark colours")
	}
	dark, _, _ = strings.Cut(dark, "\n}\n")
	behind := []string{"page", "panel", "del", "del-word", "ins", "ins-word", "mark", "hit"}
	for scheme, text := range map[string]string{"light": light, "dark": dark} {
		colours := map[string]float64{}
		for _, m := range regexp.MustCompile(`--([\w-]+): #(\w{6});`).FindAllStringSubmatch(text, -1) {
			colours[m[1]] = luminance(t, m[2])
		}
		for name := range colours {
			above := map[string][]string{"text": behind, "faint": {"page", "panel", "del", "ins", "mark"}, "accent": {"page", "panel", "mark"}, "warn": {"page", "panel"}, "error": {"page", "panel"}}[name]
			if strings.HasPrefix(name, "t-") {
				above = behind
			}
			for _, b := range above {
				if c := contrast(colours[name], colours[b]); c < 4.5 {
					t.Errorf("%s: --%s on --%s has a contrast of %.2f", scheme, name, b, c)
				}
			}
		}
		if len(colours) < 20 {
			t.Errorf("%s has only %d colours", scheme, len(colours))
		}
	}
}

// luminance is the relative luminance of a colour in hexadecimal.
func luminance(t *testing.T, hex string) float64 {
	sum := 0.0
	for i, weight := range []float64{.2126, .7152, .0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= .04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func contrast(a, b float64) float64 { return (math.Max(a, b) + .05) / (math.Min(a, b) + .05) }
