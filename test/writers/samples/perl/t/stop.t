use Test::More tests => 2;
ok(1, "is counted");
die "cannot go on\n";
