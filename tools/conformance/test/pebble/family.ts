import { createHash } from 'node:crypto';
import {
  type ChainAdapter,
  type Checked,
  type CheckedIntent,
  type Complete,
  type CompletedData,
  type Completion,
  catalogue,
  createFamily,
  type EncodedItem,
  fromHex,
  type HttpRequest,
  type OpenParts,
  type Operation,
  type ParsedTransaction,
  parseAmount,
  problem,
  type ReadTransaction,
  RejectedAnswer,
  refuse,
  type SignedTransaction,
  toHex,
} from '@isochain/core';
import * as z from 'zod';
import { addressOf, flatFee, Ledger, type Message, network } from './ledger.ts';

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

function checkAddress(text: string): Checked {
  const canonical = text.toLowerCase();
  if (!/^[0-9a-f]{66}$/.test(canonical)) return { ok: false, reason: 'it is not 66 hex digits' };
  if (addressOf(canonical.slice(0, 64)) !== canonical)
    return { ok: false, reason: 'its checksum is wrong', checksum: true };
  return { ok: true, canonical };
}

const canonicalAddress = (text: string) => text.toLowerCase();

function ownerOf(publicKey: string): Checked {
  const bytes = fromHex(publicKey);
  if (bytes?.length !== 32) return { ok: false, reason: 'it is not 32 bytes in hex' };
  return { ok: true, canonical: addressOf(toHex(bytes)) };
}

type Moving = 'transfer' | 'transferToken' | 'enableToken';

async function complete({ data, amount }: CheckedIntent<Moving>, operation: Operation): Promise<Completion<Moving>> {
  const sender = canonicalAddress(data.senderAddress);
  const [now, holdings] = await operation.httpAll([statusRequest(), accountRequest(sender)], { accept: acceptAll });
  const coins = BigInt(holdings.value.coins);
  const tokens = 'tokenId' in data ? BigInt(holdings.value.tokens[data.tokenId] ?? 0) : 0n;
  const isToken = data.mode === 'transferToken';
  const value = amount === 'max' ? (isToken ? tokens : coins - flatFee) : (amount ?? 0n);
  const inCoins = (of: bigint) => ({ amount: of, decimals: identity.decimals, ticker: identity.ticker });
  const needed = flatFee + (data.mode === 'transfer' ? value : 0n);
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
      ? [problem('token.notFungible', { token: data.tokenId, reason: 'there are too few' })]
      : []),
  ];
  const completed = {
    ...data,
    ...(data.mode === 'enableToken'
      ? {}
      : { useMaxAmount: amount === 'max', ...(value > 0n ? { amount: String(value) } : {}) }),
    fees: String(flatFee),
    params: { lastRound: now.value.round + Ledger.lifetime, signers: [{ key: holdings.value.key }] },
  };
  return { data: completed, errors, warnings: [] };
}

function altered(field: string): Error {
  return refuse('data.altered', { reason: `${field} does not follow from the rest` }, `transaction.data.${field}`);
}

/** Only the network knows whose key signs for an address: the bytes do not hold it, so that it travels in `params`. */
const params = z.strictObject({
  lastRound: z.int(),
  signers: z.tuple([z.strictObject({ key: z.string().regex(/^[0-9a-f]{64}$/) })]),
});

function paramsOf(data: CompletedData): z.infer<typeof params> {
  const read = params.safeParse(data.params);
  if (!read.success) throw altered('params');
  return read.data;
}

function toMessage(data: CompletedData): Message {
  const { lastRound } = paramsOf(data);
  if (data.gas !== undefined || data.nonce !== undefined) throw altered('gas');
  const fee = parseAmount(data.fees);
  if (fee !== flatFee) throw altered('fees');
  const kinds = { transfer: 'pay', transferToken: 'give', enableToken: 'allow' } as const;
  if (!(data.mode in kinds) || !('senderAddress' in data)) throw altered('mode');
  return {
    network,
    kind: kinds[data.mode as Moving],
    from: canonicalAddress(data.senderAddress),
    to: 'recipientAddress' in data ? canonicalAddress(data.recipientAddress) : '',
    token: 'tokenId' in data ? data.tokenId : '',
    amount: ('amount' in data ? data.amount : undefined) ?? '0',
    fee: String(fee),
    memo: data.memo ?? '',
    lastRound,
  };
}

