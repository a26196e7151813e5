import { expectTypeOf, it } from 'vitest';
import { type Chain, type CosmosChainId, cosmos, type Family } from '../src/index.ts';

// What the compiler says to programs that use the library. Nothing here runs.

const chain = cosmos.connect('osmosis');
const parties = { senderAddress: 'a', recipientAddress: 'b' };

it('takes the intents of the family’s own modes', () => {
  chain.encode({ mode: 'transfer', ...parties, amount: '1', memo: 'rent', fees: '1', gas: '1', nonce: '7' });
  chain.encode({ mode: 'transferToken', ...parties, tokenId: 'ibc/c', useMaxAmount: true });
  chain.encode({ mode: 'stake', senderAddress: 'a', targetValidatorAddress: 'd', useMaxAmount: true });
  chain.encode({
    ...{ mode: 'stake', senderAddress: 'a', amount: '1' },
    ...{ sourceValidatorAddress: 'c', targetValidatorAddress: 'd' },
  });
  chain.encode({ mode: 'unstake', senderAddress: 'a', validatorAddress: 'd', amount: '1' });
  chain.encode({ mode: 'claimRewards', senderAddress: 'a', validatorAddress: 'd', compound: true });
  // @ts-expect-error stakes come back by themselves
  chain.encode({ mode: 'withdraw', senderAddress: 'a', validatorAddress: 'd' });
  // @ts-expect-error a mode of other families
  chain.encode({ mode: 'enableToken', senderAddress: 'a', tokenId: 'c' });
  // @ts-expect-error without a validator
  chain.encode({ mode: 'stake', senderAddress: 'a', amount: '1' });
  // @ts-expect-error both amounts
  chain.encode({ mode: 'transfer', ...parties, amount: '1', useMaxAmount: true });
  // @ts-expect-error a field of other modes
  chain.encode({ mode: 'transfer', ...parties, amount: '1', compound: true });
});

it('takes its own wishes', () => {
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { signMode: 'amino', feeDenom: 'uosmo' } });
  // @ts-expect-error a typo
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { feeDenomm: 'uosmo' } });
  // @ts-expect-error another kind of document
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { signMode: 'textual' } });
  // @ts-expect-error a number
  chain.encode({ mode: 'transfer', ...parties, amount: '1', nonce: 7 });
  // @ts-expect-error a wish of registerStake
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { stakingTime: 64_000 } });
});

it('takes its own chains, options and kinds of endpoints', () => {
  cosmos.connect('dydx', { endpoints: ['https://a.test', { url: 'https://b.test', kind: 'rpc' }] });
  cosmos.connect('juno', { tokens: [{ id: 'juno1a', name: 'Loop', ticker: 'LOOP', decimals: 6 }] });
  // @ts-expect-error a chain of another family
  cosmos.connect('base');
  // @ts-expect-error a kind of another family
  cosmos.connect('osmosis', { endpoints: [{ url: 'https://a.test', kind: 'esplora' }] });
  // @ts-expect-error an option of another family
  cosmos.connect('osmosis', { priority: 'low' });
  expectTypeOf(chain.id).toEqualTypeOf<CosmosChainId>();
});

it('answers the params of each mode', async () => {
  const sent = await chain.encode({ mode: 'transfer', ...parties, amount: '1' });
  if (!sent.ok) return;
  expectTypeOf(sent.transaction.data.params.nativeId).toEqualTypeOf<string>();
  expectTypeOf(sent.transaction.data.params.accountNumber).toEqualTypeOf<string>();
  // @ts-expect-error of another mode
  sent.transaction.data.params.compoundAmount;
  chain.broadcast({ ...sent.transaction, signature: '' });
  const claimed = await chain.encode({
    ...{ mode: 'claimRewards', senderAddress: 'a', validatorAddress: 'd', compound: true },
  });
  if (!claimed.ok) return;
  expectTypeOf(claimed.transaction.data.params.compoundAmount).toEqualTypeOf<string | undefined>();
});

it('is a chain of any family as well', () => {
  expectTypeOf(chain).toExtend<Chain>();
  expectTypeOf(cosmos).toExtend<Family>();
});
