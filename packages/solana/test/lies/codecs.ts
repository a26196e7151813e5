import type { Codec, RpcQuestion } from '@isochain/conformance';
import { type DataKind, kindOf, layouts } from './account-data.ts';
import { roleOf } from './world.ts';

// Opens the answers of nodes, so that lies can be told about each account, by its role for the client, and about each field of its data.

/** By key of the accounts that hold what the chain keeps itself. */
const sysvarKinds: Readonly<Record<string, DataKind>> = {
  rent: 'rent',
  clock: 'clock',
  stakeHistory: 'stakeHistory',
  epochSchedule: 'epochSchedule',
};

interface NodeAccount {
  readonly data: readonly [string, string];
  readonly owner: string;
}

/** The data of an account as `{ kind: fields }`, or unchanged if it has no kind. */
function openAccount(account: unknown, role?: string): unknown {
  const { data, ...head } = account as NodeAccount;
  const bytes = Uint8Array.from(Buffer.from(data[0], 'base64'));
  const kind = sysvarKinds[role ?? ''] ?? kindOf(head.owner, bytes);
  return { ...head, data: kind === undefined ? bytes : { [kind]: layouts[kind].read(bytes, 0)[0] } };
}

function closeAccount(account: unknown): unknown {
  if (typeof account !== 'object' || account === null) return account;
  const { data, ...head } = account as { data?: object };
  return {
    ...head,
    ...(data === undefined ? {} : { data: [Buffer.from(closeData(data)).toString('base64'), 'base64'] }),
  };
}

function closeData(data: object): Uint8Array {
  if (data instanceof Uint8Array) return data;
  const [kind, value] = Object.entries(data)[0] ?? [];
  return kind === undefined ? new Uint8Array() : layouts[kind as DataKind].write(value);
}

type Roles = Readonly<Record<string, readonly unknown[]>>;

const keysOf = (question: RpcQuestion | undefined) =>
  question === undefined ? [] : (question.params as [string[]])[0];

/**
 * getMultipleAccounts: a list for each account by its role, with the account, or empty where there is none. A role that is left out makes the
 * answer shorter, and one with more than one account longer.
 */
const accounts: Codec = {
  decode(answer, question) {
    const { value, context } = answer as { value: unknown[]; context: object };
    const roles: Record<string, unknown[]> = {};
    keysOf(question).forEach((key, i) => {
      const role = roleOf(key);
      roles[role] = value[i] === null ? [] : [openAccount(value[i], role)];
    });
    return { context, ...roles };
  },
  encode(decoded, question) {
    const { context, ...roles } = decoded as Roles & { context: unknown };
    const value = keysOf(question).flatMap((key) => {
      const told = (roles as Roles)[roleOf(key)];
      return told?.length === 0 ? [null] : (told ?? []).map(closeAccount);
    });
    return { context, value };
  },
};

interface Keyed {
  readonly account?: unknown;
}

/** A list of accounts with their addresses. */
const keyed: Codec = {
  decode: (list) => (list as Keyed[]).map((entry) => ({ ...entry, account: openAccount(entry.account) })),
  encode: (list) =>
    Array.isArray(list) ? list.map((entry: Keyed) => ({ ...entry, account: closeAccount(entry.account) })) : list,
};

/** An answer with what is told beside the slot at which it holds. */
const atSlot = (inner: Codec): Codec => ({
  decode(answer, question) {
    const { context, value } = answer as { context: object; value: unknown };
    return { context, value: inner.decode(value, question) };
  },
  encode(decoded, question) {
    const { value, ...more } = decoded as { value?: unknown };
    return { ...more, value: inner.encode(value, question) };
  },
});

export const codecs: Readonly<Record<string, Codec>> = {
  snapshot: accounts,
  'stake sysvars': accounts,
  getMultipleAccounts: accounts,
  'getTokenAccountsByOwner mint': atSlot(keyed),
  'getTokenAccountsByOwner program': atSlot(keyed),
  'getProgramAccounts stakes': keyed,
  'getProgramAccounts names': keyed,
  getAccountInfo: atSlot({ decode: (account) => openAccount(account), encode: closeAccount }),
};

/** What tells one question from another. */
const names: Readonly<Record<string, (params: readonly unknown[]) => string | undefined>> = {
  getMultipleAccounts([keys]) {
    const [first] = (keys as string[]).map(roleOf);
    return first === 'rent' ? 'snapshot' : first === 'clock' ? 'stake sysvars' : undefined;
  },
  getTokenAccountsByOwner: ([, of]) => `getTokenAccountsByOwner ${'mint' in (of as object) ? 'mint' : 'program'}`,
  getProgramAccounts: ([program]) => `getProgramAccounts ${String(program).startsWith('Stake') ? 'stakes' : 'names'}`,
  getVoteAccounts: ([of]) => `getVoteAccounts ${'votePubkey' in (of as object) ? 'one' : 'all'}`,
};

/** Names the answer to a call of JSON-RPC. */
export function nameOf({ method, params }: RpcQuestion): string | undefined {
  return names[method]?.(params as unknown[]);
}
