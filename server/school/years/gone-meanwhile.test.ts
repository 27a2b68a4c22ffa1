import { expect, test } from 'vitest'
import { grades } from '#contract/school/grades/grades.ts'
import { months } from '#contract/school/years/months.ts'
import { years } from '#contract/school/years/years.ts'
import { withClient } from '#server/db/client.ts'
import { testApp } from '#test/harness/app.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile } = world

const call = as(manager)
const newYear = (name: string) => call(years.add, { schoolId: nile.id, name, active: false })

/** The result of a call that waits for a row while the row is deleted. */
async function whileDeleting(table: string, id: string, waits: () => Promise<unknown>) {
  await withClient(connection, async (client) => {
    await client.query('begin')
    await client.query(`delete from ${table} where id = $1`, [id])
    const refused = expect(waits()).rejects.toMatchObject(notFound)
    await expect.poll(() => sql(whoWaits)).toHaveLength(1)
    await client.query('commit')
    await refused
  })
}

test('a change that waited for a row which was taken back finds it no more', async () => {
  const grade = await call(grades.add, { schoolId: nile.id, name: 'A grade taken back' })
  await whileDeleting('grades', grade.id, () => call(grades.update, { id: grade.id, notes: 'late' }))
  const year = await newYear('A year taken back')
  await whileDeleting('school_years', year.id, () => call(years.update, { id: year.id, description: 'late' }))
  const { id: yearId } = await newYear('A year that stays')
  const month = await call(months.add, { yearId, name: 'A month taken back' })
  await whileDeleting('school_year_months', month.id, () => call(months.update, { id: month.id, name: 'Late' }))
})

test('a month is not added to a year which was taken back while it waited', async () => {
  const { id: yearId } = await newYear('A year without months')
  await whileDeleting('school_years', yearId, () => call(months.add, { yearId, name: 'Late' }))
})
