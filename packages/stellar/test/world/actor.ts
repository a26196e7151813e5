import { createHash } from 'node:crypto';
import { type StellarEngine, stellarAccounts } from '@isochain/devnet/stellar';
import { Keypair, MuxedAccount, Account as SdkAccount } from '@stellar/stellar-base';

/** Somebody who signs. Keys, addresses and signatures are those of the chain's library. */
export interface Actor {
  /** `G…`. */
  readonly address: string;
  /** 32 bytes in hex. */
  readonly publicKey: string;
  /** 32 bytes in hex, with 0x. */
  readonly privateKey: string;
}

/** An account whose key nobody else has. It does not exist before it is funded. */
export function actor(name: string): Actor {
  const seed = createHash('sha256').update(`isochain test ${name}`).digest();
  const key = Keypair.fromRawEd25519Seed(seed);
  return {
    address: key.publicKey(),
    publicKey: key.rawPublicKey().toString('hex'),
    privateKey: `0x${seed.toString('hex')}`,
  };
}

function keyOf({ privateKey }: Pick<Actor, 'privateKey'>): Keypair {
  return Keypair.fromRawEd25519Seed(Buffer.from(privateKey.slice(2), 'hex'));
}

function known(account: StellarEngine['accounts'][number] | undefined): Actor {
  if (account === undefined) throw new RangeError('There is no such account.');
  const { address, publicKey, privateKey } = account;
  return { address, publicKey, privateKey };
}

// Accounts of the stand-in, with 10,000 XLM each.
export const sender: Actor = known(stellarAccounts[0]);
export const recipient: Actor = known(stellarAccounts[1]);
export const stranger: Actor = known(stellarAccounts[2]);
export const partner: Actor = known(stellarAccounts[3]);
/** Does not exist. */
export const newcomer: Actor = known(stellarAccounts[4]);

/** The seed as wallets show it: `S…`. */
export function seedOf(by: Pick<Actor, 'privateKey'>): string {
  return keyOf(by).secret();
}

/** The account with a number: `M…`. */
export function muxed({ address }: Pick<Actor, 'address'>, id: bigint): string {
  return new MuxedAccount(new SdkAccount(address, '0'), id.toString()).accountId();
}

/** 64 bytes in hex, over bytes in hex. */
export function signHash(hash: string, by: Pick<Actor, 'privateKey'>): string {
  return keyOf(by).sign(Buffer.from(hash, 'hex')).toString('hex');
}
