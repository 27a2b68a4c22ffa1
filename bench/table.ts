import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Growth } from './growth.ts'
import type { Cost } from './measure.ts'
import type { Morning } from './morning.ts'
import type { Overload } from './overload.ts'
import { storedResults, type Result } from './result.ts'
import type { Steady } from './steady.ts'
import type { FirstVisit } from './web.ts'

/** `node bin/bench.mjs table`: creates the tables of bench/results/README.md from the stored results. */
const page = fileURLToPath(new URL('./results/README.md', import.meta.url))
const [begin, end] = ['<!-- made by node bin/bench.mjs table -->', '<!-- end -->']

const round = (number: number) => Math.round(number * 10) / 10

const costs = (found: Cost[]): Table => ({
  heads: [
    'job',
    'statements + after',
    'round trips',
    'bytes',
    'CPU µs Node + PostgreSQL',
    'of a bare answer',
    'hellos',
    '1 client p50 / p99 ms',
    '32 clients p50 / p99 ms',
    'memory MB',
  ],
  rows: found.map((cost) => [
    cost.job,
    `${round(cost.statements)} + ${round(cost.statementsAfter)}`,
    round(cost.roundTrips),
    cost.bytes.toLocaleString('en'),
    `${cost.nodeCpu} + ${cost.postgresCpu ?? '?'}`,
    cost.helloCpu,
    cost.hellos,
    `${cost.one.p50} / ${cost.one.p99}`,
    `${cost.many.p50} / ${cost.many.p99}`,
    cost.memory ?? '',
  ]),
})

const growth = ({ schools, jobs }: Growth): Table => ({
  heads: ['p50 in ms of one client', ...schools.map((count) => `${count} school(s)`), 'last to first'],
  rows: jobs.map(({ job, p50 }) => [job, ...p50, `${round(p50.at(-1)! / p50[0]!)} ×`]),
})

const overload = (found: Overload[]): Table => ({
  heads: ['asked', 'good answers a second', 'p99 of them, ms', 'refused a second', 'p50 of the refusals, ms'],
  rows: found.map(({ what, good, p99, refused, refusedP50 }) => [what, good, p99, refused, refusedP50 ?? '']),
})

const web = (found: FirstVisit[]): Table => ({
  heads: ['visit of', 'requests', 'scripts', 'kB', 'LCP ms', 'useful after ms', 'script ms'],
  rows: found.map(({ page, requests, scripts, bytes, lcp, useful, script }) => [
    page,
    requests,
    scripts,
    Math.round(bytes / 1000),
    lcp,
    useful,
    script,
  ]),
})

const steady = (found: Steady[]): Table => ({
  heads: ['at a steady pace', 'calls a second', 'good answers', 'refused', 'p50 ms', 'p99 ms'],
  rows: found.map(({ job, perSecond, good, refused, p50, p99 }) => [job, perSecond, good, refused, p50, p99]),
})

const morning = (found: Morning[]): Table => ({
  heads: [
    'schools',
    'calls a second',
    'reads p50 / p99 ms',
    'saves p50 / p99 ms',
    'refused',
    'cores of Node / PostgreSQL / generator',
    'idle',
    'memory MB',
  ],
  rows: found.map(({ schools, perSecond, reads, saves, refused, cores, memory }) => [
    schools,
    perSecond,
    `${reads.p50} / ${reads.p99}`,
    `${saves.p50} / ${saves.p99}`,
    Object.entries(refused)
      .map(([status, count]) => `${count} with ${status}`)
      .join(', ') || 'none',
    `${cores.node} / ${cores.postgres} / ${cores.generator}`,
    cores.idle,
    memory,
  ]),
})

type Table = { heads: string[]; rows: (string | number)[][] }

/** The format of a result, by the kind of the run. All other kinds are costs. */
const tables: Record<string, (found: never) => Table> = { growth, morning, overload, web, steady }

function section({ kind, machine, schools, loadAfter, found }: Result<never>) {
  const load = [machine.loadBefore[0]!, loadAfter[0]!].map((one) => one.toFixed(1)).join(' to ')
  const { heads, rows } = (tables[kind] ?? (costs as (found: never) => Table))(found)
  return [
    `## ${kind}`,
    '',
    `Commit ${machine.commit}, ${machine.at.slice(0, 16).replace('T', ' ')} UTC, ${schools} school(s) of 1,000 students.`,
    `${machine.cores} cores (${machine.processor}), ${machine.memoryGb} GB, Node ${machine.node}, PostgreSQL ${machine.postgres}; load ${load}.`,
    '',
    `| ${heads.join(' | ')} |`,
    `|${heads.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n')
}

const text = readFileSync(page, 'utf8')
const made = storedResults().map(section).join('\n')
writeFileSync(page, `${text.slice(0, text.indexOf(begin) + begin.length)}\n\n${made}\n${text.slice(text.indexOf(end))}`)
