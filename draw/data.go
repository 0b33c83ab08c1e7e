package draw

// Drawing is the contents of pictures for other programs, as JSON. docs/formats has its schema.
type Drawing struct {
	Pictures []PictureData `json:"pictures"`
}

// PictureData is a picture.
type PictureData struct {
	Title   string       `json:"title"`
	Panels  []PanelData  `json:"panels"`
	Legend  []KeyData    `json:"legend,omitempty"`
	Notes   []string     `json:"notes,omitempty"`
	Figures []FigureData `json:"figures,omitempty"`
}

// PanelData is a panel: a table of rows over an axis.
type PanelData struct {
	Title string     `json:"title"`
	Axis  AxisData   `json:"axis"`
	Rows  []RowData  `json:"rows"`
	Cells []CellData `json:"cells"`
	// Frames are the sizes of tiles, from the smallest to the largest.
	Frames []FrameData `json:"frames,omitempty"`
}

// FrameData is the size of a tile; 0 leaves a direction out.
type FrameData struct {
	Name    string `json:"name"`
	Rows    int64  `json:"rows"`
	Columns int64  `json:"columns"`
}

// AxisData is an axis: the numbers from From to before To.
type AxisData struct {
	Name       string      `json:"name"`
	From       int64       `json:"from"`
	To         int64       `json:"to"`
	Descending bool        `json:"descending,omitempty"`
	Scaled     bool        `json:"scaled,omitempty"`
	Groups     []GroupData `json:"groups,omitempty"`
}

// GroupData is a named range of an axis.
type GroupData struct {
	From int64  `json:"from"`
	To   int64  `json:"to"`
	Text string `json:"text"`
}

// RowData is a row of a panel.
type RowData struct {
	Label string `json:"label"`
	Group string `json:"group,omitempty"`
	Note  string `json:"note,omitempty"`
}

// CellData is a rectangle: Rows rows from Row on, and the numbers from From to before To.
type CellData struct {
	Row    int    `json:"row"`
	Rows   int    `json:"rows"`
	From   int64  `json:"from"`
	To     int64  `json:"to"`
	Text   string `json:"text,omitempty"`
	About  string `json:"about,omitempty"` // what a browser shows under the mouse
	Colour int    `json:"colour"`          // equal numbers mean equal colours; 0 is none
	Item   string `json:"item,omitempty"`  // the thing that the cell shows
	Owner  string `json:"owner,omitempty"` // its holder
}

// KeyData is the meaning of a colour.
type KeyData struct {
	Colour int    `json:"colour"`
	Text   string `json:"text"`
}

// FigureData is a number.
type FigureData struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
	Most  int64  `json:"most,omitempty"`
	Unit  string `json:"unit"`
}

// Data returns the contents of the pictures.
func (ps Pictures) Data() *Drawing {
	d := &Drawing{Pictures: []PictureData{}}
	for _, p := range ps {
		data := PictureData{Title: p.Title, Panels: []PanelData{}, Notes: p.Notes}
		for _, k := range p.Legend {
			data.Legend = append(data.Legend, KeyData{Colour: int(k.Colour), Text: k.Text})
		}
		for _, f := range p.Figures {
			data.Figures = append(data.Figures, FigureData(f))
		}
		for _, panel := range p.Panels {
			data.Panels = append(data.Panels, panel.data())
		}
		d.Pictures = append(d.Pictures, data)
	}
	return d
}

func (p *Panel) data() PanelData {
	data := PanelData{
		Title: p.Title, Rows: []RowData{}, Cells: []CellData{},
		Axis: AxisData{Name: p.Axis.Name, From: p.Axis.From, To: p.Axis.To, Descending: p.Axis.Descending, Scaled: p.Axis.Scaled},
	}
	for _, g := range p.Axis.Groups {
		data.Axis.Groups = append(data.Axis.Groups, GroupData(g))
	}
	for _, r := range p.Rows {
		data.Rows = append(data.Rows, RowData{Label: r.Label, Group: r.Group, Note: r.Note})
	}
	for _, f := range p.Frames {
		data.Frames = append(data.Frames, FrameData(f))
	}
	for i := range p.Cells {
		c := &p.Cells[i]
		data.Cells = append(data.Cells, CellData{
			Row: c.Row, Rows: c.rows(), From: c.From, To: c.To, Text: c.Text, About: c.Hover, Colour: int(c.Colour), Item: c.Item, Owner: c.Owner,
		})
	}
	return data
}
