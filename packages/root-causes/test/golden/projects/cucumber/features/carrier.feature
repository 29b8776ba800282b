Feature: Carrier
  Scenario: Book a carrier
    Given the carrier answers at port 11
  Scenario: Track a parcel
    Given the carrier answers at port 13
  Scenario: Reserve a van
    When 9 of vans are reserved
  Scenario: Pay duty
    Given duty is paid
  Scenario: Ship at night
    When an order without an address is shipped
