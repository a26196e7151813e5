import { QuerySupplyOfResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { QuerySmartContractStateResponse } from 'cosmjs-types/cosmwasm/wasm/v1/query';
import { describe, expect, it } from 'vitest';
import { namesOn, senderKey } from '../../test/completed.ts';
import { encodeOn, fails, moduleAnswer, pathsOn, wellRoutes } from '../../test/modes-world.ts';
import { type NodeFacts, openScripted } from '../../test/scripted-endpoints.ts';
import { notFound, notImplemented, refusal, scriptedRest } from '../../test/scripted-rest.ts';
import { toldBy } from '../../test/told.ts';

const chainId = 'cosmoshub';
const { sender, recipient, contract } = namesOn(chainId);
const paths = pathsOn(chainId);
const denom = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2';

const holding = (amount: string, of = denom, supply = '99999999') => ({
  [paths.spendableOf(of)]: { balance: { denom: of, amount } },
  [paths.supplyOf(of)]: { amount: { denom: of, amount: supply } },
});

const intent = { mode: 'transferToken', recipientAddress: recipient, tokenId: denom, amount: '5000' };
const { amount: _, ...withoutAmount } = intent;
const max = { ...withoutAmount, useMaxAmount: true };

describe('a transfer of a denomination', () => {
  it.each([
    denom,
    `factory/${sender}/demo`,
    'erc20/0x5FbDB2315678afecb367f032d93F642f64180aa3',
    'stuatom',
    'gamm/pool/1',
  ])('moves %s and pays in the native coin', async (tokenId) => {
    const { data, codes, node } = await encodeOn(chainId, { ...intent, tokenId }, holding('5000', tokenId));
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ amount: '5000', fees: '3250', params: { feeDenom: 'uatom' } });
    expect(node.count(paths.simulate)).toBe(1);
  });

  it('of all moves the whole balance', async () => {
    const { data, codes } = await encodeOn(chainId, max, holding('7654321'));
    expect(codes).toEqual([]);
    expect(data.amount).toBe('7654321');
  });

  it.each([
    ['more than there is', intent, '4999', 'token.insufficient'],
    ['all of nothing', max, '0', 'token.nothingToSend'],
  ])('of %s is refused, and nothing is simulated', async (_name, wanted, held, code) => {
    const { codes, node } = await encodeOn(chainId, wanted, holding(held));
    expect(codes).toEqual([code]);
    expect(node.count(paths.simulate)).toBe(0);
  });

  it('tells what is missing', async () => {
    const { errors } = await encodeOn(chainId, intent, holding('4999'));
    expect(errors).toMatchObject([
      { field: 'transaction.data.amount', context: { available: '4999', needed: '5000' } },
    ]);
  });

  it('needs the native coin for fees', async () => {
    const { errors } = await encodeOn(chainId, intent, {
      ...holding('5000'),
      [paths.spendable]: { balance: { denom: 'uatom', amount: '3249' } },
    });
    expect(errors).toMatchObject([
      { code: 'balance.insufficientForFees', context: { available: '3249', fees: '3250' } },
    ]);
  });

  it('that does not exist is refused', async () => {
    const { errors } = await encodeOn(chainId, intent, holding('0', denom, '0'));
    expect(errors).toMatchObject([{ code: 'token.unknown', field: 'transaction.data.tokenId' }]);
  });

  it('is not called unknown if a node cannot tell its supply', async () => {
    const old = { amount: { denom: 'by_denom', amount: '0' } };
    for (const answer of [old, notImplemented]) {
      const { codes } = await encodeOn(chainId, intent, { ...holding('0'), [paths.supplyOf(denom)]: answer });
      expect(codes).toEqual(['token.insufficient']);
    }
  });

  it('to a module is refused', async () => {
    const { codes } = await encodeOn(chainId, intent, {
      ...holding('5000'),
      [paths.recipient]: moduleAnswer(recipient),
    });
    expect(codes).toEqual(['recipient.keepsCoins']);
  });

  it('that the chain refuses tells why', async () => {
    const { errors } = await encodeOn(chainId, intent, {
      ...holding('5000'),
      [paths.simulate]: fails(`${denom} transfers are currently disabled: send transactions are disabled`),
    });
    expect(errors).toMatchObject([
      { code: 'token.transferFails', context: { reason: expect.stringContaining('send transactions are disabled') } },
    ]);
  });

  it('is checked with the right balance if balances come as a list', async () => {
    const { codes, node } = await encodeOn(chainId, intent, {
      ...holding('5000'),
      [paths.spendable]: notImplemented,
      [paths.spendableOf(denom)]: notImplemented,
      [paths.spendableList]: {
        balances: [
          { denom: 'uatom', amount: '1000000' },
          { denom, amount: '5000' },
        ],
        pagination: { next_key: null },
      },
    });
    expect(codes).toEqual([]);
    expect(node.count(paths.simulate)).toBe(1);
  });
});

