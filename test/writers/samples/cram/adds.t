Adds:

  $ echo $((1 + 1))
  2
