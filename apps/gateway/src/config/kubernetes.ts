/**
 * Variables that Kubernetes adds to every pod for a Service, under its name: one that is called isochain begins all of them with ISOCHAIN_.
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const forms: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/_SERVICE_HOST$/, /^[\da-f.:]+$/i],
  [/_SERVICE_PORT(?:_\w+)?$/, /^\d+$/],
  [/_PORT(?:_\d+_(?:TCP|UDP|SCTP))?$/, /^(?:tcp|udp|sctp):\/\/\S+$/],
  [/_PORT_\d+_(?:TCP|UDP|SCTP)_PROTO$/, /^(?:tcp|udp|sctp)$/],
  [/_PORT_\d+_(?:TCP|UDP|SCTP)_PORT$/, /^\d+$/],
  [/_PORT_\d+_(?:TCP|UDP|SCTP)_ADDR$/, /^[\da-f.:]+$/i],
];

/** Whether a variable is of this kind, by name and value: nobody meant it as a setting. */
export function isOfKubernetes(name: string, value: unknown): boolean {
  return typeof value === 'string' && forms.some(([ofName, ofValue]) => ofName.test(name) && ofValue.test(value));
}
