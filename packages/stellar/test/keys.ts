import { Keypair } from '@stellar/stellar-base';

/** A key that anybody can make, with the library that most wallets use. */
export interface TestKey {
  readonly address: string;
  /** 32 bytes in hex. */
  readonly publicKey: string;
  /** Hex with 0x: the seed. */
  readonly privateKey: string;
  readonly signing: Keypair;
}

/** The key of this number, always the same one. */
export function testKey(index: number): TestKey {
  const seed = Buffer.from((index + 1).toString(16).padStart(64, '0'), 'hex');
  const signing = Keypair.fromRawEd25519Seed(seed);
  return {
    address: signing.publicKey(),
    publicKey: signing.rawPublicKey().toString('hex'),
    privateKey: `0x${seed.toString('hex')}`,
    signing,
  };
}
