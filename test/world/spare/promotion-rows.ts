import type pg from 'pg'
import { firstOptions } from '#server/promotion/options.ts'
import { world } from '#test/world.ts'
import { idOf } from '#test/world/ids.ts'

const { nile, delta, class4a, deltaClass1, nileYear, deltaYear, grade4, omar } = world

const copies = { nextOf4a: idOf('next class', nile.id), deltaNext: idOf('next class', delta.id) }

export const thingsOfPromotions = (nowhere: Record<string, string>) => ({ nextClass: { ...copies, ...nowhere } })

export const kindsOfPromotions = {
  fromYearId: 'year',
  toYearId: 'year',
  nextGradeId: 'grade',
  fromClassId: 'classRoom',
  toClassId: 'nextClass',
}

/** What these operations need besides ids. */
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
    {
      about: 'a year to be made',
      body: { schoolId: nile.id, fromYearId: nileYear.id, toYearName: 'a year to come' },
      shown: true,
    },
  ],
  'Promotion/Decide': [allOf('all of a class', class4a), allOf('all of a class of another school', deltaClass1)],
}

/** A draft of the turn of the year in each of two schools, with the copy of one class. */
export async function sparePromotions(owner: pg.Client) {
  for (const [nth, { school, word, year, from }] of [
    { school: nile, word: 'nile', year: nileYear, from: class4a },
    { school: delta, word: 'delta', year: deltaYear, from: deltaClass1 },
  ].entries()) {
    const canary = (column: string) => `CNRY-${word}-promotions-${column}-000${nth}`
    const id = idOf('promotion', school.id)
    await owner.query(
      `insert into promotions (id, school_id, from_year_id, to_year_id, to_year_name, options, made_by)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        id,
        school.id,
        year.id,
        idOf('year to come', school.id),
        canary('name'),
        JSON.stringify({ ...firstOptions, step: 2 }),
        school.adminId,
      ],
    )
    await owner.query(
      `insert into promotion_classes (school_id, id, promotion_id, from_class_id, name, max_of_students, keeps_supervisor)
       values ($1, $2, $3, $4, $5, 30, true)`,
      [school.id, idOf('next class', school.id), id, from.id, canary('class')],
    )
    await owner.query('insert into promotion_progress (school_id, promotion_id) values ($1, $2)', [school.id, id])
  }
}
