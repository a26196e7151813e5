import { beginCell, contractAddress } from '@ton/core';
import { deriveEd25519Path, keyPairFromSeed } from '@ton/crypto';
import { WalletContractV3R1, WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import { Mnemonic } from 'ethers';
import { describe, expect, it } from 'vitest';
import { mnemonic } from '../mnemonic.ts';
import { type TonAccount, tonAccounts } from './accounts.ts';
import { codes } from './codes.ts';

/** The address of each version, by the official library; it does not have v4r1, whose data is that of v4r2. */
const addresses: Record<TonAccount['version'], (publicKey: Buffer) => string> = {
  v3r1: (publicKey) => friendly(WalletContractV3R1.create({ workchain: 0, publicKey }).address),
  v3r2: (publicKey) => friendly(WalletContractV3R2.create({ workchain: 0, publicKey }).address),
  v4r1: (publicKey) => {
    const data = beginCell()
      .storeUint(0, 32)
      .storeUint(698_983_191, 32)
      .storeBuffer(publicKey)
      .storeBit(false)
      .endCell();
    return friendly(contractAddress(0, { code: codes.walletV4r1.cell, data }));
  },
  v4r2: (publicKey) => friendly(WalletContractV4.create({ workchain: 0, publicKey }).address),
  v5r1: (publicKey) => friendly(WalletContractV5R1.create({ workchain: 0, publicKey }).address),
};

function friendly(address: { toString(options: { bounceable: boolean }): string }): string {
  return address.toString({ bounceable: false });
}

it('lists the addresses and keys that follow from the mnemonic', async () => {
  const seed = Buffer.from(Mnemonic.fromPhrase(mnemonic).computeSeed().slice(2), 'hex');
  const derived = await Promise.all(
    tonAccounts.map(async ({ version }, index) => {
      const key = await deriveEd25519Path(seed, [44, 607, 0, 0, index]);
      const { publicKey } = keyPairFromSeed(key);
      return {
        index,
        version,
        address: addresses[version](publicKey),
        path: `m/44'/607'/0'/0'/${index}'`,
        publicKey: publicKey.toString('hex'),
        privateKey: `0x${key.toString('hex')}`,
      };
    }),
  );
  expect(tonAccounts).toEqual(derived);
});

describe('the codes of contracts', () => {
  // Hashes as toncenter, explorers and the packages themselves publish them.
  it.each([
    ['jettonMinter', '0571976c63ec1b7550230a2609dbedb36e1b64ef8d022a16b34ea57063185b2f'],
    ['jettonWallet', 'a760d629d5343e76d045017d9dc216fc8a307a8377815feb2b0a5c490e733486'],
    ['walletV4r1', '64dd54805522c5be8a9db59cea0105ccf0d08786ca79beb8cb79e880a8d7322d'],
  ] as const)('%s is the published one', (name, hash) => {
    expect(codes[name].hash).toBe(hash);
  });
});
