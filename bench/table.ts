import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Cost } from './measure.ts'
import { kept, type Result } from './result.ts'

/** `npm run bench:table`: makes the tables of docs/performance.md from the results that are kept. */
const page = fileURLToPath(new URL('../docs/performance.md', import.meta.url))
const [begin, end] = ['<!-- made by npm run bench:table -->', '<!-- end -->']
function section({ kind, machine, schools, loadAfter, found }: Result<Cost[]>) {
  const load = [machine.loadBefore[0]!, loadAfter[0]!].map((one) => one.toFixed(1)).join(' to ')
  return [
    `## ${kind}`,
    '',
    `Commit ${machine.commit}, ${machine.at.slice(0, 16).replace('T', ' ')} UTC, ${schools} school(s) of 1,000 students.`,
    `${machine.cores} cores (${machine.processor}), ${machine.memoryGb} GB, Node ${machine.node}, PostgreSQL ${machine.postgres}; load ${load}.`,
    '',
    '| job | statements + after | round trips | bytes | CPU µs Node + PostgreSQL | of a bare answer | hellos | 1 client p50 / p99 ms | 32 clients p50 / p99 ms |',
    '|---|---|---|---|---|---|---|---|---|',
    ...found.map(row),
    '',
  ].join('\n')
}

const row = (cost: Cost) =>
  `| ${[
    cost.job,
    `${round(cost.statements)} + ${round(cost.statementsAfter)}`,
    round(cost.roundTrips),
    cost.bytes.toLocaleString('en'),
    `${cost.nodeCpu} + ${cost.postgresCpu ?? '?'}`,
    cost.helloCpu,
    cost.hellos,
    `${cost.one.p50} / ${cost.one.p99}`,
    `${cost.many.p50} / ${cost.many.p99}`,
  ].join(' | ')} |`

const round = (number: number) => Math.round(number * 10) / 10

const text = readFileSync(page, 'utf8')
const made = kept().map(section).join('\n')
writeFileSync(page, `${text.slice(0, text.indexOf(begin) + begin.length)}\n\n${made}\n${text.slice(text.indexOf(end))}`)
