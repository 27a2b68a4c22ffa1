import { AggregatorRegistry, type Registry } from 'prom-client'

/** Lets the first of several processes read the metrics of this one. */
export function shareFigures(register: Registry) {
  AggregatorRegistry.setRegistries([register])
  // The constructor itself installs the listener.
  return new AggregatorRegistry()
}

/** Collects the metrics of the serving processes and adds those of the installation. While a process starts, only the latter. */
export function gatheredFigures(ofInstallation: () => Promise<string>) {
  const register = new AggregatorRegistry()
  return async () => {
    const [ofAll, own] = await Promise.all([register.clusterMetrics().catch(() => ''), ofInstallation()])
    return `${ofAll}\n${own}`
  }
}
