import type { RecordScene } from '@isochain/conformance';
import type { StarknetOptions } from '../../src/options.ts';
import { type Actor, inAllForms, signHash } from '../world/actor.ts';
import { leaver, newcomer, now, recipient, sender, staker, strk } from '../world/cast.ts';
import { honestEndpoints, honestFetch, honestSepolia } from '../world/honest.ts';
import type { World } from '../world/world.ts';

// Encodes over the stand-in, whose clock stands still. Signatures are those of @scure/starknet and starknet.js.

export type Intent = Readonly<Record<string, unknown>>;

/** In place of an amount. */
export const all: Intent = { amount: undefined, useMaxAmount: true };

export const transfer: Intent = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: String(2n * strk) },
};
export const deployment: Intent = { mode: 'deployAccount', senderPubKey: newcomer.publicKey };

/** What is asked of tokens and stakes, whose addresses the world knows. */
export function intentsOf({ addressOf, gold, engine, validators: [first, second] }: World) {
  const ofStaker = { senderAddress: addressOf(staker), validatorAddress: first.address };
  const stake: Intent = {
    ...{ mode: 'stake', senderAddress: sender.address },
    ...{ targetValidatorAddress: first.address, amount: String(10n * strk) },
  };
  return {
    tokens: { ...transfer, mode: 'transferToken', tokenId: gold, amount: '1234567' },
    ether: { ...transfer, mode: 'transferToken', tokenId: engine.eth, amount: String(strk) },
    stake,
    addition: { ...stake, senderAddress: addressOf(staker) },
    move: {
      ...{ ...stake, senderAddress: addressOf(staker) },
      ...{ sourceValidatorAddress: first.address, targetValidatorAddress: second.address },
    },
    unstake: { mode: 'unstake', ...ofStaker, amount: String(30n * strk) },
    withdraw: { mode: 'withdraw', ...ofStaker, senderAddress: addressOf(leaver) },
    claim: { mode: 'claimRewards', ...ofStaker },
  } as const satisfies Readonly<Record<string, Intent>>;
}

export interface Asking {
  readonly options?: Omit<StarknetOptions, 'endpoints' | 'fetch' | 'now' | 'onAttempt'>;
  readonly sign?: RecordScene['sign'];
}

export function asking(name: string, intent: Intent, { options, sign }: Asking = {}): RecordScene {
  return {
    ...{ name, chainId: 'starknet', intent, now },
    upstream: () => ({ endpoints: honestEndpoints, fetch: honestFetch }),
    ...(options === undefined ? {} : { options }),
    ...(sign === undefined ? {} : { sign }),
  };
}

/** The same on the test network. */
export function askingSepolia(name: string, intent: Intent, more: Asking = {}): RecordScene {
  return {
    ...asking(`${name} on Sepolia`, intent, more),
    chainId: 'starknet-sepolia',
    upstream: () => ({ endpoints: honestEndpoints, fetch: honestSepolia }),
  };
}

type Signing = NonNullable<RecordScene['sign']>;

/** Every form that signers produce. */
export const inEveryForm =
  (by: Actor): Signing =>
  ({ encoded }) =>
    inAllForms(encoded[0]?.hash?.value ?? '', by);

export const inHex =
  (by: Actor): Signing =>
  ({ encoded }) => ({ hex: signHash(encoded[0]?.hash?.value ?? '', by) });
