import { expectTypeOf, it } from 'vitest';
import {
  type Chain,
  type Completed,
  type Evm,
  type EvmChainId,
  evm,
  type Family,
  type IntentInput,
  type Problem,
  RefusedError,
} from '../src/index.ts';

// What the compiler says to programs that use the library. Nothing here runs.

const base = evm.connect('base');
const parties = { senderAddress: '0x1', recipientAddress: '0x2' };
const signature = '0x';

it('takes the intents of the family’s own modes', () => {
  base.encode({ mode: 'transfer', ...parties, amount: '1' });
  base.encode({ mode: 'transfer', ...parties, useMaxAmount: true });
  base.encode({ mode: 'transfer', ...parties, amount: '1', useMaxAmount: false, fees: '1', gas: '1', nonce: '1' });
  base.encode({ mode: 'transferToken', tokenId: '0x3', ...parties, amount: '1' });
  base.encode({ mode: 'transfer', ...parties, amount: '1', params: {} });

  const isMax = Math.random() > 0.5;
  base.encode({ mode: 'transfer', ...parties, ...(isMax ? { useMaxAmount: true as const } : { amount: '1' }) });

  const intent: IntentInput<Evm> = { mode: 'transfer', ...parties, amount: '1' };
  base.encode(intent);
});

it('takes no mode that it does not have', () => {
  // @ts-expect-error a typo
  base.encode({ mode: 'transfr', ...parties, amount: '1' });
  // @ts-expect-error a mode of other families
  base.encode({ mode: 'stake', senderAddress: '0x1', targetValidatorAddress: '0x2', amount: '1' });
  // @ts-expect-error a mode of other families
  base.validate({ mode: 'enableToken', senderAddress: '0x1', tokenId: '0x2' });
  // @ts-expect-error a text that may be anything
  base.encode({ mode: 'transfer' as string, ...parties, amount: '1' });
  // @ts-expect-error without a mode
  base.encode({ ...parties, amount: '1' });
});

it('takes no fields but those of the mode', () => {
  // @ts-expect-error a typo
  base.encode({ mode: 'transfer', ...parties, amount: '1', recipentAddress: '0x3' });
  // @ts-expect-error a field of another mode
  base.encode({ mode: 'transfer', ...parties, amount: '1', tokenId: '0x3' });
  // @ts-expect-error without a recipient
  base.encode({ mode: 'transfer', senderAddress: '0x1', amount: '1' });
  // @ts-expect-error without a token
  base.encode({ mode: 'transferToken', ...parties, amount: '1' });
  // @ts-expect-error a number
  base.encode({ mode: 'transfer', ...parties, amount: 1 });
  // @ts-expect-error a typo
  base.validate({ mode: 'transfer', ...parties, amount: '1', recipentAddress: '0x3' });
});

it('takes either an amount or useMaxAmount', () => {
  // @ts-expect-error both
  base.encode({ mode: 'transfer', ...parties, amount: '1', useMaxAmount: true });
  // @ts-expect-error none
  base.encode({ mode: 'transfer', ...parties });
  // @ts-expect-error none
  base.encode({ mode: 'transfer', ...parties, useMaxAmount: false });
  // @ts-expect-error both, perhaps
  base.encode({ mode: 'transfer', ...parties, amount: '1', useMaxAmount: Math.random() > 0.5 });
});

it('takes no wishes, as the family has none in params', () => {
  // @ts-expect-error of another family
  base.encode({ mode: 'transfer', ...parties, amount: '1', params: { nonceAccount: 'x' } });
});

it('takes its own chains, options and kinds of endpoints', () => {
  evm.connect('base', { endpoints: ['https://a.test', { url: 'https://b.test', kind: 'blockscout' }] });
  // @ts-expect-error a chain of another family
  evm.connect('solana');
  // @ts-expect-error a typo
  evm.connect('bsae');
  // @ts-expect-error a kind of another family
  evm.connect('base', { endpoints: [{ url: 'https://a.test', kind: 'esplora' }] });
  // @ts-expect-error an option of another family
  evm.connect('base', { profile: 'compat' });
  expectTypeOf(base.id).toEqualTypeOf<EvmChainId>();
  expectTypeOf(evm.chainIds).toEqualTypeOf<readonly EvmChainId[]>();
});

