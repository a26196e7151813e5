import { createHash } from 'node:crypto';

/** BIP173, examples: an address of p2wpkh, and its script. */
export const holder = {
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  script: '0014751e76e8199196d454941c45d1b3a323f1433bd6',
};

/** A coin of the holder, in the only output of a transaction. */
export interface FakeCoin {
  readonly txid: string;
  /** The transaction in hex. */
  readonly raw: string;
  /** Satoshi. */
  readonly value: bigint;
}

/** @param from - A byte in hex. The id of the spent transaction repeats it. */
export function fakeCoin(from: string, value: bigint): FakeCoin {
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(value);
  const raw = [
    ...['02000000', '01', from.repeat(32), '00000000', '00', 'ffffffff'],
    ...['01', amount.toString('hex'), '16', holder.script, '00000000'],
  ].join('');
  const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
  return {
    txid: sha256(sha256(Buffer.from(raw, 'hex')))
      .reverse()
      .toString('hex'),
    raw,
    value,
  };
}

/** Hash of block 0 of Bitcoin. */
/** Block 961,632, the first since the BIP-110 branch split off: bitcoin/bips pull request 2245 and mempool.space/block/<hash>, as others cite it. */
const afterSplit = '00000000000000000000d1e01392faa65ceeaed307f0a3159144b84146ff24ba';

/**
 * An Esplora of Bitcoin that knows the coins of the holder, and shows no transactions of the address with them.
 *
 * @param list - What its list of coins says of each, as members that differ.
 */
export function fakeEsplora(
  coins: readonly FakeCoin[],
  list: (coin: FakeCoin) => Readonly<Record<string, unknown>> = () => ({}),
): (path: string) => Response {
  return (path) => {
    if (path === '/block-height/961632') return new Response(afterSplit);
    if (path === '/blocks/tip/height') return new Response('900000');
    if (path === '/fee-estimates') return Response.json({ 1: 2, 3: 2, 144: 2 });
    if (path === `/address/${holder.address}/txs`) return Response.json([]);
    if (path === `/address/${holder.address}/utxo`) {
      const status = { confirmed: true, block_height: 800_000 };
      return Response.json(
        coins.map((coin) => ({ txid: coin.txid, vout: 0, value: Number(coin.value), status, ...list(coin) })),
      );
    }
    const found = coins.find(({ txid }) => path === `/tx/${txid}/hex`);
    return found === undefined ? new Response('Not found', { status: 404 }) : new Response(found.raw);
  };
}
