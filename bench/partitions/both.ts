import type pg from 'pg'
import { type Form, layForm, seconds, sizeOf } from './forms.ts'
import { type Job, yardsticks } from './jobs.ts'
import { type Asking, table, warmRounds } from './rounds.ts'

export type Owner = <Result>(work: (client: pg.Client) => Promise<Result>) => Promise<Result>

export type Periods = {
  owner: Owner
  connection: pg.ClientConfig
  schools: number
  note: (line: string) => void
  rounds: number
  keys: number
}

/** A number of days before today, as SQL and as a day. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

export async function layBoth(
  { owner, note }: Periods,
  name: string,
  forms: readonly Form[],
  fill: (into: string) => string,
) {
  for (const [at, form] of forms.entries()) {
    const from = `insert into ${form.name}.${name} select * from ${forms[0]!.name}.${name}`
    const took = await owner((client) => seconds(() => layForm(client, name, form, at === 0 ? fill : () => from)))
    const mb = await owner((client) => sizeOf(client, `${form.name}.${name}`))
    note(`${name}, ${form.name} laid in ${took} s, ${mb} MB`)
  }
}

export async function askedOf(given: Periods, forms: readonly Form[], jobs: readonly Job[]) {
  const asking: Asking = { ...given, forms: forms.map(({ name }) => name), jobs: [...yardsticks.slice(0, 1), ...jobs] }
  const { one, many, planned } = await warmRounds(asking, given.rounds)
  table('warm, one connection', one)
  table('warm, four connections', many)
  console.log('planned at every call:', JSON.stringify(planned, null, 1))
}

export const away = (owner: Owner, forms: readonly Form[]) =>
  owner((client) => client.query(forms.map(({ name }) => `drop schema ${name} cascade`).join(';')))
