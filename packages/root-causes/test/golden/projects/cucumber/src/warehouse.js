exports.reserve = (sku, count) => {
  if (count > 5)
    throw new Error(
      `Only 5 of ${sku} in stock, ${count} requested (request ${Math.random().toString(16).slice(2, 12)})`,
    );
};
exports.ship = (order) => order.address.street.toUpperCase();
