import {
  type Bytes,
  type ChainAdapter,
  type CheckedIntent,
  type Decision,
  proven,
  RefusedError,
  refuse,
  type Scene,
} from '@isochain/core';
import { createUpstream, type Operation } from '@isochain/core/upstream';
import * as z from 'zod';
import { type Pebble, pebbleWishes } from './family.ts';
import type { Message } from './ledger.ts';

type Adapter = ChainAdapter<Pebble>;

/** Something that a family could get wrong, and the test of the suite that has to find it. */
export interface Defect {
  readonly name: string;
  /** Part of the name of a test. */
  readonly foundBy: string;
  spoil(adapter: Adapter): Adapter;
}

type Assemble = Bytes<Pebble>['assemble'];

const withBytes = (change: (bytes: Bytes<Pebble>) => Partial<Bytes<Pebble>>) => (adapter: Adapter) => ({
  ...adapter,
  bytes: { ...adapter.bytes, ...change(adapter.bytes) },
});

const assembling = (
  change: (assemble: (message: Message) => ReturnType<Assemble>, message: Message) => ReturnType<Assemble>,
) =>
  withBytes(({ assemble }) => ({
    assemble: (plan) => change((message) => assemble({ ...plan, message }), plan.message),
  }));

const sent = new Set<string>();
const remembered = new Map<string, ReturnType<Assemble>>();

/** Asks without looking at who answers. */
const blind = (operation: Operation): Operation => ({
  ...operation,
  trace: operation.trace,
  http: (request, options) => operation.http(request, { ...options, accept: undefined }),
  httpAll: (requests, options) => operation.httpAll(requests, { ...options, accept: undefined }),
});

