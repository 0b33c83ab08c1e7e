package site

import (
	"fmt"
	"html"
	"strings"

	"optc/docs"
	"optc/internal/base/lazyre"
)

// markdown writes Markdown as HTML: headings, paragraphs, lists, tables, code, quotes, links, images, and emphasis. Other HTML in the
// text is shown as text.
type markdown struct {
	b     strings.Builder
	lines []string
	link  func(target string) (href string, ok bool) // target of a link; ok is false if the site has no such page
	image func(target string) string                 // HTML of an image, "" for none
}

// render returns the HTML of a text.
func (m *markdown) render(text string) string {
	m.lines = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	m.blocks()
	return m.b.String()
}

var (
	heading  = lazyre.New(`^(#{1,6}) +(.*?)#*$`)
	item     = lazyre.New(`^( *)([-*+]|\d+\.) +(.*)$`)
	rule     = lazyre.New(`^\|[-:| ]+\|$`)
	imageRow = lazyre.New(`^!\[([^\]]*)\]\(([^)]*)\)$`)
)

// blocks writes the lines, block by block.
func (m *markdown) blocks() {
	for len(m.lines) > 0 {
		line := m.lines[0]
		switch {
		case strings.TrimSpace(line) == "":
			m.lines = m.lines[1:]
		case strings.HasPrefix(strings.TrimLeft(line, " "), "```"):
			m.fence()
		case strings.HasPrefix(line, "    "):
			m.indented()
		case heading().MatchString(line):
			h := heading().FindStringSubmatch(line)
			title := strings.TrimSpace(h[2])
			fmt.Fprintf(&m.b, "<h%d id=\"%s\">%s</h%d>\n", len(h[1]), html.EscapeString(docs.Anchor(title)), m.inline(title), len(h[1]))
			m.lines = m.lines[1:]
		case strings.HasPrefix(line, "|"):
			m.table()
		case strings.HasPrefix(line, ">"):
			m.quote()
		case item().MatchString(line):
			m.list()
		case imageRow().MatchString(line):
			x := imageRow().FindStringSubmatch(line)
			m.b.WriteString(m.image(x[2]))
			m.lines = m.lines[1:]
		default:
			m.paragraph()
		}
	}
}

// take removes lines from the beginning while more holds.
func (m *markdown) take(more func(line string) bool) (taken []string) {
	for len(m.lines) > 0 && more(m.lines[0]) {
		taken, m.lines = append(taken, m.lines[0]), m.lines[1:]
	}
	return taken
}

func (m *markdown) fence() {
	indent := len(m.lines[0]) - len(strings.TrimLeft(m.lines[0], " "))
	language := strings.TrimLeft(m.lines[0], " `")
	m.lines = m.lines[1:]
	body := m.take(func(line string) bool { return !strings.HasPrefix(strings.TrimLeft(line, " "), "```") })
	for i, line := range body {
		body[i] = line[min(indent, len(line)-len(strings.TrimLeft(line, " "))):]
	}
	m.lines = m.lines[min(1, len(m.lines)):]
	m.code(language, body)
}

func (m *markdown) indented() {
	body := m.take(func(line string) bool { return strings.HasPrefix(line, "    ") || strings.TrimSpace(line) == "" })
	for len(body) > 0 && strings.TrimSpace(body[len(body)-1]) == "" {
		body = body[:len(body)-1]
	}
	for i, line := range body {
		body[i] = strings.TrimPrefix(line, "    ")
	}
	m.code("", body)
}

func (m *markdown) code(language string, body []string) {
	fmt.Fprintf(&m.b, "<pre tabindex=\"0\"><code class=\"%s\">%s\n</code></pre>\n", html.EscapeString(language), html.EscapeString(strings.Join(body, "\n")))
}

func (m *markdown) table() {
	rows := m.take(func(line string) bool { return strings.HasPrefix(line, "|") })
	m.b.WriteString("<div class=\"table\" tabindex=\"0\"><table>\n")
	for i, row := range rows {
		if rule().MatchString(row) {
			continue
		}
		cell := "td"
		if i == 0 && len(rows) > 1 && rule().MatchString(rows[1]) {
			cell = "th"
		}
		m.b.WriteString("<tr>")
		for _, text := range cellsOf(row) {
			fmt.Fprintf(&m.b, "<%s>%s</%s>", cell, m.inline(text), cell)
		}
		m.b.WriteString("</tr>\n")
	}
	m.b.WriteString("</table></div>\n")
}

