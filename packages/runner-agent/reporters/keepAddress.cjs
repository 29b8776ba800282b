'use strict';
// Listens at the address of localhost that the server of a project leaves free, and passes connections on to the server:
// another project's tests could answer there. Usage: node keepAddress.cjs PORT. A line on descriptor 3 says that it is done.
const fs = require('node:fs');
const net = require('node:net');

const port = Number(process.argv[2]);
const addresses = ['127.0.0.1', '::1'];

function listen(host) {
  const server = net.createServer({ allowHalfOpen: true });
  return new Promise((resolve) => {
    // In use, or a machine without this version of IP.
    server.on('error', () => resolve(null));
    server.listen({ port, host, ipv6Only: host === '::1' }, () => resolve(server));
  });
}

function passOn(server, host) {
  server.on('connection', (from) => {
    const to = net.connect({ port, host, allowHalfOpen: true });
    const end = () => {
      from.destroy();
      to.destroy();
    };
    from.on('error', end).pipe(to).on('error', end).pipe(from);
  });
}

async function main() {
  const [first, second] = await Promise.all(addresses.map(listen));
  // The server listens at neither, or at both.
  if (Boolean(first) === Boolean(second)) for (const each of [first, second]) each?.close();
  else if (first) passOn(first, addresses[1]);
  else passOn(second, addresses[0]);
  fs.writeSync(3, 'done\n');
}

void main();
