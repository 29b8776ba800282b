import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parseChannelLine } from '../src/frameworks/channelMessage.ts';
import { channelLineLimit } from '../src/process/lineSplitter.ts';

const { lineOf } = createRequire(import.meta.url)(resolve('packages/runner-agent/reporters/channelLine.cjs')) as {
  lineOf: (event: object) => string;
};

const end = {
  t: 'end',
  key: 'k',
  status: 'FAIL',
  willRetry: false,
  timedOut: false,
  durationMs: 1,
  error: null,
  stack: null,
  output: null,
  files: [],
};

describe('the line of an event', () => {
  it('is the event itself where that is short', () => {
    expect(lineOf(end)).toBe(JSON.stringify(end));
  });

  it('contains the beginning and the end of each long text', () => {
    const long = `first${'x'.repeat(2e7)}last`;
    const message = parseChannelLine(lineOf({ ...end, error: long, stack: long, output: long }));
    const shortened = expect.stringMatching(/^first.*\n… \d+ characters left out by Assay …\n.*last$/);
    expect(message).toMatchObject({ error: shortened, stack: shortened, output: shortened });
  });

  it.each([
    ['texts of control characters', { error: '\u001b'.repeat(1e6), stack: '\0'.repeat(1e6), output: '\n'.repeat(1e6) }],
    ['texts of several million letters', { error: 'é'.repeat(9e6), stack: '語'.repeat(9e6), output: 'x'.repeat(9e6) }],
    ['twenty thousand files', { files: Array(20_000).fill({ path: '/p'.repeat(200), name: 'n', mediaType: null }) }],
  ])('has room for %s', (_, much) => {
    const line = lineOf({ ...end, ...much });
    expect(line.length).toBeLessThanOrEqual(channelLineLimit);
    expect(parseChannelLine(line)).toMatchObject({ t: 'end', key: 'k' });
  });

  it('has room for a test with an endless name', () => {
    const line = lineOf({ t: 'listed', key: 'k', file: 'f', name: 'n'.repeat(9e6), line: 1, tags: [] });
    expect(parseChannelLine(line)).toMatchObject({ t: 'listed', name: 'n'.repeat(2000) });
  });
});
