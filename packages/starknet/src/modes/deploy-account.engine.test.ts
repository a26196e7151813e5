import { type StarknetStandIn, startStarknet } from '@isochain/devnet/starknet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTill, type Signer, signer, type Till } from '../../test/till.ts';
import { accountClasses } from '../account/classes.ts';

const strk = 10n ** 18n;
const recipientAddress = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';
const newest = { params: { accountClass: 'argent-0.5.0' } } as const;

let engine: StarknetStandIn;
let till: Till;

beforeAll(async () => {
  engine = await startStarknet();
  till = openTill(engine);
});
afterEach(() => engine.intercept(undefined));
afterAll(() => engine.stop());

const deployment = ({ publicKey }: Signer) => ({ mode: 'deployAccount', senderPubKey: publicKey }) as const;

/** The addresses of a key: of the class that `deployAccount` takes, then of the other one. */
function addressesOf({ publicKey }: Signer, at: Till = till): readonly string[] {
  return at.chain.addresses(publicKey).addresses.map(({ address }) => address);
}

function feesOf({ transaction }: Awaited<ReturnType<Till['encode']>>): bigint {
  return BigInt((transaction.data as { fees: string }).fees);
}

describe('a deployment', () => {
  it('has the fields of the hosted service, and where the account will be', async () => {
    const by = signer('fields');
    const [address = ''] = addressesOf(by);
    await engine.fund(address, strk);
    const { ok, transaction, status } = await till.encode(deployment(by));
    expect({ ok, status }).toEqual({ ok: true, status: { errors: [], warnings: [] } });
    const { params, ...data } = transaction.data as Record<string, unknown> & { params: Record<string, unknown> };
    expect(data).toEqual({
      ...{ mode: 'deployAccount', senderPubKey: by.publicKey, contractType: 'argentx', nonce: '0' },
      ...{ fees: expect.stringMatching(/^\d+$/), gas: expect.stringMatching(/^\d+$/) },
    });
    expect(params).toMatchObject({
      account: 'argent-0.4.0',
      contractAddress: address,
      tip: '0x0',
      transaction: {
        type: 'DEPLOY_ACCOUNT',
        class_hash: accountClasses['argent-0.4.0'].classHash,
        contract_address_salt: by.publicKey,
        constructor_calldata: ['0x0', by.publicKey, '0x1'],
        nonce: '0x0',
      },
    });
    expect(transaction.encoded).toEqual([
      { hash: { format: 'pedersen', value: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    ]);
  });

  it.each([
    ['with the key `type` of public clients, which is ignored', { type: 'argentx' }],
    ['with contractType', { contractType: 'argentx' }],
  ])('is taken %s', async (name, others) => {
    const by = signer(name);
    const [address = ''] = addressesOf(by);
    await engine.fund(address, strk);
    const encoded = await till.encode({ ...deployment(by), ...others });
    expect(await till.send(encoded, by)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await till.classAt(address)).toBe(accountClasses['argent-0.4.0'].classHash);
  });

  it('is refused with another contractType', async () => {
    await expect(till.encode({ ...deployment(signer('braavos')), contractType: 'braavos' })).rejects.toMatchObject({
      problems: [{ code: 'request.invalid', field: 'transaction.data.contractType' }],
    });
  });

  it('takes a tip, which is part of the fees', async () => {
    const by = signer('tip');
    await engine.fund(addressesOf(by)[0] ?? '', strk);
    const plain = await till.encode(deployment(by));
    const tipped = await till.encode({ ...deployment(by), params: { tip: '7' } });
    const { gas } = tipped.transaction.data as { gas: string };
    expect(feesOf(tipped) - feesOf(plain)).toBe(7n * BigInt(gas));
    expect(await till.send(tipped, by)).toMatchObject({ status: 'SUCCEEDED' });
  });
});

describe('money that a deployment needs', () => {
  // starknet.js #1047, starknet.swift #161: "account validation failed" is all that clients say.
  it('is named, if the address has none of it', async () => {
    const by = signer('empty');
    const { transaction, status } = await till.encode(deployment(by));
    expect(transaction.encoded).toEqual([]);
    expect(transaction.data).not.toHaveProperty('params');
    expect(status.errors).toEqual([
      expect.objectContaining({
        code: 'balance.insufficientForFees',
        message: expect.stringMatching(
          /^Insufficient STRK to pay network fees: needs up to 0\.\d+ STRK, has 0 STRK\.$/,
        ),
      }),
    ]);
  });

  it('is enough to the last FRI', async () => {
    const [by, other] = [signer('last'), signer('other')];
    await engine.fund(addressesOf(other)[0] ?? '', strk);
    const fees = feesOf(await till.encode(deployment(other)));
    const [address = ''] = addressesOf(by);
    await engine.fund(address, fees - 1n);
    expect(await till.refusals(deployment(by))).toMatchObject([{ code: 'balance.insufficientForFees' }]);
    await engine.fund(address, 1n);
    const outcome = await till.send(await till.encode(deployment(by)), by, 'unpadded');
    expect(outcome.status).toBe('SUCCEEDED');
    expect(await engine.balance(address)).toBe(fees - outcome.fee);
  });

  it('is STRK: ETH at the address pays nothing', async () => {
    const by = signer('ether');
    await engine.fund(addressesOf(by)[0] ?? '', strk, engine.eth);
    expect(await till.refusals(deployment(by))).toMatchObject([{ code: 'balance.insufficientForFees' }]);
  });

  it('is missing too, if a node cannot estimate what an empty account does', async () => {
    // eqlabs/pathfinder#2807
    engine.intercept(({ method }, answer) =>
      method === 'starknet_estimateFee' || method === 'starknet_simulateTransactions'
        ? {
            error: {
              code: 41,
              message: 'Transaction execution error',
              data: { transaction_index: 0, execution_error: 'Out of gas' },
            },
          }
        : answer(),
    );
    const by = signer('not estimated');
    expect(await till.refusals(deployment(by))).toMatchObject([
      { code: 'balance.insufficientForFees', message: 'Insufficient STRK to pay network fees: has 0 STRK.' },
    ]);
    await engine.fund(addressesOf(by)[0] ?? '', strk);
    expect(await till.refusals(deployment(by))).toMatchObject([
      { code: 'transaction.fails', message: 'The transaction would fail: Out of gas.' },
    ]);
  });

  it('is not guessed, if the contract of STRK tells no balance', async () => {
    engine.intercept(({ method }, answer) =>
      method === 'starknet_call' ? { error: { code: 21, message: 'Requested entrypoint does not exist' } } : answer(),
    );
    // The contract is the chain's own, so it is the node that is wrong.
    await expect(till.refusals(deployment(signer('no balance')))).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });

  it('is not asked for, if the network has no such class', async () => {
    const { classHash } = accountClasses['argent-0.5.0'];
    engine.intercept(({ method }, answer) =>
      method === 'starknet_estimateFee'
        ? {
            error: {
              code: 41,
              message: 'Transaction execution error',
              data: { transaction_index: 0, execution_error: `Class with hash ${classHash} is not declared.` },
            },
          }
        : answer(),
    );
    expect(await till.refusals({ ...deployment(signer('undeclared')), ...newest })).toMatchObject([
      {
        code: 'transaction.fails',
        message: `The transaction would fail: the network has no class Argent 0.5.0 (${classHash}).`,
        field: 'transaction.data.params.accountClass',
      },
    ]);
  });
});

describe('an account that is there already', () => {
  it('is not deployed again', async () => {
    const by = signer('twice');
    const [address = ''] = addressesOf(by);
    await engine.fund(address, strk);
    await till.send(await till.encode(deployment(by)), by);
    expect(await till.refusals(deployment(by))).toEqual([
      expect.objectContaining({
        code: 'account.exists',
        message: `Account ${address} is deployed already: it can send transactions.`,
        field: 'transaction.data.senderPubKey',
      }),
    ]);
  });

  it('is not deployed again by a transaction that was encoded before', async () => {
    const by = signer('meanwhile');
    await engine.fund(addressesOf(by)[0] ?? '', strk);
    const [first, second] = [
      await till.encode(deployment(by)),
      await till.encode({ ...deployment(by), params: { tip: '1' } }),
    ];
    await till.send(first, by);
    await expect(till.send(second, by)).rejects.toMatchObject({ name: 'RefusedError' });
    // The same bytes again are no harm.
    expect(await till.send(first, by)).toMatchObject({ status: 'SUCCEEDED' });
  });
});

// starknet-snap #279: an update changed the class that a wallet derives, and the funds stayed at the old address.
describe('the class of an account', () => {
  // Computed with starknet.js 10.8.0 for the key of the published private key 0x0123456789abcdef0123456789abcdef0123456789abcdef0123.
  const key = '0xcba95c75b37b5db31c2a9894e740dea2eee902ac448dc154a8b171d94a7be1';
  const of040 = '0x05b614322c40801f07646174dfd2e8756d63faa8a2e5f1373ac3b30228a9e929';
  const of050 = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';

  it('decides the address, and the usual class never changes', () => {
    expect(till.chain.addresses(key).addresses).toEqual([
      { type: 'argentx', address: of040 },
      { type: 'argent-0.5.0', address: of050 },
    ]);
  });

  it('is the choice of the operator, in both places alike', async () => {
    const other = openTill(engine, { accountClass: 'argent-0.5.0' });
    expect(other.chain.addresses(key).addresses).toEqual([
      { type: 'argentx', address: of050 },
      { type: 'argent-0.4.0', address: of040 },
    ]);
    const by = signer('operator');
    const [address = ''] = addressesOf(by, other);
    await engine.fund(address, strk);
    await other.send(await other.encode(deployment(by)), by);
    expect(await other.classAt(address)).toBe(accountClasses['argent-0.5.0'].classHash);
  });

  it('is the choice of the client: a key has two accounts', async () => {
    const by = signer('two accounts');
    const [first = '', second = ''] = addressesOf(by);
    await engine.fund(second, strk);
    // The coins are at the second address.
    expect(await till.refusals(deployment(by))).toMatchObject([{ code: 'balance.insufficientForFees' }]);
    await till.send(await till.encode({ ...deployment(by), ...newest }), by);
    expect(await till.classAt(first)).toBeUndefined();
    expect(await till.classAt(second)).toBe(accountClasses['argent-0.5.0'].classHash);
    const sent = { mode: 'transfer', senderAddress: second, recipientAddress, amount: '10000' } as const;
    expect(await till.send(await till.encode(sent), by)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await till.refusals({ ...sent, senderAddress: first })).toMatchObject([{ code: 'sender.notFound' }]);
  });

  it('is refused if its address is not the one in the data', async () => {
    // argent-x #2143, #2139: other calldata of the constructor is another address.
    const by = signer('altered');
    const [, second = ''] = addressesOf(by);
    await engine.fund(addressesOf(by)[0] ?? '', strk);
    const encoded = await till.encode(deployment(by));
    const { data } = encoded.transaction as unknown as { data: { params: object } };
    for (const params of [{ contractAddress: second }, { account: 'argent-0.5.0' }]) {
      const altered = { ...data, params: { ...data.params, ...params } };
      const transaction = { ...encoded.transaction, data: altered };
      await expect(till.send({ ...encoded, transaction } as never, by)).rejects.toMatchObject({
        name: 'RefusedError',
        code: expect.stringMatching(/^(?:data\.altered|signature\.mismatch)$/),
      });
    }
  });

  it('is one of those that are known', async () => {
    const wish = { params: { accountClass: 'braavos-1.2.0' } };
    await expect(till.encode({ ...deployment(signer('wishes')), ...wish })).rejects.toMatchObject({
      problems: [{ code: 'wish.invalid', message: expect.stringContaining('transaction.data.params.accountClass') }],
    });
  });
});
