@vouchers
Feature: Vouchers

  Scenario: A voucher takes ten percent off
    Given a cart with 2 "teapot"
    When I redeem the voucher "TEATIME"
    Then the cart costs 44.82

  Scenario: An unknown voucher is refused
    Given a cart with 1 "cup"
    When I try to redeem the voucher "FREE"
    Then I am told 'The voucher FREE is not valid'

  @wip
  Scenario: A voucher is used up after its first use
    Given a cart with 1 "cup"
    Then the voucher can be used no more
