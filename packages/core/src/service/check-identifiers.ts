import type { ConnectOptions, ForeignIdentifiers } from '../connect-options.ts';
import type { Bytes } from '../contract/bytes.ts';
import type { FamilyTypes } from '../contract/family-types.ts';
import {
  type Identified,
  type IdentifierField,
  type IdentifierKind,
  kindOfField,
  type Parsed,
  type Unidentified,
} from '../contract/identifier-kinds.ts';
import type { FamilyName } from '../family-names.ts';
import { explainForeign } from '../foreign-addresses.ts';
import { type Problem, problem } from '../problem.ts';
import type { Intent, TransactionData } from '../schema/transaction-data.ts';
import { exposedProblem } from './exposed.ts';

/** The parsed identifiers of `transaction.data`. */
export interface Found {
  /** Values by field name. */
  readonly parsed: Record<string, unknown>;
  /** True if the recipient is the sender, in any spelling. */
  readonly isToSelf: boolean;
}

type Chain<T extends FamilyTypes> = Pick<Bytes<T>, 'chainId' | 'identity' | 'identifiers' | 'keyLikeIds'>;

/** Parses all identifiers of `transaction.data`, except those of `from` and `to`. */
export function checkIdentifiers<T extends FamilyTypes>(
  chain: Chain<T>,
  data: TransactionData,
  problems: Problem[],
): Found {
  const parsed: Record<string, unknown> = {};
  const identified: { [F in IdentifierField]?: Identified<unknown> } = {};
  for (const name of Object.keys(kindOfField) as IdentifierField[]) {
    const text = (data as { readonly [F in IdentifierField]?: unknown })[name];
    if (typeof text !== 'string') continue;
    const kind = kindOfField[name];
    const field = `transaction.data.${name}`;
    const found: Parsed<unknown> = chain.identifiers[kind](text);
    const wrong = problemOf(chain, text, kind, field, found);
    if (wrong !== undefined) problems.push(wrong);
    else if (found.ok) {
      identified[name] = found;
      parsed[name] = found.value;
    }
  }
  const { senderAddress: sender, recipientAddress: recipient, senderPubKey: key } = identified;
  if (key !== undefined) checkOwner(chain, key, sender, problems);
  return {
    parsed,
    isToSelf: sender !== undefined && recipient !== undefined && ownerOf(sender) === ownerOf(recipient),
  };
}

/** The account of a sender or recipient. */
function ownerOf({ canonical, owner = canonical }: Identified<unknown>): string {
  return owner;
}

/** Refuses a public key that is not the sender's: its signature would not be valid. */
function checkOwner<T extends FamilyTypes>(
  { identifiers }: Chain<T>,
  key: Identified<unknown>,
  sender: Identified<unknown> | undefined,
  problems: Problem[],
): void {
  const owner = identifiers.ownerOf?.(key.value, sender?.value);
  if (owner === undefined || sender === undefined || ownerOf(sender) === owner) return;
  problems.push(problem('publicKey.mismatch', { owner }, 'transaction.data.senderPubKey'));
}

/** Why a text is not an address. A family that says what the text is knows that better. */
export function reasonOf(text: string, family: FamilyName, { reason }: Unidentified): string {
  return /address of|^it is (?:an?|the) /.test(reason) ? reason : (explainForeign(text, family) ?? reason);
}

/**
 * The problem of a text that is not a valid identifier, or that is a secret. Some families take secrets as valid: nearly any text is a denomination of a
 * Cosmos chain.
 *
 * @param field - Path in the request.
 */
function problemOf<T extends FamilyTypes>(
  chain: Pick<Chain<T>, 'identity' | 'keyLikeIds'>,
  text: string,
  kind: IdentifierKind,
  field: string,
  found: Parsed<unknown>,
): Problem | undefined {
  const place = kind === 'sender' || kind === 'recipient' ? 'account' : kind;
  const exposed = exposedProblem(chain, text, place, field, found);
  if (exposed !== undefined) return exposed;
  if (found.ok) return undefined;
  const { name, family } = chain.identity;
  const reason = kind === 'token' || kind === 'publicKey' ? found.reason : reasonOf(text, family, found);
  if (found.native === true) return problem('token.isNative', { token: text, chain: name }, field);
  if (found.checksum === true) return problem('address.checksumMismatch', { field }, field);
  switch (kind) {
    case 'token':
      return problem('token.invalid', { chain: name, reason }, field);
    case 'validator':
      return problem('validator.invalid', { field, chain: name, reason }, field);
    case 'publicKey':
      return problem('publicKey.invalid', { field, chain: name, reason }, field);
    default:
      return problem('address.invalid', { field, chain: name, reason }, field);
  }
}

/** Names the native coin of any chain in a conversion. The family may accept other names too. */
const nativeCoin = 'native';

/**
 * Reads both sides of a conversion.
 *
 * @param target - Identifiers of the target chain, which may be of another family. Null if that chain is not served.
 * @returns Members of `parsed`.
 */
export function checkConversion<T extends FamilyTypes>(
  chain: Chain<T>,
  { from, to }: Intent<'convertAsset'>,
  target: ForeignIdentifiers | null,
  problems: Problem[],
): object {
  const read = <V>(kind: IdentifierKind, parse: (text: string) => Parsed<V>, text: string, field: string) => {
    if (kind === 'token' && text === nativeCoin) return undefined;
    const found = parse(text);
    const wrong = problemOf(chain, text, kind, `transaction.data.${field}`, found);
    if (wrong === undefined && found.ok) return found;
    if (wrong !== undefined && wrong.code !== 'token.isNative') problems.push(wrong);
    return undefined;
  };
  const sender = read('sender', chain.identifiers.sender, from.address, 'from.address');
  const sold = read('token', chain.identifiers.token, from.tokenId, 'from.tokenId');
  if (target === null) {
    const field = 'transaction.data.to.chainId';
    problems.push(problem('request.invalid', { field, expected: 'must be a chain that is served here' }, field));
    return {};
  }
  const recipient = read('recipient', target.recipient, to.address, 'to.address');
  const bought = read('token', target.token, to.tokenId, 'to.tokenId');
  return {
    from: { address: sender?.value, tokenId: sold?.value },
    to: { address: recipient?.canonical, tokenId: bought?.canonical },
  };
}

/** Identifiers of the target chain of an intent. Only a conversion may have another chain as its target. Null if it is not served. */
export async function targetOf<T extends FamilyTypes>(
  { chainId, identifiers }: Chain<T>,
  data: TransactionData,
  identifiersOf: ConnectOptions['identifiersOf'],
): Promise<ForeignIdentifiers | null> {
  const target = data.mode === 'convertAsset' ? data.to.chainId : undefined;
  return target === undefined || target === chainId ? identifiers : ((await identifiersOf?.(target)) ?? null);
}
