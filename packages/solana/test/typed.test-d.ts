import { expectTypeOf, it } from 'vitest';
import { type Chain, type Family, type SolanaChainId, solana } from '../src/index.ts';

// What the compiler says to programs that use the library. Nothing here runs.

const chain = solana.connect('solana');
const parties = { senderAddress: 'a', recipientAddress: 'b' };

it('takes the intents of the family’s own modes', () => {
  chain.encode({ mode: 'transfer', ...parties, amount: '1', memo: 'rent', gas: '1' });
  chain.encode({ mode: 'enableToken', senderAddress: 'a', tokenId: 'c' });
  chain.encode({ mode: 'stake', senderAddress: 'a', targetValidatorAddress: 'd', useMaxAmount: true });
  chain.encode({ mode: 'unstake', senderAddress: 'a', validatorAddress: 'd', stakeId: 'e', amount: '1' });
  chain.encode({ mode: 'withdraw', senderAddress: 'a', validatorAddress: 'd' });
  // @ts-expect-error a mode of other families
  chain.encode({ mode: 'claimRewards', senderAddress: 'a', validatorAddress: 'd' });
  // @ts-expect-error without a validator
  chain.encode({ mode: 'stake', senderAddress: 'a', amount: '1' });
  // @ts-expect-error a field of other modes
  chain.encode({ mode: 'enableToken', senderAddress: 'a', tokenId: 'c', amount: '1' });
});

it('takes its own wishes', () => {
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { nonceAccount: 'f' } });
  // @ts-expect-error a typo
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { nonceAcount: 'f' } });
  // @ts-expect-error a number
  chain.encode({ mode: 'transfer', ...parties, amount: '1', params: { nonceAccount: 7 } });
  // @ts-expect-error there is no sequence number on this chain
  chain.encode({ mode: 'transfer', ...parties, amount: '1', nonce: '7' });
});

it('takes its own chains, options and kinds of endpoints', () => {
  solana.connect('solana', { endpoints: [{ url: 'https://a.test', kind: 'rpc' }], profile: 'hardware' });
  // @ts-expect-error a chain of another family
  solana.connect('base');
  // @ts-expect-error a kind of another family
  solana.connect('solana', { endpoints: [{ url: 'https://a.test', kind: 'blockscout' }] });
  // @ts-expect-error an option of another family
  solana.connect('solana', { emptyAccount: true });
  expectTypeOf(chain.id).toEqualTypeOf<SolanaChainId>();
});

it('answers the params of each mode', async () => {
  const sent = await chain.encode({ mode: 'transferToken', ...parties, tokenId: 'c', amount: '1' });
  if (!sent.ok) return;
  expectTypeOf(sent.transaction.data.params.blockhash).toEqualTypeOf<string>();
  expectTypeOf(sent.transaction.data.params.token.create).toEqualTypeOf<boolean>();
  const staked = await chain.encode({ mode: 'stake', senderAddress: 'a', targetValidatorAddress: 'd', amount: '1' });
  if (!staked.ok) return;
  expectTypeOf(staked.transaction.data.params.newStake.account).toEqualTypeOf<string>();
  // @ts-expect-error of another mode
  staked.transaction.data.params.token;
  chain.broadcast({ ...staked.transaction, signature: '' });
});

it('is a chain of any family as well', () => {
  expectTypeOf(chain).toExtend<Chain>();
  expectTypeOf(solana).toExtend<Family>();
});
