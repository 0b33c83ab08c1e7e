// Package table lists all passes and named pipelines of optc, so that pipelines, flags, help
// and the reference know a pass by its name. It is a package of its own because it imports
// every pass, and the framework (package optc/passes) none.
package table
