import { createHash } from 'node:crypto';
import {
  attempt,
  type Bytes,
  type ChainAdapter,
  type CheckedData,
  type CheckedIntent,
  catalogue,
  createFamily,
  type Decision,
  type Family,
  type FamilyTypes,
  fromHex,
  type ModeOf,
  type OpenParts,
  type Parsed,
  type ParsedTransaction,
  problem,
  type ReadTransaction,
  refuse,
  type Scene,
  type SignedTransaction,
  toHex,
  UpstreamError,
} from '@isochain/core';
import { readWalletAnswer, spellings } from '@isochain/core/signatures';
import { type HttpRequest, isKnownAnywhere, type Operation, RejectedAnswer, sendToAll } from '@isochain/core/upstream';
import * as z from 'zod';
import { addressOf, flatFee, Ledger, type Message, network, token } from './ledger.ts';

// The family of the chain that does not exist. It stands under the name of one that does, as the catalogue is closed.

const chainId = 'algorand';
const identity = catalogue[chainId];

const status = z.object({ network: z.string(), round: z.number() });
const account = z.object({
  network: z.string(),
  key: z.string().regex(/^[0-9a-f]{64}$/),
  coins: z.string().regex(/^\d+$/),
  tokens: z.record(z.string(), z.string().regex(/^\d+$/)),
});
const tokenFacts = z.object({
  network: z.string(),
  id: z.string(),
  name: z.string(),
  ticker: z.string(),
  decimals: z.string(),
});
const refusal = z.object({ network: z.string(), error: z.string() });
const sent = z.object({ network: z.string(), id: z.string() });
const validators = z.object({
  network: z.string(),
  validators: z.array(
    z.object({ address: z.string(), name: z.string(), commission: z.number(), stakedAmount: z.string() }),
  ),
});
const entry = z.object({
  id: z.string(),
  round: z.number().nullable(),
  time: z.number(),
  message: z.custom<Message>((value) => typeof value === 'object' && value !== null && 'kind' in value),
});
const found = z.object({ network: z.string(), transaction: entry });
const page = z.object({ network: z.string(), transactions: z.array(entry.extend({ index: z.number() })) });

/** Whatever was asked: every answer says which network it is of. */
const acceptNetwork = (answer: { readonly ok: boolean }) => {
  const { value, error } = answer as { value?: { network: string }; error?: { network: string } };
  if ((value ?? error)?.network !== network) throw new RejectedAnswer('it serves another network');
};
const acceptAll = (answers: readonly { readonly ok: boolean }[]) => answers.forEach(acceptNetwork);

const get = <T extends { network: string }>(path: string, route: string, schema: z.ZodType<T>) =>
  ({ path, route, schema }) satisfies HttpRequest<T>;
const statusRequest = () => get('/status', '/status', status);
const accountRequest = (address: string) => get(`/accounts/${address}`, '/accounts/{address}', account);

const lifetime = { error: `it must be a number of rounds from 1 to ${Ledger.lifetime}` };

export const pebbleWishes = z.object({
  lifetime: z
    .int(lifetime)
    .min(1, lifetime)
    .max(Ledger.lifetime, lifetime)
    .optional()
    .describe(`For how many rounds the transaction is good. Default ${Ledger.lifetime}.`),
});

type PebbleParams = z.infer<typeof paramsSchema>;

interface PebblePlan {
  readonly message: Message;
  /** Public key in hex. */
  readonly signer: string;
}

/** All modes are alike. */
interface Plain {
  wishes: typeof pebbleWishes;
  params: PebbleParams;
}

export interface Pebble extends FamilyTypes {
  chainId: typeof chainId;
  values: Record<keyof FamilyTypes['values'], string>;
  modes: { transfer: Plain; transferToken: Plain; enableToken: Plain };
  plan: PebblePlan;
  /** Hex. */
  unsigned: string;
}

type Moving = ModeOf<Pebble>;

const named = (canonical: string) => ({ ok: true, canonical, value: canonical }) as const;

function parseAddress(text: string): Parsed<string> {
  const canonical = text.toLowerCase();
  if (!/^[0-9a-f]{66}$/.test(canonical)) return { ok: false, reason: 'it is not 66 hex digits' };
  if (addressOf(canonical.slice(0, 64)) !== canonical)
    return { ok: false, reason: 'its checksum is wrong', checksum: true };
  return named(canonical);
}

/** Its value is the address. */
function parseKey(publicKey: string): Parsed<string> {
  const bytes = fromHex(publicKey);
  return bytes?.length === 32 ? named(addressOf(toHex(bytes))) : { ok: false, reason: 'it is not 32 bytes in hex' };
}

