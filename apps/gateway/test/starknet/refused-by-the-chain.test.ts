import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor } from '../../../../packages/starknet/test/world/actor.ts';
import { type Behaviour, type Encoded, errorsOf, warningsOf } from '../chain-network.ts';
import { expectRefusal } from '../expect-refusal.ts';
import { answering, changing, type Network, type NetworkOptions, openNetwork } from './network.ts';

// What the chain would refuse, and what nodes say that nobody should believe. It is found out before anything is signed.

const strk = 10n ** 18n;
let network: Network;
let senderAddress: string;
let recipientAddress: string;
let transfer: Readonly<Record<string, unknown>>;
let deploy: Readonly<Record<string, unknown>>;
let undeployed: string;

beforeAll(async () => {
  network = await openNetwork();
  const { accounts } = network.engine;
  [senderAddress = '', recipientAddress = ''] = accounts.map(({ address }) => address);
  transfer = { mode: 'transfer', senderAddress, recipientAddress, amount: '10000' };
  const last = accounts.find(({ isDeployed }) => !isDeployed);
  undeployed = last?.address ?? '';
  deploy = { mode: 'deployAccount', senderPubKey: last?.publicKey };
});
afterAll(() => network.close());

const refuses = (data: Readonly<Record<string, unknown>>, expected: Parameters<typeof expectRefusal>[2]) =>
  expectRefusal(network, data, expected);

const withNodes = async <T>(nodes: NonNullable<NetworkOptions['nodes']>, check: (network: Network) => Promise<T>) => {
  const other = await openNetwork({ nodes }, network.engine);
  try {
    return await check(other);
  } finally {
    await other.close();
  }
};

/** A deployed account that holds this much. */
function holding(name: string, amount: bigint) {
  const by = actor(name);
  return { ...by, address: network.engine.deployAccount('argent-0.4.0', by.publicKey, { amount }) };
}

const pays = /^Insufficient STRK to pay network fees: needs up to 0\.\d+ STRK, has 0 STRK\.$/;

describe('balances', () => {
  it('of ETH alone do not pay fees', async () => {
    const { address } = holding('ether alone', 0n);
    await network.engine.fund(address, strk, network.engine.eth);
    await refuses(
      { ...transfer, senderAddress: address },
      { code: 'balance.insufficient', field: 'amount', message: /0 STRK/ },
    );
    await refuses(
      { ...transfer, senderAddress: address, amount: undefined, useMaxAmount: true },
      { code: 'balance.nothingToSend', field: 'amount', message: /./ },
    );
  });

  it('of ETH alone do not pay for a transfer of ETH', async () => {
    const { address } = holding('ether for ether', 0n);
    await network.engine.fund(address, strk, network.engine.eth);
    const data = { ...transfer, mode: 'transferToken', tokenId: network.engine.eth, senderAddress: address };
    await refuses(data, { code: 'balance.insufficientForFees', field: 'senderAddress', message: pays });
  });

  it('of ETH alone do not pay for a deployment', async () => {
    const { publicKey } = actor('ether to deploy');
    const address = network.engine.addressOf('argent-0.4.0', publicKey);
    await network.engine.fund(address, strk, network.engine.eth);
    await refuses(
      { ...deploy, senderPubKey: publicKey },
      { code: 'balance.insufficientForFees', field: 'senderPubKey', message: pays },
    );
  });

  it('that are smaller than the amount', () =>
    refuses(
      { ...transfer, amount: String(10_001n * strk) },
      { code: 'balance.insufficient', field: 'amount', message: /10000 STRK/ },
    ));

  it('that are smaller than amount and fees', async () => {
    const { address } = holding('amount alone', strk);
    await refuses(
      { ...transfer, senderAddress: address, amount: String(strk) },
      { code: 'balance.insufficient', field: 'amount', message: /1 STRK/ },
    );
  });
});

describe('transfers', () => {
  it('to the contract of STRK', () =>
    refuses(
      { ...transfer, recipientAddress: network.engine.strk },
      { code: 'recipient.isToken', field: 'recipientAddress', message: /./ },
    ));

  it('from an account that is not deployed', () =>
    refuses(
      { ...transfer, senderAddress: undeployed },
      { code: 'sender.notFound', field: 'senderAddress', message: 'Sender account does not exist' },
    ));
});

