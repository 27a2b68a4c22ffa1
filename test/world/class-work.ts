import { daysFrom } from '#server/base/days.ts'
import type { Calendar } from './calendar.ts'
import { type ClassRoom, classes, teaching } from './classes.ts'
import { textOfWeek } from './demo-lessons.ts'
import { detailsOf } from './demo-texts.ts'
import { chance, idOf } from './ids.ts'
import type { Row, Rows } from './insert.ts'
import { courses, schools, years } from './schools.ts'
import { monthId } from './school-rows.ts'
import { allStudents, students } from './students.ts'

type Course = (typeof courses)[keyof typeof courses]
type Piece = { details: string; rate: number; daysBack: number; rated: boolean; isDue?: true; isDraft?: true }
type Work = Piece & {
  kind: string
  nth: number
  classRoom: ClassRoom
  course: Course
  teacherId: string
  setOn: string
  date: string
}

/**
 * daysBack counts school days, beginning with the last one. The newest work is not rated yet; work that is due is on one of the
 * next days.
 */
const homework: Piece[] = [
  { details: 'اقرأ الدرس الجديد وأجب عن الأسئلة الثلاثة الأولى', rate: 10, daysBack: 18, rated: true },
  { details: 'حل تدريبات الكتاب صفحة 24 و25', rate: 10, daysBack: 9, rated: true },
  { details: 'راجع ما درسناه هذا الأسبوع واكتب ملخصًا في خمسة أسطر', rate: 20, daysBack: 1, rated: false, isDue: true },
]
const exams: Piece[] = [
  { details: 'اختبار قصير في الوحدة الأولى', rate: 20, daysBack: 24, rated: true },
  { details: 'اختبار الشهر', rate: 50, daysBack: 6, rated: true },
]
/** Parents do not see its marks yet, and some marks are missing. */
const draft: Piece = { details: 'اختبار الوحدة الثانية', rate: 20, daysBack: 2, rated: true, isDraft: true }
const activities: Piece[] = [
  { details: 'لوحة جماعية عن موضوع الوحدة', rate: 5, daysBack: 14, rated: true },
  { details: 'عرض شفوي قصير أمام الزملاء', rate: 10, daysBack: 3, rated: false },
]

/**
 * Homework, exams, activities and notes of three classes: Omar's, Laila's and Yassin's. `everyClass`: also exams of all
 * classes, so that they can be compared. They are published, as in a school that decides when parents see marks, and each course has
 * its own texts.
 */
export function classWorkRows(calendar: Calendar, { everyClass = false } = {}): Rows {
  const own = (all: Work[]) => (everyClass ? all.map((work) => withOwnText(work, calendar)) : all)
  const setHomework = own(workOf('homework', homework, calendar))
  const setExams = own(workOf('exam', everyClass ? [...exams, draft] : exams, calendar, everyClass))
  const setActivities = own(workOf('activity', activities, calendar))
  return [
    ['homework', setHomework.map((work) => ({ ...workRow(work), assignment_date: work.date }))],
    ['student_homework', setHomework.flatMap((work) => resultsOf(work, 'homework_id', homeworkResult))],
    [
      'exams',
      setExams.map((work) => ({
        ...workRow(work),
        exam_date: work.date,
        month_id: monthOf(work, calendar),
        ...(everyClass && published(work)),
      })),
    ],
    ['student_exams', setExams.flatMap((work) => resultsOf(work, 'exam_id', examResult))],
    ['activities', setActivities.map((work) => ({ ...workRow(work), activity_date: work.date }))],
    ['student_activities', setActivities.flatMap((work) => resultsOf(work, 'activity_id', activityResult))],
    ['student_notes', noteRows(calendar)],
    ['rate_headers', rateHeaders],
  ]
}

const { class4a, class5a, deltaClass1 } = classes

const workOf = (kind: string, pieces: Piece[], { schoolDays, daysToCome }: Calendar, everyClass = false): Work[] =>
  teaching.flatMap(({ teacher, course, classes: taught }, position) =>
    taught
      .filter(
        ({ id, schoolId }) =>
          (everyClass && schoolId === schools.nile.id) || [class4a.id, class5a.id, deltaClass1.id].includes(id),
      )
      .flatMap((classRoom) =>
        pieces.map((piece, nth) => {
          const setOn = schoolDays[piece.daysBack + chance(4, kind, classRoom.id, course.id, nth)]!
          // Of two consecutive courses, one is due on each day, so that every class has both.
          const date = piece.isDue ? daysToCome[position % 2]! : setOn
          return { ...piece, kind, nth, classRoom, course, teacherId: teacher.id, setOn, date }
        }),
      ),
  )

/** Other texts than in the weeks around today (demo-lessons.ts). */
function withOwnText(work: Work, { today }: Calendar): Work {
  const kind = work.kind === 'exam' && work.nth === 1 ? 'monthExam' : (work.kind as 'homework' | 'exam' | 'activity')
  const lesson = { classRoomId: work.classRoom.id, courseId: work.course.id }
  return { ...work, details: detailsOf(work.course.id, kind, textOfWeek(lesson, today) + 2 + work.nth) ?? work.details }
}

