import { createHash } from 'node:crypto';
import type { CosmosChainId } from '../../src/index.ts';
import { testKey } from '../keys.ts';
import { type StandIn, startStandIn } from '../stand-in/index.ts';
import type { Ledger } from '../stand-in/ledger.ts';
import { operatorsOf, standInChain } from '../stand-in/setting.ts';
import type { StandInChain } from '../stand-in/types.ts';

// The true chain of the scenes, and its accounts.

/** The time of all scenes: 2026-11-23T00:00:00Z. */
export const now: number = Date.UTC(2026, 10, 23);

/** The trace of a token that came over IBC. It is not on a bundled list. */
export const trace: { readonly path: string; readonly base: string } = { path: 'transfer/channel-9', base: 'ugold' };
export const token: string = `ibc/${createHash('sha256').update(`${trace.path}/${trace.base}`).digest('hex').toUpperCase()}`;

/** A token that a stranger made on the chain. */
export const factoryToken: string = `factory/${castOf('cosmoshub').stranger.address}/gem`;

/** The accounts of the scenes on one chain. */
export interface Cast {
  readonly chain: StandInChain;
  readonly sender: ReturnType<typeof testKey>;
  readonly recipient: ReturnType<typeof testKey>;
  readonly stranger: ReturnType<typeof testKey>;
  /** The sender has a stake with it, and rewards. */
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
const nextSequence = 41n;

/** A chain with a sender who has signed before, and has coins, a token, and a stake of 10 coins with rewards. */
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
