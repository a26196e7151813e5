import { getAddress, isAddress } from 'viem/utils';

/** An address with its EIP-55 checksum. */
export type Address = `0x${string}`;

// The sources are edited by hand, so every value is checked when it is read. A refusal names the value.

/** @throws Unless `value` is one of `allowed`. */
export function oneOf<const T extends string>(value: string, allowed: readonly T[], where: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`${where} is "${value}"; it has to be one of ${allowed.join(', ')}.`);
  return found;
}

/** @throws Unless `value` is an address with the right EIP-55 checksum. */
export function checksummed(value: string, where: string): Address {
  if (!isAddress(value, { strict: false }) || getAddress(value) !== value) {
    throw new Error(`${where} is "${value}": no address, or its EIP-55 checksum is wrong.`);
  }
  return value;
}

/** @throws Unless `value` is a bare https URL: without credentials, query and trailing slash. */
export function httpsUrl(value: string, where: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const bare = url?.protocol === 'https:' && !url.username && !url.search && !url.hash && !value.endsWith('/');
  if (!bare) throw new Error(`${where} is "${value}"; it has to be an https URL without query and trailing slash.`);
  return value;
}

/** @throws Unless `value` is a whole amount of wei in decimal. */
export function wei(value: string, where: string): string {
  if (!/^(0|[1-9][0-9]*)$/.test(value)) throw new Error(`${where} is "${value}"; it has to be wei, in decimal.`);
  return value;
}

/** @throws When a value stands more than once. */
export function unique(values: readonly string[], where: string): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new Error(`${where} has "${twice}" more than once.`);
}
