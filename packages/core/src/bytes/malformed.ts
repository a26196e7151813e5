/** The result of a coder; undefined where it throws, which is how the coders of `@scure/base` refuse a text. */
export function unlessMalformed<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
