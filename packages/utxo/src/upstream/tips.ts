import { type Problem, problem, RefusedError, UpstreamError } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { UtxoContext } from '../context.ts';
import type { Backend, Head } from './backend.ts';
import { silent } from './silent.ts';
import { type Source, sourcesOf } from './sources.ts';

// Nodes with different rules have the same block 0, but different blocks after one that only some of them take. Only the difference can be seen here,
// and not which of them is right.

/** How many endpoints are compared. */
const maxCompared = 3;
/** How long to wait for the others after the first answer, and how long for the first, in milliseconds. */
const graceMs = 1_000;
const patienceMs = 4_000;
/** How long a result holds before something is encoded, and before something is sent, in milliseconds. */
const encodeMs = 10_000;
const sendMs = 600_000;
/** If two chains had the same block so many blocks ago, it is an ordinary fork, which usually ends with the next block. */
const ordinaryFork = 6;

/** Compares the chains of upstreams. */
export interface Tips {
  /**
   * Compares the latest blocks of several endpoints, beside other requests. If their heights differ, the blocks at the lower height are compared;
   * one endpoint may have to be asked once more for that.
   *
   * @returns `chain.divided` if they are on two chains, `chain.unsettled` if they differ about the newest blocks alone.
   */
  compare(operation: Operation): Promise<Problem | undefined>;
  /**
   * To be called before a transaction is sent. It uses the last comparison, and starts another one.
   *
   * @throws RefusedError `chain.divided`
   */
  requireOneChain(operation: Operation): void;
}

/** @returns undefined if nothing is compared: the chain does not need it, or a single endpoint is configured. */
export function createTips(context: UtxoContext, backends: readonly Backend[]): Tips | undefined {
  const { now, chain } = context;
  const sources = chain.comparesTips === true ? sourcesOf(context, backends) : [];
  if (sources.length < 2) return undefined;
  let last: { readonly at: number; readonly found: Problem | undefined } | undefined;

  async function look(operation: Operation): Promise<Problem | undefined> {
    const aside = new Set(operation.status().flatMap(({ name, healthy }) => (healthy ? [] : name)));
    const heads = await headsOf(sources.filter(({ name }) => !aside.has(name)).slice(0, maxCompared), operation);
    if (heads.length < 2) return undefined;
    const height = Math.min(...heads.map(({ head }) => head.height));
    if (await isSame(heads, height, operation)) return undefined;
    const identity = { chain: context.identity.name, height };
    const isFork = await isSame(heads, Math.max(0, height - ordinaryFork), operation);
    return problem(isFork ? 'chain.unsettled' : 'chain.divided', identity);
  }

  return {
    async compare(operation) {
      const at = now();
      if (last === undefined || Math.abs(at - last.at) >= encodeMs) last = { at, found: await look(operation) };
      return last.found;
    },
    requireOneChain(operation) {
      const known = last !== undefined && Math.abs(now() - last.at) < sendMs ? last.found : undefined;
      operation.background(silent(this.compare(operation)));
      if (known?.code === 'chain.divided') throw new RefusedError([known]);
    },
  };
}

interface Seen {
  readonly source: Source;
  readonly head: Head;
}

/** Those that answer in time. */
async function headsOf(sources: readonly Source[], operation: Operation): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  if (sources.length < 2) return seen;
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((end, fail) => {
    timer = setTimeout(end, patienceMs);
    const answers = sources.map(async (source) => {
      try {
        const head = await source.backend.head({ endpoint: source.name, maxAttempts: 1 }, operation);
        if (seen.push({ source, head }) > 1) return;
        clearTimeout(timer);
        timer = setTimeout(end, graceMs);
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
      }
    });
    Promise.all(answers).then(() => end(), fail);
  }).finally(() => clearTimeout(timer));
  return [...seen];
}

/** Whether all endpoints that tell have the same block at a height. */
async function isSame(heads: readonly Seen[], height: number, operation: Operation): Promise<boolean> {
  const hashes = await Promise.all(
    heads.map(async ({ source: { backend, name }, head }) => {
      const known = head.hashes.get(height);
      return known ?? silent(backend.blockHash(height, { endpoint: name, maxAttempts: 1 }, operation));
    }),
  );
  return new Set(hashes.filter((hash) => hash !== undefined)).size < 2;
}
