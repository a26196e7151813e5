import {
  type StarknetAccount,
  type StarknetDevnet,
  type StarknetStandIn,
  starknetDevnetMissing,
  startStarknet,
  startStarknetDevnet,
} from '@isochain/devnet/starknet';
import { hash as hashes } from 'starknet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ampleBounds, type Signed, signedBy } from '../test/signed.ts';
import { deploymentOf } from './account/derive.ts';
import type { Address } from './address/address.ts';
import { pointOf } from './address/public-key.ts';
import { transferCall } from './bytes/calls.ts';
import type { DeployPlan, InvokePlan, ResourceBounds } from './bytes/transaction.ts';
import { shortString, toPaddedFelt } from './felt.ts';
import { starknet } from './index.ts';
import { strk } from './tokens/native.ts';

// Broadcasts to engines, which hash and check transactions by themselves: the stand-in with @scure/starknet, the real one with the sequencer's own code.

const coin = 10n ** 18n;
const chain = shortString('SN_MAIN');
const recipient = `0x${'7'.repeat(63).padStart(64, '0')}` as Address;
const point = ({ publicKey = '0x0' }: StarknetAccount) => pointOf({ x: BigInt(publicKey) });

/** A transfer of 1 STRK. */
function transferOf(account: StarknetAccount, nonce: bigint, changed: Partial<InvokePlan> = {}): Signed {
  const shared = { chain, sender: account.address as Address, owner: point(account), account: 'argent-0.4.0' } as const;
  const calls = [transferCall(strk, recipient, coin)];
  const plan: InvokePlan = { type: 'INVOKE', ...shared, nonce, tip: 0n, bounds: ampleBounds, calls, ...changed };
  return signedBy(plan, account.privateKey);
}

function deploymentBy(account: StarknetAccount, changed: Partial<DeployPlan> = {}): Signed {
  const owner = point(account);
  const { address: sender, ...made } = deploymentOf('argent-0.4.0', owner);
  const shared = { chain, sender, owner, account: 'argent-0.4.0', nonce: 0n, tip: 0n, bounds: ampleBounds } as const;
  return signedBy({ type: 'DEPLOY_ACCOUNT', ...shared, ...made, ...changed }, account.privateKey);
}

/** A bound changed. */
const bounded = (name: keyof ResourceBounds, bound: Partial<ResourceBounds['l2_gas']>): ResourceBounds => ({
  ...ampleBounds,
  [name]: { ...ampleBounds[name], ...bound },
});

function opened(urls: readonly string[]) {
  const endpoints = urls.map((url, i) => ({ url, name: `node ${i}` }));
  const { adapter } = starknet.connect('starknet', { endpoints, oldestBlockMs: 0 });
  return ({ signed, plan }: Signed) => adapter.submit(signed, plan, adapter.upstream.operation());
}

const refused = (code: string, message = '') => ({ code, message: expect.stringContaining(message) });

