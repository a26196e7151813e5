import { setImmediate } from 'node:timers/promises';
import { address } from '@solana/kit';
import { EpochRewards, Rent } from 'litesvm';
import { EngineError, type Token } from '../engine.ts';
import { parseJson, stringifyJson } from '../json.ts';
import { RpcError } from '../json-rpc.ts';
import { solanaAccounts } from './accounts.ts';
import { readAccount, writeAccount } from './accounts-db.ts';
import { zeros } from './bytes.ts';
import type { SolanaEngine } from './engine.ts';
import { fillFaucet, setLamports } from './faucet.ts';
import { createNode } from './node.ts';
import { createNonceAccount } from './nonce.ts';
import { programs } from './programs.ts';
import { createDispatch } from './rpc/dispatch.ts';
import { RpcFault } from './rpc/fault.ts';
import { serveJsonRpc } from './rpc/server.ts';
import { associatedTokenAddress, TokenDesk } from './tokens.ts';
import { createValidator } from './validators.ts';

export interface SolanaOptions {
  /** The isochain chain id that the engine stands in for. Defaults to 'solana'. */
  chainId?: string;
  /** Defaults to 1036, the epoch of litesvm's clock. */
  startEpoch?: bigint;
  /** The chain's time at the start. Defaults to the present, or to a minute ago for a clock that follows another one. */
  startTime?: Date;
  /**
   * The clock that the chain follows, in milliseconds since 1970. While nothing is sent, slots pass without blocks, so that blockhashes do not age.
   * By default time stands still, and tests set it.
   */
  now?: () => number;
  /** Longer requests are refused with HTTP 413. Defaults to 50 KiB, as on nodes. */
  maxBodyBytes?: number;
  /** Leaves out the demo token and the validator, for tests that count accounts. Defaults to `false`. */
  bare?: boolean;
}

/** The first balance of each account: 10,000 SOL. */
const lamportsEach = 10_000n * 1_000_000_000n;

/** The demo token. Every account holds 1,000,000. */
const demoToken = { name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: 6 } as const;
const tokensEach = 1_000_000n * 10n ** BigInt(demoToken.decimals);

/**
 * Starts litesvm behind a JSON-RPC face on a free port of 127.0.0.1, with five accounts of 10,000 SOL each, a demo token that they hold, and
 * a validator to stake with.
 *
 * @example
 * const engine = await startSolana();
 * await engine.rpc('getBalance', [engine.accounts[0]?.address]);
 * await engine.advanceEpochs();
 * await engine.stop();
 */
export async function startSolana(options: SolanaOptions = {}): Promise<SolanaEngine> {
  const {
    chainId = 'solana',
    startEpoch = 1036n,
    now,
    // The set-up takes slots too. Afterwards the clock shall catch up with the present, and not run ahead of it.
    startTime = new Date(now === undefined ? Date.now() : now() - 60_000),
    maxBodyBytes = 50 * 1024,
    bare = false,
  } = options;
  const node = createNode({ startEpoch, startTime, now });
  const { svm, clock } = node;
  const desk = new TokenDesk(node);
  const tokens: Token[] = [];
  fillFaucet(node);
  for (const account of solanaAccounts) setLamports(node, address(account.address), lamportsEach);
  if (!bare) {
    createValidator(node, { name: 'Isochain Demo Validator' });
    const { name, ticker: symbol, decimals } = demoToken;
    const mint = await desk.createMint({ decimals, metaplex: { name, symbol } });
    for (const { address: owner } of solanaAccounts) await desk.createTokenAccount({ mint, owner, amount: tokensEach });
    tokens.push({ id: mint, ...demoToken });
  }

  const dispatch = createDispatch(node);
  const server = await serveJsonRpc(dispatch, { maxBodyBytes });

  return {
    name: 'litesvm',
    chainId,
    family: 'solana',
    url: server.url,
    // A request can hold at most ten calls with a hundred addresses each.
    settings: {
      endpoints: [{ url: server.url, name: 'embedded', maxBatch: 10 }],
      // The clock may be far behind, because it stands still until something is sent, or far ahead, because of the time machine.
      oldestBlockMs: 0,
      options: {},
    },
    accounts: solanaAccounts,
    tokens,
    stop: server.stop,
    get voteAccounts() {
      return node.validators.map(({ voteAccount }) => voteAccount);
    },
    async rpc<T>(method: string, params: readonly unknown[] = []): Promise<T> {
      try {
        // Nothing checks the type: see the interface.
        return overTheWire(dispatch(method, params)) as T;
      } catch (cause) {
        if (!(cause instanceof RpcFault)) throw cause;
        const { code, message, data } = cause;
        throw new RpcError(method, { code, message, ...(data === undefined ? {} : { data: overTheWire(data) }) });
      }
    },
    now() {
      clock.catchUp();
      const slot = clock.slot();
      return { slot, blockHeight: clock.blockHeight(), epoch: clock.epoch(), unixTime: clock.timeOf(slot) };
    },
    async fund(recipient, amount) {
      const account = address(recipient);
      setLamports(node, account, (readAccount(svm, account)?.lamports ?? 0n) + amount);
    },
    async mine(blocks = 1) {
      node.mine(BigInt(blocks));
    },
    async setAutomine(on) {
      node.automine = on;
    },
    async advanceSlots(slots) {
      clock.jump(BigInt(slots));
    },
    async expireBlockhash() {
      clock.expireBlockhashes();
    },
    async setEpoch(epoch) {
      clock.moveToEpoch(BigInt(epoch));
    },
    async advanceEpochs(epochs = 1) {
      clock.moveToEpoch(clock.epoch() + BigInt(epochs));
    },
    async setRewardDistribution(on) {
      const { blockhash } = clock.latestBlockhash();
      svm.setEpochRewards(new EpochRewards(clock.blockHeight() + 1n, 1n, blockhash, 0n, 0n, 0n, on));
    },
    async setRent(lamportsPerByte) {
      // Since SIMD-0194 the threshold is part of the price, and nothing is burned.
      svm.setRent(new Rent(lamportsPerByte, 1, 0));
    },
    async setPrioritizationFees(fees) {
      node.prioritizationFees = [...fees];
    },
    async setBalance(account, lamports) {
      setLamports(node, address(account), lamports);
    },
    async setAccount(account, { lamports, data = zeros(0), owner = programs.system, executable = false }) {
      writeAccount(svm, address(account), { lamports, data, owner: address(owner), executable });
    },
    createValidator: async (validator) => createValidator(node, validator).voteAccount,
    createMint: (mint) => desk.createMint(mint),
    async createTokenAccount(account) {
      // Tests make thousands of accounts in a loop. This lets the rest of the process run in between, such as the server.
      await setImmediate();
      return desk.createTokenAccount(account);
    },
    async mintTo(account, amount) {
      desk.mintTo(account, amount);
    },
    async freeze(account) {
      desk.setFrozen(account, true);
    },
    async thaw(account) {
      desk.setFrozen(account, false);
    },
    async associatedTokenAddress(owner, mint) {
      const program = readAccount(svm, address(mint))?.owner;
      if (program === undefined) throw new EngineError(`There is no mint ${mint}.`);
      return associatedTokenAddress(address(owner), address(mint), program);
    },
    createNonceAccount: async (nonce) => createNonceAccount(node, nonce),
  };
}

/** The answer as a caller over HTTP gets it. */
function overTheWire(value: unknown): unknown {
  return parseJson(stringifyJson(value));
}
