import { describe, expect, it } from 'vitest';
import { type Contract, connectTo, Fault, hex, type NodeScript, sender, strk } from '../../test/scripted-node.ts';

// A node answers by script. Amounts in the token's smallest unit.

/** A token that no list has. */
const token = '0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
/** The bundled list has it (starknet-io/starknet-addresses, bridged_tokens/mainnet.json). */
const eth = '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
const recipient = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';

/** Selector of the event Transfer: keccak of its name, without the six highest bits. */
const transferEvent = '0x99cd8bde557814842a3121e8ddfd433a539b8c9f14bf31ebf108d12e6196e9';

const ascii = (text: string) => BigInt(`0x${Buffer.from(text).toString('hex')}`);

/** What a token answers: short strings, and 1,000,000 for everybody. */
const usual: Contract = {
  decimals: [6n],
  symbol: [ascii('OLD')],
  name: [ascii('Old Token')],
  balanceOf: [1_000_000n, 0n],
};

interface Move {
  readonly contract?: string;
  readonly from?: string;
  readonly to?: string;
  readonly amount?: bigint;
  /** Parties in the data, as STRK has them. */
  readonly isOld?: boolean;
  readonly isReverted?: boolean;
}

/** A call with one event in it (starknet-specs, api/starknet_trace_api_openrpc.json; the shape was compared with starknet-devnet 0.8.1). */
function callWith({ contract = token, from = sender, to = recipient, amount = 1000n, isOld, isReverted }: Move) {
  const [low, high] = [hex(amount & (2n ** 128n - 1n)), hex(amount >> 128n)];
  const event = isOld
    ? { order: 0, keys: [transferEvent], data: [from, to, low, high] }
    : { order: 0, keys: [transferEvent, from, to], data: [low, high] };
  return { contract_address: contract, calls: [], events: [event], messages: [], is_reverted: isReverted ?? false };
}

const gas = {
  ...{ l1_gas_consumed: '0x0', l1_gas_price: '0x1', l2_gas_consumed: '0x1', l2_gas_price: '0x1' },
  ...{ l1_data_gas_consumed: '0x1', l1_data_gas_price: '0x1', overall_fee: '0x2', unit: 'FRI' },
};
const traced = (execute: unknown) => [
  { fee_estimation: gas, transaction_trace: { type: 'INVOKE', execute_invocation: execute } },
];
const moving = (...moves: Move[]) =>
  traced({ contract_address: sender, calls: moves.map(callWith), events: [], messages: [], is_reverted: false });

interface Data {
  readonly amount?: string;
  readonly fees: string;
  readonly params: { readonly transaction: { readonly calldata: readonly string[] } };
}

/** Encodes at a node that knows the token, and moves 1,000 of it unless it says something else. */
async function encode(script: NodeScript = {}, changed: object = {}, options: object = {}) {
  const connected = connectTo(
    'starknet',
    { contracts: { [token]: usual, [eth]: usual }, simulate: () => moving({}), ...script },
    options,
  );
  const intent = {
    ...{ mode: 'transferToken', senderAddress: sender, recipientAddress: recipient, tokenId: token, amount: '1000' },
    ...changed,
  };
  const { transaction, status } = await connected.chain.encode(intent as never, { onTrace: connected.onTrace });
  return {
    ...connected,
    intent,
    data: transaction.data as unknown as Data,
    codes: status.errors.map(({ code }) => code),
    messages: status.errors.map(({ message }) => message),
    warnings: status.warnings.map(({ code }) => code),
    isEncoded: (transaction.encoded ?? []).length > 0,
  };
}

const called = ({ askedFor }: Awaited<ReturnType<typeof encode>>, contract: string) =>
  askedFor('starknet_call').filter(
    ({ params }) => BigInt((params.request as { contract_address: string }).contract_address) === BigInt(contract),
  );

