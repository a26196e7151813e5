import { RejectedAnswer, type RpcOutcome } from '@isochain/core/upstream';

/** Major and minor. Within them, answers only gain fields. */
type Version = readonly [major: number, minor: number];

/** The versions of the interface that this code was tested with: starknet-specs, tags v0.9.0 to v0.10.4. */
const oldest: Version = [0, 9];
const newest: Version = [0, 10];
const tested = '0.9 and 0.10';

/** Decides which versions of the interface are taken. Each opened chain has one. */
interface Versions {
  /**
   * @param outcome - The answer to `starknet_specVersion`.
   * @param block - The latest block, if the same batch asked for it.
   * @throws RejectedAnswer if the version is too old, is none, or was not proven.
   */
  accept(outcome: RpcOutcome | undefined, block: RpcOutcome | undefined): void;
}

/**
 * A newer version is taken once a node that speaks it has told a block with everything that we need: number, time, and the prices of all three kinds of gas. All
 * other answers are read by schemas too, and a node refuses a form of a request that it does not know any more.
 *
 * @param hasBlocks - False if the operator wants no blocks to be looked at. Then nothing proves a newer version, and it is taken without.
 */
export function createVersions(hasBlocks: boolean): Versions {
  const proven = new Set<string>();
  return {
    accept(outcome, block) {
      const version = versionOf(outcome);
      if (version === undefined || isBefore(version, oldest)) {
        throw new RejectedAnswer(`it speaks an older version of the interface than ${tested}, or tells none`);
      }
      const name = version.join('.');
      if (block?.ok === true) proven.add(name);
      if (hasBlocks && isBefore(newest, version) && !proven.has(name)) {
        throw new RejectedAnswer(
          `it speaks version ${name} of the interface, and has not proven that it tells what we need`,
        );
      }
    },
  };
}

/** What operators should know of a node with this version. Undefined if it was tested. */
export function remarkOn(outcome: RpcOutcome | undefined): string | undefined {
  const version = versionOf(outcome);
  if (version === undefined || !isBefore(newest, version)) return undefined;
  return `it speaks version ${version.join('.')} of the interface, and this release was tested with ${tested}: look for a newer release`;
}

function versionOf(outcome: RpcOutcome | undefined): Version | undefined {
  const found = outcome?.ok === true ? /^(\d{1,3})\.(\d{1,3})\.\d/.exec(String(outcome.value)) : null;
  return found === null ? undefined : [Number(found[1]), Number(found[2])];
}

function isBefore([major, minor]: Version, [otherMajor, otherMinor]: Version): boolean {
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}
