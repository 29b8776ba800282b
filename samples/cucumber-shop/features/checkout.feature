@checkout
Feature: Checkout

  @smoke @slow
  Scenario: Paying for a cart
    Given a cart with 2 "green tea"
    When I pay, waiting up to 2000 ms
    Then I get a receipt

  Scenario: Impatient people pay as well
    Given a cart with 1 "green tea"
    When I pay, waiting up to 700 ms
    Then I get a receipt

  @slow
  Scenario: A long invoice is printed
    Given a cart with 3 "cup"
    When I print an invoice of 3 lines
    Then it has 1 page
