Feature: Warehouse
  Scenario: Reserve shoes
    When 6 of shoes are reserved
  Scenario: Reserve many hats
    When 70 of hats are reserved
  Scenario: Ship abroad
    When an order without an address is shipped
  Scenario: Ship at home
    When an order without an address is shipped
  Scenario: Count the shelf
    Then the shelf has 5
  Scenario: Label a box
    Then the label says "Heavy"
