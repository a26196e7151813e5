import type { Token } from '../engine.ts';
import { callRpc } from '../json-rpc.ts';
import { starknetAccounts } from './accounts.ts';
import type { RpcAnswer, RpcCall, RpcInterceptor, StarknetStandIn } from './engine.ts';
import { Chain } from './node/chain.ts';
import { serve } from './rpc/server.ts';
import { Staking, stakingAddresses } from './staking.ts';
import { ascii, padded, toFelt } from './vm/felt.ts';
import { voyager } from './voyager.ts';
import {
  accountAddress,
  createMachine,
  ethAddress,
  mint,
  placeAccount,
  placeToken,
  strkAddress,
  tokenBalance,
} from './world.ts';

export interface StarknetOptions {
  /** The isochain chain id that the engine stands in for. Defaults to 'starknet'. */
  chainId?: 'starknet' | 'starknet-sepolia';
  /** The chain's time at the start. Defaults to the present. */
  startTime?: Date;
  /** The clock that the chain follows, in milliseconds since 1970. By default time stands still, and goes on by 2 seconds with each block. */
  now?: () => number;
  /** Leaves out the demo token and the accounts. Defaults to `false`. */
  bare?: boolean;
}

/** The first balance of each account: 10,000 STRK. */
const coinsEach = 10_000n * 10n ** 18n;

/** The demo token. Every account holds 1,000,000, and 10 ETH. */
const demoToken = { name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: 6 } as const;
const tokensEach = 1_000_000n * 10n ** BigInt(demoToken.decimals);
const etherEach = 10n * 10n ** 18n;

const nativeIds = { starknet: 'SN_MAIN', 'starknet-sepolia': 'SN_SEPOLIA' } as const;

/**
 * Starts a stand-in of a Starknet node and of Voyager's index on a free port of 127.0.0.1. Its five accounts hold 10,000 STRK, 10 ETH and a demo token
 * each; the last one is not deployed. It hashes and verifies transactions with @scure/starknet, and models contracts by their public sources.
 *
 * @example
 * const engine = await startStarknet();
 * await engine.rpc('starknet_chainId');
 * await engine.advance(7 * 86_400);
 * await engine.stop();
 */
