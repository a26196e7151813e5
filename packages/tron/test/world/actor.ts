import { createHash } from 'node:crypto';
import { tronAccounts } from '@isochain/devnet/tron';
import { SigningKey } from 'ethers';
import { TronWeb } from 'tronweb';

/** Somebody who signs. Keys and signatures are those of ethers and tronweb. */
export interface Actor {
  readonly address: string;
  /** Compressed, in hex. */
  readonly publicKey: string;
  /** Without 0x. */
  readonly privateKey: string;
}

/** A key that nobody else has. */
export function actor(name: string): Actor {
  const privateKey = createHash('sha256').update(`isochain test ${name}`).digest('hex');
  const address = TronWeb.address.fromPrivateKey(privateKey);
  if (address === false) throw new RangeError(`${name} is no key`);
  return { address, privateKey, publicKey: new SigningKey(`0x${privateKey}`).compressedPublicKey.slice(2) };
}

function funded(index: number): Actor {
  const account = tronAccounts[index];
  if (account?.publicKey === undefined) throw new RangeError(`There is no account ${index}.`);
  const { address, publicKey, privateKey } = account;
  return { address, publicKey, privateKey: privateKey.slice(2) };
}

// Accounts of the stand-in, with 10,000 TRX and 1,000,000 of its demo token each.
export const sender: Actor = funded(0);
export const recipient: Actor = funded(1);
export const stranger: Actor = funded(2);

/** An address that was never activated. */
export const nobody: Actor = actor('nobody');

/** r||s||v in hex, over a hash in hex. */
export function signHash(hash: string, { privateKey }: Actor): string {
  return new SigningKey(`0x${privateKey}`).sign(`0x${hash}`).serialized.slice(2);
}
