export { createMcpHandler } from '@modelcontextprotocol/server';
export { serveStdio } from '@modelcontextprotocol/server/stdio';
export { mcpServer } from './mcpServer.ts';
export { Refused, type Service } from './service.ts';
