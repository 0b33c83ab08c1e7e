package parser

// Methods for custom directives.
