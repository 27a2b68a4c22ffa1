import type * as z from 'zod/mini'
import { classSettings, type NewClass } from '#contract/school/classes/class-settings.ts'
import { keepCalendar } from '#server/school/calendar/calendar.queries.ts'
import { changeRow, lockRow, lockSchool } from '#server/db/change-row.ts'
import { eachOf, edited } from '#server/call/concurrent-edit.ts'
import { forbidden, found, notFound } from '#server/base/errors.ts'
import { gradeChoices, gradeOf } from '#server/school/grades/grades.queries.ts'
import { languageChoices } from '#server/platform/languages/languages.queries.ts'
import { publish } from '#server/outbox/events.ts'
import { wholeSchool } from '#server/db/reach.ts'
import { mustTeachIn } from '#server/platform/languages/school-language.rules.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { classOf } from './classes.queries.ts'
import { yearOfOpened } from './class-year.queries.ts'
import { insertClass, supervisorChoices } from './class-settings.queries.ts'
import { changeSupervisor, maySupervise } from './supervisors.ts'

const genders = { 1: 'male', 2: 'female', 3: 'both' }

export const classSettingOperations = implement(classSettings, {
  formData: async ({ db, school }) => ({
    schoolGrades: await gradeChoices(db, school.id),
    schoolLanguages: await languageChoices(db, school.id),
    genders,
    supervisors: await supervisorChoices(db, school.id),
  }),

  async add(context) {
    await lockSchool(context.db, context.school.id)
    return stored(context, context.input)
  },

  async addSeveral(context) {
    await lockSchool(context.db, context.school.id)
    return eachOf(context.db, context.input.items, (item) => stored(context, item))
  },

  async update(context) {
    const { db, school, may, input } = context
    const { id, baseVersion, schoolId: _, ...changes } = input
    // The school and its calendar are locked before the class, as in every call (decision 073).
    await lockSchool(db, school.id)
    if (changes.gradeId) await keepCalendar(db, school.id)
    await lockRow(db, { table: 'classRooms', schoolId: school.id, id })
    const before = (await classOf(db, school.id, wholeSchool, id))!
    const named = changes.supervisorId !== before.supervisorId ? changes.supervisorId : null
    await mustFit(context, { ...changes, supervisorId: named })
    const switches = changes.active !== undefined && changes.active !== before.active
    if (switches && !may('ChangeClassActivation')) throw forbidden()

    const read = () => classOf(db, school.id, wholeSchool, id)
    const row = await edited(db, classSettings.update, {
      table: 'classRooms',
      schoolId: school.id,
      id,
      baseVersion,
      changes: { ...changes, ...(changes.active && { schoolYearId: yearOfOpened(school.id) }) },
      read,
    })
    await changeSupervisor(context, before.supervisorId, row.supervisorId)
    if (switches) await publishActivation(context, row)
    return row
  },

  activate: (context) => switched(context, true),
  deactivate: (context) => switched(context, false),
})

type Called = Pick<Context<typeof classSettings.add>, 'db' | 'user' | 'school' | 'may' | 'audit'>

async function stored(context: Called, item: z.output<typeof NewClass>) {
  const { db, school } = context
  await mustFit(context, item)
  const id = found(await insertClass(db, item))
  await changeSupervisor(context, null, item.supervisorId ?? null)
  return (await classOf(db, school.id, wholeSchool, id))!
}

type Named = { gradeId?: string; languageId?: string; supervisorId?: string | null }

/** Everything that a class refers to must belong to its school. */
async function mustFit(context: Called, { gradeId, languageId, supervisorId }: Named) {
  const { db, school } = context
  if (gradeId && !(await gradeOf(db, school.id, gradeId))) throw notFound()
  if (languageId) await mustTeachIn(db, school.id, languageId)
  if (supervisorId) await maySupervise(context, supervisorId)
}

async function switched(context: Called & { input: { classRoomId: string } }, active: boolean) {
  const { db, school, input } = context
  await lockRow(db, { table: 'classRooms', schoolId: school.id, id: input.classRoomId })
  const changed = await changeRow(
    db,
    { table: 'classRooms', schoolId: school.id, id: input.classRoomId },
    { active, ...(active && { schoolYearId: yearOfOpened(school.id) }) },
  )
  const row = (await classOf(db, school.id, wholeSchool, input.classRoomId))!
  if (changed > 0) await publishActivation(context, row)
  return row
}

const publishActivation = ({ db, user, school }: Called, { id, active }: { id: string; active: boolean }) =>
  publish(db, {
    event: 'class activation',
    schoolId: school.id,
    actorId: user.id,
    payload: { classRoomId: id, active },
  })
