import { createHash } from 'node:crypto';
import {
  Account,
  Asset,
  Claimant,
  Keypair,
  LiquidityPoolAsset,
  Memo,
  MuxedAccount,
  Networks,
  Operation,
  SorobanDataBuilder,
  StrKey,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-base';
import type { StellarChainId } from '../src/chains.ts';
import type { Made } from './kinds.ts';

// Keys, transactions and hashes by the chain's older library (npm @stellar/stellar-base 15.0.0) alone. Nothing here comes from our own code.

export type { FeeBumpTransaction, Transaction } from '@stellar/stellar-base';
export {
  Asset,
  Claimant,
  Keypair,
  LiquidityPoolAsset,
  Memo,
  Networks,
  Operation,
  SorobanDataBuilder,
  StrKey,
  TransactionBuilder,
  xdr,
};

/** Passphrases of the networks. */
export const passphrases: Readonly<Record<StellarChainId, string>> = {
  stellar: Networks.PUBLIC,
  'stellar-testnet': Networks.TESTNET,
};

/** A key of tests: its seed has 32 equal bytes. */
export function testKey(byte: number): Keypair {
  return Keypair.fromRawEd25519Seed(Buffer.alloc(32, byte));
}

/** `M…` of an account and a number. */
export function muxed(account: string, id: bigint): string {
  return new MuxedAccount(new Account(account, '0'), id.toString()).accountId();
}

/** Stroops as the library takes them: with seven decimals. */
function decimal(stroops: bigint): string {
  const digits = stroops.toString().padStart(8, '0');
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`;
}

function operationOf(made: Made): xdr.Operation {
  const { recipient: destination, code, issuer } = made;
  const [amount, limit] = [decimal(made.amount), decimal(made.limit)];
  const asset = () => new Asset(code, issuer);
  switch (made.kind) {
    case 'createAccount':
      return Operation.createAccount({ destination, startingBalance: amount });
    case 'payment':
      return Operation.payment({ destination, asset: Asset.native(), amount });
    case 'tokenPayment':
      return Operation.payment({ destination, asset: asset(), amount });
    case 'changeTrust':
      return Operation.changeTrust({ asset: asset(), limit });
    case 'removeTrust':
      return Operation.changeTrust({ asset: asset(), limit: '0' });
    case 'accountMerge':
      return Operation.accountMerge({ destination });
    case 'claimableBalance': {
      const own = accountOf(made.sender);
      const before = Claimant.predicateBeforeRelativeTime(made.reclaimAfterSeconds.toString());
      const claimants = [new Claimant(destination), new Claimant(own, Claimant.predicateNot(before))];
      return Operation.createClaimableBalance({ asset: asset(), amount, claimants });
    }
  }
}

/** The account of `G…` or `M…`. */
function accountOf(text: string): string {
  return text.startsWith('M') ? MuxedAccount.fromAddress(text, '0').baseAccount().accountId() : text;
}

function memoOf({ memo }: Made): Memo {
  return memo.type === 'none' ? Memo.none() : Memo[memo.type](memo.value);
}

/** The transaction that the library makes of it, with other operations in place of its own if they are given. */
export function judged(
  made: Made,
  operations: readonly xdr.Operation[] = [operationOf(made)],
  change: (builder: TransactionBuilder) => TransactionBuilder = (same) => same,
): Transaction {
  const before = (made.sequence - 1n).toString();
  const account = made.sender.startsWith('M')
    ? MuxedAccount.fromAddress(made.sender, before)
    : new Account(made.sender, before);
  const builder = new TransactionBuilder(account, {
    fee: (made.fee / BigInt(operations.length)).toString(),
    networkPassphrase: passphrases[made.chain],
    timebounds: { minTime: '0', maxTime: made.maxTime.toString() },
    memo: memoOf(made),
  });
  for (const operation of operations) builder.addOperation(operation);
  return change(builder).build() as Transaction;
}

/** The envelope without signatures, and what keys sign. */
export function judgedItem(transaction: Transaction): { readonly envelope: string; readonly hash: string } {
  return { envelope: transaction.toEnvelope().toXDR('base64'), hash: transaction.hash().toString('hex') };
}

/** The signed envelope, in base64. */
export function judgedSigned(made: Made, keys: readonly Keypair[]): string {
  const transaction = judged(made);
  transaction.sign(...keys);
  return transaction.toEnvelope().toXDR('base64');
}

/** Signs the hash of a transaction. @returns 64 bytes in hex. */
export function judgedSignature(made: Made, key: Keypair): string {
  return key.sign(judged(made).hash()).toString('hex');
}

export const sha256Of = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
