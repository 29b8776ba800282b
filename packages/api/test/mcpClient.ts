import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ApiUnderTest } from './apiUnderTest.ts';

/** A coding agent: the protocol's own client, connected with an API key. */
export async function connectAgent({ url }: Pick<ApiUnderTest, 'url'>, key: string) {
  const client = new Client({ name: 'a coding agent', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
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
