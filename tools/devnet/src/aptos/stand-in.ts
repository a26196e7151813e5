import { aptosAccounts, aptosSingleKeyAccount } from './accounts.ts';
import { type Address, aptCoin, normalType, pairedAsset, storeAddress, toAddress } from './address.ts';
import { Chain } from './chain/chain.ts';
import type {
  AptosEngine,
  AptosOptions,
  NodeBehaviour,
  PoolSummary,
  RestCall,
  RestInterceptor,
  RestReply,
} from './engine.ts';
import { balanceOf } from './framework/coins.ts';
import { stakeOf } from './framework/delegation-pool.ts';
import { furnish, noTokens } from './furnish.ts';
import { Indexer } from './indexer/graphql.ts';
import { serve } from './server.ts';
import { type AccountState, coinStoreKey, type Pool, type State } from './state.ts';
import { addAsset, addCoin, addToCoinStore, emptyState, mint, movePool, rewardRate } from './world.ts';

const nativeChainIds = { aptos: 1, 'aptos-testnet': 2 } as const;

/** What `startAptos` starts. */
export async function openStandIn(options: AptosOptions): Promise<AptosEngine> {
  const { chainId = 'aptos', nativeChainId = nativeChainIds[chainId], now, bare = false } = options;
  const startTime = options.startTime?.getTime() ?? now?.() ?? wholeSecond(Date.now());
  const state = emptyState();
  const world = bare ? undefined : furnish(state, chainId, Math.floor(startTime / 1000));
  const chain = new Chain({ state, chainId: nativeChainId, startTime, now });

  const indexer = new Indexer(chain);

  const requests: RestCall[] = [];
  const failures: { path: string; reply: RestReply }[] = [];
  let interceptor: RestInterceptor | undefined;
  let behaviour: NodeBehaviour = {
    absentAccounts: options.absentAccounts ?? 'default',
    archivalEndpoint: undefined,
    chargeIsEvent: true,
  };

  const server = await serve({
    chain,
    behaviour: () => behaviour,
    answerGraphql: (call) => indexer.answer(call),
    onCall: (call) => void requests.push(call),
    interceptor: () => (call, answer) => {
      const index = failures.findIndex(({ path }) => path === call.path);
      const [failure] = index < 0 ? [] : failures.splice(index, 1);
      if (failure !== undefined) return failure.reply;
      return interceptor?.(call, answer);
    },
  });
  const url = `${server.url}/v1`;
  const indexerUrl = `${url}/graphql`;

  const account = (held: State, address: Address): AccountState => {
    const found = held.accounts.get(address) ?? { authenticationKey: address, sequenceNumber: 0n };
    held.accounts.set(address, found);
    return found;
  };
  const changePool = (address: string, act: (pool: Pool, held: State) => void) =>
    chain.change((held) => act(poolIn(held, address), held));

  return {
    name: 'stand-in of an Aptos node',
    chainId,
    family: 'aptos',
    url,
    indexerUrl,
    accounts: aptosAccounts,
    singleKeyAccount: aptosSingleKeyAccount,
    tokens: world?.tokens ?? [],
    tokenIds: world?.tokenIds ?? noTokens,
    settings: {
      endpoints: [
        { url, name: 'embedded', kind: 'node' },
        { url: indexerUrl, name: 'embedded-indexer', kind: 'indexer' },
      ],
      // The clock may stand still.
      oldestBlockMs: 0,
      options: {},
    },
    stop: server.stop,
    now: () => Math.floor(chain.time / 1000),
    advance: (seconds) => chain.advance(seconds),
    mine: (blocks = 1) => chain.mine(blocks),
    async setAutomine(on) {
      chain.automine = on;
    },
    drop: (hash) => chain.mempool.drop(toAddress(hash)),

    async fund(address, amount, tokenId = aptCoin) {
      chain.change((held) => mint(held, toAddress(address), tokenId, amount));
    },
    async balance(address, tokenId = aptCoin) {
      return balanceOf(chain.state, toAddress(address), tokenOf(chain.state, tokenId));
    },
    fundCoinStore: (address, amount, coinType) =>
      chain.change((held) => addToCoinStore(held, toAddress(address), normalType(coinType), amount)),
    placeAccount: (address, { authenticationKey, sequenceNumber = 0n } = {}) =>
      chain.change((held) => {
        const key = authenticationKey === undefined ? toAddress(address) : toAddress(authenticationKey);
        held.accounts.set(toAddress(address), { authenticationKey: key, sequenceNumber });
      }),
    rotate: (address, authenticationKey) =>
      chain.change((held) => {
        account(held, toAddress(address)).authenticationKey = toAddress(authenticationKey);
      }),
    setSequenceNumber: (address, sequenceNumber) =>
      chain.change((held) => {
        account(held, toAddress(address)).sequenceNumber = sequenceNumber;
      }),
    sequenceNumber: (address) => chain.state.accounts.get(toAddress(address))?.sequenceNumber ?? 0n,
    refuseDirectTransfers: (address, on = true) =>
      chain.change((held) => {
        if (on) held.refusing.add(toAddress(address));
        else held.refusing.delete(toAddress(address));
      }),
    freeze: (tokenId, owner, on = true) => chain.change((held) => freeze(held, tokenId, toAddress(owner), on)),
    createAsset: (more) => chain.change((held) => addAsset(held, more)),
    createCoin: (more) => chain.change((held) => addCoin(held, more)),
    setName: (address, domain) =>
      chain.change((held) => {
        held.names.set(toAddress(address), domain);
      }),

    setGasPrices: (prices) => {
      chain.prices = { ...chain.prices, ...prices };
    },
    setGas: (units) => {
      chain.units = { ...chain.units, ...units };
    },
    setBehaviour: (more) => {
      behaviour = { ...behaviour, ...more };
      chain.chargeIsEvent = behaviour.chargeIsEvent;
    },
    setStorageRefund: (octas) => {
      chain.refundOctas = octas;
    },
    setMinimumGasPrice: (octas) => {
      chain.minimumPrice = octas;
    },
    setMempoolCapacity: (transactions) => {
      chain.mempool.capacity = transactions;
    },

    validators: () => [...chain.state.pools.values()].map((pool) => summaryOf(pool, chain.state)),
    stakeOf(pool, delegator) {
      const [active, inactive, pendingInactive] = stakeOf(poolIn(chain.state, pool), toAddress(delegator));
      return { active, inactive, pendingInactive };
    },
    setPoolState: (address, next) => changePool(address, (pool, held) => movePool(held, pool, next)),
    setCommission: (address, basisPoints) =>
      changePool(address, (pool) => {
        pool.commission = BigInt(basisPoints);
      }),
    setAllowlist: (address, delegators) =>
      changePool(address, (pool) => {
        pool.allowlist = delegators === undefined ? undefined : new Set(delegators.map(toAddress));
      }),
    setLockup: (address, lockedUntil) =>
      changePool(address, (pool) => {
        pool.lockedUntil = lockedUntil;
      }),
    setMaximumStake: (octas) =>
      chain.change((held) => {
        held.staking.maximum = octas;
      }),
    setPowerIncreaseLimit: (percent) =>
      chain.change((held) => {
        held.staking.powerIncreaseLimit = BigInt(percent);
      }),
    setRewardRate: (percent) => chain.change((held) => void Object.assign(held.staking, rewardRate(percent))),

    prune: (beforeVersion = chain.version) => {
      chain.oldestVersion = beforeVersion;
    },
    setIndexerLag: (versions) => {
      indexer.lag = BigInt(versions);
    },
    setIndexerDown: (down) => {
      indexer.isDown = down;
    },

    async rehearse(run) {
      const [count, kept] = [requests.length, [...failures]];
      const before = behaviour;
      const { lag, isDown } = indexer;
      try {
        return await chain.rehearse(run);
      } finally {
        behaviour = before;
        Object.assign(indexer, { lag, isDown });
        requests.length = count;
        failures.splice(0, failures.length, ...kept);
      }
    },
    intercept: (next) => {
      interceptor = next;
    },
    failNext: (path, reply) => void failures.push({ path, reply }),
    requests,
  };
}

