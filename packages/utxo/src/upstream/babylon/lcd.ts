import {
  confirmationDepth,
  type Delegation,
  head,
  headerDepth,
  type InclusionDepth,
  lightClientTip,
  missing,
  nodeInfo,
  oneDelegation,
  oneProvider,
  type Provider,
  pageOfProviders,
  paramsVersions,
  type StakingParameters,
  unknownHeader,
} from '@isochain/babylon';
import {
  type HttpGuard,
  largeAnswer,
  mediumAnswer,
  type Operation,
  RejectedAnswer,
  type RequestOptions,
} from '@isochain/core/upstream';
import type * as z from 'zod';
import type { UtxoContext } from '../../context.ts';
import { pathOf } from '../http-requests.ts';
import type { Asked } from './majority.ts';

// The REST interface of Babylon's nodes.

const root = '/babylon/btcstaking/v1';

/** Checks that a node serves the right Babylon chain. */
export function lcdGuard({ chain }: UtxoContext): HttpGuard {
  return {
    request: { path: '/cosmos/base/tendermint/v1beta1/node_info', schema: nodeInfo, maxBytes: mediumAnswer },
    accept(answer) {
      const { default_node_info: info } = (answer as { value: z.output<typeof nodeInfo> }).value;
      if (!chain.babylon?.lcdChainIds.includes(info.network)) throw new RejectedAnswer('a node of another chain');
    },
  };
}

const kind = 'babylon';

/** Babylon's own chain id, and its height. */
export async function readHead(operation: Operation): Promise<{ readonly chainId: string; readonly height: number }> {
  const request = { path: '/cosmos/base/tendermint/v1beta1/blocks/latest', schema: head, maxBytes: largeAnswer };
  return (await operation.http(request, { kind })).value;
}

/** All versions of the parameters, and the height of Babylon's Bitcoin light client, from one endpoint. */
export async function readVersions(
  asked: Asked,
  operation: Operation,
): Promise<{ readonly versions: StakingParameters[]; readonly tip: number }> {
  const [all, tip] = await operation.httpAll(
    [allVersions, { path: '/babylon/btclightclient/v1/tip', schema: lightClientTip }],
    { kind, ...asked },
  );
  return { versions: all.value, tip: tip.value };
}

/** Also reads how deep a block is for this endpoint. */
export async function readInclusion(
  blockHash: string,
  asked: Asked,
  operation: Operation,
): Promise<InclusionDepth & { readonly versions: StakingParameters[] }> {
  const [all, tip, needed, depth] = await operation.httpAll(
    [
      allVersions,
      { path: '/babylon/btclightclient/v1/tip', schema: lightClientTip },
      { path: '/babylon/btccheckpoint/v1/params', schema: confirmationDepth },
      {
        ...pathOf('/babylon/btclightclient/v1/depth/{hash}', blockHash),
        schema: headerDepth,
        refusals: unknownHeader,
      },
    ],
    { kind, ...asked },
  );
  const found = depth.ok ? depth.value : undefined;
  return { versions: all.value, tip: tip.value, confirmationDepth: needed.value, depth: found };
}

const allVersions = {
  path: `${root}/params_versions`,
  query: { 'pagination.limit': '1000' },
  schema: paramsVersions,
  maxBytes: mediumAnswer,
};

/**
 * @param key - x-only, in hex.
 * @returns undefined if there is none.
 */
export async function readProvider(key: string, operation: Operation): Promise<Provider | undefined> {
  const answer = await operation.http(
    {
      ...pathOf(`${root}/finality_providers/{key}/finality_provider`, key),
      schema: oneProvider,
      refusals: missing,
    },
    { kind },
  );
  return answer.ok ? answer.value : undefined;
}

/** How long to wait for an answer. */
type Patience = Pick<RequestOptions, 'timeoutMs'>;

/**
 * @param stakingTxid - Hex.
 * @returns undefined if the stake is not registered.
 */
export async function readDelegation(
  stakingTxid: string,
  operation: Operation,
  patience: Patience = {},
): Promise<Delegation | undefined> {
  const answer = await operation.http(
    {
      ...pathOf(`${root}/btc_delegation/{txid}`, stakingTxid),
      schema: oneDelegation,
      maxBytes: mediumAnswer,
      refusals: missing,
    },
    { kind, ...patience },
  );
  return answer.ok ? answer.value : undefined;
}

/** All versions of the parameters, from one node. Only for results that are checked against the stake itself. */
export async function readAllVersions(
  operation: Operation,
  patience: Patience = {},
): Promise<readonly StakingParameters[]> {
  return (await operation.http(allVersions, { kind, ...patience })).value;
}

/** A page of finality providers, and where the next one begins. */
export async function readProviders(
  limit: number,
  key: string | undefined,
  operation: Operation,
): Promise<{ readonly providers: readonly Provider[]; readonly next: string | undefined }> {
  const { value } = await operation.http(
    {
      path: `${root}/finality_providers`,
      query: { 'pagination.limit': String(limit), ...(key === undefined ? {} : { 'pagination.key': key }) },
      schema: pageOfProviders,
      maxBytes: mediumAnswer,
    },
    { kind },
  );
  return { providers: value.finality_providers, next: value.pagination?.next_key || undefined };
}
