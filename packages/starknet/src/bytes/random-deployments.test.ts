import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgedAddress, judgedDeployment } from '../../test/judge.ts';
import { type Deployable, deployable, deployData, itemsOfData, keyOf } from '../../test/made.ts';
import { numbers } from '../../test/random-numbers.ts';
import { deploymentOf } from '../account/derive.ts';

// Random deployments, hashed by @scure/starknet (test/judge.ts). The address in the data is the judge's: the planner refuses another one.

const privateKey = fc.bigInt(1n, 2n ** 250n).map((key) => keyOf(key.toString(16).padStart(64, '0')));

// The address takes long to compute.
const runs = turns(1_000, 25);

it(`${runs} random deployments have the address and the hash that the judge finds`, () => {
  fc.assert(
    fc.property(
      privateKey,
      fc.constantFrom(...(Object.keys(deployable) as Deployable[])),
      numbers,
      fc.constantFrom('starknet', 'starknet-sepolia'),
      (owner, account, { tip, bounds }, chainId) => {
        const data = deployData(account, { owner, tip, bounds });
        const deployment = { classHash: deployable[account], salt: owner.x, calldata: [0n, owner.x, 1n] };
        const expected = judgedDeployment({
          chain: chainId === 'starknet' ? 'SN_MAIN' : 'SN_SEPOLIA',
          sender: BigInt((data.params as { readonly contractAddress: string }).contractAddress),
          nonce: 0n,
          tip,
          l1Gas: bounds[0],
          l2Gas: bounds[1],
          l1DataGas: bounds[2],
          ...deployment,
        });
        expect(itemsOfData(data, chainId)).toEqual([
          { hash: { format: 'pedersen', value: expected.toString(16).padStart(64, '0') } },
        ]);
      },
    ),
    { numRuns: runs },
  );
});

it('the address is that of the judge, for keys with few digits too', () => {
  for (const [account, classHash] of Object.entries(deployable)) {
    for (const x of [0x123n, 2n ** 247n + 5n]) {
      const expected = judgedAddress({ classHash, salt: x, calldata: [0n, x, 1n] });
      expect(BigInt(deploymentOf(account as Deployable, { x }).address)).toBe(expected);
    }
  }
});