describe('a transfer of a token', () => {
  it('takes two round trips, and calls the token with the amount as two halves', async () => {
    const answer = await encode();
    expect(answer).toMatchObject({ codes: [], isEncoded: true, data: { amount: '1000' } });
    expect(answer.roundTrips()).toBe(2);
    // transfer(recipient, low, high), from the description of __execute__.
    const transfer = '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e';
    const calldata = ['0x1', token.replace(/^0x0+/, '0x'), transfer, '0x3', hex(BigInt(recipient)), '0x3e8', '0x0'];
    expect(answer.data.params.transaction.calldata).toEqual(calldata);
    const [simulated] = answer.askedFor('starknet_simulateTransactions');
    expect(simulated?.params).toMatchObject({
      transactions: [{ calldata }],
      simulation_flags: ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'],
    });
  });

  it('of all that the sender holds takes no round trip more, and leaves nothing for fees: those are in STRK', async () => {
    const all = { amount: undefined, useMaxAmount: true };
    const answer = await encode({ simulate: () => moving({ amount: 1_000_000n }) }, all);
    expect(answer).toMatchObject({ codes: [], isEncoded: true, data: { amount: '1000000' } });
    expect(answer.roundTrips()).toBe(2);
    const ofEth = await encode({}, { ...all, tokenId: eth });
    expect(ofEth).toMatchObject({ codes: [], data: { amount: '1000000' } });
  });

  it('holds amounts above 128 bits', async () => {
    const amount = 2n ** 128n + 7n;
    const contracts = { [token]: { ...usual, balanceOf: [7n, 1n] } };
    const answer = await encode({ contracts, simulate: () => moving({ amount }) }, { amount: amount.toString() });
    expect(answer.codes).toEqual([]);
    expect(answer.data.params.transaction.calldata.slice(-2)).toEqual(['0x7', '0x1']);
  });

  it('of a token with the other spelling is the same', async () => {
    const { balanceOf = [], ...others } = usual;
    const answer = await encode({ contracts: { [token]: { ...others, balance_of: balanceOf } } });
    expect(answer).toMatchObject({ codes: [], isEncoded: true });
    expect(answer.roundTrips()).toBe(2);
  });

  it('asks for the facts of a token once', async () => {
    const answer = await encode();
    const before = called(answer, token).length;
    await answer.chain.encode(answer.intent as never, {});
    expect(before).toBe(5);
    expect(called(answer, token)).toHaveLength(7);
  });
});

describe('a token that somebody vouches for', () => {
  it('of the bundled list is not simulated, and not asked for its facts', async () => {
    const answer = await encode({}, { tokenId: eth });
    expect(answer).toMatchObject({ codes: [], isEncoded: true });
    expect(answer.askedFor('starknet_simulateTransactions')).toEqual([]);
    expect(called(answer, eth)).toHaveLength(2);
  });

  it('of the configuration is the same, and its decimals are the operator’s', async () => {
    const tokens = [{ id: token.replace(/^0x0/, '0x'), name: 'Own', ticker: 'OWN', decimals: 2 }];
    const answer = await encode({ simulate: new Fault(-32601, 'Method not found') }, { amount: '2000000' }, { tokens });
    expect(answer.messages).toEqual([
      'Insufficient token balance: the account holds 10000 OWN, but 20000 OWN are to be sent.',
    ]);
    expect((await encode({ simulate: new Fault(-32601, 'no') }, {}, { tokens })).codes).toEqual([]);
  });
});

