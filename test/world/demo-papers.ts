import type pg from 'pg'
import type { PaperKind } from '#contract/papers/content.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { openDb } from '#server/db/db.ts'
import { signerOf } from '#server/db/signing.ts'
import { issuePapers } from '#server/papers/issuing.ts'
import type { Secrets } from '#server/secrets.ts'
import { classes } from './classes.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'
import { allStudents, students } from './students.ts'

type Given = { kind: PaperKind; studentIds: string[] }

const of4a = allStudents.filter(({ classRoomId }) => classRoomId === classes.class4a.id)

/** Papers of the first school, issued as its manager would: signed with a key of this installation, so that a visitor can check one. */
export async function issueDemoPapers(connection: pg.ClientConfig, secrets: Secrets, now: Date, today: string) {
  const db = openDb(connection, { max: 1, prepares: false, sign: signerOf(secrets) })
  const issued: Given[] = [
    { kind: 'enrolment', studentIds: [students.omar.id] },
    { kind: 'enrolment', studentIds: [students.laila.id, students.classmate.id] },
    { kind: 'studentCard', studentIds: of4a.filter(({ active }) => active).map(({ id }) => id) },
  ]
  try {
    for (const input of issued)
      await db.transaction().execute(async (tx) => {
        await seeOnly(tx, { schools: [schools.nile.id] })
        const call = { db: tx, user: people.manager, school: { id: schools.nile.id, today }, now }
        await issuePapers({ ...call, input: { schoolId: schools.nile.id, ...input } }, secrets)
      })
  } finally {
    await db.destroy()
  }
}
