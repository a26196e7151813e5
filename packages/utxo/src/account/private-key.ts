import { fromBase58Check } from './base58check.ts';
import { type Refusal, refusal } from './refusal.ts';

const advice =
  'never send it anywhere; move what it holds to a new wallet, and send an address or an extended public key';

// SLIP-132, and the chains' own (Ltpv, Mtpv, ttpv, dgpv).
const extendedPrefix = /(?:^|[^1-9A-HJ-NP-Za-km-z])(?:[xyztuvYZUV]prv|[LMt]tpv|dgpv)/;

// Wallet import format has 51 characters, or 52 with the mark of a compressed key; nothing that is public is as long.
const walletImportFormat = /(?:^|[(\]])[1-9A-HJ-NP-Za-km-z]{51,52}(?:$|[)/])/;

const phrase = /^\s*(?:[a-z]+\s+){11,23}[a-z]+\s*$/i;

/** The byte before a private key is 0, where public ones have 2 or 3 (BIP32): whichever prefix it has. */
const keyOffset = 45;

/** Far more than any address, extended key or descriptor of one has. */
const longest = 1000;

/** Refuses what is too long to be looked at, and secrets without repeating any of them: mistyped ones too, as far as they can be told. */
export function refuseOutright(text: string): Refusal | undefined {
  if (text.length > longest) return refusal('it is too long');
  if (phrase.test(text))
    return { ...refusal(`it looks like a recovery phrase: ${advice}`), secret: 'a recovery phrase' };
  const isSecret =
    extendedPrefix.test(text) ||
    (walletImportFormat.test(text) && text !== text.toLowerCase()) ||
    (text.match(/[1-9A-HJ-NP-Za-km-z]{100,120}/g) ?? []).some((run) => {
      const decoded = fromBase58Check(run);
      return decoded?.isIntact === true && decoded.payload[keyOffset] === 0;
    });
  return isSecret ? { ...refusal(`it is a private key: ${advice}`), secret: 'a private key' } : undefined;
}
