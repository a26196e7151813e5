import { toHex } from '@isochain/core';
import type { Output } from '../scripted-upstream.ts';
import { publicKey, scripts } from '../spending.ts';
import { account } from './upstreams.ts';

// Outputs that mention the account, and are not the account's.

const amount = 9_000_000n;
const key = toHex(publicKey);
/** What an address of the account's key has of it: 20 bytes. */
const keyHash = toHex(scripts.p2wpkh.subarray(2));
const otherKey = `02${'c6'.repeat(32)}`;

const output = (hex: string, rest: Partial<Output> = {}): Output => ({
  ...{ script: Buffer.from(hex, 'hex'), address: undefined, value: amount },
  ...rest,
});

/** A text that moves nothing, with coins that nobody can spend. */
export function text(written: string, value = 0n): Output {
  const data = Buffer.from(written);
  const push = data.length < 0x4c ? [data.length] : [0x4c, data.length];
  const script = Buffer.concat([Buffer.from([0x6a, ...push]), data]);
  return { script, address: undefined, value, shownAs: [`OP_RETURN (${written})`] };
}

/** By what they are. */
export const notOfAccount: Readonly<Record<string, Output>> = {
  'a text that tells a payment': text(`pay 9000000 to ${account}`),
  'coins that are burned with the address of the account': text(account, amount),
  'coins that are burned with the script of the account': output(`6a16${toHex(scripts.p2wpkh)}`, {
    shownAs: [`OP_RETURN ${toHex(scripts.p2wpkh)}`, account],
  }),
  'one key of two, of which one is that of the account': output(`5121${key}21${otherKey}52ae`, {
    shownAs: [account, 'somebody else'],
  }),
  'the key itself, and not the address that it has': output(`21${key}ac`, { shownAs: [account] }),
  'the script of the account with more behind it': output(`${toHex(scripts.p2wpkh)}75`, { shownAs: [account] }),
  'a script that anybody can spend': output('51', { shownAs: [account] }),
};

/** With the same bytes as the account. */
export const twins: Readonly<Record<string, Output>> = {
  'an address of a script with the hash of the account': output(`a914${keyHash}87`),
  'an address of a later version with the bytes of the account': output(`5214${keyHash}`),
};
