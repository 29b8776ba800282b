/** Where `struct seccomp_data` has the system call's number, its architecture, and half of its first argument (seccomp(2)). */
const offsets = { call: 0, architecture: 4, firstArgument: 16 };
/** Of linux/filter.h: load, mask, jumps by comparison, and the end. */
const codes = { load: 0x20, mask: 0x54, equals: 0x15, atLeast: 0x35, greater: 0x25, hasBit: 0x45, end: 0x06 };
const failure = 0x00050000;
const [allowed, notPermitted, noSuchCall] = [0x7fff0000, failure + 1, failure + 38];
/** x86-64 has the calls of its 32 bit pointers by the same numbers and this bit. */
const withoutX32 = 0xbfffffff;
/** The flag of `clone` and `unshare` for a namespace of control groups. */
const newControlGroups = 0x02000000;
/** The same on all of these architectures. Its flags lie in memory, which no filter reads. */
const clone3 = 435;

type Architecture = {
  id: number;
  /** The first of `add_key`, `request_key` and `keyctl`, which follow each other. */
  keyrings: number;
  clone: number;
  unshare: number;
};
const architectures: readonly Architecture[] = [
  { id: 0xc000003e, keyrings: 248, clone: 56, unshare: 272 },
  { id: 0x40000003, keyrings: 286, clone: 120, unshare: 310 },
  { id: 0xc00000b7, keyrings: 217, clone: 220, unshare: 97 },
  { id: 0x40000028, keyrings: 309, clone: 120, unshare: 337 },
];

/**
 * A filter of system calls, as bubblewrap loads it.
 * - Keyrings of the kernel do not exist: the agent's session usually has one, inherited by all of its processes, also those
 *   of other users.
 * - Namespaces of control groups are refused: in one of its own, a test could mount control groups, and end or freeze all
 *   processes of the agent's group where that belongs to the agent's user. C libraries fall back from `clone3` to `clone`.
 */
export const callFilter: Buffer = Buffer.concat([
  instruction(codes.load, offsets.architecture),
  ...architectures.flatMap(({ id, keyrings, clone, unshare }) => {
    const ofArchitecture = [
      instruction(codes.load, offsets.call),
      instruction(codes.mask, withoutX32),
      instruction(codes.atLeast, keyrings, 0, 2),
      instruction(codes.greater, keyrings + 2, 1, 0),
      instruction(codes.end, noSuchCall),
      instruction(codes.equals, clone3, 0, 1),
      instruction(codes.end, noSuchCall),
      instruction(codes.equals, clone, 1, 0),
      instruction(codes.equals, unshare, 0, 3),
      instruction(codes.load, offsets.firstArgument),
      instruction(codes.hasBit, newControlGroups, 0, 1),
      instruction(codes.end, notPermitted),
      instruction(codes.end, allowed),
    ];
    return [instruction(codes.equals, id, 0, ofArchitecture.length), ...ofArchitecture];
  }),
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
