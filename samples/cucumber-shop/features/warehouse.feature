@warehouse @slow
Feature: Warehouse
  Stock is counted once a year, and whenever somebody doubts it.

  Scenario Outline: Counting a shelf
    When a shelf of <boards> boards is counted
    Then <pieces> pieces are found

    Examples:
      | boards | pieces |
      | 3      | 36     |
      | 4      | 48     |
