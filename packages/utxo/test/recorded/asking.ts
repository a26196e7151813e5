import type { RecordScene } from '@isochain/conformance';
import type { UtxoOptions } from '../../src/index.ts';
import { now, scene, type UpstreamKind, type Where } from '../lies/upstream.ts';
import type { ScriptedChain, ScriptedChainId } from '../scripted-upstream.ts';
import { type SigningRequest, signAll } from '../signers.ts';
import { type Account, strangerOn } from './accounts.ts';

// Encodes over a chain that exists only in a test. bitcoinjs-lib makes the signatures.

export const coin = 100_000_000n;

export interface Asking extends Omit<Where, 'kinds' | 'build' | 'options'> {
  /** Esplora by default. */
  readonly kinds?: readonly UpstreamKind[];
  readonly build: (chain: ScriptedChain) => void;
  readonly options?: Omit<UtxoOptions, 'endpoints' | 'fetch' | 'now' | 'onAttempt'>;
  readonly sign?: RecordScene['sign'];
}

export function asking(
  name: string,
  intent: Readonly<Record<string, unknown>>,
  { chainId = 'bitcoin', kinds = ['esplora'], options, sign, ...where }: Asking,
): RecordScene {
  const { upstream } = scene(name, { chainId, kinds, ...where }, async () => undefined);
  return {
    ...{ name, chainId, intent, upstream, now },
    ...(options === undefined ? {} : { options }),
    ...(sign === undefined ? {} : { sign }),
  };
}

/** Coins that a stranger paid. */
export const fund =
  (address: string, values: readonly bigint[], chainId: ScriptedChainId = 'bitcoin') =>
  (chain: ScriptedChain) => {
    for (const value of values) chain.fund(address, value, { from: strangerOn(chainId) });
  };

/** A transfer of one coin and a half, to a stranger. */
export function transferFrom(
  { senderAddress, senderPubKey }: Pick<Account, 'senderAddress'> & { readonly senderPubKey?: string },
  chainId: ScriptedChainId = 'bitcoin',
) {
  return {
    ...{ mode: 'transfer', senderAddress, recipientAddress: strangerOn(chainId), amount: String((coin * 3n) / 2n) },
    ...(senderPubKey === undefined ? {} : { senderPubKey }),
  };
}

/** Instead of an amount. */
export const all = { amount: undefined, useMaxAmount: true };

type Keys = Omit<SigningRequest, 'encoded'>;

export const signInAllForms =
  (keys: Keys) =>
  ({ encoded }: { encoded: SigningRequest['encoded'] }): Record<string, string> => {
    const forms: Record<string, string> = signAll({ encoded, ...keys });
    const { 'signatures in hex': joined = '' } = forms;
    const each = joined.match(/.{128}/g) ?? [];
    return { ...forms, 'signatures of 65 bytes, as JSON': JSON.stringify(each.map((signature) => `${signature}01`)) };
  };

export const signPlainly =
  (keys: Keys) =>
  ({ encoded }: { encoded: SigningRequest['encoded'] }): Record<string, string> => {
    const { 'signatures in hex': signatures } = signAll({ encoded, ...keys });
    return { 'signatures in hex': signatures };
  };
