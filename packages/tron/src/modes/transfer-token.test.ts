import { describe, expect, it } from 'vitest';
import { alice, bob, type NodeFacts, openNodes } from '../../test/scripted-nodes.ts';
import { type ScriptedToken, token, tokenNode } from '../../test/scripted-token.ts';

interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly codes: readonly string[];
  readonly messages: readonly string[];
  readonly warnings: readonly string[];
  /** Whether there are bytes to sign. */
  readonly isEncoded: boolean;
  readonly roundTrips: number;
}

async function encode(
  nodes: readonly (NodeFacts | 'dead')[],
  changed: object = {},
  options: Parameters<typeof openNodes>[1] = {},
) {
  const scripted = openNodes(nodes, options);
  const intent = {
    ...{ mode: 'transferToken', senderAddress: alice, recipientAddress: bob },
    ...{ tokenId: token, amount: '1000', ...changed },
  };
  let roundTrips = 0;
  const call = { onTrace: (trace: { readonly roundTrips: number }) => (roundTrips = trace.roundTrips) };
  const { transaction, status } = (await scripted.chain.encode(intent as never, call as never)) as unknown as {
    readonly transaction: { readonly data: Record<string, unknown>; readonly encoded?: readonly unknown[] };
    readonly status: Readonly<Record<'errors' | 'warnings', readonly { code: string; message: string }[]>>;
  };
  const answer: Answer = {
    data: transaction.data,
    codes: status.errors.map(({ code }) => code),
    messages: status.errors.map(({ message }) => message),
    warnings: status.warnings.map(({ code }) => code),
    isEncoded: (transaction.encoded ?? []).length > 0,
    roundTrips,
  };
  return { ...answer, ...scripted };
}

const one = (said: ScriptedToken = {}, changed: object = {}) => encode([tokenNode(said)], changed);
const feeLimitOf = ({ data }: Answer) => (data.params as { raw_data: { fee_limit: number } }).raw_data.fee_limit;
const outputOf = (text: string) => Buffer.from(text).toString('hex');

