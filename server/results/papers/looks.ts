import { paperKinds, type PaperKind } from '#contract/results/papers/content.ts'
import type { Db } from '#server/db/db.ts'
import { type Template, templatesOf } from './looks.queries.ts'
import { latinNamesOfStaff } from './names-of-staff.queries.ts'

const ofPaper = {
  size: 'A4',
  header: null,
  footer: null,
  signatures: [],
  showsRecord: true,
  showsPhoto: false,
  showsAttendance: true,
  showsRank: false,
  easternDigits: true,
}

/** The default looks. Ranks and official numbers appear on no card unless a school chooses so. */
const proposed: Record<PaperKind, typeof ofPaper> = {
  enrolment: ofPaper,
  leaving: ofPaper,
  clearance: ofPaper,
  conduct: ofPaper,
  termCard: { ...ofPaper, showsRecord: false },
  yearCard: { ...ofPaper, showsRecord: false },
  studentCard: { ...ofPaper, showsRecord: false, showsPhoto: true },
}

/** The look of each kind of paper of a school. */
export async function looksOf(db: Db, schoolId: string): Promise<Record<PaperKind, Template>> {
  const own = new Map((await templatesOf(db, schoolId)).map((template) => [template.kind as PaperKind, template]))
  const look = (kind: PaperKind): Template => own.get(kind) ?? { ...proposed[kind], schoolId, kind, version: 1 }
  return Object.fromEntries(paperKinds.map((kind) => [kind, look(kind)])) as Record<PaperKind, Template>
}

/** The looks as papers show them, with the names of who signs as papers in English write them. */
export async function looksOnPaper(db: Db, schoolId: string) {
  const looks = Object.entries(await looksOf(db, schoolId))
  const names = looks.flatMap(([, { signatures }]) => signatures.map(({ name }) => name))
  const latinOf = await latinNamesOfStaff(db, schoolId, names)
  const signed = (signature: Template['signatures'][number]) => {
    const latinName = latinOf(signature.name)
    return { ...signature, ...(latinName && { latinName }) }
  }
  return Object.fromEntries(
    looks.map(([kind, look]) => [kind, { ...look, signatures: look.signatures.map(signed) }]),
  ) as Record<PaperKind, Template>
}
