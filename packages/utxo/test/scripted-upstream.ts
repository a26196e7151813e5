import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import {
  address as addresses,
  initEccLib,
  type Network,
  networks,
  Transaction as WireTransaction,
} from 'bitcoinjs-lib';

// A chain that exists only in a test, and the interfaces that indexers of it would have. Scripts are bitcoinjs-lib's; the bytes of transactions
// are put together here.

initEccLib(ecc);

export type ScriptedChainId = 'bitcoin' | 'bitcoin-testnet' | 'bitcoin-signet' | 'litecoin' | 'dogecoin';

/** How addresses of the chains are read, by bitcoinjs-lib. */
export const formats: Record<ScriptedChainId, Network> = {
  bitcoin: networks.bitcoin,
  'bitcoin-testnet': networks.testnet,
  'bitcoin-signet': networks.testnet,
  litecoin: { ...networks.bitcoin, bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32 },
  dogecoin: { ...networks.bitcoin, bech32: 'none', pubKeyHash: 0x1e, scriptHash: 0x16 },
};

/** Block 0 (each chain's own source). */
const genesis: Record<ScriptedChainId, string> = {
  bitcoin: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  'bitcoin-testnet': '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
  'bitcoin-signet': '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  litecoin: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
  dogecoin: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
};

/**
 * Bitcoin's block since the BIP-110 branch split off, as others published it: bitcoin/bips pull request 2245, and Spiral Pool's chain guard, which
 * took it from blockstream.info and mempool.space on 2026-08-14.
 */
const afterSplit = { height: 961_632, hash: '00000000000000000000d1e01392faa65ceeaed307f0a3159144b84146ff24ba' };

export interface Output {
  readonly script: Uint8Array;
  readonly address: string | undefined;
  readonly value: bigint;
  /** Below an extended key, as Blockbook writes it. */
  readonly path?: string | undefined;
  /** What Blockbook shows for a script without an address: a text, or the addresses of the keys that are in it. Indexers list it for these. */
  readonly shownAs?: readonly string[] | undefined;
}

interface Source {
  readonly txid: string;
  readonly vout: number;
  /** What is spent; undefined for a coinbase. */
  readonly output: Output | undefined;
  readonly scriptSig?: string | undefined;
  /** 0xffffffff by default. */
  readonly sequence?: number | undefined;
}

/** As it is on the chain that exists only in a test. */
export interface Transaction {
  readonly txid: string;
  /** Hex. */
  readonly raw: string;
  readonly height: number | undefined;
  readonly version: number;
  /** The height of a block that was reorganised away. Nodes with an index of transactions still know it. */
  readonly staleHeight?: number | undefined;
  readonly inputs: readonly Source[];
  readonly outputs: readonly Output[];
}

/** How a coin comes about. */
export interface Origin {
  /** The height of its block, or null while it is in the mempool. 800,000 by default. */
  readonly height?: number | null;
  readonly coinbase?: boolean;
  /** Whether it left MWEB. */
  readonly pegOut?: boolean;
  /** The payer's address. Some address by default. */
  readonly from?: string;
  readonly path?: string;
  /** Bytes that the transaction has more. */
  readonly padding?: number;
  /** In hex, of the input: p2sh shows its redeem script there. */
  readonly scriptSig?: string;
  /** Of the transaction. 2 by default. */
  readonly version?: number;
}

export interface FundedCoin {
  readonly txid: string;
  readonly vout: number;
  readonly value: bigint;
}

export type Handler = (method: string, path: string, body: string) => Answer | undefined;
export type Answer = { readonly status?: number; readonly body: unknown };

const somebody = Uint8Array.from([0x00, 0x14, ...new Array<number>(20).fill(0x77)]);

export class ScriptedChain {
  readonly chainId: ScriptedChainId;
  tip = 900_000;
  /** When its latest block was made, in milliseconds since 1970; undefined for right now. */
  latestAt: number | undefined;
  /** Smallest unit per virtual byte; undefined without an estimate. */
  feeRate: number | undefined = 2;
  /** What was asked, as `endpoint METHOD /path`. */
  readonly requests: string[] = [];
  readonly #transactions: Transaction[] = [];
  readonly #spent = new Set<string>();
  #count = 0;

  constructor(chainId: ScriptedChainId) {
    this.chainId = chainId;
  }

