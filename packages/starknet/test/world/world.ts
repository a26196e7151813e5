import { type StarknetAccountKind, type StarknetStandIn, startStarknet } from '@isochain/devnet/starknet';
import { amount, invoke, signedBy } from '../../../../tools/devnet/src/starknet/wallet.ts';
import type { Actor } from './actor.ts';
import {
  braavos,
  firstArgent,
  lastArgent,
  leaver,
  newcomer,
  now,
  openZeppelin,
  poor,
  recipient,
  sender,
  staker,
  stranger,
  strk,
  thief,
} from './cast.ts';

// The stand-in with the accounts of the scenes. Its clock stands still, so it is the same each time.

const day = 86_400;

export interface World {
  readonly engine: StarknetStandIn;
  /** Addresses, by the public key. */
  readonly addressOf: (actor: Actor) => string;
  /** A token with its parties in the keys of its events. */
  readonly gold: string;
  /** The first two validators, and their pools. */
  readonly validators: readonly [Validator, Validator];
}

interface Validator {
  readonly address: string;
  readonly pool: string;
}

/** Starts the chain. */
export async function startWorld(): Promise<World> {
  const engine = await startStarknet({ startTime: new Date(now - 9 * day * 1000) });
  const addresses = new Map(
    [sender, recipient, stranger, newcomer, thief].map(({ publicKey, address }) => [publicKey, address] as const),
  );
  const place = (kind: StarknetAccountKind, { publicKey }: Actor, balance?: bigint) =>
    addresses.set(publicKey, engine.deployAccount(kind, publicKey, balance === undefined ? {} : { amount: balance }));
  place('openzeppelin-1.0.0', openZeppelin);
  place('braavos', braavos);
  place('argent-0.3.1', firstArgent);
  place('argent-0.5.0', lastArgent);
  place('argent-0.4.0', staker);
  place('argent-0.4.0', leaver);
  place('argent-0.4.0', poor, strk / 1000n);
  const addressOf = ({ publicKey }: Actor) => {
    const address = addresses.get(publicKey);
    if (address === undefined) throw new RangeError('The account has no address in this world.');
    return address;
  };
  const gold = engine.deployToken({
    ...{ kind: 'indexed', name: 'Gold', symbol: 'GLD', decimals: 6 },
    ...{ holders: [sender.address], amountEach: 5_000_000n },
  });
  const validators = engine
    .validators()
    .flatMap(({ address, pool }) => (pool === undefined ? [] : [{ address, pool }]));
  const [first, second] = validators;
  if (first === undefined || second === undefined) throw new RangeError('There are no validators.');
  const world: World = { engine, addressOf, gold, validators: [first, second] };
  await stakes(world);
  await engine.advance(now / 1000 - engine.now());
  return world;
}

/** Positions in pools, made by transactions of wallets. */
async function stakes({ engine, addressOf, validators: [{ pool }] }: World): Promise<void> {
  const nonces = new Map<string, bigint>();
  const send = async (by: Actor, calls: Parameters<typeof invoke>[1]) => {
    const address = addressOf(by);
    const nonce = nonces.get(address) ?? 1n;
    nonces.set(address, nonce + 1n);
    const invoke_transaction = signedBy(by, invoke(address, calls, nonce));
    const { transaction_hash } = await engine.rpc<{ transaction_hash: string }>('starknet_addInvokeTransaction', {
      invoke_transaction,
    });
    const { execution_status: status, failure_reason: reason } = await engine.rpc<{
      execution_status: string;
      failure_reason?: string;
    }>('starknet_getTransactionStatus', { transaction_hash });
    if (status !== 'SUCCEEDED') throw new Error(reason);
  };
  const enter = (by: Actor, fri: bigint) =>
    send(by, [
      { to: engine.strk, name: 'approve', calldata: [pool, ...amount(fri)] },
      { to: pool, name: 'enter_delegation_pool', calldata: [addressOf(by), fri] },
    ]);
  await enter(staker, 100n * strk);
  await enter(leaver, 140n * strk);
  await send(leaver, [{ to: pool, name: 'exit_delegation_pool_intent', calldata: [40n * strk] }]);
  engine.addReward(pool, addressOf(staker), 3n * strk);
}

/** What a transaction does to the chain. */
export interface Carried {
  /** The code of the refusal. It costs nothing then. */
  readonly refused?: string;
  /** Why it was reverted. The fee is charged all the same. */
  readonly reverted?: string;
  /** By how many FRI the balance of each account changes. */
  readonly change: Readonly<Record<string, bigint>>;
  /** By how many units of gold. */
  readonly gold: Readonly<Record<string, bigint>>;
}

/** Does something to the chain, tells what came of it, and takes it back. */
export async function rehearse(
  { engine, addressOf, gold, validators }: World,
  run: () => Promise<{ readonly hash: string } | { readonly refused: string }>,
): Promise<Carried> {
  const actors = [sender, recipient, stranger, newcomer, thief, openZeppelin, braavos, staker, leaver];
  const accounts = [...actors.map(addressOf), ...validators.map(({ pool }) => pool)];
  const balances = (token?: string) => Promise.all(accounts.map((address) => engine.balance(address, token)));
  return engine.rehearse(async () => {
    const before = [await balances(), await balances(gold)] as const;
    const told = await run();
    const after = [await balances(), await balances(gold)] as const;
    const change = differences(accounts, before[0], after[0]);
    const ofGold = differences(accounts, before[1], after[1]);
    if ('refused' in told) return { refused: told.refused, change, gold: ofGold };
    const { execution_status: status, failure_reason: reason } = await engine.rpc<{
      readonly execution_status?: string;
      readonly failure_reason?: string;
    }>('starknet_getTransactionStatus', { transaction_hash: told.hash });
    return { ...(status === 'REVERTED' ? { reverted: reason ?? '' } : {}), change, gold: ofGold };
  });
}

function differences(names: readonly string[], before: readonly bigint[], after: readonly bigint[]) {
  return Object.fromEntries(names.map((name, i) => [name, (after[i] ?? 0n) - (before[i] ?? 0n)]));
}
