import { readFileSync } from 'node:fs'
import { chance, idOf } from '#test/world/ids.ts'
import type { Row } from '#test/world/insert.ts'
import { girls } from '#test/world/names.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { allStudents, otherParents } from '#test/world/students.ts'
import type { Sitter } from './faces.ts'

/** The number of different faces of each kind; it is larger than the number of boys or girls in a class. */
export const faces = { boy: 30, girl: 30, man: 14, woman: 14 } as const

type Kind = keyof typeof faces

export const sitterOf = (kind: Kind, nth: number): Sitter => ({
  age: kind === 'boy' || kind === 'girl' ? 'child' : 'adult',
  female: kind === 'girl' || kind === 'woman',
  seed: nth + 100 * Object.keys(faces).indexOf(kind),
})

export const fileOf = (name: string) => new URL(`files/${name}.webp`, import.meta.url)

const women = 'نجلاء منى رانيا ماجدة إيمان سوسن هبة داليا هدى سحر نهى فريدة عبير مروة'.split(' ')
const girlsByName = [...girls, ...'ليلى نادين ياسمين ريماس ميار سما حلا جميلة كلارا رهف'.split(' ')]

type Person = { id: string; firstName: string }

/** The pictures of the demo: schools, and most people. Some people have no picture, as in a real school. */
export function pictureRows(): Row[] {
  const has = ({ id }: Person) => chance(7, 'picture', id) > 0
  const drawn = (kind: Kind, nth: number) => contentOf(`${kind}-${nth % faces[kind]}`)
  return [
    ...Object.entries(schools).map(([name, { id }]) =>
      row('school', id, { school_id: id }, contentOf(`school-${name}`)),
    ),
    ...allStudents.flatMap((student, nth) => {
      if (!has(student)) return []
      const kind = girlsByName.includes(student.firstName) ? 'girl' : 'boy'
      const owner = { school_id: student.schoolId, student_id: student.id }
      return [row('student', student.id, owner, drawn(kind, nth))]
    }),
    ...[...Object.values(people), ...otherParents].flatMap((person, nth) => {
      if (!has(person)) return []
      const kind = women.includes(person.firstName) ? 'woman' : 'man'
      return [row('user', person.id, { user_id: person.id }, drawn(kind, nth))]
    }),
  ]
}

const row = (kind: string, id: string, owner: Row, content: string): Row => ({
  name: idOf('picture', id),
  kind,
  school_id: null,
  student_id: null,
  user_id: null,
  ...owner,
  content,
  uploaded_by: people.manager.id,
})

/** Bytes in the format that PostgreSQL reads from JSON. */
const contentOf = (name: string) => `\\x${readFileSync(fileOf(name)).toString('hex')}`

/** Stores the URL of a picture in the row of its owner. */
export const picturesNamed = ['students', 'users', 'schools'].map(
  (table) => `
    update ${table} t set image_url = '/media/' || m.name from media m
    where m.kind = '${table.slice(0, -1)}' and t.id = ${table === 'schools' ? 'm.school_id' : `m.${table.slice(0, -1)}_id`}`,
)