const workId = ({ kind, classRoom, course, nth }: Work) => idOf(kind, classRoom.id, course.id, nth)

const workRow = (work: Work) => ({
  id: workId(work),
  school_id: work.classRoom.schoolId,
  class_room_id: work.classRoom.id,
  course_id: work.course.id,
  details: work.details,
  rate: work.rate,
  supervisor_id: work.teacherId,
  created_at: `${work.setOn}T07:00:00Z`,
  modified_at: `${work.setOn}T07:00:00Z`,
})

const published = ({ isDraft, setOn, teacherId }: Work) => ({
  published_at: isDraft ? null : `${daysFrom(setOn, 7)}T08:00:00Z`,
  published_by: isDraft ? null : teacherId,
})

/** A school that publishes marks, and a mark of Omar that was corrected after publication. */
export const marksOfMorning = [
  `update schools set marks_shown = 'whenPublished' where id = '${schools.nile.id}'`,
  `update student_exams set total_result = total_result + 2, version = version + 1
   where (exam_id, student_id) = (
     select e.id, r.student_id from student_exams r join exams e on e.id = r.exam_id
     where r.student_id = '${students.omar.id}' and not r.is_draft and r.is_attend and r.total_result <= e.rate - 2
     order by e.exam_date desc, e.id limit 1)`,
]

/** The month that contains its day. Work from the summer before belongs to the first month. */
function monthOf({ classRoom, date }: Work, { year }: Calendar) {
  const position = year.months.findIndex(({ endDate }) => date <= endDate) + 1
  return monthId(classRoom.schoolId === schools.nile.id ? years.nileYear : years.deltaYear, position)
}

type Result = (work: Work, mark: number | null) => Row

const resultsOf = (work: Work, column: string, result: Result): Row[] =>
  allStudents
    .filter(({ active, classRoomId }) => active && classRoomId === work.classRoom.id)
    .map((student) => ({
      school_id: student.schoolId,
      [column]: workId(work),
      student_id: student.id,
      ...result(work, work.rated && !isOpen(work, student.id) ? markOf(work, student.id) : null),
      // Marked a week later; all rated work is older than that.
      modified_at: `${work.rated && !work.isDraft ? daysFrom(work.setOn, 7) : work.setOn}T07:00:00Z`,
    }))

/** The last marks of a draft are missing. */
const isOpen = (work: Work, studentId: string) =>
  work.isDraft === true && chance(4, 'open', workId(work), studentId) === 0

/** At least half of the full mark; sometimes nothing was handed in. */
function markOf(work: Work, studentId: string) {
  if (chance(20, 'missed', workId(work), studentId) === 0) return 0
  return work.rate - chance(Math.floor(work.rate / 2) + 1, 'result', workId(work), studentId)
}

const tookPart = (mark: number | null) => (mark === null ? null : mark > 0)

const homeworkResult: Result = ({ date }, mark) => ({
  result: mark,
  is_delivered: tookPart(mark),
  delivered_date: mark ? date : null,
})

const examResult: Result = (_, mark) => ({ total_result: mark, is_attend: tookPart(mark) })

const activityResult: Result = (_, mark) => ({ result: mark, is_attend: tookPart(mark) })

const notes = [
  {
    student: students.omar,
    course: courses.arabic,
    daysBack: 12,
    text: 'قرأ النص بصوت واضح وشارك زملاءه في شرح المفردات.',
  },
  { student: students.omar, course: null, daysBack: 4, text: 'يحتاج إلى إحضار أدواته المدرسية كل يوم.' },
  { student: students.classmate, course: courses.arabic, daysBack: 8, text: 'تحسن خطها كثيرًا هذا الشهر.' },
  { student: students.laila, course: courses.maths, daysBack: 5, text: 'حلت مسائل الكسور بطريقتين مختلفتين، أحسنت.' },
  { student: students.yassin, course: courses.deltaArabic, daysBack: 6, text: 'بدأ يقرأ الجمل القصيرة وحده.' },
]

/** The author of a note about a course is its teacher; of any other note, the supervisor. */
const noteRows = ({ schoolDays }: Calendar) =>
  notes.map(({ student, course, daysBack, text }, position) => ({
    id: idOf('note', position),
    school_id: student.schoolId,
    class_room_id: student.classRoomId,
    student_id: student.id,
    course_id: course?.id ?? null,
    date: schoolDays[daysBack]!,
    notes: text,
    created_at: `${schoolDays[daysBack]}T12:00:00Z`,
    supervisor_id: authorOf(student.classRoomId, course),
  }))

function authorOf(classRoomId: string, course: Course | null) {
  const classRoom = Object.values(classes).find(({ id }) => id === classRoomId)!
  const taught = teaching.find((one) => one.course.id === course?.id && one.classes.includes(classRoom))
  return taught?.teacher.id ?? classRoom.supervisorId
}

const rateHeaders = [
  ['أعمال السنة', 40],
  ['اختبار الشهر', 20],
  ['اختبار نهاية الفصل', 40],
].map(([name, percentage]) => ({ id: idOf('rate header', name!), school_id: schools.nile.id, name, percentage }))