  /** Gives an address a coin, in a transaction of its own. */
  fund(address: string, value: bigint, origin: Origin = {}): FundedCoin {
    const [coin] = this.fundTogether(address, [value], origin);
    if (coin === undefined) throw new Error('there is no coin');
    return coin;
  }

  /** Gives an address several coins, all in one transaction. */
  fundTogether(address: string, values: readonly bigint[], origin: Origin = {}): FundedCoin[] {
    const { pegOut = false, path, padding = 0 } = origin;
    const own = values.map((value): Output => ({ script: this.scriptOf(address), address, value, path }));
    const hogAddress = { script: Buffer.from(`5820${'ab'.repeat(32)}`, 'hex'), address: undefined, value: 1n };
    const pad = { script: Buffer.concat([Buffer.from([0x6a]), Buffer.alloc(padding)]), address: undefined, value: 0n };
    const outputs = [...(pegOut ? [hogAddress] : []), ...own, ...(padding > 0 ? [pad] : [])];
    const txid = this.pay(outputs, origin);
    return values.map((value, index) => ({ txid, vout: index + (pegOut ? 1 : 0), value }));
  }

  /** Somebody pays any outputs. @returns The id. */
  pay(outputs: readonly Output[], origin: Origin = {}): string {
    const { height = 800_000, coinbase = false, pegOut = false, from, scriptSig, version } = origin;
    this.#count += 1;
    const total = outputs.reduce((sum, { value }) => sum + value, 1000n);
    const payer = from === undefined ? somebody : this.scriptOf(from);
    const source: Source = coinbase
      ? { txid: '00'.repeat(32), vout: 0xffff_ffff, output: undefined }
      : {
          txid: sha256(`source ${this.#count}`).toString('hex'),
          vout: 0,
          output: { script: payer, address: from, value: total },
          scriptSig,
        };
    return this.#add([source], outputs, height ?? undefined, { isHogEx: pegOut, version }).txid;
  }

