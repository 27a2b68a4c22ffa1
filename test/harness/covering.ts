import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { world } from '#test/world/world.ts'
import type { testApp } from './app.ts'

const { manager, teacher, mathsTeacher, scienceTeacher, englishTeacher, arabicTeacher, dual, nile } = world
const { class4a, class4b, class5a, class5b, class6a, arabic, maths, english } = world
const science = world.science
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday']

/** Number, class, course and teacher of the lessons of every day. The numbers begin at 8:00 and last 45 minutes. */
const lessonsOfDay = [
  [1, class4a, arabic, teacher],
  [1, class4b, maths, mathsTeacher],
  [1, class5a, science, scienceTeacher],
  [1, class5b, maths, dual],
  [2, class4a, maths, mathsTeacher],
  [2, class4b, arabic, teacher],
  [2, class5a, arabic, arabicTeacher],
  [3, class4a, science, scienceTeacher],
  [3, class5b, arabic, arabicTeacher],
  [3, class6a, english, englishTeacher],
  [4, class4a, english, englishTeacher],
  [4, class4b, science, scienceTeacher],
  [4, class5a, maths, mathsTeacher],
  [5, class6a, arabic, arabicTeacher],
  [5, class4b, maths, mathsTeacher],
] as const

/** Plans and publishes a week of the first school in which each day is the same; `roomIds` are of the lessons of the first teacher. */
export async function publishWeek(
  as: Awaited<ReturnType<typeof testApp>>['as'],
  validFrom: string,
  roomIds: string[] = [],
) {
  const schoolId = nile.id
  const periods = [8 * 60, 525, 570, 615, 660, 705].map((minute, nth) => ({
    name: `${nth + 1}`,
    starts: `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
    minutes: 45,
    isBreak: false,
  }))
  await as(manager)(calendarSettings.hours, { schoolId, sets: [{ name: 'المواعيد', periods }] })
  const { id: timetableId } = await as(manager)(timetableDrafts.start, { schoolId, timetableName: 'الأسبوع' })
  for (const weekday of weekdays)
    await as(manager)(timetableDrafts.put, {
      timetableId,
      lessons: lessonsOfDay.map(([number, { id }, course, person]) => ({
        courseId: course.id,
        weekday,
        number,
        classes: [{ classRoomId: id }],
        teacherIds: [person.id],
        roomIds: person.id === teacher.id ? roomIds : [],
      })),
    })
  await as(manager)(timetableDrafts.publish, { timetableId, validFrom })
}