export const defects: readonly Defect[] = [
  {
    name: 'asks the clock while assembling',
    foundBy: 'assembles transfer from frozen data alone',
    spoil: assembling((assemble, message) => assemble({ ...message, amount: Date.now() > 0 ? message.amount : '0' })),
  },
  {
    name: 'draws lots while assembling, and hides it',
    foundBy: 'assembles transfer from frozen data alone',
    spoil: assembling((assemble, message) => {
      try {
        Math.random();
      } catch {
        // As a library may do that falls back to something else.
      }
      return assemble(message);
    }),
  },
  {
    name: 'writes to the data it is given',
    foundBy: 'assembles transfer from frozen data alone',
    spoil: withBytes(({ plan }) => ({
      plan: {
        ...plan,
        transfer: (checked) => plan.transfer({ ...checked, data: Object.assign(checked.data, { memo: '' }) }),
      },
    })),
  },
  {
    name: 'remembers what it assembled for a sender',
    foundBy: 'though the checksum fits',
    spoil: assembling((assemble, message) => {
      const key = message.kind === 'pay' ? `${message.from}${message.to}` : JSON.stringify(message);
      const assembled = remembered.get(key) ?? assemble(message);
      remembered.set(key, assembled);
      return assembled;
    }),
  },
  {
    name: 'does not bind the fees',
    foundBy: 'though the checksum fits',
    spoil: withBytes(({ plan }) => ({
      plan: { ...plan, transfer: (data) => plan.transfer({ ...data, fees: 1000n }) },
    })),
  },
  {
    name: 'forgets the memo',
    foundBy: 'say whether transfer carries a memo',
    spoil: assembling((assemble, message) => assemble({ ...message, memo: '' })),
  },
  {
    name: 'verifies no signature',
    foundBy: 'is refused with the key of another account',
    spoil: withBytes(() => ({
      finalize: (_plan, unsigned, signature) => ({
        raw: JSON.stringify({ message: unsigned, signature: signature.replace(/^0x/, '') }),
        hash: signature,
      }),
    })),
  },
  {
    name: 'ignores what follows a signature',
    foundBy: 'is refused in every part of a signature as: hex',
    spoil: withBytes(({ finalize }) => ({
      finalize: (plan, unsigned, signature) =>
        finalize(plan, unsigned, signature.slice(0, signature.startsWith('0x') ? 130 : 128)),
    })),
  },
  {
    name: 'reads another amount from its bytes',
    foundBy: 'finds no fault in the intent',
    spoil: withBytes(({ explain }) => ({
      explain(encoded) {
        const { data = {}, errors = [] } = explain?.(encoded) ?? {};
        return { data: 'amount' in data ? { ...data, amount: `${data.amount}0` } : data, errors };
      },
    })),
  },
  {
    name: 'does not read the fees from its bytes',
    foundBy: 'finds no fault in an answer of encode',
    spoil: withBytes(({ explain }) => ({
      explain(encoded) {
        const { fees: _, ...data } = explain?.(encoded).data ?? {};
        return { data, errors: [] };
      },
    })),
  },
  {
    name: 'leaves a wish out of what the bytes tell',
    foundBy: 'finds each wish that the bytes lack',
    spoil: withBytes(({ told }) => {
      const { 'params.lifetime': _, ...transfer } = told.transfer;
      // The compiler finds it too.
      return { told: { ...told, transfer: transfer as typeof told.transfer } };
    }),
  },
  {
    name: 'says that it has no memo',
    foundBy: 'are false where the family says so, and true elsewhere',
    spoil: (adapter) => ({ ...adapter, memo: false }),
  },
  {
    name: 'does not say why it has no stakes of anybody to list',
    foundBy: 'lacks a read that no upstream could give',
    spoil: ({ reads: { validators: _, ...reads }, ...adapter }) => ({ ...adapter, reads }),
  },
  {
    name: 'lists a token twice, by two spellings of its id',
    foundBy: 'each once and by an id that is valid',
    spoil: ({ reads, ...adapter }) => ({
      ...adapter,
      reads: {
        ...reads,
        tokens: async () =>
          ['shell', 'Shell'].map((id) => ({ type: 'ASA', id, name: 'Shell', ticker: 'SHELL', decimals: '2' })),
      },
    }),
  },
  {
    name: 'reads validators without saying so',
    foundBy: 'are false where the family says so, and true elsewhere',
    spoil: ({ reads: { validators: _, ...reads }, ...adapter }) => ({ ...adapter, reads }),
  },
  {
    name: 'stumbles over odd texts',
    foundBy: 'as identifiers',
    spoil: withBytes(({ identifiers }) => ({
      identifiers: { ...identifiers, token: (text) => identifiers.token(decodeURIComponent(text)) },
    })),
  },
  {
    name: 'fails on accounts that nobody knows',
    foundBy: 'has nothing, which is no error',
    spoil: withState((state) => {
      if (state.native?.total === '0') throw new Error('no such account');
      return state;
    }),
  },
  {
    name: 'writes amounts as numbers',
    foundBy: 'the state of both accounts',
    spoil: withState((state) =>
      state.native ? { ...state, native: { ...state.native, total: Number(state.native.total).toFixed(2) } } : state,
    ),
  },
  {
    name: 'asks one thing after the other',
    foundBy: 'suffice to encode transfer',
    spoil: withTransfer(async (adapter, ask, operation) => {
      await adapter.reads.validators?.read({ limit: 1, cursor: undefined }, operation);
      return ask();
    }),
  },
  {
    name: 'leaves something behind with useMaxAmount',
    foundBy: 'carries out transfer max',
    spoil: withTransfer(async (_adapter, ask, _operation, { amount }) =>
      deciding(await ask(), (decision) => {
        const { computed } = decision;
        if (amount !== 'max' || computed.amount === undefined) return decision;
        return { ...decision, computed: { ...computed, amount: String(BigInt(computed.amount) - 1n) } };
      }),
    ),
  },
  {
    name: 'does not give back what it was given',
    foundBy: 'answers complete data for transfer',
    spoil: withTransfer(async (_adapter, ask) =>
      deciding(await ask(), (decision) => ({
        ...decision,
        computed: { ...decision.computed, senderPubKey: undefined },
      })),
    ),
  },
  {
    name: 'does not say what a wish means',
    foundBy: 'say of each wish in transfer what it means',
    spoil: withWishes(pebbleWishes.extend({ lifetime: pebbleWishes.shape.lifetime.unwrap().optional() })),
  },
  {
    name: 'takes anything for a wish',
    foundBy: 'refuse what cannot be meant in transfer, with its place',
    spoil: withWishes(
      pebbleWishes.extend({ lifetime: z.any().describe('For how many rounds it is good.') }) as unknown as Wishes,
    ),
  },
  {
    name: 'believes any network',
    foundBy: 'an endpoint of another network',
    spoil: (adapter) => {
      const { transfer } = adapter.modes;
      if (transfer === undefined) return adapter;
      const ask: Transfer['ask'] = (intent, operation) => transfer.ask(intent, blind(operation));
      return { ...adapter, modes: { ...adapter.modes, transfer: { ...transfer, ask } } };
    },
  },
  {
    name: 'puts endpoints of its own in place of none',
    foundBy: 'refuses every call, and asks nobody, as long as it has no endpoints',
    spoil: (adapter) =>
      adapter.upstream.endpoints.length > 0
        ? adapter
        : {
            ...adapter,
            upstream: createUpstream({ chainId: adapter.bytes.chainId, endpoints: ['https://frozen.test'] }),
          },
  },
  {
    name: 'cannot be opened without endpoints',
    foundBy: 'refuses every call, and asks nobody, as long as it has no endpoints',
    spoil(adapter) {
      if (adapter.upstream.endpoints.length === 0) throw new TypeError('It needs an endpoint.');
      return adapter;
    },
  },
  {
    name: 'calls a transaction that was sent before an error',
    foundBy: 'answers it to one that comes right after',
    spoil: (adapter) => ({
      ...adapter,
      async submit(signed, plan, operation) {
        if (sent.has(signed.hash)) throw refuse('broadcast.refused', { reason: 'it is known already' });
        const hash = await adapter.submit(signed, plan, operation);
        sent.add(hash);
        return hash;
      },
    }),
  },
  {
    name: 'names a proof that it does not have',
    foundBy: 'is not final beside a lost answer',
    spoil: (adapter) => ({
      ...adapter,
      submit: (signed, plan, operation) =>
        adapter.submit(signed, plan, operation).catch((error) => {
          throw error instanceof RefusedError ? proven(error, 'over') : error;
        }),
    }),
  },
  {
    name: 'loses transactions between pages',
    foundBy: 'the same, whatever the size of a page',
    spoil: (adapter) => {
      const { history } = adapter.reads;
      if (history === undefined) return adapter;
      const read: typeof history.read = async (account, { limit, cursor }, operation) =>
        history.read(
          account,
          { limit, cursor: cursor === undefined ? undefined : String(Math.max(0, Number(cursor) - 1)) },
          operation,
        );
      return { ...adapter, reads: { ...adapter.reads, history: { ...history, read } } };
    },
  },
  {
    name: 'makes all entries of a page at once',
    foundBy: 'entry by entry, so that other requests are served in between',
    spoil: (adapter) => {
      const { history } = adapter.reads;
      if (history === undefined) return adapter;
      const read: typeof history.read = (account, page, operation) =>
        history.read(account, page, { ...operation, computeEach: async (items, step) => items.map(step) });
      return { ...adapter, reads: { ...adapter.reads, history: { ...history, read } } };
    },
  },
  {
    name: 'tells another height in a history',
    foundBy: 'balance over a life of',
    spoil: (adapter) => {
      const { history } = adapter.reads;
      if (history === undefined) return adapter;
      const read: typeof history.read = async (...args) => {
        const page = await history.read(...args);
        const transactions = page.transactions.map(({ parsed, raw }) => ({
          parsed: { ...parsed, blockHeight: '1' },
          raw,
        }));
        return { ...page, transactions };
      };
      return { ...adapter, reads: { ...adapter.reads, history: { ...history, read } } };
    },
  },
];

