import { type HttpAnswer, largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { Address, type Cell } from '../../ton-core.ts';
import { boc64, bocHex, coins, rawAddress, seconds, uint64 } from '../fields.ts';
import { both, type Form, form, formOfAll, type Query } from '../query.ts';
import { notFound, v2Answer } from '../refusals.ts';

/** What the chain knows of an account. */
export interface AccountFacts {
  /** In nanotons. */
  readonly balance: bigint;
  /** `nonexist`: nothing was ever sent there. `uninit`: it has no contract. `frozen`: its contract owes too much for storage. */
  readonly status: 'nonexist' | 'uninit' | 'active' | 'frozen';
  /** Active accounts have both. */
  readonly code?: Cell | undefined;
  readonly data?: Cell | undefined;
  /** Logical time of its last transaction. */
  readonly lastLt: bigint;
  /** Whether validators suspended it: it cannot be deployed (config param 44). Undefined if the interface does not say. */
  readonly isSuspended?: boolean | undefined;
}

/** When an account paid for its storage. */
export interface Rent {
  /** Unix time in seconds. 0 if it never had a transaction. Undefined if the endpoint does not know it: services forget transactions of idle accounts. */
  readonly lastPaid: number | undefined;
  /** Nanotons that it owes. */
  readonly due: bigint;
}

export interface Accounts {
  /** By raw address. Has each account that was asked for. */
  readonly states: ReadonlyMap<string, AccountFacts>;
  /** The rent of the sender. */
  readonly rent: Rent;
}

const nobody: AccountFacts = { balance: 0n, status: 'nonexist', lastLt: 0n };

/** @param sender - Its rent is asked too. */
export function accounts(sender: Address, others: readonly Address[]): Query<Accounts> {
  const own = sender.toRawString();
  const addresses = [...new Set([own, ...others.map((address) => address.toRawString())])];
  const join = (states: ReadonlyMap<string, AccountFacts>, lastPaid: number | undefined) =>
    withRent({ states, rent: { lastPaid, due: 0n } }, own);
  const tonapi = tonapiStates(addresses, sender);
  return {
    forms: {
      'toncenter-v3': both(v3States(addresses), v3Rent(sender), join),
      'toncenter-v2': both(v2States(addresses), v2Rent(sender), join),
      tonapi: { requests: tonapi.requests, read: (answers) => withRent(tonapi.read(answers), own) },
    },
  };
}

/** Checks what every sender has, and when it can have paid. */
function withRent({ states, rent: { lastPaid, due } }: Accounts, sender: string): Accounts {
  const { status, code, data, lastLt } = states.get(sender) ?? nobody;
  if (status === 'active' && (code === undefined || data === undefined)) {
    throw new RejectedAnswer('it answers an active account without code or data');
  }
  // Every transaction pays for storage.
  const isUnknown = lastLt > 0n && (lastPaid === undefined || lastPaid === 0);
  return { states, rent: { lastPaid: isUnknown ? undefined : (lastPaid ?? 0), due } };
}

/** States of accounts without the rent. */
export function states(asked: readonly Address[]): Query<ReadonlyMap<string, AccountFacts>> {
  const addresses = [...new Set(asked.map((address) => address.toRawString()))];
  const [first = ''] = addresses;
  const tonapi = tonapiStates(addresses, Address.parseRaw(first));
  return {
    forms: {
      'toncenter-v3': v3States(addresses),
      'toncenter-v2': v2States(addresses),
      tonapi: { requests: tonapi.requests, read: (answers) => tonapi.read(answers).states },
    },
  };
}

/** The coins of an account, to be shown: other fields of its state may have any form. */
export function balanceOf(account: Address): Query<bigint> {
  const of = account.toRawString();
  const check = (balance: bigint, status: unknown): bigint => {
    if (status === 'nonexist' && balance > 0n) throw new RejectedAnswer('it answers coins of nobody');
    return balance;
  };
  const v3 = {
    path: '/accountStates',
    query: { address: [inPath(of)], include_boc: false },
    maxBytes: largeAnswer,
    schema: v3Balances,
  };
  const v2 = {
    path: '/getAddressInformation',
    query: { address: inPath(of) },
    schema: v2Balance,
    maxBytes: largeAnswer,
  };
  const tonapi = {
    path: `/blockchain/accounts/${inPath(of)}`,
    route: '/blockchain/accounts/{account}',
    schema: tonapiBalance,
    refusals: notFound,
    maxBytes: largeAnswer,
  };
  return {
    forms: {
      'toncenter-v3': form(v3, ({ value: { accounts } }) => {
        const [found, another] = accounts;
        // An account that was never seen is left out.
        if (found === undefined) return 0n;
        if (found.address !== of || another !== undefined) throw new RejectedAnswer('it answers about another account');
        return check(found.balance ?? 0n, found.status);
      }),
      'toncenter-v2': form(v2, ({ value }) => value.balance),
      tonapi: form(tonapi, (answer) => {
        if (!answer.ok) return 0n;
        if (answer.value.address !== of) throw new RejectedAnswer('it answers about another account');
        return check(answer.value.balance, answer.value.status);
      }),
    },
  };
}

/** The address in the form that all three interfaces read in paths and queries. */
export function inPath(raw: string): string {
  return Address.parseRaw(raw).toString({ urlSafe: true, bounceable: true, testOnly: false });
}

// toncenter v3

const v3Status = { active: 'active', uninit: 'uninit', frozen: 'frozen', nonexist: 'nonexist' } as const;

const v3Account = z.object({
  address: rawAddress,
  balance: coins.nullish(),
  status: z.enum(Object.keys(v3Status) as [keyof typeof v3Status]),
  code_boc: boc64.nullish(),
  data_boc: boc64.nullish(),
  last_transaction_lt: uint64.nullish(),
  suspended: z.boolean().nullish(),
});

const v3Accounts = z.object({ accounts: z.array(v3Account) });

function v3States(addresses: readonly string[]): Form<ReadonlyMap<string, AccountFacts>> {
  const request = {
    path: '/accountStates',
    query: { address: addresses.map(inPath), include_boc: true },
    maxBytes: largeAnswer,
    schema: v3Accounts,
  };
  return form(request, (answer) => {
    const found = new Map<string, AccountFacts>();
    for (const each of answer.value.accounts) {
      if (!addresses.includes(each.address)) throw new RejectedAnswer('it answers about another account');
      if (found.has(each.address)) throw new RejectedAnswer('it answers twice about one account');
      found.set(each.address, checked(factsOf(each.status, each.balance, each)));
    }
    // Accounts that were never seen are left out.
    return new Map(addresses.map((address) => [address, found.get(address) ?? nobody]));
  });
}

const v3Balances = z.object({
  accounts: z.array(
    z
      .object({ address: rawAddress, balance: coins.nullish(), status: z.unknown().optional() })
      // Only an account that does not exist may have no balance.
      .refine(({ balance, status }) => balance != null || status === 'nonexist', 'no balance'),
  ),
});

interface Said {
  readonly code_boc?: Cell | null | undefined;
  readonly data_boc?: Cell | null | undefined;
  readonly last_transaction_lt?: bigint | null | undefined;
  readonly suspended?: boolean | null | undefined;
}

function factsOf(status: AccountFacts['status'], balance: bigint | null | undefined, said: Said): AccountFacts {
  return {
    balance: balance ?? 0n,
    status,
    code: said.code_boc ?? undefined,
    data: said.data_boc ?? undefined,
    lastLt: said.last_transaction_lt ?? 0n,
    isSuspended: said.suspended ?? undefined,
  };
}

function checked(facts: AccountFacts): AccountFacts {
  if (facts.status === 'nonexist' && facts.balance > 0n) throw new RejectedAnswer('it answers coins of nobody');
  return facts.status === 'active' ? facts : { ...facts, code: undefined, data: undefined };
}

/** When the first block of mainnet was made: 2019-11-15. An earlier payment would cost for years before the chain began. */
export const firstBlockAt = 1_573_822_385;

const paidAt = seconds.refine((time) => time >= firstBlockAt, 'before the first block');

const v3Last = z.object({ transactions: z.array(z.object({ account: rawAddress, now: paidAt })) });

/** When an account had its last transaction. */
function v3Rent(sender: Address): Form<number | undefined> {
  const request = {
    path: '/transactions',
    query: { account: inPath(sender.toRawString()), limit: 1, sort: 'desc' },
    schema: v3Last,
    maxBytes: largeAnswer,
  };
  return form(request, (answer) => {
    const [last] = answer.value.transactions;
    if (last !== undefined && last.account !== sender.toRawString()) {
      throw new RejectedAnswer('it answers about another account');
    }
    return last?.now;
  });
}

// toncenter v2

/** Some servers write -1 for an account that was never seen. */
const v2Coins = z.union([coins, z.literal('-1').transform(() => 0n)]);

const v2Balance = v2Answer(z.object({ balance: v2Coins }));

const v2State = v2Answer(
  z.object({
    balance: v2Coins,
    code: boc64.nullish(),
    data: boc64.nullish(),
    state: z.enum(['active', 'uninitialized', 'frozen']),
    last_transaction_id: z.object({ lt: uint64 }).nullish(),
    suspended: z.boolean().nullish(),
  }),
);

function v2States(addresses: readonly string[]): Form<ReadonlyMap<string, AccountFacts>> {
  const requests = addresses.map((address) => ({
    path: '/getAddressInformation',
    query: { address: inPath(address) },
    schema: v2State,
    maxBytes: largeAnswer,
  }));
  return formOfAll(requests, (answers) => {
    const found = answers.map(({ value }): AccountFacts => {
      const { balance, code, data, state, last_transaction_id: last, suspended } = value;
      const lastLt = last?.lt ?? 0n;
      // An account without a transaction was never seen.
      const inactive = lastLt === 0n && balance === 0n ? 'nonexist' : 'uninit';
      const status = state === 'uninitialized' ? inactive : state;
      return checked(
        factsOf(status, balance, { code_boc: code, data_boc: data, last_transaction_lt: lastLt, suspended }),
      );
    });
    return new Map(addresses.map((address, i) => [address, found[i] ?? nobody]));
  });
}

const v2Last = v2Answer(
  z.array(z.object({ utime: paidAt, address: z.object({ account_address: rawAddress }).nullish() })),
);

/** Liteservers without an archive have only the transactions of the last weeks (toncenter/ton-http-api#79 and #90). */
const forgotten = {
  statuses: [404, 500, 542],
  schema: z.object({ error: z.string().regex(/lt not in db|not in db|cannot locate transaction in block/i) }),
} as const;

/** When an account had its last transaction. */
function v2Rent(sender: Address): Form<number | undefined> {
  const request = {
    path: '/getTransactions',
    query: { address: inPath(sender.toRawString()), limit: 1 },
    schema: v2Last,
    refusals: forgotten,
    maxBytes: largeAnswer,
  };
  return form(request, (answer: HttpAnswer<z.output<typeof v2Last>, { error: string }>) => {
    const [last] = answer.ok ? answer.value : [];
    if (last?.address && last.address.account_address !== sender.toRawString()) {
      throw new RejectedAnswer('it answers about another account');
    }
    return last?.utime;
  });
}

// tonapi

/** An account that owes more is deleted: `delete_due_limit` of config param 21, 1 coin on mainnet (ton-blockchain/docs, content/foundations/config). */
const due = coins.refine((nanotons) => nanotons <= 1_000_000_000n, 'more than an account can owe');

const tonapiState = z.object({
  address: rawAddress,
  balance: coins,
  code: bocHex.nullish(),
  data: bocHex.nullish(),
  last_transaction_lt: uint64.nullish(),
  status: z.enum(['active', 'uninit', 'frozen', 'nonexist']),
  storage: z.object({ last_paid: z.union([z.literal(0), paidAt]), due_payment: due.nullish() }).nullish(),
});

const tonapiBalance = tonapiState.pick({ address: true, balance: true }).extend({ status: z.unknown().optional() });

function tonapiStates(addresses: readonly string[], sender: Address): Form<Accounts> {
  const requests = addresses.map((address) => ({
    path: `/blockchain/accounts/${inPath(address)}`,
    route: '/blockchain/accounts/{account}',
    schema: tonapiState,
    refusals: notFound,
    maxBytes: largeAnswer,
  }));
  return formOfAll(requests, (answers) => {
    let rent: Rent = { lastPaid: undefined, due: 0n };
    const found = addresses.map((address, i): [string, AccountFacts] => {
      const answer = answers[i];
      if (answer?.ok !== true) return [address, nobody];
      const { value } = answer;
      if (value.address !== address) throw new RejectedAnswer('it answers about another account');
      const { storage } = value;
      if (storage && address === sender.toRawString()) {
        rent = { lastPaid: storage.last_paid, due: storage.due_payment ?? 0n };
      }
      const facts = {
        balance: value.balance,
        status: value.status,
        code: value.code ?? undefined,
        data: value.data ?? undefined,
        lastLt: value.last_transaction_lt ?? 0n,
      };
      return [address, checked(facts)];
    });
    return { states: new Map(found), rent };
  });
}
