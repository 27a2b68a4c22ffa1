import { named } from './ids.ts'
import { people } from './people.ts'
import { courses, grades } from './schools.ts'

const male = 1
const female = 2
const both = 3

type Grade = (typeof grades)[keyof typeof grades]

const classRoom = (grade: Grade, name: string, gender: number, supervisor: { id: string } | null, active = true) => ({
  schoolId: grade.schoolId,
  gradeId: grade.id,
  level: grade.level,
  name,
  gender,
  supervisorId: supervisor?.id ?? null,
  active,
})

const { grade4, grade5, grade6, deltaGrade1, deltaGrade2, closedGrade } = grades
const { supervisor, secondSupervisor, thirdSupervisor, deltaSupervisor } = people

/** Each class has 28 places. class6b has no supervisor, so its teacher takes the register; class6c has no students. */
export const classes = named('class', {
  class4a: classRoom(grade4, 'فصل 4أ', both, supervisor),
  class4b: classRoom(grade4, 'فصل 4ب', both, secondSupervisor),
  class5a: classRoom(grade5, 'فصل 5أ', female, secondSupervisor),
  class5b: classRoom(grade5, 'فصل 5ب', male, thirdSupervisor),
  class6a: classRoom(grade6, 'فصل 6أ', both, thirdSupervisor),
  class6b: classRoom(grade6, 'فصل 6ب', both, null),
  class6c: classRoom(grade6, 'فصل 6ج', both, null, false),
  deltaClass1: classRoom(deltaGrade1, 'فصل 1أ', both, deltaSupervisor),
  deltaClass2: classRoom(deltaGrade2, 'فصل 2أ', both, deltaSupervisor),
  closedClass: classRoom(closedGrade, 'فصل 1أ', both, null),
})

export const capacity = 28

export type ClassRoom = (typeof classes)[keyof typeof classes]

const { teacher, dual, mathsTeacher, scienceTeacher, englishTeacher, arabicTeacher, deltaTeacher, closedTeacher } =
  people
const { arabic, maths, science, social, english } = courses
const { class4a, class4b, class5a, class5b, class6a, class6b, deltaClass1, deltaClass2, closedClass } = classes

type Taught = { teacher: { id: string }; course: (typeof courses)[keyof typeof courses]; classes: ClassRoom[] }

/** Which teacher teaches which course in which class. Without a class, the teacher could teach the course but does not. */
export const teaching: Taught[] = [
  { teacher, course: arabic, classes: [class4a, class4b] },
  { teacher, course: social, classes: [class4a] },
  { teacher: dual, course: maths, classes: [class5b, class6b] },
  { teacher: mathsTeacher, course: maths, classes: [class4a, class4b, class5a, class6a] },
  { teacher: scienceTeacher, course: science, classes: [class4a, class4b, class5a, class5b, class6a, class6b] },
  { teacher: englishTeacher, course: english, classes: [class4a, class5a, class6a] },
  { teacher: arabicTeacher, course: arabic, classes: [class5a, class5b, class6a, class6b] },
  { teacher: people.idleTeacher, course: courses.art, classes: [] },
  { teacher: deltaTeacher, course: courses.deltaArabic, classes: [deltaClass1, deltaClass2] },
  { teacher: deltaTeacher, course: courses.deltaMaths, classes: [deltaClass1] },
  { teacher: closedTeacher, course: courses.closedArabic, classes: [closedClass] },
]
