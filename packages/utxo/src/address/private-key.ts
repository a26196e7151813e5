import { findSecret, type Secret } from '@isochain/core';
import { fromBase58Check } from '@isochain/core/bytes';
import { type Refusal, refusal } from './refusal.ts';

const advice =
  'never send it anywhere; move what it holds to a new wallet, and send an address or an extended public key';

/** In an extended key, the byte before a private key is 0, and a public key begins with 2 or 3 (BIP32). So any prefix is recognised. */
const keyOffset = 45;

/** Longer than any address, extended key or descriptor. */
const longest = 1000;

/** Refuses texts that are too long, and private keys, without repeating them. Mistyped private keys are refused too if they can be recognised. */
export function refuseOutright(text: string): Refusal | undefined {
  if (text.length > longest) return refusal('it is too long');
  const secret = findSecret(text) ?? privatePayload(text);
  if (secret === undefined) return undefined;
  const verb = secret === 'a private key' ? 'is' : 'looks like';
  return { ...refusal(`it ${verb} ${secret}: ${advice}`), secret };
}

/** Whether an extended key is private, although its prefix is unknown or public. */
function privatePayload(text: string): Secret | undefined {
  const isPrivate = (text.match(/[1-9A-HJ-NP-Za-km-z]{100,120}/g) ?? []).some((run) => {
    const decoded = fromBase58Check(run);
    return decoded?.isIntact === true && decoded.payload[keyOffset] === 0;
  });
  return isPrivate ? 'a private key' : undefined;
}
