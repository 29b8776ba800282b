Feature: cart

  Scenario: adds
    Given a cart

  Scenario: pays
    Given a cart
    Then it is declined

  Scenario: has an undefined step
    Given nobody wrote this

  Scenario: has a pending step
    Given a step that is pending

  Scenario: is skipped
    Given a step that is skipped

  Scenario: has "quotes" & <angles>
    Given a cart

  Scenario: is flaky
    Given a step that fails once

  Scenario Outline: costs
    Then <price> is less than 2

    Examples:
      | price |
      | 1     |
      | 2     |

  @hook
  Scenario: has a failed set-up
    Given a cart

  Rule: prices

    Scenario: is nested
      Given a cart