describe('a nonce', () => {
  it('that is used', async () => {
    const { address } = holding('used nonce', strk);
    network.engine.setNonce(address, 5n);
    await refuses(
      { ...transfer, senderAddress: address, nonce: '4' },
      { code: 'nonce.used', field: 'nonce', message: 'Nonce 4 is already used: the next one is 5.' },
    );
  });

  it('that is too far ahead', async () => {
    const { address } = holding('far nonce', strk);
    network.engine.setNonce(address, 5n);
    await refuses(
      { ...transfer, senderAddress: address, nonce: '206' },
      {
        ...{ code: 'wish.invalid', field: 'nonce' },
        message:
          'transaction.data.nonce cannot be wished for like this: nodes take 205 at most, because the next nonce of the account is 5.',
      },
    );
    const ahead = await network.encode({ ...transfer, senderAddress: address, nonce: '205' });
    expect(warningsOf(ahead)).toContain('nonce.gap');
  });
});

describe('a deployment', () => {
  it('of an account that is there', async () => {
    const [first] = network.engine.accounts;
    await refuses(
      { ...deploy, senderPubKey: first?.publicKey },
      {
        ...{ code: 'account.exists', field: 'senderPubKey' },
        message: `Account ${first?.address} is deployed already: it can send transactions.`,
      },
    );
  });

  it('of an account without coins', async () => {
    const { publicKey } = actor('nothing to deploy with');
    await refuses(
      { ...deploy, senderPubKey: publicKey },
      { code: 'balance.insufficientForFees', field: 'senderPubKey', message: pays },
    );
  });

  it('of an account with too few coins', async () => {
    const { publicKey } = actor('little to deploy with');
    await network.engine.fund(network.engine.addressOf('argent-0.4.0', publicKey), strk / 1000n);
    await refuses(
      { ...deploy, senderPubKey: publicKey },
      {
        ...{ code: 'balance.insufficientForFees', field: 'senderPubKey' },
        message: /^Insufficient STRK to pay network fees: needs up to 0\.\d+ STRK, has 0\.001 STRK\.$/,
      },
    );
  });

  it('that happened in the meantime is told at the broadcast', async () => {
    const { publicKey, privateKey } = actor('deployed meanwhile');
    const address = network.engine.addressOf('argent-0.4.0', publicKey);
    await network.engine.fund(address, strk);
    const intent = { mode: 'deployAccount', senderPubKey: publicKey };
    // Two clients encode. The second one has another fee, so its transaction has another hash.
    const first = await network.encoded(intent);
    const second = await network.encoded({ ...intent, params: { tip: '1000' } });
    expect((await network.broadcast(first, network.sign(first, { privateKey }))).status).toBe(200);
    const before = await network.engine.balance(address);
    const answer = await network.broadcast(second, network.sign(second, { privateKey }));
    expect(errorsOf(answer)).toMatchObject({ status: 409, errors: [{ field: 'transaction' }] });
    expect(errorsOf(answer).errors[0]?.code).toMatch(/^(?:account\.exists|broadcast\.nonceUsed)$/);
    expect(answer.body.hash).toBeUndefined();
    expect(await network.engine.balance(address)).toBe(before);
    // The first is known, and is no failure.
    expect((await network.broadcast(first, network.sign(first, { privateKey }))).status).toBe(200);
  });
});

/** As starknet-devnet 0.8.1 nests errors (captures/starknet/devnet-0102-estimate-failures.json). */
const nested = (error: unknown, levels: number): unknown =>
  levels === 0
    ? error
    : {
        contract_address: '0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691',
        class_hash: '0x36078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f',
        selector: '0x15d40a3d6ca2ac30f4031e42be28da9b056fef9bb7357ac5e85627ee876e5ad',
        error: nested(error, levels - 1),
      };

const reverts = (execution_error: unknown): Behaviour =>
  answering(({ method }) =>
    /estimateFee|simulate/.test(method)
      ? {
          error: {
            ...{ code: 41, message: 'Transaction execution error' },
            data: { transaction_index: 0, execution_error },
          },
        }
      : undefined,
  );

