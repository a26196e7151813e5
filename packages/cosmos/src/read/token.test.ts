import { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import answers from '../../fixtures/lcd/answers.json' with { type: 'json' };
import { down, notFound, notImplemented, type Routes, refusal, scriptedRest } from '../../test/scripted-rest.ts';

const bank = '/cosmos/bank/v1beta1';
const metadataPath = (denom: string) => `${bank}/denoms_metadata_by_query_string?denom=${denom}`;
const supplyPath = (denom: string) => `${bank}/supply/by_denom?denom=${denom}`;
const supply = (denom: string, amount: string) => ({ amount: { denom, amount } });

const read = async (id: string, routes: Routes, chainId: 'cosmoshub' | 'juno' = 'cosmoshub') => {
  const node = scriptedRest(chainId, { node: routes });
  return { token: await node.chain.token(id, node.traced), node };
};

describe('a token', () => {
  it('on the bundled list needs no request', async () => {
    // chain-registry cosmoshub/assetlist.json
    const id = 'ibc/14F9BC3E44B8A9C1BE1FB08980FAB87034C9905EF17CF2F5008FC085218811CC';
    const { token, node } = await read(id.toLowerCase(), {});
    expect(token).toEqual({ type: 'IBC', id, name: 'Osmosis', ticker: 'OSMO', decimals: '6' });
    expect(node.requests).toEqual([]);
  });

  it('has what the chain says of it, in one round trip', async () => {
    const id = 'factory/cosmos1x/demo';
    const metadata = { base: id, display: 'demo', name: 'Demo', symbol: 'DEMO' };
    const { token, node } = await read(id, {
      [metadataPath(id)]: { metadata: { ...metadata, denom_units: [{ denom: 'demo', exponent: 9 }] } },
      [supplyPath(id)]: supply(id, '5'),
    });
    expect(token).toEqual({ type: 'FACTORY', id, name: 'Demo', ticker: 'DEMO', decimals: '9' });
    expect(node.requests.length).toBe(2);
    await node.chain.token(id, node.traced);
    expect(node.roundTrips()).toBe(1);
  });

  it('of IBC has its recorded trace, and no decimals', async () => {
    const id = 'ibc/0025F8A87464A471E66B234C4F93AEC5B4DA3D42D7986451A059273426290DD5';
    const transfer = '/ibc/apps/transfer/v1';
    const routes = {
      [`${transfer}/denoms/${id.slice(4)}`]: notImplemented,
      [`${transfer}/denom_traces/${id.slice(4)}`]: answers.ibc[id],
      [supplyPath(id)]: supply(id, '5'),
    };
    const { token } = await read(id, routes, 'juno');
    expect(token).toEqual({ type: 'IBC', id, name: 'untrn (transfer/channel-569)', ticker: 'untrn', decimals: '0' });
  });

  it('exists if an account has some of it, even without a description', async () => {
    const { token } = await read('uthing', {
      [metadataPath('uthing')]: notFound,
      [supplyPath('uthing')]: supply('uthing', '5'),
    });
    expect(token).toEqual({ type: 'IBC', id: 'uthing', name: 'uthing', ticker: 'uthing', decimals: '0' });
  });

  it('does not exist without holders and without a description', async () => {
    const routes = { [metadataPath('uthing')]: notFound, [supplyPath('uthing')]: supply('uthing', '0') };
    await expect(read('uthing', routes)).rejects.toMatchObject({ code: 'token.notFound' });
    // Nodes before cosmos-sdk 0.46 take `by_denom` for a denomination.
    const older = { ...routes, [supplyPath('uthing')]: supply('by_denom', '0') };
    await expect(read('uthing', older)).rejects.toMatchObject({ code: 'token.notFound' });
  });

  it.each([
    ['nothing', { [supplyPath('uthing')]: down }],
    [
      'the metadata of another',
      { [metadataPath('uthing')]: { metadata: { base: 'uatom', name: 'Atom', symbol: 'ATOM' } } },
    ],
  ])('comes from the next node if one answers %s', async (_, lie) => {
    const honest = { [metadataPath('uthing')]: notFound, [supplyPath('uthing')]: supply('uthing', '5') };
    const { chain } = scriptedRest('cosmoshub', { liar: { ...honest, ...lie }, good: honest });
    expect(await chain.token('uthing')).toMatchObject({ name: 'uthing' });
    const alone = scriptedRest('cosmoshub', { liar: { ...honest, ...lie } });
    await expect(alone.chain.token('uthing')).rejects.toThrow(UpstreamError);
  });

  it('is not the native coin', async () => {
    await expect(read('uatom', {})).rejects.toMatchObject({ code: 'token.isNative' });
  });
});

describe('a token of CW20', () => {
  // chain-registry juno: a contract that is not on the bundled list of this test, as it has another name there.
  const id = 'juno1nc5tatafv6eyq7llkr2gv50ff9e22mnf70qgjlv737ktmt4eswrq68ev2p';
  const path = `/cosmwasm/wasm/v1/contract/${id}/smart/${btoa('{"token_info":{}}')}`;

  it('has what its contract says', async () => {
    const { token } = await read(
      `cw20:${id}`,
      { [path]: { data: { name: 'Demo\u202E', symbol: 'DEMO', decimals: 6, total_supply: '1' } } },
      'juno',
    );
    expect(token).toEqual({ type: 'CW20', id, name: 'Demo', ticker: 'DEMO', decimals: '6', contractAddress: id });
  });

  it.each([
    [
      'there is no contract',
      refusal(404, 5, 'no such contract: address x: not found'),
      'there is no contract at this address',
    ],
    [
      'it is another contract',
      refusal(500, 2, 'codespace wasm code 9: query wasm contract failed: unknown variant `token_info`'),
      'its contract is no CW20 token: it does not know the queries of CW20',
    ],
  ])('is none if %s', async (_, answer, reason) => {
    await expect(read(id, { [path]: answer }, 'juno')).rejects.toMatchObject({
      code: 'token.notFound',
      problems: [{ context: { reason } }],
    });
  });

  it.each([
    ['impossible decimals', { data: { name: 'x', symbol: 'x', decimals: 256 } }],
    ['no answer', refusal(500, 13, 'panic')],
  ])('is not believed with %s', async (_, answer) => {
    await expect(read(id, { [path]: answer }, 'juno')).rejects.toThrow(UpstreamError);
  });
});
