@test "adds" { true; }
if
