import { describe, expect, it } from 'vitest';
import { encodeTransfer, type NodeFacts, now, openNodes } from '../test/scripted-nodes.ts';
import { signedTransfer } from '../test/signed-transfer.ts';

const usual = ['/wallet/getaccount', '/wallet/getaccount', '/wallet/getaccountresource'];
const blocks = ['/wallet/getblock', '/walletsolidity/getblock'];

describe('encode of a transfer', () => {
  it('takes one round trip', async () => {
    let time = now;
    const nodes: NodeFacts[] = [{}];
    const scripted = openNodes(nodes, { now: () => time });
    const encode = async () => {
      nodes[0] = { latestAt: time };
      const { roundTrips, status } = await encodeTransfer(scripted);
      expect([roundTrips, status.errors]).toEqual([1, []]);
      return scripted.sent.splice(0).map(({ path }) => path);
    };
    const sorted = (...paths: readonly string[]) => paths.toSorted();
    // Cold: what the chain charges, and for the guard which network it is and when its latest block was made, in the same round.
    const guard = '/wallet/getblock';
    expect((await encode()).toSorted()).toEqual(
      sorted(...usual, ...blocks, guard, guard, '/wallet/getchainparameters'),
    );
    time += 30_000;
    expect((await encode()).toSorted()).toEqual(sorted(...usual, ...blocks));
    // An hour later what the chain charges is asked again.
    time += 3_600_000;
    expect((await encode()).toSorted()).toEqual(sorted(...usual, ...blocks, guard, '/wallet/getchainparameters'));
  });
});

describe('broadcast', () => {
  it('takes one round trip after encode, to any number of nodes', async () => {
    const scripted = openNodes([{}, {}, {}]);
    await encodeTransfer(scripted);
    const { plan, signed } = signedTransfer();
    const { adapter } = scripted.chain;
    const operation = adapter.upstream.operation();
    expect(await adapter.submit(signed, plan, operation)).toBe(signed.hash);
    expect(operation.trace.roundTrips).toBe(1);
    expect(scripted.sends()).toHaveLength(3);
  });
});
