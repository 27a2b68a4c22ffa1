import { englishCourse } from '#contract/overviews/setup/usual.ts'
import { latinProposal } from '#contract/language/latin-proposal.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { idOf, named } from './ids.ts'
import type { Rows } from './insert.ts'
import { people, person } from './people.ts'
import { userRows } from './people-rows.ts'
import { keys } from './rights.ts'
import { courses, grades, schools } from './schools.ts'
import { allStudents } from './students.ts'

const { nile, delta, closed } = schools

/** Who works in the office of the first school beside the people of the test world. */
export const officePeople = named('person', {
  accountant: person('01000000025', 'صفاء', 'مختار', 'الجوهري'),
  counsellor: person('01000000026', 'أميرة', 'عبدالحميد', 'النادي'),
})

const { accountant, counsellor } = officePeople
const given = (who: { id: string }, role: keyof typeof builtInRoles) =>
  keys(who.id, role, nile.id, 'given', people.manager.id)

export const officePeopleRows = (passwordHash: string): Rows => [
  ...userRows(Object.values(officePeople), passwordHash),
  [
    'user_roles',
    [
      ...Object.values(officePeople).map(({ id }) => keys(id, 'standard')),
      given(people.registrar, 'schoolRegistrar'),
      given(people.secondSupervisor, 'schoolDeputy'),
      given(accountant, 'schoolAccountant'),
      given(counsellor, 'schoolCounsellor'),
    ],
  ],
]

const header = 'وزارة التربية والتعليم والتعليم الفني\nمديرية التربية والتعليم بمحافظة القاهرة\nإدارة البستان التعليمية'
const signatures = [
  { title: 'مسؤول شؤون الطلاب', name: 'سوسن كامل الطوخي' },
  { title: 'مدير المدرسة', name: 'نجلاء حسين البنداري' },
]

/** What stands above and below the papers of the first school. */
export const paperTemplateRows = (): Rows => [
  [
    'paper_templates',
    (['enrolment', 'leaving', 'clearance', 'conduct', 'termCard', 'yearCard'] as const).map((kind) => ({
      school_id: nile.id,
      id: idOf('paper template', kind),
      kind,
      size: 'A4',
      header,
      footer: null,
      signatures,
      options: {
        showsRecord: !kind.endsWith('Card'),
        showsPhoto: false,
        showsAttendance: true,
        showsRank: false,
        easternDigits: true,
      },
      version: 2,
    })),
  ],
]

/** Who writes remarks and signs in the first school. */
const { manager, supervisor, teacher, registrar, deputy, arabicTeacher, mathsTeacher, englishTeacher } = people
const signing = [
  ...Object.values({ manager, supervisor, teacher, registrar, deputy, arabicTeacher, mathsTeacher, englishTeacher }),
  people.secondSupervisor,
  people.thirdSupervisor,
]

/** Courses, students and staff of the demo as papers in English name them. */
export const namesInLatin = [
  ...signing.map(({ id, firstName, middleName, lastName }) => {
    const name = latinProposal([firstName, middleName, lastName].join(' '))
    return `update users set latin_name = '${name}' where id = '${id}'`
  }),
  ...Object.values(courses).flatMap(({ id, name }) => {
    const english = englishCourse(name)
    return english === null ? [] : [`update courses set name_en = '${english}' where id = '${id}'`]
  }),
  `update official_records r set latin_first = n.first, latin_middle = n.middle, latin_last = n.last
   from (values ${allStudents.map(latinRow).join(', ')}) as n (id, first, middle, last) where r.student_id = n.id::uuid`,
]

function latinRow({ id, firstName, middleName, lastName }: (typeof allStudents)[number]) {
  const names = [firstName, middleName, lastName].map((name) => latinProposal(name) ?? 'X')
  return `('${id}', ${names.map((name) => `'${name}'`).join(', ')})`
}

/** Grades by the names that schools give them, with their stage. */
export const gradesWithStage = Object.values(grades)
  .filter(({ schoolId }) => [nile.id, delta.id, closed.id].includes(schoolId))
  .map(({ id, name }) => `update grades set name = '${name} الابتدائي' where id = '${id}'`)