function assemble(data: CompletedData): EncodedItem[] {
  return [{ raw: { format: 'MSGPACK', value: toHex(new TextEncoder().encode(JSON.stringify(toMessage(data)))) } }];
}

async function finalize(data: CompletedData, [item]: readonly EncodedItem[], text: string): Promise<SignedTransaction> {
  const signature = fromHex(text);
  const message = fromHex(item?.raw?.value ?? '');
  if (signature?.length !== 64 || message === undefined)
    throw refuse('signature.malformed', { reason: 'it is not 64 bytes in hex' }, 'transaction.signature');
  const [signer] = paramsOf(data).signers;
  const keyBytes = Uint8Array.from(fromHex(signer.key) ?? []);
  const key = await crypto.subtle.importKey('raw', keyBytes, 'Ed25519', false, ['verify']);
  const isRight = await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message));
  if (!isRight) throw refuse('signature.mismatch', {}, 'transaction.signature');
  const hash = createHash('sha256').update(message).update(signature).digest('hex');
  return { raw: JSON.stringify({ message: toHex(message), signature: toHex(signature) }), hash };
}

async function submit({ raw, hash }: SignedTransaction, _data: CompletedData, operation: Operation): Promise<string> {
  const request = {
    path: '/transactions',
    body: { json: JSON.parse(raw) as unknown },
    schema: sent,
    refusals: { statuses: [400], schema: refusal },
  };
  const answer = await operation.http(request, { write: 'idempotent', accept: acceptNetwork });
  if (answer.ok || answer.error.error === 'known') return hash;
  throw refuse('broadcast.refused', { reason: answer.error.error });
}

function parse({ id, message, round, time }: z.infer<typeof entry>): ParsedTransaction {
  const ticker = message.kind === 'give' ? 'SHELL' : identity.ticker;
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
    senders: [{ address: message.from, amount: message.amount, ticker }],
    recipients: [{ address: message.to, amount: message.amount, ticker }],
  };
}

const read = (transaction: z.infer<typeof entry>): ReadTransaction => ({
  parsed: parse(transaction),
  raw: transaction,
});

const orMissing = { statuses: [404], schema: refusal } as const;

function open({ upstream }: OpenParts): ChainAdapter {
  return {
    chainId,
    identity,
    upstream,
    identifiers: {
      account: checkAddress,
      address: checkAddress,
      token: (text) =>
        /^[a-z]{3,8}$/.test(text) ? { ok: true, canonical: text } : { ok: false, reason: 'it is not 3 to 8 letters' },
      validator: checkAddress,
      transaction: (text) =>
        /^[0-9a-f]{64}$/.test(text) ? { ok: true, canonical: text } : { ok: false, reason: 'it is not 64 hex digits' },
      ownerOf,
    },
    // The mode that goes in is the mode that comes out.
    modes: {
      transfer: complete as Complete<'transfer'>,
      transferToken: complete as Complete<'transferToken'>,
      enableToken: complete as Complete<'enableToken'>,
    },
    wishes: {},
    memo: true,
    assemble,
    finalize,
    submit,
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
        kinds: ['native', 'tokens'],
        async read(address, { limit, cursor }, operation) {
          const path = `/accounts/${address}/transactions`;
          const { value } = await operation.http(
            { ...get(path, path, page), query: { limit, before: cursor } },
            { accept: acceptNetwork },
          );
          const last = value.transactions.at(-1);
          return {
            transactions: value.transactions.map(read),
            next: value.transactions.length < limit ? undefined : String(last?.index),
          };
        },
      },
      transaction: {
        kinds: ['native', 'tokens'],
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
        const owner = ownerOf(publicKey);
        return owner.ok ? [{ type: 'pebble', address: owner.canonical }] : { invalid: owner.reason };
      },
    },
  };
}

/** The family, or one with a defect in its adapter. */
export function pebbleFamily(spoil: (adapter: ChainAdapter) => ChainAdapter = (adapter) => adapter) {
  return createFamily({
    name: 'algorand' as const,
    chainIds: [chainId] as const,
    upstreams: { node: { isDefault: true, isNode: true } },
    publicEndpoints: () => [],
    context: () => undefined,
    open: (parts: OpenParts) => spoil(open(parts)),
  });
}