describe('an estimate that reverts', () => {
  it.each([
    [
      'in words, after what only passes errors on',
      nested(
        "Execution failed. Failure reason: (0x617267656e742f6d756c746963616c6c2d6661696c6564 ('argent/multicall-failed'), 0x0 (''), 0x753235365f737562204f766572666c6f77 ('u256_sub Overflow'), 0x454e545259504f494e545f4641494c4544 ('ENTRYPOINT_FAILED')).",
        3,
      ),
      'u256_sub Overflow',
    ],
    ['in hex alone, as Juno says it', nested('0x753235365f737562204f766572666c6f77', 2), 'u256_sub Overflow'],
    ['in a text', 'Account validation failed: it broke', 'Account validation failed: it broke'],
    ['at a depth that no contract has', nested("0x64656570 ('deep')", 25), 'deep'],
  ])('tells the innermost reason: %s', async (_, error, reason) => {
    await withNodes({ node: { behaves: reverts(error) } }, (other) =>
      expectRefusal(other, transfer, {
        ...{ code: 'transaction.fails', field: '' },
        message: `The transaction would fail: ${reason}.`,
      }),
    );
  });

  it('is told for a deployment too', async () => {
    await withNodes({ node: { behaves: reverts('The constructor failed') } }, (other) =>
      expectRefusal(other, deploy, {
        ...{ code: 'transaction.fails', field: '' },
        message: 'The transaction would fail: The constructor failed.',
      }),
    );
  });
});

/** No node gives a usable answer, and nothing is sent. */
async function expectDown(other: Network, data = transfer): Promise<void> {
  const { status, errors } = errorsOf(await other.encode(data));
  expect([status, errors]).toMatchObject([502, [{ code: 'upstream.unavailable' }]]);
  expect(other.broadcasts()).toBe(0);
}

const saysChain = (chain: string) => changing('starknet_chainId', () => chain);
const saysVersion = (version: unknown) => changing('starknet_specVersion', () => version);

describe('a node', () => {
  const wrong: readonly (readonly [name: string, behaves: Behaviour])[] = [
    ['of Sepolia', saysChain('0x534e5f5345504f4c4941')],
    ['of an appchain', saysChain('0x1234')],
    ['with a chain id that is no felt', saysChain('SN_MAIN')],
    ...['0.8.1', '0.7.1', '', 9].map(
      (version) => [`of version ${JSON.stringify(version)}`, saysVersion(version)] as const,
    ),
  ];

  it.each(wrong)('%s is not believed', async (_, behaves) => {
    await withNodes({ other: { behaves } }, async (other) => {
      await expectDown(other);
      await expectDown(other, deploy);
    });
  });

  it.each(['0.11.0', '1.0.0', '10.9.0'])('of the newer version %s is believed', async (version) => {
    const honest = await network.encoded(transfer);
    await withNodes({ other: { behaves: saysVersion(version) } }, async (other) => {
      expect((await other.encoded(transfer)).encoded).toEqual(honest.encoded);
    });
  });

  it.each(wrong)('%s is passed over', async (_, behaves) => {
    const honest = await network.encoded(transfer);
    await withNodes({ other: { behaves }, node: {} }, async (both) => {
      expect((await both.encoded(transfer)).encoded).toEqual(honest.encoded);
    });
  });

  it('of Sepolia, in earnest, takes no transaction of mainnet', async () => {
    const one = holding('for mainnet', strk);
    const encoded = await network.encoded({ ...transfer, senderAddress: one.address });
    const sepolia = await openNetwork({ chainId: 'starknet-sepolia' });
    const forward: Behaviour = ({ body }) => fetch(sepolia.engine.url, { method: 'POST', body: body ?? '' });
    try {
      sepolia.engine.deployAccount('argent-0.4.0', one.publicKey);
      await withNodes({ sepolia: { behaves: forward } }, async (other) => {
        await expectDown(other);
        const { status, errors } = errorsOf(await other.broadcast(encoded, network.sign(encoded, one)));
        expect([status, errors[0]?.code]).toEqual([502, 'upstream.unavailable']);
      });
      // With an honest node beside it, nobody notices.
      await withNodes({ sepolia: { behaves: forward }, node: {} }, async (both) => {
        expect((await both.broadcast(encoded, network.sign(encoded, one))).status).toBe(200);
      });
      expect(sepolia.engine.nonce(one.address)).toBe(1n);
      expect(network.engine.nonce(one.address)).toBe(2n);
    } finally {
      await sepolia.close();
    }
  });

  it.each(['0.9.0', '0.10.0', '0.10.2'])('of version %s is believed', async (version) => {
    await withNodes({ node: { behaves: saysVersion(version) } }, async (other) => {
      expect((await other.encoded(transfer)).encoded).toHaveLength(1);
    });
  });
});

