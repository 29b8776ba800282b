const http = require('node:http');
class BedFull extends Error {
  constructor(bed, plants) {
    super(`bed ${bed} has no space for ${plants} more plants (plan ${Date.now()})`);
    this.name = 'BedFull';
  }
}
exports.plant = (bed, plants) => {
  if (plants > 2) throw new BedFull(bed, plants);
};
exports.water = (bed) => bed.sensor.moisture < 10;
exports.weed = (bed) => bed.sensor.moisture > 10;
exports.litres = (beds) => beds * 3;
exports.forecast = async (path) => {
  const server = http.createServer((_, response) => response.writeHead(path === '/rain' ? 500 : 403).end()).listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const { status } = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
  server.close();
  if (status !== 200) throw new Error(`GET ${path} failed with status code ${status}`);
};
