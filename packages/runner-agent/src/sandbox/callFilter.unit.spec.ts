import { callFilter } from './callFilter.ts';

const [allowed, notPermitted, noSuchCall] = [0x7fff0000, 0x00050001, 0x00050026];
const newControlGroups = 0x02000000;

describe.each([
  ['x86-64', 0xc000003e, { addKey: 248, keyctl: 250, clone: 56, unshare: 272, mount: 165 }],
  ['x86', 0x40000003, { addKey: 286, keyctl: 288, clone: 120, unshare: 310, mount: 21 }],
  ['arm64', 0xc00000b7, { addKey: 217, keyctl: 219, clone: 220, unshare: 97, mount: 40 }],
  ['arm', 0x40000028, { addKey: 309, keyctl: 311, clone: 120, unshare: 337, mount: 21 }],
])('the filter of system calls on %s', (_, architecture, { addKey, keyctl, clone, unshare, mount }) => {
  const outcomeOf = (call: number, argument = 0) => outcome(callFilter, architecture, call, argument);

  it('hides the calls for keyrings, and no call before or after them', () => {
    const around = [addKey - 1, addKey, addKey + 1, keyctl, keyctl + 1];
    expect(around.map((call) => outcomeOf(call))).toEqual([allowed, noSuchCall, noSuchCall, noSuchCall, allowed]);
  });

  it('refuses namespaces of control groups, and no other ones', () => {
    for (const call of [clone, unshare]) {
      expect(outcomeOf(call, newControlGroups)).toBe(notPermitted);
      expect(outcomeOf(call, 0xfdffffff | newControlGroups)).toBe(notPermitted);
      expect(outcomeOf(call, 0xfdffffff)).toBe(allowed);
    }
    // A library that meets this error uses the call above.
    expect(outcomeOf(435)).toBe(noSuchCall);
    expect(outcomeOf(mount, newControlGroups)).toBe(allowed);
  });
});

it('the filter of system calls reads calls of 32 bit pointers on x86-64 as the same ones', () => {
  const x32 = 0x40000000;
  expect(outcome(callFilter, 0xc000003e, x32 + 248, 0)).toBe(noSuchCall);
  expect(outcome(callFilter, 0xc000003e, x32 + 272, newControlGroups)).toBe(notPermitted);
});

/** Runs a filter as the kernel does, with the instructions that this one has. */
function outcome(filter: Buffer, architecture: number, call: number, argument: number): number {
  const data = new Map([
    [0, call],
    [4, architecture],
    [16, argument],
  ]);
  let held = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const [code, yes, no] = [filter.readUInt16LE(at), filter.readUInt8(at + 2), filter.readUInt8(at + 3)];
    const operand = filter.readUInt32LE(at + 4);
    const jump = (holds: boolean) => {
      at += 8 * (holds ? yes : no);
    };
    if (code === 0x06) return operand;
    if (code === 0x20) held = (data.get(operand) ?? Number.NaN) >>> 0;
    else if (code === 0x54) held = (held & operand) >>> 0;
    else if (code === 0x15) jump(held === operand);
    else if (code === 0x35) jump(held >= operand);
    else if (code === 0x25) jump(held > operand);
    else if (code === 0x45) jump((held & operand) !== 0);
    else throw new Error(`no instruction ${code}`);
  }
  throw new Error('the filter has no end');
}
