import type { EncodeResult, Problem, StakingBalance } from '@isochain/core';
import type { StarknetStandIn } from '@isochain/devnet/starknet';
import { starknet } from '../src/index.ts';
import { publicKeyOf, signatureOf } from './keys.ts';

/** One STRK in FRI. */
export const strk: bigint = 10n ** 18n;

/** What encode answered. */
interface Encoded {
  readonly data: Readonly<Record<string, unknown>> & { readonly params?: Readonly<Record<string, unknown>> };
  readonly hash: string | undefined;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** The codes of all problems. */
  readonly codes: readonly string[];
  /** HTTP round trips, one after the other. */
  readonly roundTrips: number;
}

/** Somebody with an account of Argent 0.4.0 and a key of their own, who stakes on the stand-in. */
export interface StakingAccount {
  readonly address: string;
  encode(intent: object): Promise<Encoded>;
  /**
   * Encodes, signs and sends.
   *
   * @throws Error if something of it fails, or the transaction is reverted.
   */
  send(intent: object): Promise<Encoded>;
  /** The staking part of the account state. */
  stakes(): Promise<StakingBalance>;
}

let next = 0x5151n;

/** @param balance - FRI. */
export async function stakerOn(
  engine: StarknetStandIn,
  balance: bigint = 10_000n * strk,
  // Another connection remembers nothing.
  privateKey: string = `0x${(next++).toString(16).padStart(64, '0')}`,
): Promise<StakingAccount> {
  const publicKey = publicKeyOf(privateKey);
  const expected = engine.addressOf('argent-0.4.0', publicKey);
  const isThere = engine.nonce(expected) > 0n || (await engine.balance(expected)) > 0n;
  const address = isThere ? expected : engine.deployAccount('argent-0.4.0', publicKey, { amount: balance });
  const { endpoints } = engine.settings;
  const chain = starknet.connect('starknet', {
    // One request for each batch.
    endpoints: endpoints.filter(({ kind }) => kind === 'node').map(({ url, name }) => ({ url, name, maxBatch: 100 })),
    oldestBlockMs: 0,
    now: () => engine.now() * 1000,
  });

  async function encode(intent: object) {
    let roundTrips = 0;
    const options = {
      onTrace(trace: { readonly roundTrips: number }) {
        roundTrips = trace.roundTrips;
      },
    };
    const answer = (await chain.encode({ senderAddress: address, ...intent } as never, options)) as EncodeResult;
    const { errors = [], warnings = [] } = answer.status as unknown as { errors?: Problem[]; warnings?: Problem[] };
    const { data, encoded } = answer.transaction;
    return {
      answer,
      data: data as unknown as Encoded['data'],
      hash: encoded[0]?.hash?.value,
      errors,
      warnings,
      codes: [...errors, ...warnings].map(({ code }) => code),
      roundTrips,
    };
  }

  return {
    address,
    encode,
    async send(intent) {
      const encoded = await encode(intent);
      if (encoded.hash === undefined) throw new Error(encoded.errors.map(({ message }) => message).join(' '));
      const signature = signatureOf(encoded.hash, privateKey);
      const { hash } = await chain.broadcast({ ...encoded.answer.transaction, signature } as never);
      const receipt = await engine.rpc<{ execution_status: string; revert_reason?: string }>(
        'starknet_getTransactionReceipt',
        { transaction_hash: hash },
      );
      if (receipt.execution_status !== 'SUCCEEDED') throw new Error(receipt.revert_reason);
      return encoded;
    },
    async stakes() {
      const { balances } = await chain.accountState(address);
      if (balances.staking === undefined) throw new Error('The account state has no stakes.');
      return balances.staking;
    },
  };
}