export async function startStarknet(options: StarknetOptions = {}): Promise<StarknetStandIn> {
  const { chainId = 'starknet', now, bare = false } = options;
  const startTime = Math.floor((options.startTime?.getTime() ?? now?.() ?? Date.now()) / 1000);
  const machine = createMachine();
  placeToken(machine, { kind: 'data-only', name: 'Starknet Token', symbol: 'STRK', address: padded(strkAddress) });
  placeToken(machine, { kind: 'data-only', name: 'Ether', symbol: 'ETH', address: padded(ethAddress) });
  const chain = new Chain({
    machine,
    chainId: ascii(nativeIds[chainId]),
    strk: strkAddress,
    startTime,
    now: now && (() => Math.floor(now() / 1000)),
  });

  const staking = chain.change(() => new Staking(machine, stakingAddresses[chainId], startTime));
  chain.record(staking.firstEvents);

  const tokens: Token[] = [];
  const requests: RpcCall[] = [];
  const failures: { method: string; answer: RpcAnswer }[] = [];
  let interceptor: RpcInterceptor | undefined;

  const engine: Omit<StarknetStandIn, 'url' | 'settings' | 'stop' | 'rpc' | 'voyagerUrl'> = {
    name: 'stand-in of a Starknet node',
    chainId,
    family: 'starknet',
    accounts: starknetAccounts,
    tokens,
    strk: padded(strkAddress),
    eth: padded(ethAddress),
    requests,
    now: () => chain.head.timestamp,
    async mine(blocks = 1) {
      chain.mine(blocks);
    },
    async advance(seconds) {
      chain.advance(seconds);
    },
    setMining: (mode) => {
      chain.mining = mode;
    },
    drop: (hash) => {
      chain.mempool = chain.mempool.filter((transaction) => transaction.hash !== toFelt(hash));
    },
    async fund(address, amount, tokenId) {
      chain.change(() => mint(machine, tokenId === undefined ? strkAddress : toFelt(tokenId), toFelt(address), amount));
    },
    async balance(address, tokenId) {
      return tokenBalance(machine, tokenId === undefined ? strkAddress : toFelt(tokenId), toFelt(address));
    },
    setSpecVersion: (version) => {
      chain.specVersion = version;
    },
    setGasPrices: (prices) => {
      chain.prices = { ...chain.prices, ...prices };
    },
    setUsage: (usage) => {
      chain.usage = { ...chain.usage, ...usage };
    },
    setGasPriceFloor: (fri) => {
      chain.priceFloor = fri;
    },
    deployAccount: (kind, publicKey, more = {}) =>
      chain.change(() => {
        const address = placeAccount(machine, kind, toFelt(publicKey), more);
        mint(machine, strkAddress, address, more.amount ?? coinsEach);
        return padded(address);
      }),
    addressOf: (kind, publicKey) => padded(accountAddress(kind, toFelt(publicKey))),
    undeploy: (address) =>
      chain.change(() => {
        machine.place(toFelt(address), 0n);
        machine.setNonce(toFelt(address), 0n);
      }),
    setClassHash: (address, classHash) => chain.change(() => machine.place(toFelt(address), toFelt(classHash))),
    setNonce: (address, nonce) => chain.change(() => machine.setNonce(toFelt(address), nonce)),
    nonce: (address) => machine.nonceAt(toFelt(address)),
    deployToken: (more = {}) => chain.change(() => padded(placeToken(machine, more))),
    async rehearse(run) {
      const restore = chain.snapshot();
      const [count, kept] = [requests.length, [...failures]];
      try {
        return await run();
      } finally {
        restore();
        requests.length = count;
        failures.splice(0, failures.length, ...kept);
      }
    },
    intercept: (next) => {
      interceptor = next;
    },
    failNext: (method, answer) => void failures.push({ method, answer }),
    staking: padded(staking.address),
    bitcoinPool: padded(staking.bitcoinPool),
    fakePool: padded(staking.fakePool),
    validators: () => staking.validators(),
    poolMember: (pool, member) => staking.member(toFelt(pool), toFelt(member)),
    addReward: (pool, member, amount) => chain.change(() => staking.addReward(toFelt(pool), toFelt(member), amount)),
    setCommission: (validator, commission) => chain.change(() => staking.setCommission(toFelt(validator), commission)),
    setValidatorState: (validator, state) =>
      chain.change(() => staking.setState(toFelt(validator), state, chain.head.timestamp)),
    setStakingPaused: (on) => chain.change(() => staking.setPaused(on)),
    setPeerIds: (on) => chain.change(() => staking.setPeerIds(on)),
    withoutStakingFunctions: (names) => chain.change(() => staking.removeFunctions(names)),
  };

  if (!bare) {
    chain.change(() => {
      const holders = starknetAccounts.map(({ address }) => address);
      for (const { address, publicKey = '', kind, isDeployed } of starknetAccounts) {
        if (isDeployed) placeAccount(machine, kind, toFelt(publicKey), { address });
        mint(machine, strkAddress, toFelt(address), coinsEach);
        mint(machine, ethAddress, toFelt(address), etherEach);
      }
      const { name, ticker: symbol, decimals } = demoToken;
      const id = placeToken(machine, { name, symbol, decimals, holders, amountEach: tokensEach });
      tokens.push({ id: padded(id), ...demoToken });
    });
  }

  const server = await serve({
    chain,
    index: voyager(chain),
    onCall: (call) => void requests.push(call),
    interceptor: () => (call, answer) => {
      const index = failures.findIndex(({ method }) => method === call.method);
      const [failure] = index < 0 ? [] : failures.splice(index, 1);
      if (failure !== undefined) return failure.answer;
      return interceptor === undefined ? answer() : interceptor(call, answer);
    },
  });
  return {
    ...engine,
    url: server.url,
    voyagerUrl: `${server.url}/beta`,
    settings: {
      endpoints: [
        { url: server.url, name: 'embedded', maxBatch: 100, kind: 'node' },
        { url: `${server.url}/beta`, name: 'embedded-voyager', kind: 'voyager' },
      ],
      // The clock may stand still.
      oldestBlockMs: 0,
      options: { tokens: [...tokens] },
    },
    stop: server.stop,
    async rpc<T>(method: string, params: object = []) {
      // Nothing checks the type: see the interface.
      return (await callRpc(server.url, method, params)) as T;
    },
  };
}
