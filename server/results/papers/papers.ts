import { byMistake, papers } from '#contract/results/papers/papers.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { plainDigits } from '#contract/language/text.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { changedMeanwhile, conflict, found, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Served } from '#server/call/serve.ts'
import { paged } from '#server/db/page.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { AccountsOfStudents } from './accounts.ts'
import { classListRows } from './facts.queries.ts'
import { issuePapers } from './issuing.ts'
import { looksOf, looksOnPaper } from './looks.ts'
import { storeTemplate } from './looks.queries.ts'
import { publicKeys } from './paper-keys.queries.ts'
import {
  checkedPaper,
  countPrints,
  issuedPapers,
  lastNumber,
  paperOf,
  papersOfStudent,
  papersToPrint,
  revokePapers,
} from './papers.queries.ts'
import { planned } from './planning.rules.ts'
import { publishedTerms } from './results.queries.ts'
import { printed, readAtHome } from './printing.rules.ts'
import { lockRun, takeBackNotices } from './runs.queries.ts'
import type { VerifyLimit } from './verify-limit.ts'

type Needs = { secrets: Secrets; paperChecks: VerifyLimit; accountsOfStudents: AccountsOfStudents }

export const paperOperations = implement(papers, ({ secrets, paperChecks, accountsOfStudents: accounts }: Needs) => ({
  templates: async ({ db, school }) => Object.values(await looksOf(db, school.id)),

  async saveTemplate({ db, school, input: { baseVersion, header = null, footer = null, signatures, ...template } }) {
    const signed = signatures.map(({ title, name = null }) => ({ title, name }))
    const stored = { ...template, header, footer, signatures: signed }
    const before = (await looksOf(db, school.id))[template.kind]
    if (!(await storeTemplate(db, stored, baseVersion ?? null))) throw changedMeanwhile({ current: before })
    return (await looksOf(db, school.id))[template.kind]
  },

  terms: ({ db, school, now }) => publishedTerms(db, school.id, now),

  async plan({ db, school, now, input, readsStudent }) {
    const plans = await planned({ db, school, now, accounts }, input)
    const first = plans.find(({ state }) => state !== 'none')
    // Only the first student's paper is shown in full; of all others no more is answered than in a list.
    if (first && input.studentIds) readsStudent(first.student.id)
    const looks = await looksOnPaper(db, school.id)
    const last = await lastNumber(db, school.id, input.kind, Number(school.today.slice(0, 4)))
    return {
      nextNumber: last + 1,
      students: plans.map(({ student, state, reason, before: [former] }) => ({
        studentId: student.id,
        studentName: student.studentName,
        classRoomName: student.classRoomName,
        state,
        reason,
        number: former?.number ?? null,
        year: former?.year ?? null,
        leftOn: student.leftOn,
      })),
      preview: first
        ? {
            content: first.facts,
            photoUrl: first.student.photoUrl,
            logoUrl: first.student.logoUrl,
            look: looks[input.kind],
          }
        : null,
    }
  },

  issue: (call) => issuePapers({ ...call, accounts }, secrets),

  async list({ db, school, input, page, may, readsStudent }) {
    if (input.studentId) readsStudent(input.studentId)
    const number = input.text && plainDigits(input.text).replaceAll(/\s/g, '')
    const { rows, total } = await issuedPapers(db, school, { ...input, number }, page)
    const open = may('IssuePapers')
    return { rows: rows.map((row) => ({ ...row, may: { revoke: open && row.revokedAt === null } })), total }
  },

  async print({ db, school, input: { paperIds }, readsStudent }) {
    const rows = await papersToPrint(db, school.id, paperIds)
    if (rows.length < new Set(paperIds).size) throw notFound()
    if (rows.some(({ revokedAt }) => revokedAt !== null)) throw conflict('This paper was revoked')
    await countPrints(db, school.id, paperIds)
    for (const studentId of new Set(rows.map((row) => row.studentId))) readsStudent(studentId)
    const looks = await looksOnPaper(db, school.id)
    const place = new Map(paperIds.map((id, nth) => [id, nth]))
    return rows.toSorted((a, b) => place.get(a.id)! - place.get(b.id)!).map((row) => printed(row, looks))
  },

  async revoke({ db, user, school, now, audit, input: { paperId, reason } }) {
    found(await paperOf(db, school.id, paperId))
    const changed = await revokePapers(db, school.id, [paperId], { by: user.id, at: now, reason })
    if (changed === 0) throw conflict('This paper was revoked')
    await audit('paper', paperId)
    return { done: true as const, changed }
  },

  async undoIssue({ db, user, school, now, audit, input: { paperId } }) {
    const run = await lockRun(db, school.id, paperId)
    if (run.length === 0) throw notFound()
    const valid = run.filter(({ isRevoked }) => !isRevoked).map(({ id }) => id)
    if (valid.length === 0) throw conflict('This paper was revoked')
    if (run.some(({ issuedOn }) => issuedOn !== school.today))
      throw conflict('Papers can be taken back together only on the day they were issued')
    if (run.some(({ checks }) => checks > 0)) throw conflict('One of these papers was already checked')
    const changed = await revokePapers(db, school.id, valid, { by: user.id, at: now, reason: byMistake })
    await takeBackNotices(db, school.id, valid)
    await audit('paper', paperId, school.id, { rows: changed })
    return { done: true as const, changed }
  },

  async own({ db, school, input: { studentId }, readsStudent }) {
    readsStudent(studentId)
    const looks = await looksOnPaper(db, school.id)
    const rows = await papersOfStudent(db, school.id, studentId)
    return rows.map((row) => readAtHome(printed({ ...row, copies: 0 }, looks)))
  },

  classList: ({ db, school, input: { classRoomId }, page }) => paged(classListRows(db, school.id, classRoomId), page),

  async verify({ db, http, input: { id, hash } }) {
    await paperChecks(http.address)
    const looksRight = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) && /^[\da-f]{64}$/.test(hash)
    const paper = looksRight ? await checkedPaper(db, id, Buffer.from(hash, 'hex')) : undefined
    if (!paper) return unknown
    const { issuedOn: day, ...shown } = paper
    return { ...shown, day, state: paper.revokedOn ? 'revoked' : 'valid' }
  },
}))

const unknown: OutputOf<typeof papers.verify> = {
  state: 'unknown',
  schoolName: null,
  kind: null,
  number: null,
  studentName: null,
  classRoomName: null,
  day: null,
  result: null,
  revokedOn: null,
}

/** The public keys of a school as a file; null for a school that has issued nothing. */
export const readPaperKeys = ({ db }: Pick<Served, 'db'>, schoolId: string) =>
  db.transaction().execute(async (tx) => {
    await seeOnly(tx, { schools: [schoolId] })
    return (await publicKeys(tx, schoolId)) ?? null
  })