describe('a simulation', () => {
  it('counts in both layouts of the event', async () => {
    const answer = await encode({ simulate: () => moving({ isOld: true }) });
    expect(answer).toMatchObject({ codes: [], isEncoded: true });
  });

  it('to the sender itself is whole', async () => {
    const answer = await encode({ simulate: () => moving({ to: sender }) }, { recipientAddress: sender });
    expect(answer.codes).toEqual([]);
  });

  it.each<[string, readonly Move[], string, RegExp]>([
    ['no event', [], 'token.transferFails', /does not say that it moves anything/],
    ['an event of a call that was undone', [{ isReverted: true }], 'token.transferFails', /does not say/],
    ['an event of another contract', [{ contract: eth }], 'token.transferFails', /does not say/],
    ['a smaller amount', [{ amount: 990n }], 'token.notWhole', /0\.00099 OLD would leave .* 0\.00099 OLD/],
    ['a tax of the sender', [{}, { to: token, amount: 10n }], 'token.notWhole', /0\.00101 OLD would .* 0\.001 OLD/],
    ['a tax of the recipient', [{}, { from: recipient, to: token, amount: 10n }], 'token.notWhole', /0\.00099 OLD/],
    ['a part that is burnt', [{ amount: 990n }, { to: '0x0', amount: 10n }], 'token.notWhole', /0\.00099 OLD would re/],
    ['another recipient', [{ to: token }], 'token.notWhole', /and 0 OLD would reach/],
    ['another sender', [{ from: token }], 'token.notWhole', /0 OLD would leave/],
    ['two parts', [{ amount: 400n }, { amount: 600n }], 'token.transferFails', /in several parts/],
    ['another token of the sender', [{}, { contract: eth, amount: 5n }], 'token.transferFails', /other tokens/],
  ])('with %s is refused', async (_, moves, code, text) => {
    const answer = await encode({ simulate: () => moving(...moves) });
    expect(answer).toMatchObject({ codes: [code], isEncoded: false });
    expect(answer.messages[0]).toMatch(text);
    expect(answer.data.params).toBeUndefined();
  });

  it('that fails is refused, although the node answers it as a success', async () => {
    // As starknet-devnet 0.8.1 answers it.
    const revert_reason =
      "Transaction execution has failed:\n0: Error in the called contract:\n0x45524332303a20696e73756666696369656e742062616c616e6365 ('ERC20: insufficient balance').\n";
    const answer = await encode({ simulate: () => traced({ revert_reason }) });
    expect(answer.messages).toEqual(['Token transfer would fail: ERC20: insufficient balance.']);
  });

  it('that no node makes means that nothing is encoded', async () => {
    await expect(encode({ simulate: new Fault(-32601, 'Method not found') })).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
    await expect(encode({ simulate: () => traced({ contract_address: sender }) })).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
    // It is half of the trace, and the other half may say anything.
    await expect(encode({ simulate: () => [{ fee_estimation: gas, transaction_trace: {} }] })).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });

  it('of twenty calls in each other is read', async () => {
    let inner: object = callWith({});
    for (let depth = 0; depth < 20; depth += 1)
      inner = { contract_address: sender, calls: [inner], events: [], messages: [], is_reverted: false };
    expect(await encode({ simulate: () => traced(inner) })).toMatchObject({ codes: [], isEncoded: true });
  });
});

describe('a token', () => {
  it.each<[string, Contract, string, string]>([
    ['without decimals', { balanceOf: [1n, 0n] }, 'token.notFungible', 'it has no decimals'],
    ['with absurd decimals', { ...usual, decimals: [256n] }, 'token.notFungible', 'it has no decimals'],
    ['with two decimals', { ...usual, decimals: [6n, 0n] }, 'token.notFungible', 'it has no decimals'],
    ['without balances', { decimals: [6n] }, 'token.notFungible', 'it tells no balance'],
    ['whose balance is no number', { ...usual, balanceOf: [2n ** 128n, 0n] }, 'token.notFungible', 'no balance'],
    ['that panics', { ...usual, balanceOf: new Fault(40, 'Contract error') }, 'token.notFungible', 'no balance'],
    ['that the sender has too few of', { ...usual, balanceOf: [999n, 0n] }, 'token.insufficient', '0.000999 OLD'],
  ])('%s is refused', async (_, contract, code, text) => {
    const answer = await encode({ contracts: { [token]: contract } });
    expect(answer).toMatchObject({ codes: [code], isEncoded: false });
    expect(answer.messages[0]).toContain(text);
    expect(answer.data.params).toBeUndefined();
  });

  it('that does not exist is refused', async () => {
    const answer = await encode({ contracts: {} });
    expect(answer).toMatchObject({ codes: ['token.unknown'], isEncoded: false });
  });

  it('cannot be sent whole if the sender has none of it', async () => {
    const contracts = { [token]: { ...usual, balanceOf: [0n, 0n] } };
    const answer = await encode({ contracts }, { amount: undefined, useMaxAmount: true });
    expect(answer).toMatchObject({ codes: ['token.nothingToSend'], isEncoded: false });
  });

  it('whose transfer fails is refused in its own words', async () => {
    const data = { transaction_index: 0, execution_error: "0x5061757361626c653a20706175736564 ('Pausable: paused')" };
    const answer = await encode({ estimate: new Fault(41, 'Transaction execution error', data) }, { tokenId: eth });
    expect(answer.messages).toEqual(['Token transfer would fail: Pausable: paused.']);
  });

  it('is STRK by its address or its ticker: then the mode is another', async () => {
    for (const tokenId of [strk, 'STRK']) {
      const connected = connectTo('starknet', {});
      const intent = {
        mode: 'transferToken',
        senderAddress: sender,
        recipientAddress: recipient,
        amount: '1',
        tokenId,
      };
      await expect(connected.chain.encode(intent as never, {})).rejects.toMatchObject({ code: 'token.isNative' });
      expect(connected.asked).toEqual([]);
    }
  });
});

