import {
  type ChainAdapter,
  type CompletedData,
  createUpstream,
  type Operation,
  refuse,
  type SignedTransaction,
} from '@isochain/core';

/** Something that a family could get wrong, and the test of the suite that has to find it. */
export interface Defect {
  readonly name: string;
  /** Part of the name of a test. */
  readonly foundBy: string;
  spoil(adapter: ChainAdapter): ChainAdapter;
}

type Assemble = ChainAdapter['assemble'];

const assembling =
  (change: (assemble: Assemble, data: CompletedData) => ReturnType<Assemble>) => (adapter: ChainAdapter) => ({
    ...adapter,
    assemble: (data: CompletedData) => change(adapter.assemble, data),
  });

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
    spoil: assembling((assemble, data) => (Date.now() > 0 ? assemble(data) : [])),
  },
  {
    name: 'draws lots while assembling, and hides it',
    foundBy: 'assembles transfer from frozen data alone',
    spoil: assembling((assemble, data) => {
      try {
        Math.random();
      } catch {
        // As a library may do that falls back to something else.
      }
      return assemble(data);
    }),
  },
  {
    name: 'writes to the data it is given',
    foundBy: 'assembles transfer from frozen data alone',
    spoil: assembling((assemble, data) => assemble(Object.assign(data, { memo: data.memo }))),
  },
  {
    name: 'remembers what it assembled for a sender',
    foundBy: 'though the checksum fits',
    spoil: assembling((assemble, data) => {
      const key =
        'senderAddress' in data && data.mode === 'transfer'
          ? `${data.senderAddress}${data.recipientAddress}`
          : JSON.stringify(data);
      const items = remembered.get(key) ?? assemble(data);
      remembered.set(key, items);
      return items;
    }),
  },
  {
    name: 'does not bind the fees',
    foundBy: 'though the checksum fits',
    spoil: assembling((assemble, data) => assemble({ ...data, fees: '1000' })),
  },
  {
    name: 'forgets the memo',
    foundBy: 'say whether transfer carries a memo',
    spoil: assembling((assemble, { memo: _, ...data }) => assemble(data as CompletedData)),
  },
  {
    name: 'verifies no signature',
    foundBy: 'is refused with the key of another account',
    spoil: (adapter) => ({
      ...adapter,
      async finalize(_data, [item], signature): Promise<SignedTransaction> {
        return {
          raw: JSON.stringify({ message: item?.raw?.value, signature: signature.replace(/^0x/, '') }),
          hash: signature,
        };
      },
    }),
  },
  {
    name: 'ignores what follows a signature',
    foundBy: 'is refused in every part of a signature as: hex',
    spoil: (adapter) => ({
      ...adapter,
      finalize: (data, encoded, signature) =>
        adapter.finalize(data, encoded, signature.slice(0, signature.startsWith('0x') ? 130 : 128)),
    }),
  },
  {
    name: 'says that it has no memo',
    foundBy: 'are false where the family says so, and true elsewhere',
    spoil: (adapter) => ({ ...adapter, memo: false }),
  },
  {
    name: 'reads validators without saying so',
    foundBy: 'are false where the family says so, and true elsewhere',
    spoil: ({ reads: { validators: _, ...reads }, ...adapter }) => ({ ...adapter, reads }),
  },
  {
    name: 'stumbles over odd texts',
    foundBy: 'as identifiers',
    spoil: (adapter) => ({
      ...adapter,
      identifiers: { ...adapter.identifiers, token: (text) => adapter.identifiers.token(decodeURIComponent(text)) },
    }),
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
    spoil: withTransfer(async (adapter, complete, operation) => {
      await adapter.reads.validators?.read({ limit: 1, cursor: undefined }, operation);
      return complete();
    }),
  },
  {
    name: 'leaves something behind with useMaxAmount',
    foundBy: 'carries out transfer max',
    spoil: withTransfer(async (_adapter, complete) => {
      const completion = await complete();
      const { amount } = completion.data;
      return completion.data.useMaxAmount === true && amount !== undefined
        ? { ...completion, data: { ...completion.data, amount: String(BigInt(amount) - 1n) } }
        : completion;
    }),
  },
  {
    name: 'does not give back what it was given',
    foundBy: 'answers complete data for transfer',
    spoil: withTransfer(async (_adapter, complete) => {
      const { data, ...completion } = await complete();
      const { senderPubKey: _, ...rest } = data;
      return { ...completion, data: rest };
    }),
  },
  {
    name: 'believes any network',
    foundBy: 'an endpoint of another network',
    spoil: (adapter) => {
      const { transfer } = adapter.modes;
      return transfer
        ? {
            ...adapter,
            modes: { ...adapter.modes, transfer: (intent, operation) => transfer(intent, blind(operation)) },
          }
        : adapter;
    },
  },
  {
    name: 'puts endpoints of its own in place of none',
    foundBy: 'refuses every call, and asks nobody, as long as it has no endpoints',
    spoil: (adapter) =>
      adapter.upstream.endpoints.length > 0
        ? adapter
        : { ...adapter, upstream: createUpstream({ chainId: adapter.chainId, endpoints: ['https://frozen.test'] }) },
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
      async submit(signed, data, operation) {
        if (sent.has(signed.hash)) throw refuse('broadcast.refused', { reason: 'it is known already' });
        const hash = await adapter.submit(signed, data, operation);
        sent.add(hash);
        return hash;
      },
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
];

type StateReader = NonNullable<ChainAdapter['reads']['accountState']>;
type State = Awaited<ReturnType<StateReader['read']>>;

function withState(change: (state: State) => State) {
  return (adapter: ChainAdapter): ChainAdapter => {
    const { accountState } = adapter.reads;
    if (accountState === undefined) return adapter;
    const read: StateReader['read'] = async (...args) => change(await accountState.read(...args));
    return { ...adapter, reads: { ...adapter.reads, accountState: { ...accountState, read } } };
  };
}

type Transfer = NonNullable<ChainAdapter['modes']['transfer']>;
type Completed = Awaited<ReturnType<Transfer>>;

function withTransfer(
  change: (adapter: ChainAdapter, complete: () => Promise<Completed>, operation: Operation) => Promise<Completed>,
) {
  return (adapter: ChainAdapter): ChainAdapter => {
    const { transfer } = adapter.modes;
    if (transfer === undefined) return adapter;
    const changed: Transfer = (intent, operation) => change(adapter, () => transfer(intent, operation), operation);
    return { ...adapter, modes: { ...adapter.modes, transfer: changed } };
  };
}
