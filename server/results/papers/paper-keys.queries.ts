import type { Db } from '#server/db/db.ts'

type NewKey = { schoolId: string; id: string; publicKey: Buffer; sealedPrivate: Buffer }

export const latestKey = (db: Db, schoolId: string) =>
  db
    .selectFrom('paperKeys')
    .where('schoolId', '=', schoolId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'sealedPrivate'])
    .limit(1)
    .executeTakeFirst()

export async function insertKey(db: Db, key: NewKey) {
  await db.insertInto('paperKeys').values(key).execute()
}

/** The public keys of a school, latest first, with the school's name; undefined if it has issued nothing. */
export async function publicKeys(db: Db, schoolId: string) {
  const rows = await db
    .selectFrom('paperKeys as k')
    .innerJoin('schools as s', 's.id', 'k.schoolId')
    .where('k.schoolId', '=', schoolId)
    .orderBy('k.createdAt', 'desc')
    .select(['s.name', 'k.id', 'k.publicKey', 'k.createdAt'])
    .execute()
  if (!rows[0]) return undefined
  return {
    school: schoolId,
    name: rows[0].name,
    keys: rows.map(({ id, publicKey, createdAt }) => ({
      id,
      publicKey: publicKey.toString('base64url'),
      since: createdAt,
    })),
  }
}
