import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import {
  type AccountState,
  atMost,
  balanceParts,
  type IgnoredField,
  isChainId,
  RefusedError,
  type Status,
  schemaProblems,
  shownName,
  unknownFields,
} from '@isochain/core';
import type { ComputeBudget } from '@isochain/core/upstream';
import type { Context } from 'hono';
import { acceptChain } from '../chains.ts';
import { callOptions, type Env } from '../context.ts';
import { withDeadline } from '../deadline.ts';
import { hidden, secretAt } from '../hide-keys.ts';
import { readJson } from '../json-body.ts';
import { requireAccess } from '../keys/api-keys.ts';
import { countAccounts } from '../middleware/rate-limit.ts';
import { noteProblems } from '../note-problems.ts';
import { answers, body, failing, security } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';
import { hexKey, includeParts, splitList } from '../openapi/parameters.ts';
import { accountStatesResponse } from '../openapi/schemas.ts';
import { faultOf, logFault, statusOf } from '../render-error.ts';
import { withIgnored } from '../with-ignored.ts';

export const accountStatesRoute = createRoute({
  method: 'post',
  path: '/api/account/state',
  operationId: 'getAccountStates',
  tags: ['Accounts'],
  summary: 'Get the state of one or many accounts',
  description:
    'One account answers its state. Up to 100 `accounts`, of any chains, answer a list in the same order; an account that fails has a `status` in it, and does not fail the others. `include` in the query holds for accounts that have none of their own. All of them together have the time of one request. Each counts as a request of the key: a list for which not enough are left is refused as a whole, and counts as one.',
  security,
  request: {
    query: z.object({ include: includeParts }),
    body: body('AccountStatesRequest', operations.accountStates.request),
  },
  responses: answers(
    accountStatesResponse,
    'The state, or the states.',
    [...failing.upstream, ...failing.body],
    operations.accountStates.response,
  ),
});

/** How many accounts are read at once: as many as Workers allow connections. */
const atOnce = 6;

/** Steps of computation for all accounts of a list: some 10 ms each. An extended key that was never used takes 6. */
const computeSteps = 1_000;

const query = z.object({
  chainId: z.string(),
  accountId: z.string(),
  include: z
    .union([z.string(), z.array(z.string())], 'must be a list of names')
    .transform(splitList)
    .pipe(z.array(z.enum(balanceParts)))
    .transform((parts) => (parts.length === 0 ? undefined : parts))
    .nullish(),
  publicKey: hexKey.nullish(),
});

const queries = z.object({
  accounts: z.array(query).min(1, 'must not be empty').max(100, 'must not be more than 100'),
});

export const accountStates: RouteHandler<typeof accountStatesRoute, Env> = async (c) => {
  const usual = c.req.valid('query').include;
  const withUsual = (account: z.infer<typeof query>) => ({ ...account, include: account.include ?? usual });
  const input = await readJson(c, ['accounts', ...Object.keys(query.shape)]);
  const { requestTimeoutMs } = c.get('dependencies').settings.limits;
  if (!('accounts' in input)) {
    return c.json(withIgnored(c, await read(c, withUsual(check(query, input)), requestTimeoutMs)), 200);
  }
  const accounts = check(queries, input).accounts.map(withUsual);
  c.get('ignored').push(...unknownInAccounts(input.accounts));
  await countAccounts(c, accounts.length);
  const shared = { until: performance.now() + requestTimeoutMs, budget: { left: computeSteps } };
  const states = await atMost(atOnce, accounts, (account) => readOrExplain(c, account, shared));
  return c.json(withIgnored(c, { accounts: states }), 200);
};

/** Names an account of the list: as the client sent it, with secrets hidden. */
function shownAccount({ chainId, accountId }: z.infer<typeof query>): { chainId: string; accountId: string } {
  const isSecret = secretAt(accountId, 'account', chainId) !== undefined;
  return { chainId: shownName(chainId), accountId: isSecret ? hidden : accountId };
}

/** @param accounts - A list of objects, already checked. */
function unknownInAccounts(accounts: unknown): IgnoredField[] {
  const names = Object.keys(query.shape);
  return (accounts as object[]).flatMap((account, index) => unknownFields(account, names, `accounts.${index}`));
}

/** @param ms - How long it may take. */
async function read(
  c: Context<Env>,
  account: z.infer<typeof query>,
  ms: number,
  budget?: ComputeBudget,
): Promise<AccountState> {
  const { chains } = c.get('dependencies');
  const { accountId, include, publicKey } = account;
  const id = acceptChain(account.chainId, 'any', 'all');
  requireAccess(c.get('key'), id, false);
  const chain = await chains.open(id);
  return withDeadline(id, ms, (signal) =>
    chain.accountState(accountId, {
      include: include ?? undefined,
      publicKey: publicKey ?? undefined,
      budget,
      ...callOptions(c, signal),
    }),
  );
}

/** @param shared.until - When the shared time is over, by `performance.now`. */
async function readOrExplain(
  c: Context<Env>,
  account: z.infer<typeof query>,
  { until, budget }: { readonly until: number; readonly budget: ComputeBudget },
): Promise<AccountState | { chainId: string; accountId: string; status: Status }> {
  const ms = until - performance.now();
  try {
    return await read(c, account, ms, budget);
  } catch (error) {
    const fault = faultOf(error, c.get('requestId'));
    // A hundred accounts may run out of time: no log line for each.
    if (ms > 0) logFault(c.get('dependencies').log, error, fault, c.get('requestId'));
    const status = statusOf(fault);
    noteProblems(c, status, isChainId(account.chainId) ? account.chainId : undefined);
    return { ...shownAccount(account), status };
  }
}

function check<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new RefusedError(schemaProblems(parsed.error.issues, [], input), { cause: parsed.error });
  return parsed.data;
}
