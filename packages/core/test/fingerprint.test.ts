import { fingerprintOf, hashOf } from '@haft/core/fingerprint';

describe('fingerprintOf', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } as const;

  it('does not depend on the order of keys', () => {
    const same = { required: ['a'], properties: { a: { type: 'string' } }, type: 'object' } as const;
    expect(fingerprintOf('t', '1', same)).toBe(fingerprintOf('t', '1', schema));
  });

  it('changes with the name, the version and the schema [DEF-16, NEW-3]', () => {
    const prints = [
      fingerprintOf('t', '1', schema),
      fingerprintOf('u', '1', schema),
      fingerprintOf('t', '2', schema),
      fingerprintOf('t', '1', { ...schema, required: [] }),
    ];
    expect(new Set(prints).size).toBe(4);
  });

  it('is SHA-256 in hex of canonical JSON', () => {
    // printf '{"a":[true,null],"b":1}' | sha256sum
    expect(hashOf({ b: 1, a: [true, null] })).toBe('51705a2c9eb3e7e410a58f696a770c3ac3885a0cf43eb7fc88f5e47c11d4d30d');
  });
});
