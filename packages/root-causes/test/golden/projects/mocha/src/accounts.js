const rates = new Map([['basic', 0.01]]);
exports.interest = (balance, tariff) => balance * rates.get(tariff).valueOf();
exports.close = (account) => {
  throw new RangeError(`Account ${account.id} has ${account.open} open orders`);
};
exports.limit = (years) => years * 100;
