import { endOf, hoursFor, periodOf } from '#contract/school/timetable/clashes.ts'
import type { PlannedLesson, WeekPlan } from '#server/school/timetable/drafts.queries.ts'

const inOrder = ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const masks = { 1: ['1', '1', '1'], 2: ['11', '10', '01'] } as const

/** A version of the week as aSc Timetables reads it ("aSc Timetables 2012 XML"). Ids are those of this school. */
export function ascFile(plan: WeekPlan, { weeks }: { weeks: number }) {
  const used = new Set(plan.lessons.map(({ weekday }) => weekday))
  const days = inOrder.filter((day) => plan.openWeekdays.includes(day) || used.has(day))
  const mask: Masks = {
    day: (day) => days.map((one) => (one === day ? '1' : '0')).join(''),
    week: (week) => masks[weeks === 2 ? 2 : 1][week as 0 | 1 | 2],
  }
  const lines = [
    ...table('period', ['name', 'short', 'period', 'starttime', 'endtime'], periods(plan)),
    ...table(
      'daysdef',
      ['id', 'name', 'short', 'days'],
      [
        ['all-days', 'Every day', 'E', days.map(() => '1').join('')],
        ...days.map((day) => [`day-${day}`, day, day.slice(0, 2), mask.day(day)]),
      ],
    ),
    ...table(
      'weeksdef',
      ['id', 'name', 'short', 'weeks'],
      [
        ['week-0', 'All weeks', 'All', mask.week(0)],
        ...(weeks === 2 ? [1, 2] : []).map((week) => [
          `week-${week}`,
          `Week ${' AB'[week]}`,
          ' AB'[week]!,
          mask.week(week),
        ]),
      ],
    ),
    ...table('termsdef', ['id', 'name', 'short', 'terms'], [['all-terms', 'Whole year', 'YR', '1']]),
    ...named('subject', plan.courses),
    ...named('teacher', plan.teachers),
    ...named('classroom', plan.rooms),
    ...named('class', plan.classes),
    ...table('group', ['id', 'name', 'classid', 'entireclass', 'divisiontag'], groups(plan)),
    ...lessonTables(lessonKinds(plan.lessons), mask),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<timetable importtype="database" options="idprefix:KASHKOOL,groupstype1,decimalseparatordot" displayname="Kashkool">\n${lines.join('\n')}\n</timetable>\n`
}

type Masks = { day: (day: string) => string; week: (week: number) => string }

const named = (name: string, list: readonly { id: string; name: string }[]) =>
  table(
    name,
    ['id', 'name', 'short'],
    list.map((one) => [one.id, one.name, one.name]),
  )

const lessonColumns = [
  'id',
  'classids',
  'subjectid',
  'periodspercard',
  'periodsperweek',
  'teacherids',
  'groupids',
  'weeksdefid',
]
const cardColumns = ['lessonid', 'classroomids', 'period', 'weeks', 'terms', 'days']

function lessonTables(kinds: ReturnType<typeof lessonKinds>, mask: Masks) {
  const idOf = (nth: number) => `lesson-${nth + 1}`
  const lessons = kinds.map(([{ courseId, classes, teacherIds, week }, places], nth) => [
    idOf(nth),
    [...new Set(classes.map(({ classRoomId }) => classRoomId))].join(','),
    courseId,
    '1',
    (places.length * (week === 0 ? 1 : 0.5)).toFixed(1),
    teacherIds.join(','),
    classes.map(({ classRoomId, groupId }) => groupId ?? `whole-${classRoomId}`).join(','),
    `week-${week}`,
  ])
  const cards = kinds.flatMap(([, places], nth) =>
    places.map(({ roomIds, number, week, weekday }) => [
      idOf(nth),
      roomIds.join(','),
      String(number),
      mask.week(week),
      '1',
      mask.day(weekday),
    ]),
  )
  return [...table('lesson', lessonColumns, lessons), ...table('card', cardColumns, cards)]
}

/** A kind of lesson is what is taught to whom by whom; its cards are the places of the week. */
function lessonKinds(lessons: readonly PlannedLesson[]) {
  const kinds = new Map<string, PlannedLesson[]>()
  for (const lesson of lessons) {
    const key = JSON.stringify([lesson.courseId, lesson.classes, lesson.teacherIds, lesson.week])
    kinds.set(key, [...(kinds.get(key) ?? []), lesson])
  }
  return [...kinds.values()].map((places) => [places[0]!, places] as const)
}

/** The numbers of the week with the times of the usual hours. */
function periods({ hours, uses, lessons, openWeekdays }: WeekPlan) {
  const usual = hoursFor(hours, uses, undefined, openWeekdays[0] ?? 'Sunday')
  const inHours = hours.map((set) => set.periods.filter(({ isBreak }) => !isBreak).length)
  const most = Math.max(0, ...inHours, ...lessons.map(({ number }) => number))
  return Array.from({ length: most }, (_, nth) => {
    const [number, period] = [String(nth + 1), usual && periodOf(usual.periods, nth + 1)]
    return [number, number, number, period?.starts ?? '', period ? endOf(period) : '']
  })
}

function groups({ classes, groups: all }: WeekPlan) {
  return classes.flatMap(({ id }) => {
    const own = all.filter(({ classRoomId }) => classRoomId === id)
    const divisions = [...new Set(own.map(({ divisionId }) => divisionId))]
    return [
      [`whole-${id}`, 'Entire class', id, '1', '0'],
      ...own.map((group) => [group.id, group.name, id, '0', String(divisions.indexOf(group.divisionId) + 1)]),
    ]
  })
}

const listNames: Record<string, string> = { class: 'classes' }

function table(name: string, columns: readonly string[], rows: readonly (readonly string[])[]) {
  const list = listNames[name] ?? `${name}s`
  return [
    `  <${list} options="canadd,export:silent" columns="${columns.join(',')}">`,
    ...rows.map((row) => `    <${name} ${columns.map((column, at) => `${column}="${escaped(row[at]!)}"`).join(' ')}/>`),
    `  </${list}>`,
  ]
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML does not allow are left out. */
const escaped = (text: string) =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, '').replace(/[&<>"]/g, (sign) => signs[sign]!)
