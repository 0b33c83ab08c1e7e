package optmain

import "errors"

// refusedFlags are the flags of mlir-opt for what is not supported, with the
// reason.
func refusedFlags() (flags []*flag) {
	refuse := func(reason string, names ...string) {
		for _, n := range names {
			flags = append(flags, &flag{name: n, hidden: true, value: "value", optional: true, set: func(text string) error {
				if text == "false" || text == "0" { // of a switch
					return nil
				}
				return errors.New("is not supported: " + reason)
			}})
		}
	}
	refuse("dialects and passes are compiled in, see docs/extending.md", "load-dialect-plugin", "load-pass-plugin", "irdl-file")
	refuse("use --mlir-print-ir-after-all to watch passes", "log-actions-to", "log-mlir-actions-filter", "profile-actions-to",
		"mlir-enable-debugger-hook", "mlir-debug-counter", "mlir-print-debug-counter")
	refuse("diagnostics are collected and reported later", "mlir-print-stacktrace-on-diagnostic")
	refuse("remarks are diagnostics", "remark-format", "remark-policy", "remarks-filter", "remarks-filter-analyse",
		"remarks-filter-failed", "remarks-filter-missed", "remarks-filter-passed", "remarks-output-file")
	return flags
}
