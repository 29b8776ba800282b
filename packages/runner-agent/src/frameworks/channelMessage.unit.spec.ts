import { parseChannelLine } from './channelMessage.ts';

const listed = { t: 'listed', key: 'k', file: 'f', name: 'n', line: 1, tags: ['@a'] };
const end = {
  t: 'end',
  key: 'k',
  status: 'PASS',
  willRetry: false,
  timedOut: false,
  durationMs: 1,
  error: null,
  stack: null,
  output: 'said',
  files: [{ path: '/p', name: 'n', mediaType: null }],
  steps: [{ title: 's', depth: 0, status: 'PASS', startMs: 0, durationMs: 1 }],
};
const all = [
  listed,
  { ...listed, together: 'group' },
  { t: 'unloaded', file: 'f', status: 'FAIL', message: 'm' },
  { t: 'suspects', files: ['f'] },
  { t: 'begin', key: 'k', at: 1 },
  end,
  { t: 'problem', message: 'm' },
  { t: 'refused', message: 'm' },
];
const parsed = (message: object) => parseChannelLine(JSON.stringify(message));

describe('a line of the channel', () => {
  it.each(all)('is read as it is written: $t', (message) => {
    expect(parsed(message)).toEqual(message);
  });

  it('is read with the spaces of other writers', () => {
    expect(parseChannelLine('{"t": "begin", "key": "k", "at": 1.5}')).toEqual({ t: 'begin', key: 'k', at: 1.5 });
  });

  it.each(all)('loses properties that no message has: $t', (message) => {
    expect(parsed({ ...message, more: ['x'] })).toEqual(message);
  });

  it('loses properties that no file and no step has', () => {
    const [file, step] = [end.files[0], end.steps[0]];
    expect(parsed({ ...end, files: [{ ...file, more: 1 }], steps: [{ ...step, more: 1 }] })).toEqual(end);
  });

  it.each([
    ['a name', { ...listed, name: 'n'.repeat(1e6) }, { name: 'n'.repeat(2000) }],
    ['a path', { ...listed, file: 'f'.repeat(1e6) }, { file: 'f'.repeat(4096) }],
    ['a tag', { ...listed, tags: ['t'.repeat(1e6)] }, { tags: ['t'.repeat(200)] }],
    ['a hundred tags', { ...listed, tags: Array(15_000).fill('t') }, { tags: Array(100).fill('t') }],
    ['a problem', { t: 'problem', message: 'm'.repeat(1e6) }, { message: 'm'.repeat(20_000) }],
    [
      'an unloaded file',
      { t: 'unloaded', file: 'f', status: 'FAIL', message: 'm'.repeat(1e6) },
      { message: 'm'.repeat(20_000) },
    ],
    [
      'the name of an attachment',
      { ...end, files: [{ path: '/p', name: 'n'.repeat(1e6), mediaType: 'm'.repeat(1e6) }] },
      { files: [{ path: '/p', name: 'n'.repeat(2000), mediaType: 'm'.repeat(200) }] },
    ],
    [
      'a step',
      { ...end, steps: [{ ...end.steps[0], title: 's'.repeat(1e6) }] },
      { steps: [{ title: 's'.repeat(2000) }] },
    ],
  ])('is cut to what results have room for: %s', (_, message, cut) => {
    expect(parsed(message)).toMatchObject(cut);
  });

  it('tells groups with long keys apart by their ends', () => {
    const keys = ['a', 'b'].map((last) => parsed({ ...listed, together: `${'g'.repeat(1e6)}${last}` }));
    const [one, other] = keys.map((message) => (message?.t === 'listed' ? (message.together ?? '') : ''));
    expect(one).not.toBe(other);
    expect(one?.length).toBeLessThan(2000);
  });

  it.each([
    ['deep nesting', `{"t":"problem","message":"m","more":${'['.repeat(50)}${']'.repeat(50)}}`],
    ['many elements', `{"t":"problem","message":"m","more":[${'{},'.repeat(2e5)}1]}`],
    ['another beginning', '{"message":"m","t":"problem"}'],
    ['a key that is too long', JSON.stringify({ t: 'begin', key: 'k'.repeat(2001), at: 1 })],
    ['another type', '{"t":"other"}'],
  ])('is not a message with %s', (_, line) => {
    expect(parseChannelLine(line)).toBeNull();
  });
});
