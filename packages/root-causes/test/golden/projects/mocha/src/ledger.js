const net = require('node:net');
exports.post = (entry, port) =>
  new Promise((resolve, reject) => {
    net.connect({ port, host: '127.0.0.1' }, () => resolve(entry)).on('error', reject);
  });
exports.balance = (entries) => entries.sum().value;
exports.average = (entries) => entries.sum() / entries.length;
