import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeNode } from '../fake-node.ts';
import { type Answer, open, type Serve, type Subject } from '../harness.ts';
import { chainPaths } from './chains.ts';

const stoppedChains = ['holesky', 'moonbeam', 'moonriver', 'moonbase'];
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const bob = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';
const transfer = { mode: 'transfer', senderAddress: alice, recipientAddress: bob, amount: '1000000000000' };
/** Broadcast is given something that would be sent on a chain that runs. */
const bodies: Readonly<Record<string, object>> = {
  encode: { transaction: { data: transfer } },
  validate: { transaction: { data: transfer } },
  broadcast: { transaction: { data: transfer, encoded: [{}], signature: '00' } },
  address: { pubkey: '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75' },
};

interface Listed {
  readonly id: string;
  readonly stopped?: { readonly since: string; readonly reason: string };
  readonly supportedFeatures: object;
}

export function stoppedCases(serve: Serve): void {
  const node = createFakeNode({ eth_chainId: '0x504' });
  let subject: Subject;
  let revived: Subject;
  beforeAll(async () => {
    subject = await open(serve, { fetch: node.fetch });
    const chains = { moonbeam: { endpoints: ['https://own-node.test'] } };
    revived = await open(serve, { fetch: node.fetch, settings: { chains } });
  });
  afterAll(async () => {
    await subject.close();
    await revived.close();
  });

  const first = ({ body }: Answer) => body.status?.errors[0];

  it.each(chainPaths)('%s answers 410 on moonbeam, and asks nobody', async (template, _, method) => {
    const path = template.replace('{chainId}', 'moonbeam');
    const name = Object.keys(bodies).find((part) => path.includes(`/${part}`)) ?? '';
    const before = node.sent.length;
    for (const body of method === 'POST' ? [bodies[name], {}] : [undefined]) {
      const answer = await subject.send(method, path, body);
      expect([answer.status, first(answer)?.code]).toEqual([410, 'chain.stopped']);
      expect(first(answer)?.message).toMatch(/^Moonbeam has been stopped since 2026-08-10: .*GLMR to Base/);
      expect(first(answer)?.context).toMatchObject({ chain: 'Moonbeam', since: '2026-08-10' });
    }
    expect(node.sent.length - before).toBe(0);
  });

  it.each(stoppedChains)('%s answers 410 to questions that a frozen node would answer', async (id) => {
    const before = node.sent.length;
    const answers = [
      await subject.send('GET', `/api/${id}/account/${alice}/state`),
      await subject.send('POST', `/api/${id}/transaction/encode`, { transaction: { data: transfer } }),
    ];
    expect(answers.map((answer) => [answer.status, first(answer)?.code])).toEqual([
      [410, 'chain.stopped'],
      [410, 'chain.stopped'],
    ]);
    expect(node.sent.length - before).toBe(0);
  });

  it('answers 410 to one account, and with the reason in a list of accounts, which goes on', async () => {
    const account = { chainId: 'moonriver', accountId: alice, include: ['native'] };
    const one = await subject.send('POST', '/api/account/state', account);
    expect([one.status, first(one)?.code]).toEqual([410, 'chain.stopped']);
    const accounts = [account, { ...account, chainId: 'cosmoshub' }];
    const { status, body } = await subject.send('POST', '/api/account/state', { accounts });
    expect(status).toBe(200);
    expect(body.accounts).toMatchObject([
      { chainId: 'moonriver', accountId: alice, status: { errors: [{ code: 'chain.stopped' }] } },
      { chainId: 'cosmoshub', balances: {} },
    ]);
  });

  it('lists the chains that have stopped, with the date and the reason, and nothing that works', async () => {
    const { body } = await subject.send('GET', '/api/chains');
    const listed = Object.values(body.chains as Record<string, Listed>).filter(({ stopped }) => stopped !== undefined);
    expect(listed.map(({ id }) => id)).toEqual(stoppedChains);
    for (const { id, stopped, supportedFeatures } of listed) {
      expect(stopped?.since, id).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(stopped?.reason.length, id).toBeGreaterThan(20);
      expect(JSON.stringify(supportedFeatures), id).not.toContain('true');
      const detail = await subject.send('GET', `/api/chains/${id}`);
      expect([detail.status, (detail.body.chain as Listed).stopped]).toEqual([200, stopped]);
    }
  });

  it('counts them neither as failing nor as live', async () => {
    const { status, body } = await subject.send('GET', '/ready');
    expect(status).toBe(200);
    expect(Object.keys(body.chains as object)).not.toEqual(expect.arrayContaining(['moonbeam']));
    expect(Object.keys(body.chains as object)).not.toEqual(expect.arrayContaining(['moonriver']));
  });

  it('repeats no secret that stands in the path, and warns of it', async () => {
    const secret = 'test test test test test test test test test test test junk';
    const answer = await subject.send('GET', `/api/moonbeam/account/${encodeURIComponent(secret)}/state`);
    expect(answer.status).toBe(410);
    expect(answer.body.status?.errors.map(({ code }) => code)).toEqual(['chain.stopped', 'secret.exposed']);
    expect(answer.text).not.toContain('test test');
  });

  it('serves one to which an operator gave endpoints, and warns on encode', async () => {
    const before = node.sent.length;
    const detail = await revived.send('GET', '/api/chains/moonbeam');
    expect(detail.body.chain).toMatchObject({
      stopped: { since: '2026-08-10' },
      supportedFeatures: { write: { transaction: { type: { transfer: true } } } },
    });
    const state = await revived.send('GET', `/api/moonbeam/account/${alice}/state?include=native`);
    expect(state.body.balances).toMatchObject({ native: { available: '1000000000000000000' } });
    const { status, body } = await revived.send('POST', '/api/moonbeam/transaction/encode', bodies.encode);
    expect([status, body.status?.errors]).toEqual([200, []]);
    // EIP-1559, and the chain id 1284 in RLP.
    const [item] = (body.transaction as { encoded: { raw: { value: string } }[] }).encoded;
    expect(item?.raw.value).toMatch(/^0x02[0-9a-f]{2,6}820504/);
    expect(body.status?.warnings).toContainEqual({
      code: 'chain.ended',
      message: expect.stringMatching(/^The public network of Moonbeam has been stopped since 2026-08-10/),
      context: { chain: 'Moonbeam', since: '2026-08-10', reason: expect.stringContaining('GLMR') },
    });
    expect(new Set(node.sent.slice(before).map(({ url }) => url))).toEqual(new Set(['https://own-node.test/']));
    const ready = await revived.send('GET', '/ready');
    expect(ready.body.chains).toMatchObject({ moonbeam: { endpoints: 1, healthy: 1, live: true } });
    // Those beside it stay as they were.
    expect((await revived.send('GET', `/api/moonriver/account/${alice}/state`)).status).toBe(410);
  });
}