describe('a simulation', () => {
  it('counts in one round trip, and its energy is in the fees', async () => {
    const answer = await one();
    expect(answer).toMatchObject({ codes: [], isEncoded: true, roundTrips: 1, data: { gas: '29650' } });
    // 1.2 times 29,650 at 100 sun. Bandwidth is free.
    expect(feeLimitOf(answer)).toBe(3_558_000);
    expect(answer.data.fees).toBe('3558000');
    // The very call that is signed was simulated.
    const signed = (answer.data.params as { raw_data: { contract: { parameter: { value: { data: string } } }[] } })
      .raw_data.contract[0]?.parameter.value.data;
    expect(answer.asked('/wallet/triggerconstantcontract').map(({ body }) => body?.data)).toContain(signed);
  });

  it('of all that the sender holds is of that amount, and takes a round trip more', async () => {
    const answer = await one({}, { amount: undefined, useMaxAmount: true });
    expect(answer).toMatchObject({ codes: [], roundTrips: 2, data: { amount: '1000000' } });
    const calls = answer.asked('/wallet/triggerconstantcontract').map(({ body }) => String(body?.data));
    const amounts = calls.filter((data) => data.startsWith('a9059cbb')).map((data) => BigInt(`0x${data.slice(-64)}`));
    expect(amounts).toEqual([1_000_000n]);
  });

  it.each<[string, ScriptedToken, string, RegExp]>([
    ['no log', { logs: [] }, 'token.transferFails', /does not say that it moves anything/],
    ['a smaller amount', { logs: [{ amount: 990n }] }, 'token.notWhole', /0\.00099 OLD would leave .* 0\.00099 OLD/],
    [
      'a second log from the sender',
      { logs: [{ amount: 1000n }, { to: token, amount: 10n }] },
      'token.notWhole',
      /0\.00101 OLD would leave the sender, and 0\.001 OLD/,
    ],
    [
      'a fee that the recipient pays',
      { logs: [{ amount: 1000n }, { from: bob, to: token, amount: 10n }] },
      'token.notWhole',
      /0\.001 OLD would leave the sender, and 0\.00099 OLD/,
    ],
    ['another recipient', { logs: [{ to: token, amount: 1000n }] }, 'token.notWhole', /and 0 OLD would reach/],
    ['another sender', { logs: [{ from: token, amount: 1000n }] }, 'token.notWhole', /0 OLD would leave/],
    ['two parts', { logs: [{ amount: 400n }, { amount: 600n }] }, 'token.transferFails', /in several parts/],
    ['a log of another contract', { logs: [{ contract: bob, amount: 1000n }] }, 'token.transferFails', /does not say/],
    [
      'another token of the sender',
      { logs: [{ amount: 1000n }, { contract: bob, amount: 5n }] },
      'token.transferFails',
      /other tokens of the sender/,
    ],
    [
      'a non-fungible token',
      { logs: [{ amount: 1000n, more: ['0'.repeat(64)] }] },
      'token.transferFails',
      /does not say/,
    ],
  ])('with %s is refused', async (_, said, code, text) => {
    const answer = await one(said);
    expect(answer).toMatchObject({ codes: [code], isEncoded: false });
    expect(answer.messages[0]).toMatch(text);
  });

  const error = (text: string) => outputOf(text).padEnd(64, '0');
  const errorString = `08c379a0${'20'.padStart(64, '0')}${'b'.padStart(64, '0')}${error('not for you')}`;
  it.each<[string, Record<string, unknown>, string]>([
    [
      'a revert that looks valid',
      { transaction: { ret: [{ ret: 'FAILED' }] }, constant_result: [errorString] },
      'not for you',
    ],
    [
      'a message alone',
      { result: { result: true, message: outputOf('REVERT opcode executed') }, constant_result: [errorString] },
      'not for you',
    ],
    [
      'a panic',
      { transaction: { ret: [{ ret: 'FAILED' }] }, constant_result: [`4e487b71${'11'.padStart(64, '0')}`] },
      'the contract panicked with code 17',
    ],
    [
      'an error of its own',
      { transaction: { ret: [{ ret: 'FAILED' }] }, constant_result: ['deadbeef'] },
      'the contract reverted with the error 0xdeadbeef',
    ],
    [
      'a failure of the machine',
      {
        result: { result: true, message: outputOf('Not enough energy for SSTORE') },
        transaction: { ret: [{ ret: 'FAILED' }] },
      },
      'Not enough energy for SSTORE',
    ],
    [
      'no reason',
      { transaction: { ret: [{ ret: 'FAILED' }] }, constant_result: [''] },
      'the contract reverted without a reason',
    ],
    [
      'an assertion',
      {
        result: {
          code: 'OTHER_ERROR',
          message: outputOf(
            'class org.tron.core.vm.program.Program$IllegalOperationException : Invalid operation code: opCode[fe];',
          ),
        },
        constant_result: [],
        energy_used: 0,
      },
      'Invalid operation code: opCode[fe];',
    ],
  ])('with %s is refused in its words', async (_, transfer, reason) => {
    const answer = await one({ transfer });
    expect(answer.messages).toEqual([`Token transfer would fail: ${reason}.`]);
    expect(answer).toMatchObject({ codes: ['token.transferFails'], isEncoded: false });
  });
});

