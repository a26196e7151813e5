import { createHash } from 'node:crypto';
import { type AlgorandEngine, algorandAccounts } from '@isochain/devnet/algorand';
import { signatureOf } from '../judge.ts';
import { keyOfSeed } from '../keys.ts';

/** Somebody who signs. */
export interface Actor {
  readonly address: string;
  /** 32 bytes in hex. */
  readonly publicKey: string;
  /** The seed: 32 bytes in hex, with 0x. */
  readonly privateKey: string;
}

/** An account whose key nobody else has. It does not exist before it is funded. */
export function actor(name: string): Actor {
  const { address, publicKey, privateKey } = keyOfSeed(
    createHash('sha256').update(`isochain test ${name}`).digest('hex'),
  );
  return { address, publicKey, privateKey };
}

function known(account: AlgorandEngine['accounts'][number] | undefined): Actor {
  if (account === undefined) throw new RangeError('There is no such account.');
  const { address, publicKey, privateKey } = account;
  return { address, publicKey, privateKey };
}

// Accounts of the stand-in, with 10,000 ALGO each.
export const sender: Actor = known(algorandAccounts[0]);
export const recipient: Actor = known(algorandAccounts[1]);
export const stranger: Actor = known(algorandAccounts[2]);
/** Does not exist. */
export const newcomer: Actor = known(algorandAccounts[4]);

/** 64 bytes in hex, over bytes in hex. */
export function signBytes(bytes: string, { privateKey }: Pick<Actor, 'privateKey'>): string {
  const seed = Buffer.from(privateKey.slice(2), 'hex');
  return Buffer.from(signatureOf(seed, Buffer.from(bytes, 'hex'))).toString('hex');
}
