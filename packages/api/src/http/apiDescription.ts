import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';

/** What /api/openapi.json says beside the routes, whose schemas it is made of. */
export function apiDescription(version: string): FastifyDynamicSwaggerOptions {
  const bearer = (description: string) => ({ type: 'http' as const, scheme: 'bearer', description });
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Assay',
        version,
        description:
          'Every answer that is not 2xx has a body with code, message and requestId. Commands answer with a position; a query that sends it back as the header Min-Position sees what the command did.',
      },
      components: {
        securitySchemes: {
          session: bearer('The token of POST /login. The header Account names the account.'),
          apiKey: bearer('The API key of an account, for CI jobs.'),
          agentToken: bearer('The token of a runner agent.'),
        },
      },
    },
    stripBasePath: false,
  };
}
