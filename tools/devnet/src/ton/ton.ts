import { Address, type TupleItem } from '@ton/core';
import { createShardAccount } from '@ton/sandbox';
import { EngineError, type Token } from '../engine.ts';
import { tonAccounts } from './accounts.ts';
import { Chain } from './chain.ts';
import { codes } from './codes.ts';
import { configParam, withConfigParam, withSuspended } from './config.ts';
import type { TonEngine } from './engine.ts';
import { pay } from './faucet.ts';
import { runGetMethod } from './get-method.ts';
import { Jettons } from './jettons.ts';
import { Pools } from './pools.ts';
import { serve } from './server.ts';
import { tonapi } from './tonapi/routes.ts';
import { v2 } from './v2/routes.ts';
import { v3 } from './v3/routes.ts';
import type { World } from './world.ts';

export interface TonOptions {
  /** The isochain chain id that the engine stands in for. Defaults to 'ton'. */
  chainId?: string;
  /** The chain's time at the start. Defaults to the present. */
  startTime?: Date;
  /** The clock that the chain follows, in milliseconds since 1970. By default time stands still, and tests set it. */
  now?: () => number;
  /** Leaves out the demo jetton and the accounts' coins, for tests that count accounts. Defaults to `false`. */
  bare?: boolean;
}

/** The first balance of each account: 10,000 coins. */
const coinsEach = 10_000n * 1_000_000_000n;

/** The demo jetton. Every account holds 1,000,000. */
const demoToken = { name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: 6 } as const;
const tokensEach = 1_000_000n * 10n ** BigInt(demoToken.decimals);

/**
 * Starts the TON virtual machine behind the interfaces of toncenter and tonapi on a free port of 127.0.0.1, with an account of 10,000 coins for each
 * version of the wallet, and a demo jetton that they hold.
 *
 * @example
 * const engine = await startTon();
 * await fetch(`${engine.urls.v3}/accountStates?address=${engine.accounts[0]?.address}`);
 * engine.advance(86_400);
 * await engine.stop();
 */
export async function startTon(options: TonOptions = {}): Promise<TonEngine> {
  const { chainId = 'ton', now, startTime = new Date(now?.() ?? Date.now()), bare = false } = options;
  const chain = await Chain.create({ startTime: Math.floor(startTime.getTime() / 1000), now });
  const jettons = new Jettons(chain);
  const pools = new Pools(chain, jettons);
  const world: World = { chain, jettons, pools };
  const tokens: Token[] = [];
  if (!bare) {
    for (const account of tonAccounts) await pay(chain, { to: Address.parse(account.address), value: coinsEach });
    const { name, ticker: symbol, decimals } = demoToken;
    const master = await jettons.deploy({ name, symbol, decimals });
    for (const account of tonAccounts) await jettons.mint(master, Address.parse(account.address), tokensEach);
    tokens.push({ id: master.toString(), ...demoToken });
  }
  const server = await serve([v3(world), v2(world), tonapi(world)]);
  const urls = { v3: `${server.url}/api/v3`, v2: `${server.url}/api/v2`, tonapi: `${server.url}/v2` };

  return {
    name: '@ton/sandbox',
    chainId,
    family: 'ton',
    url: urls.v3,
    urls,
    settings: {
      endpoints: [
        { url: urls.v3, name: 'embedded', kind: 'toncenter-v3' },
        { url: urls.tonapi, name: 'embedded-tonapi', kind: 'tonapi' },
        { url: urls.v2, name: 'embedded-v2', kind: 'toncenter-v2' },
      ],
      // The clock may be far behind, because it stands still, or far ahead, because of the time machine.
      oldestBlockMs: 0,
      // The engine's pools are contracts of its own.
      options: { nominatorPoolCodes: [codes.nominatorPool.cell.hash().toString('hex')] },
    },
    accounts: tonAccounts,
    tokens,
    stop: server.stop,
    now: () => chain.now(),
    advance: (seconds) => chain.advance(seconds),
    async setAutomine(on) {
      chain.automine = on;
    },
    mine: (blocks = 1) => chain.mine(blocks),
    fund: (address, amount) => pay(chain, { to: Address.parse(address), value: amount }),
    async state(text) {
      const { account, accountState, balance } = await chain.contract(Address.parse(text));
      const known = await chain.isKnown(Address.parse(text));
      const state = accountState?.type === 'active' ? accountState.state : undefined;
      const stats = account.account?.storageStats;
      return {
        status: known ? (accountState?.type ?? 'nonexist') : 'nonexist',
        balance,
        code: state?.code ?? undefined,
        data: state?.data ?? undefined,
        storage: {
          cells: stats?.used.cells ?? 0n,
          bits: stats?.used.bits ?? 0n,
          lastPaid: stats?.lastPaid ?? 0,
          due: stats?.duePayment ?? 0n,
        },
      };
    },
    async setContract(text, content) {
      const address = Address.parse(text);
      await chain.blockchain.setShardAccount(address, createShardAccount({ address, ...content }));
    },
    suspend: (address) =>
      chain.configure(withSuspended(chain.config, Address.parse(address), chain.now() + 31_536_000)),
    rehearse: (run) => chain.rehearse(run),
    setConfigParam: (id, value) => chain.configure(withConfigParam(chain.config, id, value)),
    configParam: (id) => configParam(chain.config, id),
    deployJetton: async (jetton) => (await jettons.deploy(jetton)).toString(),
    mint: (master, owner, amount) => jettons.mint(Address.parse(master), Address.parse(owner), amount),
    async jettonWallet(master, owner) {
      const wallet = await jettons.walletOf(Address.parse(master), Address.parse(owner));
      if (wallet === undefined) throw new EngineError(`There is no jetton ${master}.`);
      return wallet.toString();
    },
    jettonBalance: (master, owner) => jettons.balance(Address.parse(master), Address.parse(owner)),
    deployNominatorPool: async (pool) => (await pools.deployNominatorPool(pool)).toString(),
    deployLiquidPool: async (pool) => (await pools.deployLiquidPool(pool)).toString(),
    startRound: (pool, amount) => pools.startRound(Address.parse(pool), amount),
    finishRound: (pool, result) => pools.finishRound(Address.parse(pool), result),
    async get(address, method, args = []) {
      const items = args.map(
        (value): TupleItem => (typeof value === 'bigint' ? { type: 'int', value } : { type: 'slice', cell: value }),
      );
      const { exitCode, stack } = await runGetMethod(chain, Address.parse(address), method, items);
      if (exitCode !== 0 && exitCode !== 1) throw new EngineError(`${method} ended with exit code ${exitCode}.`);
      return stack.map(contentOf);
    },
  };
}

function contentOf(item: TupleItem): unknown {
  switch (item.type) {
    case 'int':
      return item.value;
    case 'cell':
    case 'slice':
    case 'builder':
      return item.cell;
    case 'tuple':
      return item.items.map(contentOf);
    default:
      return null;
  }
}
