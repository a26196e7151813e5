import {
  type BroadcastInput,
  type Chain,
  type ChainId,
  type CompletedData,
  type ConnectOptions,
  type EncodedItem,
  type Mode,
  modes,
  RefusedError,
  type Token,
  type TransactionState,
  verifyChecksum,
} from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import { expect } from 'vitest';
import type { Example, FamilySetup, Feature, Scene, TestAccount, TestEngine } from './setup.ts';
import { createWire, type Line, type LineOptions, type Wire } from './wire.ts';

/** A transaction that is ready to be broadcast, and what led to it. */
export interface Prepared {
  readonly scene: Scene<TestAccount>;
  /** As encode answered it, with its checksum. */
  readonly data: CompletedData;
  /** The same data without the checksum, as the family gets it. */
  readonly bare: CompletedData;
  readonly encoded: EncodedItem[];
  /** By form. */
  readonly signatures: Readonly<Record<string, string>>;
  /** What goes into broadcast, with the signature in the usual form. */
  readonly input: SignedInput;
}

export interface SignedInput extends BroadcastInput {
  readonly data: CompletedData;
  readonly encoded: readonly EncodedItem[];
  readonly signature: string;
}

/** An example that the suite knows how to judge by balances. */
export interface KnownExample extends Example<TestAccount> {
  readonly max: boolean;
}

/** What the parts of the suite share: the running engine, and the steps that most tests take. */
export interface Stage {
  readonly setup: FamilySetup;
  /** What the family says that it can do, known before the engine runs. */
  readonly has: { mode(mode: Mode): boolean; feature(feature: Feature): boolean };
  /** Both transfers, as far as the family has them, and its own examples. */
  readonly examples: readonly KnownExample[];
  /** Usable while tests run, like all below. */
  readonly engine: TestEngine<TestAccount, ConnectOptions>;
  readonly wire: Wire;
  readonly token: Token;
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Opens the chain over lines; by default over one line that works.
   *
   * @param options - `now` is the clock of the engine by default.
   */
  connect(lines?: readonly Line[], chainId?: ChainId, options?: Pick<ConnectOptions, 'now' | 'notes'>): Chain;
  line(name: string, options?: LineOptions): Line;
  /** A key that was not used before: nothing on the chain knows it. */
  account(): Promise<TestAccount>;
  /**
   * A sender with funds and a recipient, both new.
   *
   * @param holds - `coins` if no token is moved: some engines take long to hand tokens out.
   */
  scene(holds?: 'coins'): Promise<Scene<TestAccount>>;
  /** Encodes, expecting no problem, and signs. */
  prepare(example: Example<TestAccount>, scene?: Scene<TestAccount>, chain?: Chain): Promise<Prepared>;
  /**
   * A transaction that is never sent, prepared once for all tests that only look at it: many chains take their time to prepare one. Nothing may
   * happen to its accounts.
   */
  unsent(example: Example<TestAccount>): Promise<Prepared & { readonly intent: Readonly<Record<string, unknown>> }>;
  /** Waits until a transaction is confirmed, or is in another final state. */
  confirm(hash: string, state?: 'confirmed' | 'failed'): Promise<void>;
}

