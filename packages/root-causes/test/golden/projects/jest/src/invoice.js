exports.amountDue = (invoice) => invoice.position.price * invoice.count;
