import { mediumAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { canonicalAddress } from '../../address/address.ts';
import { readContent } from '../../jettons/content.ts';
import type { Address } from '../../ton-core.ts';
import { rawAddress } from '../fields.ts';
import { type Form, form, type Query } from '../query.ts';
import { notFound } from '../refusals.ts';
import { cellAt, getMethod, hasRun, type MethodAnswer, noContract } from './get-method.ts';
import { type SeenJetton, toFacts, tonapiInfo, v3Content, v3Facts, v3Metadata } from './jetton-facts.ts';

/** A jetton, or why there is none. */
export type DescribedJetton = SeenJetton | { readonly missing: string };

/** What is known of a jetton by the address of its master. */
export function jettonAt(master: Address): Query<DescribedJetton> {
  return {
    forms: { 'toncenter-v3': v3Jetton(master), tonapi: tonapiJetton(master), 'toncenter-v2': v2Jetton(master) },
  };
}

const unlisted = { missing: 'there is no jetton master at that address' };

const v3Masters = z.object({
  jetton_masters: z.array(z.object({ address: rawAddress, jetton_content: v3Content.nullish() })),
  metadata: v3Metadata,
});

function v3Jetton(master: Address): Form<DescribedJetton> {
  const request = {
    path: '/jetton/masters',
    query: { address: canonicalAddress(master), limit: 1 },
    maxBytes: mediumAnswer,
    schema: v3Masters,
  };
  return form(request, ({ value: { jetton_masters: rows, metadata } }) => {
    const [row] = rows;
    if (row === undefined) return unlisted;
    if (row.address !== master.toRawString()) throw new RejectedAnswer('it answers about another jetton');
    return v3Facts(row.jetton_content, metadata.get(row.address));
  });
}

function tonapiJetton(master: Address): Form<DescribedJetton> {
  const request = {
    path: `/jettons/${canonicalAddress(master)}`,
    route: '/jettons/{jetton}',
    maxBytes: mediumAnswer,
    schema: tonapiInfo,
    refusals: notFound,
  };
  return form(request, (answer) => {
    if (!answer.ok) return unlisted;
    const { address, ...seen } = answer.value;
    if (address !== master.toRawString()) throw new RejectedAnswer('it answers about another jetton');
    return seen;
  });
}

/** v2 runs the contract, and knows nothing of documents elsewhere. */
function v2Jetton(master: Address): Form<DescribedJetton> {
  const asked = getMethod(master, 'get_jetton_data', []).forms['toncenter-v2'] as Form<MethodAnswer>;
  return { requests: asked.requests, read: (answers) => described(asked.read(answers)) };
}

/** get_jetton_data (TEP-74): total supply, whether it can be minted, admin, content, code of the wallets. */
function described(answer: MethodAnswer): DescribedJetton {
  if (answer.exitCode === noContract) return unlisted;
  if (!hasRun(answer)) return { missing: 'the contract at that address is no jetton master' };
  const content = readContent(cellAt(answer, 3)) ?? {};
  return { facts: toFacts({ ...content, isWhole: content.uri === undefined }), isScam: false };
}
