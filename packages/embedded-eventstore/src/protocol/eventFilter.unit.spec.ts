import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { EventRecord, encodeEventRecord } from '../storage/eventRecord.ts';
import { CallError } from './callErrors.ts';
import { readEventFilter } from './eventFilter.ts';

const { FilterOptions } = streams.ReadReq.Options;

const expression = (regex: string, ...prefixes: string[]) =>
  new FilterOptions.Expression().setRegex(regex).setPrefixList(prefixes);

const event = (streamName: string, type: string) => {
  const rest = { eventId: '0'.repeat(32), streamNumber: 1, revision: 0, position: 1, created: 0 };
  const nothing = { contentType: 'application/json', metadata: Buffer.alloc(0), data: Buffer.alloc(0) };
  return new EventRecord(encodeEventRecord({ ...rest, ...nothing, streamName, type }), 1);
};

describe('a filter', () => {
  it.each([
    ['Ordered', true],
    ['$metadata', false],
    ['$>', false],
  ])('of the client that excludes system events, asked about %s, says %s', (type, wanted) => {
    const filter = readEventFilter(new FilterOptions().setEventType(expression('^[^$].*')));
    expect(filter.matches(event('stream', type))).toBe(wanted);
    expect(filter.matches(event('other', type))).toBe(wanted);
  });

  it.each([
    ['Ordered', true],
    ['Paid', true],
    ['PaidBack', false],
    ['', false],
    ['Ordered|Paid', false],
    ['Paid\n', false],
  ])('by several whole names, asked about %j, says %s', (type, wanted) => {
    const filter = readEventFilter(new FilterOptions().setEventType(expression('^(Ordered|Paid)$')));
    expect(filter.matches(event('stream', type))).toBe(wanted);
  });

  it('by prefix looks at the beginning only', () => {
    const filter = readEventFilter(new FilterOptions().setStreamIdentifier(expression('', 'order-', 'user-')));
    expect(filter.matches(event('user-1', 'order-'))).toBe(true);
    expect(filter.matches(event('reorder-1', 'user-'))).toBe(false);
  });

  it('runs an expression that makes backtracking engines stall', () => {
    const filter = readEventFilter(new FilterOptions().setStreamIdentifier(expression('^(a+)+$')));
    // A backtracking engine would never finish.
    expect(filter.matches(event(`${'a'.repeat(2_000)}!`, 'x'))).toBe(false);
  });

  it.each(['(unclosed', '^(?!\\$).*', '(a)\\1'])('refuses the expression %s', (regex) => {
    expect(() => readEventFilter(new FilterOptions().setEventType(expression(regex)))).toThrow(CallError);
  });

  it('refuses a filter on nothing', () => {
    expect(() => readEventFilter(new FilterOptions())).toThrow(CallError);
  });

  it('sends a checkpoint after window times interval, with a default window of 32', () => {
    const options = () => new FilterOptions().setEventType(expression('.')).setCheckpointintervalmultiplier(3);
    expect(readEventFilter(options().setCount(new shared.Empty())).checkpointInterval).toBe(96);
    expect(readEventFilter(options().setMax(10)).checkpointInterval).toBe(30);
  });
});
