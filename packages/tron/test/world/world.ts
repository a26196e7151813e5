import { startTron, type TronEngine } from '@isochain/devnet/tron';
import {
  asset,
  burning,
  clerk,
  gold,
  guarded,
  now,
  poor,
  representative,
  sender,
  staker,
  stranger,
  trx,
  usdt,
  watched,
} from './cast.ts';

// The stand-in with the accounts of the scenes. Its clock stands still, so it is the same each time.

const day = 86_400_000;

/** Starts the chain. */
export async function startWorld(): Promise<TronEngine> {
  const engine = await startTron({ startTime: new Date(now) });
  for (const { address } of [staker, guarded, watched]) await engine.fund(address, 1_000n * trx);
  await engine.fund(poor.address, trx / 2n);
  const holders = [sender.address];
  const held = { decimals: 6, holders, amountEach: 5_000_000n };
  await engine.deployTrc20({ ...held, kind: 'usdt', address: usdt });
  await engine.deployTrc20({ ...held, kind: 'standard', address: gold, name: 'Gold', symbol: 'GLD' });
  await engine.deployTrc20({ ...held, kind: 'burning', address: burning });
  await engine.fund(poor.address, 5_000_000n, usdt);
  await engine.createTrc10({
    id: asset,
    name: 'Isochain Asset',
    abbreviation: 'ISO',
    precision: 6,
    holders,
    amountEach: 5_000_000n,
  });
  await stakes(engine);
  await permissions(engine);
  return engine;
}

async function stakes(engine: TronEngine): Promise<void> {
  const { address } = staker;
  await engine.changeAccount(address, (account) => {
    account.frozen = { BANDWIDTH: 100n * trx, ENERGY: 50n * trx };
    const resource = 'BANDWIDTH' as const;
    account.unfrozen = [
      { resource, amount: 7n * trx, expireTime: now - day },
      { resource, amount: 5n * trx, expireTime: now + day },
    ];
    account.latestWithdrawTime = now - 2 * day;
  });
  await engine.setVotes(address, [
    { address: representative(0), count: 80n },
    { address: representative(1), count: 20n },
  ]);
  await engine.addReward(address, 3n * trx);
}

async function permissions(engine: TronEngine): Promise<void> {
  const owner = (address: string) => ({ id: 0, name: 'owner', threshold: 1, keys: [{ address, weight: 1 }] });
  const keys = [{ address: clerk.address, weight: 1 }];
  // A bit for transfers of TRX: the second one of the first byte.
  const operations = `02${'0'.repeat(62)}`;
  await engine.setPermissions(guarded.address, owner(guarded.address), [
    { id: 2, name: 'transfers', threshold: 1, keys, operations },
  ]);
  await engine.setPermissions(watched.address, owner(stranger.address));
}

/** What a transaction does to the chain. */
export interface Carried {
  /** Why no node would take the transaction. It costs nothing then. */
  readonly refused?: string;
  /** What the contract or the chain said of it: `SUCCESS`, `OUT_OF_ENERGY`. */
  readonly result?: string;
  /** By how many sun the balance of each account changes. */
  readonly change: Readonly<Record<string, bigint>>;
  /** By how much each token of each account changes: `<token> <account>`. */
  readonly tokens: Readonly<Record<string, bigint>>;
  /** Sun that the staker has frozen, and its votes. */
  readonly stake: Readonly<{ frozen: bigint; votes: bigint }>;
}

const tokens = [usdt, gold, burning, asset];

/** Sends a signed transaction to the chain, and takes back afterwards what it did. */
export async function rehearse(engine: TronEngine, signed: string, accounts: readonly string[]): Promise<Carried> {
  const pairs = tokens.flatMap((token) => accounts.map((address) => [token, address] as const));
  const balances = () => Promise.all(accounts.map((address) => engine.balance(address)));
  const holdings = () => Promise.all(pairs.map(([token, address]) => engine.balance(address, token)));
  return engine.rehearse(async () => {
    const [coinsBefore, tokensBefore, stakeBefore] = [await balances(), await holdings(), stakeOf(engine)];
    const said = await ask(engine, '/wallet/broadcasthex', { transaction: signed });
    const [coinsAfter, tokensAfter, stakeAfter] = [await balances(), await holdings(), stakeOf(engine)];
    const { code, message, txid } = said as { readonly code: string; readonly message: string; readonly txid: string };
    const found = await ask(engine, '/wallet/gettransactionbyid', { value: txid });
    const [ret] = (found as { readonly ret?: readonly { readonly contractRet?: string }[] }).ret ?? [];
    return {
      ...(code === 'SUCCESS' ? {} : { refused: `${code}: ${message}` }),
      ...(ret?.contractRet === undefined ? {} : { result: ret.contractRet }),
      change: differences(accounts, coinsBefore, coinsAfter),
      tokens: differences(
        pairs.map((pair) => pair.join(' ')),
        tokensBefore,
        tokensAfter,
      ),
      stake: { frozen: stakeAfter.frozen - stakeBefore.frozen, votes: stakeAfter.votes - stakeBefore.votes },
    };
  });
}

function stakeOf(engine: TronEngine): { readonly frozen: bigint; readonly votes: bigint } {
  const { frozen, votes } = engine.account(staker.address) ?? { frozen: { BANDWIDTH: 0n, ENERGY: 0n }, votes: [] };
  return { frozen: frozen.BANDWIDTH + frozen.ENERGY, votes: votes.reduce((sum, { count }) => sum + count, 0n) };
}

async function ask(engine: TronEngine, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${engine.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

function differences(names: readonly string[], before: readonly bigint[], after: readonly bigint[]) {
  return Object.fromEntries(names.map((name, i) => [name, (after[i] ?? 0n) - (before[i] ?? 0n)]));
}
