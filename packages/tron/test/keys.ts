import { SigningKey } from 'ethers';
import { utils } from 'tronweb';

/** A key of tests. */
export interface TestKey {
  readonly address: string;
  /** Hex, compressed. */
  readonly publicKey: string;
  readonly signing: SigningKey;
}

/** @param index - The same number always gives the same key. */
export function testKey(index: number): TestKey {
  const privateKey = `0x7${index.toString(16).padStart(63, '0')}`;
  const signing = new SigningKey(privateKey);
  return {
    address: String(utils.address.fromPrivateKey(privateKey.slice(2))),
    publicKey: signing.compressedPublicKey.slice(2),
    signing,
  };
}
