import { describe, expect, it } from 'vitest';
import { type TransactionFacts, transactions } from './fixtures.ts';
import { judgedAddress, judgedDeployment, judgedFees, judgedInvoke } from './judge.ts';

// The judge itself is right: it finds the hashes that chains found.

/** What marks a transaction that is only asked about (starknet-io/starknet-specs, "query version"). */
const queryVersion = 2n ** 128n + 3n;

function judged({ deploys, calldata = [], sender, ...common }: TransactionFacts, version = 3n): bigint {
  if (deploys === undefined) return judgedInvoke({ ...common, calldata, sender: sender ?? 0n, version });
  return judgedDeployment({ ...common, ...deploys, sender: judgedAddress(deploys), version });
}

describe.each(transactions.map((facts) => [facts.name, facts] as const))('%s', (_, facts) => {
  it('has the hash that the chain found', () => {
    expect(judged(facts)).toBe(facts.hash);
  });

  const { query, deploys, sender } = facts;
  if (query !== undefined)
    it('has another hash as a query', () => {
      expect(judged(facts, queryVersion)).toBe(query);
    });

  if (deploys !== undefined && sender !== undefined)
    it('has the address that the chain found', () => {
      expect(judgedAddress(deploys)).toBe(sender);
    });
});

// starkware-libs/blockifier, transaction hash tests, as in starknet-io/starknet.js, __tests__/utils/transactionHash.test.ts.
it('finds the hashes of fees of blockifier', () => {
  const fees = { tip: 0n, l1Gas: [0x1000n, 0x2000n], l2Gas: [0x3000n, 0x4000n] } as const;
  expect(judgedFees({ ...fees, l1DataGas: [0x5000n, 0x6000n] })).toBe(
    0x3d848944220686a0d567e2a3895f3651ad616d4eccb473a03a93150c40b5e13n,
  );
  expect(judgedFees({ ...fees, l1DataGas: [0n, 0n] })).toBe(
    0x6916420cf10b91926a408900e0e8f5548bbd3baccb11b2e0ad1a58246b0ffe0n,
  );
});
