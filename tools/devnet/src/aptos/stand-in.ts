import type { Token } from '../engine.ts';
import { aptosAccounts, aptosSingleKeyAccount } from './accounts.ts';
import { type Address, aptAsset, aptCoin, normalType, pairedAsset, storeAddress, toAddress } from './address.ts';
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
import { Indexer } from './indexer/graphql.ts';
import { serve } from './server.ts';
import { type AccountState, coinStoreKey, type Pool, type State } from './state.ts';
import {
  addAsset,
  addCoin,
  addPools,
  addToCoinStore,
  addToStore,
  emptyState,
  issuer,
  mint,
  movePool,
  rewardRate,
} from './world.ts';

/** The first balance of each account: 10,000 APT. */
const coinsEach = 10_000n * 100_000_000n;

/** The demo token. Every account holds 1,000,000. */
const demoToken = { name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: 6 } as const;
const tokensEach = 1_000_000n * 10n ** BigInt(demoToken.decimals);

/** Circle's list of USDC contracts, and Tether's of USDt. */
const dollars = {
  aptos: {
    usdc: '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b',
    usdt: '0x357b0b74bc833e95a115ad22604854d6b0fca151cecd94111770e5d6ffc9dc2b',
  },
  'aptos-testnet': {
    usdc: '0x69091fbab5f7d635ee7ac5098cf0c1efbe31d68fec0f2cd565e8d168daf52832',
    usdt: undefined,
  },
} as const;

const nativeChainIds = { aptos: 1, 'aptos-testnet': 2 } as const;

/** What `startAptos` starts. */
export async function openStandIn(options: AptosOptions): Promise<AptosEngine> {
  const { chainId = 'aptos', nativeChainId = nativeChainIds[chainId], now, bare = false } = options;
  const startTime = options.startTime?.getTime() ?? now?.() ?? Date.now();
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
    drop: (hash) => chain.drop(toAddress(hash)),

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
    setMinimumGasPrice: (octas) => {
      chain.minimumPrice = octas;
    },
    setMempoolCapacity: (transactions) => {
      chain.mempoolCapacity = transactions;
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

const noTokens = {
  demo: '',
  migratedCoin: '',
  pairedAsset: '',
  plainCoin: '',
  keeping: '',
  nft: '',
  usdc: '',
  usdt: undefined,
};

/** Puts accounts, tokens and pools into the state. `now` is seconds since 1970. */
function furnish(state: State, chainId: 'aptos' | 'aptos-testnet', now: number) {
  const accounts = [...aptosAccounts, aptosSingleKeyAccount];
  const owners = accounts.map(({ address }) => toAddress(address));
  for (const { address, exists } of accounts) {
    const owner = toAddress(address);
    if (exists) state.accounts.set(owner, { authenticationKey: owner, sequenceNumber: 0n });
    addToStore(state, owner, aptAsset, coinsEach);
  }
  const holders = owners;
  const { name, ticker: symbol, decimals } = demoToken;
  const demo = addAsset(state, { name, symbol, decimals, holders, amountEach: tokensEach });
  const migratedCoin = addCoin(state, {
    name: 'Migrated Coin',
    symbol: 'MIG',
    decimals: 6,
    type: `${issuer}::demo::Coin`,
    paired: true,
    holders: owners.slice(0, 3),
    amountEach: 600_000_000n,
  });
  const paired = pairedAsset(migratedCoin);
  for (const owner of owners.slice(0, 3)) addToStore(state, owner, paired, 400_000_000n);
  const plainCoin = addCoin(state, {
    name: 'Plain Coin',
    symbol: 'PLAIN',
    decimals: 8,
    type: `${issuer}::plain::Coin`,
    holders: owners.slice(0, 3),
    amountEach: 100_000_000_000n,
  });
  const keeping = addAsset(state, {
    name: 'Keeping Dollar',
    symbol: 'KEEP',
    holders: owners.slice(0, 3),
    amountEach: 1_000_000_000n,
    keeps: 100n,
  });
  const nft = addAsset(state, {
    name: 'Picture of the Chain #7',
    symbol: 'PIC',
    decimals: 0,
    holders: owners.slice(0, 1),
    amountEach: 1n,
    maximum: 1n,
  });
  const { usdc, usdt } = dollars[chainId];
  addAsset(state, {
    name: 'USDC',
    symbol: 'USDC',
    address: usdc,
    holders: owners.slice(0, 2),
    amountEach: 5_000_000_000n,
  });
  if (usdt !== undefined) {
    addAsset(state, {
      name: 'Tether USD',
      symbol: 'USDt',
      address: usdt,
      holders: owners.slice(0, 2),
      amountEach: 5_000_000_000n,
    });
  }
  addPools(state, now);
  const tokens: Token[] = [{ id: demo, ...demoToken }];
  return {
    tokens,
    tokenIds: { demo, migratedCoin, pairedAsset: paired, plainCoin, keeping, nft, usdc, usdt },
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
