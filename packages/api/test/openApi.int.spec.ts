import type { Call } from '@assay/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { errorTable } from '../src/http/apiErrors.ts';
import { mediaTypeOf } from '../src/http/mediaTypeOf.ts';
import { routeTable } from '../src/index.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

type Operation = {
  operationId: string;
  parameters: object[];
  requestBody?: { content: Record<string, { example?: unknown } | undefined> };
  responses: object;
};
type Description = {
  info: { description: string };
  paths: Record<string, Record<string, Operation | undefined> | undefined>;
  components: { schemas: Record<string, { properties: object }> };
};

describe('the description of the api', () => {
  let api: ApiUnderTest;
  let description: Description;
  beforeAll(async () => {
    api = await startApi();
    description = (await get('/api/openapi.json')).json<Description>();
  });
  afterAll(() => api.stop());

  const get = (url: string) => api.app.inject({ url });
  const operationOf = ({ method, path }: Pick<Call, 'method' | 'path'>) =>
    description.paths[`/api${path}`.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

  it('names every route, and is valid', async () => {
    const { valid, errors } = await new Validator().validate(description);
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    const names = routeTable.map(({ call }) => operationOf(call)?.operationId ?? `${call.method} ${call.path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([]);
  });

  it('has an example of every body, and every code of an error', () => {
    const calls = routeTable.flatMap(({ call }) =>
      call.body && mediaTypeOf(call) === 'application/json' ? [call as Call] : [],
    );
    const described = calls.map((call) => operationOf(call)?.requestBody?.content['application/json']?.example);
    expect(described).toEqual(calls.map(({ example }) => (example as { body?: unknown }).body));
    const codes = [...description.info.description.matchAll(/^\| `([\w.]+)` \| \d{3} \|/gm)].map(([, code]) => code);
    expect(codes.sort()).toEqual(Object.keys(errorTable).sort());
  });

  it('tells the headers and refusals of a route, and each shared schema once', () => {
    expect(description.paths['/api/projects']?.post).toMatchObject({
      operationId: 'createProject',
      parameters: [{ $ref: '#/components/parameters/Account' }, { $ref: '#/components/parameters/IdempotencyKey' }],
      requestBody: {
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/CreateProjectRequest' },
            example: { key: expect.any(String) },
          },
        },
      },
      responses: {
        403: { $ref: '#/components/responses/Forbidden' },
        429: { $ref: '#/components/responses/TooMany' },
        default: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } },
      },
    });
    const { ErrorBody, ProjectView } = description.components.schemas;
    expect(Object.keys(ErrorBody?.properties ?? {})).toContain('requestId');
    expect(ProjectView?.properties).toHaveProperty('gitUrl');
    const text = JSON.stringify(description);
    for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      expect(Object.keys(description.components.schemas)).toContain(name);
    }
    const parametersOf = (path: string, method: string) =>
      JSON.stringify(description.paths[path]?.[method]?.parameters);
    expect(parametersOf('/api/projects/{id}', 'get')).toContain('#/components/parameters/MinPosition');
    expect(parametersOf('/api/projects/{id}', 'put')).toContain('#/components/parameters/IfMatch');
    expect(description.info.description).toMatch(/Min-Position[\s\S]*If-Match|If-Match[\s\S]*Min-Position/);
  });

  it('shows the description with a look of its own, which comes from the service and which its policy allows', async () => {
    const page = await get('/api/docs');
    expect([page.statusCode, page.body.match(/<title>(.*)<\/title>/)?.[1]]).toEqual([200, 'Assay API']);
    const sheets = [...page.body.matchAll(/<link[^>]+href="([^"]+\.css)"/g)].map(([, path = '']) => path);
    const own = sheets.at(-1) ?? '';
    // The last one counts where it says the same as the stock page's.
    expect(own).toMatch(/assay\.css$/);
    const { statusCode, headers, body } = await get(new URL(own, 'http://docs/api/docs/').pathname);
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/css')]);
    expect(String(page.headers['content-security-policy'])).toMatch(/style-src[^;]* 'self'/);
    expect(body).toMatch(/\.topbar \{ display: none; \}/);
    expect(body).toContain('color-scheme: light dark');
  });
});