describe('a sender', () => {
  it('with ETH alone is told that STRK is missing', async () => {
    const answer = await encode({ strk: {} }, { tokenId: eth });
    expect(answer).toMatchObject({ codes: ['balance.insufficientForFees'], isEncoded: false });
    expect(answer.messages[0]).toMatch(
      /^Insufficient STRK to pay network fees: needs up to 0\.\d+ STRK, has 0 STRK\.$/,
    );
  });

  it('with ETH alone is told so too where a node cannot estimate', async () => {
    const estimate = new Fault(41, 'Transaction execution error', { execution_error: 'Out of gas' });
    const answer = await encode({ strk: {}, estimate, simulate: estimate }, { tokenId: eth });
    expect(answer.codes).toEqual(['balance.insufficientForFees', 'token.transferFails']);
    expect(answer.messages[0]).toBe('Insufficient STRK to pay network fees: has 0 STRK.');
  });

  it('with too little of both is told both', async () => {
    const contracts = { [token]: { ...usual, balanceOf: [1n, 0n] } };
    const answer = await encode({ strk: {}, contracts });
    expect(answer.codes).toEqual(['token.insufficient', 'balance.insufficientForFees']);
    const judged = await encode({ strk: {}, simulate: () => moving() });
    expect(judged.codes).toEqual(['token.transferFails', 'balance.insufficientForFees']);
  });

  it('with less STRK than the highest fee is refused, and with exactly that much is not', async () => {
    const { data } = await encode({}, { tokenId: eth });
    const fees = BigInt(data.fees);
    const less = await encode({ strk: { [sender]: fees - 1n } }, { tokenId: eth });
    expect(less).toMatchObject({ codes: ['balance.insufficientForFees'], isEncoded: false });
    expect(await encode({ strk: { [sender]: fees } }, { tokenId: eth })).toMatchObject({ codes: [], isEncoded: true });
  });
});

describe('a recipient', () => {
  it.each([
    ['the token', token, 'recipient.isToken', 'tokens sent there are lost'],
    ['STRK', strk, 'recipient.keepsCoins', 'the contract of STRK'],
    ['another token', eth, 'recipient.keepsCoins', 'the contract of the token ETH'],
    [
      'the staking contract',
      '0x00ca1702e64c81d9a07b86bd2c540188d92a2c73cf5cc0e508d949015e7e84a7',
      'recipient.keepsCoins',
      'the staking contract of Starknet',
    ],
  ])('that is %s would keep what it gets', async (_, recipientAddress, code, text) => {
    const answer = await encode({}, { recipientAddress });
    expect(answer).toMatchObject({ codes: [code], isEncoded: false });
    expect(answer.messages[0]).toContain(text);
    const coins = { mode: 'transfer', senderAddress: sender, recipientAddress, amount: '1' };
    if (code !== 'recipient.keepsCoins' || recipientAddress === strk) return;
    expect((await answer.chain.encode(coins as never, {})).status.errors.map((each) => each.code)).toEqual([code]);
  });

  const at = (account: object) => ({ accounts: { [sender]: {}, [recipient]: account } });
  const unknownClass = '0x1234';
  it.each<[string, object, readonly string[]]>([
    ['waits for its first coins', {}, []],
    ['is a known account', at({ nonce: 0n }), []],
    ['has sent transactions', at({ classHash: unknownClass, nonce: 1n }), []],
    ['is a contract of another kind', at({ classHash: unknownClass, nonce: 0n }), ['recipient.isData']],
  ])('that %s', async (_, script, warnings) => {
    const answer = await encode(script);
    expect(answer).toMatchObject({ codes: [], isEncoded: true, warnings });
    const coins = { mode: 'transfer', senderAddress: sender, recipientAddress: recipient, amount: `${10n ** 18n}` };
    const { status } = await answer.chain.encode(coins as never, {});
    expect(status.warnings.map(({ code }) => code)).toEqual(warnings);
  });
});
