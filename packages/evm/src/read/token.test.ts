import { describe, expect, it } from 'vitest';
import { type Contract, connectTo, Fault, type NodeScript, token, word } from '../../test/scripted-node.ts';
import type { EvmChainId } from '../chains.ts';

const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const at = (contract: Contract): NodeScript => ({ contracts: { [gold.toLowerCase()]: contract } });

/** ERC-165: interface ids of ERC-721 and ERC-1155 stand in those standards. */
const supporting =
  (interfaceId: string, rest: Contract): Contract =>
  (data, from) =>
    data.startsWith('0x01ffc9a7') ? word(data.slice(10, 18) === interfaceId ? 1n : 0n) : rest(data, from);

async function read(script: NodeScript, id = gold, chainId: EvmChainId = 'ethereum') {
  const { chain, onTrace, roundTrips } = connectTo(chainId, script);
  const found = await chain.token(id, { onTrace }).catch((error) => error);
  return { found, roundTrips: roundTrips() };
}

describe('token', () => {
  it('is read from the contract, in one round trip', async () => {
    const { found, roundTrips } = await read(
      at(token({ symbol: 'AU', name: 'Gold', decimals: 9 })),
      gold.toLowerCase(),
    );
    expect(found).toEqual({
      type: 'ERC20',
      id: gold,
      name: 'Gold',
      ticker: 'AU',
      decimals: '9',
      contractAddress: gold,
    });
    expect(roundTrips).toBe(1);
  });

  it.each<[string, EvmChainId, NodeScript, number]>([
    ['is known to be missing', 'injective-evm-testnet', {}, 1],
    ['is missing at its address', 'ethereum', { multicall: false }, 2],
  ])('is read call by call where Multicall3 %s', async (_, chainId, script, trips) => {
    const { found, roundTrips } = await read({ ...script, ...at(token()) }, gold, chainId);
    expect(found).toMatchObject({ ticker: 'USDC', decimals: '6' });
    expect(roundTrips).toBe(trips);
  });

  it('may answer yes to other questions of ERC-165', async () => {
    expect((await read(at(supporting('36372b07', token())))).found).toMatchObject({ ticker: 'USDC' });
  });

  it.each<[string, NodeScript, string]>([
    ['there is no contract', {}, 'there is no contract at that address'],
    ['it is ERC-721', at(supporting('80ac58cd', token())), 'the contract is a collection of non-fungible tokens'],
    ['it is ERC-1155', at(supporting('d9b67a26', token())), 'the contract is a collection of non-fungible tokens'],
    [
      'it has no decimals',
      at(token({}, { decimals: undefined })),
      'the contract has no decimals, so it is not a fungible token',
    ],
    ['it answers nothing', at(() => '0x'), 'the contract has no decimals, so it is not a fungible token'],
    [
      'it refuses everything',
      at(() => new Fault(3, 'execution reverted')),
      'the contract has no decimals, so it is not a fungible token',
    ],
  ])('is none where %s', async (_, script, reason) => {
    const { found } = await read(script);
    expect(found).toMatchObject({
      code: 'token.notFound',
      message: `There is no token ${gold} on Ethereum: ${reason}.`,
    });
  });

  it.each<[string, string | undefined]>([
    ['reverts', undefined],
    ['answers nothing', '0x'],
    ['answers too many', word(256n)],
  ])('has the decimals that the operator lists where the contract %s', async (_, decimals) => {
    const old = { id: gold, name: 'Old Token', ticker: 'OLD', decimals: 9 };
    const { chain } = connectTo('ethereum', at(token({}, { decimals })), { tokens: [old] });
    expect(await chain.token(gold)).toMatchObject({ ticker: 'OLD', decimals: '9' });
  });

  it.each<[string, EvmChainId, string]>([
    ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'ethereum', 'token.isNative'],
    ['0x0000000000000000000000000000000000001010', 'polygon', 'token.isNative'],
    ['0x5fbDB2315678afecb367f032d93F642f64180aa3', 'ethereum', 'address.checksumMismatch'],
    ['USDC', 'ethereum', 'token.invalid'],
  ])('%s on %s is refused without asking: %s', async (id, chainId, code) => {
    const { found, roundTrips } = await read({}, id, chainId);
    expect(found.code).toBe(code);
    expect(roundTrips).toBeUndefined();
  });
});
