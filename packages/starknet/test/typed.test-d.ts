import { expectTypeOf, it } from 'vitest';
import { type Chain, type Family, type StarknetChainId, starknet } from '../src/index.ts';

// What the compiler says to programs that use the library. Nothing here runs.

const chain = starknet.connect('starknet');
const parties = { senderAddress: 'a', recipientAddress: 'b' };
const staker = { senderAddress: 'a' };

it('takes the intents of the family’s own modes', () => {
  chain.encode({ mode: 'deployAccount', senderPubKey: 'a', contractType: 'argentx' });
  chain.encode({ mode: 'transfer', ...parties, amount: '1', nonce: '7' });
  chain.encode({ mode: 'transfer', ...parties, useMaxAmount: true });
  chain.encode({ mode: 'transferToken', ...parties, tokenId: 'c', amount: '1' });
  chain.encode({ mode: 'stake', ...staker, targetValidatorAddress: 'd', amount: '1' });
  chain.encode({ mode: 'stake', ...staker, sourceValidatorAddress: 'd', targetValidatorAddress: 'e', amount: '1' });
  chain.encode({ mode: 'unstake', ...staker, validatorAddress: 'd', useMaxAmount: true });
  chain.encode({ mode: 'withdraw', ...staker, validatorAddress: 'd' });
  chain.encode({ mode: 'claimRewards', ...staker, validatorAddress: 'd' });
  // @ts-expect-error a mode of other families
  chain.encode({ mode: 'registerStake', ...staker });
  // @ts-expect-error without a recipient
  chain.encode({ mode: 'transfer', senderAddress: 'a', amount: '1' });
  // @ts-expect-error both
  chain.encode({ mode: 'transfer', ...parties, amount: '1', useMaxAmount: true });
  // @ts-expect-error without a key
  chain.encode({ mode: 'deployAccount', contractType: 'argentx' });
  // @ts-expect-error without a validator
  chain.encode({ mode: 'stake', ...staker, amount: '1' });
});

it('takes the wishes of each mode', () => {
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { tip: '5' } });
  chain.encode({ mode: 'deployAccount', senderPubKey: 'a', params: { accountClass: 'argent-0.5.0' } });
  // @ts-expect-error a typo
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { tipp: '5' } });
  // @ts-expect-error a class that is not deployed
  chain.encode({ mode: 'deployAccount', senderPubKey: 'a', params: { accountClass: 'argent-0.3.1' } });
  // @ts-expect-error of a deployment
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { accountClass: 'argent-0.5.0' } });
  // @ts-expect-error fees come from an estimate
  chain.encode({ mode: 'transfer', ...parties, amount: '1', fees: '7' });
  // @ts-expect-error a deployment always has nonce 0
  chain.encode({ mode: 'deployAccount', senderPubKey: 'a', nonce: '7' });
});

it('takes its own chains, options and kinds of endpoints', () => {
  starknet.connect('starknet-sepolia', { endpoints: ['https://a.test', { url: 'https://b.test', kind: 'voyager' }] });
  starknet.connect('starknet', { accountClass: 'argent-0.5.0', ceilings: { fee: '1' } });
  // @ts-expect-error a chain of another family
  starknet.connect('base');
  // @ts-expect-error a kind of another family
  starknet.connect('starknet', { endpoints: [{ url: 'https://a.test', kind: 'rpc' }] });
  // @ts-expect-error a class that is not deployed
  starknet.connect('starknet', { accountClass: 'openzeppelin-1.0.0' });
  expectTypeOf(chain.id).toEqualTypeOf<StarknetChainId>();
});

it('answers the params of each mode', async () => {
  const sent = await chain.encode({ mode: 'transfer', ...parties, amount: '1' });
  expectTypeOf(sent.transaction.data.fees).toEqualTypeOf<string | undefined>();
  if (!sent.ok) return;
  expectTypeOf(sent.transaction.data.fees).toEqualTypeOf<string>();
  expectTypeOf(sent.transaction.data.params.tip).toEqualTypeOf<string>();
  // @ts-expect-error of another mode
  sent.transaction.data.params.pool;
  const unstaked = await chain.encode({ mode: 'unstake', ...staker, validatorAddress: 'd', amount: '1' });
  if (!unstaked.ok) return;
  expectTypeOf(unstaked.transaction.data.params.waiting).toEqualTypeOf<string>();
  chain.broadcast({ ...unstaked.transaction, signature: '' });
  // @ts-expect-error an intent
  chain.broadcast({ data: { mode: 'transfer', ...parties, amount: '1' }, encoded: [], signature: '' });
});

it('is a chain of any family as well', () => {
  expectTypeOf(chain).toExtend<Chain>();
  expectTypeOf(starknet).toExtend<Family>();
});