  /** A transaction in the mempool that spends coins. */
  spend(
    coins: readonly FundedCoin[],
    outputs: readonly { address: string; value: bigint }[],
    { sequence, version }: { readonly sequence?: number; readonly version?: number } = {},
  ): string {
    const inputs = coins.map(({ txid, vout }): Source => {
      this.#spent.add(`${txid}:${vout}`);
      return { txid, vout, output: this.#get(txid)?.outputs[vout], sequence };
    });
    const made = outputs.map(({ address, value }) => ({ script: this.scriptOf(address), address, value }));
    return this.#add(inputs, made, undefined, { version }).txid;
  }

  /** A transaction from elsewhere. Spent outputs that are unknown here belong to another account. */
  include(raw: string, height: number | undefined): string {
    const made = WireTransaction.fromHex(raw);
    const inputs = made.ins.map(({ hash, index }): Source => {
      const txid = Buffer.from(hash).reverse().toString('hex');
      this.#spent.add(`${txid}:${index}`);
      const unknown = {
        script: somebody,
        address: undefined,
        value: made.outs.reduce((sum, { value }) => sum + value, 1_000n),
      };
      return { txid, vout: index, output: this.#get(txid)?.outputs[index] ?? unknown };
    });
    const outputs = made.outs.map(({ script, value }) => ({ script, address: undefined, value }));
    const txid = made.getId();
    this.#transactions.push({ txid, raw, height, version: made.version, inputs, outputs });
    return txid;
  }

  /** Its id is in a block from now on. */
  confirm(txid: string, height = this.tip): void {
    const index = this.#transactions.findIndex((transaction) => transaction.txid === txid);
    const found = this.#transactions[index];
    if (found !== undefined) this.#transactions[index] = { ...found, height };
  }

  /** Its block is not in the best chain any more. */
  reorganise(txid: string): void {
    const index = this.#transactions.findIndex((transaction) => transaction.txid === txid);
    const found = this.#transactions[index];
    if (found !== undefined) this.#transactions[index] = { ...found, height: undefined, staleHeight: found.height };
  }

  /** Nobody knows it any more: another one spends the same coins. */
  forget(txid: string): void {
    const index = this.#transactions.findIndex((transaction) => transaction.txid === txid);
    if (index >= 0) this.#transactions.splice(index, 1);
  }

  /** All of them, the oldest first. */
  get transactions(): readonly Transaction[] {
    return this.#transactions;
  }

  isSpent(txid: string, vout: number): boolean {
    return this.#spent.has(`${txid}:${vout}`);
  }

  /** From this height on its blocks differ from those of other chains with its id. */
  splitAt = Number.POSITIVE_INFINITY;

  /** The hash of one of the newest blocks. */
  newHash(height: number): string {
    return sha256(`block ${height} ${height >= this.splitAt}`).toString('hex');
  }

  get latestSeconds(): number {
    return Math.floor((this.latestAt ?? Date.now()) / 1000);
  }

  /** The hashes of the blocks that tell chains apart, by height. */
  blockHash(height: number): string | undefined {
    if (height === 0) return genesis[this.chainId];
    if (this.chainId === 'bitcoin' && height === afterSplit.height) return afterSplit.hash;
    return height > this.tip - 1_000 && height <= this.tip ? this.newHash(height) : undefined;
  }

  scriptOf(address: string): Uint8Array {
    return Uint8Array.from(addresses.toOutputScript(address, formats[this.chainId]));
  }

  addressOf(script: Uint8Array): string {
    return addresses.fromOutputScript(script, formats[this.chainId]);
  }

  /**
   * A `fetch` for some endpoints.
   *
   * @param handlers - By origin, such as `https://one.test`: `chain.esplora()`, or whatever lies.
   */
  fetch(handlers: Readonly<Record<string, Handler>>): typeof fetch {
    return async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const method = init?.method ?? 'GET';
      this.requests.push(`${url.host.split('.')[0]} ${method} ${url.pathname}`);
      const handler = handlers[url.origin];
      const body = typeof init?.body === 'string' ? init.body : '';
      const answer = handler?.(method, decodeURIComponent(url.pathname) + url.search, body);
      if (answer === undefined) return new Response('Not found', { status: 404 });
      const text = typeof answer.body === 'string' ? answer.body : writeJson(answer.body);
      return new Response(text, { status: answer.status ?? 200 });
    };
  }

  /**
   * @param lies - False amounts in lists of coins and in inputs of transactions, by the txid of the spent output.
   */
  esplora(lies: Readonly<Record<string, bigint>> = {}): Handler {
    return (_method, path) => {
      const [, first, second = '', third] = path.split('/');
      const json = (body: unknown) => ({ body });
      if (first === 'block-height')
        return this.#found(this.blockHash(Number(second)), { status: 404, body: 'Block not found' });
      if (path === '/blocks')
        return json(
          Array.from({ length: 10 }, (_, i) => ({
            ...{ id: this.newHash(this.tip - i), height: this.tip - i },
            timestamp: this.latestSeconds - 100 * i,
          })),
        );
      if (path === '/blocks/tip/height') return json(String(this.tip));
      if (path === '/fee-estimates')
        return json(this.feeRate === undefined ? {} : { 1: this.feeRate * 2, 3: this.feeRate, 144: this.feeRate / 2 });
      if (first === 'tx') {
        const found = this.#get(second);
        if (found === undefined) return { status: 404, body: 'Transaction not found' };
        return json(third === 'hex' ? found.raw : this.#esploraTransaction(found, lies));
      }
      if (first !== 'address') return undefined;
      if (third === 'utxo') {
        const coins = this.#coins(second);
        return json(
          coins.map((coin) => ({ ...coin, value: lies[coin.txid] ?? coin.value, status: statusOf(coin.height) })),
        );
      }
      if (third === 'txs') {
        const own = this.#transactionsOf(second);
        const confirmed = own.filter(({ height }) => height !== undefined).slice(0, 25);
        const list = path.includes('/txs/chain')
          ? []
          : [...own.filter(({ height }) => height === undefined), ...confirmed];
        return json(list.map((transaction) => this.#esploraTransaction(transaction, lies)));
      }
      const own = this.#transactionsOf(second);
      const sums = (isConfirmed: boolean) => {
        const of = own.filter(({ height }) => (height !== undefined) === isConfirmed);
        const got = of.flatMap(({ outputs }) => outputs).filter(({ address }) => address === second);
        const gave = of.flatMap(({ inputs }) => inputs).filter(({ output }) => output?.address === second);
        return {
          tx_count: of.length,
          funded_txo_count: got.length,
          funded_txo_sum: got.reduce((sum, { value }) => sum + value, 0n),
          spent_txo_count: gave.length,
          spent_txo_sum: gave.reduce((sum, { output }) => sum + (output?.value ?? 0n), 0n),
        };
      };
      return json({ address: second, chain_stats: sums(true), mempool_stats: sums(false) });
    };
  }

  /** Extended keys own all coins that have a path. */
  blockbook(lies: Readonly<Record<string, bigint>> = {}): Handler {
    return (_method, path) => {
      const [, , , kind, name = ''] = (path.split('?')[0] ?? '').split('/');
      const json = (body: unknown) => ({ body });
      if (path === '/api/') {
        const lastBlockTime = new Date(1000 * this.latestSeconds).toISOString();
        return json({
          blockbook: { bestHeight: this.tip, lastBlockTime },
          backend: { blocks: this.tip, bestBlockHash: this.newHash(this.tip) },
        });
      }
      if (kind === 'block-index') return json({ blockHash: this.blockHash(Number(name)) ?? '' });
      if (kind === 'estimatefee') return json({ result: ((this.feeRate ?? -1e5) / 1e5).toFixed(8) });
      if (kind === 'tx') {
        const found = this.#get(name);
        if (found === undefined) return { status: 400, body: { error: `Transaction '${name}' not found` } };
        return json(this.#blockbookTransaction(found));
      }
      const owner = name.includes('(') ? undefined : name;
      const confirmations = (height: number | undefined) => (height === undefined ? 0 : this.tip - height + 1);
      if (kind === 'utxo') {
        return json(
          this.#coins(owner).map(({ txid, vout, value, height, path: at, address, isCoinbase }) => ({
            ...{ txid, vout, value: String(lies[txid] ?? value), confirmations: confirmations(height) },
            ...(height === undefined ? {} : { height }),
            ...(isCoinbase && confirmations(height) < 100 ? { coinbase: true } : {}),
            ...(owner === undefined ? { address, path: at } : {}),
          })),
        );
      }
      if (kind !== 'address' && kind !== 'xpub') return undefined;
      const own = this.#transactionsOf(owner);
      const query = new URLSearchParams(path.split('?')[1]);
      const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? 1e9)];
      const pending = own.filter(({ height }) => height === undefined);
      const confirmed = own.filter(({ height }) => height !== undefined);
      const listed = confirmed.filter(({ height = 0 }) => height >= from && height <= to);
      const paths = new Set(own.flatMap(({ outputs }) => outputs.map(({ path: at }) => at)));
      return json({
        ...{ page: 1, totalPages: 1, itemsOnPage: 1000, balance: '0', unconfirmedBalance: '0' },
        ...{ txs: confirmed.length, unconfirmedTxs: pending.length },
        transactions: [...pending, ...listed].map((transaction) => this.#blockbookTransaction(transaction, owner)),
        tokens: [...paths]
          .filter((at) => at !== undefined)
          .map((at) => ({ type: 'XPUBAddress', name: at, path: at, transfers: 1, decimals: 8 })),
      });
    };
  }

  #found(body: string | undefined, otherwise: Answer): Answer {
    return body === undefined ? otherwise : { body };
  }

