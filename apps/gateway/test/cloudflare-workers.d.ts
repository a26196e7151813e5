/** What tests use of workerd's own module. */
declare module 'cloudflare:workers' {
  export const env: Readonly<Record<string, unknown>>;
  export const exports: { readonly default: { fetch(url: string, init?: RequestInit): Promise<Response> } };
}
