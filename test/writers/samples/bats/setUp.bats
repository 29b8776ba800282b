setup_file() { false; }
@test "never starts" { true; }
