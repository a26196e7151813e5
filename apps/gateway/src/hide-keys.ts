/**
 * Takes private keys out of a text before it is logged: people paste them where public ones belong. Extended private keys of every prefix
 * (SLIP-132: xprv, tprv, yprv, Ltpv, dgpv...) and keys in wallet import format.
 */
export function hidePrivateKeys(text: string): string {
  return text
    .replace(/\b([a-zA-Z]{1,2}pr?v)[1-9A-HJ-NP-Za-km-z]{50,}/g, '$1...')
    .replace(/(?<![1-9A-HJ-NP-Za-km-z])[5KL9cTQ6][1-9A-HJ-NP-Za-km-z]{50,51}(?![1-9A-HJ-NP-Za-km-z])/g, '(key)');
}
