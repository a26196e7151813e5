import type { CompletedData } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { type TransactionFacts, transactions } from '../../test/fixtures.ts';
import { ascii } from '../../test/judge.ts';
import { deployData, invokeData, itemsOfData, keyOf, parties, signedOfData } from '../../test/made.ts';
import { deploymentOf } from '../account/derive.ts';
import { toAddress } from '../address/address.ts';
import { pointOf, readPublicKey } from '../address/public-key.ts';
import { strk } from '../tokens/native.ts';
import { assemble } from './assemble.ts';
import { executeCalldata, readExecuteCalldata, readTransferCall } from './calls.ts';
import { finalize } from './finalize.ts';
import type { StarknetPlan } from './transaction.ts';
import { verifies } from './verify.ts';

const felt = (value: bigint) => `0x${value.toString(16)}`;
const padded = (value: bigint) => value.toString(16).padStart(64, '0');

/** Transactions in the form of today: with three bounds. */
const modern = transactions.filter(({ l1DataGas }) => l1DataGas !== undefined);

/** The key that signed, if it is known: the account of Argent names it, and a deployment has it as salt. */
function keyOfFacts({ signature, deploys }: TransactionFacts): bigint | undefined {
  return signature.length === 5 ? signature[2] : deploys?.salt;
}

/** What our own code has as a plan. */
function planOf(facts: TransactionFacts): StarknetPlan {
  const { deploys, calldata = [], sender = 0n, nonce, tip, signature } = facts;
  const bound = ([maxAmount, maxPricePerUnit]: readonly [bigint, bigint] = [0n, 0n]) => ({
    maxAmount,
    maxPricePerUnit,
  });
  const shared = {
    chain: ascii(facts.chain),
    sender: toAddress(sender),
    owner: pointOf({ x: keyOfFacts(facts) ?? keyOf(padded(5n)).x }),
    account: signature.length === 5 ? 'argent-0.4.0' : 'openzeppelin-0.8.1',
    nonce,
    tip,
    bounds: { l1_gas: bound(facts.l1Gas), l2_gas: bound(facts.l2Gas), l1_data_gas: bound(facts.l1DataGas) },
  } as const;
  if (deploys === undefined) return { type: 'INVOKE', ...shared, calls: readExecuteCalldata(calldata) ?? [] };
  const { classHash, salt, calldata: constructorCalldata } = deploys;
  // Only accounts of Argent are deployed here. The bytes of others have the same form.
  const account = shared.account as 'argent-0.4.0';
  return { type: 'DEPLOY_ACCOUNT', ...shared, account, classHash, salt, constructorCalldata };
}

describe('transactions that chains carried out', () => {
  it('are eight in the form of today', () => {
    expect(modern).toHaveLength(8);
  });

  describe.each(modern.map((facts) => [facts.name, facts] as const))('%s', (_, facts) => {
    it('has the same hash here', () => {
      const { items, unsigned } = assemble(planOf(facts));
      expect(items).toEqual([{ hash: { format: 'pedersen', value: padded(facts.hash) } }]);
      expect(unsigned).toEqual({ hash: facts.hash });
    });

    it('has the same calldata', () => {
      const { calldata } = facts;
      if (calldata === undefined) return;
      expect(executeCalldata(readExecuteCalldata(calldata) ?? [])).toEqual(calldata);
    });

    if (keyOfFacts(facts) === undefined) return;

    it('gets the same signature', () => {
      const plan = planOf(facts);
      const [r = 0n, s = 0n] = facts.signature.slice(-2);
      for (const text of [
        padded(r) + padded(s),
        felt(r).slice(2) + felt(s).slice(2),
        facts.signature.map(felt).join(),
      ]) {
        const signed = finalize(plan, { hash: facts.hash }, text);
        expect(signed.hash).toBe(felt(facts.hash));
        expect(JSON.parse(signed.raw).signature).toEqual(facts.signature.map(felt));
      }
      expect(verifies({ r, s }, facts.hash + 1n, plan.owner)).toBe(false);
    });
  });

  const transfers = modern.filter(
    ({ calldata }) => calldata?.[2] === 0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12en,
  );
  const public3 = transfers.filter(({ l2Gas }) => l2Gas[1] === 12_000_000_000n);

  it.each(public3.map((facts) => [facts.name, facts] as const))('%s: its data encode to its hash', async (_, facts) => {
    const [call] = readExecuteCalldata(facts.calldata ?? []) ?? [];
    const transfer = call && readTransferCall(call);
    if (transfer === undefined) throw new Error('no transfer');
    expect(transfer.token).toBe(strk);
    const x = keyOfFacts(facts) ?? 0n;
    const { y } = pointOf({ x });
    const owner = { ...keyOf(padded(1n)), x, y, point: `04${padded(x)}${padded(y)}` };
    const data = invokeData('transfer', {
      who: { ...parties, sender: facts.sender ?? 0n, recipient: BigInt(transfer.recipient) },
      amount: transfer.amount,
      owner,
      nonce: facts.nonce,
      tip: facts.tip,
      bounds: [facts.l1Gas, facts.l2Gas, facts.l1DataGas ?? [0n, 0n]],
    });
    expect(itemsOfData(data, 'starknet-sepolia')).toEqual([
      { hash: { format: 'pedersen', value: padded(facts.hash) } },
    ]);
    // The same data on the other chain are another transaction.
    expect(itemsOfData(data, 'starknet')).not.toEqual(itemsOfData(data, 'starknet-sepolia'));
  });

  it('are three transfers of STRK on the public chain', () => {
    expect(public3).toHaveLength(3);
  });
});

