import { at, type Day, publishAt, rowsOf, weekdayOf } from './demo-day.ts'
import { idOf } from './ids.ts'
import { insertNew } from './insert.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'

const { nile } = schools
const { manager, scienceTeacher, englishTeacher, mathsTeacher, arabicTeacher } = people

type Lesson = { id: string; number: number; teacherIds: string[] }

const lessonsOn = (on: Day) =>
  rowsOf<Lesson>(
    on,
    `select l.id, l.number, l.teacher_ids as "teacherIds" from timetable_on($1, $2) t
     join lessons l on l.school_id = $1 and l.timetable_id = t.timetable_id and l.weekday = extract(dow from $2::date)
     order by l.number, l.id`,
    [nile.id, on.day],
  )

/** Who is there on the day and free at a number, whoever covers least first. */
function freeAt(lessons: Lesson[], number: number, absentIds: readonly string[], taken: Map<string, number>) {
  const busy = new Set(lessons.filter((one) => one.number === number).flatMap(({ teacherIds }) => teacherIds))
  const here = [...new Set(lessons.flatMap(({ teacherIds }) => teacherIds))].sort()
  return here
    .filter((id) => !absentIds.includes(id) && !busy.has(id) && (taken.get(id) ?? 0) < 2)
    .sort((one, other) => (taken.get(one) ?? 0) - (taken.get(other) ?? 0))[0]
}

/** The lessons of a teacher, each with who takes it; those without one stay open. */
function coveredOf(lessons: Lesson[], absent: { id: string }, given: { absentId: string; teacherId: string }[]) {
  const away = [absent.id, ...given.map(({ absentId }) => absentId)]
  const taken = new Map(given.map(({ teacherId }) => [teacherId, 2]))
  return lessons
    .filter(({ teacherIds }) => teacherIds.length === 1 && teacherIds[0] === absent.id)
    .map((lesson) => {
      const covering = freeAt(lessons, lesson.number, away, taken)
      if (covering) taken.set(covering, (taken.get(covering) ?? 0) + 1)
      return { ...lesson, covering }
    })
}

const givenOn = (on: Day) =>
  rowsOf<{ absentId: string; teacherId: string }>(
    on,
    'select absent_id as "absentId", teacher_id as "teacherId" from covers where school_id = $1 and day = $2',
    [nile.id, on.day],
  )

/** A teacher is absent on a day, and others take their lessons; the last ones may still be open. */
async function absentOn(on: Day, absent: { id: string }, { open = 0 } = {}) {
  const school = { school_id: nile.id }
  const told = { told_by: manager.id, decided_by: manager.id, told_at: at(on, '06:20') }
  const days = { from_day: on.day, to_day: on.day, kind: 'illness' }
  const id = idOf('absence of a teacher', on.day, absent.id)
  await insertNew(on.client, 'staff_absences', [{ ...school, id, teacher_id: absent.id, ...days, ...told }])
  const theirs = coveredOf(await lessonsOn(on), absent, await givenOn(on))
  const asked = { absent_id: absent.id, asked_by: manager.id, asked_at: at(on, '06:25') }
  const rows = theirs.slice(0, theirs.length - open).flatMap(({ id: lesson, number, covering }) => {
    const one = { id: idOf('cover', on.day, lesson), day: on.day, lesson_id: lesson, number }
    return covering
      ? [{ ...school, ...one, ...asked, teacher_id: covering, way: 'cover', state: 'given', rank: 1 }]
      : []
  })
  const stored = await insertNew(on.client, 'covers', rows)
  const coverIds = stored.map((one) => String(one.id))
  const payload = { coverIds, day: on.day, important: false }
  if (coverIds.length > 0)
    await publishAt(on, at(on, '06:25'), [{ event: 'covers given', schoolId: nile.id, actorId: manager.id, payload }])
  const [first] = theirs
  if (!first) return
  const text = 'الكتاب صفحة 42: التمارين من 1 إلى 6. أوراق العمل على المكتب.'
  const note = {
    id: idOf('note of a cover', on.day, absent.id),
    day: on.day,
    lesson_id: first.id,
    author_id: absent.id,
  }
  await insertNew(on.client, 'cover_notes', [{ ...school, ...note, text }])
}

/** On three days of a week a teacher is absent and others take their lessons, so that the counts of the month say something. */
export async function coverLessons(on: Day) {
  const absent = [englishTeacher, null, mathsTeacher, null, arabicTeacher][weekdayOf(on.day)]
  if (absent) await absentOn(on, absent)
}

/** On the day of the start somebody is absent of whose lessons most can be covered; the last one is still open. */
export async function coverToday(on: Day) {
  const [lessons, given] = [await lessonsOn(on), await givenOn(on)]
  const coverable = (absent: { id: string }) =>
    coveredOf(lessons, absent, given).filter(({ covering }) => covering).length
  const [absent] = [scienceTeacher, englishTeacher, mathsTeacher, arabicTeacher]
    .filter(({ id }) => !given.some(({ absentId }) => absentId === id))
    .toSorted((one, other) => coverable(other) - coverable(one))
  if (absent) await absentOn(on, absent, { open: 1 })
}
