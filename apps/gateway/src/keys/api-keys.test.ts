import { createHash } from 'node:crypto';
import { RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { settings } from '../config/settings.ts';
import { readKeys, requireAccess } from './api-keys.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const now = Date.parse('2026-11-21T12:00:00Z');

const keys = readKeys(
  settings.parse({
    keys: {
      plain: hashOf('plain-key'),
      reader: { sha256: hashOf('reader-key'), access: 'read', chains: ['base', 'solana'] },
      guest: { sha256: hashOf('guest-key'), expires: '2026-11-21T13:00:00+01:00' },
    },
  }).keys,
);

function refusal(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (error instanceof RefusedError) return [error.code, error.message];
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('keys', () => {
  it('are found alone and after Bearer', () => {
    expect(keys.find('plain-key', now).name).toBe('plain');
    expect(keys.find('Bearer  reader-key', now).name).toBe('reader');
  });

  it.each([
    [undefined, 'key.missing'],
    ['Bearer', 'key.missing'],
    ['plain-key2', 'key.wrong'],
    [hashOf('plain-key'), 'key.wrong'],
    ['x'.repeat(100_000), 'key.wrong'],
    ['\u0000\u0007', 'key.wrong'],
  ])('%j is %s', (authorization, code) => {
    expect(refusal(() => keys.find(authorization, now))[0]).toBe(code);
  });

  it('expire to the millisecond', () => {
    expect(keys.find('guest-key', now - 1).name).toBe('guest');
    expect(refusal(() => keys.find('guest-key', now))).toEqual(['key.expired', 'The API key expired on 2026-11-21.']);
  });
});

describe('access', () => {
  const reader = keys.find('reader-key', now);

  it('comes from the key', () => {
    requireAccess(reader, 'base', false);
    requireAccess(keys.find('plain-key', now), 'ton', true);
    expect(refusal(() => requireAccess(reader, 'ethereum', false))).toEqual([
      'key.forbidden',
      'The API key may not be used on ethereum.',
    ]);
    expect(refusal(() => requireAccess(reader, 'base', true))).toEqual([
      'key.forbidden',
      'The API key may not be used to make or send transactions.',
    ]);
  });
});
