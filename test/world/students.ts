import { type ClassRoom, classes } from './classes.ts'
import { idOf, named } from './ids.ts'
import { boys, deltaFamilies, families, fathers, girls } from './names.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'

/** unpaid: the seat ended three weeks ago. never: it was never paid. */
type Seat = 'paid' | 'unpaid' | 'never'

/** hasBirthDate: whether the office has entered it. */
type Child = { seat?: Seat; active?: boolean; movedFrom?: ClassRoom; hasBirthDate?: boolean }

const child = (classRoom: ClassRoom, firstName: string, middleName: string, lastName: string, more: Child = {}) => ({
  schoolId: classRoom.schoolId,
  classRoomId: classRoom.id,
  firstName,
  middleName,
  lastName,
  seat: more.seat ?? ('paid' as Seat),
  active: more.active ?? true,
  hasBirthDate: more.hasBirthDate ?? true,
  // The student's class until four weeks ago.
  movedFromId: more.movedFrom?.id ?? null,
})

const { class4a, class4b, class5a, class5b, class6a, class6b, deltaClass1, deltaClass2, closedClass } = classes

const ofParentOfThree = ['ياسر', 'الخولي'] as const
const ofParentInBoth = ['أحمد', 'الرفاعي'] as const

/** The students who are used in tests and stories. The others only fill the classes. */
const spokenOf = named('student', {
  omar: child(class4a, 'عمر', 'كريم', 'الجندي'),
  laila: child(class5a, 'ليلى', 'كريم', 'الجندي'),
  classmate: child(class4a, 'نادين', 'هاني', 'النجار'),
  unpaidStudent: child(class4a, 'ياسمين', 'مصطفى', 'الحداد', { seat: 'unpaid' }),
  movedStudent: child(class4a, 'بسام', 'جابر', 'الوكيل', { movedFrom: class4b }),
  neverPaidStudent: child(class6b, 'ريماس', 'إبراهيم', 'الششتاوي', { seat: 'never' }),
  inactiveStudent: child(class4b, 'كريم', 'خالد', 'المصري', { active: false }),
  secondInactiveStudent: child(class6a, 'ميار', 'طلعت', 'العشماوي', { active: false }),
  eldest: child(class6a, 'سما', ...ofParentOfThree),
  middleChild: child(class5b, 'عبدالله', ...ofParentOfThree),
  youngest: child(class4b, 'حلا', ...ofParentOfThree),
  nileSister: child(class4b, 'جميلة', ...ofParentInBoth),
  deltaBrother: child(deltaClass2, 'صالح', ...ofParentInBoth),
  // One girl whom the office entered twice.
  enteredTwice: child(class6b, 'جودي', 'حسام', 'الشربيني'),
  enteredAgain: child(class6a, 'جودي', 'حسام', 'الشربيني', { hasBirthDate: false }),
  ward: child(class6b, 'مهند', 'وحيد', 'السعدني'),
  yassin: child(deltaClass1, 'ياسين', 'عمر', 'العشري'),
  deltaStudent: child(deltaClass1, 'كلارا', 'باسم', 'حنا'),
  closedStudent: child(closedClass, 'رهف', 'رامي', 'العدوي'),
})

export type Student = (typeof spokenOf)[keyof typeof spokenOf]

const sizes = new Map<ClassRoom, number>([
  ...[class4a, class4b, class5a, class5b, class6a, class6b].map((one): [ClassRoom, number] => [one, 20]),
  ...[deltaClass1, deltaClass2].map((one): [ClassRoom, number] => [one, 6]),
  [closedClass, 1],
])

/** All students on the rolls, class by class. */
const everybody: Student[] = [...sizes].flatMap(([classRoom, size], position) => {
  const known = Object.values<Student>(spokenOf).filter(({ classRoomId }) => classRoomId === classRoom.id)
  const others = Array.from({ length: size - known.length }, (_, seat) => classmate(classRoom, position, seat))
  return [...known, ...others]
})

