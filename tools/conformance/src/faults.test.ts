import { describe, expect, it } from 'vitest';
import { faultsOf } from './faults.ts';

const call = (kind: string) =>
  ({ line: 'x', kind, method: 'POST', path: '', body: '{"id":1}', redirect: 'follow' }) as const;
const forward = async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' });

describe('faults of endpoints that speak different languages', () => {
  const mixed = faultsOf({ node: 'json-rpc', index: 'rest' });
  const ofRest = faultsOf('rest').map(({ name }) => name);

  it('are those of each', () => {
    expect(mixed.map(({ name }) => name)).toEqual(faultsOf('json-rpc').map(({ name }) => name));
    expect(mixed.filter(({ partial }) => !partial).map(({ name }) => name)).toEqual(ofRest);
  });

  it('happen to those alone that speak the language', async () => {
    const fault = mixed.find(({ partial, needsBatches }) => partial && !needsBatches);
    const plain = { jsonrpc: '2.0', id: 1, result: '0x1' };
    expect(await (await fault?.intercept(call('index'), forward))?.json()).toEqual(plain);
    expect(await (await fault?.intercept(call('node'), forward))?.json()).not.toEqual(plain);
  });

  it('cannot be told where a kind is not named', () => {
    const fault = mixed.find(({ partial }) => partial);
    expect(() => fault?.intercept(call('explorer'), forward)).toThrow('what endpoints of kind explorer speak');
  });
});
