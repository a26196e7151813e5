import type { RecordScene } from '@isochain/conformance';
import { getBase58Decoder, getTransactionDecoder } from '@solana/kit';
import type { SolanaOptions } from '../../src/index.ts';
import { scene, slot } from '../lies/upstream.ts';
import { accounts, alice, bob, cent, gold, now, sol, validator } from '../lies/world.ts';
import { accountsOf, atSlot, type Script } from '../scripted-node.ts';
import { signatureForms } from '../signature-forms.ts';

// Encodes of Alice's in the small cluster of the catalogue of lies. Signatures are WebCrypto's, and ids are read by @solana/kit.

const from = { senderAddress: alice.address };
export const transfer = { mode: 'transfer', ...from, recipientAddress: bob, amount: String(sol) };
export const tokens = { mode: 'transferToken', ...from, recipientAddress: bob, tokenId: gold, amount: '1000000' };
export const tokens2022 = { ...tokens, tokenId: cent };
export const stake = { mode: 'stake', ...from, targetValidatorAddress: validator, amount: String(3n * sol) };
export const unstake = { mode: 'unstake', ...from, validatorAddress: validator };
export const withdraw = { mode: 'withdraw', ...from, validatorAddress: validator };

/** Instead of an amount. */
export const all = { amount: undefined, useMaxAmount: true };

export interface Asking {
  /** Accounts in place of those of the cluster. */
  readonly changed?: Readonly<Record<string, object>>;
  readonly script?: Script;
  readonly options?: Omit<SolanaOptions, 'endpoints' | 'fetch' | 'now' | 'onAttempt'>;
  /** Signs, if something is to be broadcast. */
  readonly sign?: RecordScene['sign'];
}

export function asking(
  name: string,
  intent: Readonly<Record<string, unknown>>,
  { changed = {}, script, options, sign }: Asking = {},
): RecordScene {
  const table = accountsOf({ ...accounts, ...changed });
  const served: Script = {
    ...takes,
    // At the slot that the clock of the cluster shows.
    getMultipleAccounts: (params) => ({ ...(table?.(params) as object), context: { apiVersion: '4.0.1', slot } }),
    ...script,
  };
  const { upstream } = scene(name, { script: served }, async () => undefined);
  return {
    ...{ name, chainId: 'solana', intent, upstream, now },
    ...(options === undefined ? {} : { options }),
    ...(sign === undefined ? {} : { sign }),
  };
}

/** A node that takes what it is sent, and has not seen it before. */
const takes: Script = {
  sendTransaction: ([transaction]) => idOf(transaction as string),
  getSignatureStatuses: () => atSlot([null]),
};

function idOf(transaction: string): string {
  const { signatures } = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
  return getBase58Decoder().decode(Object.values(signatures)[0] ?? new Uint8Array());
}

type Transaction = Parameters<NonNullable<RecordScene['sign']>>[0];

export async function signInAllForms({ encoded }: Transaction): Promise<Record<string, string>> {
  const message = Buffer.from(encoded[0]?.raw?.value ?? '', 'hex');
  const signature = await alice.sign(Uint8Array.from(message));
  // The number of signatures, the signature, and what is signed (https://solana.com/docs/core/transactions).
  const wire = Uint8Array.from([1, ...signature, ...message]);
  return Object.fromEntries(signatureForms.map(([form, write]) => [form, write(signature, wire, alice.address)]));
}

export async function signInHex(transaction: Transaction): Promise<Record<string, string>> {
  const { hex = '' } = await signInAllForms(transaction);
  return { hex };
}

/** Signatures that are refused: of something else, and none at all. */
export async function signWrongly(): Promise<Record<string, string>> {
  const other = await alice.sign(new Uint8Array(32));
  return { 'of something else': Buffer.from(other).toString('hex'), 'too short': '11'.repeat(63), 'no text': '!' };
}
