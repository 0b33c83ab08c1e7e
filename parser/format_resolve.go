package parser

// What custom directives use.