it('answers data that are complete where ok says so', async () => {
  const result = await base.encode({ mode: 'transfer', ...parties, amount: '1' });
  expectTypeOf(result.chainId).toEqualTypeOf<EvmChainId>();
  expectTypeOf(result.transaction.data.mode).toEqualTypeOf<'transfer'>();
  expectTypeOf(result.transaction.data.fees).toEqualTypeOf<string | undefined>();
  if (!result.ok) {
    expectTypeOf(result.transaction.encoded).toEqualTypeOf<[]>();
    return;
  }
  const { data } = result.transaction;
  expectTypeOf(data.fees).toEqualTypeOf<string>();
  expectTypeOf(data.amount).toEqualTypeOf<string>();
  expectTypeOf(data.recipientAddress).toEqualTypeOf<string>();
  expectTypeOf(data.params.checksum).toEqualTypeOf<string>();
  if (data.params.type === 'legacy') expectTypeOf(data.params.gasPrice).toEqualTypeOf<string>();
  else expectTypeOf(data.params.maxFeePerGas).toEqualTypeOf<string>();
  // @ts-expect-error a field of another mode
  data.tokenId;
  // @ts-expect-error a member of another fee model
  data.params.gasPrice;
});

it('answers the same to validate, but nothing to send', async () => {
  const result = await base.validate({ mode: 'transfer', ...parties, amount: '1' });
  if (!result.ok) return;
  expectTypeOf(result.transaction.data.fees).toEqualTypeOf<string>();
  // @ts-expect-error nothing is to be sent with it
  result.transaction.data.params.checksum;
  // @ts-expect-error nothing is to be signed
  result.transaction.encoded;
});

it('says what bytes do, which may be anything', async () => {
  const result = await base.encode({ mode: 'transfer', ...parties, amount: '1' });
  if (!result.ok) return;
  const { data, encoded } = result.transaction;
  const explained = await base.validate(data, encoded);
  expectTypeOf(explained.transaction.data).toEqualTypeOf<Record<string, unknown>>();
});

it('broadcasts what encode answered without errors, and nothing else', async () => {
  const { ok, transaction } = await base.encode({ mode: 'transfer', ...parties, amount: '1' });
  // @ts-expect-error there may be errors
  base.broadcast({ ...transaction, signature });
  if (!ok) return;
  base.broadcast({ ...transaction, signature });
  expectTypeOf(transaction.data).toExtend<Completed<Evm>>();
  // @ts-expect-error without a signature
  base.broadcast({ ...transaction });
  // @ts-expect-error an intent
  base.broadcast({ data: { mode: 'transfer', ...parties, amount: '1' }, encoded: [], signature });
});

it('tells the context of a problem by its code', async () => {
  const { status } = await base.encode({ mode: 'transfer', ...parties, amount: '1' });
  const [found] = status.errors;
  expectTypeOf(found).toEqualTypeOf<Problem | undefined>();
  if (found?.code === 'balance.insufficient') {
    expectTypeOf(found.context.available).toEqualTypeOf<string>();
    // @ts-expect-error a name of other codes
    found.context.ticker;
  }
  if (found?.code === 'sender.pendingTransactions') expectTypeOf(found.context.count).toEqualTypeOf<string | number>();
  if (found?.code === 'key.missing') expectTypeOf(found.context).toEqualTypeOf<undefined>();
  // @ts-expect-error a typo
  if (found?.code === 'balance.insuficient') return;
  // @ts-expect-error not every code has it
  found?.context?.available;

  const error: unknown = undefined;
  if (!(error instanceof RefusedError)) return;
  for (const problem of error.problems) {
    if (problem.code === 'nonce.used') expectTypeOf(problem.context.next).toEqualTypeOf<string>();
  }
});

it('is a chain of any family as well, which takes anything', () => {
  const chain: Chain = base;
  chain.encode(JSON.parse('{}') as unknown);
  const family: Family = evm;
  expectTypeOf(family.connect('base')).toEqualTypeOf<Chain>();
  const takesAnything: { encode(data: unknown): unknown } = base;
  takesAnything.encode(undefined);
});
