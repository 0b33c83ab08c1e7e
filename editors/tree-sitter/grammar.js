// A grammar for the text of MLIR. Operations of all dialects have the same form here: results, a name, and
// parts until the next operation begins. Parts in brackets may contain anything, so that types,
// attributes and formats of dialects that nobody has listed are read as well.

const name = /[A-Za-z_][A-Za-z0-9_$]*/;
const dotted = /[A-Za-z_][A-Za-z0-9_$]*(\.[A-Za-z0-9_$\-]+)+/;
const suffix = /[A-Za-z0-9_$.\-]+/;

const list = (item) => optional(seq(item, repeat(seq(',', item))));

module.exports = grammar({
  name: 'mlir',

  extras: ($) => [/\s/, $.comment],

  word: ($) => $.word,

  conflicts: ($) => [
    // A value before "=" is a result of the next operation, or a part of this one: "scf.for %i = %a to %b".
    [$.result, $._atom],
    // A string before parentheses begins an operation in the generic form, or is a part.
    [$.generic_name, $._part],
    // A label begins a block, or is a successor.
    [$.block_label, $._atom],
    [$.operation],
    [$.alias_definition],
    [$.alias_definition, $._atom],
    // Names in braces are attributes, or operations.
    [$.attribute_name, $.operation_name],
    [$.attribute_name, $.generic_name],
    [$.dictionary, $.region],
    [$.attribute_name, $.labelled_region, $.first_operation],
    [$.attribute_name, $.first_operation],
    [$.first_operation],
    [$.labelled_region, $._sign],
    [$.result, $._first],
  ],

  rules: {
    source_file: ($) => repeat(choice($._statement, $.alias_definition, $.metadata)),

    _statement: ($) => choice($.operation, $.block_label),

    alias_definition: ($) => prec.dynamic(3, seq(choice($.attribute_alias, $.type_alias), '=', repeat1($._part))),

    // {-# dialect_resources: { … } #-}
    metadata: ($) => seq('{-#', repeat($._inner), '#-}'),

    operation: ($) => prec.dynamic(2, seq(
      choice(
        seq($.result, repeat(seq(',', $.result)), '=', choice($.operation_name, $.generic_name, alias($.word, $.operation_name))),
        $.operation_name,
        $.generic_name,
      ),
      repeat($._part),
    )),

    result: ($) => seq($.value, optional(seq(':', $.number))),

    // Names of operations of the dialects builtin and func are also written without the dialect. After results
    // any word is such a name.
    operation_name: ($) => choice($.dotted_name, 'module', 'return', 'call', 'unrealized_conversion_cast'),
    generic_name: ($) => $.string,

    block_label: ($) => prec.dynamic(1, seq($.label, optional($.parentheses), ':')),

    // The first operation of a region may have a name without a dialect, which is the default of its parent.
    region: ($) => seq('{', optional(choice($.labelled_region, alias($.first_operation, $.operation))), repeat($._statement), '}'),
    first_operation: ($) => seq(alias($.word, $.operation_name), repeat($._part)),
    // A region among several with names.
    labelled_region: ($) => prec.dynamic(1, seq($.word, ':', $.region)),

    dictionary: ($) => prec.dynamic(1, seq('{', list($.attribute_entry), '}')),
    attribute_entry: ($) => seq($.attribute_name, optional(seq(choice('=', ':'), repeat1($._attribute_part)))),
    attribute_name: ($) => choice($.word, $.dotted_name, $.string),

    // What an operation consists of after its name. A name with a dot begins the next operation.
    _part: ($) => choice($._atom, $.string, ',', $._assigned, $._brackets),
    _assigned: ($) => prec.dynamic(-1, seq('=', choice($._atom, $.string, $._brackets))),
    _attribute_part: ($) => choice($._atom, $.string, $.dotted_name, $._brackets),
    // What may be in brackets.
    _inner: ($) => choice($._atom, $.string, $.dotted_name, ',', '=', $._brackets, 'module', 'return', 'call'),

    _brackets: ($) => choice($.parentheses, $.square, $.angle, $.region, $.dictionary, $.braces),
    parentheses: ($) => seq('(', repeat($._inner), ')'),
    square: ($) => seq('[', repeat($._inner), ']'),
    angle: ($) => seq('<', repeat($._inner), '>'),
    // Braces with neither operations nor attributes: {(d0) -> d0}.
    braces: ($) => prec.dynamic(-1, seq('{', choice($._first, $._brackets), repeat($._inner), '}')),
    _first: ($) => choice($.value, $.number, $.type, $.attribute_alias, $.type_alias, $.symbol, $.shape, $._sign),

    _atom: ($) => choice($.value, $.label, $.symbol, $.attribute_alias, $.type_alias, $.type, $.number, $.shape, $.parameter, $.word, 'max', 'min', $._sign),
    type: ($) => token(prec(1, choice(
      /[su]?i[0-9]+/, /b?f[0-9]+[A-Za-z0-9]*/, 'tf32', 'index', 'none',
      'vector', 'tensor', 'memref', 'tuple', 'complex',
    ))),

    // Of a template: vec<$T, ONE_PTR>.
    parameter: ($) => token(seq('$', name)),
    value: ($) => token(seq('%', suffix, optional(/#[0-9]+/))),
    symbol: ($) => token(seq('@', choice(suffix, /"([^"\\\n]|\\.)*"/))),
    label: ($) => token(seq('^', suffix)),
    attribute_alias: ($) => token(seq('#', /[A-Za-z_][A-Za-z0-9_$.\-]*/)),
    type_alias: ($) => token(seq('!', /[A-Za-z_][A-Za-z0-9_$.\-]*/)),
    string: ($) => token(/"([^"\\\n]|\\.)*"/),
    number: ($) => token(choice(/[0-9]+/, /0x[0-9A-Fa-f]+/, /[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?/)),
    shape: ($) => token(/([0-9]+|\?|\*)x(([0-9]+|\?)x)*/),
    word: ($) => name,
    dotted_name: ($) => dotted,
    _sign: ($) => choice('->', ':', '::', '==', '>=', '<=', '+', '-', '*', '/', '?', '|', '&', '...', '.', ';', '!', '~', '^', '$'),

    comment: ($) => token(/\/\/[^\n]*/),
  },
});
