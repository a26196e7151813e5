import { tonMainnetConfig } from '@isochain/devnet/ton';
import { Cell, loadMessage, type Transaction } from '@ton/core';
import { Blockchain, type SandboxContract, type TreasuryContract } from '@ton/sandbox';
import { assemble } from '../src/bytes/assemble.ts';
import { finalize } from '../src/bytes/finalize.ts';
import type { TonPlan } from '../src/bytes/transaction.ts';
import { type Prices, readConfig } from '../src/fees/prices.ts';
import type { Address } from '../src/ton-core.ts';
import type { AccountFacts } from '../src/upstream/queries/accounts.ts';
import type { SeededKey } from './seeded-key.ts';

/** The real virtual machine of TON, with one set of prices. */
export interface Machine {
  readonly chain: Blockchain;
  readonly prices: Prices;
  /** Has coins without end. */
  readonly treasury: SandboxContract<TreasuryContract>;
  fund(to: Address, value: bigint): Promise<void>;
  /** What an endpoint would answer about an account. */
  facts(of: Address): Promise<AccountFacts>;
  balance(of: Address): Promise<bigint>;
  /** Signs a plan, sends it, and carries out all that follows. */
  send(plan: TonPlan, key: SeededKey): Promise<Transaction[]>;
  /** @returns The exit code with which the contract refuses a message. Undefined if it takes it. */
  refusal(message: Cell): Promise<number | undefined>;
}

/** All prices of mainnet's storage hold at this time. */
const start = 1_800_000_000;

/** @param now - Unix time in seconds. It can only be moved forward. */
export async function machine(config: 'sandbox' | 'mainnet', now = start): Promise<Machine> {
  const chain = await Blockchain.create(config === 'sandbox' ? {} : { config: tonMainnetConfig() });
  chain.now = now;
  const prices = readConfig(chain.config);
  if (prices === undefined) throw new Error('The configuration cannot be read.');
  const treasury = await chain.treasury('treasury');
  const balance = async (of: Address) => (await chain.getContract(of)).balance;
  return {
    chain,
    prices,
    treasury,
    balance,
    fund: async (to, value) => {
      await treasury.send({ to, value, bounce: false });
    },
    async facts(of) {
      const { account, accountState, lastTransactionLt, balance } = await chain.getContract(of);
      const isActive = accountState?.type === 'active';
      return {
        balance,
        status: isActive ? 'active' : account.account ? 'uninit' : 'nonexist',
        code: isActive ? (accountState.state.code ?? undefined) : undefined,
        data: isActive ? (accountState.state.data ?? undefined) : undefined,
        lastLt: account.account?.storage.lastTransLt ?? lastTransactionLt,
      };
    },
    async send(plan, key) {
      const { transactions } = await chain.sendMessage(loadMessage(signed(plan, key).beginParse()));
      return transactions;
    },
    async refusal(message) {
      try {
        await chain.sendMessage(loadMessage(message.beginParse()));
        return undefined;
      } catch (error) {
        const { exitCode } = error as { exitCode?: number };
        if (exitCode === undefined) throw error;
        return exitCode;
      }
    },
  };
}

/** The signed external message of a plan. */
export function signed(plan: TonPlan, key: SeededKey): Cell {
  const { items, unsigned } = assemble(plan);
  const signature = key.sign(Buffer.from(items[0]?.hash?.value ?? '', 'hex'));
  return Cell.fromBase64(finalize(plan, unsigned, Buffer.from(signature).toString('hex')).raw);
}

/** Unix time in seconds: when the price of storage in mainnet's basechain fell. */
export const priceCut = 1_777_500_000;