describe('a transfer of the denomination that pays the fees', () => {
  const there = pathsOn('dydx');
  const usdc = 'ibc/8E27BA2D5493AF5636760E354E46004562C46AB7EC0CC4C1CA14E9E20E2545B5';
  const own = namesOn('dydx');
  const wished = {
    ...{ mode: 'transferToken', recipientAddress: own.recipient, tokenId: usdc },
    params: { feeDenom: usdc },
  };
  const held = (amount: string) => ({
    [there.spendableOf(usdc)]: { balance: { denom: usdc, amount } },
    [there.supplyOf(usdc)]: { amount: { denom: usdc, amount: '99999999' } },
  });

  it('of all leaves room for the fees', async () => {
    const { data, codes } = await encodeOn('dydx', { ...wished, useMaxAmount: true }, held('1000000'));
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ params: { feeDenom: usdc } });
    expect(BigInt(String(data.amount)) + BigInt(String(data.fees))).toBe(1_000_000n);
    expect(BigInt(String(data.fees))).toBeGreaterThan(0n);
  });

  it('of an amount counts the fees', async () => {
    const fees = BigInt(String((await encodeOn('dydx', { ...wished, amount: '1' }, held('1000000'))).data.fees));
    const most = (1_000_000n - fees).toString();
    expect((await encodeOn('dydx', { ...wished, amount: most }, held('1000000'))).codes).toEqual([]);
    const { errors } = await encodeOn('dydx', { ...wished, amount: String(BigInt(most) + 1n) }, held('1000000'));
    expect(errors).toMatchObject([{ code: 'token.insufficient', context: { needed: '1000001' } }]);
  });
});

describe('a transfer of the token of a contract', () => {
  const balance = paths.smart({ balance: { address: sender } });
  const info = paths.smart({ token_info: {} });
  const token = { [info]: { data: { name: 'Demo', symbol: 'DEMO', decimals: 6, total_supply: '9' } } };
  const having = (amount: string) => ({ [balance]: { data: { balance: amount } }, ...token });
  const cw20 = { ...intent, tokenId: contract };

  it('moves it', async () => {
    const { data, codes, node } = await encodeOn(chainId, cw20, having('5000'));
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ amount: '5000', tokenId: contract });
    expect(node.count(paths.simulate)).toBe(1);
  });

  it('of all moves the whole balance, also with cw20: before its address', async () => {
    const { data } = await encodeOn(chainId, { ...max, tokenId: `cw20:${contract}` }, having('12345678901234567890'));
    expect(data.amount).toBe('12345678901234567890');
  });

  it('of more than there is tells the numbers in the unit of the token', async () => {
    const { errors, node } = await encodeOn(chainId, cw20, having('4999'));
    expect(errors).toMatchObject([{ code: 'token.insufficient', context: { available: '4999', needed: '5000' } }]);
    expect(errors[0]?.message).toContain('0.004999 DEMO');
    expect(node.count(paths.simulate)).toBe(0);
  });

  it('to the contract itself is refused', async () => {
    const routes = { ...having('5000'), [paths.contractAccount]: notFound };
    const { codes } = await encodeOn(chainId, { ...cw20, recipientAddress: contract }, routes);
    expect(codes).toEqual(['recipient.isToken']);
  });

  it.each([
    ['the chain has no contracts', notImplemented, 'token.unknown'],
    ['there is no contract at this address', notFound, 'token.unknown'],
    ['there is no contract at this address', refusal(500, 2, `no such contract: address ${contract}`), 'token.unknown'],
    [
      'it does not know the queries of CW20',
      refusal(500, 2, 'Error parsing into type pool::QueryMsg: unknown variant `balance`: query wasm contract failed'),
      'token.notFungible',
    ],
  ])('is refused if %s', async (reason, answer, code) => {
    const { errors, node } = await encodeOn(chainId, cw20, { [balance]: answer, [info]: answer });
    expect(errors).toMatchObject([{ code, field: 'transaction.data.tokenId' }]);
    expect(errors[0]?.message).toContain(reason);
    expect(node.count(paths.simulate)).toBe(0);
  });

  it('that the contract refuses tells why', async () => {
    const { errors } = await encodeOn(chainId, cw20, {
      ...having('5000'),
      [paths.simulate]: fails('Unauthorized: execute wasm contract failed'),
    });
    expect(errors).toMatchObject([{ code: 'token.transferFails' }]);
    expect(errors[0]?.message).toContain('Unauthorized');
  });
});

