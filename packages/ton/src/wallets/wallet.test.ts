import { describe, expect, it } from 'vitest';
import { sdk } from '../../test/fixtures.ts';
import { beginCell, Cell, contractAddress } from '../ton-core.ts';
import { walletCodes } from './codes.data.ts';
import {
  addressOfWallet,
  defaultWalletId,
  readWallet,
  versionOf,
  type WalletVersion,
  walletCode,
  walletInit,
  walletsOfKey,
  walletVersions,
} from './wallet.ts';

const globalId = -239;
const publicKey = Uint8Array.from(Buffer.from(sdk.publicKey, 'hex'));
const cellOf = (hex: string) => Cell.fromHex(hex);

/** The table of toncenter/ton-indexer, ton-index-go/index/parse/wallet_parse.go, in base64 as it stands there. */
const knownHashes: Readonly<Record<WalletVersion, string>> = {
  v3r1: 'thBBpYp5gLlG6PueGY48kE0keZ/6NldOpCUcQaVm9YE=',
  v3r2: 'hNr6RJ+Ypph3ibojI1gHK8D3bcRSQAKl0JGLmnXS1Zk=',
  v4r1: 'ZN1UgFUixb6KnbWc6gEFzPDQh4bKeb64y3nogKjXMi0=',
  v4r2: '/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA=',
  v5r1: 'IINLe3KxEhR+Gy+0V7hOdNGjDwT3N9T2KmaOlVLSty8=',
};

describe('the code of a wallet', () => {
  it('has a test for each version', () => {
    expect(Object.keys(walletCodes).sort()).toEqual([...walletVersions].sort());
    expect(Object.keys(knownHashes).sort()).toEqual([...walletVersions].sort());
  });

  it.each(walletVersions)('of %s has the hash that its accounts have on the chain', (version) => {
    const hash = walletCode(version).hash();
    expect(hash.toString('hex')).toBe(walletCodes[version].codeHash);
    expect(hash.toString('base64')).toBe(knownHashes[version]);
    expect(versionOf(walletCode(version))).toBe(version);
  });

  it('is told from codes of other contracts', () => {
    expect(versionOf(Cell.EMPTY)).toBeUndefined();
  });
});

describe('walletInit', () => {
  it.each(walletVersions)('makes code, data and address of %s as the SDKs do', (version) => {
    const wallet = sdk.wallets[version];
    const walletId = defaultWalletId(version, globalId);
    const made = { version, walletId, publicKey };
    const { code, data } = walletInit(made);
    expect(walletId).toBe(wallet.walletId);
    expect(code?.equals(cellOf(wallet.code))).toBe(true);
    expect(data?.equals(cellOf(wallet.data))).toBe(true);
    expect(addressOfWallet(made).toRawString()).toBe(wallet.address);
    expect(contractAddress(0, { code, data }).toRawString()).toBe(wallet.address);
  });

  it('gives each network its own wallet of version 5', () => {
    // ton-blockchain/wallet-contract-v5 and @ton/ton: testnet is -3.
    expect([-239, -3].map((id) => defaultWalletId('v5r1', id))).toEqual([2_147_483_409, 2_147_483_645]);
    expect([-239, -3].map((id) => defaultWalletId('v4r2', id))).toEqual([698_983_191, 698_983_191]);
  });

  it('lists the wallets of a key, the usual one first', () => {
    const found = walletsOfKey(publicKey, globalId).map((wallet) => addressOfWallet(wallet).toRawString());
    expect(found).toEqual(['v4r2', 'v5r1', 'v3r2', 'v3r1', 'v4r1'].map((v) => sdk.wallets[v as WalletVersion].address));
  });
});

describe('readWallet', () => {
  it.each(walletVersions)('reads what walletInit writes for %s', (version) => {
    const wallet = sdk.wallets[version];
    expect(readWallet(cellOf(wallet.code), cellOf(wallet.data))).toEqual({
      version,
      seqno: 0,
      walletId: wallet.walletId,
      publicKey,
      takesSignatures: true,
    });
  });

  const plain = (seqno: number, walletId: number) =>
    beginCell().storeUint(seqno, 32).storeUint(walletId, 32).storeBuffer(Buffer.from(publicKey));

  it('reads the greatest numbers', () => {
    const most = 2 ** 32 - 1;
    expect(readWallet(walletCode('v3r1'), plain(most, most).endCell())).toMatchObject({ seqno: most, walletId: most });
  });

  it.each(['v4r1', 'v4r2'] as const)('reads %s with plugins', (version) => {
    const data = plain(7, 1).storeMaybeRef(beginCell().storeUint(1, 8).endCell()).endCell();
    expect(readWallet(walletCode(version), data)).toMatchObject({ seqno: 7, walletId: 1, takesSignatures: true });
  });

  // Run on the virtual machine too: drain.test.ts.
  it.each([
    { allowed: true, extension: false, takes: true },
    { allowed: true, extension: true, takes: true },
    { allowed: false, extension: false, takes: true },
    { allowed: false, extension: true, takes: false },
  ])(
    'knows whether v5r1 takes signatures (allowed $allowed, extension $extension)',
    ({ allowed, extension, takes }) => {
      const data = beginCell()
        .storeBit(allowed)
        .storeUint(9, 32)
        .storeInt(-5, 32)
        .storeBuffer(Buffer.from(publicKey))
        .storeMaybeRef(extension ? beginCell().storeUint(1, 8).endCell() : null)
        .endCell();
      const expected = { version: 'v5r1', seqno: 9, walletId: -5, publicKey, takesSignatures: takes };
      expect(readWallet(walletCode('v5r1'), data)).toEqual(expected);
    },
  );

  it.each([
    ['the code of another contract', Cell.EMPTY, plain(0, 1).endCell()],
    ['data that end too early', walletCode('v4r2'), plain(0, 1).endCell()],
    ['empty data', walletCode('v3r2'), Cell.EMPTY],
    ['data that go on', walletCode('v3r2'), plain(0, 1).storeBit(true).endCell()],
    ['data with a reference more', walletCode('v3r2'), plain(0, 1).storeRef(Cell.EMPTY).endCell()],
    ['plugins that are missing', walletCode('v4r2'), plain(0, 1).storeBit(true).endCell()],
  ])('refuses %s', (_, code, data) => {
    expect(readWallet(code, data)).toBeUndefined();
  });
});