function tokenOf(state: State, tokenId: string): { coin?: string; asset?: Address } {
  if (!tokenId.includes('::')) {
    const asset = toAddress(tokenId);
    const coin = state.assets.get(asset)?.coin;
    return { asset, ...(coin && { coin }) };
  }
  const coin = normalType(tokenId);
  return { coin, asset: pairedAsset(coin) };
}

function freeze(state: State, tokenId: string, owner: Address, on: boolean): void {
  const { coin, asset } = tokenOf(state, tokenId);
  const coins = coin === undefined ? undefined : state.coinStores.get(coinStoreKey(owner, coin));
  const store = asset === undefined ? undefined : state.stores.get(storeAddress(owner, asset));
  if (coins === undefined && store === undefined) throw new TypeError(`${owner} has no store of ${tokenId}.`);
  if (coins !== undefined) coins.frozen = on;
  if (store !== undefined) store.frozen = on;
}

function poolIn(state: State, address: string): Pool {
  const pool = state.pools.get(toAddress(address));
  if (pool === undefined) throw new TypeError(`There is no delegation pool ${address}.`);
  return pool;
}

function summaryOf({ stake, ...pool }: Pool, { names }: State): PoolSummary {
  return {
    address: pool.address,
    operator: pool.operator,
    commission: Number(pool.commission),
    state: pool.state,
    lockedUntil: pool.lockedUntil,
    active: stake.active,
    pendingActive: stake.pendingActive,
    pendingInactive: stake.pendingInactive,
    inactive: stake.inactive,
    hasAllowlist: pool.allowlist !== undefined,
    domain: names.get(pool.operator),
  };
}

/** Fractions of seconds then follow from the number of blocks alone, so that tests run the same at any time of day. */
function wholeSecond(milliseconds: number): number {
  return milliseconds - (milliseconds % 1_000);
}
