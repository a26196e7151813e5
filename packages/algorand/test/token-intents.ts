import { addressOf, decode } from './judge.ts';
import { type AlgodScript, assetId, connectTo, recipient, type ScriptedAccount, sender } from './scripted-node.ts';

interface News {
  readonly code?: string | undefined;
  readonly field?: string | undefined;
}

/** All news of an answer, by code and field. */
const told = (news: readonly News[]): string[] => news.map(({ code, field = '' }) => `${code} ${field}`);

interface Parties extends AlgodScript {
  readonly sender?: ScriptedAccount;
  readonly recipient?: ScriptedAccount;
}

/** A node with these accounts. By default both have opted in to the asset, and the sender holds 100 of it. */
export function scriptOf({ sender: from, recipient: to, ...script }: Parties = {}): AlgodScript {
  return {
    ...script,
    accounts: {
      [sender]: from ?? { holdings: { [assetId]: { amount: 100n } } },
      [recipient]: to ?? { holdings: { [assetId]: {} } },
      ...script.accounts,
    },
  };
}

/** Encodes an intent, and reads the transaction of its bytes with the judge. */
export async function encode(script: AlgodScript, intent: object) {
  const { chain, onTrace, roundTrips, asked } = connectTo({ algod: script });
  const answer = await chain.encode(intent as never, { onTrace });
  const { errors, warnings } = answer.status;
  const raw = answer.transaction.encoded?.[0]?.raw?.value;
  return {
    data: answer.transaction.data as Readonly<Record<string, unknown>> & { readonly params?: Record<string, unknown> },
    errors: told(errors),
    warnings: told(warnings),
    messages: [...errors, ...warnings].map(({ message }) => message),
    /** Undefined if there is no transaction. */
    fields: raw === undefined ? undefined : fieldsOf(Buffer.from(raw, 'hex')),
    encoded: answer.transaction.encoded,
    chain,
    roundTrips: roundTrips(),
    asked: asked.map(({ path }) => path),
  };
}

/** The fields of a transaction by their names on the chain, with addresses as texts. */
function fieldsOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const isAddress = (name: string) => ['snd', 'arcv', 'aclose'].includes(name);
  const fields = Object.entries(decode(bytes) as Readonly<Record<string, Uint8Array>>);
  return Object.fromEntries(fields.map(([name, value]) => [name, isAddress(name) ? addressOf(value) : value]));
}

/** A transfer of 40 base units by `sender`. */
export const transferToken = {
  mode: 'transferToken',
  senderAddress: sender,
  recipientAddress: recipient,
  tokenId: assetId,
  amount: '40',
} as const;

/** The same, of everything. */
export const transferAll = {
  mode: 'transferToken',
  senderAddress: sender,
  recipientAddress: recipient,
  tokenId: assetId,
  useMaxAmount: true,
} as const;

export const enableToken = { mode: 'enableToken', senderAddress: sender, tokenId: assetId } as const;
