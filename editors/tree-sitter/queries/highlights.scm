; Names of captures are those that Neovim and Helix share.

(comment) @comment
(string) @string
(number) @number
(shape) @number

(type) @type.builtin
(type_alias) @type
(attribute_alias) @constant.macro

(value) @variable
(parameter) @variable.parameter
(symbol) @function
(label) @label

(operation_name) @keyword.function
(generic_name (string) @keyword.function)

; Later patterns win over earlier ones where both match.
(word) @keyword
(dotted_name) @constant
(attribute_name (word) @property)
(attribute_name (dotted_name) @property)
(operation_name (dotted_name) @keyword.function)

["(" ")" "[" "]" "{" "}" "<" ">" "{-#" "#-}"] @punctuation.bracket
["," ":" "::"] @punctuation.delimiter
["=" "->" "==" ">=" "<=" "+" "-" "*" "/"] @operator
