const fs = require('node:fs');
const path = require('node:path');
exports.fixture = (name) => JSON.parse(fs.readFileSync(path.join(__dirname, 'fixtures', name), 'utf8'));
exports.expectStatus = (response, status) => {
  expect(response.status).toBe(status);
};
exports.freePort = () =>
  new Promise((resolve) => {
    const server = require('node:net')
      .createServer()
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
  });
exports.api = async (path) => {
  if (path.startsWith('/orders')) return { status: 503 };
  return { status: 404 };
};
