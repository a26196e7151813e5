import type { FamilyName } from './family-names.ts';

// What a text is that is no address of the chain: the address of another chain, or a name. Like the forms of secrets, the forms of all chains are
// here: people paste an address of one chain where that of another belongs, and no family knows the others.

interface Form {
  /** The families whose addresses look like this. They say themselves what is wrong with such a text. */
  readonly families: readonly FamilyName[];
  readonly of: string;
  readonly form: RegExp;
}

/** Only the form counts, not the checksum: the text is refused in any case. Characters of base58 are digits and letters without 0, O, I and l. */
const forms: readonly Form[] = [
  { families: ['evm'], of: 'Ethereum or a chain like it', form: /^0x[0-9a-f]{40}$/i },
  { families: ['aptos', 'starknet'], of: 'Aptos or Starknet', form: /^0x[0-9a-f]{60,64}$/i },
  { families: ['tron'], of: 'Tron', form: /^T[1-9A-HJ-NP-Za-km-z]{33}$/ },
  // Version bytes 0 and 5, and BIP173.
  { families: ['bitcoin'], of: 'Bitcoin', form: /^(?:[13][1-9A-HJ-NP-Za-km-z]{25,33}|bc1[02-9ac-hj-np-z]{39,59})$/ },
  {
    families: ['bitcoin'],
    of: 'a test network of Bitcoin',
    form: /^(?:[mn2][1-9A-HJ-NP-Za-km-z]{33}|tb1[02-9ac-hj-np-z]{39,59})$/,
  },
  { families: ['bitcoin'], of: 'Litecoin', form: /^(?:[LM][1-9A-HJ-NP-Za-km-z]{33}|ltc1[02-9ac-hj-np-z]{39,59})$/ },
  { families: ['bitcoin'], of: 'Dogecoin', form: /^[DA9][1-9A-HJ-NP-Za-km-z]{33}$/ },
  // Bech32 of 20 or 32 bytes: 32 or 52 characters, and 6 of the checksum.
  { families: ['cosmos'], of: 'a Cosmos chain', form: /^[a-z]{2,20}1(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})$/ },
  // TEP-2, and the raw form: workchain and hash.
  { families: ['ton'], of: 'TON', form: /^(?:[EUk0]Q[A-Za-z0-9+/_-]{46}|(?:0|-1):[0-9a-f]{64})$/i },
  // SEP-23: accounts, muxed accounts and contracts.
  { families: ['stellar'], of: 'Stellar', form: /^(?:[GC][A-Z2-7]{55}|M[A-Z2-7]{68})$/ },
  { families: ['algorand'], of: 'Algorand', form: /^[A-Z2-7]{58}$/ },
  // 32 bytes, as almost all of them are written.
  { families: ['solana'], of: 'Solana', form: /^[1-9A-HJ-NP-Za-km-z]{43,44}$/ },
];

/** A name of a name service, a domain, an address of mail, or of federation (SEP-2), or a handle. No address has a dot, an @ or an asterisk. */
const nameForm =
  /^(?:[@$][\p{L}\p{N}_.-]{2,}|[\p{L}\p{N}\p{So}_+.-]+[*@](?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}|(?:[\p{L}\p{N}\p{So}_-]+\.)+\p{L}{2,})$/u;

/** No name or address is longer. */
const longest = 255;

/**
 * Says what a text is that a family refused as an address.
 *
 * @param family - The family of the chain.
 * @returns A clause that does not repeat the text; undefined if the text looks like nothing that is known.
 */
export function explainForeign(text: string, family: FamilyName): string | undefined {
  if (text.length > longest) return undefined;
  if (nameForm.test(text)) return 'it is a name, and names are not resolved here: send the address that it stands for';
  const found = forms.find(({ form }) => form.test(text));
  return found === undefined || found.families.includes(family) ? undefined : `it looks like an address of ${found.of}`;
}
