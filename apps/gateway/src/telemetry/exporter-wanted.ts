/** The variables that say that traces are wanted. */
export function isExporterWanted(variables: Readonly<Record<string, string | undefined>>): boolean {
  const {
    OTEL_SDK_DISABLED: disabled,
    OTEL_EXPORTER_OTLP_ENDPOINT: all,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own,
  } = variables;
  return disabled !== 'true' && [all, own].some((endpoint) => endpoint !== undefined && endpoint !== '');
}
