import type { Block, Chain, Mined } from './node/chain.ts';
import type { Face } from './rpc/server.ts';
import { hex, padded, selectorOf } from './vm/felt.ts';
import type { Emitted } from './vm/machine.ts';

// Voyager's index, with the two lists that clients of this service need. Their fields are those that public clients read:
// `/txns` from Consensys/starknet-snap (data clients) and argent-x (voyager.model.ts), `/contracts/{address}/transfers` from paycrest/aggregator (Voyager worker).
// No answer of the real service was at hand. What else it sends, and whether it lists fees as transfers, is not proven.

/** Unless `ps` says otherwise. */
const usualPage = 25;
const largestPage = 100;

interface Row {
  readonly mined: Mined;
  readonly block: Block;
  readonly index: number;
}

/** Answers below `/beta`. Undefined for other paths. */
export function voyager(chain: Chain): Face {
  return (path, query) => {
    try {
      if (path === '/beta/txns') return { status: 200, body: page(transactionsOf(chain, query), query) };
      const found = /^\/beta\/contracts\/(0x[0-9a-fA-F]+)\/transfers$/.exec(path);
      if (found?.[1] === undefined) return undefined;
      return { status: 200, body: page(transfersOf(chain, BigInt(found[1]), query), query) };
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      // An address or a number that is none.
      return { status: 400, body: { message: cause.message } };
    }
  };
}

/** Newest first. */
function rows(chain: Chain): Row[] {
  return chain.blocks.flatMap((block) => block.transactions.map((mined, index) => ({ mined, block, index }))).reverse();
}

function transactionsOf(chain: Chain, query: URLSearchParams): object[] {
  const to = BigInt(query.get('to') ?? '');
  const withRejected = query.get('rejected') !== 'false';
  return rows(chain).flatMap(({ mined, block, index }) => {
    const { transaction, status, fee } = mined;
    if (transaction.address !== to || (!withRejected && status === 'REVERTED')) return [];
    return [
      {
        hash: padded(transaction.hash),
        index,
        blockNumber: block.number,
        timestamp: block.timestamp,
        type: transaction.type,
        status: status === 'REVERTED' ? 'Reverted' : 'Accepted on L2',
        actualFee: String(fee),
        contractAddress: padded(transaction.address),
        contractAlias: null,
        classAlias: null,
        classHash: hex(chain.machine.classHashAt(transaction.address)),
        l1VerificationHash: null,
      },
    ];
  });
}

function transfersOf(chain: Chain, address: bigint, query: URLSearchParams): object[] {
  const [since, until] = [query.get('timestampFrom'), query.get('timestampTo')].map((text) =>
    text === null ? undefined : Number(text),
  );
  const token = query.get('tokenAddress');
  return rows(chain)
    .filter(({ block }) => block.timestamp >= (since ?? 0) && block.timestamp <= (until ?? Number.POSITIVE_INFINITY))
    .flatMap(({ mined, block }) =>
      mined.events.toReversed().flatMap((event) => {
        const move = transferOf(event);
        if (move === undefined || (move.from !== address && move.to !== address)) return [];
        if (token !== null && BigInt(token) !== event.from) return [];
        const { store } = chain.machine;
        const decimals = Number(store.get(chain.machine.slot(event.from, 'decimals')));
        return [
          {
            txHash: padded(mined.transaction.hash),
            blockNumber: block.number,
            timestamp: block.timestamp,
            transferFrom: padded(move.from),
            transferTo: padded(move.to),
            transferValue: inUnits(move.amount, decimals),
            tokenAddress: padded(event.from),
            tokenDecimals: decimals,
          },
        ];
      }),
    );
}

/** A Transfer event of either form: parties in the keys, or in the data. */
function transferOf({ keys, data }: Emitted): { from: bigint; to: bigint; amount: bigint } | undefined {
  const [selector, ...parties] = keys;
  const [from, to, low, high] = [...parties, ...data];
  if (selector !== selectorOf('Transfer') || from === undefined || to === undefined) return undefined;
  return low === undefined || high === undefined ? undefined : { from, to, amount: low + (high << 128n) };
}

/** Decimal units, without zeros at the end. */
function inUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

function page(all: readonly object[], query: URLSearchParams): object {
  const size = Math.min(Number(query.get('ps') ?? usualPage), largestPage);
  const start = (Number(query.get('p') ?? 1) - 1) * size;
  return { items: all.slice(start, start + size), hasMore: start + size < all.length };
}
