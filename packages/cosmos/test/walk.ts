import type { Chain, CompletedData } from '@isochain/core';
import type { CosmosEngine } from '@isochain/devnet/cosmos';
import { eventually } from '@isochain/devnet/eventually';
import { expect } from 'vitest';
import { type CosmosChainId, cosmos } from '../src/index.ts';
import { signedForms } from './conformance.ts';
import type { TestKey } from './keys.ts';
import { standInChain } from './stand-in/setting.ts';

/** Carries out every mode on a real node, and compares every read with what the node itself tells. */
export class Walk {
  readonly #chain: Chain;
  readonly #chainId: CosmosChainId;
  readonly #engine: CosmosEngine;
  readonly #sender: TestKey;
  readonly #unit: bigint;

  constructor(chainId: CosmosChainId, decimals: number, engine: CosmosEngine) {
    const { endpoints } = engine.settings;
    this.#chainId = chainId;
    this.#engine = engine;
    this.#chain = cosmos.connect(chainId, { endpoints, oldestBlockMs: 0 } as Parameters<typeof cosmos.connect>[1]);
    const [first] = engine.accounts;
    if (first === undefined) throw new Error('The engine has no account.');
    const privateKey = Buffer.from(first.privateKey.slice(2), 'hex');
    this.#sender = { address: first.address, publicKey: first.publicKey, privateKey };
    this.#unit = 10n ** BigInt(decimals);
  }

  /** Encodes, signs and broadcasts, then waits until the chain shows the transaction as done. */
  async #carryOut(intent: Record<string, unknown>): Promise<CompletedData & { readonly hash: string }> {
    const { address, publicKey } = this.#sender;
    const { transaction, status } = await this.#chain.encode({
      ...intent,
      ...{ senderAddress: address, senderPubKey: publicKey, memo: 'every chain' },
    });
    expect(status.errors).toEqual([]);
    const signature = signedForms(standInChain(this.#chainId), transaction.encoded, this.#sender).hex;
    const { hash } = await this.#chain.broadcast({ ...transaction, signature });
    expect(await this.#outcome(hash)).toBe('confirmed');
    return { ...(transaction.data as unknown as CompletedData), hash };
  }

  /** The state of a transaction once it is in a block. */
  async #outcome(hash: string): Promise<string | undefined> {
    const state = async () => (await this.#chain.transaction(hash)).transaction.parsed?.state;
    return eventually(state, (seen) => seen === 'confirmed' || seen === 'failed', { interval: 100 });
  }

  async #blocks(): Promise<void> {
    for (let i = 0; i < 3; i += 1) await this.#engine.mine();
  }

  async all(): Promise<void> {
    const [validator, other] = this.#engine.validators;
    const [, recipient] = this.#engine.accounts;
    const to = { recipientAddress: recipient?.address };
    const [token] = this.#engine.tokens;
    const hashes: string[] = [];
    const note = async (intent: Record<string, unknown>) => {
      const { hash } = await this.#carryOut(intent);
      hashes.unshift(hash);
    };
    await note({ mode: 'transfer', ...to, amount: String(this.#unit + 1n) });
    await note({ mode: 'transferToken', ...to, tokenId: token?.id, amount: '1000001' });
    await note({ mode: 'stake', targetValidatorAddress: validator, amount: String(90n * this.#unit) });
    await note({
      ...{ mode: 'stake', sourceValidatorAddress: validator, targetValidatorAddress: other },
      amount: String(20n * this.#unit),
    });
    // Every change of a stake pays its rewards. The next come with the next blocks.
    await this.#blocks();
    await note({ mode: 'claimRewards', validatorAddress: validator });
    await this.#blocks();
    await note({ mode: 'claimRewards', validatorAddress: validator, compound: true });
    await note({ mode: 'unstake', validatorAddress: validator, amount: String(5n * this.#unit) });
    await this.#reads(hashes, validator ?? '', token?.id ?? '');
  }

  /** Expects that every read shows the transactions as the node itself does. */
  async #reads(hashes: readonly string[], validator: string, token: string): Promise<void> {
    const { address, publicKey } = this.#sender;
    const { balances } = await this.#chain.accountState(address);
    expect(balances.native?.available).toBe(String(await this.#engine.balanceOf(address)));
    const held = balances.tokens?.find((each) => each.token.id === token);
    expect(held?.amount).toBe(String(await this.#engine.balanceOf(address, token)));
    const unlocking = balances.staking?.positions.filter(({ status }) => status === 'unlocking');
    expect(unlocking?.map(({ amount }) => amount)).toEqual([String(5n * this.#unit)]);
    const { validators } = await this.#chain.validators();
    expect(validators.find((each) => each.address === validator)).toMatchObject({
      name: 'Isochain One',
      commission: 0.05,
    });
    expect(await this.#chain.token(token)).toMatchObject({ id: token, ticker: 'DEMO', decimals: '6' });
    const { transactions } = await this.#chain.history(address, { limit: 10 });
    expect(transactions.map(({ parsed }) => parsed?.id).slice(0, hashes.length)).toEqual(hashes);
    const modes = ['unstake', 'claimRewards', 'claimRewards', 'stake', 'stake', 'transferToken', 'transfer'];
    expect(transactions.map(({ parsed }) => parsed?.mode).slice(0, modes.length)).toEqual(modes);
    expect(this.#chain.addresses(publicKey)).toMatchObject({ addresses: [{ address }] });
  }
}
