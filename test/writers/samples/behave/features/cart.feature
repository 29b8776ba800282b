Feature: Cart

  Scenario: adds
    Given a step

  Scenario: pays
    Given a failing step

  Scenario: has an undefined step
    Given nothing of the kind

  @skip
  Scenario: is skipped
    Given a step

  Scenario: has "quotes" & <angles>
    Given a step

  Scenario Outline: costs
    Given a price of <price>

    Examples: prices
      | price |
      | 1     |
      | 2     |

  @broken
  Scenario: has a failed set-up
    Given a step
