import cluster, { type Worker } from 'node:cluster'
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import { figuresOfInstallation, type InstallationSources } from './metrics.ts'

type Figures = MetricObjectWithValues<MetricValue<string>>[]
type Asked = { is: 'own figures wanted'; of: number }
type Given = { is: 'own figures'; of: number | null; figures: Figures }

/** How long (ms) a process may take to give its figures. */
const patience = 1000

/** Lets the first of several processes read the metrics of this one. */
export function shareFigures(register: Registry) {
  const give = async (of: number | null) =>
    void process.send?.({
      is: 'own figures',
      of,
      figures: (await register.getMetricsAsJSON()) as Figures,
    } satisfies Given)
  process.on('message', (message: Asked) => {
    if (message.is === 'own figures wanted') void give(message.of)
  })
  return give(null)
}

/**
 * Collects the metrics of the serving processes and adds those of the first process. A counter never goes back, because Prometheus would
 * take that for a restart and count everything again: what a process counted stays when it has ended or does not answer.
 */
export function gatheredFigures(sources: InstallationSources): () => Promise<string> {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const collect = figuresOfInstallation(register, sources)
  const latest = new Map<Worker, Figures>()
  const wanted = new Map<number, () => void>()
  let former: Figures = []
  let asked = 0

  cluster.on('message', (worker, message: Given) => {
    if (message.is !== 'own figures' || worker.isDead()) return
    latest.set(worker, message.figures)
    if (message.of !== null) wanted.get(message.of)?.()
  })
  cluster.on('exit', (worker) => {
    const last = latest.get(worker)
    if (!last) return
    latest.delete(worker)
    former = sumOf(former, last.filter(isCounted))
  })

  /** Whether the process gave its figures in time. */
  async function ask(worker: Worker) {
    const of = asked++
    const answered = new Promise<true>((resolve) => wanted.set(of, () => resolve(true)))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, patience, false)))
    if (worker.isConnected()) worker.send({ is: 'own figures wanted', of } satisfies Asked, () => {})
    const isInTime = await Promise.race([answered, late])
    clearTimeout(timer)
    wanted.delete(of)
    return isInTime
  }

  return async () => {
    // One that is still starting has given no figures yet, and is not asked.
    const answers = await Promise.all([...latest.keys()].map(async (worker) => ({ worker, inTime: await ask(worker) })))
    const silent = answers.filter(({ worker, inTime }) => !inTime && latest.has(worker)).length
    await collect({ answering: answers.filter(({ inTime }) => inTime).length, silent })
    const own = (await register.getMetricsAsJSON()) as Figures
    return aggregated([...latest.values(), own, former]).metrics()
  }
}

const isCounted = ({ type }: Figures[number]) => /counter|histogram/.test(`${type}`)

/** A process that is blocked must not disappear in the mean of those that are not. */
const worst = (figures: Figures): Figures =>
  figures.map((one) =>
    one.name.startsWith('nodejs_eventloop_lag') && one.aggregator === 'average' ? { ...one, aggregator: 'max' } : one,
  )

const aggregated = (all: Figures[]) => AggregatorRegistry.aggregate(all.map(worst))

const sumOf = (...all: Figures[]) => aggregated(all).getMetricsAsArray() as unknown as Figures