type StateReader = NonNullable<ChainAdapter['reads']['accountState']>;
type State = Awaited<ReturnType<StateReader['read']>>;

function withState(change: (state: State) => State) {
  return (adapter: Adapter): Adapter => {
    const { accountState } = adapter.reads;
    if (accountState === undefined) return adapter;
    const read: StateReader['read'] = async (...args) => change(await accountState.read(...args));
    return { ...adapter, reads: { ...adapter.reads, accountState: { ...accountState, read } } };
  };
}

type Transfer = NonNullable<Adapter['modes']['transfer']>;
type Wishes = Transfer['wishes'];
type TransferScene = Scene<Pebble, 'transfer'>;
type TransferDecision = Decision<Pebble, 'transfer'>;

function deciding(scene: TransferScene, change: (decision: TransferDecision) => TransferDecision): TransferScene {
  return { decide: () => change(scene.decide()) };
}

function withWishes(wishes: Wishes) {
  return (adapter: Adapter): Adapter => {
    const { transfer } = adapter.modes;
    return transfer === undefined
      ? adapter
      : { ...adapter, modes: { ...adapter.modes, transfer: { ...transfer, wishes } } };
  };
}

function withTransfer(
  change: (
    adapter: Adapter,
    ask: () => Promise<TransferScene>,
    operation: Operation,
    intent: CheckedIntent<Pebble, 'transfer'>,
  ) => Promise<TransferScene>,
) {
  return (adapter: Adapter): Adapter => {
    const { transfer } = adapter.modes;
    if (transfer === undefined) return adapter;
    const ask: Transfer['ask'] = (intent, operation) =>
      change(adapter, () => transfer.ask(intent, operation), operation, intent);
    return { ...adapter, modes: { ...adapter.modes, transfer: { ...transfer, ask } } };
  };
}
