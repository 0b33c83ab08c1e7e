package site

import "testing"

// TestMarkdown writes each block and each mark as HTML, and nothing of the text as markup.
func TestMarkdown(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"## A `b` <c>\n":                      "<h2 id=\"a-b-c\">A <code>b</code> &lt;c&gt;</h2>\n",
		"one\ntwo **three** *four*\n\nfive":   "<p>one\ntwo <strong>three</strong> <em>four</em></p>\n<p>five</p>\n",
		"[a](x.md#y) [b](gone.go)":            "<p><a href=\"x.html\">a</a> <span class=\"file\" title=\"gone.go, in the repository\">b</span></p>\n",
		"- one\n- two\n  more\n\nend":         "<ul>\n<li>one\n</li>\n<li>two\nmore\n</li>\n</ul>\n<p>end</p>\n",
		"1. one\n2. two\n":                    "<ol>\n<li>one\n</li>\n<li>two\n</li>\n</ol>\n",
		"| a | b |\n|---|---|\n| `x\\|y` | |": "<div class=\"table\" tabindex=\"0\"><table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td><code>x|y</code></td><td></td></tr>\n</table></div>\n",
		"```mlir\n  a<b\n```\n":               "<pre tabindex=\"0\"><code class=\"mlir\">  a&lt;b\n</code></pre>\n",
		"text\n\n    code\n\n      more\n":    "<p>text</p>\n<pre tabindex=\"0\"><code class=\"\">code\n\n  more\n</code></pre>\n",
		"> said\n> so":                        "<blockquote>\n<p>said\nso</p>\n</blockquote>\n",
		"`` a`b `` and \\* and <script>":      "<p><code>a`b</code> and * and &lt;script&gt;</p>\n",
		"```\nnever ends":                     "<pre tabindex=\"0\"><code class=\"\">never ends\n</code></pre>\n",
	} {
		m := &markdown{link: func(target string) (string, bool) { return "x.html", target == "x.md#y" }, image: func(string) string { return "" }}
		if got := m.render(text); got != want {
			t.Errorf("%q becomes\n%s\nwant\n%s", text, got, want)
		}
	}
}