export function createStage(setup: FamilySetup): Stage {
  let running: { engine: TestEngine<TestAccount, ConnectOptions>; wire: Wire } | undefined;
  let accounts = 0;
  const unsent = new Map<Example<TestAccount>, ReturnType<Stage['unsent']>>();
  const unsupported: ReadonlySet<string> = new Set(setup.unsupported);
  const has: Stage['has'] = {
    mode: (mode) => !unsupported.has(`write.transaction.type.${mode}`),
    feature: (feature) => !unsupported.has(feature),
  };

  const get = () => {
    if (running === undefined) throw new Error('The engine runs during tests only.');
    return running;
  };

  const stage: Stage = {
    setup,
    has,
    examples: [
      ...transfers(setup, () => stage.token),
      ...(setup.examples ?? []).map((example) => ({ ...example, max: false })),
    ].filter(({ mode }) => has.mode(mode)),
    get engine() {
      return get().engine;
    },
    get wire() {
      return get().wire;
    },
    get token() {
      const [token] = get().engine.tokens;
      if (token === undefined) throw new Error('The engine has no token, but the family transfers tokens.');
      return token;
    },
    async start() {
      const engine = await setup.start();
      running = { engine, wire: createWire(engine.endpoints, engine.fetch ?? globalThis.fetch) };
    },
    async stop() {
      await running?.engine.stop();
    },
    connect(lines = [stage.line('main')], chainId = setup.chainId, options = {}) {
      const { engine, wire } = get();
      return setup.family.connect(chainId, {
        ...engine.options,
        endpoints: lines.flatMap(({ endpoints }) => endpoints),
        fetch: wire.fetch,
        ...options,
      });
    },
    line: (name, options) => get().wire.line(name, options),
    async account() {
      accounts += 1;
      return get().engine.account(accounts);
    },
    async scene(holds) {
      const { engine } = get();
      const [sender, recipient] = [await stage.account(), await stage.account()];
      const token = has.mode('transferToken') && holds !== 'coins' ? stage.token : undefined;
      await setup.prepareSender?.(sender, engine);
      const coins = engine.fund(sender.address, setup.amounts.funds);
      // Where accounts need no preparation, both payments may be in one block.
      if (setup.prepareRecipient !== undefined) {
        await coins;
        await setup.prepareRecipient(recipient, token, engine);
        if (token !== undefined) await setup.prepareRecipient(sender, token, engine);
      }
      const tokens = token === undefined ? undefined : engine.fund(sender.address, setup.amounts.tokenFunds, token.id);
      await Promise.all([coins, tokens]);
      return { sender, recipient, engine };
    },
    async prepare(example, scene, chain = stage.connect()) {
      const actual = scene ?? (await stage.scene(example.name === 'transfer' ? 'coins' : undefined));
      const { transaction, status } = await chain.encode(await example.intent(actual));
      expect(status.errors, `${example.name}: encode must find nothing wrong with it`).toEqual([]);
      // Without errors the data is complete.
      const data = transaction.data as CompletedData;
      const { encoded } = transaction;
      const bare = verifyChecksum(chain.id, data);
      if (bare === undefined) throw new Error(`${example.name}: params.checksum does not fit the data`);
      const signatures = await setup.sign({ data, encoded, account: actual.sender });
      return {
        scene: actual,
        data,
        bare,
        encoded,
        signatures,
        input: { data, encoded, signature: usual(setup, signatures) },
      };
    },
    unsent(example) {
      const prepare = async () => {
        const scene = await stage.scene();
        const intent = await example.intent(scene);
        return { ...(await stage.prepare({ ...example, intent: () => intent }, scene)), intent };
      };
      const known = unsent.get(example);
      if (known !== undefined) return known;
      const prepared = prepare();
      unsent.set(example, prepared);
      // What failed once may not fail the next time.
      prepared.catch(() => unsent.delete(example));
      return prepared;
    },
    async confirm(hash, wanted = 'confirmed') {
      for (let attempt = 0; attempt < 2500; attempt++) {
        await get().engine.mine();
        const state = await stateOf(stage.connect(), hash);
        if (state === wanted) return;
        if (state === 'failed' || state === 'confirmed') throw new Error(`The transaction ${hash} is ${state}.`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`The transaction ${hash} was not ${wanted} in time.`);
    },
  };
  return stage;
}

/** The signature in the form that clients of this family usually send. */
export function usual(setup: FamilySetup, signatures: Readonly<Record<string, string>>): string {
  const [form] = setup.forms;
  const signature = signatures[form];
  if (signature === undefined) throw new Error(`The signer gave no signature in the form "${form}".`);
  return signature;
}

function transfers({ amounts, expect: moved }: FamilySetup, token: () => Token): KnownExample[] {
  const addresses = ({ sender, recipient }: Scene<TestAccount>) => ({
    senderAddress: sender.address,
    recipientAddress: recipient.address,
    ...(sender.publicKey === undefined ? {} : { senderPubKey: sender.publicKey }),
  });
  const native = (more: object) => (scene: Scene<TestAccount>) => ({ mode: 'transfer', ...addresses(scene), ...more });
  const tokens = (more: object) => (scene: Scene<TestAccount>) => ({
    mode: 'transferToken',
    tokenId: token().id,
    ...addresses(scene),
    ...more,
  });
  const examples: KnownExample[] = [
    {
      name: 'transfer',
      mode: 'transfer',
      moves: 'native',
      max: false,
      intent: native({ amount: String(amounts.usual) }),
    },
    { name: 'transfer max', mode: 'transfer', moves: 'native', max: true, intent: native({ useMaxAmount: true }) },
    {
      name: 'transferToken',
      mode: 'transferToken',
      moves: 'token',
      max: false,
      intent: tokens({ amount: String(amounts.token) }),
    },
    {
      name: 'transferToken max',
      mode: 'transferToken',
      moves: 'token',
      max: true,
      intent: tokens({ useMaxAmount: true }),
    },
  ];
  return examples.map((example) => (moved === undefined ? example : { ...example, expect: moved }));
}

async function stateOf(chain: Chain, hash: string): Promise<TransactionState | undefined> {
  try {
    return (await chain.transaction(hash)).transaction.parsed?.state;
  } catch (error) {
    // Some chains show a transaction only when it is in a block.
    if (error instanceof RefusedError && error.code === 'transaction.notFound') return undefined;
    throw error;
  }
}

/**
 * Lets the event loop turn. Tests that only calculate may keep it from turning for many seconds. Meanwhile nodes close connections, and a request over
 * one would fail.
 */
export async function noticeClosed(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Runs an operation, and tells what it took; how it ended is told too. */
export async function traced<T>(
  run: (options: { onTrace: (trace: Trace) => void }) => Promise<T>,
): Promise<{ trace: Trace; result: PromiseSettledResult<T> }> {
  let trace: Trace | undefined;
  const onTrace = (told: Trace) => {
    trace = told;
  };
  const [result] = await Promise.allSettled([run({ onTrace })]);
  if (trace === undefined)
    throw result?.status === 'rejected' ? result.reason : new Error('The operation did not tell its trace.');
  return { trace, result };
}

/** The value of a settled promise, or its failure. */
export function resultOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** All modes that the family does not have. */
export function missingModes(stage: Stage): Mode[] {
  return modes.filter((mode) => !stage.has.mode(mode));
}

/** The first example of each mode. */
export function firstOfMode(examples: readonly KnownExample[]): KnownExample[] {
  const modes = new Map<Mode, KnownExample>();
  for (const example of examples) if (!modes.has(example.mode)) modes.set(example.mode, example);
  return [...modes.values()];
}