describe('a token', () => {
  it.each<[string, ScriptedToken, string, string]>([
    ['without decimals', { decimals: 'reverts' }, 'token.notFungible', 'it has no decimals'],
    ['with absurd decimals', { decimals: 256n }, 'token.notFungible', 'it has no decimals'],
    ['without balances', { balance: 'reverts' }, 'token.notFungible', 'it tells no balance'],
    ['that the sender has too few of', { balance: 999n }, 'token.insufficient', '0.000999 OLD, but 0.001 OLD'],
    ['that the issuer froze for the sender', { blacklisted: [alice] }, 'sender.frozen', 'frozen by the issuer'],
    ['that the issuer froze for the recipient', { blacklisted: [bob] }, 'recipient.frozen', 'frozen by the issuer'],
  ])('%s is refused', async (_, said, code, text) => {
    const answer = await one(said);
    expect(answer).toMatchObject({ codes: [code], isEncoded: false });
    expect(answer.messages[0]).toContain(text);
  });

  it.each<[string, ScriptedToken]>([
    ['no decimals', { decimals: 'reverts' }],
    ['absurd decimals', { decimals: 256n }],
    ['other decimals', { decimals: 18n }],
  ])('that the operator lists is sent, though its contract tells %s', async (_, said) => {
    const tokens = [{ id: token, name: 'Plain', ticker: 'PLAIN', decimals: 0 }];
    const answer = await encode([tokenNode(said)], {}, { tokens });
    expect(answer).toMatchObject({ codes: [], isEncoded: true, data: { amount: '1000' } });
    const all = await encode([tokenNode(said)], { amount: undefined, useMaxAmount: true }, { tokens });
    expect(all).toMatchObject({ codes: [], data: { amount: '1000000' } });
  });

  it('that does not exist is refused', async () => {
    const change = () => ({
      result: { code: 'CONTRACT_VALIDATE_ERROR', message: outputOf('Smart contract is not exist.') },
    });
    const answer = await one({ change });
    expect(answer).toMatchObject({ codes: ['token.unknown'], isEncoded: false });
  });

  it('is sent without asking for facts again', async () => {
    const { chain, asked, sent } = await one();
    const before = asked('/wallet/triggerconstantcontract').length;
    sent.length = 0;
    await chain.encode({
      mode: 'transferToken',
      senderAddress: alice,
      recipientAddress: bob,
      tokenId: token,
      amount: '1',
    } as never);
    expect(asked('/wallet/triggerconstantcontract').length).toBe(before - 3);
  });

  it('is refused if its call costs more than the chain allows', async () => {
    const parameters = { getMaxFeeLimit: 2_000_000 };
    const answer = await encode([tokenNode({}, { parameters })]);
    expect(answer.codes).toEqual(['token.transferFails']);
    expect(answer.messages[0]).toContain('its energy costs 2965000 sun, and the chain allows 2000000 sun at most');
  });

  it('is sent with a wished limit if the call fits into it', async () => {
    const wish = async (feeLimit: string) => (await one({}, { params: { feeLimit } })).codes;
    expect(await wish('2964999')).toEqual(['fee.tooLow']);
    expect(await wish('15000000001')).toEqual(['fee.tooHigh']);
    const exact = await one({}, { params: { feeLimit: '2965000' } });
    expect(exact).toMatchObject({ codes: [], data: { fees: '2965000' } });
    expect(feeLimitOf(exact)).toBe(2_965_000);
  });

  it('has a limit that stays within the chain’s', async () => {
    const parameters = { getMaxFeeLimit: 3_000_000 };
    expect(feeLimitOf(await encode([tokenNode({}, { parameters })]))).toBe(3_000_000);
  });
});

describe('a sender', () => {
  const accounts = (balance: number) => ({
    '/wallet/getaccount': (body: Record<string, string>) => ({ address: body.address, balance }),
  });

  it('that can pay the likely costs, but not the most, is warned', async () => {
    const answer = await encode([tokenNode({}, { own: accounts(2_965_000) })]);
    expect(answer.codes).toEqual([]);
    expect(answer.warnings).toContain('fee.beyondBalance');
  });

  it('that cannot pay the likely costs is refused', async () => {
    const answer = await encode([tokenNode({}, { own: accounts(2_964_999) })]);
    expect(answer).toMatchObject({ codes: ['balance.insufficientForFees'], isEncoded: false });
  });

  it('that was never activated is refused, whatever tokens it holds', async () => {
    const answer = await encode([tokenNode({}, { own: { '/wallet/getaccount': {} } })]);
    expect(answer).toMatchObject({ codes: ['sender.notFound'], isEncoded: false });
  });
});

