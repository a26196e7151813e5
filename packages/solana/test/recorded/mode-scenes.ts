import type { RecordScene } from '@isochain/conformance';
import { alice, carol, dave, ended, nonceAccount, silver, sol, staked, till } from '../lies/world.ts';
import {
  type Asking,
  all,
  asking,
  signInAllForms,
  signInHex,
  signWrongly,
  stake,
  tokens,
  tokens2022,
  transfer,
  unstake,
  withdraw,
} from './asking.ts';

const large = { amount: '6000000' };

/** Every mode, for every way that accounts of the chain get into the bytes. */
const intents: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  transfer,
  maximum: { ...transfer, ...all },
  'transfer to nobody yet': { ...transfer, recipientAddress: dave },
  'maximum to nobody yet': { ...transfer, ...all, recipientAddress: dave },
  tokens,
  'all tokens': { ...tokens, ...all },
  'tokens to a new account': { ...tokens, recipientAddress: carol },
  'tokens to nobody yet': { ...tokens, recipientAddress: dave },
  'tokens to a token account': { ...tokens, recipientAddress: till },
  'tokens from another account': { ...tokens, ...large },
  'tokens between other accounts': { ...tokens, ...large, recipientAddress: till },
  'tokens with a fee': tokens2022,
  'all tokens with a fee': { ...tokens2022, ...all },
  'tokens with a fee to a new account': { ...tokens2022, recipientAddress: carol },
  'enabling a token': { mode: 'enableToken', senderAddress: alice.address, tokenId: silver },
  stake,
  'stake of everything': { ...stake, ...all },
  unstake: { ...unstake, useMaxAmount: true },
  'unstake of a position': { ...unstake, stakeId: staked, useMaxAmount: true },
  'unstake of a part': { ...unstake, stakeId: staked, amount: String(2n * sol) },
  withdraw,
  'withdraw of a position': { ...withdraw, stakeId: ended },
  'withdraw of all': { ...withdraw, stakeId: ended, useMaxAmount: true },
  'withdraw of a part': { ...withdraw, stakeId: ended, amount: String(sol / 2n) },
};

interface Variant {
  readonly name: string;
  readonly wishes?: Readonly<Record<string, unknown>>;
  readonly options?: Asking;
  /** Some stand for all where the same part of the code is at work. */
  readonly onlySome?: true;
}

/** What changes the bytes of every mode. */
const variants: readonly Variant[] = [
  { name: '', options: { sign: signInHex } },
  { name: ' for hardware', options: { options: { profile: 'hardware' }, sign: signInHex } },
  {
    name: ' with priority and memo',
    wishes: { memo: 'invoice 7' },
    options: { options: { priority: 'high' } },
    onlySome: true,
  },
  { name: ' with a nonce account', wishes: { params: { nonceAccount } }, onlySome: true },
  {
    name: ' with all of it',
    wishes: { memo: 'ü'.repeat(9), params: { nonceAccount } },
    options: { options: { profile: 'hardware', priority: 'medium' } },
    onlySome: true,
  },
];

const some = [
  ...['transfer', 'maximum', 'tokens to a new account', 'tokens with a fee', 'enabling a token'],
  ...['stake', 'unstake', 'unstake of a part', 'withdraw'],
];

export const modeScenes: readonly RecordScene[] = variants.flatMap(({ name: variant, wishes, options, onlySome }) =>
  Object.entries(intents)
    .filter(([name]) => onlySome === undefined || some.includes(name))
    .map(([name, intent]) => asking(`${name}${variant}`, { ...intent, ...wishes }, options)),
);

const signed = ['transfer', 'tokens with a fee to a new account', 'stake'];

export const signatureScenes: readonly RecordScene[] = [
  ...signed.map((name) => asking(`every form of signature: ${name}`, intents[name] ?? {}, { sign: signInAllForms })),
  asking(
    'every form of signature: with a nonce account',
    { ...transfer, params: { nonceAccount } },
    {
      sign: signInAllForms,
    },
  ),
  asking('every form of signature: for hardware', tokens, { options: { profile: 'hardware' }, sign: signInAllForms }),
  asking('wrong signatures', transfer, { sign: signWrongly }),
];
