import type { Account, Engine } from '@isochain/devnet';
import type { Client, State, Transaction } from './client.ts';
import { type Signer, signers } from './signers.ts';

/** How long one step took. */
export interface Step {
  readonly chainId: string;
  readonly what: string;
  readonly step: string;
  readonly ms: number;
}

/** A transfer to walk from balance to balance. */
interface Walk {
  readonly what: string;
  readonly sender: Account;
  readonly recipient: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Undefined for native coins. */
  readonly tokenId?: string;
  readonly max?: boolean;
}

/** Everything the demo does on one engine. Throws at the first number that disagrees. */
export async function walkEngine(
  client: Client,
  engine: Pick<Engine, 'chainId' | 'family' | 'accounts' | 'tokens'>,
): Promise<Step[]> {
  const sign = signers[engine.family];
  const [first, second, third] = engine.accounts;
  if (sign === undefined || first === undefined || second === undefined || third === undefined) {
    throw new Error(`no signer or not enough accounts for ${engine.chainId}`);
  }
  const [token] = engine.tokens;
  const walks: Walk[] = [
    {
      what: 'transfer',
      sender: first,
      recipient: second.address,
      data: { mode: 'transfer', amount: '1234567890000000001' },
    },
    ...(token === undefined
      ? []
      : [
          {
            what: 'transferToken',
            sender: first,
            recipient: second.address,
            tokenId: token.id,
            data: { mode: 'transferToken', tokenId: token.id, amount: '1500001' },
          },
        ]),
    // Last, and from an account of its own, as nothing is left of it.
    {
      what: 'transfer max',
      sender: third,
      recipient: second.address,
      max: true,
      data: { mode: 'transfer', useMaxAmount: true },
    },
  ];
  const steps: Step[] = [];
  for (const walk of walks) steps.push(...(await walkOne(client, engine.chainId, sign, walk)));
  return steps;
}

async function walkOne(client: Client, chainId: string, sign: Signer, walk: Walk): Promise<Step[]> {
  const steps: Step[] = [];
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    steps.push({ chainId, what: walk.what, step, ms: performance.now() - start });
    return result;
  };
  const { sender, recipient } = walk;
  const before = await timed('state', () => client.state(chainId, sender.address));
  const recipientBefore = await client.state(chainId, recipient);
  const { transaction, status } = await timed('encode', () =>
    client.encode(chainId, { ...walk.data, senderAddress: sender.address, recipientAddress: recipient }),
  );
  if (status.errors.length > 0) throw new Error(status.errors.map(({ message }) => message).join('; '));
  const signature = await timed('sign', () => sign(transaction.encoded, sender));
  const { hash } = await timed('broadcast', () => client.broadcast(chainId, { ...transaction, signature }));
  const confirmed = await timed('wait', () => confirmation(client, chainId, hash));
  const after = await timed('state again', () => client.state(chainId, sender.address));
  const recipientAfter = await client.state(chainId, recipient);
  const history = await timed('history', () => client.history(chainId, sender.address));

  const amount = BigInt(transaction.data.amount);
  const moved = walk.tokenId === undefined ? nativeOf : (state: State) => tokenOf(state, walk.tokenId as string);
  expectEqual(`${chainId} ${walk.what}: received`, moved(recipientAfter) - moved(recipientBefore), amount);
  const paid = nativeOf(before) - nativeOf(after) - (walk.tokenId === undefined ? amount : 0n);
  if (walk.tokenId !== undefined) expectEqual(`${chainId} ${walk.what}: sent`, moved(before) - moved(after), amount);
  if (paid < 0n || paid > BigInt(transaction.data.fees))
    throw new Error(`${chainId} ${walk.what}: paid ${paid} of at most ${transaction.data.fees}`);
  // Where the chain says what was paid, it is what left the account, to the last unit.
  if (confirmed.fees !== undefined) expectEqual(`${chainId} ${walk.what}: fees`, paid, BigInt(confirmed.fees.amount));
  if (walk.max === true) checkRemainder(chainId, nativeOf(after), transaction.data);
  expectEqual(`${chainId} ${walk.what}: newest in history`, history[0]?.id, hash);
  return steps;
}

/** A max transfer leaves nothing but what was set aside for a fee that is known only when the transaction is mined. */
function checkRemainder(chainId: string, left: bigint, data: Readonly<Record<string, unknown>>): void {
  const { l1Fee = '0' } = data.params as { l1Fee?: string };
  if (left > BigInt(l1Fee))
    throw new Error(`${chainId}: ${left} left after sending the maximum, of ${l1Fee} set aside`);
}

async function confirmation(client: Client, chainId: string, hash: string): Promise<Transaction> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const found = await client.transaction(chainId, hash);
    if (found?.state === 'confirmed') return found;
    if (found?.state === 'failed') throw new Error(`${chainId}: ${hash} failed`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${chainId}: ${hash} was not confirmed`);
}

function nativeOf(state: State): bigint {
  return BigInt(state.balances.native?.total ?? '0');
}

function tokenOf(state: State, id: string): bigint {
  return BigInt(state.balances.tokens?.find(({ token }) => token.id === id)?.amount ?? '0');
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
}
