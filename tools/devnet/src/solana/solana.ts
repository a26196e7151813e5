import { setImmediate } from 'node:timers/promises';
import { address } from '@solana/kit';
import { EpochRewards, Rent } from 'litesvm';
import { EngineError, type Token } from '../engine.ts';
import { RpcError } from '../json-rpc.ts';
import { solanaAccounts } from './accounts.ts';
import { readAccount, writeAccount } from './accounts-db.ts';
import { zeros } from './bytes.ts';
import type { SolanaEngine } from './engine.ts';
import { fillFaucet, setLamports } from './faucet.ts';
import { parseJson, stringifyJson } from './json.ts';
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
  /** Defaults to 1036, where the clock of litesvm stands. */
  startEpoch?: bigint;
  /** What the clock of the chain shows at first. Defaults to the present, or to a minute ago for a clock that follows another one. */
  startTime?: Date;
  /**
   * What the clock of the chain follows: milliseconds since 1970. While nothing is sent, slots pass without blocks, so that blockhashes do not
   * age. By default time stands still, and tests decide what time it is.
   */
  now?: () => number;
  /** Longer requests are refused with HTTP 413. Defaults to 50 KiB, as nodes have it. */
  maxBodyBytes?: number;
  /** Leaves out demo token and validator, for tests that count accounts. Defaults to `false`. */
  bare?: boolean;
}

/** What each account starts with: 10,000 SOL. */
const lamportsEach = 10_000n * 1_000_000_000n;

/** The token that every account holds 1,000,000 of. */
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
    // What is set up takes slots too. The clock shall catch up with the present afterwards, and not run ahead of it.
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
    // Ten calls with a hundred addresses each are as much as a request may hold.
    settings: {
      endpoints: [{ url: server.url, name: 'embedded', maxBatch: 10 }],
      // The clock stands still until something is sent, and the time machine puts it far ahead.
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
        // The caller knows the method, see the interface.
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
      // The threshold is part of the price since SIMD-0194, and nothing is burned any more.
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
      // Thousands of them are made in a loop: all else in the process, the server included, has its turn in between.
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

/** As who calls over HTTP gets it. */
function overTheWire(value: unknown): unknown {
  return parseJson(stringifyJson(value));
}
