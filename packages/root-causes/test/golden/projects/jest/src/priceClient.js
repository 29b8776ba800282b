const http = require('node:http');
exports.priceOf = (sku, port) =>
  new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port, path: `/prices/${sku}` }, resolve).on('error', reject);
  });
