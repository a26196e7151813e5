import {
  AccountAddress,
  AccountAuthenticatorEd25519,
  ChainId,
  Ed25519PrivateKey,
  EntryFunction,
  generateSignedTransaction,
  generateSigningMessageForTransaction,
  RawTransaction,
  SimpleTransaction,
  TransactionPayloadEntryFunction,
  U64,
} from '@aptos-labs/ts-sdk';
import type { AptosEngine } from '@isochain/devnet/aptos';
import type { Actor } from './actor.ts';

/** A call of `0x1`, such as `delegation_pool::add_stake`, with an address and an amount in octas. */
export interface Call {
  readonly name: `${string}::${string}`;
  readonly address: string;
  readonly amount: bigint;
}

/**
 * Sends a transaction as a wallet does: made and signed by the official SDK.
 *
 * @throws Error if the chain refuses it, or it fails.
 */
export async function sendCall(engine: AptosEngine, by: Actor, { name, address, amount }: Call): Promise<void> {
  const [module = '', entry = ''] = name.split('::');
  const call = EntryFunction.build(`0x1::${module}`, entry, [], [AccountAddress.from(address), new U64(amount)]);
  const raw = new RawTransaction(
    AccountAddress.from(by.address),
    engine.sequenceNumber(by.address),
    new TransactionPayloadEntryFunction(call),
    100_000n,
    100n,
    BigInt(Math.floor(engine.now() / 1_000) + 600),
    new ChainId(engine.chainId === 'aptos' ? 1 : 2),
  );
  const key = new Ed25519PrivateKey(by.privateKey, false);
  const transaction = new SimpleTransaction(raw);
  const message = generateSigningMessageForTransaction(transaction);
  const senderAuthenticator = new AccountAuthenticatorEd25519(key.publicKey(), key.sign(message));
  const body = generateSignedTransaction({ transaction, senderAuthenticator });
  const headers = { 'content-type': 'application/x.aptos.signed_transaction+bcs' };
  const sent = await fetch(`${engine.url}/transactions`, { method: 'POST', body: new Uint8Array(body), headers });
  const { hash, message: refusal } = (await sent.json()) as { readonly hash?: string; readonly message?: string };
  if (hash === undefined) throw new Error(refusal);
  const done = await fetch(`${engine.url}/transactions/by_hash/${hash}`);
  const { success, vm_status: status } = (await done.json()) as { readonly success?: boolean; vm_status?: string };
  if (success !== true) throw new Error(status);
}
