import { Account, type Ed25519Account, Ed25519PrivateKey } from '@aptos-labs/ts-sdk';

/** A key that anybody can make, with the official SDK's account. */
export interface TestKey {
  readonly address: string;
  /** 32 bytes in hex. */
  readonly publicKey: string;
  /** Hex with 0x: the seed. */
  readonly privateKey: string;
  readonly signing: Ed25519Account;
}

/** The key of this number, always the same one, with the address of the legacy scheme. */
export function testKey(index: number): TestKey {
  const privateKey = `0x${(index + 1).toString(16).padStart(64, '0')}`;
  const signing = Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(privateKey, false) });
  return {
    address: signing.accountAddress.toStringLong(),
    publicKey: signing.publicKey.toString().slice(2),
    privateKey,
    signing,
  };
}
