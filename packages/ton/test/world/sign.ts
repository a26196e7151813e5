import type { EncodedItem } from '@isochain/core';
import { Address, beginCell, Cell, external, type StateInit, storeMessage } from '@ton/core';
import { sign } from '../ed25519.ts';
import type { Actor } from './actor.ts';

// Signatures of @ton/crypto, and external messages of @ton/core: never of our own code.

export interface Signed {
  /** 64 bytes in hex. */
  readonly signature: string;
  /** The external message that the wallet gets. */
  readonly message: Cell;
}

/**
 * Signs what encode answered.
 *
 * @param init - Of a wallet that is not deployed.
 */
export function signed(
  encoded: readonly EncodedItem[],
  { address, secretKey }: Actor,
  init?: StateInit | undefined,
): Signed {
  const [item, ...others] = encoded;
  if (item?.raw?.format !== 'BOC' || item.hash?.format !== 'sha256' || others.length > 0) {
    throw new Error('A transaction is one message with its hash.');
  }
  const signing = Cell.fromHex(item.raw.value);
  if (signing.hash().toString('hex') !== item.hash.value) throw new Error('The hash is of another message.');
  const signature = sign(signing.hash(), secretKey);
  // external_signed_request of version 5 (ton-blockchain/wallet-contract-v5, types.tlb): there the signature stands at the end.
  const slice = signing.beginParse();
  const isFifth = slice.preloadUint(32) === 0x7369_676e;
  const body = isFifth
    ? beginCell().storeSlice(slice).storeBuffer(signature)
    : beginCell().storeBuffer(signature).storeSlice(slice);
  const message = beginCell()
    .store(storeMessage(external({ to: Address.parse(address), init: init ?? null, body: body.endCell() })))
    .endCell();
  return { signature: signature.toString('hex'), message };
}

/** Each form in which broadcast takes a signature. */
export function signatureForms({ signature, message }: Signed): Readonly<Record<string, string>> {
  const base64 = Buffer.from(signature, 'hex').toString('base64');
  const boc = message.toBoc();
  return {
    hex: signature,
    'hex with 0x': `0x${signature}`,
    base64,
    'JSON of a wallet': JSON.stringify({ signature: base64 }),
    'the signed message in base64': boc.toString('base64'),
    'the signed message in hex': boc.toString('hex'),
  };
}
