#!/usr/bin/env bash
# AI SDK, OpenAI-compatible provider: an output schema does not reach a server, and the model is asked for any JSON.
#
# Versions: ai 6.0.326, @ai-sdk/openai-compatible 2.0.91 (npm), Node 20.
# Guess: where a server has no structured outputs, the schema is in the prompt, or the call fails and says so.
# Seen: by default the request has response_format {"type":"json_object"} and the schema is nowhere in it, neither in a
# message nor in a tool. The call then fails because the answer does not fit a schema that the model never saw. With
# supportsStructuredOutputs: true the schema is sent.
# Matters: answers of self-hosted servers fail validation by chance, which looks like a fault of the model.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --ignore-scripts --no-audit --no-fund --loglevel=error ai@6.0.326 @ai-sdk/openai-compatible@2.0.91 zod@4.1.12 >/dev/null

cat >ask.mjs <<'JS'
import { createServer } from 'node:http';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, Output } from 'ai';
import { z } from 'zod';

const bodies = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  bodies.push(JSON.parse(body));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({
    id: 'a', object: 'chat.completion', created: 1, model: 'm',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '{"answer":"yes"}' } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseURL = `http://127.0.0.1:${server.address().port}/v1`;
const schema = z.object({ verdictOfTheAnalysis: z.enum(['likely', 'inconclusive']) });

for (const supportsStructuredOutputs of [undefined, true]) {
  const provider = createOpenAICompatible({ name: 'own', baseURL, supportsStructuredOutputs });
  const outcome = await generateText({ model: provider('m'), prompt: 'Why?', output: Output.object({ schema }), maxRetries: 0 })
    .then(({ output }) => JSON.stringify(output), (error) => error.name);
  const sent = bodies.at(-1);
  const knows = JSON.stringify(sent).includes('verdictOfTheAnalysis') ? 'sent' : 'not sent';
  console.log(`${supportsStructuredOutputs ?? 'default'}: ${sent.response_format?.type}, schema ${knows}, ${outcome}`);
}
server.closeAllConnections();
server.close();
JS

node ask.mjs 2>warnings.txt | tee said.txt
expect() {
  if ! "$@"; then
    echo "No longer so: $*" >&2
    exit 1
  fi
}
expect grep -qx 'default: json_object, schema not sent, AI_NoObjectGeneratedError' said.txt
expect grep -qx 'true: json_schema, schema sent, AI_NoObjectGeneratedError' said.txt
echo 'As described.'
