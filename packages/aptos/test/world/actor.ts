import { createHash } from 'node:crypto';
import { Ed25519PrivateKey } from '@aptos-labs/ts-sdk';
import { type AptosAccount, aptosAccounts, aptosSingleKeyAccount } from '@isochain/devnet/aptos';

/** Somebody who signs. Keys, addresses and signatures are those of the official SDK. */
export interface Actor {
  readonly address: string;
  /** 32 bytes in hex. */
  readonly publicKey: string;
  /** With 0x. */
  readonly privateKey: string;
}

/** An account in the legacy scheme whose key nobody else has. */
export function actor(name: string): Actor {
  const privateKey = `0x${createHash('sha256').update(`isochain test ${name}`).digest('hex')}`;
  const key = keyOf({ privateKey }).publicKey();
  return { address: key.authKey().toString(), privateKey, publicKey: key.toString().slice(2) };
}

function keyOf({ privateKey }: Pick<Actor, 'privateKey'>): Ed25519PrivateKey {
  return new Ed25519PrivateKey(privateKey, false);
}

function funded(account: AptosAccount | undefined): Actor {
  if (account === undefined) throw new RangeError('There is no such account.');
  const { address, publicKey, privateKey } = account;
  return { address, publicKey, privateKey };
}

// Accounts of the stand-in, with 10,000 APT and 1,000,000 of its demo token each.
export const sender: Actor = funded(aptosAccounts[0]);
export const recipient: Actor = funded(aptosAccounts[1]);
export const stranger: Actor = funded(aptosAccounts[2]);
/** It is funded, and has no Account resource. */
export const newcomer: Actor = funded(aptosAccounts[4]);
/** Its address follows by the scheme of single keys. */
export const singleKey: Actor = funded(aptosSingleKeyAccount);

/** Nothing was ever sent to it. */
export const nobody: Actor = actor('nobody');

/** 64 bytes in hex, over a message in hex. */
export function signMessage(message: string, by: Pick<Actor, 'privateKey'>): string {
  return keyOf(by).sign(message).toString().slice(2);
}
