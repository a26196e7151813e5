import {
  type AccountAddress,
  ChainId,
  type EntryFunction,
  generateSignedTransaction,
  generateUserTransactionHash,
  RawTransaction,
  SimpleTransaction,
  TransactionPayloadEntryFunction,
} from '@aptos-labs/ts-sdk';
import type { AptosEngine } from '@isochain/devnet/aptos';
import type { TestKey } from './sdk-keys.ts';

/** What the SDK makes a transaction of. */
export interface OwnTransaction {
  readonly by: TestKey;
  readonly call: EntryFunction;
  /** Who pays for it. By default the sender. */
  readonly payer?: TestKey | undefined;
}

/** Sends a transaction that none of our code takes part in. @returns Its id. */
export async function sendOwn(engine: AptosEngine, { by, call, payer }: OwnTransaction): Promise<string> {
  const raw = new RawTransaction(
    by.signing.accountAddress,
    engine.sequenceNumber(by.address),
    new TransactionPayloadEntryFunction(call),
    100_000n,
    100n,
    BigInt(Math.floor(engine.now() / 1_000)) + 50n,
    new ChainId(1),
  );
  const payerAddress: AccountAddress | undefined = payer?.signing.accountAddress;
  const transaction = new SimpleTransaction(raw, payerAddress);
  const senderAuthenticator = by.signing.signTransactionWithAuthenticator(transaction);
  const feePayerAuthenticator = payer?.signing.signTransactionWithAuthenticator(transaction);
  const signed = {
    transaction,
    senderAuthenticator,
    ...(feePayerAuthenticator === undefined ? {} : { feePayerAuthenticator }),
  };
  const response = await fetch(`${engine.url}/transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/x.aptos.signed_transaction+bcs' },
    body: generateSignedTransaction(signed) as Uint8Array<ArrayBuffer>,
  });
  if (response.status !== 202) throw new Error(await response.text());
  return generateUserTransactionHash(signed);
}
