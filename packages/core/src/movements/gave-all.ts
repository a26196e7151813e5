import type { Leg } from './parties.ts';

/**
 * Whether the signers of a transaction gave all that others got in it, of each asset. Only then is its memo one of who pays: anybody can call a contract
 * that pays out, mints, or spends what somebody else allowed it to, and add a memo to that.
 *
 * What comes and goes on within the transaction does not count, so a payment through a contract is one of the signer.
 *
 * @param legs - All that the transaction moved, also between accounts that nobody asks about.
 * @param isSigner - Whether an account of the legs gave with the signature of its owner.
 */
export function gaveAll<Token>(legs: readonly Leg<Token>[], isSigner: (address: string) => boolean): boolean {
  /** What each gained in sum. The signers are one. */
  const gains = new Map<Token | undefined, Map<string | null, bigint>>();
  for (const { way, address, amount, token } of legs) {
    const ofToken = gains.get(token) ?? new Map<string | null, bigint>();
    const who = isSigner(address) ? null : address;
    ofToken.set(who, (ofToken.get(who) ?? 0n) + (way === 'in' ? amount : -amount));
    gains.set(token, ofToken);
  }
  return [...gains.values()].every((ofToken) => {
    let got = 0n;
    for (const [who, gain] of ofToken) if (who !== null && gain > 0n) got += gain;
    return got <= -(ofToken.get(null) ?? 0n) || got === 0n;
  });
}
