import { describe, expect, it } from 'vitest';
import { recipient, sender } from '../../test/scripted-node.ts';
import type { Address } from '../address/address.ts';
import { namedChain } from '../chains.ts';
import { recipientProblems, recipientWarnings } from './recipients.ts';

type Answers = Parameters<typeof recipientProblems>[2];

const testnet = namedChain('aptos-testnet');

const to = recipient as Address;
const zero: Address = `0x${'0'.repeat(64)}`;

/** Nobody has used the recipient. */
const nobody: Answers = {
  recipient: { sequenceNumber: 0n, authenticationKey: to, isKnown: false, ledger: undefined },
  recipientHeld: 0n,
  recipientIsTransaction: false,
  recipientIsObject: false,
  recipientIsPool: false,
};
const withKey = (authenticationKey: Address, sequenceNumber = 0n): Answers => ({
  ...nobody,
  recipient: { ...nobody.recipient, authenticationKey, sequenceNumber },
});

const codes = (problems: readonly { readonly code: string }[]) => problems.map(({ code }) => code);
const warnings = (answers: Answers, at: Address = to, from = sender as Address) =>
  codes(recipientWarnings({ sender: from, recipient: at }, answers));

describe('what is lost at a recipient', () => {
  it.each<[string, Address, Answers, readonly string[]]>([
    ['nothing, if it is a wallet', to, { ...nobody, recipientHeld: 1n }, []],
    ['everything, if it is 0x0', zero, nobody, ['recipient.zeroAddress']],
    ['everything, if it is a pool', to, { ...withKey(zero, 1n), recipientIsPool: true }, ['recipient.isPool']],
    ['everything, if it is a transaction', to, { ...nobody, recipientIsTransaction: true }, ['address.invalid']],
    [
      'everything, if it is a transaction to which somebody sent coins',
      to,
      { ...nobody, recipientHeld: 5n, recipientIsTransaction: true },
      ['address.invalid'],
    ],
    ['nothing, if somebody signed with its key', to, { ...withKey(to, 1n), recipientIsTransaction: true }, []],
  ])('is %s', (_, at, answers, expected) => {
    expect(codes(recipientProblems(testnet, at, answers))).toEqual(expected);
  });

  it('is told with the name of the chain', () => {
    const [found] = recipientProblems(testnet, to, { ...nobody, recipientIsTransaction: true });
    expect(found?.message).toContain('Aptos Testnet');
  });
});

describe('a warning of a recipient', () => {
  it('says that nobody has used it', () => {
    expect(warnings(nobody)).toEqual(['recipient.uninitialized']);
    expect(warnings({ ...nobody, recipientHeld: 1n })).toEqual([]);
    expect(warnings(withKey(to, 1n))).toEqual([]);
    // Somebody changed its key.
    expect(warnings(withKey(sender as Address))).toEqual([]);
    expect(codes(recipientWarnings({ sender: sender as Address, recipient: to }, nobody, true))).toEqual([]);
  });

  it('is not for the sender itself', () => {
    expect(warnings(nobody, to, to)).toEqual([]);
  });

  it.each<[string, Address, Answers]>([
    ['the chain itself', `0x${'a'.padStart(64, '0')}`, { ...nobody, recipientIsObject: true }],
    ['an object', to, { ...nobody, recipientIsObject: true }],
    ['a program, which has no key', to, withKey(zero, 1n)],
  ])('says that it belongs to %s', (_, at, answers) => {
    expect(warnings(answers, at)).toEqual(['recipient.isData']);
  });
});
