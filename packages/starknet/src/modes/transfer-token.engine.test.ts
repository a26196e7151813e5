import { type StarknetStandIn, startStarknet } from '@isochain/devnet/starknet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTill, type Signer, signer, type Till } from '../../test/till.ts';

// Tokens of all kinds, on the stand-in.

const recipientAddress = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';

let engine: StarknetStandIn;
let till: Till;
let by: Signer;
let senderAddress: string;

beforeAll(async () => {
  engine = await startStarknet();
  till = openTill(engine);
  by = signer('tokens');
  senderAddress = engine.deployAccount('argent-0.4.0', by.publicKey);
});
afterAll(() => engine.stop());

const transferOf = (tokenId: string, changed: object = {}) => ({
  ...{ mode: 'transferToken', senderAddress, recipientAddress, tokenId, amount: '250000' },
  ...changed,
});

const deploy = (kind: NonNullable<Parameters<StarknetStandIn['deployToken']>[0]>['kind'], name: string) =>
  engine.deployToken({
    ...(kind === undefined ? {} : { kind }),
    ...{ name, symbol: 'TOK', decimals: 6, holders: [senderAddress], amountEach: 1_000_000n },
  });

/** Sends, and answers how much of the token arrived, and what STRK the sender lost. */
async function send(intent: ReturnType<typeof transferOf>) {
  const { tokenId, recipientAddress: to } = intent;
  const [held, coins] = [await engine.balance(to, tokenId), await engine.balance(senderAddress)];
  const encoded = await till.encode(intent);
  const outcome = await till.send(encoded, by);
  const arrived = (await engine.balance(to, tokenId)) - held;
  return { ...outcome, encoded, arrived, paid: coins - (await engine.balance(senderAddress)) };
}

describe('a token', () => {
  it.each(['indexed', 'data-only', 'snake-case'] as const)(
    'of the kind %s moves, and fees are paid in STRK',
    async (kind) => {
      const sent = await send(transferOf(deploy(kind, `Sends ${kind}`)));
      expect(sent).toMatchObject({ status: 'SUCCEEDED', arrived: 250_000n });
      expect(sent.paid).toBe(sent.fee);
      expect(sent.fee).toBeLessThanOrEqual(sent.offered.fee);
    },
  );

  it('goes whole with useMaxAmount', async () => {
    const tokenId = deploy('indexed', 'Whole');
    const sent = await send(transferOf(tokenId, { amount: undefined, useMaxAmount: true }));
    expect(sent).toMatchObject({ status: 'SUCCEEDED', arrived: 1_000_000n });
    expect(await engine.balance(senderAddress, tokenId)).toBe(0n);
    const codes = await till.refusals(transferOf(tokenId, { amount: undefined, useMaxAmount: true }));
    expect(codes).toMatchObject([{ code: 'token.nothingToSend' }]);
  });

  it('ETH goes whole too: it pays no fees', async () => {
    await engine.fund(senderAddress, 12_345n, engine.eth);
    const sent = await send(transferOf(engine.eth, { amount: undefined, useMaxAmount: true }));
    expect(sent).toMatchObject({ status: 'SUCCEEDED', arrived: 12_345n });
    expect(await engine.balance(senderAddress, engine.eth)).toBe(0n);
  });

  it('goes to oneself', async () => {
    const tokenId = deploy('indexed', 'Circle');
    const sent = await send(transferOf(tokenId, { recipientAddress: senderAddress }));
    expect(sent).toMatchObject({ status: 'SUCCEEDED', arrived: 0n });
    expect(sent.encoded.status.warnings).toMatchObject([{ code: 'recipient.isSender' }]);
    expect(await engine.balance(senderAddress, tokenId)).toBe(1_000_000n);
  });

  it.each([
    ['reverting', 'token.transferFails', 'Token transfer would fail: Account is frozen.'],
    ['paused', 'token.transferFails', 'Token transfer would fail: Pausable: paused.'],
    ['fee-on-transfer', 'token.notWhole', /0\.25 TOK would leave the sender, and 0\.2475 TOK would reach/],
    ['returns-false', 'token.transferFails', /the contract does not say that it moves anything/],
  ] as const)('of the kind %s is refused', async (kind, code, text) => {
    const [error] = await till.refusals(transferOf(deploy(kind, `Refused ${kind}`)));
    expect(error).toMatchObject({ code });
    expect(error?.message).toMatch(text);
  });

  it('is not sent by an account with ETH alone, which is told to get STRK', async () => {
    const poor = signer('ether alone');
    const address = engine.deployAccount('argent-0.4.0', poor.publicKey, { amount: 0n });
    await engine.fund(address, 10n ** 18n, engine.eth);
    const [error, ...others] = await till.refusals(transferOf(engine.eth, { senderAddress: address }));
    expect(others).toEqual([]);
    expect(error?.message).toMatch(/^Insufficient STRK to pay network fees: needs up to 0\.\d+ STRK, has 0 STRK\.$/);
  });
});

describe('reads', () => {
  it('tell a token from its contract, whatever form its texts have', async () => {
    for (const kind of ['indexed', 'data-only', 'snake-case'] as const) {
      const id = deploy(kind, `Reads ${kind}`);
      expect(await till.chain.token(id)).toMatchObject({ id, name: `Reads ${kind}`, ticker: 'TOK', decimals: '6' });
    }
  });

  it('have balances of an account that is not deployed', async () => {
    const address = engine.addressOf('argent-0.4.0', signer('not deployed').publicKey);
    const empty = await till.chain.accountState(address);
    expect(empty.balances).toMatchObject({ native: { available: '0', total: '0' }, tokens: [] });
    await engine.fund(address, 7n);
    await engine.fund(address, 8n, engine.eth);
    const { balances } = await till.chain.accountState(address);
    expect(balances.native).toMatchObject({ available: '7', total: '7' });
    expect(balances.tokens).toMatchObject([{ amount: '8', token: { ticker: 'ETH', id: engine.eth } }]);
  });

  it('find tokens of the configuration with either spelling', async () => {
    const [camel, snake] = [deploy('indexed', 'Camel'), deploy('snake-case', 'Snake')];
    const tokens = [camel, snake].map((id, i) => ({ id, name: `Own ${i}`, ticker: `OWN${i}`, decimals: 6 }));
    const { chain } = openTill(engine, { tokens });
    const { balances } = await chain.accountState(senderAddress);
    const held = balances.tokens?.map(({ token, amount }) => `${amount} ${token.ticker}`);
    expect(held?.slice(0, 2)).toEqual(['1000000 OWN0', '1000000 OWN1']);
  });
});
