import type { RecordScene } from '@isochain/conformance';
import { type EvmChainId, type EvmOptions, evm } from '../../src/index.ts';
import { ether, gold, scene, tip, type Where } from '../lies/upstream.ts';
import { time } from '../scripted-explorer.ts';
import { formsOf } from '../signature-forms.ts';
import { ann, bob, numbersOf, signWhole } from '../signers.ts';

// Encodes of Ann's over nodes that answer by script, and her signatures by ethers.

const parties = { senderAddress: ann.address, recipientAddress: bob.address };
export const transfer = { mode: 'transfer', ...parties, amount: String(ether) };
export const maximum = { mode: 'transfer', ...parties, useMaxAmount: true };
export const tokens = { mode: 'transferToken', ...parties, tokenId: gold, amount: '1000000' };
export const allTokens = { mode: 'transferToken', ...parties, tokenId: gold, useMaxAmount: true };

export interface Asking extends Omit<Where, 'options' | 'explorers'> {
  readonly options?: Omit<EvmOptions, 'endpoints' | 'fetch' | 'now' | 'onAttempt'>;
  /** Signs, if something is to be broadcast. */
  readonly sign?: RecordScene['sign'];
}

export function asking(
  name: string,
  intent: Readonly<Record<string, unknown>>,
  { options, sign, chainId = 'ethereum', ...where }: Asking = {},
): RecordScene {
  const { upstream } = scene(name, { chainId, ...where }, async () => undefined);
  return {
    ...{ name, chainId, intent, upstream },
    now: time(tip + 1) * 1000,
    ...(options === undefined ? {} : { options }),
    ...(sign === undefined ? {} : { sign }),
  };
}

type Transaction = Parameters<NonNullable<RecordScene['sign']>>[0];

const hashIn = ({ encoded }: Transaction) => encoded[0]?.hash?.value ?? '';

/** r, s and v, as most signers write them. */
export function signUsually(transaction: Transaction): Record<string, string> {
  const { r, s, y } = numbersOf(ann, hashIn(transaction));
  return { 'r, s and 27 or 28': `${r}${s}1${'bc'[y]}` };
}

export const signInAllForms =
  (chainId: EvmChainId) =>
  (transaction: Transaction): Record<string, string> => {
    const numbers = numbersOf(ann, hashIn(transaction));
    const nativeId = Number(evm.family.bytes(chainId).identity.nativeId);
    return formsOf({ numbers, nativeId, signed: signWhole(ann, transaction.encoded[0]?.raw?.value ?? '') });
  };

/** Signatures that are refused: from another key, over other bytes, and an absent one. */
export function signWrongly(transaction: Transaction): Record<string, string> {
  const { r, s } = numbersOf(bob, hashIn(transaction));
  const other = numbersOf(ann, '11'.repeat(32));
  return {
    'of somebody else': `${r}${s}`,
    'of another hash': `${other.r}${other.s}1${'bc'[other.y]}`,
    'too short': r,
    'no hex': 'signature',
  };
}
