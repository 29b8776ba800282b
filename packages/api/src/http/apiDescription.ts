import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';

/** The parts of /api/openapi.json that do not come from the routes' schemas. */
export function apiDescription(version: string): FastifyDynamicSwaggerOptions {
  const bearer = (description: string) => ({ type: 'http' as const, scheme: 'bearer', description });
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Assay',
        version,
        description:
          "Every answer that is not 2xx has a body with code, message and requestId. Commands answer with a position; a query that sends it as the Min-Position header sees the command's changes.",
      },
      components: {
        securitySchemes: {
          session: bearer('The token from POST /login. The Account header names the account.'),
          apiKey: bearer('The API key of an account, for CI jobs.'),
          agentToken: bearer('The token of a runner agent.'),
        },
      },
    },
    stripBasePath: false,
  };
}
