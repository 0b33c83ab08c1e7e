package optmain

import (
	"errors"

	"optc/internal/base/flags"
)

// refusedFlags are flags of mlir-opt that are not supported. Their errors give the reason.
func refusedFlags() (list []*flags.Flag) {
	refuse := func(reason string, names ...string) {
		for _, n := range names {
			list = append(list, &flags.Flag{Name: n, Hidden: true, Value: "value", Optional: true, Set: func(text string) error {
				if text == "false" || text == "0" { // a switch that stays off
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
	return list
}