const identifiers: Bytes<Pebble>['identifiers'] = {
  account: parseAddress,
  sender: parseAddress,
  recipient: parseAddress,
  token: (text) => (/^[a-z]{3,8}$/.test(text) ? named(text) : { ok: false, reason: 'it is not 3 to 8 letters' }),
  validator: parseAddress,
  transaction: (text) => (/^[0-9a-f]{64}$/.test(text) ? named(text) : { ok: false, reason: 'it is not 64 hex digits' }),
  publicKey: parseKey,
  ownerOf: (address) => address,
};

/** What a message is made of, of an intent and of completed data alike. */
interface Parties {
  readonly senderAddress: string;
  readonly recipientAddress?: string;
  readonly tokenId?: string;
}

async function ask<M extends Moving>(
  intent: CheckedIntent<Pebble, M>,
  operation: Operation,
): Promise<Scene<Pebble, M>> {
  const { senderAddress } = intent.parsed as Parties;
  const [now, holdings] = await operation.httpAll([statusRequest(), accountRequest(senderAddress)], {
    accept: acceptAll,
  });
  return { decide: () => decide(intent, now.value.round, holdings.value) };
}

function decide<M extends Moving>(
  { mode, parsed, amount, wishes }: CheckedIntent<Pebble, M>,
  round: number,
  holdings: z.infer<typeof account>,
): Decision<Pebble, M> {
  const { tokenId = '' } = parsed as Parties;
  const { lifetime: rounds = Ledger.lifetime } = wishes as z.output<typeof pebbleWishes>;
  const coins = BigInt(holdings.coins);
  const tokens = BigInt(holdings.tokens[tokenId] ?? 0);
  const isToken = mode === 'transferToken';
  const value = amount === 'max' ? (isToken ? tokens : coins - flatFee) : (amount ?? 0n);
  const inCoins = (of: bigint) => ({ amount: of, decimals: identity.decimals, ticker: identity.ticker });
  const needed = flatFee + (mode === 'transfer' ? value : 0n);
  const errors = [
    ...(coins < needed || value < 0n || (amount === 'max' && value === 0n)
      ? [
          problem('balance.insufficientForFees', {
            ticker: identity.ticker,
            fees: inCoins(needed),
            available: inCoins(coins),
          }),
        ]
      : []),
    ...(isToken && tokens < value
      ? [problem('token.notFungible', { token: tokenId, reason: 'there are too few' })]
      : []),
  ];
  const computed = {
    ...(mode !== 'enableToken' && value > 0n ? { amount: String(value) } : {}),
    ...{ fees: String(flatFee), params: { lastRound: round + rounds, signers: [{ key: holdings.key }] } },
  };
  // What every mode computes.
  return { computed: computed as unknown as Decision<Pebble, M>['computed'], errors, warnings: [] };
}

function altered(field: string): Error {
  return refuse('data.altered', { reason: `${field} does not follow from the rest` }, `transaction.data.${field}`);
}

/** Only the network knows whose key signs for an address: the bytes do not hold it, so that it travels in `params`. */
const paramsSchema = z.strictObject({
  lastRound: z.int(),
  signers: z.tuple([z.strictObject({ key: z.string().regex(/^[0-9a-f]{64}$/) })]),
});

function plan<M extends Moving>(kind: Message['kind']): (data: CheckedData<Pebble, M>) => PebblePlan {
  return ({ data, parsed, amount, fees, gas, nonce, params }) => {
    const read = paramsSchema.safeParse(params);
    if (!read.success) throw altered('params');
    const { lastRound, signers } = read.data;
    if (gas !== undefined || nonce !== undefined) throw altered('gas');
    if (fees !== flatFee) throw altered('fees');
    const { senderAddress, recipientAddress = '', tokenId = '' } = parsed as Parties;
    const message = {
      ...{ network, kind, from: senderAddress, to: recipientAddress, token: tokenId, amount: String(amount ?? 0) },
      ...{ fee: String(fees), memo: (data as { memo?: string }).memo ?? '', lastRound },
    };
    return { message, signer: signers[0].key };
  };
}

