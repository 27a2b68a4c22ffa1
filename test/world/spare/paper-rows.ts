import type pg from 'pg'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'
import { insert, type Row } from '#test/world/insert.ts'

const { nile, delta, omar, deltaStudent, grade4, deltaGrade1, nileYear, deltaYear, class4a } = world

const seatPlan = {
  standing: idOf('seat plan', nile.id),
  former: idOf('former seat plan', nile.id),
  ofDelta: idOf('seat plan', delta.id),
}
const paper = {
  ofOmar: idOf('paper', nile.id),
  revoked: idOf('revoked paper', nile.id),
  ofDelta: idOf('paper', delta.id),
}

/** The possible targets of ids of papers and seat plans: own, same school, another school. */
export const thingsOfPapers = (nowhere: Record<string, string>) => ({
  seatPlan: { ...seatPlan, ...nowhere },
  paper: { ...paper, ...nowhere },
})

export const kindsOfPapers = { planId: 'seatPlan', paperId: 'paper', paperIds: 'paper' }

const seats = { committees: [{ name: 'a committee', places: 100 }], order: 'name', firstNumber: 1, keep: false }
const seatsOf4 = { schoolId: nile.id, gradeId: grade4.id, ...seats }

/** What a write confirms, with the name that a read returns for it. */
export const agreedOfPapers = { 'Seat/Assign': { asked: 'Seat/Plan', body: seatsOf4 } }

/** The inputs of these operations other than ids. */
export const plainOfPapers = { 'Seat/Plan': seats, 'Seat/Assign': seats }

export const moreOfPapers = {
  'Paper/Plan': [
    {
      about: 'cards of a term',
      body: { schoolId: nile.id, kind: 'termCard', termId: idOf('spare', 'closed term'), classRoomId: class4a.id },
      shown: true,
    },
  ],
}

/**
 * In each of two schools, a paper and the seats of one student. In one of them, also a revoked paper and a plan that was
 * undone.
 */
export async function sparePapers(owner: pg.Client) {
  await paperOf(owner, { school: nile, word: 'nile', student: omar, id: paper.ofOmar, number: 1 })
  await paperOf(owner, { school: nile, word: 'nile', student: omar, id: paper.revoked, number: 2 })
  await paperOf(owner, { school: delta, word: 'delta', student: deltaStudent, id: paper.ofDelta, number: 1 })
  await owner.query(`update papers set revoked_at = now(), revoked_by = $1, reason = 'a reason' where id = $2`, [
    nile.adminId,
    paper.revoked,
  ])
  for (const { id, school, grade, year, student } of [
    { id: seatPlan.former, school: nile, grade: grade4, year: nileYear, student: omar },
    { id: seatPlan.standing, school: nile, grade: grade4, year: nileYear, student: omar },
    { id: seatPlan.ofDelta, school: delta, grade: deltaGrade1, year: deltaYear, student: deltaStudent },
  ]) {
    const committees = [{ name: `CNRY-${school === nile ? 'nile' : 'delta'}-seats-name-0001`, places: 20 }]
    const put = (table: string, row: Row) => insert(owner, table, [{ school_id: school.id, ...row }])
    await put('exam_seat_plans', {
      id,
      grade_id: grade.id,
      school_year_id: year.id,
      committees,
      seat_order: 'name',
      first_number: 1,
      made_by: school.adminId,
      created_at: id === seatPlan.former ? '2020-03-01' : '2020-03-02',
      ...(id === seatPlan.former && {
        undone_at: '2020-03-02',
        undone_by: school.adminId,
      }),
    })
    await put('exam_seats', { plan_id: id, student_id: student.id, committee: 1, seat_number: 1 })
  }
}

const bytes = (many: number, value = 7) => `\\x${Buffer.alloc(many, value).toString('hex')}`

type OnePaper = { school: typeof nile; word: string; student: { id: string }; id: string; number: number }

async function paperOf(owner: pg.Client, { school, word, student, id, number }: OnePaper) {
  const canary = (what: string) => `CNRY-${word}-papers-${what}-000${number}`
  const put = (table: string, row: Row) => insert(owner, table, [{ school_id: school.id, ...row }])
  const key_id = idOf('paper key', school.id)
  if (number === 1) {
    await put('paper_keys', { id: key_id, public_key: bytes(32), sealed_private: bytes(60) })
    await put('paper_numbers', { kind: 'enrolment', year: 2020, last_number: 2 })
  }
  const names = ['schoolName', 'studentName', 'shortName', 'code', 'gradeName', 'classRoomName']
  const nothing = [
    'yearName',
    'birthDate',
    'nationalNumber',
    'nationality',
    'admittedOn',
    'leftOn',
    'attendance',
    'result',
  ]
  const content = {
    v: 1,
    kind: 'enrolment',
    number,
    year: 2020,
    day: '2020-03-02',
    ...Object.fromEntries(names.map((name) => [name, canary(name)])),
    ...Object.fromEntries(nothing.map((name) => [name, null])),
  }
  await put('papers', {
    id,
    kind: 'enrolment',
    year: 2020,
    number,
    student_id: student.id,
    content,
    key_id,
    content_hash: bytes(32, number),
    facts_hash: bytes(32, number),
    code: 'a code',
    issued_on: '2020-03-02',
    issued_by: school.adminId,
  })
}
