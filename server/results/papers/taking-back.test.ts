import { expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { byMistake, papers } from '#contract/results/papers/papers.ts'
import { readCode } from '#contract/results/papers/paper-code.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, asVisitor, connection } = await testApp()
const { manager, supervisor, parent, otherManager, nile, delta, omar, laila, classmate } = world
const { sql } = tracesIn(connection)
const inNile = { schoolId: nile.id }

type Kind = 'enrolment' | 'clearance' | 'studentCard'
const issue = (kind: Kind, ...studentIds: string[]) => as(manager)(papers.issue, { ...inNile, kind, studentIds })
const undo = (paperId: string | null) => as(manager)(papers.undoIssue, { ...inNile, paperId: paperId! })
const list = (kind: Kind) => as(manager)(papers.list, { ...inNile, kind })
const noticesOf = async (person: { phone: string }) =>
  (await as(person)(inbox.items, {})).filter(({ kind }) => kind === 'paperIssued').length
const check = async (paperIds: string[]) => {
  const [paper] = await as(manager)(papers.print, { ...inNile, paperIds })
  const { id, hash } = readCode(paper!.code)!
  return asVisitor(papers.verify, { id, hash })
}

test('all papers of one call are taken back, with what parents were notified of, and no others', async () => {
  const other = await issue('enrolment', omar.id)
  await deliverAll(connection)
  const before = await noticesOf(parent)
  const run = await issue('clearance', omar.id, laila.id, classmate.id)
  await deliverAll(connection)
  expect(await noticesOf(parent)).toBeGreaterThan(before)
  expect((await list('clearance')).map(({ takesBack }) => takesBack)).toEqual([3, 0, 0])

  expect(await undo(run.paperIds[1]!)).toEqual({ done: true, changed: 3 })
  const rows = await list('clearance')
  expect(rows.map(({ id }) => id).toSorted()).toEqual(run.paperIds.toSorted())
  expect(rows.map(({ reason, takesBack }) => [reason, takesBack])).toEqual(run.paperIds.map(() => [byMistake, 0]))
  expect(await noticesOf(parent)).toBe(before)
  expect((await list('enrolment')).find(({ id }) => id === other.newPaperId)).toMatchObject({ revokedAt: null })
  await expect(undo(run.newPaperId)).rejects.toMatchObject(refused(409, 'This paper was revoked'))

  // The numbers stay used, and of papers that are taken back before parents are notified, nobody is.
  const again = await issue('clearance', omar.id)
  expect((await list('clearance'))[0]).toMatchObject({ id: again.newPaperId, number: rows[0]!.number + 1 })
  await undo(again.newPaperId)
  await deliverAll(connection)
  expect(await noticesOf(parent)).toBe(before)
})

test('until the first of them is checked, and on the same day', async () => {
  const checked = await issue('enrolment', laila.id, classmate.id)
  await check([checked.paperIds[0]!])
  expect((await list('enrolment')).map(({ takesBack }) => takesBack).slice(0, 2)).toEqual([0, 0])
  await expect(undo(checked.paperIds[1]!)).rejects.toMatchObject(
    refused(409, 'One of these papers was already checked'),
  )
  const late = await issue('studentCard', omar.id, laila.id)
  await sql('alter table papers disable trigger keep_papers')
  await sql(`update papers set issued_on = issued_on - 1 where id = any ($1)`, [late.paperIds])
  await sql('alter table papers enable trigger keep_papers')
  expect((await list('studentCard')).map(({ takesBack }) => takesBack)).toEqual([0, 0])
  await expect(undo(late.newPaperId)).rejects.toMatchObject(
    refused(409, 'Papers can be taken back together only on the day they were issued'),
  )
})

test('by those who issue papers in this school', async () => {
  const { newPaperId } = await issue('clearance', classmate.id)
  const paperId = newPaperId!
  await expect(as(supervisor)(papers.undoIssue, { ...inNile, paperId })).rejects.toMatchObject(notAllowed)
  await expect(as(otherManager)(papers.undoIssue, { schoolId: delta.id, paperId })).rejects.toMatchObject(notFound)
  await expect(undo(newId())).rejects.toMatchObject(notFound)
  expect(await undo(paperId)).toMatchObject({ changed: 1 })
})
