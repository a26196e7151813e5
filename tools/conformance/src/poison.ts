/** Something that a pure function has no business with, and where it lives. */
interface Poison {
  readonly name: string;
  readonly holder: object;
  readonly property: string;
}

function poisons(): Poison[] {
  const of = (prefix: string, holder: object, properties: readonly string[]) =>
    properties.map((property) => ({ name: `${prefix}${property}`, holder, property }));
  return [
    ...of('', globalThis, ['fetch', 'XMLHttpRequest', 'WebSocket', 'setTimeout', 'setInterval', 'setImmediate']),
    ...of('Date.', Date, ['now']),
    ...of('Math.', Math, ['random']),
    ...of('performance.', performance, ['now']),
    ...of('crypto.', crypto, ['getRandomValues', 'randomUUID']),
    ...of('crypto.subtle.', crypto.subtle, ['generateKey']),
  ];
}

/**
 * Runs something while network, clock, timers and randomness are poisoned.
 *
 * @returns The result, and the names of all that was touched, even if the error of it was swallowed.
 */
export async function withPoison<T>(run: () => T | Promise<T>): Promise<{ value: T; touched: string[] }> {
  const touched: string[] = [];
  const refuse = (name: string) => (): never => {
    touched.push(name);
    throw new Error(`${name} is none of its business`);
  };
  const restore: (() => void)[] = [];
  for (const { name, holder, property } of poisons()) {
    const own = Object.getOwnPropertyDescriptor(holder, property);
    Object.defineProperty(holder, property, { value: refuse(name), configurable: true, writable: true });
    restore.push(() => (own ? Object.defineProperty(holder, property, own) : Reflect.deleteProperty(holder, property)));
  }
  const realDate = globalThis.Date;
  // A date that is given is a value like any other; the current one is not.
  globalThis.Date = new Proxy(realDate, {
    construct: (target, args, newTarget) =>
      args.length === 0 ? refuse('new Date()')() : Reflect.construct(target, args, newTarget),
    apply: refuse('Date()'),
  });
  restore.push(() => {
    globalThis.Date = realDate;
  });
  try {
    return { value: await run(), touched };
  } finally {
    for (const undo of restore.reverse()) undo();
  }
}