// cellsOf divides a row of a table at bars that neither a backslash nor code hides.
func cellsOf(row string) (cells []string) {
	row = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	var cell strings.Builder
	code := false
	for i := 0; i < len(row); i++ {
		switch {
		case row[i] == '\\' && i+1 < len(row) && row[i+1] == '|':
			cell.WriteByte('|')
			i++
		case row[i] == '|' && !code:
			cells = append(cells, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			code = code != (row[i] == '`')
			cell.WriteByte(row[i])
		}
	}
	return append(cells, strings.TrimSpace(cell.String()))
}

func (m *markdown) quote() {
	body := m.take(func(line string) bool { return strings.HasPrefix(line, ">") })
	for i, line := range body {
		body[i] = strings.TrimPrefix(strings.TrimPrefix(line, ">"), " ")
	}
	m.b.WriteString("<blockquote>\n" + m.inner(body) + "</blockquote>\n")
}

// inner returns the HTML of lines within another block.
func (m *markdown) inner(lines []string) string {
	in := &markdown{lines: lines, link: m.link, image: m.image}
	in.blocks()
	return in.b.String()
}

// list writes items of one indent. The lines of an item are a separate text: indented lines belong to it, and so does a line directly
// after one of its lines.
func (m *markdown) list() {
	first := item().FindStringSubmatch(m.lines[0])
	indent, tag := len(first[1]), "ul"
	if first[2][0] >= '0' && first[2][0] <= '9' {
		tag = "ol"
	}
	m.b.WriteString("<" + tag + ">\n")
	for len(m.lines) > 0 {
		x := item().FindStringSubmatch(m.lines[0])
		if x == nil || len(x[1]) != indent {
			break
		}
		body, inside := []string{x[3]}, len(m.lines[0])-len(x[3])
		m.lines = m.lines[1:]
		empty := false
		for _, line := range m.take(func(line string) bool {
			before := len(line) - len(strings.TrimLeft(line, " "))
			blank := strings.TrimSpace(line) == ""
			other := item().MatchString(line) && before <= indent
			keep := !other && (blank || before > indent || !empty && !heading().MatchString(line))
			empty = blank
			return keep
		}) {
			body = append(body, line[min(inside, len(line)-len(strings.TrimLeft(line, " "))):])
		}
		text := m.inner(body)
		if inner, ok := strings.CutPrefix(text, "<p>"); ok && strings.Count(text, "<p>") == 1 {
			text = strings.Replace(inner, "</p>", "", 1)
		}
		m.b.WriteString("<li>" + text + "</li>\n")
	}
	m.b.WriteString("</" + tag + ">\n")
}

func (m *markdown) paragraph() {
	started := false
	body := m.take(func(line string) bool {
		block := strings.TrimSpace(line) == "" || heading().MatchString(line) || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "```") || strings.HasPrefix(line, ">") || imageRow().MatchString(line) ||
			item().MatchString(line)
		more := !started || !block
		started = true
		return more
	})
	m.b.WriteString("<p>" + m.inline(strings.Join(body, "\n")) + "</p>\n")
}

var spans = lazyre.New("(``+)( ?)(.+?)( ?)(``+)|`([^`]+)`|!?\\[((?:[^\\]`]|`[^`]*`)*)\\]\\(([^)\\s]*)\\)|\\*\\*([^*]+)\\*\\*|\\*([^\\s*][^*]*)\\*|<(https?://[^>]+)>")

// inline writes the code, links and emphasis of a text.
func (m *markdown) inline(text string) string {
	var b strings.Builder
	at := 0
	for _, s := range spans().FindAllStringSubmatchIndex(text, -1) {
		part := func(n int) string {
			if s[2*n] < 0 {
				return ""
			}
			return text[s[2*n]:s[2*n+1]]
		}
		b.WriteString(escaped(text[at:s[0]]))
		at = s[1]
		switch {
		case part(3) != "":
			b.WriteString("<code>" + html.EscapeString(part(3)) + "</code>")
		case part(6) != "":
			b.WriteString("<code>" + html.EscapeString(part(6)) + "</code>")
		case part(8) != "":
			if href, ok := m.link(part(8)); ok {
				fmt.Fprintf(&b, `<a href="%s">%s</a>`, html.EscapeString(href), m.inline(part(7)))
			} else {
				fmt.Fprintf(&b, `<span class="file" title="%s, in the repository">%s</span>`, html.EscapeString(part(8)), m.inline(part(7)))
			}
		case part(9) != "":
			b.WriteString("<strong>" + m.inline(part(9)) + "</strong>")
		case part(10) != "":
			b.WriteString("<em>" + m.inline(part(10)) + "</em>")
		case part(11) != "":
			fmt.Fprintf(&b, `<a href="%s">%s</a>`, html.EscapeString(part(11)), html.EscapeString(part(11)))
		default:
			b.WriteString(escaped(text[s[0]:s[1]]))
		}
	}
	return b.String() + escaped(text[at:])
}

// escaped writes plain text: a backslash before a mark is left out.
func escaped(text string) string {
	return html.EscapeString(marks().ReplaceAllString(text, "$1"))
}

var marks = lazyre.New(`\\([\\` + "`" + `*_{}\[\]()#+.!|<>-])`)
