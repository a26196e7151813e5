/** Kinds of upstreams that must be configured, all of them. Of an inner list one kind is enough. */
export type Needs<Kind extends string = string> = readonly (Kind | readonly Kind[])[];