async function finalize({ signer }: PebblePlan, unsigned: string, text: string): Promise<SignedTransaction> {
  const { text: found } = readWalletAnswer(text, { longest: 10_000 });
  const signature = spellings(found).find(({ length }) => length === 64);
  const message = fromHex(unsigned);
  if (signature === undefined || message === undefined)
    throw refuse('signature.malformed', { reason: 'it is not 64 bytes in hex or base64' }, 'transaction.signature');
  const keyBytes = Uint8Array.from(fromHex(signer) ?? []);
  const key = await crypto.subtle.importKey('raw', keyBytes, 'Ed25519', false, ['verify']);
  const isRight = await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message));
  if (!isRight) throw refuse('signature.mismatch', {}, 'transaction.signature');
  const hash = createHash('sha256').update(message).update(signature).digest('hex');
  return { raw: JSON.stringify({ message: unsigned, signature: toHex(signature) }), hash };
}

const messageSchema = z.object({
  kind: z.enum(['pay', 'give', 'allow']),
  from: z.string(),
  to: z.string(),
  token: z.string(),
  amount: z.string(),
  fee: z.string(),
  memo: z.string(),
});

/** What the message says, in the words of an intent. */
const explain: NonNullable<Bytes<Pebble>['explain']> = ([item]) => {
  const text = new TextDecoder().decode(fromHex(item?.raw?.value ?? ''));
  const read = attempt(() => messageSchema.parse(JSON.parse(text)));
  if (read === undefined)
    throw refuse('request.invalid', { field: 'transaction.encoded', expected: 'must hold a message' });
  const { kind, from, to, token, amount, fee, memo } = read;
  const modes = { pay: 'transfer', give: 'transferToken', allow: 'enableToken' } as const;
  const data = {
    ...{ mode: modes[kind], senderAddress: from, fees: fee },
    ...(kind === 'allow' ? {} : { recipientAddress: to, amount }),
    ...(kind === 'pay' ? {} : { tokenId: token }),
    ...(memo === '' ? {} : { memo }),
  };
  return { data, errors: [] };
};

const common = {
  senderAddress: 'told',
  fees: 'most',
  gas: { never: 'the chain has no gas' },
  nonce: { never: 'the chain has no nonces' },
  memo: 'wished',
  'params.lastRound': { hidden: 'the message holds it' },
  'params.lifetime': { never: 'the message holds the last round, and not the first one' },
  'params.signers': { idle: 'the signature shows whose key signs' },
} as const;
const moving = {
  ...common,
  senderPubKey: { idle: 'the signature shows whose key signs' },
  recipientAddress: 'told',
  amount: 'told',
  useMaxAmount: { never: 'the message holds the amount that encode found' },
} as const;

const pureHalf: Bytes<Pebble> = {
  chainId,
  identity,
  // A public key has 32 bytes, as a private key has.
  keyLikeIds: { publicKey: ['bytes32'] },
  identifiers,
  plan: { transfer: plan('pay'), transferToken: plan('give'), enableToken: plan('allow') },
  assemble({ message }) {
    const value = toHex(new TextEncoder().encode(JSON.stringify(message)));
    return { items: [{ raw: { format: 'MSGPACK', value } }], unsigned: value };
  },
  finalize,
  explain,
  told: {
    transfer: moving,
    transferToken: { ...moving, tokenId: 'told' },
    enableToken: { ...common, senderPubKey: moving.senderPubKey, tokenId: 'told' },
  },
};

/** What a node says before it takes a transaction (ledger.ts). */
const toldBefore = ['bad signature', 'expired', 'too little'];

async function submit(
  endpoints: readonly string[],
  { raw, hash }: SignedTransaction,
  operation: Operation,
): Promise<string> {
  const request = {
    path: '/transactions',
    body: { json: JSON.parse(raw) as unknown },
    schema: sent,
    refusals: { statuses: [400], schema: refusal },
  };
  const { isTaken, refusals, failures } = await sendToAll<string, string>(operation, endpoints, async (endpoint) => {
    const answer = await operation.http(request, { endpoint, write: 'idempotent', accept: acceptNetwork });
    if (answer.ok || answer.error.error === 'known') return 'taken';
    const { error: refused } = answer.error;
    return { refused, mayHave: !toldBefore.includes(refused) };
  });
  if (isTaken || (await isKnownAnywhere(endpoints, (endpoint) => knows(hash, endpoint, operation)))) return hash;
  const [reason] = refusals;
  if (reason === undefined) throw UpstreamError.joined(chainId, failures);
  throw refuse('broadcast.refused', { reason });
}

async function knows(hash: string, endpoint: string, operation: Operation): Promise<boolean> {
  const request = { path: `/transactions/${hash}`, schema: z.looseObject({}), refusals: orMissing };
  return (await operation.http(request, { endpoint, accept: acceptNetwork })).ok;
}

