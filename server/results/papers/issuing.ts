import type { papers } from '#contract/results/papers/papers.ts'
import { type PaperContent, resultKinds } from '#contract/results/papers/content.ts'
import { changedMeanwhile, conflict, invalid } from '#server/base/errors.ts'
import type { Context } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { publish } from '#server/outbox/events.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { AccountsOfStudents } from './accounts.ts'
import { signedCode, signingKey } from './paper-keys.rules.ts'
import { insertPapers, lockNumbers, type NewPaper, revokePapers, takeNumbers } from './papers.queries.ts'
import { digestOf, type Planned, planned } from './planning.rules.ts'
import { keepClosings } from './results.queries.ts'

type Issuing = Pick<Context<typeof papers.issue>, 'db' | 'now' | 'input'> & {
  user: { id: string }
  school: { id: string; today: string }
  accounts?: AccountsOfStudents
}

/**
 * Gives every student a paper: a new one with the next number, or the one that was already issued. The numbers are locked first, so that of
 * two calls at once the second finds what the first has issued.
 */
export async function issuePapers(call: Issuing, secrets: Secrets) {
  const { db, user, school, now, input } = call
  const { kind, termId, studentIds } = input
  if (resultKinds.includes(kind) && !termId) throw invalid('Choose a term', 'termId')
  const year = Number(school.today.slice(0, 4))
  await lockNumbers(db, school.id, kind, year)
  const plans = await planned(call, { kind, termId, studentIds })
  const fresh = plans.filter(({ state }) => state === 'new' || state === 'replaces')
  const same = plans.filter(({ state }) => state === 'same')
  if (fresh.length + same.length === 0) throw conflict('None of these students can get this paper')
  await mustStand(db, school.id, fresh)

  const rows: NewPaper[] = []
  if (fresh.length > 0) {
    const key = await signingKey(db, secrets, school.id)
    const first = await takeNumbers(db, school.id, kind, year, fresh.length)
    for (const [nth, plan] of fresh.entries()) {
      const content: PaperContent = { ...plan.facts, v: 1, number: first + nth, year, day: school.today }
      const [id, contentHash] = [newId(), digestOf(content)]
      const code = signedCode(key, { schoolId: school.id, id, day: school.today, hash: contentHash.toString('hex') })
      const { factsHash, closingId, closingIds } = plan
      const about = {
        studentId: plan.student.id,
        termId: plan.termId,
        closingId,
        closingIds,
        content,
        contentHash,
        factsHash,
      }
      const issued = { keyId: key.id, code, issuedOn: school.today, issuedBy: user.id }
      rows.push({ schoolId: school.id, id, kind, year, number: first + nth, ...about, ...issued })
    }
    for (const [nth, { before }] of fresh.entries()) {
      if (before.length === 0) continue
      const reason = `${rows[nth]!.number}/${year}`
      const ids = before.map(({ id }) => id)
      await revokePapers(db, school.id, ids, { by: user.id, at: now, reason })
    }
    await insertPapers(db, rows)
    const issued = rows.map(({ studentId, id }) => ({ studentId, paperId: id }))
    await publish(db, { event: 'papers issued', schoolId: school.id, actorId: user.id, payload: { papers: issued } })
  }
  const issued = new Map(rows.map(({ studentId, id }) => [studentId, id]))
  const ids = plans.flatMap((plan) => issued.get(plan.student.id) ?? sameOf(plan))
  return { issued: fresh.length, same: same.length, paperIds: ids, newPaperId: rows.at(-1)?.id ?? null }
}

/**
 * The results were read before they are locked here. If one has been reopened meanwhile, the call is refused; reopening revokes only papers
 * that exist.
 */
async function mustStand(db: Db, schoolId: string, fresh: readonly Planned[]) {
  const ids = new Set(fresh.flatMap(({ closingId, closingIds }) => (closingId ? [closingId, ...closingIds] : [])))
  if (ids.size > 0 && (await keepClosings(db, schoolId, [...ids])).length < ids.size) throw changedMeanwhile()
}

const sameOf = ({ state, before }: Planned) => (state === 'same' ? before.map(({ id }) => id) : [])
