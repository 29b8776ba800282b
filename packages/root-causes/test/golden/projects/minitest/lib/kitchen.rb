require "json"
require "socket"

class Kitchen
  class OutOfStock < StandardError; end

  def cook(dish, guests)
    raise OutOfStock, "#{dish}: #{guests} portions ordered at #{Time.now}, #{rand(4)} left"
  end

  def recipe(text)
    JSON.parse(text)
  end

  def oven
    Socket.getaddrinfo("oven.kitchen.invalid", 80)
  end

  def spices(shelf)
    shelf[:spices].sort
  end

  def tea(shelf)
    shelf[:tea].sort
  end

  def minutes(kilos)
    kilos * 30
  end
end
