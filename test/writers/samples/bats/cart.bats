teardown() {
  [ "$BATS_TEST_DESCRIPTION" != 'has a failed tear-down' ]
}
setup() {
  [ "$BATS_TEST_DESCRIPTION" != 'has a failed set-up' ]
}

@test "adds" { [ $((1 + 1)) = 2 ]; }
@test "pays" {
  echo 'no card'
  [ card = cash ]
}
@test "is skipped" { skip 'no terminal'; }
@test "ships later" { skip; }
@test "prints" { echo '# printed by a test' >&3; }
@test 'has "quotes" & <angles>' { true; }
@test "times out" {
  [ "$BATS_TEST_NUMBER" = 7 ]
  sleep 4
}
@test "is flaky" {
  BATS_TEST_RETRIES=2
  [ "$BATS_TEST_TRY_NUMBER" = 2 ]
}
@test "has a failed set-up" { true; }
@test "has a failed tear-down" { true; }
