/** Stands for revision 2^63 - 1, which the protocol gives the event that ends a stream for good. */
export const tombstoneRevision = 0xffff_ffff_ffff;
