import type { BenchFamily } from '../families/index.ts';
import type { Shot } from '../load/client.ts';

/** Encodes a transfer of a new sender. The answer must hold bytes to sign. */
export function encodeShot(family: BenchFamily, index: number): Shot {
  return {
    what: `encode on ${family.chainId}`,
    method: 'POST',
    path: `/api/${family.chainId}/transaction/encode`,
    body: JSON.stringify({ transaction: { data: family.transfer(index) } }),
    status: 200,
    contains: '"status":{"errors":[]',
  };
}

/** Encodes a malformed amount. The gateway must refuse it before it asks an upstream. */
export function refusedShot(family: BenchFamily, index: number): Shot {
  const data = { ...family.transfer(index), amount: '1.5' };
  return {
    ...encodeShot(family, index),
    what: 'a wrong amount',
    body: JSON.stringify({ transaction: { data } }),
    status: 400,
    contains: 'amount.invalid',
  };
}
