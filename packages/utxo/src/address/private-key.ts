import { findSecret, type Secret } from '@isochain/core';
import { fromBase58Check } from '@isochain/core/bytes';
import { type Refusal, refusal } from './refusal.ts';

const advice =
  'never send it anywhere; move what it holds to a new wallet, and send an address or an extended public key';

/** The byte before a private key is 0, where public ones have 2 or 3 (BIP32): whichever prefix it has. */
const keyOffset = 45;

/** Far more than any address, extended key or descriptor of one has. */
const longest = 1000;

/** Refuses what is too long to be looked at, and secrets without repeating any of them: mistyped ones too, as far as they can be told. */
export function refuseOutright(text: string): Refusal | undefined {
  if (text.length > longest) return refusal('it is too long');
  const secret = findSecret(text) ?? privatePayload(text);
  if (secret === undefined) return undefined;
  const verb = secret === 'a private key' ? 'is' : 'looks like';
  return { ...refusal(`it ${verb} ${secret}: ${advice}`), secret };
}

/** Extended keys whose prefix says nothing, or says that they are public. */
function privatePayload(text: string): Secret | undefined {
  const isPrivate = (text.match(/[1-9A-HJ-NP-Za-km-z]{100,120}/g) ?? []).some((run) => {
    const decoded = fromBase58Check(run);
    return decoded?.isIntact === true && decoded.payload[keyOffset] === 0;
  });
  return isPrivate ? 'a private key' : undefined;
}
