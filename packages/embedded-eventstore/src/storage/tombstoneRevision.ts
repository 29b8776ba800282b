/** Stands for revision 2^63 - 1, which the protocol gives to the event that tombstones a stream. */
export const tombstoneRevision = 0xffff_ffff_ffff;
