/** The method of a request, as logs, metrics and traces show it: some platforms take any word for one. */
export function shownMethod(method: string): string {
  return /^[A-Z]{1,10}$/.test(method) ? method : '(other)';
}
