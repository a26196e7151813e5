import { parseAmount } from '@isochain/core';
import { bytesOf, type CosmosChainId, type CosmosMode, type CosmosPlan } from '../src/bytes/index.ts';

/** Completed data, as core hands it to the planner of its mode. */
export function complete(chainId: CosmosChainId, data: Readonly<Record<string, unknown>>): { plan: () => CosmosPlan } {
  const { identifiers, plan } = bytesOf(chainId);
  const readers = {
    senderAddress: identifiers.sender,
    recipientAddress: identifiers.recipient,
    senderPubKey: identifiers.publicKey,
    tokenId: identifiers.token,
    validatorAddress: identifiers.validator,
    sourceValidatorAddress: identifiers.validator,
    targetValidatorAddress: identifiers.validator,
  };
  const parsed = Object.entries(readers).flatMap(([field, read]) => {
    const text = data[field];
    if (typeof text !== 'string' || text === '') return [];
    const identified = read(text);
    if (!identified.ok) throw new Error(`${field}: ${identified.reason}`);
    return [[field, identified.value]];
  });
  const numberOf = (name: string) => (data[name] === undefined ? undefined : parseAmount(String(data[name])));
  const { mode, params } = data;
  const checked = {
    ...{ mode, data, params, parsed: Object.fromEntries(parsed) },
    ...{ amount: numberOf('amount'), fees: numberOf('fees'), gas: numberOf('gas'), nonce: numberOf('nonce') },
  };
  const read = plan[mode as CosmosMode] as (checked: unknown) => CosmosPlan;
  return { plan: () => read(checked) };
}
