@shipping
Feature: Shipping

  @smoke
  Scenario: Postage within the country
    Given a cart with 1 "teapot"
    Then postage to "Germany" is 4.90

  Scenario: Heavy parcels cost more
    Given a cart with 4 "teapot"
    Then postage to "Austria" is 18.90

  Scenario: Islands cost a ferry more
    Given a cart with 1 "cup"
    Then postage to "Sylt" is 9.90
