import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problem } from '../problem.ts';
import { help } from './help/index.ts';
import type { Help } from './help/types.ts';
import { type Code, codes } from './index.ts';
import type { Codes } from './types.ts';

const all = Object.entries(codes) as [Code, (typeof codes)[Code]][];

/** Codes that clients know. One that is not here any more would break them. */
const released = [
  'request.invalid',
  'request.malformed',
  'request.mediaType',
  'request.tooLarge',
  'route.notFound',
  'route.methodNotAllowed',
  'mode.unknown',
  'mode.unsupported',
  'amount.missing',
  'amount.ambiguous',
  'amount.invalid',
  'address.invalid',
  'address.checksumMismatch',
  'account.invalid',
  'token.invalid',
  'token.isNative',
  'validator.invalid',
  'transaction.invalid',
  'publicKey.invalid',
  'publicKey.mismatch',
  'wish.invalid',
  'page.invalid',
  'data.altered',
  'encoded.mismatch',
  'signature.malformed',
  'signature.mismatch',
  'signature.otherTransaction',
  'key.missing',
  'key.wrong',
  'rate.limited',
  'chain.unknown',
  'chain.notAccepted',
  'feature.unsupported',
  'family.notBuilt',
  'chain.stopped',
  'token.notFound',
  'transaction.notFound',
  'balance.insufficient',
  'balance.insufficientForFees',
  'balance.nothingToSend',
  'nonce.used',
  'gas.tooLow',
  'token.nothingToSend',
  'token.insufficient',
  'token.notFungible',
  'token.transferFails',
  'transaction.fails',
  'recipient.zeroAddress',
  'recipient.isToken',
  'fee.tooLow',
  'broadcast.nonceUsed',
  'broadcast.nonceTaken',
  'broadcast.nonceGap',
  'broadcast.expired',
  'broadcast.feeTooLow',
  'broadcast.insufficientFunds',
  'broadcast.gasRefused',
  'broadcast.feeCap',
  'broadcast.delegatedLimit',
  'broadcast.invalid',
  'broadcast.congested',
  'broadcast.refused',
  'recipient.isSender',
  'fee.high',
  'memo.ignored',
  'recipient.isContract',
  'recipient.isDelegated',
  'recipient.bridge',
  'recipient.tokenContract',
  'sender.isDelegated',
  'sender.pendingTransactions',
  'nonce.gap',
  'amount.leavesDust',
  'chain.sunset',
  'chain.ended',
  'account.reserve',
  'upstream.unavailable',
  'upstream.timeout',
  'config.invalid',
  'internal.error',
];

describe('codes', () => {
  it.each(all)('%s is a noun and an adjective', (code) => {
    expect(code).toMatch(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/);
  });

  it('stand in exactly one file each', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => /^[a-z]+\.ts$/.test(file));
    const found = files.flatMap((file) =>
      [...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(/^ {2}'(\w+\.\w+)': \{/gm)].map(
        ([, code]) => code,
      ),
    );
    expect(found.toSorted()).toEqual(Object.keys(codes).toSorted());
  });

  it('stand in the file of their noun, or the compiler refuses them', () => {
    const one = { 'gas.none': { kind: 'chain', message: '' } } as const satisfies Codes<'fee' | 'gas'>;
    // @ts-expect-error: another noun.
    const other = { 'token.none': { kind: 'chain', message: '' } } as const satisfies Codes<'fee' | 'gas'>;
    // @ts-expect-error: there is no such kind.
    const odd = { 'gas.none': { kind: 'odd', message: '' } } as const satisfies Codes<'fee' | 'gas'>;
    expect([one, other, odd]).toHaveLength(3);
  });

  it.each(all)('%s has a message and a help text', (code, { message }) => {
    expect(message.length).toBeGreaterThan(10);
    expect(help[code]).toMatch(/^\S.{10,}\.$/);
  });

  it('have exactly one help text each', () => {
    expect(Object.keys(help).toSorted()).toEqual(Object.keys(codes).toSorted());
  });

  it('do not compile with a missing or a surplus help text', () => {
    const one: Help<'gone'> = { 'chain.stopped': 'Wait.' };
    // @ts-expect-error: a code of the kind has no text.
    const none: Help<'gone'> = {};
    // @ts-expect-error: this code is of another kind.
    const more: Help<'gone'> = { 'chain.stopped': 'Wait.', 'key.wrong': 'Ask.' };
    expect([one, none, more].map((texts) => Object.keys(texts).length)).toEqual([1, 0, 2]);
  });

  it('hold no help text themselves, because every bundle would carry it', () => {
    for (const [, definition] of all) {
      expect(Object.keys(definition).filter((name) => !['advice', 'facts'].includes(name))).toEqual([
        'kind',
        'message',
      ]);
    }
  });

  it.each(all)(
    '%s has a template of words and {names}, with optional parts in [brackets]',
    (_, { message, ...rest }) => {
      const text = 'advice' in rest ? `${message} ${rest.advice}` : message;
      const words = text.replace(/\{[a-z][A-Za-z]*\}/g, '<>');
      expect(words.replace(/\[[^[\]]*<>[^[\]]*\]/g, '')).not.toMatch(/[{}[\]]/);
    },
  );

  it('still have every released code', () => {
    expect(Object.keys(codes)).toEqual(expect.arrayContaining(released));
  });

  it('have the exact texts that clients compare', () => {
    // Wire contract, section 3.
    expect(codes['recipient.isSender'].message).toBe('Same sender and recipient address');
    expect(problem('fee.high', { what: 'the amount' }).message).toBe('Network fees are above 10% of the amount');
  });
});