describe('over CometBFT alone', () => {
  const account = { number: 1037n, sequence: 8n, key: senderKey };
  const spendable = { uatom: 1_000_000n, [denom]: 5000n };
  const service = '/cosmwasm.wasm.v1.Query/SmartContractState';
  const encode = (data: object, facts: NodeFacts) =>
    openScripted(chainId, [['rpc', { accounts: { [sender]: account }, spendable, simulation: 100_000n, ...facts }]])
      .chain.encode({ senderAddress: sender, ...data } as never)
      .then(toldBy);

  it('a denomination is moved, and is unknown without a supply', async () => {
    const supplied = (amount: string) => ({
      abci: {
        '/cosmos.bank.v1beta1.Query/SupplyOf': QuerySupplyOfResponse.encode({ amount: { denom, amount } }).finish(),
      },
    });
    const { data, errors } = await encode(intent, supplied('9'));
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ amount: '5000', fees: '3250' });
    const none = await encode(intent, { ...supplied('0'), spendable: { uatom: 1_000_000n } });
    expect(none.errors).toMatchObject([{ code: 'token.unknown' }]);
  });

  it('the token of a contract is moved, and is unknown if the chain has no contracts', async () => {
    // Both questions get the same answer. It has the fields of both.
    const told = new TextEncoder().encode(
      JSON.stringify({ balance: '5000', name: 'Demo', symbol: 'DEMO', decimals: 6 }),
    );
    const abci = { [service]: QuerySmartContractStateResponse.encode({ data: told }).finish() };
    const { data, errors } = await encode({ ...max, tokenId: contract }, { abci });
    expect(errors).toEqual([]);
    expect(data.amount).toBe('5000');
    expect((await encode({ ...max, tokenId: contract }, {})).errors).toMatchObject([{ code: 'token.unknown' }]);
  });
});

describe('tokens on sei', () => {
  it('come with the word that they cannot be taken back', async () => {
    const there = pathsOn('sei');
    const { recipient: to } = namesOn('sei');
    const { warnings } = await encodeOn(
      'sei',
      { ...intent, recipientAddress: to },
      {
        [there.spendableOf(denom)]: { balance: { denom, amount: '5000' } },
        [there.supplyOf(denom)]: { amount: { denom, amount: '5000' } },
      },
    );
    const sunset = warnings.find(({ code }) => code === 'chain.sunset');
    expect(sunset?.message).toMatch(/coins of other chains .* cannot be taken back/);
  });
});

describe('mode withdraw', () => {
  it('is not needed: the answer says what happens instead', async () => {
    const node = scriptedRest(chainId, { node: wellRoutes(chainId) });
    const asked = node.chain.encode({ mode: 'withdraw', senderAddress: sender } as never);
    await expect(asked).rejects.toMatchObject({
      code: 'mode.unsupported',
      message: expect.stringMatching(/coins return to the account by themselves, when the unbonding time .* is over/),
    });
    expect(node.requests).toEqual([]);
  });
});
