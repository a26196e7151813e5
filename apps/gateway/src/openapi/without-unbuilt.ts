interface Operation {
  readonly responses?: Readonly<Record<string, unknown>>;
}

/** Takes 501 off every path of the document: a gateway with all families never answers it. */
export function withoutUnbuilt<Paths extends object>(paths: Paths | undefined): Paths {
  const entries = Object.entries<Readonly<Record<string, Operation>>>({ ...paths });
  return Object.fromEntries(
    entries.map(([path, item]) => {
      const operations = Object.entries(item).map(([method, operation]) => {
        const { 501: _, ...responses } = operation.responses ?? {};
        return [method, { ...operation, responses }] as const;
      });
      return [path, Object.fromEntries(operations)];
    }),
  ) as Paths;
}