describe('an oracle of fees', () => {
  const estimates = (change: Readonly<Record<string, string>>): Behaviour => {
    const estimated = changing('starknet_estimateFee', (told: readonly object[]) =>
      told.map((one) => ({ ...one, ...change })),
    );
    const simulated = changing('starknet_simulateTransactions', (told: readonly { fee_estimation: object }[]) =>
      told.map((one) => ({ ...one, fee_estimation: { ...one.fee_estimation, ...change } })),
    );
    return (asked, forward) => estimated(asked, async () => simulated(asked, forward));
  };
  const blocks = (name: string, price: string) =>
    changing('starknet_getBlockWithTxHashes', (told: object) => ({
      ...told,
      [name]: { price_in_fri: price, price_in_wei: '0x1' },
    }));

  it.each([
    [
      'a price of layer 2',
      estimates({ l2_gas_price: '0x9184e72a000' }),
      'price for gas of layer 2',
      '15000000000000 FRI',
    ],
    [
      'a price of layer 2 in the block',
      blocks('l2_gas_price', '0x9184e72a000'),
      'price for gas of layer 2',
      '15000000000000 FRI',
    ],
    [
      'a price of layer 1',
      estimates({ l1_gas_price: '0xde0b6b3a7640000' }),
      'price for gas of layer 1',
      '1500000000000000000 FRI',
    ],
    [
      'a price of data',
      estimates({ l1_data_gas_price: '0xde0b6b3a7640000' }),
      'price for gas of layer 1',
      '1500000000000000000 FRI',
    ],
    [
      'a price of data in the block',
      blocks('l1_data_gas_price', '0xde0b6b3a7640000'),
      'price for gas of layer 1',
      '1500000000000000000 FRI',
    ],
    ['gas of layer 2', estimates({ l2_gas_consumed: '0x3b9aca00' }), 'gas limit', '1500000000 gas'],
    [
      'gas of layer 1',
      estimates({ l1_gas_consumed: '0xffffffffffffffff' }),
      'gas limit of layer 1',
      '27670116110564327423 gas',
    ],
    [
      'all together',
      estimates({ l2_gas_consumed: '0x1dcd6500', l2_gas_price: '0x746a528800' }),
      'sum of fees',
      '562.5',
    ],
  ])('with an absurd %s is refused, with the number', async (_, behaves, what, number) => {
    await withNodes({ oracle: { behaves } }, async (other) => {
      for (const data of [transfer, { ...transfer, amount: undefined, useMaxAmount: true }, deploy]) {
        const { status, errors } = errorsOf(await other.encode(data));
        expect([status, errors]).toMatchObject([
          200,
          [{ code: 'fee.aboveCeiling', field: 'transaction.data.fees', message: expect.stringContaining(what) }],
        ]);
        expect(errors[0]?.message).toContain(number);
        expect(errors).toHaveLength(1);
      }
      expect(other.broadcasts()).toBe(0);
    });
  });

  it.each([
    ['a number beyond its bits', estimates({ l2_gas_consumed: '0x10000000000000000' })],
    ['a price beyond its bits', estimates({ l2_gas_price: `0x1${'0'.repeat(32)}` })],
    ['no gas at all', estimates({ l2_gas_consumed: '0x0' })],
    ['another unit', estimates({ unit: 'WEI' })],
    ['words', estimates({ l2_gas_price: 'cheap' })],
  ])('with %s is no oracle', async (_, behaves) => {
    await withNodes({ oracle: { behaves } }, (other) => expectDown(other));
    const honest = await network.encoded(transfer);
    await withNodes({ oracle: { behaves }, node: {} }, async (both) => {
      expect((await both.encoded(transfer)).data.fees).toBe(honest.data.fees);
    });
  });

  it('with a price below the least one of the sequencer does not lower what is offered', async () => {
    const behaves = estimates({ l2_gas_price: '0x1' });
    await withNodes({ oracle: { behaves } }, async (other) => {
      const encoded = (await other.encoded(transfer)) as Encoded & {
        data: { params: { resourceBounds: { l2_gas: { max_price_per_unit: string } } } };
      };
      const price = BigInt(encoded.data.params.resourceBounds.l2_gas.max_price_per_unit);
      expect(price).toBeGreaterThanOrEqual(12_000_000_000n);
    });
  });
});
