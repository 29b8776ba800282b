require "minitest/autorun"
require_relative "../lib/kitchen"

class KitchenTest < Minitest::Test
  def setup
    @kitchen = Kitchen.new
  end

  def assert_minutes(kilos, minutes)
    assert_equal minutes, @kitchen.minutes(kilos)
  end

  def test_cooks_soup
    @kitchen.cook("soup", 5)
  end

  def test_cooks_for_many
    @kitchen.cook("roast beef", 120)
  end

  def test_lights_the_oven
    @kitchen.oven
  end

  def test_lights_the_oven_again
    assert_includes @kitchen.oven, 1
  end

  def test_sorts_spices
    assert_equal [], @kitchen.spices({})
  end

  def test_sorts_spices_of_others
    assert_empty @kitchen.spices({ salt: 1 })
  end

  def test_sorts_tea
    assert_empty @kitchen.tea({})
  end

  def test_takes_half_an_hour
    assert_minutes 1, 25
  end

  def test_takes_hours
    assert_minutes 10, 290
  end

  def test_counts_knives
    assert_equal 3, 2
  end

  def test_counts_forks
    assert_equal 3, "ab".size
  end

  def test_stores_a_dish
    File.write("/dev/full", "x" * 9000)
  end

  def test_stores_a_menu
    File.open("/dev/full", "w") { |file| file.write("y" * 20_000) }
  end
end
