import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { after, createWorld, node, status } from '../../test/scripted-upstream.ts';

const schema = z.number();
const echo = (value: number) => ({ method: 'echo', params: [value], schema });

describe('round trips', () => {
  it('count as one for any number of requests that go out together', async () => {
    const { upstream, clock } = createWorld({ 'a.test': after(10, node()) });
    const operation = upstream.operation();
    await clock.until(Promise.all([1, 2, 3, 4].map((value) => operation.rpc(echo(value)))));
    expect(operation.trace).toMatchObject({ roundTrips: 1, requests: 4 });
  });

  it('count one more for each request that waits for another', async () => {
    const { upstream, clock } = createWorld({ 'a.test': after(10, node()) });
    const operation = upstream.operation();
    expect(operation.trace.roundTrips).toBe(0);
    await clock.until(operation.rpc(echo(await clock.until(operation.rpc(echo(1))))));
    expect(operation.trace.roundTrips).toBe(2);
  });

  it('follow the longest of two strands', async () => {
    const { upstream, clock } = createWorld({
      'a.test': (sent, time) => after((sent.json as { params: [number] }).params[0], node())(sent, time),
    });
    const operation = upstream.operation();
    const slow = operation.rpc(echo(1000));
    const quick = (async () => {
      for (const ms of [10, 20, 30]) await operation.rpc(echo(ms));
    })();
    await clock.until(Promise.all([slow, quick]));
    expect(operation.trace).toMatchObject({ roundTrips: 3, requests: 4 });
  });

  it('count every retry and failover', async () => {
    const { upstream, clock } = createWorld({ 'a.test': [status(500), node()], 'b.test': [status(500)] });
    const operation = upstream.operation();
    await clock.until(operation.rpc(echo(1)));
    expect(operation.trace).toMatchObject({ roundTrips: 3, requests: 3 });
  });

  it('count a shared read of another operation', async () => {
    const { upstream, clock } = createWorld({ 'a.test': after(10, node()) });
    const [first, second] = [upstream.operation(), upstream.operation()];
    await clock.until(Promise.all([first.rpc(echo(1)), second.rpc(echo(1)).then(() => second.rpc(echo(2)))]));
    expect(second.trace).toMatchObject({ roundTrips: 2, requests: 1, coalesced: 1 });
  });
});
