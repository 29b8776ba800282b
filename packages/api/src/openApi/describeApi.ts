import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { compressed } from '../http/compressAnswers.ts';
import { conventions } from './conventions.ts';
import { describeCalls, headers, refusals } from './describeCalls.ts';
import { docsTheme } from './docsTheme.ts';
import { type Json, shareSchemas } from './sharedSchemas.ts';

const bearer = (description: string) => ({ type: 'http' as const, scheme: 'bearer', description });

/** The parts that do not come from the routes' schemas. */
const inGeneral = (version: string) => ({
  openapi: '3.1.0' as const,
  info: { title: 'Assay', version, description: conventions },
  components: {
    securitySchemes: {
      session: bearer('The token from POST /login. The Account header names the account.'),
      apiKey: bearer('The API key of an account, for CI jobs.'),
      agentToken: bearer('The token of a runner agent.'),
    },
  },
});

/** Adds what the calls declare beyond their routes, and says each schema once. */
function completed(document: Json): Json {
  const paths = structuredClone(document.paths) as Json;
  describeCalls(paths);
  const { securitySchemes } = Object(document.components);
  const schemas = shareSchemas(paths);
  return { ...document, paths, components: { securitySchemes, parameters: headers, responses: refusals, schemas } };
}

/** The page uses inline styles. */
const docsPolicy = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/** Serves the description of all calls that are registered after it: /api/openapi.json, and as a page /api/docs. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: inGeneral(version),
    transformObject: (made) => completed('openapiObject' in made ? { ...made.openapiObject } : {}),
    stripBasePath: false,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: docsPolicy,
    theme: docsTheme,
    uiConfig: { docExpansion: 'none', filter: true, displayOperationId: true, syntaxHighlight: { activate: false } },
  });
  app.get('/api/openapi.json', { schema: { hide: true }, compress: compressed }, async () => app.swagger());
}
