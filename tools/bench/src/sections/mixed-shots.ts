import type { BenchFamily } from '../families/index.ts';
import { families } from '../families/index.ts';
import type { Shot } from '../load/client.ts';
import { encodeShot, refusedShot } from './shots.ts';

type MakeShot = (family: BenchFamily, index: number) => Shot;

function post(what: string, path: string, body: string, status: number, contains: string): Shot {
  return { what, method: 'POST', path, body, status, contains };
}

function get(what: string, path: string, status: number, contains: string): Shot {
  return { what, method: 'GET', path, status, contains };
}

const encodePath = ({ chainId }: BenchFamily) => `/api/${chainId}/transaction/encode`;

/** Twenty requests as clients may make them. Four are broken and must be refused, each for its reason. */
export const round: readonly MakeShot[] = [
  ...Array.from({ length: 8 }, () => encodeShot),
  ...Array.from(
    { length: 3 },
    (): MakeShot => (family, index) => {
      const path = `/api/chains/${family.chainId}/account/${family.account(index)}/state`;
      return get('state', path, 200, '"available"');
    },
  ),
  ...Array.from(
    { length: 2 },
    (): MakeShot => (family) => {
      const body = JSON.stringify({ pubkey: family.publicKey });
      return post('address/encode', `/api/${family.chainId}/address/encode`, body, 200, '"address":"');
    },
  ),
  ...Array.from(
    { length: 2 },
    (): MakeShot => (family, index) => {
      const body = JSON.stringify({ transaction: { data: family.transfer(index) } });
      return post('validate', `/api/${family.chainId}/transaction/validate`, body, 200, '"errors":[]');
    },
  ),
  (family) => get('a chain', `/api/chains/${family.chainId}`, 200, `"id":"${family.chainId}"`),
  refusedShot,
  (family) => post('a body that is cut off', encodePath(family), '{"transaction":', 400, 'request.malformed'),
  () => get('a chain that does not exist', '/api/chains/atlantis', 404, 'chain.unknown'),
  (family, index) => ({
    ...encodeShot(family, index),
    what: 'a wrong key',
    headers: { authorization: 'not-the-key', 'content-type': 'application/json' },
    status: 401,
    contains: 'key.wrong',
  }),
];

/** The families in turns, each with all kinds of requests. */
export function mixedShot(index: number): Shot {
  const turn = Math.floor(index / families.length);
  const [family, make] = [families[index % families.length], round[turn % round.length]];
  if (family === undefined || make === undefined) throw new RangeError('There is nothing to mix.');
  return make(family, index);
}
