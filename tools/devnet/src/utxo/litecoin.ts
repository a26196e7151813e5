import { EngineError } from '../engine.ts';
import { createTurns } from '../in-turn.ts';
import { RpcError } from '../json-rpc.ts';
import { accountsOf } from './accounts.ts';
import { prefixesOf, scriptOf } from './addresses.ts';
import { toSmallestUnit } from './amounts.ts';
import type { LitecoinEngine, MempoolVerdict, Payee } from './engine.ts';
import { type EsploraServer, serveEsplora } from './esplora/server.ts';
import { type Faucet, type MwebFaucet, openFaucet, openMwebFaucet } from './faucet.ts';
import { type Litecoind, startLitecoind } from './litecoind.ts';

export interface LitecoinOptions {
  /** The isochain chain id that the engine stands in for. It decides the spelling of addresses. Defaults to 'bitcoin-testnet'. */
  chainId?: string;
  /**
   * The rules of relaying: Litecoin Core's own rules, or Bitcoin Core's rules of dust and replacement. Defaults to 'litecoin' for chain id
   * 'litecoin', and to 'bitcoin' for others.
   */
  policy?: 'bitcoin' | 'litecoin';
  /** Activates MWEB, with coins inside. Defaults to `false`. */
  mweb?: boolean;
  /** The number of blocks at the start, at least 120. Defaults to 600: relative time locks (BIP68) hold from 432 on. Ignored with `mweb`. */
  blocks?: number;
  /** Seconds between blocks. By default only `mine` and payments make blocks. */
  blockTime?: number;
  /** Esplora's interface refuses to list the coins of an address with more coins. Defaults to 500, as on public servers. */
  utxoLimit?: number;
  /** Leaves the accounts without coins, for tests that count them. Defaults to `false`. */
  bare?: boolean;
}

/** The coins of each account at the start: four coins of 10 and one of a thousandth, in the smallest unit. */
const coinsEach = [1_000_000_000n, 1_000_000_000n, 1_000_000_000n, 1_000_000_000n, 100_000n];

/** The block before MWEB is active: Litecoin Core, src/chainparams.cpp, CRegTestParams. */
const lastBlockBeforeMweb = 431;

/**
 * Starts litecoind in regtest behind a face that speaks Esplora, both on free ports of 127.0.0.1. A node judges scripts, so the engine can stand in
 * for any chain of the family. It takes addresses of all these chains and reads them as their scripts.
 *
 * @throws EngineError when litecoind is not installed or does not come up.
 *
 * @example
 * const engine = await startLitecoin();
 * await engine.fund('tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8', 100_000n);
 * await engine.testMempoolAccept('0200…');
 * await engine.stop();
 */
export async function startLitecoin(options: LitecoinOptions = {}): Promise<LitecoinEngine> {
  const { chainId = 'bitcoin-testnet', mweb = false, blocks = 600, blockTime, utxoLimit = 500, bare = false } = options;
  const policy = options.policy ?? (chainId === 'litecoin' ? 'litecoin' : 'bitcoin');
  const node = await startLitecoind({ policy, mweb });
  try {
    const faucet = await openFaucet(node.rpc, mweb ? lastBlockBeforeMweb : Math.max(120, blocks));
    const mwebFaucet = mweb ? await openMwebFaucet(node.rpc, faucet) : undefined;
    await node.rpc.call('setmocktime', [0]);
    const genesisHash = await node.rpc.call<string>('getblockhash', [0]);
    const esplora = await serveEsplora(node.rpc, { prefixes: prefixesOf(chainId), utxoLimit });
    const engine = createEngine({ chainId, node, esplora, faucet, mwebFaucet, genesisHash });
    if (!bare) {
      await engine.pay(engine.accounts.flatMap(({ address }) => coinsEach.map((amount) => ({ to: address, amount }))));
    }
    return blockTime === undefined ? engine : mineByTheClock(engine, blockTime);
  } catch (cause) {
    await node.process.stop();
    throw cause;
  }
}

