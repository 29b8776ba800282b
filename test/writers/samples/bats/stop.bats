teardown_file() { false; }
@test "is counted" { true; }
