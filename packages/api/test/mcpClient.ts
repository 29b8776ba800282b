import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bundled } from '../../../test/support/bundled.ts';
import type { ApiUnderTest } from './apiUnderTest.ts';

type Api = Pick<ApiUnderTest, 'url'>;

/** A coding agent: the protocol's own client, connected over HTTP with an API key. */
export function connectAgent({ url }: Api, key: string) {
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  return agentOver(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
}

/** The same, which starts the command line. */
export async function startAgent({ url }: Api, key: string) {
  const args = [await bundled('packages/cli/src/main.ts'), 'mcp'];
  const env = { PATH: process.env.PATH ?? '', ASSAY_URL: url, ASSAY_API_KEY: key };
  return agentOver(new StdioClientTransport({ command: process.execPath, args, env }));
}

async function agentOver(transport: Transport) {
  const client = new Client({ name: 'a coding agent', version: '1' });
  await client.connect(transport);
  const call = async (name: string, input: object = {}) => {
    const answer = await client.callTool({ name, arguments: { ...input } });
    return { isError: answer.isError === true, text: textOf(answer) };
  };
  return {
    tools: async () => (await client.listTools()).tools,
    call,
    /** @throws where the tool refuses */
    ask: async (name: string, input: object = {}) => {
      const { isError, text } = await call(name, input);
      if (isError) throw new Error(text);
      return text;
    },
    close: () => client.close(),
  };
}

function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
