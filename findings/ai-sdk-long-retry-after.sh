#!/usr/bin/env bash
# AI SDK: a Retry-After of a minute or more is not waited for; the request is sent again after two seconds.
#
# Versions: ai 6.0.326, @ai-sdk/openai-compatible 2.0.91 (npm), Node 20.
# Guess: a service that answers 429 with Retry-After: 90 is asked again after 90 seconds, or the call fails at once.
# Seen: the second request comes after about 2 seconds, and with the third after about 4 more all attempts are used up
# long before the service would answer. A Retry-After of 30 is waited for.
# Matters: against a service that limits each minute, all attempts fail, and some services count them against the limit.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error ai@6.0.326 @ai-sdk/openai-compatible@2.0.91 zod@4.1.12 >/dev/null

cat >ask.mjs <<'JS'
import { createServer } from 'node:http';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText } from 'ai';

const answer = JSON.stringify({
  id: 'a', object: 'chat.completion', created: 1, model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'yes' } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

async function secondsUntilSecond(retryAfter) {
  const times = [];
  const server = createServer((request, response) => {
    times.push(performance.now());
    request.resume();
    const limited = times.length === 1;
    response.writeHead(limited ? 429 : 200, { 'content-type': 'application/json', ...(limited && { 'retry-after': retryAfter }) });
    response.end(limited ? '{"error":{"message":"slow down"}}' : answer);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider = createOpenAICompatible({ name: 'own', baseURL: `http://127.0.0.1:${server.address().port}/v1` });
  const { text } = await generateText({ model: provider('m'), prompt: 'Well?' });
  server.closeAllConnections();
  server.close();
  return { text, seconds: (times[1] - times[0]) / 1000 };
}

for (const retryAfter of ['30', '90']) {
  const { text, seconds } = await secondsUntilSecond(retryAfter);
  console.log(`Retry-After ${retryAfter}: '${text}' after ${seconds < 20 ? 'less than 20' : seconds < 60 ? '20 to 60' : '60 or more'} s`);
}
JS

node ask.mjs | tee said.txt
expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
expect grep -qx "Retry-After 30: 'yes' after 20 to 60 s" said.txt
expect grep -qx "Retry-After 90: 'yes' after less than 20 s" said.txt
echo 'As described.'
