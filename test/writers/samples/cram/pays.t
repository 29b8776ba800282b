Pays:

  $ echo card
  cash

Has "quotes" & <angles>:

  $ echo 2
  3