/** What both engines refuse. Each test has accounts of its own. */
function bothEngines(start: () => Promise<StarknetStandIn | StarknetDevnet>) {
  let engine: StarknetStandIn | StarknetDevnet;
  let submit: ReturnType<typeof opened>;
  beforeAll(async () => {
    engine = await start();
    submit = opened([engine.url]);
  });
  afterAll(() => engine.stop());
  const accountAt = (index: number) => {
    const account = engine.accounts[index];
    if (account === undefined) throw new RangeError(`There is no account ${index}.`);
    return account;
  };
  const nonceOf = async ({ address }: StarknetAccount) =>
    BigInt(
      await engine.rpc<string>('starknet_getNonce', { block_id: 'pre_confirmed', contract_address: short(address) }),
    );

  it('a transfer moves coins once, however often it is sent', async () => {
    const account = accountAt(0);
    const one = transferOf(account, await nonceOf(account));
    const before = await engine.balance(recipient);
    expect([await submit(one), await submit(one), await submit(one)]).toEqual(Array(3).fill(one.signed.hash));
    expect((await engine.balance(recipient)) - before).toBe(coin);
  });

  it('a transfer that fails in its block answers its hash, and costs its fee', async () => {
    const account = accountAt(0);
    const calls = [transferCall(strk, recipient, 1_000_000n * coin)];
    const one = transferOf(account, await nonceOf(account), { calls });
    expect(await submit(one)).toBe(one.signed.hash);
    expect(await submit(one)).toBe(one.signed.hash);
    const status = await engine.rpc('starknet_getTransactionStatus', { transaction_hash: one.signed.hash });
    expect(status).toMatchObject({ execution_status: 'REVERTED' });
  });

  it('a nonce that another transaction used names that', async () => {
    const account = accountAt(1);
    const nonce = await nonceOf(account);
    const first = transferOf(account, nonce);
    const second = transferOf(account, nonce, { calls: [transferCall(strk, recipient, 2n)] });
    await submit(first);
    const error = { ...refused('broadcast.nonceUsed', `transaction ${first.signed.hash} of the same account`) };
    await expect(submit(second)).rejects.toMatchObject(error);
    // Blocks later it is still found.
    for (let i = 0; i < 30; i += 1) await engine.mine(1);
    await expect(submit(second)).rejects.toMatchObject(error);
    expect(await submit(first)).toBe(first.signed.hash);
  });

  it('a nonce far ahead is refused', async () => {
    const account = accountAt(1);
    const ahead = transferOf(account, (await nonceOf(account)) + 1_000n);
    await expect(submit(ahead)).rejects.toMatchObject(refused('broadcast.nonceGap'));
  });

  it('bounds below what the transaction needs are too low a fee', async () => {
    const account = accountAt(2);
    const nonce = await nonceOf(account);
    for (const bounds of [
      bounded('l2_gas', { maxAmount: 1_000n }),
      bounded('l2_gas', { maxPricePerUnit: 1n }),
      bounded('l1_data_gas', { maxPricePerUnit: 1n }),
    ])
      await expect(submit(transferOf(account, nonce, { bounds }))).rejects.toMatchObject(
        refused('broadcast.feeTooLow'),
      );
  });

  it('bounds above the balance are too little balance', async () => {
    const account = accountAt(2);
    const bounds = bounded('l2_gas', { maxPricePerUnit: 10n ** 17n });
    await expect(submit(transferOf(account, await nonceOf(account), { bounds }))).rejects.toMatchObject(
      refused('broadcast.insufficientFunds'),
    );
  });

  it('a signature by another key than the owner is refused with the words of the account', async () => {
    const [account, other] = [accountAt(2), accountAt(3)];
    const plan = { sender: account.address as Address };
    await expect(submit(transferOf(other, await nonceOf(account), plan))).rejects.toMatchObject(
      refused('broadcast.refused', 'does not take the signature (argent/invalid-'),
    );
  });

  it('a deployment is carried out once, and another one of the account names it', async () => {
    const account = accountAt(4);
    const [first, second] = [deploymentBy(account), deploymentBy(account, { tip: 1n })];
    expect([await submit(first), await submit(first)]).toEqual(Array(2).fill(first.signed.hash));
    await expect(submit(second)).rejects.toMatchObject(
      refused('broadcast.nonceUsed', `transaction ${first.signed.hash} of the same account`),
    );
  });

  it('a deployment of a class that nobody declared is refused', async () => {
    const account = accountAt(3);
    const { plan } = deploymentBy(account) as Signed & { readonly plan: DeployPlan };
    const classHash = 0x1234n;
    const address = hashes.calculateContractAddressFromHash(plan.salt, classHash, [...plan.constructorCalldata], 0);
    const sender = toPaddedFelt(BigInt(address)) as Address;
    await engine.fund(sender, 10n * coin);
    await expect(submit(deploymentBy(account, { classHash, sender }))).rejects.toMatchObject(
      refused('broadcast.refused', 'the class of the account is not declared there'),
    );
  });

  it('an account without coins cannot be deployed', async () => {
    const account = accountAt(3);
    const { plan } = deploymentBy(account) as Signed & { readonly plan: DeployPlan };
    const constructorCalldata = [0n, plan.owner.x + 0n, 1n];
    const salt = 77n;
    const address = hashes.calculateContractAddressFromHash(salt, plan.classHash, constructorCalldata, 0);
    const sender = toPaddedFelt(BigInt(address)) as Address;
    await expect(submit(deploymentBy(account, { salt, constructorCalldata, sender }))).rejects.toMatchObject(
      refused('broadcast.insufficientFunds'),
    );
  });

  it('a transaction of another chain is refused, and is not ours', async () => {
    const account = accountAt(2);
    const sepolia = starknet.connect('starknet-sepolia', { endpoints: [engine.url], oldestBlockMs: 0 });
    const one = transferOf(account, await nonceOf(account), { chain: shortString('SN_SEPOLIA') });
    const sent = sepolia.adapter.submit(one.signed, one.plan, sepolia.adapter.upstream.operation());
    await expect(sent).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('endpoints that are dead do not stop the others', async () => {
    const account = accountAt(0);
    const one = transferOf(account, await nonceOf(account));
    expect(await opened(['http://127.0.0.1:9', engine.url, 'http://127.0.0.1:9'])(one)).toBe(one.signed.hash);
    const lost = transferOf(account, await nonceOf(account));
    await expect(opened(['http://127.0.0.1:9'])(lost)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
}

const short = (address: string) => `0x${BigInt(address).toString(16)}`;

describe('the stand-in', () => {
  bothEngines(() => startStarknet());
});

describe.skipIf(starknetDevnetMissing() !== undefined)(
  `starknet-devnet (${starknetDevnetMissing() ?? 'as found'})`,
  () => {
    bothEngines(() => startStarknetDevnet({ chainId: 'starknet' }));
  },
);

describe('the sequencer, as the stand-in plays it', () => {
  let engine: StarknetStandIn;
  let submit: ReturnType<typeof opened>;
  let account: StarknetAccount;
  let nonce: bigint;
  beforeAll(async () => {
    engine = await startStarknet();
    submit = opened([engine.url]);
    account = engine.accounts[0] as StarknetAccount;
  });
  beforeEach(() => {
    nonce = engine.nonce(account.address);
  });
  afterEach(() => {
    engine.intercept(undefined);
    engine.setMining('each');
  });
  afterAll(() => engine.stop());

  it('has a transaction that waits, and knows it when it comes again', async () => {
    engine.setMining('received');
    const one = transferOf(account, nonce);
    expect([await submit(one), await submit(one)]).toEqual(Array(2).fill(one.signed.hash));
    expect(engine.requests.filter(({ method }) => method === 'starknet_getTransactionStatus').length).toBeGreaterThan(
      0,
    );
    engine.setMining('each');
    await engine.mine();
  });

  it('takes a transaction again that it took and forgot', async () => {
    engine.setMining('received');
    const one = transferOf(account, nonce);
    await submit(one);
    engine.drop(one.signed.hash);
    expect(await submit(one)).toBe(one.signed.hash);
    engine.setMining('each');
    await engine.mine();
    expect(engine.nonce(account.address)).toBe(nonce + 1n);
  });

  it('replaces one that waits only for more', async () => {
    engine.setMining('received');
    await submit(transferOf(account, nonce));
    const rival = transferOf(account, nonce, { calls: [transferCall(strk, recipient, 1n)] });
    await expect(submit(rival)).rejects.toMatchObject(refused('broadcast.replacementFeeTooLow', 'underpriced'));
    engine.setMining('each');
    await engine.mine();
  });

  it('takes no price below its floor, and none below that of the last block', async () => {
    const low = bounded('l2_gas', { maxPricePerUnit: 7_999_999_999n });
    await expect(submit(transferOf(account, nonce, { bounds: low }))).rejects.toMatchObject(
      refused('broadcast.feeTooLow'),
    );
    engine.setGasPrices({ l2: 24_000_000_000n });
    await engine.mine();
    await expect(submit(transferOf(account, nonce))).rejects.toMatchObject(
      refused('broadcast.feeTooLow', 'at least 24000000000 FRI for a unit of gas of layer 2'),
    );
    engine.setGasPrices({ l2: 8_000_000_000n });
    await engine.mine();
  });

  it('takes nothing of a contract that is no account', async () => {
    const token = transferOf(account, 0n, { sender: strk });
    await expect(submit(token)).rejects.toMatchObject(refused('broadcast.refused', 'the sender is no account there'));
  });

  it('may answer too late: the transaction is found all the same', async () => {
    engine.intercept(async ({ method }, answer) => {
      const said = await answer();
      return method.startsWith('starknet_add')
        ? { error: { code: 63, message: 'An unexpected error occurred' } }
        : said;
    });
    const one = transferOf(account, nonce);
    expect(await submit(one)).toBe(one.signed.hash);
  });

  it('may know no version 3', async () => {
    engine.intercept(({ method }, answer) =>
      method.startsWith('starknet_add') ? { error: { code: 61, message: 'no' } } : answer(),
    );
    await expect(submit(transferOf(account, nonce))).rejects.toMatchObject({
      ...{ code: 'upstream.unavailable', maybeSent: false },
      attempts: [{ detail: 'it takes no transactions of version 3' }],
    });
  });
});
