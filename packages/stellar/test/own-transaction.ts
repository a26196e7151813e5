import type { StellarEngine } from '@isochain/devnet/stellar';
import {
  Account,
  type Keypair,
  type Memo,
  type Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-base';

/** What @stellar/stellar-base makes a transaction of. */
export interface OwnTransaction {
  readonly operations: readonly xdr.Operation[];
  /** Whose sequence number it uses. It pays the fees, unless there is a payer. */
  readonly by: Keypair;
  /** Who signs beside it. */
  readonly others?: readonly Keypair[];
  readonly memo?: Memo | undefined;
  /** Who pays for it, by a fee bump. */
  readonly payer?: Keypair | undefined;
}

/** Sends a transaction that none of our code takes part in, and tells its ids. Its outcome is not looked at. */
export async function sendOwn(
  engine: StellarEngine,
  { operations, by, others = [], memo, payer }: OwnTransaction,
): Promise<{ readonly id: string; readonly innerId: string }> {
  const { sequence = 0n } = engine.accountState(by.publicKey()) ?? {};
  const builder = new TransactionBuilder(new Account(by.publicKey(), sequence.toString()), {
    fee: '500',
    networkPassphrase: engine.passphrase,
    timebounds: { minTime: 0, maxTime: Math.floor(engine.now() / 1_000) + 600 },
    ...(memo === undefined ? {} : { memo }),
  });
  for (const operation of operations) builder.addOperation(operation);
  const inner: Transaction = builder.build();
  const signers = new Map([by, ...others].map((key) => [key.publicKey(), key]));
  inner.sign(...signers.values());
  const outer =
    payer === undefined ? inner : TransactionBuilder.buildFeeBumpTransaction(payer, '1000', inner, engine.passphrase);
  if (payer !== undefined) outer.sign(payer);
  const body = new URLSearchParams({ tx: outer.toEnvelope().toXDR('base64') });
  await fetch(`${engine.url}/transactions`, { method: 'POST', body });
  return { id: outer.hash().toString('hex'), innerId: inner.hash().toString('hex') };
}
