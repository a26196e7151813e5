import { algorand, toSign as algorandToSign } from '@isochain/algorand';
import { aptos, toSign as aptosToSign } from '@isochain/aptos';
import { cosmos, toSign as cosmosToSign } from '@isochain/cosmos';
import { evm, toSign as evmToSign, formatAmount, parseAmount } from '@isochain/evm';
import { solana, toSign as solanaToSign } from '@isochain/solana';
import { starknet, toSign as starknetToSign } from '@isochain/starknet';
import { stellar, toSign as stellarToSign } from '@isochain/stellar';
import { ton, toSign as tonToSign } from '@isochain/ton';
import { tron, toSign as tronToSign } from '@isochain/tron';
import { utxo, toSign as utxoToSign } from '@isochain/utxo';
import { expectTypeOf, it } from 'vitest';

// What the compiler says to programs that use the library, on every family. Nothing here runs.

const transfer = { mode: 'transfer', senderAddress: 'a', recipientAddress: 'b', amount: '1' } as const;
const memo = 'order 12345';
/** As programs write it: the compiler looks for unknown fields in literals alone, and this is none. */
const withMemo = { ...transfer, memo } as const;

it('takes a memo where transactions carry one', () => {
  algorand.connect('algorand').encode(withMemo);
  cosmos.connect('cosmoshub').encode(withMemo);
  solana.connect('solana').encode(withMemo);
  stellar.connect('stellar').encode(withMemo);
  ton.connect('ton').encode(withMemo);
  tron.connect('tron').encode(withMemo);
});

it('takes no memo where no transaction carries one', () => {
  // @ts-expect-error the memo would be lost
  aptos.connect('aptos').encode(withMemo);
  // @ts-expect-error the memo would be lost
  evm.connect('base').encode(withMemo);
  // @ts-expect-error the memo would be lost
  starknet.connect('starknet').encode(withMemo);
  // @ts-expect-error the memo would be lost
  utxo.connect('bitcoin').encode(withMemo);
  // @ts-expect-error the memo would be lost
  evm.connect('base').encode({ ...transfer, memo });
  // @ts-expect-error the memo would be lost
  evm.connect('base').validate(withMemo);
});

it('takes no memo in a mode that carries none', () => {
  const chain = ton.connect('ton');
  const stake = { mode: 'stake', senderAddress: 'a', targetValidatorAddress: 'b', amount: '1' } as const;
  chain.encode(stake);
  // @ts-expect-error pools take orders in its place
  chain.encode({ ...stake, memo });
  cosmos.connect('cosmoshub').encode({ ...stake, memo });
});

it('says what to sign, in the types of the family', async () => {
  const onEvm = await evm.connect('base').encode(transfer);
  // @ts-expect-error there may be errors
  evmToSign(onEvm.transaction);
  if (!onEvm.ok) return;
  expectTypeOf(evmToSign(onEvm.transaction).hash).toEqualTypeOf<`0x${string}`>();
  expectTypeOf(evmToSign(onEvm.transaction).transaction).toEqualTypeOf<`0x${string}`>();
  // @ts-expect-error a transaction of another family
  solanaToSign(onEvm.transaction);
  // @ts-expect-error EVM keys sign no message
  evmToSign(onEvm.transaction).message;

  const onSolana = await solana.connect('solana').encode(transfer);
  if (onSolana.ok) expectTypeOf(solanaToSign(onSolana.transaction).message).toExtend<Uint8Array>();
  // @ts-expect-error nothing is hashed
  if (onSolana.ok) solanaToSign(onSolana.transaction).hash;
  const onAptos = await aptos.connect('aptos').encode(transfer);
  if (onAptos.ok) expectTypeOf(aptosToSign(onAptos.transaction).message).toExtend<Uint8Array>();
  const onAlgorand = await algorand.connect('algorand').encode(transfer);
  if (onAlgorand.ok) expectTypeOf(algorandToSign(onAlgorand.transaction).message).toExtend<Uint8Array>();
  const onStellar = await stellar.connect('stellar').encode(transfer);
  if (onStellar.ok) expectTypeOf(stellarToSign(onStellar.transaction).hash).toExtend<Uint8Array>();
  const onTon = await ton.connect('ton').encode(transfer);
  if (onTon.ok) expectTypeOf(tonToSign(onTon.transaction).hash).toExtend<Uint8Array>();
  const onTron = await tron.connect('tron').encode(transfer);
  if (onTron.ok) expectTypeOf(tronToSign(onTron.transaction).transaction.txID).toEqualTypeOf<string>();
  const onStarknet = await starknet.connect('starknet').encode(transfer);
  if (onStarknet.ok) expectTypeOf(starknetToSign(onStarknet.transaction).hash).toEqualTypeOf<`0x${string}`>();
  const onBitcoin = await utxo.connect('bitcoin').encode(transfer);
  if (onBitcoin.ok) expectTypeOf(utxoToSign(onBitcoin.transaction).hashes).toExtend<readonly Uint8Array[]>();
  const onCosmos = await cosmos.connect('osmosis').encode({ ...transfer, params: { signMode: 'amino' } });
  if (!onCosmos.ok) return;
  expectTypeOf(cosmosToSign(onCosmos.transaction).signDoc.accountNumber).toEqualTypeOf<bigint>();
  // @ts-expect-error without the wish there is none
  cosmosToSign(onCosmos.transaction).amino.signDoc;
});

it('has the amounts that answers are made of', () => {
  expectTypeOf(parseAmount('1500000')).toEqualTypeOf<bigint | undefined>();
  expectTypeOf(formatAmount(1_500_000n, 6)).toEqualTypeOf<string>();
});