function classmate(classRoom: ClassRoom, position: number, seat: number): Student {
  const girl = classRoom.gender === 3 ? seat % 2 === 1 : classRoom.gender === 2
  const given = girl ? girls : boys
  const lastNames = classRoom.schoolId === schools.delta.id ? deltaFamilies : families
  const nth = position * 20 + seat
  return {
    id: idOf('student', classRoom.id, seat),
    ...child(
      classRoom,
      given[(seat + position * 5) % given.length]!,
      fathers[(nth * 5 + position) % fathers.length]!,
      lastNames[(nth * 3 + position) % lastNames.length]!,
    ),
  }
}

/** Codes are counted separately in each school, in the order of the rolls. */
const codeOf = (student: Student) => {
  const number = everybody.filter(({ schoolId }) => schoolId === student.schoolId).indexOf(student) + 1
  return `ST${String(number).padStart(10, '0')}`
}

export const allStudents = everybody.map((student) => ({ ...student, code: codeOf(student) }))

/** The students with names, each with a code. */
export const students = Object.fromEntries(
  Object.entries<Student>(spokenOf).map(([name, { id }]) => [name, allStudents.find((one) => one.id === id)!]),
) as Record<keyof typeof spokenOf, (typeof allStudents)[number]>

export type Link = {
  student: Student
  parent: { id: string }
  relation: string
  ended?: boolean
  /** Was allowed to collect the child until two weeks ago. */
  fetchesNoMore?: boolean
}

/** relation: the name of one of the initial relation types. */
const links: Link[] = [
  { student: students.omar, parent: people.parent, relation: 'father' },
  { student: students.laila, parent: people.parent, relation: 'father' },
  { student: students.omar, parent: people.mother, relation: 'mother' },
  { student: students.classmate, parent: people.classmatesParent, relation: 'father' },
  { student: students.classmate, parent: people.formerParent, relation: 'guardian', ended: true },
  { student: students.unpaidStudent, parent: people.unpaidParent, relation: 'father' },
  { student: students.inactiveStudent, parent: people.inactiveParent, relation: 'father' },
  { student: students.eldest, parent: people.parentOfThree, relation: 'father' },
  { student: students.middleChild, parent: people.parentOfThree, relation: 'father' },
  { student: students.youngest, parent: people.parentOfThree, relation: 'father' },
  { student: students.nileSister, parent: people.parentInBoth, relation: 'father' },
  { student: students.deltaBrother, parent: people.parentInBoth, relation: 'father' },
  { student: students.ward, parent: people.guardian, relation: 'guardian' },
  { student: students.yassin, parent: people.dual, relation: 'mother' },
  { student: students.deltaStudent, parent: people.deltaParent, relation: 'father' },
  { student: students.closedStudent, parent: people.closedParent, relation: 'father' },
]

/** The fathers of the other students of class4a, so that every child there has a parent with an account. */
export const otherParents = allStudents
  .filter(({ id, classRoomId }) => classRoomId === class4a.id && !links.some(({ student }) => student.id === id))
  .map((student, position) => ({
    id: idOf('father', student.id),
    phone: `010000001${String(position).padStart(2, '0')}`,
    firstName: student.middleName,
    middleName: fathers[position]!,
    lastName: student.lastName,
    student,
  }))

export const parentLinks: Link[] = [
  ...links,
  ...otherParents.map((parent, nth) => ({
    student: parent.student,
    parent,
    relation: 'father',
    fetchesNoMore: nth === 0,
  })),
]

/** Invited numbers that nobody has confirmed yet. */
export const invitations = [
  { student: students.omar, phone: '01555000001', relation: 'guardian' },
  { student: students.deltaStudent, phone: '01555000002', relation: 'mother' },
].map((waiting) => ({ id: idOf('invitation', waiting.student.id), ...waiting }))
