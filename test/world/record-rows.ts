import { chance, idOf } from './ids.ts'
import type { Row, Rows } from './insert.ts'
import { girls } from './names.ts'
import { schools } from './schools.ts'
import { allStudents } from './students.ts'

type Student = (typeof allStudents)[number]

const girlsSpokenOf = 'ليلى نادين ياسمين ريماس ميار سما حلا جميلة كلارا رهف جودي'.split(' ')
const places = ['القاهرة', 'الجيزة', 'الإسكندرية', 'المنصورة', 'طنطا', 'أسيوط']
const streets = ['شارع النصر', 'شارع الجمهورية', 'شارع المدرسة', 'شارع السلام', 'شارع الزهور']
const health = [
  'حساسية من الفول السوداني. الدواء في غرفة الممرضة.',
  'ربو خفيف، ومعه البخاخ في حقيبته.',
  'يلبس نظارة ويجلس في الصفوف الأولى.',
]

const busField = idOf('record field', 'bus')
const buses = ['لا يستخدمها', 'خط مدينة نصر', 'خط المعادي']

/** A field that Nile added: how a child comes to school. */
const fieldsOfNile = [
  { id: busField, school_id: schools.nile.id, name: 'حافلة المدرسة', kind: 'choice', choices: buses.join('\n') },
]

/**
 * The official records of the students, with invented numbers. The records of Omar, of the girl who was entered twice, and of
 * every fortieth student are empty.
 */
export function recordRows(students: Row[], firstDay: string, relations: Map<string, string>): Rows {
  const born = new Map(students.map(({ id, birth_date: day }) => [id as string, day as string]))
  const entered = allStudents.filter(
    ({ firstName, hasBirthDate }, nth) => hasBirthDate && firstName !== 'عمر' && nth % 40 !== 39,
  )
  return [
    ['record_fields', fieldsOfNile],
    ['official_records', entered.map((student) => recordRow(student, born.get(student.id)!, firstDay))],
    ['guardians', entered.flatMap((student) => guardiansOf(student, firstDay, relations))],
    [
      'student_health',
      entered
        .filter(({ id }) => chance(9, 'health', id) === 0)
        .map((student) => ({
          id: idOf('health', student.id),
          school_id: student.schoolId,
          student_id: student.id,
          health_notes: health[chance(health.length, 'which health', student.id)]!,
          pick_up_notes: chance(2, 'pick up', student.id) === 0 ? 'تصطحبه الجدة أيام الثلاثاء.' : null,
        })),
    ],
  ]
}

export const isGirl = (firstName: string) => girls.includes(firstName) || girlsSpokenOf.includes(firstName)

export function recordRow(student: Student, born: string, firstDay: string) {
  const { id, schoolId, firstName, middleName, lastName } = student
  const girl = isGirl(firstName)
  const isForeign = chance(30, 'nationality', id) === 0
  return {
    id: idOf('record', id),
    school_id: schoolId,
    student_id: id,
    official_name: `${firstName} ${middleName} محمد ${lastName}`,
    number_kind: isForeign ? 'passport' : 'egypt',
    national_number: isForeign
      ? `P${String(10_000_000 + allStudents.indexOf(student))}`
      : egyptian(student, born, girl),
    sex: girl ? 'female' : 'male',
    nationality: isForeign ? ['SD', 'SY', 'PS'][chance(3, 'country', id)]! : 'EG',
    religion: lastName === 'حنا' || chance(12, 'religion', id) === 0 ? 'christianity' : 'islam',
    birth_place: places[chance(places.length, 'birth place', id)]!,
    address: `${1 + chance(90, 'house', id)} ${streets[chance(streets.length, 'street', id)]!}`,
    seat_number: schoolId === schools.nile.id ? String(1001 + allStudents.indexOf(student)) : null,
    admitted_on: firstDay,
    admitted_from: chance(5, 'came from', id) === 0 ? 'مدرسة الأمل الابتدائية' : null,
    admission_paper: `طلب التحاق رقم ${100 + allStudents.indexOf(student)}`,
    own_values: schoolId === schools.nile.id ? { [busField]: buses[chance(buses.length, 'bus', id)]! } : {},
  }
}

/**
 * An Egyptian number: century, birth date, Cairo or Giza, a sequence whose last digit gives the sex, and a last digit whose
 * meaning is not known.
 */
function egyptian(student: Student, born: string, isGirl: boolean) {
  const place = ['01', '21'][chance(2, 'governorate', student.id)]!
  const sequence = String(allStudents.indexOf(student)).padStart(3, '0')
  return `${born < '2000' ? 2 : 3}${born.slice(2).replaceAll('-', '')}${place}${sequence}${isGirl ? 2 : 1}7`
}

const jobs = ['مهندس', 'محاسب', 'طبيب', 'تاجر', 'موظف', 'مدرس']
const mothers = ['منى', 'هالة', 'سعاد', 'إيمان', 'نجلاء', 'رانيا']

/**
 * A father and, for most students, a mother. A few of them may not collect the child, and the document that says so is named.
 */
function guardiansOf(student: Student, firstDay: string, relations: Map<string, string>): Row[] {
  const { id, schoolId, middleName, lastName } = student
  const nth = allStudents.indexOf(student)
  const isApart = chance(20, 'apart', id) === 0
  const row = (relation: string, name: string, job: string | null, phone: string, more: Row) => ({
    id: idOf('guardian', id, relation),
    school_id: schoolId,
    student_id: id,
    name,
    relation_id: relations.get(relation),
    job,
    phone,
    lives_with: 'yes',
    may_fetch: 'yes',
    may_see: 'yes',
    from_day: firstDay,
    paper: null,
    ...more,
  })
  const apart = isApart ? { lives_with: 'no', may_fetch: 'no', paper: `حكم حضانة رقم ${200 + nth}` } : {}
  const father = row(
    'father',
    `${middleName} محمد ${lastName}`,
    jobs[nth % jobs.length]!,
    `02 2${4_000_000 + nth}`,
    apart,
  )
  if (chance(5, 'mother', id) === 0) return [father]
  const motherName = `${mothers[chance(mothers.length, 'mother name', id)]!} ${lastName}`
  return [father, row('mother', motherName, null, `+20 2 2${5_000_000 + nth}`, {})]
}
