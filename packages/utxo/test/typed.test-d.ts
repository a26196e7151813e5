import { expectTypeOf, it } from 'vitest';
import { type Chain, type Family, type UtxoChainId, utxo } from '../src/index.ts';

// What the compiler says to programs that use the library. Nothing here runs.

const chain = utxo.connect('bitcoin');
const parties = { senderAddress: 'a', recipientAddress: 'b' };
const staker = { senderAddress: 'a', senderPubKey: 'c' };

it('takes the intents of the family’s own modes', () => {
  chain.encode({ mode: 'transfer', ...parties, amount: '1', fees: '1' });
  chain.encode({ mode: 'transfer', ...parties, useMaxAmount: true });
  chain.encode({ mode: 'stake', ...staker, targetValidatorAddress: 'd', amount: '1' });
  chain.encode({ mode: 'unstake', ...staker, validatorAddress: 'd', useMaxAmount: true, stakeId: 'e' });
  chain.encode({ mode: 'withdraw', ...staker, validatorAddress: 'd', stakeId: 'e' });
  // @ts-expect-error a mode of other families
  chain.encode({ mode: 'transferToken', ...parties, tokenId: 'f', amount: '1' });
  // @ts-expect-error without a recipient
  chain.encode({ mode: 'transfer', senderAddress: 'a', amount: '1' });
  // @ts-expect-error both
  chain.encode({ mode: 'transfer', ...parties, amount: '1', useMaxAmount: true });
  // @ts-expect-error without a validator
  chain.encode({ mode: 'stake', ...staker, amount: '1' });
});

it('takes the wishes of each mode', () => {
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { feeRate: '2.5', bip69: true } });
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { feeTarget: '6' } });
  chain.encode({
    ...{ mode: 'stake', ...staker, targetValidatorAddress: 'd' },
    ...{ useMaxAmount: true, params: { registers: 'e', babylonAddress: 'f' } },
  });
  chain.encode({ mode: 'withdraw', ...staker, validatorAddress: 'd', params: { feeRate: '1' } });
  // @ts-expect-error a typo
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { feeRat: '2.5' } });
  // @ts-expect-error no upstream has an estimate for it
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { feeTarget: '7' } });
  // @ts-expect-error of a stake
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { registers: 'e' } });
  // @ts-expect-error coins have no sequence number of an account
  chain.encode({ mode: 'transfer', ...parties, amount: '1', nonce: '7' });
  // @ts-expect-error there is no gas on this chain
  chain.encode({ mode: 'transfer', ...parties, amount: '1', gas: '7' });
  // @ts-expect-error the fee of an unstake is Babylon’s
  chain.encode({ mode: 'unstake', ...staker, validatorAddress: 'd', useMaxAmount: true, fees: '1' });
});

it('takes its own chains, options and kinds of endpoints', () => {
  utxo.connect('litecoin', { endpoints: ['https://a.test', { url: 'https://b.test', kind: 'blockbook' }] });
  utxo.connect('bitcoin-testnet', { network: 'testnet3', maxInputs: 7 });
  // @ts-expect-error a chain of another family
  utxo.connect('base');
  // @ts-expect-error a kind of another family
  utxo.connect('bitcoin', { endpoints: [{ url: 'https://a.test', kind: 'rpc' }] });
  // @ts-expect-error a network that is not there
  utxo.connect('bitcoin-testnet', { network: 'testnet5' });
  expectTypeOf(chain.id).toEqualTypeOf<UtxoChainId>();
});

it('answers the params of each mode', async () => {
  const sent = await chain.encode({ mode: 'transfer', ...parties, amount: '1' });
  expectTypeOf(sent.transaction.data.fees).toEqualTypeOf<string | undefined>();
  if (!sent.ok) return;
  expectTypeOf(sent.transaction.data.fees).toEqualTypeOf<string>();
  expectTypeOf(sent.transaction.data.params.vsize).toEqualTypeOf<number>();
  // @ts-expect-error of another mode
  sent.transaction.data.params.stakingTime;
  const staked = await chain.encode({ mode: 'stake', ...staker, targetValidatorAddress: 'd', amount: '1' });
  if (!staked.ok) return;
  expectTypeOf(staked.transaction.data.params.stakingTime).toEqualTypeOf<number>();
  chain.broadcast({ ...staked.transaction, signature: '' });
  // @ts-expect-error an intent
  chain.broadcast({ data: { mode: 'transfer', ...parties, amount: '1' }, encoded: [], signature: '' });
});

it('is a chain of any family as well', () => {
  expectTypeOf(chain).toExtend<Chain>();
  expectTypeOf(utxo).toExtend<Family>();
});