function parse({ id, message, round, time }: z.infer<typeof entry>): ParsedTransaction {
  const asset = message.kind === 'give' ? { ticker: 'SHELL', tokenId: 'shell' } : { ticker: identity.ticker };
  const modes = { pay: 'transfer', give: 'transferToken', allow: 'enableToken' } as const;
  return {
    id,
    mode: modes[message.kind],
    state: round === null ? 'pending' : 'confirmed',
    fees: { amount: message.fee, ticker: identity.ticker },
    ...(message.token === '' ? {} : { tokenId: message.token }),
    ...(round === null ? {} : { blockHeight: String(round) }),
    timestamp: String(time),
    ...(message.memo === '' ? {} : { memo: message.memo }),
    senders: [{ address: message.from, amount: message.amount, ...asset }],
    recipients: [{ address: message.to, amount: message.amount, ...asset }],
  };
}

const read = (transaction: z.infer<typeof entry>): ReadTransaction => ({
  parsed: parse(transaction),
  raw: transaction,
});

const orMissing = { statuses: [404], schema: refusal } as const;

const verbs = { wishes: pebbleWishes, honours: [] as const, ask };

function open({ bytes, upstream }: OpenParts<Pebble>): ChainAdapter<Pebble> {
  return {
    bytes,
    upstream,
    modes: { transfer: verbs, transferToken: verbs, enableToken: verbs },
    memo: true,
    submit: (signed, _plan, operation) =>
      submit(
        upstream.endpoints.map(({ name }) => name),
        signed,
        operation,
      ),
    reads: {
      accountState: {
        parts: ['native', 'tokens'],
        async read(address, { parts }, operation) {
          const { value } = await operation.http(accountRequest(address), { accept: acceptNetwork });
          const native = { available: value.coins, total: value.coins, unconfirmed: '0' };
          const tokens = Object.entries(value.tokens).filter(([, amount]) => amount !== '0');
          return {
            ...(parts.has('native') ? { native } : {}),
            ...(parts.has('tokens')
              ? {
                  tokens: tokens.map(([id, amount]) => ({
                    token: { type: 'ASA' as const, id, name: 'Shell', ticker: 'SHELL', decimals: '2' },
                    amount,
                  })),
                }
              : {}),
          };
        },
      },
      history: {
        parts: ['native', 'tokens'],
        async read(address, { limit, cursor }, operation) {
          const path = `/accounts/${address}/transactions`;
          const { value } = await operation.http(
            { ...get(path, path, page), query: { limit, before: cursor } },
            { accept: acceptNetwork },
          );
          const last = value.transactions.at(-1);
          return {
            transactions: await operation.computeEach(value.transactions, (transaction) => read(transaction)),
            next: value.transactions.length < limit ? undefined : String(last?.index),
          };
        },
      },
      transaction: {
        parts: ['native', 'tokens'],
        async read(id, operation) {
          const answer = await operation.http(
            { path: `/transactions/${id}`, schema: found, refusals: orMissing },
            { accept: acceptNetwork },
          );
          return answer.ok ? read(answer.value.transaction) : undefined;
        },
      },
      token: {
        async read(id, operation) {
          const answer = await operation.http(
            { path: `/tokens/${id}`, schema: tokenFacts, refusals: orMissing },
            { accept: acceptNetwork },
          );
          if (!answer.ok) return { missing: 'nobody issued it' };
          const { network: _, ...facts } = answer.value;
          return { type: 'ASA', ...facts };
        },
      },
      tokens: async () => [{ type: 'ASA', ...token }],
      validators: {
        async read({ cursor }, operation) {
          const { value } = await operation.http(get('/validators', '/validators', validators), {
            accept: acceptNetwork,
          });
          const start = Number(cursor ?? 0);
          return {
            validators: value.validators.slice(start, start + 2),
            next: start + 2 < value.validators.length ? String(start + 2) : undefined,
          };
        },
      },
      addresses(publicKey) {
        const owner = parseKey(publicKey);
        return owner.ok ? [{ type: 'pebble', address: owner.value }] : { invalid: owner.reason };
      },
    },
  };
}

/** The family, or one with a defect in its adapter. */
export function pebbleFamily(
  spoil: (adapter: ChainAdapter<Pebble>) => ChainAdapter<Pebble> = (adapter) => adapter,
): Family<Pebble> {
  return createFamily({
    name: 'algorand',
    chainIds: [chainId],
    upstreams: { node: { isDefault: true, isNode: true } },
    publicEndpoints: () => [],
    context: () => undefined,
    bytes: () => pureHalf,
    open: (parts) => spoil(open(parts)),
  });
}
