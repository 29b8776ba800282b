Is skipped:

  $ exit 80
