import { attempt, type Parsed } from '@isochain/core';
import type { TonChain } from '../chains.ts';
import { Address } from '../ton-core.ts';

/** An address as a client wrote it. */
export interface TonAddress {
  readonly address: Address;
  /** Whether coins are to come back if the recipient fails. Undefined in the raw form, which does not say. */
  readonly isBounceable: boolean | undefined;
}

/** The workchain of users. */
export const basechain = 0;
/** The workchain of validators and their pools. */
export const masterchain = -1;

const expected =
  'addresses here have 48 characters and begin with EQ or UQ (Ef or Uf in the masterchain), or have a workchain, a colon and 64 hexadecimal digits';

/**
 * The form of answers for contracts, and the canonical form of every address: bounceable, in base64url (TEP-2).
 *
 * @example canonicalAddress(Address.parse('0:0000…')) // 'EQAA…'
 */
export function canonicalAddress(address: Address): string {
  return address.toString({ urlSafe: true, bounceable: true, testOnly: false });
}

/** The form of answers for wallets and other users: not bounceable (TEP-2). */
export function walletAddress(address: Address): string {
  return address.toString({ urlSafe: true, bounceable: false, testOnly: false });
}

/** Reads an address in any form. Its canonical form is that of the account, and does not say how the client wrote it. */
export function checkAddress(chain: TonChain, text: string): Parsed<TonAddress> {
  return read(chain, text.trim());
}

/** Reads the address of a sender. Wallets of the masterchain pay other prices and are not supported. */
export function checkSender(chain: TonChain, text: string): Parsed<TonAddress> {
  const parsed = checkAddress(chain, text);
  if (!parsed.ok || parsed.value.address.workChain === basechain) return parsed;
  return { ok: false, reason: 'it is in the masterchain: only wallets of workchain 0 can send here' };
}

function read(chain: Pick<TonChain, 'isTest'>, text: string): Parsed<TonAddress> {
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(text))
    return { ok: false, reason: `it has no workchain: ${expected}`, secret: 'a private key' };
  const raw = /^(-?\d{1,10}):([0-9a-f]{64})$/i.exec(text);
  if (raw?.[1] !== undefined && raw[2] !== undefined)
    return inWorkchain(Address.parseRaw(`${raw[1]}:${raw[2].toLowerCase()}`), undefined);
  // The two alphabets of base64 are never mixed.
  if (!/^(?:[A-Za-z0-9_-]{48}|[A-Za-z0-9+/]{48})$/.test(text))
    return { ok: false, reason: `it is not an address: ${expected}` };
  const friendly = attempt(() => Address.parseFriendly(text));
  if (friendly === undefined) {
    return { ok: false, reason: 'its checksum is wrong', checksum: true };
  }
  if (friendly.isTestOnly && !chain.isTest) return { ok: false, reason: 'it is an address for test networks only' };
  return inWorkchain(friendly.address, friendly.isBounceable);
}

function inWorkchain(address: Address, isBounceable: boolean | undefined): Parsed<TonAddress> {
  if (address.workChain !== basechain && address.workChain !== masterchain) {
    return { ok: false, reason: `it is in workchain ${address.workChain}: there are only 0 and -1` };
  }
  return { ok: true, canonical: canonicalAddress(address), value: { address, isBounceable } };
}

/** Whether a text is an address of any network of the family. */
export function isAddress(text: string): boolean {
  return read({ isTest: true }, text).ok;
}
