import { imports } from '#contract/exchange/imports/imports.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { schoolSettings } from '#contract/platform/schools/school-settings.ts'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { grades } from '#contract/school/grades/grades.ts'
import type { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { manager, nile } = world

/** A school without students in which another one arrives by an import. */
export function arriving({ as, connection }: Awaited<ReturnType<typeof testApp>>) {
  const there = as(manager)
  const { sql } = tracesIn(connection)
  /** A school without students: it has languages and grades, and teachers who agreed to come. */
  async function emptySchool() {
    const school = await there(schoolSettings.add, {
      name: 'مدرسة الوصول',
      about: 'مدرسة جديدة',
      vision: 'مدرسة جديدة',
    })
    await sql(
      `update schools set active = true, activated_at = now(), coin_type_id = (select coin_type_id from schools where id = $2)
       where id = $1`,
      [school.id, nile.id],
    )
    await sql(
      `insert into school_languages (school_id, language_id)
       select $1, language_id from school_languages where school_id = $2 and removed_at is null`,
      [school.id, nile.id],
    )
    await sql(
      `insert into school_teachers (school_id, teacher_id, accepted_at)
       select $1, teacher_id, now() from school_teachers where school_id = $2 and accepted_at is not null`,
      [school.id, nile.id],
    )
    const names = (await there(grades.list, { schoolId: nile.id })).map(({ name }) => name)
    await there(grades.addSeveral, { items: names.map((name) => ({ schoolId: school.id, name })) })
    return school.id
  }

  /** Creates the classes that a draft lacks, in the grades that the server suggests, like the button on the screen. */
  async function withClasses(schoolId: string, { id, unknownNames }: OutputOf<typeof imports.get>) {
    const unknown = unknownNames.filter(({ kind }) => kind === 'class')
    const { schoolLanguages } = await there(classSettings.formData, { schoolId })
    const items = unknown.map(({ name, gradeId }) => ({
      schoolId,
      name,
      gradeId: gradeId!,
      languageId: schoolLanguages[0]!.id,
      gender: 3 as const,
      maxOfStudents: 100,
    }))
    const made = await there(classSettings.addSeveral, { items })
    return there(imports.setColumns, {
      importId: id,
      madeClassIds: made.map((one) => one.id),
      names: unknown.map(({ kind, name }, at) => ({ kind, name, id: made[at]!.id })),
    })
  }
  return { emptySchool, withClasses }
}
