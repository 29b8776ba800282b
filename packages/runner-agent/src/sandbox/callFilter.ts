/** Where `struct seccomp_data` has the number of a system call, and the architecture that it is of (seccomp(2)). */
const offsets = { call: 0, architecture: 4 };
/** Of linux/filter.h: load, mask, jumps by comparison, and the end. */
const codes = { load: 0x20, mask: 0x54, equals: 0x15, atLeast: 0x35, greater: 0x25, end: 0x06 };
const [allowed, noSuchCall] = [0x7fff0000, 0x00050000 + 38];
/** x86-64 has the calls of its 32 bit pointers by the same numbers and this bit. */
const withoutX32 = 0xbfffffff;

/** The architectures of a machine and their first of `add_key`, `request_key` and `keyctl`, which follow each other. */
const keyringCalls: readonly (readonly [architecture: number, first: number])[] = [
  [0xc000003e, 248],
  [0x40000003, 286],
  [0xc00000b7, 217],
  [0x40000028, 309],
];

/**
 * A filter of system calls, as bubblewrap loads it: keyrings of the kernel are not there. The agent's session has one as a
 * rule, which all of its processes inherit, also those of other users.
 */
export const keyringFilter: Buffer = Buffer.concat([
  instruction(codes.load, offsets.architecture),
  ...keyringCalls.flatMap(([architecture, first]) => [
    instruction(codes.equals, architecture, 0, 6),
    instruction(codes.load, offsets.call),
    instruction(codes.mask, withoutX32),
    instruction(codes.atLeast, first, 0, 2),
    instruction(codes.greater, first + 2, 1, 0),
    instruction(codes.end, noSuchCall),
    instruction(codes.end, allowed),
  ]),
  instruction(codes.end, allowed),
]);

/** @param yes how many instructions are left out where the comparison holds, `no` where it does not */
function instruction(code: number, operand: number, yes = 0, no = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(yes, 2);
  bytes.writeUInt8(no, 3);
  bytes.writeUInt32LE(operand, 4);
  return bytes;
}
