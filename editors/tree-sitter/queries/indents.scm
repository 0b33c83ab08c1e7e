[
  (region)
  (dictionary)
  (parentheses)
  (square)
  (angle)
] @indent.begin

["}" ")" "]"] @indent.branch
