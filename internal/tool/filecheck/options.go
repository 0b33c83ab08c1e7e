package filecheck

// DumpMode selects when the input is dumped with annotations. If the option is repeated, the larger
// value wins.
type DumpMode int

// The modes of --dump-input.
const (
	DumpFail DumpMode = iota // the default, LLVM's too
	DumpNever
	DumpAlways
	DumpHelp
)

// DumpFilter selects the input lines that a dump shows, in addition to their context. If the option
// is repeated, the larger value wins.
type DumpFilter int

// The filters of --dump-input-filter.
const (
	FilterDefault DumpFilter = iota // FilterAll with DumpAlways, else FilterError
	FilterError
	FilterAnnotation
	FilterAnnotationFull
	FilterAll
)

// Options are the settings of a check. The zero value has the settings of the command
// without flags.
type Options struct {
	CheckPrefixes    []string // default CHECK
	CommentPrefixes  []string // default COM and RUN
	ImplicitCheckNot []string // patterns that must not occur between matches
	Defines          []string // "NAME=text" or "#[format,]NAME=expression"

	AllowEmpty          bool
	AllowUnusedPrefixes bool
	AllowDAGOverlap     bool
	MatchFullLines      bool
	StrictWhitespace    bool
	IgnoreCase          bool
	EnableVarScope      bool
	Verbose             bool // report matches
	VeryVerbose         bool // also report matches that were tried and discarded
	Color               bool
	DumpInput           DumpMode
	DumpInputFilter     DumpFilter
	DumpInputContext    int // lines; 0 for the default of 5, negative for none
	DumpInputLabelWidth int // least width of the label column

	// Strict turns suspicious lines of the check file into errors: see strict.go.
	Strict bool
	// KnownPrefixes are prefixes that other checks of the same file use.
	KnownPrefixes []string
}

var dumpModes = map[string]DumpMode{"help": DumpHelp, "always": DumpAlways, "fail": DumpFail, "never": DumpNever}

var dumpFilters = map[string]DumpFilter{
	"all": FilterAll, "annotation-full": FilterAnnotationFull, "annotation": FilterAnnotation, "error": FilterError,
}

func chooseWord[T any](v string, choices map[string]T) (T, error) {
	c, ok := choices[v]
	if !ok {
		return c, llvmErrorf("Cannot find option named '%s'!", v)
	}
	return c, nil
}

func parseUint(v string) (int, error) {
	n := 0
	for i := range len(v) {
		if v[i] < '0' || v[i] > '9' || n > 1<<27 {
			n = -1
			break
		}
		n = n*10 + int(v[i]-'0')
	}
	if v == "" || n < 0 {
		return 0, llvmErrorf("'%s' value invalid for uint argument!", v)
	}
	return n, nil
}
