import { createHash } from 'node:crypto';
import type { CosmosChainId } from '../../src/index.ts';
import { testKey } from '../keys.ts';
import { type StandIn, startStandIn } from '../stand-in/index.ts';
import type { Ledger } from '../stand-in/ledger.ts';
import { operatorsOf, standInChain } from '../stand-in/setting.ts';
import type { StandInChain } from '../stand-in/types.ts';

// The true chain of the scenes, and who is on it.

/** The time of all scenes: 2026-11-23T00:00:00Z. */
export const now: number = Date.UTC(2026, 10, 23);

/** Came over IBC. Not on a bundled list. */
export const trace: { readonly path: string; readonly base: string } = { path: 'transfer/channel-9', base: 'ugold' };
export const token: string = `ibc/${createHash('sha256').update(`${trace.path}/${trace.base}`).digest('hex').toUpperCase()}`;

/** Somebody made it on the chain. */
export const factoryToken: string = `factory/${castOf('cosmoshub').stranger.address}/gem`;

/** Who takes part, on one chain. */
export interface Cast {
  readonly chain: StandInChain;
  readonly sender: ReturnType<typeof testKey>;
  readonly recipient: ReturnType<typeof testKey>;
  readonly stranger: ReturnType<typeof testKey>;
  /** Has a stake of the sender, and rewards for it. */
  readonly validator: string;
  readonly other: string;
  /** One whole coin, in the smallest unit. */
  readonly whole: bigint;
}

export function castOf(chainId: CosmosChainId): Cast {
  const chain = standInChain(chainId);
  const [validator = '', other = ''] = operatorsOf(chain);
  return {
    ...{ chain, validator, other },
    ...{ sender: testKey(chain, 1), recipient: testKey(chain, 2), stranger: testKey(chain, 3) },
    whole: chain.denom.startsWith('u') ? 10n ** 6n : chain.denom.startsWith('n') ? 10n ** 9n : 10n ** 18n,
  };
}

/** The sequence of the sender's next transaction. */
export const nextSequence = 41n;

/** A sender who has signed before: with coins, a token, a stake of 10 coins and rewards for it. */
export function startWorld(chainId: CosmosChainId, build: (ledger: Ledger) => void = () => {}): StandIn {
  const { chain, sender, recipient, validator, whole } = castOf(chainId);
  const started = startStandIn(chain, operatorsOf(chain), () => now);
  const { ledger } = started;
  ledger.credit(sender.address, chain.denom, 100n * whole);
  ledger.credit(sender.address, token, 5_000_000n);
  ledger.setDelegation(sender.address, validator, 10n * whole);
  ledger.setReward(sender.address, validator, whole / 2n);
  ledger.credit(recipient.address, chain.denom, whole);
  const account = ledger.account(sender.address);
  account.sequence = nextSequence;
  account.publicKey = Buffer.from(sender.publicKey, 'hex');
  build(ledger);
  return started;
}
