import { AggregatorRegistry, type Registry } from 'prom-client'

/** Lets the first process of several ask for the figures of this one. */
export function shareFigures(register: Registry) {
  AggregatorRegistry.setRegistries([register])
  // Made for what it listens to.
  return new AggregatorRegistry()
}

/** Gathers the figures of the serving processes and adds those of the installation; without the former while one starts. */
export function gatheredFigures(ofInstallation: () => Promise<string>) {
  const register = new AggregatorRegistry()
  return async () => {
    const [ofAll, own] = await Promise.all([register.clusterMetrics().catch(() => ''), ofInstallation()])
    return `${ofAll}\n${own}`
  }
}
