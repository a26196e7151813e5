import type { Token } from '../engine.ts';
import { tronAccounts } from './accounts.ts';
import { base58Address, type HexAddress, hexAddress } from './address.ts';
import { Chain } from './chain.ts';
import type { TronEngine } from './engine.ts';
import { energyLimit, netLimit } from './resources.ts';
import { type Call, type Interceptor, type Reply, serve } from './server.ts';
import { type AccountState, copyAccount, existing, fullWindow, newAccount, type State } from './state.ts';
import { firstTrc10, issuer, Tokens, unknownToken } from './tokens.ts';
import { type InternalRow, tronGrid } from './trongrid.ts';
import { Vm } from './vm.ts';
import { liveVotes } from './witnesses.ts';

export interface TronOptions {
  /** The isochain chain id that the engine stands in for. Defaults to 'tron'. */
  chainId?: string;
  /** The chain's time at the start. Defaults to the present. */
  startTime?: Date;
  /** The clock that the chain follows, in milliseconds since 1970. By default time stands still, and goes on by 3 seconds with each block. */
  now?: () => number;
  /** How many blocks the solid head is behind. Defaults to 19, as on mainnet. */
  solidLag?: number;
  /** 'another' has another genesis block. Defaults to 'mainnet'. */
  network?: 'mainnet' | 'another';
  /** Leaves out the demo token and the accounts' coins. Defaults to `false`. */
  bare?: boolean;
}

/** The first balance of each account: 10,000 TRX. */
const coinsEach = 10_000n * 1_000_000n;

/** The demo token, TRC-20. Every account holds 1,000,000. */
const demoToken = { name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: 6 } as const;
const tokensEach = 1_000_000n * 10n ** BigInt(demoToken.decimals);

/**
 * Starts a stand-in of a Tron node and of TronGrid on a free port of 127.0.0.1, with five accounts of 10,000 TRX and a demo token that they hold. It
 * decodes transactions with tronweb, applies java-tron's rules, and runs contracts on a local EVM.
 *
 * @throws EngineError when the EVM does not start.
 *
 * @example
 * const engine = await startTron();
 * await fetch(`${engine.url}/wallet/getblock?detail=false`);
 * await engine.advance(86_400_000);
 * await engine.stop();
 */
export async function startTron(options: TronOptions = {}): Promise<TronEngine> {
  const { chainId = 'tron', now, network = 'mainnet', solidLag = 19, bare = false } = options;
  const startTime = options.startTime?.getTime() ?? now?.() ?? Date.now();
  const vm = await Vm.start();
  try {
    const chain = new Chain({ vm, startTime, now, network, solidLag });
    return await engineOf(chain, { chainId, bare });
  } catch (cause) {
    await vm.stop();
    throw cause;
  }
}

