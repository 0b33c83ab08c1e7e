[
  (region)
  (dictionary)
  (angle)
  (square)
] @fold
