/** Says that what the disk gave back is not what was written: to be reported, never to be served or passed over. */
export class DamagedStoreError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DamagedStoreError';
  }
}
