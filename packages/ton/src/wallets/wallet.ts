import { attempt, toHex } from '@isochain/core';
import type { Address } from '../ton-core.ts';
import { beginCell, Cell, contractAddress, type StateInit, toBuffer } from '../ton-core.ts';
import { walletCodes } from './codes.data.ts';

/** A version of the wallet contract. */
export type WalletVersion = keyof typeof walletCodes;

/** All versions that sign here: the usual one for a bare key first (public clients derive v4r2), then the others. */
export const walletVersions = ['v4r2', 'v5r1', 'v3r2', 'v3r1', 'v4r1'] as const satisfies readonly WalletVersion[];

/** A wallet: what its address depends on. */
export interface Wallet {
  readonly version: WalletVersion;
  /** Tells wallets of one key apart. v5r1: signed, and different on each network. */
  readonly walletId: number;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** The wallet id of versions 3 and 4 in workchain 0 (ton-blockchain/ton crypto/smartcont: 0x29a9a317). */
const plainWalletId = 698_983_191;

/**
 * The wallet id that wallets use.
 *
 * @param globalId - The network's.
 */
export function defaultWalletId(version: WalletVersion, globalId: number): number {
  if (version !== 'v5r1') return plainWalletId;
  // ton-blockchain/wallet-contract-v5 README: a bit that is 1, workchain (8 bits), version 0 (8 bits) and number 0 (15 bits), XOR the network.
  const context = 0x8000_0000;
  return (globalId ^ context) | 0;
}

/** The code of a version. */
export function walletCode(version: WalletVersion): Cell {
  return codes[version]();
}

const codes = Object.fromEntries(
  Object.entries(walletCodes).map(([version, { code }]) => [version, once(() => Cell.fromBase64(code))]),
) as Record<WalletVersion, () => Cell>;

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The state that deploys a wallet: its sequence number (seqno) is 0. */
export function walletInit(wallet: Wallet): StateInit {
  const data = beginCell();
  if (wallet.version === 'v5r1') data.storeBit(true);
  data.storeUint(0, 32);
  if (wallet.version === 'v5r1') data.storeInt(wallet.walletId, 32);
  else data.storeUint(wallet.walletId, 32);
  data.storeBuffer(toBuffer(wallet.publicKey));
  // Plugins of version 4, extensions of version 5.
  if (!wallet.version.startsWith('v3')) data.storeBit(false);
  return { code: walletCode(wallet.version), data: data.endCell() };
}

/** The address of a wallet, in workchain 0. */
export function addressOfWallet(wallet: Wallet): Address {
  return contractAddress(0, walletInit(wallet));
}

/** The wallets of a key with the usual wallet ids, in the order of `walletVersions`. */
export function walletsOfKey(publicKey: Uint8Array, globalId: number): Wallet[] {
  return walletVersions.map((version) => ({ version, walletId: defaultWalletId(version, globalId), publicKey }));
}

/** What the state of a deployed wallet tells. */
export interface WalletState extends Wallet {
  /** The next sequence number (seqno). */
  readonly seqno: number;
  /** v5r1 only: false if signatures are switched off, so that only extensions can send. */
  readonly takesSignatures: boolean;
}

const versionOfCode = new Map<string, WalletVersion>(
  (Object.keys(walletCodes) as WalletVersion[]).map((version) => [walletCodes[version].codeHash, version]),
);

/** The version of a wallet by its code. Undefined if it is no wallet that is known here. */
export function versionOf(code: Cell): WalletVersion | undefined {
  return versionOfCode.get(toHex(code.hash()));
}

/**
 * Reads the state of a deployed wallet.
 *
 * @returns Undefined if the code is not one of the known wallets, or the data does not have their layout.
 */
export function readWallet(code: Cell, data: Cell): WalletState | undefined {
  const version = versionOf(code);
  if (version === undefined) return undefined;
  return attempt(() => {
    const slice = data.beginParse();
    const isFifth = version === 'v5r1';
    const isAllowed = isFifth ? slice.loadBit() : true;
    const seqno = slice.loadUint(32);
    const walletId = isFifth ? slice.loadInt(32) : slice.loadUint(32);
    const publicKey = Uint8Array.from(slice.loadBuffer(32));
    const hasOthers = version.startsWith('v3') ? false : slice.loadMaybeRef() !== null;
    slice.endParse();
    // Version 5 goes on accepting signatures while there is no extension that could send instead (run on the TVM, 2026-11-22).
    return { version, seqno, walletId, publicKey, takesSignatures: isAllowed || !hasOthers };
  });
}
