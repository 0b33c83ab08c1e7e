package target

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/scalar"
)

// Setting is one `field = value` of a target attribute. Exactly one of the values is used; the kind
// of the field decides which.
type Setting struct {
	Field string
	Int   uint64      // value of a number field
	Elems []ElemCount // of vector_width and type_size; types not named keep their value
	Names []string    // of layouts; of quarter_metadata the word "none"
}

// String writes the setting as the target attribute does.
func (s Setting) String() string {
	f, err := findTargetField(s.Field)
	if err != nil {
		return s.Field
	}
	return s.Field + " = " + f.text(s)
}

// OfProgram reports whether the setting describes a program rather than a chip.
func (s Setting) OfProgram() bool { return s.Field == quarterMetadata }

const quarterMetadata = "quarter_metadata"

// ElemCount is a number given for one element type.
type ElemCount struct {
	Elem scalar.Type
	N    int
}

// SettingKind is the type of the value that a field takes from a [Setting].
type SettingKind uint8

const (
	NumberSetting SettingKind = iota // an integer
	ElemSetting                      // {f32 = 2, f16 = 4}
	NamesSetting                     // [SPAN, ONE_PTR], or a single word
)

func (k SettingKind) String() string {
	return [...]string{"an integer", "a number per element type", "a list of names"}[k]
}

// TargetField documents one field of a target.
type TargetField struct {
	Name, Doc string
	Kind      SettingKind
}

// TargetFields returns the fields of the target attribute in their order.
func TargetFields() []TargetField {
	fields := make([]TargetField, len(targetFields))
	for i, f := range targetFields {
		fields[i] = TargetField{f.name, f.doc, f.kind}
	}
	return fields
}

// With returns t with the settings applied in order, and checked. Fields without a
// setting keep their value in t. The error codes are target-unknown (field, layout) and
// target-bad.
func (t Target) With(settings ...Setting) (Target, error) {
	for _, s := range settings {
		f, err := findTargetField(s.Field)
		if err != nil {
			return Target{}, err
		}
		if err := f.set(&t, s); err != nil {
			return Target{}, err
		}
	}
	if err := t.Check(); err != nil {
		return Target{}, err
	}
	return t, nil
}

// Overrides returns the settings that turn the default target of t's
// architecture into t, in the order of [TargetFields]; it is empty for a
// default target. It is the inverse of [Target.With].
func (t Target) Overrides() []Setting {
	base, ok := defaults(t.Arch)
	if !ok {
		return nil
	}
	var out []Setting
	for _, f := range targetFields {
		if s, differs := f.diff(&base, &t); differs {
			out = append(out, s)
		}
	}
	return out
}

// Setting returns the value that t has in a field. The error code is target-unknown.
func (t Target) Setting(field string) (Setting, error) {
	f, err := findTargetField(field)
	if err != nil {
		return Setting{}, err
	}
	return f.get(&t), nil
}

// targetField is a row of the table of target fields: how to read and write the field,
// and the rule that it obeys.
type targetField struct {
	name, doc string
	kind      SettingKind
	get       func(*Target) Setting
	put       func(*Target, Setting) error
	rule      func(*Target) string // what is wrong with the value, or ""
}

// set stores the value of s after a test that the value has the kind of the field.
func (f *targetField) set(t *Target, s Setting) error {
	kind := NumberSetting
	switch {
	case s.Elems != nil:
		kind = ElemSetting
	case s.Names != nil:
		kind = NamesSetting
	}
	if kind != f.kind {
		return diag.Errorf("target-bad", "target field %s takes %s, but got %s", f.name, f.kind, kind)
	}
	return f.put(t, s)
}

// diff returns the setting of f that turns base into t, if they differ.
func (f *targetField) diff(base, t *Target) (Setting, bool) {
	was, is := f.get(base), f.get(t)
	switch f.kind {
	case NumberSetting:
		return is, is.Int != was.Int
	case NamesSetting:
		return is, !slices.Equal(is.Names, was.Names)
	}
	var changed []ElemCount
	for i, e := range is.Elems {
		if e != was.Elems[i] {
			changed = append(changed, e)
		}
	}
	is.Elems = changed
	return is, len(changed) > 0
}

// show renders the value of f in t as the target attribute writes it.
func (f *targetField) show(t *Target) string { return f.text(f.get(t)) }

