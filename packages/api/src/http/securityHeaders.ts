import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * The client and the api share one origin, its socket included, and nothing else is loaded. Styles may be inline
 * because the component library writes some.
 */
const directives: Readonly<Record<string, readonly string[]>> = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** @param more sources that are allowed besides, by directive */
function optionsWith(more: Readonly<Record<string, readonly string[]>> = {}): FastifyHelmetOptions {
  const own = Object.entries(more).map(([name, sources]) => [name, [...(directives[name] ?? ["'self'"]), ...sources]]);
  const all = { ...directives, ...Object.fromEntries(own) };
  return {
    contentSecurityPolicy: { useDefaults: false, directives: all },
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  };
}

/** Lets one page load from elsewhere as well. */
export async function allowSources(
  reply: FastifyReply,
  sources: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  await reply.helmet(optionsWith(sources));
}

const oneYear = 'max-age=31536000';

/**
 * Adds the headers that every answer has. What says nothing else of its own is not kept by anybody. TLS ends before this
 * process, so it is promised only to those who came by it, as a trusted proxy says.
 */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, { ...optionsWith(), global: true });
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (request.protocol === 'https') reply.header('strict-transport-security', oneYear);
  });
}