describe('addresses', () => {
  const keyIn = (text: string) => {
    const read = readPublicKey(text);
    if (!read.ok) throw new Error(read.reason);
    return read.value;
  };

  it('the sender of a public transfer has the account of Argent 0.4.0 of the key in its signature', () => {
    const [facts] = transactions;
    const x = facts && keyOfFacts(facts);
    if (facts === undefined || x === undefined) throw new Error('no facts');
    expect(BigInt(deploymentOf('argent-0.4.0', { x }).address)).toBe(facts.sender);
    expect(BigInt(deploymentOf('argent-0.5.0', { x }).address)).not.toBe(facts.sender);
  });

  it('a local chain deployed the account of Argent 0.4.0 there', () => {
    const facts = transactions.find(({ name }) => name.startsWith('a deployment of Argent'));
    if (facts?.deploys === undefined) throw new Error('no facts');
    const { address, ...deployment } = deploymentOf('argent-0.4.0', { x: facts.deploys.salt });
    expect(BigInt(address)).toBe(facts.sender);
    const { calldata, ...others } = facts.deploys;
    expect(deployment).toEqual({ ...others, constructorCalldata: calldata });
  });

  // A published test of a wallet that uses 0.5.0, with a key that is not on the curve.
  it('of 0.5.0 for the key 0x123', () => {
    expect(deploymentOf('argent-0.5.0', { x: 0x123n }).address).toBe(
      '0x00d18c60431c8eda775605cafc445959c09733f2448d221f9ce64fd8cec40975',
    );
  });

  // Computed with starknet.js 10.8.0 and with @scure/starknet 2.4.0.
  it('of both classes for a published key', () => {
    const key = keyIn('0xcba95c75b37b5db31c2a9894e740dea2eee902ac448dc154a8b171d94a7be1');
    expect(key.x).toBe(keyOf('0123456789abcdef0123456789abcdef0123456789abcdef0123').x);
    expect(deploymentOf('argent-0.4.0', key).address).toBe(
      '0x05b614322c40801f07646174dfd2e8756d63faa8a2e5f1373ac3b30228a9e929',
    );
    expect(deploymentOf('argent-0.5.0', key).address).toBe(
      '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966',
    );
  });
});

// Computed with starknet.js 10.8.0 and with @scure/starknet 2.4.0. The signature is that of RFC 6979.
describe('a transfer that two libraries agree on', () => {
  const amount = 10_000n;
  const data = invokeData('transfer', { amount, tip: 0n });
  const r = '6f75105cedb26f67dfb3e49bbc95685dfa1aca277f8356c4f5f53dfe3ffb01c';
  const s = '1b305712e07712d4aad8853f68773339c3e8fd0978180286e9c5d92fcf015b7';

  it('has its hash', () => {
    expect(itemsOfData(data)).toEqual([
      { hash: { format: 'pedersen', value: '05d051ec7cf601f3aa3d29d29445254e5d073c4fcf3cacb1dfa67361f227f4ec' } },
    ]);
  });

  it.each([
    ['r||s without zeros', r + s],
    ['DER', `304402200${r}02200${s}`],
  ])('has its signature: %s', async (_, text) => {
    const signed = await signedOfData(data, text);
    expect(signed.hash).toBe('0x5d051ec7cf601f3aa3d29d29445254e5d073c4fcf3cacb1dfa67361f227f4ec');
    expect(JSON.parse(signed.raw).signature.slice(-2)).toEqual([`0x${r}`, `0x${s}`]);
  });

  it('and the deployment of its sender', () => {
    expect(itemsOfData(deployData('argent-0.4.0', { tip: 0n }), 'starknet-sepolia')).toEqual([
      { hash: { format: 'pedersen', value: '013c802a09592f223234b4b7203dd07f4eb1bcf29f352a151ecf185b81cb02be' } },
    ]);
  });

  it('is refused with the key of somebody else', async () => {
    const theirs = keyOf(padded(77n)).sign(BigInt(`0x${itemsOfData(data)[0]?.hash?.value}`));
    const text = padded(theirs.r) + padded(theirs.s);
    await expect(signedOfData(data as CompletedData, text)).rejects.toMatchObject({ code: 'signature.mismatch' });
  });
});
