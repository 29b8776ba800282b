import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

/** Serves the sample's requests, and runs the command after the name of this file with its address in `BASE_URL`. */
const server = createServer((request, response) => {
  if (request.url === '/slow') return;
  const status = request.url === '/missing' ? 404 : 200;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ total: 2, path: request.url }));
});
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const [, , command, ...args] = process.argv;
  const child = spawn(command, [...args, '--env-var', `url=${url}`], { stdio: 'inherit' });
  child.once('close', (code) => process.exit(code ?? 1));
});
