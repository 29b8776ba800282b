import { randomBytes } from 'node:crypto';
import { openMasterKey } from './masterKey.ts';

describe('master key', () => {
  const masterKey = openMasterKey(Buffer.alloc(32, 7));

  it('must have 32 bytes', () => {
    expect(() => openMasterKey(Buffer.alloc(31))).toThrow(expect.objectContaining({ code: 'masterKey.invalid' }));
  });

  it('unwraps what it wrapped', () => {
    const key = randomBytes(32);
    const wrapped = masterKey.wrap('user:1', key);
    expect(wrapped.includes(key)).toBe(false);
    expect(masterKey.unwrap('user:1', wrapped)).toEqual(key);
  });

  it('wraps the same key differently each time', () => {
    const key = randomBytes(32);
    expect(masterKey.wrap('user:1', key).equals(masterKey.wrap('user:1', key))).toBe(false);
  });

  it('refuses a key stored under another id, a changed one and one of another master key', () => {
    const wrapped = masterKey.wrap('user:1', randomBytes(32));
    const damaged = expect.objectContaining({ code: 'key.damaged' });
    expect(() => masterKey.unwrap('user:2', wrapped)).toThrow(damaged);
    expect(() => openMasterKey(Buffer.alloc(32, 8)).unwrap('user:1', wrapped)).toThrow(damaged);
    const changed = Buffer.from(wrapped);
    changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
    expect(() => masterKey.unwrap('user:1', changed)).toThrow(damaged);
    expect(() => masterKey.unwrap('user:1', wrapped.subarray(0, 20))).toThrow(damaged);
  });

  it('gives each purpose its own hashes', () => {
    expect(masterKey.hmac('a', 'text')).toMatch(/^[0-9a-f]{64}$/);
    expect(masterKey.hmac('a', 'text')).toBe(masterKey.hmac('a', 'text'));
    expect(masterKey.hmac('a', 'text')).not.toBe(masterKey.hmac('b', 'text'));
    expect(masterKey.hmac('a', 'text')).not.toBe(openMasterKey(Buffer.alloc(32, 8)).hmac('a', 'text'));
  });
});
