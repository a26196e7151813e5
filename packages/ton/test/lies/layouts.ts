import { beginCell, Cell, Dictionary, type Slice } from '@ton/core';

// Cells that the family reads, as fields: lies are told about each.

/** What stands in the state of a wallet, version 3, 4 or 5 (table in /docs of each wallet: ton-blockchain/wallet-contract and wallet-contract-v5). */
export interface WalletData {
  /** Version 5 only: whether it takes signatures. */
  readonly allowed?: boolean;
  readonly seqno: number;
  readonly walletId: number;
  readonly publicKey: string;
  /** Plugins of version 4, extensions of version 5. */
  readonly others?: boolean;
}

const lengths = { v3: 320, v4: 321, v5: 322 } as const;

/** Undefined if it is no state of a wallet. */
export function readWalletData(cell: Cell): WalletData | undefined {
  const slice = cell.beginParse();
  const { length } = cell.bits;
  if (length === lengths.v5) {
    const allowed = slice.loadBit();
    return {
      allowed,
      seqno: slice.loadUint(32),
      walletId: slice.loadInt(32),
      ...keyOf(slice),
      others: slice.loadBit(),
    };
  }
  if (length !== lengths.v3 && length !== lengths.v4) return undefined;
  const common = { seqno: slice.loadUint(32), walletId: slice.loadUint(32), ...keyOf(slice) };
  return length === lengths.v3 ? common : { ...common, others: slice.loadBit() };
}

const keyOf = (slice: Slice) => ({ publicKey: slice.loadBuffer(32).toString('hex') });

/** Others are one cell without a meaning. */
export function writeWalletData({ allowed, seqno, walletId, publicKey, others }: Partial<WalletData>): Cell {
  const cell = beginCell();
  if (allowed !== undefined) cell.storeBit(allowed);
  if (seqno !== undefined) cell.storeUint(Number(seqno), 32);
  if (walletId !== undefined) cell.storeUint(Number(walletId) >>> 0, 32);
  if (publicKey !== undefined) cell.storeBuffer(Buffer.from(publicKey, 'hex'));
  if (others !== undefined) cell.storeMaybeRef(others ? Cell.EMPTY : null);
  return cell.endCell();
}

/** The params that the family reads, by name. */
export interface Config {
  /** Param 0: the account that has the configuration, in hex. */
  readonly address: string;
  /** Param 18. */
  readonly storage: readonly StoragePrice[];
  /** Param 21. */
  readonly gas: { readonly flatLimit: bigint; readonly flatPrice: bigint; readonly price: bigint };
  /** Params 24 and 25. */
  readonly masterchainMessage: MessagePrice;
  readonly message: MessagePrice;
}

interface StoragePrice {
  readonly since: number;
  readonly bit: bigint;
  readonly cell: bigint;
  readonly mcBit: bigint;
  readonly mcCell: bigint;
}

interface MessagePrice {
  readonly lump: bigint;
  readonly bit: bigint;
  readonly cell: bigint;
}

const open = (cell: Cell) => Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), cell);

/** ConfigParams of ton-blockchain/ton, crypto/block/block.tlb. */
export function readConfig(cell: Cell): Config {
  const params = open(cell);
  const param = (id: number): Slice => {
    const found = params.get(id);
    if (found === undefined) throw new Error(`There is no config param ${id}.`);
    return found.beginParse();
  };
  const gas = param(21).skip(8);
  const [flatLimit, flatPrice] = [gas.loadUintBig(64), gas.loadUintBig(64)];
  return {
    address: param(0).loadBuffer(32).toString('hex'),
    storage: Dictionary.loadDirect(Dictionary.Keys.Uint(32), storagePrice, param(18)).values(),
    gas: { flatLimit, flatPrice, price: gas.skip(8).loadUintBig(64) },
    masterchainMessage: readMessage(param(24)),
    message: readMessage(param(25)),
  };
}

/** A configuration with only the params that the family reads. The whole one has a thousand cells. */
export function shortConfig(cell: Cell): Cell {
  const params = open(cell);
  for (const id of params.keys()) if (![0, 18, 21, 24, 25].includes(id)) params.delete(id);
  return beginCell().storeDictDirect(params).endCell();
}

function readMessage(slice: Slice): MessagePrice {
  slice.skip(8);
  return { lump: slice.loadUintBig(64), bit: slice.loadUintBig(64), cell: slice.loadUintBig(64) };
}

const storagePrice = {
  serialize(price: StoragePrice, builder: ReturnType<typeof beginCell>) {
    builder.storeUint(0xcc, 8).storeUint(Number(price.since), 32);
    for (const each of [price.bit, price.cell, price.mcBit, price.mcCell]) builder.storeUint(BigInt(each ?? 0), 64);
  },
  parse(slice: Slice): StoragePrice {
    slice.skip(8);
    const [since, bit, cell] = [slice.loadUint(32), slice.loadUintBig(64), slice.loadUintBig(64)];
    return { since, bit, cell, mcBit: slice.loadUintBig(64), mcCell: slice.loadUintBig(64) };
  },
};

/** Changes a configuration. Leaves a param out that is left out, and all prices of a param from which one is left out. */
export function writeConfig(whole: Cell, told: Partial<Config>): Cell {
  const params = open(whole);
  const set = (id: number, make: () => Cell | undefined) => {
    const cell = make();
    if (cell === undefined) params.delete(id);
    else params.set(id, cell);
  };
  set(0, () =>
    told.address === undefined
      ? undefined
      : beginCell().storeBuffer(Buffer.from(told.address, 'hex').subarray(0, 32)).endCell(),
  );
  set(18, () => {
    if (told.storage === undefined) return undefined;
    const prices = Dictionary.empty(Dictionary.Keys.Uint(32), storagePrice);
    told.storage.forEach((price, i) => void prices.set(i, { ...price, since: price.since ?? 0 }));
    return told.storage.length === 0 ? Cell.EMPTY : beginCell().storeDictDirect(prices).endCell();
  });
  set(21, () => {
    const rest = params
      .get(21)
      ?.beginParse()
      .skip(8 + 64 + 64);
    const { flatLimit, flatPrice, price } = told.gas ?? {};
    if (rest === undefined || flatLimit === undefined || flatPrice === undefined || price === undefined)
      return undefined;
    const tag = rest.loadUint(8);
    const cell = beginCell().storeUint(0xd1, 8).storeUint(BigInt(flatLimit), 64).storeUint(BigInt(flatPrice), 64);
    return cell.storeUint(tag, 8).storeUint(BigInt(price), 64).storeSlice(rest.skip(64)).endCell();
  });
  for (const [id, message] of [
    [24, told.masterchainMessage],
    [25, told.message],
  ] as const) {
    set(id, () => {
      const rest = params
        .get(id)
        ?.beginParse()
        .skip(8 + 3 * 64);
      const { lump, bit, cell } = message ?? {};
      if (rest === undefined || lump === undefined || bit === undefined || cell === undefined) return undefined;
      const prices = beginCell().storeUint(0xea, 8);
      for (const each of [lump, bit, cell]) prices.storeUint(BigInt(each), 64);
      return prices.storeSlice(rest).endCell();
    });
  }
  return beginCell().storeDictDirect(params).endCell();
}
