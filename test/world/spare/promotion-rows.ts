import type pg from 'pg'
import { firstOptions } from '#server/results/promotion/options.ts'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'

const {
  nile,
  delta,
  closed,
  closedClass,
  closedPastYear,
  class4a,
  deltaClass1,
  nileYear,
  deltaYear,
  grade4,
  omar,
  classmate,
} = world

const copies = { nextOf4a: idOf('next class', nile.id), deltaNext: idOf('next class', delta.id) }

export const thingsOfPromotions = (nowhere: Record<string, string>) => ({
  nextClass: { ...copies, ...nowhere },
  promotion: {
    own: idOf('promotion', nile.id),
    ofAnotherSchool: idOf('promotion', delta.id),
    ...nowhere,
    ofClosed: idOf('promotion', closed.id),
  },
})

export const kindsOfPromotions = {
  fromYearId: 'year',
  toYearId: 'year',
  nextGradeId: 'grade',
  fromClassId: 'classRoom',
  toClassId: 'nextClass',
  promotionId: 'promotion',
}

/** The inputs of these operations other than ids. */
export const plainOfPromotions = {
  'Promotion/SetOptions': {
    grades: [{ gradeId: grade4.id }],
    newClasses: [{ fromClassId: class4a.id, name: 'a class to come', maxOfStudents: 30, keepsSupervisor: true }],
  },
  'Promotion/Decide': { items: [{ studentId: omar.id }] },
}

const allOf = (about: string, { id: classRoomId }: { id: string }) => ({
  about,
  body: { promotionId: idOf('promotion', nile.id), show: 'undecided', classRoomId, decision: 'up' },
  shown: true,
})

export const moreOfPromotions = {
  'Promotion/Start': [
    { school: nile, year: nileYear, about: 'a year to be made' },
    { school: delta, year: deltaYear, about: 'a year to be made where none is prepared' },
  ].map(({ school, year, about }) => ({
    about,
    body: { schoolId: school.id, fromYearId: year.id, toYearName: 'a year to come' },
    shown: true,
  })),
  'Promotion/Decide': [allOf('all of a class', class4a), allOf('all of a class of another school', deltaClass1)],
}

/** What a write confirms, with the name that a read returns for it. */
export const agreedOfPromotions = {
  'Promotion/Do': { asked: 'Promotion/GetPlan', body: { promotionId: idOf('promotion', nile.id) } },
}

/**
 * A promotion with the copy of one class in each of three schools: a draft in which one student leaves, a completed one, and a
 * draft of a closed school.
 */
export async function sparePromotions(owner: pg.Client) {
  for (const [nth, { school, word, year, from }] of [
    { school: nile, word: 'nile', year: nileYear, from: class4a },
    { school: delta, word: 'delta', year: deltaYear, from: deltaClass1 },
    { school: closed, word: 'closed', year: closedPastYear, from: closedClass },
  ].entries()) {
    const canary = (column: string) => `CNRY-${word}-promotions-${column}-000${nth}`
    const id = idOf('promotion', school.id)
    await owner.query(
      `insert into promotions (id, school_id, from_year_id, to_year_id, to_year_name, options, made_by, state, started_by, done_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        school.id,
        year.id,
        idOf('year to come', school.id),
        canary('name'),
        JSON.stringify({ ...firstOptions, step: 2 }),
        school.adminId,
        ...(school !== delta ? ['draft', null, null] : ['done', school.adminId, '2020-03-02']),
      ],
    )
    await owner.query(
      `insert into promotion_classes (school_id, id, promotion_id, from_class_id, name, max_of_students, keeps_supervisor)
       values ($1, $2, $3, $4, $5, 30, true)`,
      [school.id, idOf('next class', school.id), id, from.id, canary('class')],
    )
    await owner.query(
      `insert into promotion_students (school_id, promotion_id, student_id, decision, decided_by, outcome)
       select school_id, $2, id, case when id = $3 then 'leave' else 'wait' end, $4, $5
       from students where school_id = $1 and active and class_room_id is not null`,
      [school.id, id, classmate.id, school.adminId, school === delta ? 'stayed' : null],
    )
    await owner.query('insert into promotion_progress (school_id, promotion_id) values ($1, $2)', [school.id, id])
  }
}
