import type { weekFiles } from '#contract/exchange/imports/week-files.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { conflict, forbidden, found, invalid, notFound } from '#server/base/errors.ts'
import type { Context } from '#server/call/implement.ts'
import { insertCourses } from '#server/exchange/imports/beside/beside.queries.ts'
import { languageChoices } from '#server/platform/languages/languages.queries.ts'
import { insertClass } from '#server/school/classes/class-settings.queries.ts'
import { gradeChoices } from '#server/school/grades/grades.queries.ts'
import { storeRoomsNamed } from '#server/school/timetable/settings.queries.ts'
import { coursesNamed, languageOfMostCourses } from '#server/school/timetable/week-names.queries.ts'

type Call = Pick<Context<typeof weekFiles.setMeanings>, 'db' | 'school' | 'may' | 'input'>
type Meaning = Call['input']['meanings'][number]

const roomsAtMost = 500
const [both, placesOfClass] = [3, 40]

/** Makes what files name and the school does not have yet, by those who may add it by hand; answers the id of each name. */
export async function madeFor(call: Call, roomsNow: number) {
  const wanted = call.input.meanings.filter(({ makes }) => makes)
  const of = (kind: Meaning['kind']) => wanted.filter((one) => one.kind === kind)
  const rooms = of('room').map(nameOf)
  if (roomsNow + rooms.length > roomsAtMost) throw conflict('A school has at most 500 rooms')
  if (of('teacher').length > 0) throw notFound()
  const { db, school } = call
  const ids = {
    room: await storeRoomsNamed(db, school.id, rooms),
    course: await madeCourses(call, of('course')),
    class: await madeClasses(call, of('class')),
    teacher: new Map<string, string>(),
  }
  return (meaning: Meaning) => found(ids[meaning.kind].get(nameOf(meaning)))
}

const longest = { room: 60, course: 100, class: 100, teacher: 100 }

const nameOf = ({ kind, name }: Pick<Meaning, 'kind' | 'name'>) => name.slice(0, longest[kind])

async function madeCourses({ db, school, may }: Call, wanted: Meaning[]) {
  if (wanted.length === 0) return new Map<string, string>()
  mustHave(may, ['AddCourse', 'AddMultipleCourses'])
  const languageId = await languageOf(db, school.id)
  const names = wanted.map(nameOf)
  if (names.some((name) => name.length < 3)) throw invalid('Invalid input', 'meanings')
  const made = names.map((name) => ({ name, description: name, languageId }))
  await insertCourses(db, school.id, made)
  return coursesNamed(db, school.id, names)
}

async function madeClasses({ db, school, may }: Call, wanted: Meaning[]) {
  const ids = new Map<string, string>()
  if (wanted.length === 0) return ids
  mustHave(may, ['AddClass', 'AddMultipleClasses'])
  const grades = new Set((await gradeChoices(db, school.id)).map(({ id }) => id))
  const languageId = await languageOf(db, school.id)
  for (const { name, gradeId } of wanted) {
    if (!gradeId || !grades.has(gradeId)) throw notFound()
    const made = {
      schoolId: school.id,
      name: name.slice(0, longest.class),
      maxOfStudents: placesOfClass,
      gradeId,
      languageId,
    }
    ids.set(made.name, found(await insertClass(db, { ...made, gender: both })))
  }
  return ids
}

/** The language in which most courses of the school are, else its first one. */
async function languageOf(db: Call['db'], schoolId: string) {
  return (await languageOfMostCourses(db, schoolId)) ?? found((await languageChoices(db, schoolId))[0]).id
}

function mustHave(may: Call['may'], keys: readonly Permission[]) {
  if (!keys.some(may)) throw forbidden()
}
