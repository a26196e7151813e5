import type { Chain, ParsedTransaction } from '@isochain/core';
import { fromHex } from '@isochain/core';
import { type AptosAccount, type AptosEngine, startAptos } from '@isochain/devnet/aptos';
import type { Address } from '../src/address/address.ts';
import type { EntryFunction } from '../src/bytes/calls.ts';
import { rawBytes } from '../src/bytes/raw-transaction.ts';
import { signedBytes, transactionId } from '../src/bytes/signed-transaction.ts';
import { signingMessage } from '../src/bytes/signing-message.ts';
import { type AptosOptions, aptos } from '../src/index.ts';
import { signatureOf } from './keys.ts';

// Sends calls to the stand-in as they are, so that reads can be tested with all that they have to understand. The stand-in decodes them with the official SDK,
// and tells what it did in its own words.

interface Sending {
  /** By default the first account. */
  readonly by?: AptosAccount;
  /** Makes it orderless. */
  readonly nonce?: bigint;
  readonly payer?: AptosAccount;
  readonly expiresIn?: bigint;
  readonly gasUnitPrice?: bigint;
}

export type CallRig = Awaited<ReturnType<typeof startCallRig>>;

export async function startCallRig(options: Parameters<typeof startAptos>[0] = {}) {
  const engine: AptosEngine = await startAptos(options);
  const open = (more: Partial<AptosOptions> = {}): Chain =>
    aptos.connect('aptos', {
      endpoints: engine.settings.endpoints as never,
      oldestBlockMs: 0,
      now: () => engine.now(),
      ...more,
      // Tests also send requests that the types forbid.
    }) as Chain;
  const chain = open();

  /** @returns The id. */
  async function send(
    call: EntryFunction,
    { by = engine.accounts[0] as AptosAccount, nonce, payer, expiresIn = 50n, gasUnitPrice = 100n }: Sending = {},
  ): Promise<string> {
    const raw = rawBytes({
      sender: by.address as Address,
      call,
      replay: nonce === undefined ? { sequenceNumber: engine.sequenceNumber(by.address) } : { nonce },
      maxGasAmount: 100_000n,
      gasUnitPrice,
      expiration: BigInt(Math.floor(engine.now() / 1_000)) + expiresIn,
      chainId: 1,
    });
    const message = signingMessage(raw, payer?.address as Address | undefined);
    const sign = ({ privateKey, publicKey, scheme }: AptosAccount) => ({
      publicKey,
      scheme,
      signature: fromHex(signatureOf(message, privateKey.slice(2))) ?? new Uint8Array(),
    });
    const signed = signedBytes(raw, sign(by), payer && { ...sign(payer), address: payer.address as Address });
    const response = await fetch(`${engine.url}/transactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/x.aptos.signed_transaction+bcs' },
      body: signed as Uint8Array<ArrayBuffer>,
    });
    if (response.status !== 202) throw new Error(await response.text());
    return transactionId(signed);
  }

  /** A transaction as the chain's reader puts it. */
  async function read(id: string): Promise<ParsedTransaction> {
    const { transaction } = await chain.transaction(id);
    return transaction.parsed as ParsedTransaction;
  }

  /** The first page of a history. */
  async function history(address: string, limit = 100): Promise<ParsedTransaction[]> {
    const { transactions } = await chain.history(address, { limit });
    return transactions.map(({ parsed }) => parsed as ParsedTransaction);
  }

  return { engine, chain, open, send, read, history, at: (index: number) => engine.accounts[index] as AptosAccount };
}
