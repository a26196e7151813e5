import { toHex } from '@isochain/core';
import type { Operation, RpcOutcome } from '@isochain/core/upstream';
import type { Account, ExtendedAccount } from '../address/account.ts';
import { addressOf } from '../address/address.ts';
import { bytesOf } from '../bytes/byte-arrays.ts';
import type { Network } from '../chains.ts';
import type { Coin, Outpoint } from '../coin.ts';
import type { UtxoContext } from '../context.ts';
import type { CoinNeeds } from './backend.ts';
import { maxChildIndex } from './common-schemas.ts';
import { type AskNode, answerOf, calls, type ScanAnswer } from './core-node-rpc.ts';
import { deriveInSteps, placesOf } from './derive-in-steps.ts';
import { acceptPositions } from './positions.ts';
import { acceptProven } from './proven.ts';

/** The node reads every coin of the chain, which takes a minute and more on bitcoin. */
const timeoutMs = 120_000;

/** How many addresses of each branch are looked for, if the node derives them. */
const scannedByNode = 1_000;

/** The same if the node does not know such descriptors, and gets scripts. Each takes us a millisecond and more. */
const scannedByUs = 100;

/** A coin in a block. */
export interface ScannedCoin extends Outpoint {
  readonly value: bigint;
  readonly height: number;
  readonly isCoinbase: boolean | undefined;
  /** scriptPubKey, in hex. */
  readonly script: string;
  readonly position: Coin['position'];
}

export interface Scan {
  readonly coins: readonly ScannedCoin[];
  /** Whether the node lists a coin that does not fit. */
  readonly hasOdd: boolean;
  /** Height of the best block. */
  readonly tip: number;
}

/** Finds the coins of an account in blocks. For an extended key, only its first addresses are searched. */
export async function scanCoins(
  { network }: UtxoContext,
  ask: AskNode,
  account: Account,
  operation: Operation,
  proven: CoinNeeds['proven'],
): Promise<Scan> {
  if (account.kind === 'address') {
    const own = toHex(account.script);
    return scanScripts(ask, new Map([[own, undefined]]), operation, proven);
  }
  const [outcome] = await ask(operation, [calls.scanRanges(rangesOf(account), ask.scan)], {
    timeoutMs,
    async accept([answer]: readonly [RpcOutcome<ScanAnswer>]) {
      if (!answer.ok) return;
      const { coins } = read(answer.value, positionInPath);
      acceptProven(coins, proven);
      await acceptPositions(
        operation,
        network,
        account,
        coins.map(({ position, script }) => ({ position, address: addressOfHex(network, script) })),
      );
    },
  });
  if (outcome.ok) return read(outcome.value, positionInPath);
  // Such as tr() before Bitcoin Core 22.
  return scanScripts(ask, await scriptsOf(network, account, operation), operation, proven);
}

type Scripts = ReadonlyMap<string, Coin['position']>;

async function scanScripts(
  ask: AskNode,
  scripts: Scripts,
  operation: Operation,
  proven: CoinNeeds['proven'],
): Promise<Scan> {
  const readOwn = (outcome: RpcOutcome<ScanAnswer>) => {
    const found = read(answerOf(outcome), ({ scriptPubKey }) => scripts.get(scriptPubKey));
    const coins = found.coins.filter(({ script }) => scripts.has(script));
    // A coin of a script that was not asked for may be one of the account, with an odd script.
    return { ...found, coins, hasOdd: found.hasOdd || coins.length < found.coins.length };
  };
  const descriptors = [...scripts.keys()].map((script) => `raw(${script})`);
  const [outcome] = await ask(operation, [calls.scan(descriptors, ask.scan)], {
    timeoutMs,
    // No function if there is nothing to look at: reads with different functions are not coalesced, and a node runs one scan at a time.
    ...(proven === undefined
      ? {}
      : { accept: ([answer]: readonly [RpcOutcome<ScanAnswer>]) => acceptProven(readOwn(answer).coins, proven) }),
  });
  return readOwn(outcome);
}

function read(
  { unspents, height }: ScanAnswer,
  positionOf: (coin: ScanAnswer['unspents']['coins'][number]) => Coin['position'],
): Scan {
  return {
    hasOdd: unspents.hasOdd,
    coins: unspents.coins.map((coin) => ({
      txid: coin.txid,
      vout: coin.vout,
      value: coin.value,
      height: coin.height,
      isCoinbase: coin.coinbase ?? undefined,
      script: coin.scriptPubKey,
      position: positionOf(coin),
    })),
    tip: height,
  };
}

/** Both branches: nodes before Bitcoin Core 29 do not know `<0;1>`. */
function rangesOf({ descriptor }: ExtendedAccount) {
  // The node would only repeat the origin.
  const bare = descriptor.replace(/\[[^\]]*\]/, '');
  return [0, 1].map((branch) => ({
    desc: bare.replace('<0;1>', String(branch)),
    range: [0, scannedByNode - 1] as const,
  }));
}

/** The node puts the path of the key in front of it: `wpkh([06361b08/0/7]035e...)`. */
function positionInPath({ desc }: { readonly desc: string }): Coin['position'] {
  const [, branch, index] = /\/([01])\/(\d{1,10})\]/.exec(desc) ?? [];
  return index === undefined || Number(index) > maxChildIndex
    ? undefined
    : { branch: branch === '1' ? 1 : 0, index: Number(index) };
}

async function scriptsOf(network: Network, account: ExtendedAccount, operation: Operation): Promise<Scripts> {
  const places = [...placesOf(0, 0, scannedByUs), ...placesOf(1, 0, scannedByUs)];
  const derived = await deriveInSteps(operation, network, account, places);
  return new Map(derived.map(({ script, branch, index }) => [toHex(script), { branch, index }]));
}

function addressOfHex(network: Network, script: string): string | undefined {
  return addressOf(network, bytesOf(script));
}
