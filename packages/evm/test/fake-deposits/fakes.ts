import type { FakeDeposit, FakeKind } from '@isochain/conformance';
import { bridgeLog, collectibleLog, oddTransferLogs, transferCall, transferLog, wrapLog } from './logs.ts';
import { account, contract, gold, type Made, tell, thief, type Upstream, upstreams } from './tellings.ts';

type Telling = ReturnType<typeof tell>;
type Told = Partial<Omit<Telling, 'chain' | 'account' | 'id'>>;

interface Options {
  readonly told?: Told;
  /** What is different through some upstreams. */
  readonly by?: Readonly<Partial<Record<Upstream, Told | string>>>;
}

function fake(kind: FakeKind, name: string, made: Made, { told = {}, by = {} }: Options = {}): FakeDeposit {
  const tellingOf = (upstream: Upstream) => {
    const own = by[upstream];
    return typeof own === 'string' ? own : () => tell(upstream, made, { ...told, ...own });
  };
  return { kind, name, told: Object.fromEntries(upstreams.map((upstream) => [upstream, tellingOf(upstream)])) };
}

/** The call of a contract that nobody knows. */
const call = { to: contract, input: '0x12345678' } as const;
const unlisted: Options = { told: { isListed: false } };
const nodesOnly = 'A node does not tell calls inside a transaction.';
const inExplorers: Options = { by: { node: nodesOnly } };
const unlistedInExplorers: Options = { told: { isListed: false }, by: { node: nodesOnly } };
const gotGold: Options = { told: { came: [{ amount: '9', tokenId: gold }] } };

const names = ['ETH', 'USDC', 'WETH'].map((symbol) =>
  fake(
    'a token with the name of the coin or of a listed token',
    `a token that calls itself ${symbol}`,
    { to: gold, input: transferCall(account, 9n), logs: [transferLog(gold, thief, account, 9n)], symbol },
    gotGold,
  ),
);

const failed = 'a failed transaction that asked for a transfer, or logged one';
const failures = [
  fake(failed, 'coins', { to: account, value: 9n, fails: true }),
  fake(failed, 'tokens', { to: gold, input: transferCall(account, 9n), fails: true }, unlisted),
  fake(
    failed,
    'coins that a contract was about to pay',
    { ...call, fails: true, inner: [{ from: contract, to: account, value: 9n, isFailed: true }] },
    unlistedInExplorers,
  ),
  fake(
    failed,
    'a call of the account whose inner call did not fail by itself',
    { to: account, input: '0x12345678', fails: true, inner: [{ from: contract, to: account, value: 9n }] },
    inExplorers,
  ),
];

const inner = 'an inner call or message that is shown, and moved nothing';
const insides = [
  ...['callcode', 'delegatecall', 'staticcall', 'reward'].map((type) =>
    fake(
      inner,
      `a ${type} with a value`,
      { ...call, inner: [{ from: contract, to: account, value: 9n, type }] },
      unlistedInExplorers,
    ),
  ),
  fake(
    inner,
    'a call of a kind that nobody knows',
    { ...call, inner: [{ from: contract, to: account, value: 9n, type: 'authcall' }] },
    inExplorers,
  ),
  fake(
    inner,
    'a call that failed, in a transaction that did not',
    { ...call, inner: [{ from: contract, to: account, value: 9n, isFailed: true }] },
    unlistedInExplorers,
  ),
];

const log = 'an event or a log that anybody can write';
const logs = [
  fake(
    log,
    'a transfer of a token that is on no list',
    { ...call, logs: [transferLog(gold, thief, account, 9n)] },
    gotGold,
  ),
  fake(log, 'a transfer of a collectible', { ...call, logs: [collectibleLog(gold, thief, account, 9n)] }, unlisted),
  fake(
    log,
    'transfers in forms of no standard',
    { ...call, logs: oddTransferLogs(gold, thief, account, 9n) },
    unlisted,
  ),
  fake(
    log,
    'wrapping by a token that is not the wrapped coin',
    { ...call, logs: [wrapLog(gold, 'Deposit', account, 9n)] },
    unlisted,
  ),
  fake(
    log,
    'unwrapping by a token that is not the wrapped coin',
    { ...call, logs: [wrapLog(gold, 'Withdrawal', account, 9n)] },
    unlisted,
  ),
];

const nothing = 'a transfer of nothing';
const nothings = [
  fake(nothing, 'coins', { to: account }),
  fake(nothing, 'a call of the account', { to: account, input: '0x12345678' }),
  fake(nothing, 'tokens that came', { ...call, logs: [transferLog(gold, thief, account, 0n)] }, unlisted),
  fake(
    nothing,
    'tokens in the name of the account',
    { ...call, logs: [transferLog(gold, account, thief, 0n)] },
    unlisted,
  ),
];

/** Of what no block has, lists of nodes and of Etherscan tell nothing. */
const outsideBlocks: Options['by'] = {
  node: { isListed: false },
  etherscan: 'Its lists have only what is in blocks.',
  'etherscan and a node': { isListed: false },
};

/** Has the first and the last characters of an address that the account pays. */
const lookAlike = '0x5AaE000000000000000000000000000000bEAeD0';

export const fakes: readonly FakeDeposit[] = [
  ...names,
  ...failures,
  ...insides,
  ...logs,
  fake(
    'a transaction that waits',
    'coins',
    { to: account, value: 9n, missing: 'waits' },
    {
      by: outsideBlocks,
    },
  ),
  fake(
    'a transaction that another one replaced',
    'coins',
    { to: account, value: 9n, missing: 'replaced' },
    {
      by: outsideBlocks,
    },
  ),
  fake(
    'a receiver on another chain',
    'a bridge that names the account there',
    { ...call, logs: [bridgeLog(contract, thief, account, 9n)] },
    unlisted,
  ),
  ...nothings,
  fake(
    'a payment from an address that looks like a known one',
    'coins',
    { from: lookAlike, to: account, value: 1n },
    {
      told: { came: [{ amount: '1' }] },
    },
  ),
];