async function engineOf(chain: Chain, { chainId, bare }: { chainId: string; bare: boolean }): Promise<TronEngine> {
  const tokens = new Tokens(chain);
  const listed: Token[] = [];
  const internals: InternalRow[] = [];
  const requests: Call[] = [];
  const node = { estimatesEnergy: false };
  let interceptor: Interceptor | undefined;
  const failures: { path: string; reply: Reply }[] = [];
  let trc10s = 0;

  const change = (text: string, act: (account: AccountState, state: State) => void): Promise<void> =>
    chain.change((state) => act(accountIn(state, hexAddress(text), chain), state));

  const isTrc10 = (id: string) => /^\d+$/.test(id);

  async function fund(text: string, amount: bigint, tokenId?: string): Promise<void> {
    const address = hexAddress(text);
    if (tokenId !== undefined && !isTrc10(tokenId)) return tokens.mint(hexAddress(tokenId), address, amount);
    await change(text, (account) => {
      if (tokenId === undefined) account.balance += amount;
      else account.assets.set(tokenId, (account.assets.get(tokenId) ?? 0n) + amount);
    });
  }

  if (!bare) {
    for (const { address } of tronAccounts) await fund(address, coinsEach);
    const { name, ticker: symbol, decimals } = demoToken;
    const holders = tronAccounts.map(({ address }) => hexAddress(address));
    const token = await tokens.deploy({ name, symbol, decimals, holders, amountEach: tokensEach });
    listed.push({ id: base58Address(token), ...demoToken });
  }

  const server = await serve({
    chain,
    settings: node,
    index: tronGrid(chain, tokens, internals),
    onCall: (call) => void requests.push(call),
    interceptor: () => async (call, answer) => {
      const index = failures.findIndex(({ path }) => path === call.path);
      const [failure] = index < 0 ? [] : failures.splice(index, 1);
      if (failure !== undefined) return failure.reply;
      return interceptor === undefined ? answer() : interceptor(call, answer);
    },
  });

  return {
    name: 'stand-in of a Tron node',
    chainId,
    family: 'tron',
    url: server.url,
    accounts: tronAccounts,
    tokens: listed,
    settings: {
      endpoints: [
        { url: server.url, name: 'embedded', kind: 'node' },
        { url: server.url, name: 'embedded-trongrid', kind: 'trongrid' },
      ],
      // The clock may stand still.
      oldestBlockMs: 0,
      options: {},
    },
    async stop() {
      await server.stop();
      await chain.vm.stop();
    },
    fund,
    mine: (blocks = 1) => chain.mine(blocks),
    now: () => chain.head.header.timestamp,
    advance: (milliseconds) => chain.advance(milliseconds),
    async setAutomine(on) {
      chain.automine = on;
    },
    setSolidLag: (blocks) => {
      chain.solidLag = blocks;
    },
    async balance(text, tokenId) {
      const account = chain.state.accounts.get(hexAddress(text));
      if (tokenId === undefined) return account?.balance ?? 0n;
      if (isTrc10(tokenId)) return account?.assets.get(tokenId) ?? 0n;
      return tokens.balance(hexAddress(tokenId), hexAddress(text));
    },
    account(text) {
      const account = chain.state.accounts.get(hexAddress(text));
      return account && copyAccount(account);
    },
    changeAccount: (text, act) => change(text, (account) => act(account)),
    async deployTrc20({ address, holders = [], ...more } = {}) {
      const deployed = await tokens.deploy({
        ...more,
        holders: holders.map(hexAddress),
        ...(address === undefined ? {} : { address: hexAddress(address) }),
      });
      return base58Address(deployed);
    },
    deployDistributor: async () => base58Address(await tokens.deployDistributor()),
    async createTrc10({ holders = [], amountEach = 0n, ...more } = {}) {
      const id = more.id ?? String(firstTrc10 + trc10s++);
      await chain.change((state) => {
        accountIn(state, issuer, chain);
        state.assets.set(id, {
          id,
          owner: issuer,
          name: more.name ?? 'TestAsset',
          abbreviation: more.abbreviation ?? 'TA',
          precision: more.precision ?? 0,
          totalSupply: more.totalSupply ?? 100_000_000_000_000_000n,
          url: 'https://asset.example',
          description: 'An asset of a test.',
        });
      });
      for (const holder of holders) await fund(holder, amountEach, id);
      return id;
    },
    blacklist: (token, address, on = true) => {
      const evm = `0x${hexAddress(address).slice(2)}`;
      return tokens.administer(known(token), on ? 'addBlackList' : 'removeBlackList', [evm]);
    },
    setTokenFee: (token, basisPoints, maximum) => tokens.administer(known(token), 'setParams', [basisPoints, maximum]),
    setEnergyFactor: (text, factor) =>
      chain.change((state) => {
        const contract = state.contracts.get(known(text));
        if (contract === undefined) throw unknownToken(text);
        contract.energyFactor = factor;
      }),
    setContractType: (text, on = true) =>
      change(text, (account) => {
        account.type = on ? 'Contract' : 'Normal';
      }),
    setParameter: (key, value) =>
      chain.change((state) => {
        if (value === undefined) state.parameters.delete(key);
        else state.parameters.set(key, value);
      }),
    setResources: (text, { net, netUsed, freeNetUsed, energy, energyUsed }) =>
      change(text, (account, state) => {
        const slot = chain.slot;
        const meter = (usage: bigint) => ({ usage, slot, window: fullWindow });
        if (netUsed !== undefined) account.net = meter(netUsed);
        if (freeNetUsed !== undefined) account.free = meter(freeNetUsed);
        if (energyUsed !== undefined) account.energy = meter(energyUsed);
        if (net !== undefined) lend(account, 'BANDWIDTH', net, () => netLimit(state, account));
        if (energy !== undefined) lend(account, 'ENERGY', energy, () => energyLimit(state, account));
      }),
    setPublicNet: (left) =>
      chain.change((state) => {
        state.publicNetLimit = left;
        state.publicNet = { usage: 0n, slot: chain.slot, window: fullWindow };
      }),
    setPermissions: (text, owner, active = []) =>
      change(text, (account) => {
        account.ownerPermission = owner === undefined ? undefined : withHexKeys(owner);
        account.activePermissions = active.map(withHexKeys);
      }),
    addReward: (text, amount) =>
      change(text, (account) => {
        account.pendingReward += amount;
      }),
    endUnfreezing: (text) =>
      change(text, (account) => {
        account.unfrozen = account.unfrozen.map((entry) => ({ ...entry, expireTime: chain.head.header.timestamp }));
      }),
    setVotes: (text, votes) =>
      change(text, (account) => {
        account.votes = votes.map(({ address, count }) => ({ address: hexAddress(address), count }));
      }),
    setBrokerage: (text, percent) =>
      chain.change((state) => {
        const witness = state.witnesses.get(hexAddress(text));
        if (witness === undefined) throw new TypeError(`There is no witness ${text}.`);
        witness.brokerage = percent;
      }),
    witnesses() {
      const votes = liveVotes(chain.state);
      return [...chain.state.witnesses.values()]
        .map(({ address, url, brokerage }) => ({
          address: base58Address(address),
          url,
          brokerage,
          votes: votes.get(address) ?? 0n,
        }))
        .sort((a, b) => Number(b.votes - a.votes));
    },
    setMaintenance: (on) => {
      chain.inMaintenance = on;
    },
    setEstimatesEnergy: (on) => {
      node.estimatesEnergy = on;
    },
    setIdCache: (on) => {
      chain.cachesIds = on;
    },
    addInternalTransaction: ({ from, to, value, rejected = false, txId = '00'.repeat(32) }) => {
      const timestamp = chain.head.header.timestamp;
      internals.push({ from: hexAddress(from), to: hexAddress(to), value, rejected, txId, timestamp });
    },
    rehearse: (run) => chain.rehearse(run),
    intercept: (next) => {
      interceptor = next;
    },
    failNext: (path, reply) => void failures.push({ path, reply }),
    requests,
  };

  function known(text: string): HexAddress {
    const address = hexAddress(text);
    if (!chain.state.contracts.has(address)) throw unknownToken(text);
    return address;
  }
}

function accountIn(state: State, address: HexAddress, chain: Chain): AccountState {
  const account = state.accounts.get(address);
  if (account !== undefined) return account;
  state.accounts.set(address, newAccount(address, chain.head.header.timestamp));
  return existing(state, address);
}

/** Lends an account what it needs for a limit. */
function lend(account: AccountState, resource: 'BANDWIDTH' | 'ENERGY', limit: bigint, read: () => bigint): void {
  let [low, high] = [0n, 2n ** 62n];
  // The least stake that gives the limit.
  while (low < high) {
    account.acquired[resource] = (low + high) / 2n;
    if (read() >= limit) high = (low + high) / 2n;
    else low = (low + high) / 2n + 1n;
  }
  account.acquired[resource] = low;
}

function withHexKeys<T extends { readonly keys: readonly { readonly address: string; readonly weight: number }[] }>(
  permission: T,
): T {
  return {
    ...permission,
    keys: permission.keys.map(({ address, weight }) => ({ address: hexAddress(address), weight })),
  };
}