describe('a node that lies', () => {
  it('with less energy than any transfer needs is not believed', async () => {
    await expect(one({ energy: 6_755 })).rejects.toMatchObject({ code: 'upstream.unavailable' });
    await expect(one({ energy: 50_000, penalty: 43_245 })).rejects.toMatchObject({ code: 'upstream.unavailable' });
    await expect(one({ energy: 0 })).rejects.toMatchObject({ code: 'upstream.unavailable' });
    await expect(one({ energy: 7_000, penalty: 7_001 })).rejects.toMatchObject({ code: 'upstream.unavailable' });
    const answer = await encode([tokenNode({ energy: 6_755 }), tokenNode()]);
    expect(answer).toMatchObject({ codes: [], data: { gas: '29650' } });
  });

  it('with too little energy does not matter if a second node says more', async () => {
    const answer = await encode([tokenNode({ energy: 14_650 }), tokenNode({ energy: 29_650 })]);
    expect(answer).toMatchObject({ codes: [], data: { gas: '29650' }, roundTrips: 1 });
  });

  it('is found out by a second node if they differ by more than can be', async () => {
    const answer = await encode([tokenNode({ energy: 14_650 }), tokenNode({ energy: 130_285 })]);
    expect(answer).toMatchObject({ codes: ['fee.contradicted'], isEncoded: false });
    expect(answer.messages).toEqual([
      'Two endpoints of Tron contradict each other about the energy of the call: 14650 and 130285. Nothing is encoded.',
    ]);
  });

  it('about the price of energy is found out, and its price is not remembered', async () => {
    const liar = tokenNode({}, { parameters: { getEnergyFee: 20 } });
    const answer = await encode([liar, tokenNode()]);
    expect(answer).toMatchObject({ codes: ['fee.contradicted'], isEncoded: false });
    expect(answer.messages[0]).toContain("the chain's price of energy: 20 sun and 100 sun");
    const before = answer.asked('/wallet/getchainparameters').length;
    const intent = { mode: 'transfer', senderAddress: alice, recipientAddress: bob, amount: '1' };
    const again = (await answer.chain.encode(intent as never)) as unknown as { status: { errors: { code: string }[] } };
    expect(again.status.errors).toMatchObject([{ code: 'fee.contradicted' }]);
    expect(answer.asked('/wallet/getchainparameters').length).toBe(before + 2);
  });

  it('alone, about the price of energy, is believed only as far as prices ever went', async () => {
    const lie = (getEnergyFee: number) => encode([tokenNode({}, { parameters: { getEnergyFee } })]);
    await expect(lie(9)).rejects.toMatchObject({ code: 'upstream.unavailable' });
    await expect(lie(2_101)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('by answering another call is not believed', async () => {
    const parameter = { value: { data: '70a08231', owner_address: '', contract_address: '' } };
    const transaction = { ret: [{}], raw_data: { contract: [{ parameter }] } };
    await expect(one({ change: (answer) => ({ ...answer, transaction }) })).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });

  it('that is dead or slow does not stop a transfer, if it is the second one', async () => {
    expect(await encode([tokenNode(), 'dead'])).toMatchObject({ codes: [], isEncoded: true });
    const slow = outputOf(
      "class org.tron.core.vm.program.Program$OutOfTimeException : CPU timeout for 'SSTORE' operation executing",
    );
    const change = () => ({ result: { code: 'OTHER_ERROR', message: slow } });
    expect(await encode([tokenNode({ change }), tokenNode()])).toMatchObject({ codes: [], isEncoded: true });
  });
});