// text renders a setting of f as the target attribute writes it.
func (f *targetField) text(s Setting) string {
	switch f.kind {
	case NumberSetting:
		switch {
		case s.Int == NoAddress:
			return "none"
		case s.Int >= 1<<16:
			return Hex(s.Int)
		}
		return strconv.FormatUint(s.Int, 10)
	case NamesSetting:
		return "[" + strings.Join(s.Names, ", ") + "]"
	}
	parts := make([]string, len(s.Elems))
	for i, e := range s.Elems {
		parts[i] = fmt.Sprintf("%s = %d", e.Elem.IRName(), e.N)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func findTargetField(name string) (*targetField, error) {
	names := make([]string, len(targetFields))
	for i := range targetFields {
		if targetFields[i].name == name {
			return &targetFields[i], nil
		}
		names[i] = targetFields[i].name
	}
	return nil, diag.Errorf("target-unknown", "unknown target field '%s'%s", name, diag.DidYouMean(name, names)).
		Note("target fields: %s", strings.Join(names, ", "))
}

// NoTile returns the error tile-range: a device with the given number of tiles does not have this tile.
func NoTile[T int | string](tile T, tiles int) *diag.Error {
	return diag.Errorf("tile-range", "expected a tile from 0 to %d, but got %v", tiles-1, tile)
}

// Bounds far above all known devices; they keep products of target fields inside 64 bits,
// and the tables derived from a target small.
const (
	MaxTiles       = 1 << 24 // tiles of a device
	maxAddressBits = 32      // a stored pointer has 32 bits
	maxBanks       = 1 << 16 // memory elements of a tile, and elements of an interleaved group
)

// targetFields is the table of target fields in the order in which the target attribute prints them
// and [Target.Check] tests them: a rule may rely on earlier rules.
var targetFields = []targetField{
	countField("num_ipus", "IPUs of the device", func(t *Target) *int { return &t.NumIPUs },
		func(t *Target) string { return spellBounds(t.NumIPUs, 1, MaxTiles) }),
	countField("tiles_per_ipu", "tiles of one IPU", func(t *Target) *int { return &t.TilesPerIPU },
		func(t *Target) string { return spellBounds(t.TilesPerIPU, 1, MaxTiles/t.NumIPUs) }),
	countField("address_bits", "width of an architectural tile address in bits", func(t *Target) *int { return &t.AddressBits },
		func(t *Target) string { return spellBounds(t.AddressBits, 1, maxAddressBits) }),
	addrField("mem_base", "address of the first byte of tile memory", func(t *Target) *uint64 { return &t.MemBase },
		func(t *Target) string {
			switch {
			case t.MemBase >= 1<<t.AddressBits:
				return fmt.Sprintf("does not fit in %d address bits", t.AddressBits)
			case t.MemBase%8 != 0:
				return "is not a multiple of 8"
			}
			return ""
		}),
	addrField("element_bytes", "bytes of one memory element of region 0", func(t *Target) *uint64 { return &t.ElementBytes },
		func(t *Target) string { return powerRule(t.ElementBytes, 1<<maxAddressBits) }),
	addrField("bytes_per_tile", "bytes of tile memory", func(t *Target) *uint64 { return &t.BytesPerTile },
		func(t *Target) string {
			switch {
			case t.BytesPerTile == 0:
				return "is not positive"
			case t.BytesPerTile > 1<<t.AddressBits-t.MemBase:
				return fmt.Sprintf("ends above 2^%d, the end of %d address bits", t.AddressBits, t.AddressBits)
			case t.BytesPerTile%t.ElementBytes != 0:
				return fmt.Sprintf("is not a multiple of element_bytes = %d", t.ElementBytes)
			case t.BytesPerTile/t.ElementBytes > maxBanks:
				return fmt.Sprintf("has more than %d memory elements", maxBanks)
			}
			return ""
		}),
	addrField("region1_base", "first address of the interleaved region, or the end of memory",
		func(t *Target) *uint64 { return &t.Region1Base },
		func(t *Target) string {
			switch {
			case t.Region1Base < t.MemBase || t.Region1Base > t.MemEnd():
				return fmt.Sprintf("is outside tile memory [%s, %s]", Hex(t.MemBase), Hex(t.MemEnd()))
			case t.Region1Base%t.ElementBytes != 0:
				return fmt.Sprintf("is not a multiple of element_bytes = %d", t.ElementBytes)
			}
			return ""
		}),
	countField("interleave", "memory elements that region 1 interleaves", func(t *Target) *int { return &t.Interleave },
		func(t *Target) string { return powerRule(uint64(t.Interleave), maxBanks) }),
	addrField("interleave_unit", "bytes taken from an element before the next is used",
		func(t *Target) *uint64 { return &t.InterleaveUnit },
		func(t *Target) string { return powerRule(t.InterleaveUnit, t.ElementBytes) }),
	countField("workers", "worker contexts per tile", func(t *Target) *int { return &t.Workers },
		func(t *Target) string { return spellBounds(t.Workers, 1, maxBanks) }),
	countField("data_path_bits", "bits of one load or store", func(t *Target) *int { return &t.DataPathBits },
		func(t *Target) string {
			if t.DataPathBits <= 0 || t.DataPathBits%8 != 0 {
				return "is not a positive multiple of 8"
			}
			return spellBounds(t.DataPathBits, 8, maxBanks)
		}),
	addrField("atomic_store", "smallest size and alignment in bytes stored without read-modify-write",
		func(t *Target) *uint64 { return &t.AtomicStore },
		func(t *Target) string { return powerRule(t.AtomicStore, t.ElementBytes) }),
	addrField("scaled32_base", "address that SCALED_PTR32 counts from", func(t *Target) *uint64 { return &t.Scaled32Base },
		func(t *Target) string {
			if t.Scaled32Base != NoAddress && (t.Scaled32Base%4 != 0 || t.Scaled32Base >= 1<<t.AddressBits) {
				return fmt.Sprintf("is not a multiple of 4 within %d address bits", t.AddressBits)
			}
			return ""
		}),
	elemField("vector_width", "elements of the widest arithmetic, per element type",
		func(t *Target) *[scalar.Count]int { return &t.vectorWidth },
		func(n int) string { return spellBounds(n, 1, maxBanks) }),
	elemField("type_size", "bytes of one element, per element type",
		func(t *Target) *[scalar.Count]int { return &t.typeSize },
		func(n int) string { return powerRule(uint64(n), 8) }),
	{
		name: quarterMetadata, doc: "none: quarter data has no metadata beside it, as vertices get it through fields of their own", kind: NamesSetting,
		get: func(t *Target) Setting {
			if t.NoQuarterMetadata {
				return Setting{Field: quarterMetadata, Names: []string{"none"}}
			}
			return Setting{Field: quarterMetadata, Names: []string{"unknown"}}
		},
		put: func(t *Target, s Setting) error {
			known := []string{"none", "unknown"}
			if len(s.Names) != 1 || !slices.Contains(known, s.Names[0]) {
				return diag.Errorf("target-bad", "target field quarter_metadata takes none or unknown, but got %s", strings.Join(s.Names, ", "))
			}
			t.NoQuarterMetadata = s.Names[0] == "none"
			return nil
		},
		rule: func(*Target) string { return "" },
	},
	{
		name: "layouts", doc: "vector and vector-list layouts that exist", kind: NamesSetting,
		get: func(t *Target) Setting { return Setting{Field: "layouts", Names: t.Layouts.Names()} },
		put: func(t *Target, s Setting) error {
			set, err := ParseLayoutSet(s.Names)
			if err != nil {
				return err
			}
			t.Layouts = set
			return nil
		},
		rule: func(t *Target) string {
			for _, needs := range []struct {
				has  bool
				name string
			}{{t.Layouts.Has(ScaledPtr32), "SCALED_PTR32"}, {t.Layouts.HasList(DeltaN), "DELTAN"}} {
				if needs.has && t.Scaled32Base == NoAddress {
					return "contains " + needs.name + ", which needs scaled32_base"
				}
			}
			if !t.Layouts.Has(OnePtr) || !t.Layouts.HasList(DeltaNElements) {
				return "lacks ONE_PTR or DELTANELEMENTS, which exist on every target"
			}
			return ""
		},
	},
}

// addrField is a row for a field that is an address or a number of bytes.
func addrField(name, doc string, at func(*Target) *uint64, rule func(*Target) string) targetField {
	return targetField{
		name: name, doc: doc, kind: NumberSetting, rule: rule,
		get: func(t *Target) Setting { return Setting{Field: name, Int: *at(t)} },
		put: func(t *Target, s Setting) error { *at(t) = s.Int; return nil },
	}
}

// countField is a row for a field that is a count.
func countField(name, doc string, at func(*Target) *int, rule func(*Target) string) targetField {
	return targetField{
		name: name, doc: doc, kind: NumberSetting, rule: rule,
		get: func(t *Target) Setting { return Setting{Field: name, Int: uint64(*at(t))} },
		put: func(t *Target, s Setting) error {
			if s.Int > 1<<31-1 {
				return diag.Errorf("target-bad", "target field %s = %d is not below 2^31", name, s.Int)
			}
			*at(t) = int(s.Int)
			return nil
		},
	}
}

// elemField is a row for a field with a number per element type.
func elemField(name, doc string, at func(*Target) *[scalar.Count]int, rule func(int) string) targetField {
	return targetField{
		name: name, doc: doc, kind: ElemSetting,
		get: func(t *Target) Setting {
			s := Setting{Field: name}
			for _, e := range scalar.Types() {
				s.Elems = append(s.Elems, ElemCount{e, at(t)[e]})
			}
			return s
		},
		put: func(t *Target, s Setting) error {
			for _, c := range s.Elems {
				if !c.Elem.Valid() {
					return diag.Errorf("target-unknown", "target field %s names no element type", name)
				}
				at(t)[c.Elem] = c.N
			}
			return nil
		},
		rule: func(t *Target) string {
			for _, e := range scalar.Types() {
				if reason := rule(at(t)[e]); reason != "" {
					return fmt.Sprintf("has %s = %d, which %s", e.IRName(), at(t)[e], reason)
				}
			}
			return ""
		},
	}
}

func spellBounds(n, lo, hi int) string {
	if n < lo || n > hi {
		return fmt.Sprintf("is not between %d and %d", lo, hi)
	}
	return ""
}

func powerRule(n, limit uint64) string {
	if !PowerOfTwo(n) {
		return "is not a power of two"
	}
	if n > limit {
		return fmt.Sprintf("is above %d", limit)
	}
	return ""
}
