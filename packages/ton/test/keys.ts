import { createHash } from 'node:crypto';
import { keyPairFromSeed } from '@ton/crypto';
import { WalletContractV3R1, WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from '@ton/ton';

// Keys and wallets of @ton/crypto and @ton/ton, never of our own code.

/** A key and its wallet. */
export interface TestKey {
  /** Not bounceable, as the family answers addresses of wallets. */
  readonly address: string;
  /** Hex. */
  readonly publicKey: string;
  /** 64 bytes: the seed and the public key. */
  readonly secretKey: Buffer;
}

const contracts = {
  v3r1: WalletContractV3R1,
  v3r2: WalletContractV3R2,
  v4r2: WalletContractV4,
  v5r1: WalletContractV5R1,
} as const;

export type TestWallet = keyof typeof contracts;

/** The wallet of a key of this number, always the same one. */
export function testKey(number: number, version: TestWallet = 'v4r2'): TestKey {
  const seed = createHash('sha256').update(`isochain ton ${number}`).digest();
  const { publicKey, secretKey } = keyPairFromSeed(seed);
  const { address } = contracts[version].create({ workchain: 0, publicKey });
  return { address: address.toString({ bounceable: false }), publicKey: publicKey.toString('hex'), secretKey };
}
