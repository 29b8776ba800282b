use strict;
use warnings;
use Test::More;

ok(1, 'adds');
is('card', 'cash', 'pays');
SKIP: {
    skip 'no terminal', 1;
    ok(1, 'is skipped');
}
TODO: {
    local $TODO = 'next month';
    ok(0, 'ships later');
    ok(1, 'passes unexpectedly');
}
diag('printed by a test');
ok(1, 'has "quotes" & <angles>');
ok(1, 'has an equal');
ok(1, 'has an equal');
ok($_, "costs $_") for 1, 2;
subtest 'group' => sub {
    ok(1, 'is nested');
    ok(0, 'fails inside');
};
done_testing();
