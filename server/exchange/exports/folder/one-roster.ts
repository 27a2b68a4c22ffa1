import { gradeCode } from '#server/school/grades/grade-names.rules.ts'
import { daysFrom } from '#server/base/days.ts'
import { homeroom, sectionTitle } from '#server/exchange/roster/mapping.queries.ts'
import { enrolmentsOf, sectionsOf } from './enrolments.ts'
import type { SchoolContent } from './folder.queries.ts'
import { record, recordHeading } from './records.ts'
import { usersOf } from './users.ts'

export type Tables = Record<string, string[][]>

/** A school as the tables of OneRoster 1.2, by file name; a table without rows is absent. Fields for which OneRoster has no column become `metadata`. */
export function oneRosterOf(content: SchoolContent): Tables {
  const { people, roles, demographics } = usersOf(content)
  const tables: Tables = {
    academicSessions: sessionsOf(content),
    classes: classesOf(content),
    courses: coursesOf(content),
    demographics,
    enrollments: enrolmentsOf(content),
    orgs: [
      recordHeading('name', 'type', 'identifier', 'parentSourcedId'),
      record(content.school.id, content.school.name, 'school', '', ''),
    ],
    roles,
    users: people,
  }
  const filled = Object.fromEntries(Object.entries(tables).filter(([, rows]) => rows.length > 1))
  return { manifest: manifestOf(Object.keys(filled)), ...filled }
}

const files = `academicSessions categories classes classResources courses courseResources demographics enrollments
  lineItemLearningObjectiveIds lineItems lineItemScoreScales orgs resources resultLearningObjectiveIds results
  resultScoreScales roles scoreScales userProfiles userResources users`.split(/\s+/)

const manifestOf = (written: readonly string[]) => [
  ['propertyName', 'value'],
  ['manifest.version', '1.0'],
  ['oneroster.version', '1.2'],
  ...files.map((name) => [`file.${name}`, written.includes(name) ? 'bulk' : 'absent']),
  ['source.systemName', 'Kashkool'],
  ['source.systemCode', 'kashkool'],
]

/**
 * The current year with its terms and its dated months. The days of a year come only from these, or from the day on which it
 * began.
 */
function sessionsOf({ year, months, terms }: SchoolContent) {
  const heading = recordHeading('title', 'type', 'startDate', 'endDate', 'parentSourcedId', 'schoolYear')
  if (!year) return [heading]
  const dated = months.filter(({ startDate, endDate }) => startDate && endDate)
  const days = [...dated, ...terms].flatMap(({ startDate, endDate }) => [startDate!, endDate!]).toSorted()
  const from = [year.beganOn, days[0]].filter((day) => day != null).toSorted()[0]
  const to = days.at(-1) ?? (from && daysFrom(from, 364))
  const ends = to?.slice(0, 4)
  return [
    heading,
    record(year.id, year.name, 'schoolYear', from, to, '', ends),
    ...terms.map(({ id, name, startDate, endDate }) => record(id, name, 'term', startDate, endDate, year.id, ends)),
    ...dated.map(({ id, name, startDate, endDate }) =>
      record(id, name, 'gradingPeriod', startDate, endDate, year.id, ends),
    ),
  ]
}

function coursesOf({ school, year, courses }: SchoolContent) {
  return [
    recordHeading(
      'schoolYearSourcedId',
      'title',
      'courseCode',
      'grades',
      'orgSourcedId',
      'subjects',
      'subjectCodes',
      'metadata.description',
      'metadata.language',
    ),
    record(homeroom, year?.id, 'Homeroom', homeroom, '', school.id, '', '', '', ''),
    ...courses.map(({ id, name, description, languageName }) =>
      record(id, year?.id, name, '', '', school.id, name, '', description, languageName),
    ),
  ]
}

/** Each class as a homeroom. Each course that is taught in it is a class of its own that refers to it. */
function classesOf(content: SchoolContent) {
  const { school, year, terms, classes } = content
  const during = terms.length > 0 ? terms.map(({ id }) => id).join(',') : year?.id
  const byId = new Map(classes.map((one) => [one.id, one]))
  return [
    recordHeading(
      'title',
      'grades',
      'courseSourcedId',
      'classCode',
      'classType',
      'location',
      'schoolSourcedId',
      'termSourcedIds',
      'subjects',
      'subjectCodes',
      'periods',
      'metadata.gradeName',
      'metadata.language',
      'metadata.places',
      'metadata.sex',
      'metadata.homeroomSourcedId',
    ),
    ...classes.map(({ id, name, gradeName, languageName, maxOfStudents, gender }) =>
      record(
        id,
        name,
        gradeCode(gradeName),
        homeroom,
        '',
        'homeroom',
        '',
        school.id,
        during,
        '',
        '',
        '',
        gradeName,
        languageName,
        String(maxOfStudents),
        sexes[gender],
        '',
      ),
    ),
    ...sectionsOf(content).map(({ id, classRoomId, course }) => {
      const { name, gradeName } = byId.get(classRoomId)!
      const title = sectionTitle(course.name, name)
      const taught = ['', 'scheduled', '', school.id, during, course.name, '', '']
      return record(id, title, gradeCode(gradeName), course.id, ...taught, gradeName, '', '', '', classRoomId)
    }),
  ]
}

const sexes: Record<number, string> = { 1: 'male', 2: 'female', 3: 'both' }
