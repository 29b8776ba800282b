@cart
Feature: Cart
  People put tea and what goes with it into their cart.

  @smoke
  Scenario: An empty cart costs nothing
    Given an empty cart
    Then the cart costs 0.00

  @smoke
  Scenario: Adding an article
    Given an empty cart
    When I add 1 "teapot"
    Then the cart holds 1 articles
    And the cart costs 24.90

  Scenario Outline: Prices by quantity
    Given an empty cart
    When I add <quantity> "<article>"
    Then the cart costs <total>

    Examples:
      | quantity | article   | total |
      | 2        | cup       | 13.80 |
      | 6        | cup       | 41.40 |
      | 3        | green tea | 14.40 |

  Scenario: What is sold out cannot be added
    Given an empty cart
    When I try to add 1 "kettle"
    Then I am told 'Only 0 of "kettle" in stock'