  #get(txid: string): Transaction | undefined {
    return this.#transactions.find((transaction) => transaction.txid === txid);
  }

  #isOwn(output: Output | undefined, owner: string | undefined): boolean {
    return owner === undefined ? output?.path !== undefined : output?.address === owner;
  }

  /** Transactions in the mempool come first, then the newest. */
  #transactionsOf(owner: string | undefined): Transaction[] {
    const isOwn = (output: Output | undefined) => this.#isOwn(output, owner);
    return this.#transactions
      .filter(
        ({ inputs, outputs }) =>
          outputs.some((output) => isOwn(output) || output.shownAs?.includes(owner ?? '')) ||
          inputs.some(({ output }) => isOwn(output)),
      )
      .toSorted((a, b) => (b.height ?? Number.POSITIVE_INFINITY) - (a.height ?? Number.POSITIVE_INFINITY) || 0);
  }

  #coins(owner: string | undefined) {
    return this.#transactions.flatMap(({ txid, height, outputs, inputs }) =>
      outputs
        .map((output, vout) => ({ ...output, txid, vout, height, isCoinbase: inputs[0]?.output === undefined }))
        .filter((output) => this.#isOwn(output, owner) && !this.#spent.has(`${txid}:${output.vout}`))
        .map(({ script: _, ...coin }) => coin),
    );
  }

  #add(
    inputs: readonly Source[],
    outputs: readonly Output[],
    height: number | undefined,
    { isHogEx = false, version = 2 }: { readonly isHogEx?: boolean; readonly version?: number | undefined } = {},
  ): Transaction {
    const head = u32(version);
    const body = Buffer.concat([
      size(inputs.length),
      ...inputs.flatMap(({ txid, vout, scriptSig = '', sequence = 0xffff_ffff }) => {
        const script = Buffer.from(scriptSig, 'hex');
        return [Buffer.from(txid, 'hex').reverse(), u32(vout), size(script.length), script, u32(sequence)];
      }),
      size(outputs.length),
      ...outputs.flatMap(({ value, script }) => [u64(value), size(script.length), script]),
    ]);
    // A lock time of its own makes each transaction different.
    const lockTime = u32(this.#transactions.length);
    const txid = sha256(sha256(Buffer.concat([head, body, lockTime])))
      .reverse()
      .toString('hex');
    // LIP-0002: a flag of its own, and the mark that nothing of MWEB follows.
    const parts = isHogEx ? [head, Buffer.from([0, 8]), body, Buffer.from([0]), lockTime] : [head, body, lockTime];
    const transaction = { txid, raw: Buffer.concat(parts).toString('hex'), height, version, inputs, outputs };
    this.#transactions.push(transaction);
    return transaction;
  }

  #esploraTransaction(
    { txid, height, version, inputs, outputs }: Transaction,
    lies: Readonly<Record<string, bigint>>,
  ): object {
    const side = ({ script, address, value }: Output) => ({
      scriptpubkey: Buffer.from(script).toString('hex'),
      ...(address === undefined ? {} : { scriptpubkey_address: address }),
      value,
    });
    const sum = (list: readonly (Output | undefined)[]) =>
      list.reduce((total, output) => total + (output?.value ?? 0n), 0n);
    const isCoinbase = inputs[0]?.output === undefined;
    return {
      ...{ txid, version, locktime: this.#transactions.findIndex((each) => each.txid === txid) },
      vin: inputs.map(({ txid: source, vout, output, scriptSig = '' }) => ({
        ...{ txid: source, vout, is_coinbase: isCoinbase, scriptsig: scriptSig, sequence: 0xffff_ffff },
        prevout: output === undefined ? null : { ...side(output), value: lies[source] ?? output.value },
      })),
      vout: outputs.map(side),
      fee: isCoinbase ? 0n : sum(inputs.map(({ output }) => output)) - sum(outputs),
      status: statusOf(height),
    };
  }

  #blockbookTransaction({ txid, raw, height, version, inputs, outputs }: Transaction, owner?: string): object {
    const side = (output: Output) => ({
      value: String(output.value),
      hex: Buffer.from(output.script).toString('hex'),
      addresses: output.address === undefined ? (output.shownAs ?? null) : [output.address],
      // A bare key is shown as the address that it has.
      isAddress: output.address !== undefined || /^\w+$/.test(String(output.shownAs)),
      isOwn: this.#isOwn(output, owner),
    });
    return {
      ...{ txid, version },
      vin: inputs.map(({ txid: source, vout, output, scriptSig = '' }, n) => {
        if (output === undefined) return { n, isAddress: false, coinbase: '00' };
        return { ...side(output), hex: scriptSig, txid: source, vout, n };
      }),
      vout: outputs.map((output, n) => ({ ...side(output), n })),
      blockHeight: height ?? -1,
      confirmations: height === undefined ? 0 : this.tip - height + 1,
      blockTime: 1_700_000_000,
      hex: raw,
    };
  }
}

function statusOf(height: number | undefined): object {
  return height === undefined
    ? { confirmed: false }
    : { confirmed: true, block_height: height, block_time: 1_700_000_000 };
}

function writeJson(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? `bigint:${member}` : member,
  );
  return text.replace(/"bigint:(\d+)"/g, '$1');
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

/** CompactSize. */
function size(value: number): Buffer {
  if (value < 0xfd) return Buffer.from([value]);
  const bytes = Buffer.alloc(value <= 0xffff ? 3 : 5);
  bytes.writeUInt8(value <= 0xffff ? 0xfd : 0xfe);
  if (value <= 0xffff) bytes.writeUInt16LE(value, 1);
  else bytes.writeUInt32LE(value, 1);
  return bytes;
}