interface Parts {
  readonly chainId: string;
  readonly node: Litecoind;
  readonly esplora: EsploraServer;
  readonly faucet: Faucet;
  readonly mwebFaucet: MwebFaucet | undefined;
  readonly genesisHash: string;
}

function createEngine({ chainId, node, esplora, faucet, mwebFaucet, genesisHash }: Parts): LitecoinEngine {
  const name = 'litecoind';

  async function rpc<T>(method: string, params: readonly unknown[] = [], wallet?: string): Promise<T> {
    try {
      return await node.rpc.call<T>(method, params, wallet);
    } catch (cause) {
      if (cause instanceof RpcError) throw cause;
      const ended = node.process.ended();
      const fate = ended === undefined ? 'did not answer' : `is gone (${ended}), so nothing answers`;
      throw new EngineError(`${name} ${fate} ${method}. It wrote last:\n${node.process.tail().trimEnd()}`, { cause });
    }
  }

  async function pay(
    outputs: readonly { readonly to: Payee; readonly amount: bigint }[],
    { confirm = true }: { readonly confirm?: boolean } = {},
  ) {
    const coins = await faucet.pay(outputs.map(({ to, amount }) => ({ script: toScript(to), amount })));
    if (confirm) await faucet.mine(1);
    return coins;
  }

  async function fundScript(script: Uint8Array | string, amount: bigint) {
    const to = typeof script === 'string' ? Buffer.from(script, 'hex') : script;
    const [coin] = await pay([{ to, amount }]);
    if (coin === undefined) throw new EngineError('The faucet paid nothing.');
    return coin;
  }

  // A node does one scan at a time, and refuses others meanwhile.
  const scanInTurn = createTurns();

  return {
    name,
    chainId,
    family: 'bitcoin',
    url: esplora.url,
    rpcUrl: node.url,
    pid: node.process.pid,
    genesisHash,
    accounts: accountsOf(prefixesOf(chainId)),
    tokens: [],
    settings: {
      endpoints: [
        { url: esplora.url, name, kind: 'esplora' },
        { url: node.url, name: `${name}-rpc`, kind: 'core' },
      ],
      oldestBlockMs: 0,
      options: { genesisHash },
    },
    rpc,
    pay,
    fundScript,
    async fund(address, amount) {
      await pay([{ to: address, amount }]);
    },
    mine: (blocks = 1) => faucet.mine(blocks),
    async balanceOf(payee) {
      const scan = [`raw(${Buffer.from(toScript(payee)).toString('hex')})`];
      const { total_amount } = await scanInTurn(() => rpc<{ total_amount: number }>('scantxoutset', ['start', scan]));
      return toSmallestUnit(total_amount);
    },
    async testMempoolAccept(raw) {
      const [verdict] = await rpc<MempoolVerdict[]>('testmempoolaccept', [[raw]]);
      if (verdict === undefined) throw new EngineError(`${name} did not say what it makes of the transaction.`);
      return verdict;
    },
    height: () => rpc<number>('getblockcount'),
    async pegOut(payee, amount) {
      if (mwebFaucet === undefined) throw new EngineError(`${name} has no MWEB. Start it with \`mweb: true\`.`);
      return mwebFaucet.pegOut({ script: toScript(payee), amount });
    },
    async stop() {
      await Promise.all([esplora.stop(), node.process.stop()]);
    },
  };
}

/** The clock stops with the engine, and does not keep the process alive. */
function mineByTheClock(engine: LitecoinEngine, seconds: number): LitecoinEngine {
  // A failed block does no harm: the next block comes, or the engine is gone and the next request to it fails.
  const clock = setInterval(() => engine.mine().catch(() => {}), seconds * 1000).unref();
  return {
    ...engine,
    stop() {
      clearInterval(clock);
      return engine.stop();
    },
  };
}

function toScript(payee: Payee): Uint8Array {
  return typeof payee === 'string' ? scriptOf(payee) : payee;
}
